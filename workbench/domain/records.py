"""Frozen records that travel between the rooms.

Three states are kept apart everywhere: None (not known, or the stage did not run), an empty
tuple (it ran and there was nothing) and a filled one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from workbench.domain.vocabulary import (
    Answer,
    EntryKind,
    ErrorType,
    Evidence,
    JudgeVerdict,
    Stage,
    Unresolved,
)

JsonObject = Mapping[str, object]

GoldSets = tuple[tuple[str, ...], ...]
"""Alternatives, each a set of passage ids of which all are needed; () = no source exists."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage in one of a trace's lists, at its rank (from 1) as the system logged it."""

    doc_id: str | None
    rank: int
    score: float | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class JudgeId:
    """One judge: a changed prompt or version is another judge.

    `spelled` is how a store names it where NAME@VERSION would name another judge too.
    """

    name: str
    version: str = ""
    prompt_fingerprint: str = ""
    spelled: str = field(default="", compare=False)

    def __str__(self) -> str:
        """Give the judge as commands take it: NAME@VERSION, NAME where it has no version."""
        return self.spelled or (f"{self.name}@{self.version}" if self.version else self.name)


@dataclass(frozen=True, slots=True)
class JudgeOpinion:
    """One judge's verdict on one trace, with the word it came as."""

    judge: JudgeId
    verdict: JudgeVerdict | None
    raw_verdict: str
    score: float | None = None
    threshold: float | None = None
    rationale: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """The answer the generator gave when handed the gold passages, and whether it was right."""

    answer: str | None
    is_correct: bool | None


@dataclass(frozen=True, slots=True)
class Trace:
    """One recorded run of the RAG system on one query.

    `prompt_passages` are the ids in the prompt after truncation. `created_at` is UTC; a time
    that could not be read stays as text in `created_at_text`. `raw` is the original line,
    kept only where text had to be altered to be shown.
    """

    request_id: str
    query: str
    run: str = "default"
    question_id: str | None = None
    rewritten_query: str | None = None
    reference_answer: str | None = None
    gold: GoldSets | None = None
    candidates: tuple[Candidate, ...] | None = None
    reranked: tuple[Candidate, ...] | None = None
    prompt_passages: tuple[str, ...] | None = None
    prompt_text: str | None = None
    prompt_tokens: int | None = None
    is_truncated: bool | None = None
    answer: str | None = None
    model: str | None = None
    settings: JsonObject | None = None
    index_version: str | None = None
    query_embedding_model: str | None = None
    index_embedding_model: str | None = None
    error: str | None = None
    created_at: datetime | None = None
    created_at_text: str | None = None
    signals: JsonObject | None = None
    probe: Probe | None = None
    judges: tuple[JudgeOpinion, ...] = ()
    extra: JsonObject = field(default_factory=dict)
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class HumanEntry:
    """One row of an annotator's append-only history on a trace.

    `labelled_at` is UTC, None where the file's time was missing or unreadable (the text is
    then kept). `stage` is the earliest lost stage a person named or confirmed. `claims` are what
    was found of each expected claim: `id`, `text`, `state`, `doc_id`.
    """

    request_id: str
    annotator: str
    kind: EntryKind
    answer: Answer | None = None
    stage: Stage | None = None
    error_type: ErrorType | None = None
    unresolved: Unresolved | None = None
    is_override: bool = False
    override_reason: str | None = None
    should_have_declined: bool = False
    gold_changes: tuple[JsonObject, ...] = ()
    confidence: str | None = None
    note: str | None = None
    is_flagged: bool = False
    seconds_spent: float | None = None
    labelled_at: datetime | None = None
    labelled_at_text: str | None = None
    is_after_reveal: bool = False
    raw_verdict: str | None = None
    claims: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceLoss:
    """What ids alone decide of a trace, as the pure reference and the SQL both give it.

    Ranks are of the best complete gold set: the smallest, over the sets, of the rank of its
    last member; None where no set is complete or the list was not logged. `n_found` of
    `n_needed` is for the set that came closest among the candidates.
    """

    evidence: Evidence
    candidates_rank: int | None = None
    reranked_rank: int | None = None
    prompt_rank: int | None = None
    n_found: int | None = None
    n_needed: int | None = None
