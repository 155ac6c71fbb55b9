"""Counts, pace and precision, and that the precision gives away nothing of the judge."""

import pytest
from sqlalchemy import text

from tests.services.labelling import answer, census, judged, label_next
from tests.services.planted import plant_traces
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import next_item, precision, progress, record_entry
from workbench.stats.prevalence import Stratum, post_stratified


def test_a_new_annotator_has_everything_open_and_no_pace(store):
    queue_id = census(store, 3)
    counts = progress(store, queue_id, "ann1")
    assert (counts.n_done, counts.n_skipped, counts.n_open, counts.n_total) == (0, 0, 3, 3)
    assert (counts.seconds_per_item, counts.seconds_left) == (None, None)


def test_what_others_finished_is_no_longer_part_of_ones_total(store):
    queue_id = census(store, 5)
    for _ in range(2):
        label_next(store, queue_id, "ann1")
    counts = progress(store, queue_id, "ann2")
    assert (counts.n_done, counts.n_open, counts.n_total) == (0, 3, 3)


def test_pace_is_the_median_and_a_break_counts_ten_minutes_at_most(store):
    queue_id = census(store, 5)
    for seconds in (10.0, 20.0, 90_000.0):
        label_next(store, queue_id, "ann1", seconds_spent=seconds)
    counts = progress(store, queue_id, "ann1")
    assert counts.seconds_per_item == 20.0
    assert counts.seconds_left == 40.0
    label_next(store, queue_id, "ann1", seconds_spent=80_000.0)
    assert progress(store, queue_id, "ann1").seconds_per_item == (20.0 + 600.0) / 2


def test_pace_looks_at_the_last_twenty_only(sqlite_store):
    queue_id = census(sqlite_store, 25)
    for n in range(25):
        label_next(sqlite_store, queue_id, "ann1", seconds_spent=100.0 if n < 5 else 10.0)
    assert progress(sqlite_store, queue_id, "ann1").seconds_per_item == 10.0


def test_skips_take_no_part_in_the_pace(store):
    queue_id = census(store, 2)
    item = next_item(store, queue_id, "ann1")
    record_entry(store, answer(item, "ann1", kind=EntryKind.SKIP, seconds_spent=3.0))
    assert progress(store, queue_id, "ann1").seconds_per_item is None


def test_a_queue_that_does_not_exist_has_no_progress(store):
    with pytest.raises(InputError, match="There is no queue 5"):
        progress(store, 5, "ann1")


def labelled_queue(store, n_labels):
    plant_traces(store, judged(60, 140))
    queue_id = build_queue(store, run="default", judge="strict", size=80, seed=3).queue_id
    for n in range(n_labels):
        label_next(store, queue_id, "ann1", is_right=n % 3 != 0)
    return queue_id


def test_there_is_no_precision_before_the_first_label(sqlite_store):
    assert precision(sqlite_store, labelled_queue(sqlite_store, 0)) is None


def test_a_stratum_without_a_label_may_be_all_wrong_or_all_right(sqlite_store):
    # One label in one of two strata: the other's half or more is open in both directions.
    assert precision(sqlite_store, labelled_queue(sqlite_store, 1)).half_width > 0.3


def test_precision_is_half_the_width_of_the_corrected_share(sqlite_store):
    store = sqlite_store
    queue_id = labelled_queue(store, 60)
    known = precision(store, queue_id)
    strata = strata_by_hand(store, queue_id)
    low, high = post_stratified(strata).interval
    assert known.half_width == pytest.approx((high - low) / 2, abs=1e-12)
    assert known.next_half_width < known.half_width
    assert known.n_more > 0
    now, then = round(known.half_width * 100), round(known.next_half_width * 100)
    assert known.text == f"± {now} points; {known.n_more} more for ± {then}"
    assert progress(store, queue_id, "ann1", known).precision is known


def strata_by_hand(store, queue_id):
    with store.reading() as connection:
        rows = connection.execute(
            text(
                "SELECT s.n_target, count(e.entry_id),"
                " sum(CASE WHEN e.answer = 'wrong' THEN 1 ELSE 0 END)"
                " FROM queue_strata s JOIN queue_items i ON i.stratum_id = s.stratum_id"
                " LEFT JOIN human_entries e ON e.trace_id = i.trace_id AND e.is_current"
                " WHERE s.queue_id = :queue_id GROUP BY s.stratum_id, s.n_target"
            ),
            {"queue_id": queue_id},
        )
        return [Stratum(*row) for row in rows]


def test_precision_tells_neither_shares_nor_verdicts(sqlite_store):
    known = precision(sqlite_store, labelled_queue(sqlite_store, 60))
    assert set(type(known).__slots__) == {
        "half_width",
        "n_more",
        "next_half_width",
        "text",
    }
    assert "fail" not in known.text


def test_an_item_on_which_annotators_differ_counts_for_neither(store):
    queue_id = census(store, judged(2, 2), judge="strict", wanted_labels=2)
    for is_right in (True, True, True, True):
        label_next(store, queue_id, "ann1", is_right=is_right)
    before = precision(store, queue_id).half_width
    label_next(store, queue_id, "ann2", is_right=False)
    assert precision(store, queue_id).half_width > before
