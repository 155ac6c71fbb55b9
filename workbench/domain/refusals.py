"""What a result says instead of a number, and what it says beside one.

Chosen: a refusal is a value that stands in the number's place, with a code that programs read, a
reason for people and the step that would mend it. Rejected: exceptions up to the command, since
one refused row must not cost the others, and empty cells, which say nothing.
"""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Why a number is refused, or must be read with care."""

    DESIGN_UNKNOWN = "DESIGN_UNKNOWN"
    POPULATION_MISMATCH = "POPULATION_MISMATCH"
    STRATUM_UNLABELLED = "STRATUM_UNLABELLED"
    STRATUM_THIN = "STRATUM_THIN"
    JUDGE_UNINFORMATIVE = "JUDGE_UNINFORMATIVE"
    OBSERVED_OUTSIDE_RANGE = "OBSERVED_OUTSIDE_RANGE"
    LABELS_TUNED_ON = "LABELS_TUNED_ON"
    JUDGE_CHANGED = "JUDGE_CHANGED"
    UNBLINDED_LABELS = "UNBLINDED_LABELS"
    DUPLICATE_ITEMS = "DUPLICATE_ITEMS"
    ONE_CLASS_ONLY = "ONE_CLASS_ONLY"
    NOT_CALIBRATED = "NOT_CALIBRATED"
    NOTHING_JUDGED = "NOTHING_JUDGED"
    NOT_ENOUGH_LABELS = "NOT_ENOUGH_LABELS"
    ANNOTATORS_DISAGREE = "ANNOTATORS_DISAGREE"
    UNUSABLE_LABELS = "UNUSABLE_LABELS"
    STAGE_OVERRIDDEN = "STAGE_OVERRIDDEN"
    STAGE_NOT_NAMED = "STAGE_NOT_NAMED"
    NOT_COMPARABLE = "NOT_COMPARABLE"
    GOLD_BY_TEXT = "GOLD_BY_TEXT"
    JUDGE_CHOSEN = "JUDGE_CHOSEN"
    RUNS_POOLED = "RUNS_POOLED"
    FEW_LABELS = "FEW_LABELS"
    GROUPS_COMPARED = "GROUPS_COMPARED"
    CLOSE_TO_THE_CUT = "CLOSE_TO_THE_CUT"
    NOT_THE_LARGEST = "NOT_THE_LARGEST"
    PROMPT_CUT = "PROMPT_CUT"
    UNDECIDED_STAGE = "UNDECIDED_STAGE"
    HUMAN_LABELS_ONLY = "HUMAN_LABELS_ONLY"
    SETS_FLATTENED = "SETS_FLATTENED"
    LEFT_OUT = "LEFT_OUT"
    RANKS_AS_SCORES = "RANKS_AS_SCORES"
    STOPPED_WHEN_NARROW = "STOPPED_WHEN_NARROW"
    QUESTIONS_DIFFER = "QUESTIONS_DIFFER"
    QUESTION_REPEATED = "QUESTION_REPEATED"
    SCORE_DIRECTION_UNKNOWN = "SCORE_DIRECTION_UNKNOWN"
    SCORES_MISSING = "SCORES_MISSING"
    THRESHOLDS_DIFFER = "THRESHOLDS_DIFFER"
    HUMAN_ERROR_UNKNOWN = "HUMAN_ERROR_UNKNOWN"
    BUCKETS_NOT_NAMED = "BUCKETS_NOT_NAMED"
    STRATA_MERGED = "STRATA_MERGED"
    FINDINGS_ONLY = "FINDINGS_ONLY"
    NOT_ENOUGH_TRACES = "NOT_ENOUGH_TRACES"
    TIMES_MISSING = "TIMES_MISSING"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Stands where a number would: its code, why there is none, and what to do next."""

    code: str
    reason: str
    next_step: str = ""

    def __str__(self) -> str:
        """Give the reason and the next step as one sentence."""
        return f"{self.reason}. {self.next_step}".rstrip(". ") + "."


@dataclass(frozen=True, slots=True)
class Warning_:
    """A sentence to print beside a result, with its code and what to do about it."""

    code: str
    message: str
    next_step: str = ""
