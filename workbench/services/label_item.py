"""What an annotator sees of one trace: texts, passages by fate, gold, and what is known of it.

Blind by construction: nothing here is read from the judges' tables, from other annotators'
entries, from a trace's signals or its unknown fields, nor from how the item was drawn.
"""

from dataclasses import dataclass

from workbench.domain.questions import LadderFacts
from workbench.domain.records import GoldSets, HumanEntry


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of a list, once, at its first rank; `n_times` says how often it was listed.

    `twin_of` is the id of a gold passage with the same text (blanks and case aside).
    """

    doc_id: str | None
    rank: int
    score: float | None
    text: str | None
    is_gold: bool
    n_times: int
    twin_of: str | None
    is_in_prompt: bool
    is_reranked: bool


@dataclass(frozen=True, slots=True)
class LabelItem:
    """One trace as it is put before one annotator.

    A list is None where it was not logged and () where there was nothing. `n_found` of
    `n_needed` passages of the gold set that came closest were retrieved. `own` is what counts
    of the annotator's own history; `expected_entry_id` must be handed back with a submission.
    """

    trace_id: int
    queue_id: int
    request_id: str
    query: str
    rewritten_query: str | None
    reference_answer: str | None
    answer: str | None
    error: str | None
    gold: GoldSets | None
    candidates: tuple[Passage, ...] | None
    reranked: tuple[Passage, ...] | None
    prompt: tuple[Passage, ...] | None
    facts: LadderFacts
    n_found: int | None
    n_needed: int | None
    warnings: tuple[str, ...]
    expected_entry_id: int | None
    own: HumanEntry | None
    prompt_tokens: int | None
    is_truncated: bool | None
    gold_version_id: int | None
