"""Labels of a queue from a signal: what they correct, by weight, and what they are no part of."""

from datetime import timedelta
from statistics import fmean

import pytest
from sqlalchemy import delete, select

from db import models
from tests.services.planted import plant_label
from tests.services.signal_traces import FIRST, imported, line, lines
from workbench.domain.trace_window import with_window
from workbench.domain.vocabulary import Design
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.weekly_queue import build_weekly_queue
from workbench.services.results import Estimate, Refusal
from workbench.services.triage.triage_traces import triage_traces

N = 400
MIDDLE = FIRST + timedelta(hours=N // 2)


def fails(number):
    """Four of five cut prompts fail, and one of eighteen others."""
    return number % 50 != 0 if number % 10 == 0 else number % 20 == 7


TRUE_SHARE = sum(map(fails, range(N))) / N


def label(store, queue_id):
    """Label every item of a queue as it is; gives what was found, by verdict."""
    item, t, v = models.queue_items.c, models.traces.c, models.judge_verdicts.c
    found = {"fail": [], "pass": []}
    with store.reading() as connection:
        rows = connection.execute(
            select(item.trace_id, t.request_id, v.verdict)
            .join(models.traces, t.trace_id == item.trace_id)
            .join(models.judge_verdicts, v.trace_id == item.trace_id)
            .where(item.queue_id == queue_id)
        ).all()
    for trace_id, request_id, verdict in rows:
        is_failing = fails(int(request_id.removeprefix("r-")))
        plant_label(store, trace_id, "wrong" if is_failing else "correct", queue_id=queue_id)
        found[verdict].append(is_failing)
    return found


def drawn(store, **options):
    settings = {"run": "live", "signal": "truncated", "size": 60, "n_uniform": 30, "seed": 7}
    return build_weekly_queue(store, **settings | options).queue_id


def corrected(store, **where):
    return correct_prevalence(store, "live", "strict@2", where=where)


def test_the_weighted_share_is_right_where_the_plain_one_is_not(sqlite_store, tmp_path):
    imported(sqlite_store, tmp_path, lines(N))
    weighted, plain = [], []
    for seed in range(10):
        found = label(sqlite_store, drawn(sqlite_store, seed=seed))
        table = corrected(sqlite_store)
        assert table.design is Design.QUEUE
        assert isinstance(table.corrected, Estimate)
        assert "weighted by its inclusion probability" in table.corrected.assumption
        weighted.append(table.corrected.estimate)
        plain.append(fmean(found["fail"]) / 3 + fmean(found["pass"]) * 2 / 3)
        with sqlite_store.writing() as connection:
            connection.execute(delete(models.human_entries))
    assert fmean(weighted) == pytest.approx(TRUE_SHARE, abs=0.03)
    assert fmean(plain) > TRUE_SHARE + 0.15


def test_whatever_judge_is_read_the_labels_count(store, tmp_path):
    imported(store, tmp_path, lines(N))
    label(store, drawn(store, signal="flagged", judge="strict@2"))
    card = calibrate_judge(store, "strict@2", "live")
    assert card.design is Design.QUEUE
    assert isinstance(card.sensitivity, Estimate)
    assert isinstance(card.corrected_prevalence, Estimate)
    assert card.corrected_prevalence.low < TRUE_SHARE < card.corrected_prevalence.high


def test_labels_of_a_window_correct_the_window_and_not_the_run(store, tmp_path):
    imported(store, tmp_path, lines(N))
    label(store, drawn(store, since=MIDDLE))
    refused = corrected(store).corrected
    assert isinstance(refused, Refusal)
    assert refused.code == "DESIGN_UNKNOWN"
    assert "since 2026-03-10 16:00" in refused.reason
    assert "workbench triage --run live --since 2026-03-10T16:00" in refused.next_step
    table = corrected(store, since=MIDDLE.isoformat())
    assert table.n == N // 2
    assert isinstance(table.corrected, Estimate)
    assert table.corrected.low < TRUE_SHARE < table.corrected.high
    part = corrected(store, since="2026-03-12", until="2026-03-16")
    assert isinstance(part.corrected, Estimate)
    assert isinstance(corrected(store, since="2026-03-09").corrected, Refusal)


def test_beside_labels_of_the_whole_run_those_of_a_window_are_findings(store, tmp_path):
    imported(store, tmp_path, lines(N))
    plain = build_queue(store, run="live", judge="strict@2", size=50, seed=3)
    label(store, plain.queue_id)
    alone = corrected(store).corrected
    windowed = drawn(store, since=MIDDLE, size=20, n_uniform=8)
    with store.writing() as connection:
        # One label a trace and queue: what the plain queue holds already is not labelled twice.
        item = models.queue_items.c
        held = select(item.trace_id).where(item.queue_id == plain.queue_id).scalar_subquery()
        connection.execute(
            delete(models.queue_items).where(item.queue_id == windowed, item.trace_id.in_(held))
        )
    label(store, windowed)
    both = corrected(store)
    assert both.corrected == alone
    assert "FINDINGS_ONLY" in {warning.code for warning in both.warnings}
    within = corrected(store, since=MIDDLE.isoformat())
    assert "FINDINGS_ONLY" not in {warning.code for warning in within.warnings}
    assert within.counts.n > 20


def test_without_a_uniform_part_the_labels_correct_nothing(sqlite_store, tmp_path):
    imported(sqlite_store, tmp_path, lines(N))
    label(sqlite_store, drawn(sqlite_store, size=30, n_uniform=0))
    refused = corrected(sqlite_store).corrected
    assert isinstance(refused, Refusal)
    assert "what it points at alone" in refused.reason


def test_a_run_that_grew_since_is_not_what_was_drawn_from(sqlite_store, tmp_path):
    imported(sqlite_store, tmp_path, lines(N))
    label(sqlite_store, drawn(sqlite_store))
    imported(sqlite_store, tmp_path, [line(n) for n in range(N, N + 20)])
    grown = corrected(sqlite_store)
    assert isinstance(grown.corrected, Estimate)
    assert "20 of 420 traces" in next(
        one.message for one in grown.warnings if one.code == "QUESTIONS_DIFFER"
    )
    imported(sqlite_store, tmp_path, [line(n) for n in range(N + 20, N + 60)])
    refused = corrected(sqlite_store).corrected
    assert isinstance(refused, Refusal)
    assert "400 of 460" in refused.reason


def test_a_triage_of_a_window_counts_its_traces_and_says_which_have_no_time(store, tmp_path):
    traces = lines(100) + [line(n, created_at=None) for n in range(100, 107)]
    imported(store, tmp_path, traces)
    where = with_window({}, FIRST + timedelta(hours=40), FIRST + timedelta(hours=70))
    result = triage_traces(store, "live", "strict@2", where)
    assert result.n == 30
    assert sum(bucket.n for bucket in result.buckets) == 30
    (said,) = [one.message for one in result.warnings if one.code == "TIMES_MISSING"]
    assert said.startswith("7 traces do not say when they ran")
    assert "before 2026-03-05 06:00" in said
    table = correct_prevalence(store, "live", "strict@2", where=where)
    assert table.n == 30
    assert said in {one.message for one in table.warnings}
    assert "TIMES_MISSING" not in {one.code for one in triage_traces(store, "live").warnings}
