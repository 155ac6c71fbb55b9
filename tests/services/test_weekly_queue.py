"""A queue from a signal: what it points at, the uniform slice, weights, reasons, and removals."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from db import models
from tests.services.signal_traces import FIRST, imported, lines
from workbench.errors import InputError
from workbench.services.labelling.label_traces import next_item
from workbench.services.labelling.queue_status import queue_status
from workbench.services.labelling.weekly_queue import build_weekly_queue


def items(store, queue_id):
    item, t = models.queue_items.c, models.traces.c
    with store.reading() as connection:
        return connection.execute(
            select(models.queue_items, t.request_id, t.is_truncated, t.created_at)
            .join(models.traces, t.trace_id == item.trace_id)
            .where(item.queue_id == queue_id)
        ).all()


def drawn(store, **options):
    settings = {"run": "live", "signal": "truncated", "size": 20, "seed": 7} | options
    return build_weekly_queue(store, **settings)


def test_most_of_it_is_what_the_signal_points_at_and_a_part_is_uniform(store, tmp_path):
    imported(store, tmp_path, lines(300))
    report = drawn(store)
    found = items(store, report.queue_id)
    assert (report.size, report.n_uniform) == (20, 6)
    slices = Counter((row.slice, row.is_truncated) for row in found)
    assert slices["targeted", True] == 14
    assert slices["targeted", False] == 0
    assert slices["uniform", True] + slices["uniform", False] == 6


def test_each_item_keeps_its_exact_probability(store, tmp_path):
    imported(store, tmp_path, lines(300))
    for row in items(store, drawn(store).queue_id):
        pointed = 14 / 30 if row.is_truncated else 0
        assert row.inclusion_probability == pytest.approx(6 / 300 + pointed)


def test_each_item_says_how_it_got_in(store, tmp_path):
    imported(store, tmp_path, lines(300))
    reasons = {(row.slice, row.reason) for row in items(store, drawn(store).queue_id)}
    assert reasons == {
        ("targeted", "a prompt that was cut"),
        ("uniform", "uniform slice"),
    }


def test_it_begins_where_the_signal_moved(store, tmp_path):
    imported(store, tmp_path, lines(200, 140, truncated=True))
    report = drawn(store, size=15)
    since = FIRST + timedelta(hours=140)
    found = items(store, report.queue_id)
    assert all(row.created_at.replace(tzinfo=UTC) >= since for row in found)
    assert sum(stratum.n_target for stratum in report.strata) == 60
    assert {row.reason for row in found} <= {
        "a prompt that was cut since 2026-03-08 04:00",
        "uniform slice since 2026-03-08 04:00",
    }
    assert queue_status(store, report.name).where["since"] == since.isoformat()


def test_a_window_given_is_the_one_that_is_drawn_from(store, tmp_path):
    imported(store, tmp_path, lines(200))
    since, until = FIRST + timedelta(hours=50), FIRST + timedelta(hours=110)
    report = drawn(store, size=8, since=since, until=until)
    assert sum(stratum.n_target for stratum in report.strata) == 60
    for row in items(store, report.queue_id):
        assert since <= row.created_at.replace(tzinfo=UTC) < until


def test_what_was_taken_out_of_a_queue_never_comes_back(store, tmp_path):
    imported(store, tmp_path, lines(100))
    first = drawn(store, size=10, n_uniform=0)
    gone = {row.trace_id for row in items(store, first.queue_id)}
    assert len(gone) == 10
    with store.writing() as connection:
        connection.execute(
            update(models.queue_items).values(removed_at=datetime(2026, 4, 1, tzinfo=UTC))
        )
    with pytest.raises(InputError, match="a prompt that was cut"):
        drawn(store, size=10)
    second = drawn(store, signal="flagged", judge="strict@2", size=90)
    assert gone.isdisjoint(row.trace_id for row in items(store, second.queue_id))
    assert second.size == 90
    assert any("10 traces" in notice for notice in second.notices)


def test_what_a_signal_cannot_give_comes_from_all_alike(store, tmp_path):
    imported(store, tmp_path, lines(100))
    report = drawn(store, size=30, n_uniform=3)
    found = items(store, report.queue_id)
    assert (report.size, report.n_uniform) == (30, 20)
    assert sum(row.is_truncated for row in found) == 10


def test_flags_are_divided_by_the_judge_that_gave_them(store, tmp_path):
    imported(store, tmp_path, lines(120))
    report = drawn(store, signal="flagged", judge="strict@2")
    assert {(s.evidence, s.verdict, s.n_target) for s in report.strata} == {
        ("a fail from the judge", "fail", 40),
        ("any", "pass", 80),
    }
    assert report.judge == "strict@2"


def test_a_mean_points_to_the_side_it_moved_to(store, tmp_path):
    imported(store, tmp_path, lines(200, 100, prompt_passages=["d1"]))
    report = drawn(store, signal="prompt_passages")
    assert report.strata[0].evidence.startswith("passages in the prompt below 2.3")


def test_thumbs_down_and_declined_are_filters_too(store, tmp_path):
    imported(store, tmp_path, lines(120))
    assert drawn(store, signal="thumbs_down").strata[0].n_target == 24
    assert drawn(store, signal="declined").strata[0].n_target == 30


def test_what_its_labels_correct_is_said(store, tmp_path):
    imported(store, tmp_path, lines(120))
    assert "correct the share of live" in drawn(store).notices[-1]
    of_a_window = drawn(store, size=8, since=FIRST + timedelta(hours=50))
    assert "correct no share of the run" in of_a_window.notices[-1]
    assert "--run live --since 2026-03-04T10:00" in of_a_window.notices[-1]
    assert "correct no share." in drawn(store, size=5, n_uniform=0).notices[-1]


def test_its_name_and_items_tell_the_annotator_nothing_of_the_signal(store, tmp_path):
    imported(store, tmp_path, lines(120))
    report = drawn(store, signal="flagged")
    assert report.name == "live-1"
    item = next_item(store, report.queue_id, "ada")
    assert item is not None
    assert "fail from the judge" not in repr(item)
    assert "uniform" not in repr(item)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"signal": "mood"}, "no signal 'mood'"),
        ({"signal": "top_score"}, "did not move"),
        ({"signal": "low_top_score"}, "threshold"),
        ({"size": 0}, "at least 1"),
        ({"n_uniform": 21}, "uniform"),
        ({"run": "dead"}, "Known: live"),
        ({"since": datetime(2030, 1, 1, tzinfo=UTC)}, "no trace with an answer"),
    ],
)
def test_what_cannot_be_drawn_is_wrong_input(store, tmp_path, options, said):
    imported(store, tmp_path, lines(100))
    with pytest.raises(InputError, match=said):
        drawn(store, **options)
