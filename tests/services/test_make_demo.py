"""The demo store: made once, labelled in part, kept afterwards."""

from collections import Counter
from pathlib import Path

import pytest

from db.read_queue_items import drawn_traces
from db.store import Store
from workbench.domain.questions import Answers
from workbench.domain.vocabulary import Answer, EntryKind
from workbench.resources import sample_data
from workbench.services.housekeeping.make_demo import fill_demo, make_demo
from workbench.services.labelling.label_traces import Submission, next_item, progress, record_entry
from workbench.services.open_store import open_store


def say_nothing(text: str) -> None:
    assert text


def test_the_demo_is_made_once_and_keeps_what_was_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = make_demo(Path("demo.db"), say_nothing)
    assert (first.n_traces, first.n_labelled) == (400, 60)
    assert "40 are left for you" in first.sentence
    assert [path.name for path in tmp_path.iterdir()] == ["demo.db"]

    store = open_store("sqlite:///demo.db")
    seen = progress(store, 1, "visitor")
    assert (seen.n_open, seen.n_done) == (40, 0)
    item = next_item(store, 1, "visitor")
    assert item is not None
    record_entry(
        store,
        Submission(
            1,
            item.trace_id,
            "visitor",
            EntryKind.VERDICT,
            answers=Answers(answer=Answer.CANT_TELL),
            expected_entry_id=item.expected_entry_id,
            gold_version_id=item.gold_version_id,
        ),
    )
    store.close()

    again = make_demo(Path("demo.db"), say_nothing)
    assert again.n_traces is None
    assert "goes on where you left it" in again.sentence
    store = open_store("sqlite:///demo.db")
    assert progress(store, 1, "visitor").n_done == 1
    store.close()


def test_a_demo_that_was_cut_short_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "demo.db.unfinished").write_bytes(b"half a file")
    report = make_demo(tmp_path / "demo.db", say_nothing)
    assert report.n_traces == 400
    assert [path.name for path in tmp_path.iterdir()] == ["demo.db"]


def test_what_ada_says_is_the_truth_and_every_stratum_has_a_label(store: Store) -> None:
    n_traces, n_labelled = fill_demo(store)
    assert (n_traces, n_labelled) == (400, 60)
    truth = {
        row.split(",")[0]: row.split(",")
        for row in (sample_data() / "truth.csv").read_text(encoding="utf-8").splitlines()[1:]
    }
    with store.reading() as connection:
        drawn = drawn_traces(connection, 1)
        said = connection.exec_driver_sql(
            "SELECT t.request_id, t.trace_id, e.answer, e.stage FROM human_entries e "
            "JOIN traces t ON t.trace_id = e.trace_id WHERE e.is_current"
        ).fetchall()
    assert len(said) == 60
    for request_id, _, answer, stage in said:
        assert (request_id, answer) == (request_id, truth[request_id][5])
        assert (request_id, stage or "") == (request_id, truth[request_id][3])
    labelled = {trace_id for _, trace_id, _, _ in said}
    sizes = Counter(item.stratum_id for item in drawn)
    hits = Counter(item.stratum_id for item in drawn if item.trace_id in labelled)
    assert set(hits) == set(sizes)
    for stratum, size in sizes.items():
        assert abs(hits[stratum] - 0.6 * size) <= 1, stratum
