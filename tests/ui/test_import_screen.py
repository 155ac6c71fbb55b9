"""Import through the page: seen before it is written, written once for one click."""

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from db import migrate
from db.engine import open_engine
from db.store import Store
from tests.ui.screen_app import go, open_app, shown
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, Design, EntryKind, ErrorType
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.exporting.export_everything import write_everything
from workbench.services.housekeeping.read_overview import import_log, read_overview
from workbench.services.importing.column_mappings import read_mappings, save_mapping
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.build_queue import build_queue, list_queues
from workbench.services.labelling.label_traces import find_item
from workbench.services.labelling.record_entry import record_entry
from workbench.services.labelling.submission import Submission
from workbench.ui import jobs

TRACE = (
    '{"request_id": "q-1", "query": "How long?", "answer": "30 days.", "gold_passages": ["d1"],'
    ' "candidates": [{"doc_id": "d1", "rank": 1}], "prompt_passages": ["d1"],'
    ' "judge": {"name": "strict", "version": "2", "verdict": "fail"}}\n'
)


@pytest.fixture
def app(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return go(open_app(str(sqlite_store.engine.url), monkeypatch), "data")


def _upload(app: AppTest, name: str, content: bytes) -> AppTest:
    return app.file_uploader[0].upload(name, content).run()


def _import(app: AppTest) -> AppTest:
    """Press the button of the file that is shown, and wait until its job has ended."""
    button = next(button for button in app.button if button.label.startswith("Import "))
    app = button.click().run()
    _wait(app)
    return app.run()


def _wait(app: AppTest) -> None:
    job = jobs.find(app.session_state["import.job"])
    deadline = time.monotonic() + 20
    while job is not None and job.is_running and time.monotonic() < deadline:
        time.sleep(0.02)


def test_a_file_is_shown_before_anything_is_written(app: AppTest, sqlite_store: Store) -> None:
    at = _upload(app, "traces.jsonl", TRACE.encode())
    assert not at.exception
    assert "Stages the ids decide" in shown(at)
    assert read_overview(sqlite_store).n_traces == 0
    assert import_log(sqlite_store) == ()


def test_one_click_imports_once_whatever_is_clicked_after(
    app: AppTest, sqlite_store: Store
) -> None:
    at = _import(_upload(app, "traces.jsonl", TRACE.encode()))
    assert not at.exception
    assert "1 of 1 imported from traces.jsonl" in shown(at)
    for section in ("Queues", "Log", "Import"):
        at = go(at, "data", section=section)
    at = go(go(at, "overview"), "data", section="Import")
    assert not at.exception
    assert [(row.file_name, row.n_new) for row in import_log(sqlite_store)] == [("traces.jsonl", 1)]


def _press_twice(address: str, path: str) -> None:
    from pathlib import Path

    import streamlit as st

    from workbench.services.open_store import open_store
    from workbench.ui.sections import import_files
    from workbench.ui.sections.import_work import ImportChoice

    st.session_state[import_files.UPLOAD] = 0
    choice = ImportChoice("traces", Path(path))
    for _ in range(2):
        import_files._start(open_store(address), choice, 0)


def test_a_second_press_that_was_under_way_starts_nothing(
    sqlite_store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "traces.jsonl"
    path.write_text(TRACE, encoding="utf-8")
    at = AppTest.from_function(_press_twice, args=(str(sqlite_store.engine.url), str(path))).run()
    assert not at.exception
    _wait(at)
    time.sleep(0.2)
    assert [row.n_new for row in import_log(sqlite_store)] == [1]


def test_a_file_with_a_problem_is_refused_by_line_and_writes_nothing(
    app: AppTest, sqlite_store: Store
) -> None:
    broken = TRACE + '{"query": "no id"}\n'
    at = _upload(app, "traces.jsonl", broken.encode())
    assert not at.exception
    at = _import(at)
    assert "Nothing was imported" in shown(at)
    assert "line 2" in shown(at)
    assert read_overview(sqlite_store).n_traces == 0


def test_good_lines_go_in_where_that_was_asked_and_the_rest_can_be_fetched(
    app: AppTest, sqlite_store: Store
) -> None:
    at = _upload(app, "traces.jsonl", (TRACE + '{"query": "no id"}\n').encode())
    at = next(box for box in at.checkbox if box.label.startswith("Keep the good")).check().run()
    at = _import(at)
    assert not at.exception
    assert read_overview(sqlite_store).n_traces == 1
    assert [button.label for button in at.get("download_button")] == ["Rejected lines"]


def test_a_foreign_table_is_read_through_columns_that_are_shown_and_saved(
    app: AppTest, sqlite_store: Store
) -> None:
    table = "id,question,response,why\nq-1,How long?,30 days.,x\n"
    at = _upload(app, "foreign.csv", table.encode())
    assert not at.exception
    assert at.selectbox(key="column-0-query").value == "question"
    at = at.selectbox(key="column-0-reference_answer").set_value("why").run()
    at = at.text_input(key="as-0").set_value("our table").run()
    at = at.button(key="save-mapping-0").click().run()
    at = _import(at)
    assert not at.exception
    assert read_overview(sqlite_store).n_traces == 1
    assert read_mappings(sqlite_store)["our table"]["reference_answer"] == "why"
    again = _upload(at, "next.csv", table.replace("q-1", "q-2").encode())
    assert not again.exception
    assert again.selectbox(key="saved-1").options == ["the guess", "our table"]


def test_a_saved_choice_of_columns_takes_the_place_of_the_guess(
    app: AppTest, sqlite_store: Store
) -> None:
    saved = {"request_id": "id", "query": "question", "answer": "why"}
    save_mapping(sqlite_store, "our table", "traces", saved)
    at = _upload(app, "foreign.csv", b"id,question,response,why\nq-1,How long?,30 days.,x\n")
    assert at.selectbox(key="column-0-answer").value == "response"
    at = at.selectbox(key="saved-0").set_value("our table").run()
    assert at.selectbox(key="column-0-our table-answer").value == "why"
    at = at.selectbox(key="saved-0").set_value("the guess").run()
    assert at.selectbox(key="column-0-answer").value == "response"


def test_no_label_fetches_the_picture_that_a_saved_choice_names(
    app: AppTest, sqlite_store: Store
) -> None:
    picture = "![x](http://evil.example/x.png)"
    saved = {"request_id": "id", "query": "question", "settings.top_k": "why", picture: "why"}
    save_mapping(sqlite_store, "theirs", "traces", saved)
    at = _upload(app, "foreign.csv", b"id,question,response,why\nq-1,How long?,30 days.,x\n")
    at = at.selectbox(key="saved-0").set_value("theirs").run()
    labels = [box.label for box in at.selectbox]
    assert "settings.top_k" in labels
    assert picture not in labels


def test_a_file_that_takes_the_place_of_another_is_looked_at_anew(app: AppTest) -> None:
    at = _upload(app, "labels.csv", b"request_id,annotator,verdict\nq-1,ada,ok\n")
    assert at.selectbox(key="kind-0").value == "human"
    at = _upload(at, "traces.jsonl", TRACE.encode())
    assert not at.exception
    assert at.selectbox(key="kind-1").value == "traces"


def test_a_bug_of_an_import_is_shown_once_and_the_next_file_can_be_chosen(app: AppTest) -> None:
    job_id = jobs.start("Importing", lambda _progress: 1 / 0)
    app.session_state["import.job"] = job_id
    _wait(app)
    at = app.run()
    assert [error.message for error in at.exception] == ["division by zero"]
    at = at.run()
    assert not at.exception
    assert len(at.file_uploader) == 1


def test_a_file_of_gold_is_not_said_to_have_good_lines_to_keep(app: AppTest) -> None:
    gold = b'{"question_id": "q-1", "gold_passages": ["d1"]}\n{"gold_passages": 3}\n'
    at = _upload(app, "gold.jsonl", gold)
    at = _import(at.selectbox(key="kind-0").set_value("gold").run())
    assert "Nothing was imported" in shown(at)
    assert "keep the good ones" not in shown(at)


def test_labels_from_outside_are_imported_with_the_design_that_was_said(
    app: AppTest, sqlite_store: Store
) -> None:
    at = _import(_upload(app, "traces.jsonl", TRACE.encode()))
    verdicts = "request_id,annotator,verdict\nq-1,ada,ok\n"
    at = _upload(at, "verdicts.csv", verdicts.encode())
    assert at.selectbox(key="kind-1").value == "human"
    at = at.selectbox(key="design-1").set_value(Design.UNIFORM).run()
    at = _import(at)
    assert not at.exception
    card = calibrate_judge(sqlite_store, "strict@2", run="default")
    assert (card.design, card.counts.fp) == (Design.UNIFORM, 1)


def test_a_word_nobody_knows_is_asked_and_its_meaning_is_used(
    app: AppTest, sqlite_store: Store
) -> None:
    at = _import(_upload(app, "traces.jsonl", TRACE.encode()))
    at = _upload(at, "verdicts.csv", b"request_id,annotator,verdict\nq-1,ada,meh\n")
    assert "is no known verdict" in shown(at)
    row = {"Word in the file": "meh", "Means": "wrong"}
    at.session_state["said-1"] = {"edited_rows": {0: row}, "added_rows": [], "deleted_rows": []}
    at = at.run()
    assert not at.exception
    assert "is no known verdict" not in shown(at)
    at = _import(at)
    assert _current_answer(sqlite_store, "q-1", "ada") is Answer.WRONG


def test_hostile_text_of_a_file_stays_text(app: AppTest) -> None:
    hostile = TRACE.replace("How long?", "<script>alert(1)</script> ![](http://x.example/p.png)")
    at = _upload(app, "![](http://x.example/p.png).jsonl", hostile.encode())
    at = _import(at)
    assert not at.exception
    assert "<script" not in shown(at)
    drawn = [element.value for element in [*at.markdown, *at.error, *at.caption]]
    assert not any("x.example" in text for text in drawn)


def test_an_upload_lying_in_the_box_does_not_undo_a_later_change(
    app: AppTest, sqlite_store: Store, cases: Path
) -> None:
    case = cases / "app-05-upload-runs-once"
    at = _import(_upload(app, "traces.jsonl", (case / "traces.jsonl").read_bytes()))
    at = at.button(key="dismiss-import").click().run()
    at = _import(_upload(at, "verdicts.csv", (case / "verdicts.csv").read_bytes()))
    assert not at.exception
    at = at.button(key="dismiss-import").click().run()
    _change_to_failing(sqlite_store, "q-1", "ann1")
    at = _upload(at, "verdicts.csv", (case / "verdicts.csv").read_bytes())
    for box in (0, 0, 0):
        at = at.selectbox[box].select_index(0).run()
    for section in ("Log", "Import"):
        at = go(at, "data", section=section)
    at = go(go(at, "overview"), "data", section="Import")
    assert not at.exception
    overview = read_overview(sqlite_store)
    assert (overview.n_traces, overview.n_labelled) == (3, 1)
    assert len(import_log(sqlite_store)) == 2
    assert _current_answer(sqlite_store, "q-1", "ann1") is Answer.WRONG


def _queue_of_all(store: Store) -> int:
    run = read_overview(store).runs[0].run
    queues = list_queues(store)
    if queues:
        return queues[0].queue_id
    return build_queue(store, run=run, judge=None, size=None, seed=1).queue_id


def _current_answer(store: Store, request_id: str, annotator: str) -> Answer | None:
    item = find_item(store, _queue_of_all(store), annotator, request_id)
    return item.own.answer if item.own is not None else None


def _change_to_failing(store: Store, request_id: str, annotator: str) -> None:
    queue_id = _queue_of_all(store)
    item = find_item(store, queue_id, annotator, request_id)
    record_entry(
        store,
        Submission(
            queue_id,
            item.trace_id,
            annotator,
            EntryKind.VERDICT,
            answers=Answers(answer=Answer.WRONG, error_type=ErrorType.MISREAD),
            expected_entry_id=item.expected_entry_id,
            gold_version_id=item.gold_version_id,
        ),
    )


def test_a_file_taken_for_another_is_read_as_what_is_named(
    app: AppTest, sqlite_store: Store
) -> None:
    row = (
        '{"user_input": "How long?", "response": "30 days.", "retrieved_contexts": ["30 days."]}\n'
    )
    at = _upload(app, "samples.jsonl", row.encode())
    at = next(box for box in at.selectbox if box.label == "Format").select("mlflow").run()
    assert "was to be read as MLflow traces, and is not" in shown(at)
    at = next(box for box in at.selectbox if box.label == "Format").select("ragas").run()
    at = _import(at)
    assert not at.exception
    assert "1 of 1 imported from samples.jsonl" in shown(at)


def test_a_whole_store_is_read_into_an_empty_one_and_refused_by_any_other(
    app: AppTest, sqlite_store: Store, tmp_path: Path
) -> None:
    other = Store(open_engine(f"sqlite:///{tmp_path}/other.db"))
    migrate.upgrade(other.engine)
    lines = tmp_path / "traces.jsonl"
    lines.write_text(TRACE)
    import_traces(other, lines)
    write_everything(other, tmp_path / "store.zip")
    content = (tmp_path / "store.zip").read_bytes()
    at = _import(_upload(app, "store.zip", content))
    assert not at.exception
    assert read_overview(sqlite_store).n_traces == 1
    at = next(button for button in at.button if button.label == "Done").click().run()
    at = _upload(at, "store.zip", content)
    assert "This store holds something already" in shown(at)
    assert "import all store.zip" in at.code[0].value
    assert not [button for button in at.button if button.label.startswith("Import ")]
