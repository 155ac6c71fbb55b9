"""Screen, command, file, page and notebook show one set of numbers.

Every percentage on a screen must be a number of the JSON beside it; every number of a CSV must be
that of the JSON to its last digit; functions and the notebook must give the same again.
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.cli.conftest import Command, command
from tests.ui.screen_app import go, open_app, shown
from workbench import notebook
from workbench.domain.vocabulary import Design
from workbench.formats.results_json import calibrate_json, correct_json, triage_json
from workbench.report.page_html import html_page
from workbench.report.percent import percent, points
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import open_store
from workbench.services.reporting.make_report import make_page
from workbench.services.results import Estimate
from workbench.services.triage.triage_traces import triage_traces
from workbench.simulation.missions import FIXES, MISSIONS, run_mission
from workbench.simulation.simulate import Simulation

__all__ = ["command"]

BEFORE, AFTER, JUDGE = "before", "after", "strict@2"
ASKED = ("--run", AFTER, "--judge", JUDGE)
SHOWN = re.compile(r"-?\d+\.\d %")
N_LABELLED = 150


@pytest.fixture(scope="module")
def url(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with two runs on the same questions, both labelled in the same random part."""
    folder = tmp_path_factory.mktemp("numbers")
    address = f"sqlite:///{folder / 'store.db'}"
    (folder / "store.db").write_bytes(migrated_file.read_bytes())
    store = open_store(address)
    mission = MISSIONS[0]
    fix = next(fix for fix in FIXES if fix.stage is mission.stage)
    for run, made in (
        (BEFORE, run_mission(mission, BEFORE)),
        (AFTER, run_mission(mission, AFTER, fix)),
    ):
        fill(store, folder, run, made)
    store.close()
    return address


def fill(store: Store, folder: Path, run: str, made: Simulation) -> None:
    traces = folder / f"{run}.jsonl"
    traces.write_text("".join(json.dumps(trace) + "\n" for trace in made.traces), encoding="utf-8")
    assert import_traces(store, traces).is_imported
    # The order of the requests says nothing of them.
    answered = [truth for truth in made.truth if truth.is_wrong is not None][:N_LABELLED]
    verdicts = folder / f"{run}.csv"
    rows = [
        (one.request_id, "ada", one.answer_verdict, one.stage or "", one.error_type or "")
        for one in answered
    ]
    with verdicts.open("w", encoding="utf-8", newline="") as file:
        header = ("request_id", "annotator", "verdict", "stage", "error_type")
        csv.writer(file).writerows([header, *rows])
    report = import_human_verdicts(store, verdicts, run=run, design=Design.UNIFORM)
    assert report.is_imported


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def app(url: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return open_app(url, monkeypatch)


def numbers(value: object) -> Iterator[float]:
    """Every number of a JSON value."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from numbers(part)
    elif isinstance(value, list):
        for part in value:
            yield from numbers(part)
    elif isinstance(value, float | int) and not isinstance(value, bool):
        yield value


def texts(value: object) -> Iterator[str]:
    """Every text of a JSON value."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


def percentages(app: AppTest) -> set[str]:
    """Every percentage that a screen shows, in sentences, figures and tables."""
    page = unescape(re.sub(r"<[^>]+>", " ", shown(app))).replace("\xa0", " ")
    cells = [str(cell) for table in app.dataframe for cell in table.value.to_numpy().ravel()]
    return {found for text in (page, *cells) for found in SHOWN.findall(text)}


def said(*results: object) -> set[str]:
    """Every percentage that results hold, as a number or inside a sentence of theirs."""
    shares = {percent(number) for result in results for number in numbers(result)}
    return shares | {
        found for result in results for text in texts(result) for found in SHOWN.findall(text)
    }


def triage_of(command: Command, url: str) -> dict[str, object]:
    """The triage as JSON with failure points, and what-if with every stage at the rate it has."""
    asked = ("triage", *ASKED, "--db", url, "--json")
    rate = command(*asked).json["corrected_generation"]["estimate"]
    found: dict[str, object] = command(
        *asked, "--failure-points", "--what-if", f"generation={rate!r}"
    ).json
    return found


def csv_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_commands_print_what_the_functions_give(
    command: Command, url: str, store: Store
) -> None:
    for name, result in (
        ("correct", correct_json(correct_prevalence(store, AFTER, JUDGE))),
        ("triage", triage_json(triage_traces(store, AFTER, JUDGE))),
        ("calibrate", calibrate_json(calibrate_judge(store, JUDGE, AFTER))),
    ):
        printed = command(name, *ASKED, "--db", url, "--json").json
        assert {key: printed[key] for key in result} == json.loads(json.dumps(result)), name


@pytest.mark.parametrize("section", ["Shares", "Funnel", "Next project", "Failure points"])
def test_triage_shows_numbers_of_its_json_alone(
    command: Command, url: str, app: AppTest, section: str
) -> None:
    triage = triage_of(command, url)
    corrected = command("correct", *ASKED, "--db", url, "--json").json
    at = go(
        app, "triage", **{"triage-section": section, "choice.run": AFTER, "choice.judge": JUDGE}
    )
    assert not at.exception
    found = percentages(at)
    assert found
    totals = {percent(1.0), percent(corrected["observed"])}
    assert found - said(triage, corrected) - totals == set()
    if section == "Shares":
        rows = at.dataframe[0].value
        for row in corrected["buckets"]:
            shares = rows[rows["Observed"] == row["observed_n"]]["Corrected share"].tolist()
            assert percent(row["corrected_share"]) in shares


def test_the_judge_shows_numbers_of_its_json_alone(
    command: Command, url: str, app: AppTest
) -> None:
    card = command("calibrate", *ASKED, "--db", url, "--json").json
    at = go(app, "judge", **{"choice.run": AFTER, "choice.judge": JUDGE})
    assert not at.exception
    found = percentages(at)
    for name in ("sensitivity", "false_positive_rate", "corrected_prevalence"):
        assert {percent(card[name][end]) for end in ("estimate", "low", "high")} <= found
    assert found - said(card) == set()


def test_compare_shows_numbers_of_its_json_alone(command: Command, url: str, app: AppTest) -> None:
    compared = command("compare", BEFORE, AFTER, "--judge", JUDGE, "--db", url, "--json").json
    pair = {"compare.before": BEFORE, "compare.after": AFTER, "compare.judge": JUDGE}
    at = go(app, "compare", **pair)
    assert not at.exception
    page = unescape(re.sub(r"<[^>]+>", " ", shown(at))).replace("\xa0", " ")
    assert compared["sentence"] in page
    for end in ("estimate", "low", "high"):
        number = points(compared["difference"][end]).removesuffix(" points")
        assert number.replace("-", "−") in page.replace("-", "−"), end
    assert f"{compared['fixed']} fixed, {compared['broken']} broken" in page
    assert f"{compared['n_pairs']:,}" in page


def test_signals_show_numbers_of_their_json(command: Command, url: str, app: AppTest) -> None:
    watched = command("signals", *ASKED, "--db", url, "--json").json
    at = go(
        app,
        "signals",
        **{"signals-section": "Every signal", "choice.run": AFTER, "choice.judge": JUDGE},
    )
    assert not at.exception
    table = at.dataframe[0].value
    assert table["Signal"].tolist() == [series["title"] for series in watched["signals"]]
    assert table["Traces"].tolist() == [series["n"] for series in watched["signals"]]
    assert percentages(at) - said(watched) == set()


def test_the_overview_counts_what_the_results_count(
    command: Command, url: str, app: AppTest
) -> None:
    triages = [
        command("triage", "--run", run, "--judge", JUDGE, "--db", url, "--json").json
        for run in (BEFORE, AFTER)
    ]
    page = shown(app)
    n_traces = sum(one["n"] for one in triages)
    n_labelled = sum(one["n_labelled"] for one in triages)
    for n in (n_traces, n_labelled):
        assert f'<div class="wb-value">{n:,}</div>' in page
    rows = app.dataframe[0].value
    assert set(rows["Run"]) == {BEFORE, AFTER}


def test_files_hold_the_numbers_of_the_json_to_the_last_digit(
    command: Command, url: str, tmp_path: Path
) -> None:
    corrected = command("correct", *ASKED, "--db", url, "--json").json
    card = command("calibrate", *ASKED, "--db", url, "--json").json
    for what in ("triage", "calibration"):
        file = tmp_path / f"{what}.csv"
        assert command("export", what, *ASKED, "-o", file, "--db", url).code == 0
    rows = {row["bucket"]: row for row in csv_rows(tmp_path / "triage.csv")}
    for bucket in corrected["buckets"]:
        row = rows[bucket["bucket"]]
        for column, key in (
            ("observed_share", "observed_share"),
            ("corrected_share", "corrected_share"),
            ("corrected_low_share", "low"),
            ("corrected_high_share", "high"),
        ):
            assert float(row[column]) == bucket[key], (bucket["bucket"], column)
    assert float(rows["failing"]["corrected_share"]) == corrected["corrected"]["estimate"]
    figures = {row["figure"]: row for row in csv_rows(tmp_path / "calibration.csv")}
    for name in ("sensitivity", "false_positive_rate", "corrected_prevalence"):
        for column, key in (("share", "estimate"), ("low_share", "low"), ("high_share", "high")):
            assert float(figures[name][column]) == card[name][key], name
    assert float(figures["kappa"]["coefficient"]) == card["agreement"]["kappa"]


def test_the_report_shows_numbers_of_the_json_alone(
    command: Command, url: str, store: Store
) -> None:
    results = [
        command(name, *ASKED, "--db", url, "--json").json for name in ("correct", "calibrate")
    ]
    page = html_page(make_page(store, datetime(2026, 3, 9, tzinfo=UTC), AFTER, JUDGE))
    text = unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.DOTALL))
    found = set(SHOWN.findall(text.replace("\xa0", " ")))
    assert percent(results[0]["corrected"]["estimate"]) in found
    assert found - said(*results, triage_of(command, url)) - {percent(1.0)} == set()


def test_the_notebook_gives_the_numbers_of_the_command(
    command: Command, url: str, store: Store
) -> None:
    card = command("calibrate", *ASKED, "--db", url, "--json").json
    counts = card["counts"]
    pairs: list[tuple[str, str]] = []
    for judge, human, cell in (
        ("fail", "wrong", "tp"),
        ("pass", "wrong", "fn"),
        ("fail", "correct", "fp"),
        ("pass", "correct", "tn"),
    ):
        pairs += [(judge, human)] * counts[cell]
    corrected = command("correct", *ASKED, "--db", url, "--json").json
    given = notebook.calibrate(
        pd.DataFrame(pairs, columns=["judge", "human"]),
        design="uniform",
        n_flagged=corrected["n_flagged"],
        n_passed=corrected["n"] - corrected["n_flagged"],
    )
    for name in ("sensitivity", "false_positive_rate"):
        value = getattr(given, name)
        assert isinstance(value, Estimate)
        assert value.estimate == pytest.approx(card[name]["estimate"], abs=1e-12), name
    assert isinstance(given.observed, Estimate)
    assert given.observed.estimate == corrected["observed"]
    assert (given.observed.low, given.observed.high) == tuple(
        corrected["observed_interval"][end] for end in ("low", "high")
    )
