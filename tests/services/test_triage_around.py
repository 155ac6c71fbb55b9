"""The triage before a move and since: counted on both sides, and which bucket grew."""

from tests.services.signal_traces import imported, lines
from workbench.services.signals.triage_around import triage_around
from workbench.services.signals.watch_signals import watch_signals


def move_of(store, signal):
    found = watch_signals(store, "live", "strict@2")
    return next(one.move for one in found.signals if one.signal == signal)


FAILED = {"name": "strict", "version": "2", "verdict": "fail"}


def test_the_bucket_that_grew_is_named_with_its_limits(store, tmp_path):
    lost = {"prompt_passages": ["d3"], "judge": FAILED}
    imported(store, tmp_path, lines(200, 120, **lost))
    found = triage_around(store, move_of(store, "prompt_passages"), "live", "strict@2")
    rows = {row.bucket: row for row in found.buckets}
    assert (found.n_before, found.n_since) == (120, 80)
    assert (rows["packed_out"].n_before, rows["packed_out"].n_since) == (0, 80)
    assert rows["generation_error"].n_before == 40
    assert rows["packed_out"].difference.low > 0.9
    assert found.sentence.startswith("What grew most is packed out: from 0.0 % to 100.0 %")


def test_shares_on_each_side_add_up_to_one(store, tmp_path):
    imported(store, tmp_path, lines(200, 120, truncated=True))
    found = triage_around(store, move_of(store, "truncated"), "live", "strict@2")
    assert sum(row.before for row in found.buckets) == 1
    assert sum(row.since for row in found.buckets) == 1
    assert "No failing bucket grew beyond chance" in found.sentence


def test_the_order_of_import_divides_traces_without_times_too(store, tmp_path):
    traces = [one | {"created_at": None} for one in lines(200, 120, truncated=True, judge=FAILED)]
    imported(store, tmp_path, traces)
    found = triage_around(store, move_of(store, "truncated"), "live", "strict@2")
    assert (found.n_before, found.n_since) == (120, 80)
    assert found.starts == "trace 121"


def test_traces_without_gold_or_verdict_are_counted_outside(store, tmp_path):
    imported(store, tmp_path, lines(200, 120, truncated=True, gold_passages=None, judge=None))
    found = triage_around(store, move_of(store, "truncated"), "live", "strict@2")
    assert (found.n_before, found.outside_since) == (120, 80)
    assert found.buckets == ()
    assert "No bucket can be told" in found.sentence
