"""The triage table with the judge's errors taken out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels
from workbench.stats.buckets import (
    BucketStratum,
    BucketTable,
    VerdictGroup,
    bucket_shares,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
    bucket_shares_jointly,
    bucket_shares_transported,
)
from workbench.stats.interval import jeffreys_interval
from workbench.stats.judge_accuracy import ConfusionCounts
from workbench.stats.prevalence import Stratum, post_stratified, rogan_gladen

STAGES = ("coverage_gap", "retrieval_miss", "packed_out", "generation_error")
NAMES = ("retrieval_miss", "generation_error", "evaluation_error", "correct")


@st.composite
def labelled_strata(draw: st.DrawFn) -> list[BucketStratum]:
    strata = []
    for stage in STAGES[: draw(st.integers(1, 4))]:
        for flagged in (True, False):
            n_target = draw(st.integers(1, 800))
            n_labelled = draw(st.integers(1, min(60, n_target)))
            n_failed = draw(st.integers(0, n_labelled))
            strata.append(BucketStratum(stage, flagged, n_target, n_labelled, n_failed))
    return strata


@st.composite
def verdict_groups(draw: st.DrawFn) -> list[VerdictGroup]:
    groups = []
    for _ in range(draw(st.integers(1, 3))):
        counts = {name: draw(st.integers(0, 30)) for name in NAMES}
        counts["correct"] += 1
        groups.append(VerdictGroup(sum(counts.values()) + draw(st.integers(0, 500)), counts))
    return groups


def total_of_points(table: BucketTable) -> float:
    return sum(row.estimate for row in table.rows if row.estimate is not None)


def rng() -> np.random.Generator:
    return np.random.default_rng(9)


EXAMPLE = [
    BucketStratum("retrieval_miss", True, 200, 20, 16),
    BucketStratum("retrieval_miss", False, 100, 20, 4),
    BucketStratum("generation_error", True, 100, 20, 10),
    BucketStratum("generation_error", False, 600, 20, 0),
]


def test_rows_by_hand() -> None:
    # Retrieval .2 (.8) + .1 (.2) = .18; generation .1 (.5) + 0 = .05;
    # evaluation error .2 (.2) + .1 (.5) = .09; correct .1 (.8) + .6 (1) = .68.
    table = bucket_shares(EXAMPLE)
    assert [row.bucket for row in table.rows] == [
        "retrieval_miss",
        "generation_error",
        "evaluation_error",
        "correct",
    ]
    assert [row.estimate for row in table.rows] == pytest.approx([0.18, 0.05, 0.09, 0.68])
    assert [row.n_labels for row in table.rows] == [40, 40, 40, 40]
    assert table.total.estimate == pytest.approx(0.23)
    assert not table.joint


def test_generation_interval_by_hand() -> None:
    # Rates enter as (0, 0, .5, 0): only two strata move, and four strata give the symmetric mix
    # term z^2 (.1 * .25 - .05^2) / 1000.
    interval = next(
        r for r in bucket_shares(EXAMPLE).rows if r.bucket == "generation_error"
    ).interval
    mix = 1.959963984540054**2 * (0.1 * 0.25 - 0.05**2) / 1000
    low, high = jeffreys_interval(10, 20)
    clean_high = jeffreys_interval(0, 20).high
    assert interval.low == pytest.approx(0.05 - ((0.1 * (0.5 - low)) ** 2 + mix) ** 0.5)
    up = (0.1 * (high - 0.5)) ** 2 + (0.6 * clean_high) ** 2 + mix
    assert interval.high == pytest.approx(0.05 + up**0.5)


@settings(deadline=None)
@given(labelled_strata())
def test_rows_add_up_to_one_and_stages_to_the_failing_share(strata: list[BucketStratum]) -> None:
    table = bucket_shares(strata)
    assert total_of_points(table) == pytest.approx(1, abs=1e-12)
    stages = sum(row.estimate or 0.0 for row in table.rows[:-2])
    assert stages == pytest.approx(table.total.estimate, abs=1e-12)
    for entry in table.rows:
        assert entry.estimate is not None
        low, high = entry.interval
        assert 0 <= low <= entry.estimate + 1e-12
        assert entry.estimate - 1e-12 <= high <= 1


@settings(deadline=None)
@given(labelled_strata())
def test_failing_share_is_the_post_stratified_one(strata: list[BucketStratum]) -> None:
    total = bucket_shares(strata).total
    direct = post_stratified([Stratum(s.n_target, s.n_labelled, s.n_failed) for s in strata])
    assert total.estimate == pytest.approx(direct.estimate, abs=1e-12)
    assert total.interval == pytest.approx(direct.interval, abs=1e-12)


@settings(deadline=None)
@given(labelled_strata())
def test_joint_rows_contain_the_single_ones(strata: list[BucketStratum]) -> None:
    single, joint = bucket_shares(strata), bucket_shares_jointly(strata)
    assert joint.joint
    assert joint.total == single.total
    for wide, narrow in zip(joint.rows, single.rows, strict=True):
        assert wide.estimate == narrow.estimate
        assert wide.interval.low <= narrow.interval.low
        assert wide.interval.high >= narrow.interval.high


def test_perfect_judge_leaves_the_table_as_it_was() -> None:
    strata = [
        BucketStratum("retrieval_miss", True, 50, 50, 50),
        BucketStratum("retrieval_miss", False, 10, 10, 0),
        BucketStratum("generation_error", True, 40, 40, 40),
        BucketStratum("generation_error", False, 100, 100, 0),
    ]
    shares = [row.estimate for row in bucket_shares(strata).rows]
    assert shares == pytest.approx([0.25, 0.2, 0.0, 0.55])


def test_unlabelled_stratum_refuses_only_the_rows_that_need_it() -> None:
    strata = [*EXAMPLE, BucketStratum("packed_out", True, 50, 0, 0)]
    rows = {row.bucket: row for row in bucket_shares(strata).rows}
    assert rows["packed_out"].estimate is None
    assert rows["packed_out"].reason == (
        "STRATUM_UNLABELLED: packed_out, flagged: 0 of 50 labelled"
    )
    assert rows["packed_out"].interval.low == 0
    assert rows["packed_out"].interval.high > 50 / 1050
    assert rows["evaluation_error"].estimate is None
    assert rows["retrieval_miss"].estimate == pytest.approx(180 / 1050)
    assert rows["correct"].estimate == pytest.approx(680 / 1050)
    assert bucket_shares(strata).total.estimate is None


def test_items_without_a_verdict_are_a_stratum_of_their_own() -> None:
    strata = [*EXAMPLE, BucketStratum("retrieval_miss", None, 100, 10, 5)]
    rows = {row.bucket: row.estimate for row in bucket_shares(strata).rows}
    assert rows["retrieval_miss"] == pytest.approx((180 + 50) / 1100)
    assert rows["correct"] == pytest.approx((680 + 50) / 1100)
    assert rows["evaluation_error"] == pytest.approx(90 / 1100)


def test_stage_that_never_occurs_has_an_upper_limit() -> None:
    strata = [*EXAMPLE, BucketStratum("packed_out", True, 0, 0, 0)]
    rows = {row.bucket: row for row in bucket_shares(strata).rows}
    assert rows["packed_out"].estimate == 0
    assert rows["packed_out"].interval == jeffreys_interval(0, 1000)


def test_empty_target_set_is_refused() -> None:
    with pytest.raises(NotEnoughLabels):
        bucket_shares([])
    with pytest.raises(NotEnoughLabels):
        bucket_shares_by_verdict([], NAMES, rng())


def test_shares_by_verdict_by_hand() -> None:
    # Flagged 100: 12 of 20 generation, 8 of 20 evaluation error. Passed 300: 1 of 20 retrieval.
    table = bucket_shares_by_verdict(
        [
            VerdictGroup(100, {"generation_error": 12, "evaluation_error": 8}),
            VerdictGroup(300, {"retrieval_miss": 1, "correct": 19}),
        ],
        NAMES,
        rng(),
    )
    points = [row.estimate for row in table.rows]
    assert points == pytest.approx([0.75 * 0.05, 0.25 * 0.6, 0.25 * 0.4, 0.75 * 0.95])
    assert table.total.estimate == pytest.approx(0.1875)
    assert [row.n_labels for row in table.rows] == [1, 12, 8, 19]


@settings(deadline=None, max_examples=40)
@given(verdict_groups())
def test_rows_by_verdict_add_up_and_hold_their_points(groups: list[VerdictGroup]) -> None:
    table = bucket_shares_by_verdict(groups, NAMES, rng(), n_draws=4000)
    assert total_of_points(table) == pytest.approx(1, abs=1e-12)
    for entry in table.rows:
        assert 0 <= entry.interval.low <= entry.interval.high <= 1
        assert entry.estimate is not None
        if entry.n_labels == 0:
            assert entry.interval.low == 0


def test_two_buckets_and_one_verdict_are_the_jeffreys_interval() -> None:
    group = VerdictGroup(10**9, {"a": 7, "b": 13})
    table = bucket_shares_by_verdict([group], ("a", "b"), rng(), n_draws=200_000)
    assert table.rows[0].interval == pytest.approx(jeffreys_interval(7, 20), abs=0.003)


def test_joint_rows_by_verdict_are_wider() -> None:
    groups = [VerdictGroup(400, dict.fromkeys(NAMES, 10))]
    single = bucket_shares_by_verdict(groups, NAMES, rng())
    joint = bucket_shares_by_verdict_jointly(groups, NAMES, rng())
    for wide, narrow in zip(joint.rows, single.rows, strict=True):
        assert wide.interval.low < narrow.interval.low
        assert wide.interval.high > narrow.interval.high


def test_unlabelled_verdict_is_refused() -> None:
    groups = [VerdictGroup(100, {"correct": 5}), VerdictGroup(300, {})]
    with pytest.raises(NotEnoughLabels, match="300 items of verdict group 2"):
        bucket_shares_by_verdict(groups, NAMES, rng())


def test_bucket_outside_the_list_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="reranked_out"):
        bucket_shares_by_verdict([VerdictGroup(10, {"reranked_out": 1})], NAMES, rng())


def test_transported_rows_are_the_total_times_the_stage_mix() -> None:
    # Corrected (.275 - .1) / (.9 - .1) = .21875; mix 18, 6, 4, 12 of 40.
    total = rogan_gladen(231, 840, ConfusionCounts(tp=36, fn=4, fp=12, tn=108))
    mix = {"retrieval": 18, "rerank": 6, "prompt": 4, "generation": 12}
    table = bucket_shares_transported(total, mix)
    points = [row.estimate for row in table.rows]
    assert points == pytest.approx([0.0984, 0.0328, 0.0219, 0.0656, 0.7812], abs=1e-4)
    assert total_of_points(table) == pytest.approx(1, abs=1e-12)
    assert "40 labelled failures" in table.assumption
    assert "every stage alike" in table.assumption
    relative = {
        row.bucket: (row.interval.high - row.interval.low) / (row.estimate or 1.0)
        for row in table.rows
    }
    assert max(relative, key=relative.__getitem__) == "prompt"
    assert all(0 <= row.interval.low <= row.interval.high <= 1 for row in table.rows)


def test_single_stage_keeps_the_upper_limit_of_the_total() -> None:
    total = rogan_gladen(231, 840, ConfusionCounts(tp=36, fn=4, fp=12, tn=108))
    only = bucket_shares_transported(total, {"retrieval": 40}).rows[0]
    assert only.interval.high == pytest.approx(total.high)
    assert only.interval.low <= total.low


def test_mix_without_failures_is_refused() -> None:
    total = rogan_gladen(231, 840, ConfusionCounts(tp=36, fn=4, fp=12, tn=108))
    with pytest.raises(NotEnoughLabels, match="0 labelled failures"):
        bucket_shares_transported(total, {"retrieval": 0})


@pytest.mark.slow
def test_transported_rows_cover_their_true_shares() -> None:
    # Judge (.9, .1); labels by truth, 40 failing of 160; target 840 items, 20 % failing.
    rng, n_runs = np.random.default_rng(3), 1500
    shares = np.array([0.45, 0.15, 0.10, 0.30])
    covered = np.zeros(4)
    for _ in range(n_runs):
        tp, fp = int(rng.binomial(40, 0.9)), int(rng.binomial(120, 0.1))
        flagged = int(rng.binomial(840, 0.2 * 0.9 + 0.8 * 0.1))
        mix = rng.multinomial(40, shares)
        total = rogan_gladen(flagged, 840, ConfusionCounts(tp, 40 - tp, fp, 120 - fp))
        rows = bucket_shares_transported(
            total, dict(zip("abcd", (int(n) for n in mix), strict=True))
        ).rows
        for place in range(4):
            low, high = rows[place].interval
            covered[place] += low <= 0.2 * shares[place] <= high
    # 95 % less three standard errors of 1,500 runs.
    assert (covered / n_runs >= 0.933).all()


def test_rows_say_what_their_labels_are_worth() -> None:
    strata = [
        BucketStratum("retrieval_miss", True, 100, 20, 15, 8.0),
        BucketStratum("retrieval_miss", False, 300, 30, 3),
        BucketStratum("generation_error", True, 50, 10, 5),
    ]
    rows = {row.bucket: row for row in bucket_shares(strata).rows}
    assert rows["retrieval_miss"].n_effective == pytest.approx(38)
    assert rows["retrieval_miss"].design_effect == pytest.approx(50 / 38)
    assert rows["generation_error"].n_effective is None
    assert rows["generation_error"].design_effect == 1
