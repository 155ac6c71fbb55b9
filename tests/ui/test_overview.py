"""The first screen: what is in the store, one next step, how precise the figures are."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.ui.screen_app import open_app, shown
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Design, EntryKind
from workbench.report.counted import counted
from workbench.services.housekeeping.read_overview import (
    NextStep,
    Overview,
    QueueOverview,
    Step,
    next_step,
    read_overview,
    store_mark,
)
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.map_verdicts import map_verdict_words
from workbench.services.labelling.add_gold import add_gold
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import next_item
from workbench.services.labelling.record_entry import record_entry
from workbench.services.labelling.submission import Submission
from workbench.services.labelling.undo_entry import undo_last
from workbench.ui.overview_view import next_step_text, queue_rows, run_rows, step_states

LINES = (
    '{"request_id": "q-1", "query": "How long?", "answer": "30 days.", "gold_passages": ["d1"],'
    ' "candidates": [{"doc_id": "d1", "rank": 1}], "prompt_passages": ["d1"],'
    ' "judge": {"name": "strict", "version": "2", "verdict": "pass"}}\n'
    '{"request_id": "q-2", "query": "How much?", "answer": "5 EUR.", "gold_passages": ["d2"],'
    ' "candidates": [{"doc_id": "d1", "rank": 1}], "prompt_passages": ["d1"],'
    ' "judge": {"name": "strict", "version": "2", "verdict": "fail"}}\n'
    '{"request_id": "q-3", "query": "Where?", "answer": null, "error": "timeout"}\n'
)


@pytest.fixture
def filled(sqlite_store: Store, tmp_path: Path) -> Store:
    path = tmp_path / "traces.jsonl"
    path.write_text(LINES, encoding="utf-8")
    assert import_traces(sqlite_store, path, run="spring").is_imported
    return sqlite_store


def test_the_overview_counts_what_is_current(filled: Store) -> None:
    overview = read_overview(filled)
    assert [(run.run, run.n_traces, run.n_unavailable) for run in overview.runs] == [
        ("spring", 3, 1)
    ]
    judged = overview.runs[0].judges[0]
    assert (judged.text, judged.n_usable, judged.n_flagged) == ("strict@2", 2, 1)
    assert (overview.n_traces, overview.n_judged, overview.n_labelled) == (3, 2, 0)


def test_a_run_without_labels_asks_for_a_queue_of_its_answered_traces(filled: Store) -> None:
    step = next_step(read_overview(filled))
    assert (step.step, step.run, step.n) == (Step.QUEUE, "spring", 2)


def test_an_unfinished_queue_asks_to_be_labelled(filled: Store) -> None:
    build_queue(filled, run="spring", judge="strict@2", size=None, seed=7)
    step = next_step(read_overview(filled))
    assert step.step is Step.LABEL
    assert step.queue is not None
    assert (step.queue.n_items, step.n) == (2, 2)


def test_a_finished_queue_leads_to_the_results(filled: Store) -> None:
    labelled = replace(read_overview(filled).runs[0], n_labelled=2)
    finished = QueueOverview(1, "spring-1", "spring", None, n_items=2, n_labelled=2)
    assert next_step(Overview((labelled,), (finished,))) == NextStep(Step.RESULTS, "spring")


def test_steps_before_the_next_one_are_done() -> None:
    states = step_states(NextStep(Step.LABEL))
    assert [(state.is_done, state.is_now) for state in states] == [
        (True, False),
        (True, False),
        (False, True),
        (False, False),
    ]


def test_the_text_of_the_next_step_names_the_queue_and_what_is_left() -> None:
    queue = QueueOverview(1, "spring-1", "spring", None, n_items=100, n_labelled=60)
    text = next_step_text(NextStep(Step.LABEL, "spring", queue, queue.n_open))
    assert text.title == "Next: label 40 traces of queue spring-1"
    assert text.links[0].label == "Continue labelling"


def test_one_row_for_each_run_and_judge(filled: Store) -> None:
    build_queue(filled, run="spring", judge="strict@2", size=None, seed=7)
    overview = read_overview(filled)
    assert [(row["Run"], row["Judge"]) for row in run_rows(overview)] == [("spring", "strict@2")]
    assert [row["Done"] for row in queue_rows(overview)] == [0.0]


def test_counts_agree_with_their_noun() -> None:
    assert [counted(1, "run"), counted(2, "query"), counted(1200, "trace")] == [
        "1 run",
        "2 queries",
        "1,200 traces",
    ]


def test_the_screen_shows_the_counts_and_the_step(
    filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app: AppTest = open_app(str(filled.engine.url), monkeypatch)
    assert not app.exception
    page = shown(app)
    assert "draw 2 traces to label" in page
    assert "by 1 judge" in page
    assert app.dataframe[0].value["Judge"].tolist() == ["strict@2"]


def test_the_mark_of_the_store_changes_with_everything_that_figures_rest_on(
    filled: Store, tmp_path: Path
) -> None:
    marks = [store_mark(filled)]
    assert store_mark(filled) == marks[0]
    queue = build_queue(filled, run="spring", judge="strict@2", size=None, seed=7)
    marks.append(store_mark(filled))
    item = next_item(filled, queue.queue_id, "ada")
    assert item is not None
    marks.append(store_mark(filled))
    assert marks[2] == marks[1]
    record_entry(
        filled, Submission(queue.queue_id, item.trace_id, "ada", EntryKind.SKIP, answers=Answers())
    )
    marks.append(store_mark(filled))
    assert undo_last(filled, queue.queue_id, "ada") == item.trace_id
    marks.append(store_mark(filled))
    add_gold(filled, item.trace_id, "ada", ("d9",))
    marks.append(store_mark(filled))
    map_verdict_words(filled, "strict@2", {"pass": "not_usable"})
    marks.append(store_mark(filled))
    verdicts = tmp_path / "verdicts.csv"
    verdicts.write_text("request_id,annotator,verdict\nq-2,bob,ok\n", encoding="utf-8")
    import_human_verdicts(filled, verdicts, run="spring")
    marks.append(store_mark(filled))
    import_human_verdicts(filled, verdicts, run="spring", design=Design.UNIFORM)
    marks.append(store_mark(filled))
    assert len(set(marks)) == len(marks) - 1
