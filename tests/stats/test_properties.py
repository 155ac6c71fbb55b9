"""What must hold for any counts: symmetry, order, range, and sums, across the estimators."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from workbench.errors import StatisticsError
from workbench.stats.begg_greenes import accuracy_points, begg_greenes
from workbench.stats.bias import judge_bias_uniform
from workbench.stats.buckets import bucket_shares_transported
from workbench.stats.buckets_by_cell import CellStratum, bucket_shares_by_cell
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Estimate, Interval
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_clopper,
    post_stratified_guarded,
    post_stratified_items,
    rogan_gladen,
    rogan_gladen_by_verdict,
)

ESTIMATORS = (post_stratified, post_stratified_guarded, post_stratified_clopper)
BUCKETS = ("retrieval_miss", "packed_out", "generation_error", "evaluation_error", "correct")

cell = st.integers(0, 80)
tables = st.builds(ConfusionCounts, tp=cell, fn=cell, fp=cell, tn=cell)
full_tables = tables.filter(lambda counts: min(counts.tp, counts.fn, counts.fp, counts.tn) > 0)


@st.composite
def two_strata(draw: st.DrawFn) -> list[Stratum]:
    strata = []
    for _ in range(2):
        n_target = draw(st.integers(2, 3_000))
        n_labelled = draw(st.integers(1, min(n_target // 2, 100)))
        strata.append(Stratum(n_target, n_labelled, draw(st.integers(0, n_labelled))))
    return strata


def classes_exchanged(counts: ConfusionCounts) -> ConfusionCounts:
    """The same labels where "positive" means a pass."""
    return ConfusionCounts(tp=counts.tn, fn=counts.fp, fp=counts.fn, tn=counts.tp)


@settings(deadline=None, max_examples=200)
@given(tables, st.integers(1, 3_000), st.data())
def test_counting_passes_mirrors_rogan_gladen_and_its_refusals(
    counts: ConfusionCounts, n_judged: int, data: st.DataObject
) -> None:
    n_flagged = data.draw(st.integers(0, n_judged))

    def answer(n: int, given_counts: ConfusionCounts) -> Estimate | type[StatisticsError]:
        try:
            return rogan_gladen(n, n_judged, given_counts)
        except StatisticsError as refusal:
            return type(refusal)

    failing = answer(n_flagged, counts)
    passing = answer(n_judged - n_flagged, classes_exchanged(counts))
    if not isinstance(failing, Estimate) or not isinstance(passing, Estimate):
        assert failing == passing
        return
    assert passing.estimate == pytest.approx(1 - failing.estimate, abs=1e-9)
    assert passing.interval == pytest.approx((1 - failing.high, 1 - failing.low), abs=1e-9)


@given(full_tables, st.integers(0, 2_000), st.integers(0, 2_000))
def test_counting_passes_exchanges_the_judges_rates(
    counts: ConfusionCounts, more_flagged: int, more_passed: int
) -> None:
    n_flagged, n_passed = counts.n_flagged + more_flagged, counts.n_unflagged + more_passed
    one = accuracy_points(n_flagged, n_passed, counts)
    other = accuracy_points(n_passed, n_flagged, classes_exchanged(counts))
    assert other.sensitivity == pytest.approx(1 - one.false_positive_rate, abs=1e-12)
    assert other.false_positive_rate == pytest.approx(1 - one.sensitivity, abs=1e-12)


@given(full_tables)
def test_counting_passes_turns_the_bias_round(counts: ConfusionCounts) -> None:
    one, other = judge_bias_uniform(counts), judge_bias_uniform(classes_exchanged(counts))
    words = {
        "too_pessimistic": "too_lenient",
        "too_lenient": "too_pessimistic",
        "no_clear_bias": "no_clear_bias",
    }
    assert other.difference == pytest.approx(-one.difference, abs=1e-12)
    assert other.p_value == pytest.approx(one.p_value, abs=1e-12)
    assert other.reading == words[one.reading]


@given(two_strata())
def test_a_judge_with_its_words_exchanged_corrects_alike(strata: list[Stratum]) -> None:
    # Flagged and passed are only names of strata: a judge that is always wrong is as useful.
    for estimator in ESTIMATORS:
        one, other = estimator(strata), estimator([strata[1], strata[0]])
        assert other.estimate == pytest.approx(one.estimate, abs=1e-12)
        assert other.interval == pytest.approx(one.interval, abs=1e-12)


@settings(deadline=None)
@given(two_strata(), st.integers(0, 1))
def test_one_more_failure_among_the_labels_lowers_no_limit(
    strata: list[Stratum], place: int
) -> None:
    item = strata[place]
    assume(item.n_failed < item.n_labelled)
    more = list(strata)
    more[place] = Stratum(item.n_target, item.n_labelled, item.n_failed + 1)
    for estimator in ESTIMATORS:
        before, after = estimator(strata), estimator(more)
        assert after.estimate > before.estimate
        assert after.low >= before.low - 1e-12
        assert after.high >= before.high - 1e-12


@settings(deadline=None)
@given(two_strata())
def test_twice_the_labels_at_the_same_rates_narrow_the_interval(strata: list[Stratum]) -> None:
    twice = [Stratum(item.n_target, 2 * item.n_labelled, 2 * item.n_failed) for item in strata]
    for estimator in (*ESTIMATORS, post_stratified_items):
        few, many = estimator(strata), estimator(twice)
        assert many.estimate == pytest.approx(few.estimate, abs=1e-12)
        assert many.high - many.low <= few.high - few.low + 1e-12


@settings(deadline=None)
@given(two_strata(), st.floats(0.5, 0.98))
def test_a_higher_level_gives_a_wider_interval(strata: list[Stratum], confidence: float) -> None:
    for estimator in (*ESTIMATORS, post_stratified_items):
        narrow, wide = estimator(strata, confidence), estimator(strata, confidence + 0.01)
        assert wide.low <= narrow.low + 1e-12
        assert wide.high >= narrow.high - 1e-12


@settings(deadline=None, max_examples=30)
@given(full_tables, st.integers(1, 2_000), st.integers(0, 2_000), st.integers(0, 2_000))
def test_draws_stay_in_range_and_hold_their_points(
    counts: ConfusionCounts, n_judged: int, more_flagged: int, more_passed: int
) -> None:
    sizes = counts.n_flagged + more_flagged, counts.n_unflagged + more_passed
    found = begg_greenes(*sizes, counts, np.random.default_rng(1), n_draws=200)
    for rate in (found.sensitivity, found.false_positive_rate):
        assert 0 <= rate.low <= rate.estimate <= rate.high <= 1
    assert -1 <= found.youden.low <= found.youden.high <= 1
    try:
        moved = rogan_gladen_by_verdict(
            n_judged // 3, n_judged, *sizes, counts, np.random.default_rng(1), n_draws=200
        )
    except StatisticsError:
        return
    assert 0 <= moved.low <= moved.estimate <= moved.high <= 1


@st.composite
def cell_strata(draw: st.DrawFn) -> list[CellStratum]:
    strata = []
    for number in range(draw(st.integers(1, 5))):
        counts = draw(st.lists(st.integers(0, 12), min_size=5, max_size=5).filter(sum))
        n_target = sum(counts) + draw(st.integers(0, 500))
        named = dict(zip(BUCKETS, counts, strict=True))
        strata.append(CellStratum(f"stratum {number}", n_target, named, frozenset(BUCKETS)))
    return strata


@settings(deadline=None)
@given(cell_strata())
def test_rows_of_many_buckets_add_up(strata: list[CellStratum]) -> None:
    table = bucket_shares_by_cell(strata, BUCKETS)
    shares = {row.bucket: row.estimate or 0.0 for row in table.rows}
    assert sum(shares.values()) == pytest.approx(1, abs=1e-12)
    assert table.total.estimate == pytest.approx(
        sum(shares[name] for name in BUCKETS[:3]), abs=1e-12
    )
    assert all(0 <= row.interval.low <= row.interval.high <= 1 for row in table.rows)


@given(
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(0, 1),
    st.lists(st.floats(0, 50), min_size=3, max_size=3).filter(lambda counts: sum(counts) > 0.01),
)
def test_transported_rows_add_up(
    share: float, down: float, up: float, failures: list[float]
) -> None:
    total = Estimate(
        share, Interval(share * down, min(1.0, share + (1 - share) * up)), "elsewhere", 100
    )
    table = bucket_shares_transported(total, dict(zip(BUCKETS[:3], failures, strict=True)))
    assert sum(row.estimate or 0.0 for row in table.rows) == pytest.approx(1, abs=1e-12)
    for row in table.rows:
        assert row.estimate is not None
        assert 0 <= row.interval.low <= row.estimate + 1e-12
        assert row.estimate - 1e-12 <= row.interval.high <= 1
