"""Questions of which one answer counts and the other does not, by why it does not."""

from dataclasses import dataclass

from workbench.services.calibration.read_labels_of import Label, LabelsOf
from workbench.services.comparing.pair_strata import RunPair


@dataclass(frozen=True, slots=True)
class HalfPairs:
    """How many are labelled in one run only, and in how many a label that tuned is left out."""

    only_a: int
    only_b: int
    tuned_a: int
    tuned_b: int


def half_pairs(both: RunPair) -> HalfPairs:
    """Count them; a label that tuned the judge is there, and is not asked for once more."""
    only_a = [pair.row.trace_b for pair in both.touched if _is_half(pair.label_a, pair.label_b)]
    only_b = [pair.row.trace_a for pair in both.touched if _is_half(pair.label_b, pair.label_a)]
    tuned_b, tuned_a = _n_tuned(both.labels_b, only_a), _n_tuned(both.labels_a, only_b)
    return HalfPairs(len(only_a) - tuned_b, len(only_b) - tuned_a, tuned_a, tuned_b)


def _is_half(label: Label | None, other: Label | None) -> bool:
    return _is_decided(label) and not _is_decided(other)


def _is_decided(label: Label | None) -> bool:
    return label is not None and label.is_failing is not None


def _n_tuned(labels: LabelsOf, trace_ids: list[int]) -> int:
    return sum(trace_id in labels.examples for trace_id in trace_ids)
