"""Signals over time: their levels counted by hand, a move found, and what is refused."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from db import models
from db.read_signals import Extent, SignalSum, SummedRow, read_by_order
from db.signal_values import Asked
from tests.services.planted import plant_label
from tests.services.signal_traces import FIRST, imported, line, lines
from workbench.domain.refusals import Refusal
from workbench.domain.signals import FACTS, Signal
from workbench.errors import InputError
from workbench.services.probing.import_answers import import_answers
from workbench.services.signals.make_windows import make_windows, slice_length, window_size
from workbench.services.signals.signal_results import LowScore
from workbench.services.signals.watch_signals import watch_signals


def by_name(result):
    return {series.signal: series for series in result.signals}


def test_every_level_is_the_one_counted_by_hand(store, tmp_path):
    traces = lines(120)
    imported(store, tmp_path, traces)
    result = watch_signals(store, "live", "strict@2")
    found = by_name(result)
    assert result.refusal is None
    assert result.n == 120
    scores = [trace["candidates"][0]["score"] for trace in traces]
    assert found["top_score"].value == pytest.approx(sum(scores) / 120)
    assert found["prompt_passages"].value == pytest.approx(2 + 40 / 120)
    assert found["truncated"].value == 12 / 120
    assert found["declined"].value == 30 / 120
    assert found["cited"].value == 90 / 120
    assert found["flagged"].value == 40 / 120
    assert found["rephrased"].value == 20 / 120
    assert (found["thumbs_down"].n, found["thumbs_down"].value) == (24, 1.0)
    for series in result.signals:
        assert sum(point.n for point in series.points) == series.n


def test_windows_hold_every_trace_once_and_in_order(store, tmp_path):
    imported(store, tmp_path, lines(130))
    result = watch_signals(store, "live")
    points = by_name(result)["truncated"].points
    assert (result.axis, result.n_windows, result.window_size) == ("time", 7, 20)
    assert [point.n for point in points] == [20] * 6 + [10]
    assert points[0].at == FIRST.isoformat()
    assert points[1].at == (FIRST + timedelta(hours=20)).isoformat()
    assert [point.first_trace for point in points] == [1, 21, 41, 61, 81, 101, 121]


def test_quiet_traces_name_no_signal(store, tmp_path):
    imported(store, tmp_path, lines(160))
    result = watch_signals(store, "live", "strict@2")
    assert result.n_moved == 0
    assert result.n_tested == 7
    assert result.sentence.startswith("Nothing moved")
    assert result.false_alarm_rate == 0.05
    assert "7 signals" in result.method


def test_a_release_that_cuts_prompts_is_found_where_it_began(store, tmp_path):
    imported(store, tmp_path, lines(200, 140, truncated=True))
    result = watch_signals(store, "live", "strict@2")
    move = by_name(result)["truncated"].move
    assert move is not None
    assert move.since == (FIRST + timedelta(hours=140)).isoformat()
    assert (move.n_before, move.n_after, move.after) == (140, 60, 1.0)
    assert move.before == pytest.approx(0.1)
    assert move.is_up
    assert [one.signal for one in result.signals if one.move] == ["truncated"]
    assert result.sentence == "1 of 7 signals moved: truncated prompts."
    sentence = by_name(result)["truncated"].sentence
    assert "rose by 90.0 points" in sentence
    assert "2026-03-08 04:00 UTC: from 10.0 % to 100.0 %" in sentence


def test_answers_to_gold_passages_are_no_part_of_all_runs(store, tmp_path):
    imported(store, tmp_path, lines(100))
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        "".join(
            json.dumps({"request_id": trace["request_id"], "answer": "At nine."}) + "\n"
            for trace in lines(30)
        ),
        encoding="utf-8",
    )
    probe_run = import_answers(store, "live", answers).probe_run
    assert watch_signals(store).n == watch_signals(store, "live").n == 100
    assert watch_signals(store, probe_run).n == 30


def test_slices_of_the_order_of_import_begin_at_whole_steps(store, tmp_path):
    imported(store, tmp_path, lines(8))
    with store.reading() as connection:
        ids = list(connection.scalars(select(models.traces.c.trace_id).order_by("trace_id")))
        run_ids = list(connection.scalars(select(models.runs.c.run_id)))
        slices = read_by_order(connection, Asked(run_ids, {}), ids[0], 3)
    assert ids == list(range(ids[0], ids[0] + 8))
    assert [(int(row.key), row.n) for row in slices] == [(0, 3), (1, 3), (2, 2)]


def test_a_mean_that_falls_is_found(store, tmp_path):
    imported(store, tmp_path, lines(200, 100, prompt_passages=["d1"]))
    result = watch_signals(store, "live")
    move = by_name(result)["prompt_passages"].move
    assert move is not None
    assert not move.is_up
    assert move.after == 1.0
    assert "fell by" in by_name(result)["prompt_passages"].sentence


def test_without_times_traces_stand_in_the_order_of_import_and_that_is_said(store, tmp_path):
    imported(
        store,
        tmp_path,
        [
            trace | {"created_at": None}
            for trace in lines(160, 80, answer="No idea: there is no information.")
        ],
    )
    result = watch_signals(store, "live")
    move = by_name(result)["declined"].move
    assert result.axis == "order"
    assert move is not None
    assert move.since is None
    assert move.starts == "trace 81"
    with store.reading() as connection:
        request = connection.scalar(
            select(models.traces.c.request_id).where(models.traces.c.trace_id == move.first_id)
        )
    assert request == "r-080"
    assert [warning.code for warning in result.warnings] == ["TIMES_MISSING"]


def test_traces_without_a_time_among_others_are_left_out_and_counted(store, tmp_path):
    traces = [
        trace | ({"created_at": None} if number < 15 else {})
        for number, trace in enumerate(lines(120))
    ]
    imported(store, tmp_path, traces)
    result = watch_signals(store, "live")
    assert (result.n, result.n_undated) == (105, 15)
    assert "15 of 120 traces" in result.warnings[0].message


def test_too_few_traces_are_a_refusal_with_levels_beside_it(store, tmp_path):
    imported(store, tmp_path, lines(50))
    result = watch_signals(store, "live")
    assert isinstance(result.refusal, Refusal)
    assert "takes 80" in result.refusal.reason
    assert result.n_tested == 0
    assert by_name(result)["truncated"].value == 0.1
    assert by_name(result)["truncated"].p_value is None


def test_traces_of_one_moment_have_no_before_and_after(store, tmp_path):
    imported(
        store, tmp_path, [trace | {"created_at": "2026-03-02T08:00:00Z"} for trace in lines(120)]
    )
    result = watch_signals(store, "live")
    assert result.refusal is not None
    assert "one moment" in result.refusal.reason
    assert "--by model" in result.refusal.next_step


def test_what_was_not_logged_has_a_reason_and_no_level(store, tmp_path):
    bare = [
        {
            "request_id": f"b-{n}",
            "query": "Why?",
            "created_at": (FIRST + timedelta(hours=n)).isoformat(),
        }
        for n in range(90)
    ]
    imported(store, tmp_path, bare)
    result = watch_signals(store, "default")
    assert [series.value for series in result.signals] == [None] * len(Signal)
    for series in result.signals:
        assert series.reason == FACTS[Signal(series.signal)].missing
        assert series.points == ()
    assert result.sentence == "No signal can be followed here."


def test_a_failed_endpoint_is_neither_declined_nor_flagged(store, tmp_path):
    traces = lines(120)
    traces += [
        line(
            n,
            answer=None,
            error="timeout",
            judge={"name": "strict", "version": "2", "verdict": "fail"},
        )
        for n in range(120, 140)
    ]
    imported(store, tmp_path, traces)
    found = by_name(watch_signals(store, "live", "strict@2"))
    assert (found["declined"].n, found["flagged"].n) == (120, 120)
    assert found["flagged"].value == 40 / 120


def test_the_low_score_is_the_median_of_labelled_misses(store, tmp_path):
    traces = lines(120)
    for number in range(10):
        traces[number]["candidates"] = [{"doc_id": "x1", "rank": 1, "score": 0.1 + number / 100}]
        traces[number]["prompt_passages"] = ["x1"]
    imported(store, tmp_path, traces)
    assert isinstance(watch_signals(store, "live").low_score, Refusal)
    with store.reading() as connection:
        t = models.traces.c
        ids = {row.request_id: row.trace_id for row in connection.execute(select(t))}
    for number in range(5):
        plant_label(store, ids[f"r-{number:03d}"], "wrong")
    plant_label(store, ids["r-100"], "correct")
    plant_label(store, ids["r-101"], "wrong", stage="generation")
    result = watch_signals(store, "live")
    assert result.low_score == LowScore(pytest.approx(0.12), 5, 2, 0)
    low = by_name(result)["low_top_score"]
    assert (low.n, low.value) == (120, 2 / 120)


def test_a_look_can_be_narrowed_to_fields_and_time(store, tmp_path):
    imported(store, tmp_path, lines(240, 120, model="m-large"))
    assert watch_signals(store, "live", where={"model": "m-large"}).n == 120
    since = FIRST + timedelta(hours=100)
    result = watch_signals(store, "live", since=since, until=since + timedelta(hours=90))
    assert (result.n, result.starts) == (90, "2026-03-06 12:00")
    with pytest.raises(InputError, match="no_such"):
        watch_signals(store, "live", where={"no_such": "x"})


def test_all_runs_together_are_one_stretch_of_time(store, tmp_path):
    imported(store, tmp_path, lines(60))
    later = [trace | {"run": "next"} for trace in lines(120)[60:]]
    imported(store, tmp_path, later)
    assert watch_signals(store).n == 120


def test_an_unknown_run_or_judge_is_named(store, tmp_path):
    with pytest.raises(InputError, match="no traces yet"):
        watch_signals(store)
    imported(store, tmp_path, lines(5))
    with pytest.raises(InputError, match="Known: live"):
        watch_signals(store, "dead")
    with pytest.raises(InputError, match="no judge"):
        watch_signals(store, "live", "mild@9")


def test_the_same_look_gives_the_same_numbers(store, tmp_path):
    imported(store, tmp_path, lines(160))
    assert watch_signals(store, "live") == watch_signals(store, "live")


@pytest.mark.parametrize(
    ("span", "n_characters"),
    [
        (timedelta(0), 19),
        (timedelta(hours=1), 19),
        (timedelta(days=3), 16),
        (timedelta(days=60), 13),
        (timedelta(days=400), 10),
    ],
)
def test_slices_grow_with_the_stretch_of_time(span, n_characters):
    first = datetime(2026, 1, 1, tzinfo=UTC)
    assert slice_length(Extent(10, 10, first, first + span, 1, 10)) == n_characters


def test_windows_grow_with_the_number_of_traces():
    assert [window_size(n) for n in (10, 800, 801, 100_000)] == [20, 20, 21, 2500]


def test_a_short_rest_joins_the_last_window_and_no_slice_is_split():
    nothing = dict.fromkeys(Signal, SignalSum(0, 0.0, 0.0))
    rows = [SummedRow(key, n, nothing) for key, n in enumerate([15, 15, 20, 7, 2])]
    windows = make_windows(rows, 20)
    assert [(window.first_key, window.last_key, window.n) for window in windows] == [
        (0, 1, 30),
        (2, 4, 29),
    ]
    assert make_windows([], 20) == ()
