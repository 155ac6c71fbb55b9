"""Judge and triage on the sample data: page, services and files say the same."""

import csv
import io
import json
from pathlib import Path

import pytest
from sqlalchemy import func, select
from streamlit.testing.v1 import AppTest

from db.models import queue_items, queues
from db.store import Store
from tests.ui.screen_app import go, open_app, shown
from workbench.report.percent import percent
from workbench.resources import sample_data
from workbench.services.calibration.calibrate_judge import calibrate_judge, disagreements
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.housekeeping.backup_store import backup_store
from workbench.services.housekeeping.make_demo import make_demo
from workbench.services.housekeeping.read_overview import read_overview
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import open_store
from workbench.services.results import BiasCard, Estimate, Refusal
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages
from workbench.ui import parts
from workbench.ui.choices import Asked, Choice, LabelOptions
from workbench.ui.sections import triage_shares
from workbench.ui.sections.export_files import file_name

RUN, JUDGE, OTHER = "spring", "strict@2", "lenient@1"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _said: None)
    return f"sqlite:///{path}"


@pytest.fixture
def app(demo: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return open_app(demo, monkeypatch)


def _html(text: str) -> str:
    return parts._text(text)


def test_the_overview_of_the_demo_asks_to_label_the_rest(app: AppTest) -> None:
    assert not app.exception
    assert "label 40 traces of queue spring-1" in shown(app)
    assert app.button(key="to-label-None").label == "Continue labelling"


def test_the_judge_screen_begins_with_the_queue_s_judge_and_its_bias(
    app: AppTest, demo: str
) -> None:
    at = go(app, "judge")
    assert not at.exception
    card = calibrate_judge(open_store(demo), JUDGE, run=RUN)
    assert isinstance(card.bias, BiasCard)
    page = shown(at)
    assert at.selectbox(key="choice.judge").value == JUDGE
    assert _html(card.bias.sentence) in page
    for estimate in (card.sensitivity, card.false_positive_rate, card.corrected_prevalence):
        assert isinstance(estimate, Estimate)
        assert _html(percent(estimate.estimate)) in page
        assert _html(percent(estimate.high)) in page
    counts = card.counts
    cells = page[page.index("wb-matrix") : page.index("</table>")]
    for n in (counts.tp, counts.fn, counts.fp, counts.tn):
        assert f"<b>{n}</b>" in cells


def test_each_judge_has_its_own_card(app: AppTest, demo: str) -> None:
    at = go(app, "judge")
    strict = shown(at)
    at = at.selectbox(key="choice.judge").set_value(OTHER).run()
    assert not at.exception
    card = calibrate_judge(open_store(demo), OTHER, run=RUN)
    assert isinstance(card.bias, BiasCard)
    assert _html(card.bias.sentence) in shown(at)
    assert shown(at) != strict


def test_a_refused_correction_says_why_and_what_to_do(
    demo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    backup_store(demo, copy)
    address = f"sqlite:///{copy}"
    bare = tmp_path / "bare.jsonl"
    judge = {"name": "bare", "version": "1", "verdict": "fail"}
    bare.write_text(json.dumps({"request_id": "b-1", "query": "Why?", "judge": judge}), "utf-8")
    import_traces(open_store(address), bare, run="bare")
    table = correct_prevalence(open_store(address), "bare", "bare@1")
    assert isinstance(table.corrected, Refusal)
    at = go(
        open_app(address, monkeypatch),
        "triage",
        **{"choice.run": "bare", "choice.judge": "bare@1"},
    )
    assert not at.exception
    page = shown(at)
    assert "cannot be said yet" in page
    assert _html(table.corrected.next_step) in page
    assert "no number" in page


def test_disagreements_can_be_chosen_by_side_and_read_in_full(app: AppTest, demo: str) -> None:
    found = disagreements(open_store(demo), JUDGE, run=RUN)
    at = go(app, "judge", **{"judge-section": "Disagreements"})
    assert not at.exception
    assert len(at.dataframe[0].value) == len(found)
    assert parts.escape(found[0].query) in shown(at)
    at = at.segmented_control(key="disagreements.which").set_value("only people say failing").run()
    assert not at.exception
    missed = [row for row in found if row.judge_verdict == "pass"]
    assert at.dataframe[0].value["Request"].tolist() == [row.request_id for row in missed]


def test_the_page_and_the_exported_table_hold_the_same_numbers(app: AppTest, demo: str) -> None:
    at = go(app, "triage")
    assert not at.exception
    page = at.dataframe[0].value
    text = table_bytes(open_store(demo), "triage", "csv", run=RUN, judge=JUDGE).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(page)
    assert [int(row["observed_n"]) for row in rows] == page["Observed"].tolist()
    for name, column in (
        ("observed_share", "Observed share"),
        ("corrected_share", "Corrected share"),
        ("corrected_low_share", "From"),
        ("corrected_high_share", "To"),
    ):
        exported = [percent(float(row[name])) if row[name] else None for row in rows]
        assert exported == [value if isinstance(value, str) else None for value in page[column]]


def test_rows_of_the_page_add_up_to_all_traces(app: AppTest) -> None:
    page = go(app, "triage").dataframe[0].value
    by_bucket = dict(zip(page["Bucket"], page["Observed"], strict=True))
    total, failing = by_bucket.pop("All traces"), by_bucket.pop("Failing in all")
    assert sum(by_bucket.values()) == total
    assert total - by_bucket["Correct"] - by_bucket["Evaluation error"] == failing


def test_the_funnel_shows_each_stage_with_its_counts(app: AppTest, demo: str) -> None:
    at = go(app, "triage", **{"triage-section": "Funnel"})
    assert not at.exception
    result = triage_traces(open_store(demo), RUN, judge=JUDGE)
    page = at.dataframe[0].value
    assert page["Stage"].tolist()[-2:] == ["Generation, by the judge", "Generation, corrected"]
    assert page["Entered"].tolist()[:-1] == [stage.entered for stage in result.funnel]
    assert page["Survived"].tolist()[:-1] == [stage.survived for stage in result.funnel]
    assert isinstance(result.corrected_generation, Estimate)
    assert page["Rate"].tolist()[-1] == percent(result.corrected_generation.estimate)


def test_a_better_stage_changes_what_comes_out(app: AppTest) -> None:
    at = go(app, "triage", **{"triage-section": "Funnel"})
    retrieval = next(one for one in at.slider if one.label == "Retrieval")
    at = retrieval.set_value(0.95).run()
    assert not at.exception
    assert "With retrieval 0.95, 0.76" in shown(at)
    assert "Generation is corrected" in shown(at)


def test_the_files_beside_the_shares_keep_what_was_chosen_for_the_page(demo: str) -> None:
    store = open_store(demo)
    asked = Asked(RUN, JUDGE, LabelOptions(None, "items", True))
    offers = {offer.label: offer.content() for offer in triage_shares._files(store, asked)}
    table = correct_prevalence(store, RUN, JUDGE, target="items", is_conservative=True)
    shares = {row.bucket: (row.low, row.high) for row in table.buckets}
    assert shares != {
        row.bucket: (row.low, row.high) for row in correct_prevalence(store, RUN, JUDGE).buckets
    }
    rows = list(csv.DictReader(io.StringIO(offers["CSV"].decode("utf-8"))))
    for row in rows[: len(shares)]:
        written = tuple(
            float(row[name]) if row[name] else None
            for name in ("corrected_low_share", "corrected_high_share")
        )
        assert written == pytest.approx(shares[row["bucket"]], abs=1e-9), row["bucket"]
        assert (row["said_of"], row["limits"]) == ("these traces alone", "conservative")
    assert json.loads(offers["JSON"])["corrected"]["target"] == "items"


def test_another_judge_begins_with_its_own_rates(app: AppTest, demo: str) -> None:
    at = go(app, "triage", **{"triage-section": "Funnel"})
    at = at.selectbox(key="choice.judge").set_value(OTHER).run()
    unmoved = what_if_stages(triage_traces(open_store(demo), RUN, OTHER).funnel)
    assert unmoved is not None
    assert _html(unmoved.sentence) in shown(at)


def test_a_generator_change_is_warned_about_where_generation_is_not_the_largest(
    app: AppTest, demo: str
) -> None:
    project = triage_traces(open_store(demo), RUN, judge=JUDGE).next_project
    assert project is not None
    assert project.stage == "retrieval"
    at = go(app, "triage", **{"triage-section": "Next project"})
    assert "Not the largest loss" not in shown(at)
    at = at.selectbox(key="next-project.proposal").set_value("generation_error").run()
    assert not at.exception
    page = shown(at)
    assert "Mend retrieval first" in page
    assert "Not the largest loss" in page
    assert project.owner in page


def test_groups_are_shown_with_their_counts_and_the_total(app: AppTest) -> None:
    at = go(app, "judge", **{"judge-section": "Groups"})
    assert not at.exception
    page = at.dataframe[0].value
    assert page["Labelled"].tolist()[-1] == sum(page["Labelled"].tolist()[:-1])


def test_the_words_of_every_judge_stand_with_their_counts(app: AppTest) -> None:
    at = go(app, "data", section="Judges")
    assert not at.exception
    page = shown(at)
    assert JUDGE in page
    assert OTHER in page


def test_a_queue_is_drawn_from_the_form_and_listed(
    demo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    backup_store(demo, copy)
    at = go(open_app(f"sqlite:///{copy}", monkeypatch), "data", section="Queues")
    at.number_input[0].set_value(20)
    at.text_input[0].set_value("second")
    next(one for one in at.slider if one.label == "Labelled by one more").set_value(15)
    at = next(button for button in at.button if button.label == "Draw the queue").click().run()
    assert not at.exception
    assert "Queue second: 20 traces drawn" in shown(at)
    items = queue_items.c
    with open_store(f"sqlite:///{copy}").reading() as connection:
        n_twice = connection.execute(
            select(func.count())
            .select_from(queue_items)
            .join(queues, queues.c.queue_id == items.queue_id)
            .where(queues.c.name == "second", items.wanted_labels == 2)
        ).scalar_one()
    assert n_twice == 3
    names = at.dataframe[-1].value["Queue"].tolist()
    assert names == ["second", "spring-1"]
    again = next(button for button in at.button if button.label == "Draw the queue").click().run()
    assert len(again.error) == 1
    assert "second" in again.code[0].value


def test_the_export_s_file_name_says_what_was_chosen(demo: str) -> None:
    overview = read_overview(open_store(demo))
    choice = Choice(overview.runs[0], overview.runs[0].judges[1])
    assert file_name("traces", choice, {"index_version": "v2/b"}, "csv") == (
        "traces_spring_strict@2_index_version-v2-b.csv"
    )


@pytest.fixture
def hostile(sqlite_store: Store, tmp_path: Path) -> Store:
    line = (
        '{"request_id": "q-1", "run": "<b>r</b>", "query": "<script>alert(1)</script>",'
        ' "answer": "![x](http://x.example/a.png)", "reference_answer": "$x$",'
        ' "gold_passages": ["d1"], "candidates": [{"doc_id": "d1", "rank": 1}],'
        ' "prompt_passages": ["d1"], "judge": {"name": "![j](http://x.example/j.png)",'
        ' "version": "1", "verdict": "fail", "rationale": "<img src=x onerror=alert(1)>"}}\n'
    )
    traces = tmp_path / "traces.jsonl"
    traces.write_text(line, encoding="utf-8")
    assert import_traces(sqlite_store, traces).is_imported
    verdicts = tmp_path / "verdicts.csv"
    verdicts.write_text(
        "request_id,annotator,verdict,notes\nq-1,![a](http://x.example/b.png),ok,<b>n</b>\n",
        encoding="utf-8",
    )
    assert import_human_verdicts(sqlite_store, verdicts, run="<b>r</b>").is_imported
    return sqlite_store


@pytest.mark.parametrize(
    ("screen", "parameters"),
    [
        ("overview", {}),
        ("judge", {}),
        ("judge", {"judge-section": "Disagreements"}),
        ("judge", {"judge-section": "Groups"}),
        ("triage", {}),
        ("triage", {"triage-section": "Funnel"}),
        ("triage", {"triage-section": "Next project"}),
        ("data", {"section": "Queues"}),
        ("data", {"section": "Judges"}),
        ("data", {"section": "Export"}),
        ("data", {"section": "Log"}),
    ],
)
def test_hostile_names_and_texts_stay_text_on_every_screen(
    hostile: Store, monkeypatch: pytest.MonkeyPatch, screen: str, parameters: dict[str, str]
) -> None:
    at = go(open_app(str(hostile.engine.url), monkeypatch), screen, **parameters)
    assert not at.exception
    page = shown(at)
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>r" not in page
    alive = [element.value for element in [*at.markdown, *at.caption, *at.error, *at.warning]]
    labels = [element.label for element in [*at.button, *at.selectbox, *at.checkbox, *at.expander]]
    assert not any("x.example" in text for text in [*alive, *labels])


def test_the_same_questions_are_drawn_in_two_runs_from_the_form(
    demo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    backup_store(demo, copy)
    again = tmp_path / "autumn.jsonl"
    lines = (sample_data() / "traces.jsonl").read_text(encoding="utf-8").splitlines()
    again.write_text(
        "\n".join(json.dumps(json.loads(line) | {"run": "autumn"}) for line in lines[:100]),
        encoding="utf-8",
    )
    import_traces(open_store(f"sqlite:///{copy}"), again)
    at = go(open_app(f"sqlite:///{copy}", monkeypatch), "data", section="Queues")
    other = next(one for one in at.selectbox if one.label.startswith("The same questions"))
    other.select(other.options[0])
    at.number_input[0].set_value(20)
    at = next(button for button in at.button if button.label == "Draw the queue").click().run()
    assert not at.exception
    assert "the same 20 questions in both" in shown(at)
    rows = at.dataframe[-1].value
    assert set(rows["Same questions as"].dropna()) == set(rows["Queue"][:2])
