"""The table by cells is the table by stage and verdict, and more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels
from workbench.stats.buckets import BucketStratum, bucket_shares, bucket_shares_jointly
from workbench.stats.buckets_by_cell import (
    CellStratum,
    bucket_shares_by_cell,
    bucket_shares_by_cell_clopper,
    bucket_shares_by_cell_items,
    bucket_shares_by_cell_jointly,
)
from workbench.stats.prevalence import (
    Stratum,
    post_stratified,
    post_stratified_clopper,
    post_stratified_items,
)

STAGES = ("coverage_gap", "retrieval_miss", "generation_error")
BUCKETS = (*STAGES, "evaluation_error", "correct")


@st.composite
def counted(draw: st.DrawFn) -> tuple[int, int, int]:
    n_target = draw(st.integers(1, 400))
    n_labelled = draw(st.integers(0, min(n_target, 40)))
    return n_target, n_labelled, draw(st.integers(0, n_labelled))


def as_cell(
    stage: str, flagged: bool, n_target: int, n_labelled: int, n_failed: int
) -> CellStratum:
    right = "evaluation_error" if flagged else "correct"
    counts = {stage: n_failed, right: n_labelled - n_failed}
    name = f"{stage}, {'flagged' if flagged else 'passed'}"
    return CellStratum(name, n_target, counts, frozenset({stage, right}))


@given(st.lists(counted(), min_size=6, max_size=6))
def test_two_buckets_a_stratum_give_the_table_by_stage_and_verdict(
    counts: list[tuple[int, int, int]],
) -> None:
    keys = [(stage, flagged) for stage in STAGES for flagged in (True, False)]
    plain = [BucketStratum(*key, *count) for key, count in zip(keys, counts, strict=True)]
    cells = [as_cell(*key, *count) for key, count in zip(keys, counts, strict=True)]
    for expected, given_table in (
        (bucket_shares(plain), bucket_shares_by_cell(cells, BUCKETS)),
        (bucket_shares_jointly(plain), bucket_shares_by_cell_jointly(cells, BUCKETS)),
    ):
        for row, twin in zip(
            (*expected.rows, expected.total), (*given_table.rows, given_table.total), strict=True
        ):
            assert twin.bucket == row.bucket
            assert twin.reason == row.reason
            assert twin.n_labels == row.n_labels
            assert twin.estimate == pytest.approx(row.estimate, abs=1e-12)
            assert twin.interval == pytest.approx(row.interval, abs=1e-12)


@given(st.lists(counted().filter(lambda c: c[1] > 0), min_size=6, max_size=6))
def test_total_is_the_post_stratified_share(counts: list[tuple[int, int, int]]) -> None:
    keys = [(stage, flagged) for stage in STAGES for flagged in (True, False)]
    cells = [as_cell(*key, *count) for key, count in zip(keys, counts, strict=True)]
    strata = [Stratum(*count) for count in counts]
    for table, share in (
        (bucket_shares_by_cell(cells, BUCKETS), post_stratified(strata)),
        (bucket_shares_by_cell_items(cells, BUCKETS), post_stratified_items(strata)),
        (bucket_shares_by_cell_clopper(cells, BUCKETS), post_stratified_clopper(strata)),
    ):
        assert table.total.estimate == pytest.approx(share.estimate, abs=1e-12)
        assert table.total.interval == pytest.approx(share.interval, abs=1e-12)
        assert sum(row.estimate or 0 for row in table.rows) == pytest.approx(1, abs=1e-12)


def test_a_bucket_that_nobody_expected_counts_where_it_was_seen() -> None:
    # 10 of 20 labelled: 3 retrieval, 1 generation although ids say retrieval, 6 right.
    stratum = CellStratum(
        "retrieval, passed",
        20,
        {"retrieval_miss": 3, "generation_error": 1, "correct": 6},
        frozenset({"retrieval_miss", "correct"}),
    )
    shares = {row.bucket: row for row in bucket_shares_by_cell([stratum], BUCKETS).rows}
    assert shares["generation_error"].estimate == pytest.approx(0.1)
    assert shares["coverage_gap"].estimate == 0
    assert shares["coverage_gap"].interval.low == 0


def test_empty_target_set_is_refused() -> None:
    with pytest.raises(NotEnoughLabels, match="target set is empty"):
        bucket_shares_by_cell([], BUCKETS)


def test_unlisted_bucket_is_refused() -> None:
    stratum = CellStratum("x", 2, {"surprise": 1}, frozenset())
    with pytest.raises(ValueError, match="surprise"):
        bucket_shares_by_cell([stratum], BUCKETS)


def test_more_labels_than_items_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to at most"):
        CellStratum("x", 2, {"correct": 3}, frozenset())


def test_weighted_counts_that_miss_their_sum_by_a_digit_are_taken() -> None:
    counts = {"retrieval_miss": 6.000000000000001, "correct": 0.0}
    stratum = CellStratum("s", 10, counts, frozenset({"retrieval_miss", "correct"}), 5.5)
    table = bucket_shares_by_cell([stratum], ["retrieval_miss", "correct"])
    assert table.rows[0].estimate == 1.0
