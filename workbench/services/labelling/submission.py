"""What an annotator submits of one trace: checked, and as the values of an entry."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from db.read_labels import Connection, TraceRow
from db.read_query_gold import read_gold
from workbench.domain.questions import Answers, LadderFacts, recorded_stage
from workbench.domain.records import JsonObject
from workbench.domain.triage import should_have_declined
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError
from workbench.services.labelling.label_item import ladder_facts

CONFIDENCES = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class Submission:
    """What an annotator commits on one trace of a queue.

    `kind` is verdict, skip or note. `expected_entry_id` and `gold_version_id` come from the
    `LabelItem` that was on screen, as does `guideline_id`. `claims` are what was found of each
    expected claim, as `claim_objects` gives it.
    """

    queue_id: int
    trace_id: int
    annotator: str
    kind: EntryKind
    answers: Answers = field(default_factory=Answers)
    note: str | None = None
    is_flagged: bool = False
    confidence: str | None = None
    seconds_spent: float | None = None
    expected_entry_id: int | None = None
    gold_version_id: int | None = None
    claims: tuple[JsonObject, ...] = ()
    guideline_id: int | None = None


SAME_VERDICT = (
    "kind",
    "answer",
    "stage",
    "error_type",
    "unresolved",
    "is_override",
    "override_reason",
    "should_have_declined",
    "gold_version_id",
    "claims",
    "guideline_id",
)


def require_complete(submission: Submission) -> None:
    """Raise InputError where something is missing that the submission cannot be saved without."""
    answers = submission.answers
    if submission.kind is EntryKind.UNDO:
        raise ValueError("kind must be verdict, skip or note; use undo_last")
    if submission.confidence not in (None, *CONFIDENCES):
        raise InputError(
            f"confidence {submission.confidence!r} is none of {', '.join(CONFIDENCES)}."
        )
    if submission.kind is not EntryKind.VERDICT:
        return
    if answers.answer is None and answers.unresolved is None:
        raise InputError("Choose first: the item has no answer yet, and nothing was saved.")
    if answers.named_stage is not None and not (answers.override_reason or "").strip():
        raise InputError("Say why the stage is another one than the ladder gives: a few words.")


def entry_values(
    connection: Connection,
    submission: Submission,
    trace: TraceRow,
    counting: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Give the values of the entry that a submission makes; `counting` is the one that counts now.

    Raises
    ------
    InputError
        A note without text.
    """
    note = (submission.note or "").strip() or None
    values: dict[str, Any] = {
        "queue_id": submission.queue_id,
        "kind": submission.kind,
        "answer": None,
        "stage": None,
        "error_type": None,
        "unresolved": None,
        "is_override": False,
        "override_reason": None,
        "should_have_declined": False,
        "confidence": submission.confidence,
        "note": note,
        "is_flagged": submission.is_flagged,
        "gold_version_id": submission.gold_version_id,
        "claims": [dict(claim) for claim in submission.claims] or None,
        "guideline_id": submission.guideline_id,
    }
    if submission.kind is EntryKind.VERDICT:
        return values | _verdict(connection, submission.answers, trace, ladder_facts(trace))
    if submission.kind is not EntryKind.NOTE:
        return values
    verdict = counting if counting and counting["kind"] == EntryKind.VERDICT else None
    if note is None and (verdict is None or verdict["is_flagged"] == submission.is_flagged):
        raise InputError("The note is empty: write it first, or skip the item.")
    if verdict is not None:
        values |= {name: verdict[name] for name in SAME_VERDICT}
        values["confidence"] = submission.confidence or verdict["confidence"]
        values["note"] = note or verdict["note"]
    return values


def _verdict(
    connection: Connection, answers: Answers, trace: TraceRow, facts: LadderFacts
) -> dict[str, Any]:
    if answers.unresolved is not None:
        return {"unresolved": answers.unresolved}
    gold = read_gold(connection, trace.query_id)
    sets = None if gold is None else tuple(tuple(each) for each in gold.sets)
    is_override = answers.named_stage is not None
    return {
        "answer": answers.answer,
        "stage": recorded_stage(facts, answers),
        "error_type": answers.error_type,
        "is_override": is_override,
        "override_reason": (answers.override_reason or "").strip() if is_override else None,
        "should_have_declined": should_have_declined(sets, answers.answer),
    }
