"""What two answers prove together, beside the ids."""

import pytest

from workbench.domain.failure_points import (
    AFTER_FIX,
    POINT_NAMES,
    POINT_OF_ERROR,
    FailurePoint,
    point_of,
)
from workbench.domain.probe import (
    OUTCOME_WORDS,
    Against,
    ProbeOutcome,
    against_ids,
    defects,
    is_partial,
    probe_outcome,
    smallest_set,
)
from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import Bucket, ErrorType, Evidence, Stage

RETRIEVAL, GENERATION = ProbeOutcome.RETRIEVAL, ProbeOutcome.GENERATION


@pytest.mark.parametrize(
    ("is_right", "is_probe_right", "outcome"),
    [
        (False, True, RETRIEVAL),
        (False, False, GENERATION),
        (False, None, None),
        (None, True, None),
        (True, True, ProbeOutcome.NO_FAILURE),
        (True, False, ProbeOutcome.NO_FAILURE),
        (True, None, ProbeOutcome.NO_FAILURE),
    ],
)
def test_two_answers_prove_one_thing(
    is_right: bool | None, is_probe_right: bool | None, outcome: ProbeOutcome | None
) -> None:
    assert probe_outcome(is_right, is_probe_right) is outcome
    assert probe_outcome(is_right, is_probe_right, is_disputed=True) is ProbeOutcome.UNRESOLVED


@pytest.mark.parametrize(
    ("outcome", "evidence", "against", "shown"),
    [
        (RETRIEVAL, Evidence.RETRIEVAL, Against.AGREE, (Stage.RETRIEVAL,)),
        (RETRIEVAL, Evidence.PACKING, Against.AGREE, (Stage.PACKING,)),
        (RETRIEVAL, Evidence.REACHED, Against.DIFFER, ()),
        (GENERATION, Evidence.REACHED, Against.AGREE, (Stage.GENERATION,)),
        (GENERATION, Evidence.RERANKING, Against.BOTH, (Stage.RERANKING, Stage.GENERATION)),
        (GENERATION, Evidence.UNKNOWN, Against.NOT_DECIDED, (Stage.GENERATION,)),
        (ProbeOutcome.UNRESOLVED, Evidence.RETRIEVAL, Against.NOT_DECIDED, ()),
        (None, Evidence.RETRIEVAL, Against.NOT_DECIDED, ()),
    ],
)
def test_the_probe_stands_beside_the_ids(
    outcome: ProbeOutcome | None,
    evidence: Evidence,
    against: Against,
    shown: tuple[Stage, ...],
) -> None:
    assert against_ids(outcome, evidence) is against
    assert defects(outcome, evidence) == shown


@pytest.mark.parametrize(
    ("n_found", "n_needed", "is_incomplete", "partial"),
    [(1, 2, False, True), (2, 2, False, False), (0, 2, False, False), (None, None, True, True)],
)
def test_part_of_the_evidence_is_neither_all_nor_none(
    n_found: int | None, n_needed: int | None, is_incomplete: bool, partial: bool
) -> None:
    assert is_partial(n_found, n_needed, is_incomplete) is partial


def test_the_fewest_passages_are_handed_over_then_the_shortest() -> None:
    lengths = {"a": 9, "b": 5, "c": 1, "d": 1}
    assert smallest_set((("c", "d"), ("a",), ("b",)), lengths) == ("b",)
    assert smallest_set((("unknown",), ("c", "d", "c")), lengths) == ("c", "d")
    assert smallest_set((("unknown",),), lengths) is None
    assert smallest_set((), lengths) is None


def test_every_failing_bucket_has_a_point_and_what_comes_after() -> None:
    assert set(AFTER_FIX) == set(FAILING_BUCKETS)
    assert all(point_of(bucket, None) is not None for bucket in FAILING_BUCKETS)
    assert point_of(Bucket.CORRECT, ErrorType.MISREAD) is None
    assert set(POINT_OF_ERROR) == set(ErrorType)
    assert set(POINT_NAMES) == set(FailurePoint)
    assert set(OUTCOME_WORDS) == set(ProbeOutcome)


def test_only_a_generation_error_is_split_by_its_type() -> None:
    assert point_of(Bucket.GENERATION_ERROR, ErrorType.INCOMPLETE) is FailurePoint.FP7
    assert point_of(Bucket.RETRIEVAL_MISS, ErrorType.INCOMPLETE) is FailurePoint.FP2
    assert point_of(Bucket.GENERATION_ERROR, None) is FailurePoint.UNTYPED
