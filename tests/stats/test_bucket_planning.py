"""How many labels tell two buckets of a corrected table apart."""

import pytest

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.bucket_planning import labels_to_tell_buckets
from workbench.stats.buckets_by_cell import CellStratum, bucket_shares_by_cell
from workbench.stats.funnel import next_project_from_shares
from workbench.stats.interval import Estimate

ROWS = ("retrieval_miss", "packed_out", "generation_error", "evaluation_error", "correct")


def cell(failing: str, n_target: int, n_wrong: int, n_right: int, is_flagged: bool) -> CellStratum:
    right = "evaluation_error" if is_flagged else "correct"
    return CellStratum(
        "", n_target, {failing: n_wrong, right: n_right}, frozenset({failing, right})
    )


def table(n: int) -> list[CellStratum]:
    """Retrieval loses .6 of 600, packing .6 of 400; n labels in each stratum."""
    wrong = round(0.6 * n)
    return [
        cell("retrieval_miss", 600, wrong, n - wrong, True),
        cell("packed_out", 400, wrong, n - wrong, True),
        cell("generation_error", 500, n // 2, n - n // 2, True),
        cell("generation_error", 3500, 1, n - 1, False),
    ]


EACH = (0, 1, 2, 3)


def is_too_close(strata: list[CellStratum]) -> bool:
    rows = {row.bucket: row for row in bucket_shares_by_cell(strata, ROWS).rows}
    shares = {
        name: Estimate(rows[name].estimate or 0.0, rows[name].interval, "", 1)
        for name in ("retrieval_miss", "packed_out")
    }
    return next_project_from_shares(shares).too_close


def test_labels_go_only_where_either_bucket_can_be() -> None:
    strata = table(10)
    assert is_too_close(strata)
    plan = labels_to_tell_buckets(strata, EACH, "retrieval_miss", "packed_out", ROWS)
    assert plan.n_more[0] > 0
    assert plan.n_more[2:] == (0, 0)
    assert plan.first_share > plan.second_share


def test_with_the_planned_labels_the_table_calls_them_apart() -> None:
    strata = table(10)
    plan = labels_to_tell_buckets(strata, EACH, "retrieval_miss", "packed_out", ROWS)
    # The plan's own projection: (x + 1/2)/(n + 1) of each stratum.
    after = []
    for stratum, more in zip(strata, plan.n_more, strict=True):
        n = stratum.n_labelled + more
        failing = next(iter(stratum.counts))
        wrong = round(n * (stratum.counts[failing] + 0.5) / (stratum.n_labelled + 1))
        right = next(name for name in stratum.counts if name != failing)
        after.append(
            CellStratum("", stratum.n_target, {failing: wrong, right: n - wrong}, stratum.possible)
        )
    assert not is_too_close(after)


def test_labels_come_by_verdict_where_only_verdicts_can_be_drawn() -> None:
    plan = labels_to_tell_buckets(table(10), (0, 0, 0, 1), "retrieval_miss", "packed_out", ROWS)
    assert len(plan.n_more) == 2
    alone = labels_to_tell_buckets(table(10), EACH, "retrieval_miss", "packed_out", ROWS)
    assert plan.n_more[0] >= sum(alone.n_more)
    assert plan.n_more[1] == 0


def test_told_apart_already_needs_none() -> None:
    strata = [
        cell("retrieval_miss", 300, 38, 2, True),
        cell("packed_out", 20, 9, 1, True),
        cell("generation_error", 680, 1, 39, False),
    ]
    plan = labels_to_tell_buckets(strata, (0, 1, 2), "packed_out", "retrieval_miss", ROWS)
    assert plan.n_more == (0, 0, 0)


def test_equal_buckets_are_never_told_apart_and_it_is_said() -> None:
    strata = [cell("retrieval_miss", 50, 9, 1, True), cell("packed_out", 50, 9, 1, True)]
    with pytest.raises(StatisticsError, match="labelling all 100 items"):
        labels_to_tell_buckets(strata, (0, 1), "retrieval_miss", "packed_out", ROWS)


def test_nothing_labelled_and_impossible_buckets_are_refused() -> None:
    bare = [CellStratum("", 50, {}, frozenset({"retrieval_miss", "correct"}))]
    with pytest.raises(NotEnoughLabels, match="nothing is labelled"):
        labels_to_tell_buckets(bare, (0,), "retrieval_miss", "packed_out", ROWS)
    with pytest.raises(StatisticsError, match="neither"):
        labels_to_tell_buckets(
            [cell("generation_error", 50, 5, 5, True)],
            (0,),
            "retrieval_miss",
            "packed_out",
            ROWS,
        )


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="differ"):
        labels_to_tell_buckets(table(10), EACH, "packed_out", "packed_out", ROWS)
    with pytest.raises(ValueError, match="groups"):
        labels_to_tell_buckets(table(10), (0,), "retrieval_miss", "packed_out", ROWS)
