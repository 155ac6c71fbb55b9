"""The page to send on: what stands in it, and that nothing in it acts or calls home."""

import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from db.store import Store
from workbench.report.percent import percent
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.housekeeping.make_demo import JUDGE, RUN, fill_demo
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.reporting.make_report import report_bytes
from workbench.services.triage.triage_traces import triage_traces
from workbench.stats.interval import Estimate

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)
HOSTILE = '"><script src=https://x.example/a.js></script>![p](https://x.example/p.png)|\n# @all'


class Page(HTMLParser):
    """Text, tags and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def of_page(content: bytes) -> tuple[Page, str]:
    text = content.decode("utf-8")
    page = Page(text)
    return page, page.text.replace("\xa0", " ")


def test_html_and_markdown_hold_the_numbers_of_the_services(sqlite_store: Store) -> None:
    fill_demo(sqlite_store)
    table = correct_prevalence(sqlite_store, RUN, JUDGE)
    card = calibrate_judge(sqlite_store, JUDGE, RUN)
    triage = triage_traces(sqlite_store, RUN, JUDGE)
    assert isinstance(table.corrected, Estimate)
    assert isinstance(card.sensitivity, Estimate)
    _, html = of_page(report_bytes(sqlite_store, NOON, "html", RUN, JUDGE))
    markdown = report_bytes(sqlite_store, NOON, "md", RUN, JUDGE).decode("utf-8")
    shares = [table.observed, table.corrected.estimate, table.corrected.low, table.corrected.high]
    shares += [card.sensitivity.estimate, card.sensitivity.low]
    shares += [stage.rate for stage in triage.funnel]
    shares += [row.corrected_share for row in table.buckets]
    for share in shares:
        assert percent(share) in html
        assert percent(share) in markdown
    for said in (table.sentence, str(table.seed), "judge-workbench", "09 March 2026, 12:00"):
        assert said in html
        assert said in markdown.replace("\\", "")
    assert table.assumption.lower() in html.lower()


def test_the_page_fetches_nothing_and_runs_nothing(sqlite_store: Store) -> None:
    fill_demo(sqlite_store)
    content = report_bytes(sqlite_store, NOON, "html", RUN, JUDGE)
    page, _ = of_page(content)
    assert not {"script", "link", "img", "iframe", "object", "image", "use"} & set(page.tags)
    namespaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    addresses = {value for _, value in page.attributes if "//" in value}
    assert addresses <= namespaces
    assert not re.search(r"@import|url\((?!#)", content.decode("utf-8"))
    assert page.tags.count("svg") == 2
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    used = re.findall(r"url\(#([^)]+)\)", content.decode("utf-8"))
    assert set(used) <= set(ids)


def test_the_same_store_and_instant_give_the_same_bytes(sqlite_store: Store) -> None:
    fill_demo(sqlite_store)
    first = report_bytes(sqlite_store, NOON, "html", RUN, JUDGE)
    assert report_bytes(sqlite_store, NOON, "html", RUN, JUDGE) == first


def test_hostile_names_stay_text_in_both_forms(sqlite_store: Store, tmp_path: Path) -> None:
    lines = [
        {
            "request_id": f"q{number}",
            "run": HOSTILE,
            "query": "q",
            "answer": "a",
            "gold_passages": ["d1"],
            "candidates": [{"doc_id": "d1" if number % 2 else "d2"}],
            "prompt_passages": ["d1" if number % 2 else "d2"],
            "index_version": HOSTILE,
            "judge": {"name": HOSTILE, "version": "1", "verdict": "fail" if number % 2 else "pass"},
        }
        for number in range(20)
    ]
    file = tmp_path / "traces.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert import_traces(sqlite_store, file).is_imported
    page, text = of_page(report_bytes(sqlite_store, NOON, "html"))
    assert "script" not in page.tags
    assert "<script src" in text
    markdown = report_bytes(sqlite_store, NOON, "md").decode("utf-8")
    # With tables on, as a host of pull requests reads it.
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    kinds = {one.type for token in tokens for one in (token, *(token.children or ()))}
    assert kinds & {"table_open", "heading_open"} == {"table_open", "heading_open"}
    assert not kinds & {"image", "link_open", "html_inline", "html_block"}
    headings = [token.content for token in tokens if token.type == "inline" and token.level == 1]
    assert not [line for line in headings if line.startswith("@")]
    for active in ("https://x", "@all"):
        assert active not in markdown


def test_a_refused_number_is_a_reason_on_the_page(sqlite_store: Store, tmp_path: Path) -> None:
    file = tmp_path / "traces.jsonl"
    lines = [
        {"request_id": f"q{n}", "query": "q", "answer": "a", "judge": {"name": "j", "verdict": v}}
        for n, v in enumerate(("fail", "pass"))
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert import_traces(sqlite_store, file).is_imported
    for form in ("html", "md"):
        text = report_bytes(sqlite_store, NOON, form).decode("utf-8")  # type: ignore[arg-type]
        assert "No corrected number" in text
        assert "is not calibrated" in text


@pytest.mark.parametrize("form", ["html", "md"])
def test_a_run_without_a_judge_still_has_its_funnel(
    sqlite_store: Store, tmp_path: Path, form: str
) -> None:
    file = tmp_path / "traces.jsonl"
    line = {
        "request_id": "q",
        "query": "q",
        "gold_passages": ["d1"],
        "candidates": [{"doc_id": "d1"}],
        "prompt_passages": ["d2"],
    }
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert import_traces(sqlite_store, file).is_imported
    text = report_bytes(sqlite_store, NOON, form).decode("utf-8")  # type: ignore[arg-type]
    assert "How far the evidence comes" in text
    assert "Can the judge be believed" not in text


def test_a_hand_picked_queue_gets_no_overall_number_on_the_page(
    sqlite_store: Store, cases: Path
) -> None:
    folder = cases / "rep-05-hand-picked-queue"
    assert import_traces(sqlite_store, folder / "traces.jsonl").is_imported
    verdicts = folder / "human_verdicts.csv"
    assert import_human_verdicts(sqlite_store, verdicts, run="default").is_imported
    _, text = of_page(report_bytes(sqlite_store, NOON, "html"))
    shown = text[text.index("Of the items the judge failed") :]
    assert shown.index("80.0 %") < shown.index("Share that people found wrong")
    assert text.count("80.0 %") == 1
    assert "No corrected number" in text
    assert "100.0 %" not in text
    assert "Label a random part of the items that the judge passed" in text
