"""Saves what stands on the label desk, and says in a line what was saved."""

from dataclasses import replace

from workbench.domain.claims import claim_objects
from workbench.domain.questions import recorded_stage
from workbench.domain.vocabulary import EntryKind
from workbench.errors import VerdictConflict
from workbench.services.labelling import label_traces
from workbench.services.labelling.label_traces import LabelItem, Submission
from workbench.services.labelling.label_warnings import CHANGED, LEASED
from workbench.ui import label_draft
from workbench.ui.label_claims import checks_of
from workbench.ui.label_count import counted_on
from workbench.ui.label_desk import At, Desk, Line, went_on, without_draft
from workbench.ui.label_draft import Draft


def commit(at: At, draft: Draft, kind: EntryKind) -> Desk:
    """Desk after the save: at the next item, or where it was with what stood in the way."""
    note = label_draft.note_of(draft, at.item.own).strip()
    # The one that was read, even where another was put in its place meanwhile.
    followed = at.shown.item.guideline
    submission = Submission(
        queue_id=at.desk.queue_id,
        trace_id=at.item.trace_id,
        annotator=at.desk.annotator,
        kind=kind,
        answers=draft.answers,
        note=note or None,
        is_flagged=label_draft.flag_of(draft, at.item.own),
        confidence=label_draft.confidence_of(draft, at.item.own),
        seconds_spent=at.now - at.shown.at,
        expected_entry_id=at.shown.item.expected_entry_id,
        gold_version_id=at.item.gold_version_id,
        claims=tuple(claim_objects(at.item.claims, checks_of(draft, at.item.own))),
        guideline_id=followed.guideline_id if followed is not None else None,
    )
    was_stored = label_draft.is_stored(draft, at.item.own)
    try:
        label_traces.record_entry(
            at.store,
            submission,
            shown=at.shown.item,
            leases_next=not (was_stored or at.desk.is_revisiting),
        )
    except VerdictConflict as error:
        # Somebody took the item, or a tab was faster in this very moment.
        return replace(at.desk, line=Line("trouble", str(error)))
    desk = without_draft(at.desk, at.item.trace_id)
    # Items that others have, or that changed, stand in no count before the save.
    is_plain = not {LEASED, CHANGED} & {*at.item.warnings}
    counts = counted_on(desk.counts, at.item.trace_id, kind, at.item.own) if is_plain else None
    desk = replace(desk, counts=counts)
    desk = replace(desk, last_saved=(at.item.trace_id, note), opinions=())
    if desk.reveals_judge and kind is EntryKind.VERDICT:
        seen = label_traces.reveal(at.store, at.item.trace_id, desk.annotator)
        desk = replace(desk, opinions=seen)
    text = _saved_text(at.item, draft, kind, was_stored)
    if not (was_stored or desk.opinions):
        # Once the judge was shown, the blind answer stays.
        text += " Z undoes."
    desk = replace(desk, line=Line("saved", text))
    # A note on a verdict that stands leaves the annotator where it was written.
    return replace(desk, shown=None) if was_stored else went_on(desk)


def _saved_text(item: LabelItem, draft: Draft, kind: EntryKind, was_stored: bool) -> str:
    name = item.request_id
    if kind is EntryKind.SKIP:
        return f"Skipped {name}; it stays open."
    if kind is EntryKind.NOTE:
        return (
            f"Saved your change to {name}."
            if was_stored
            else (f"Kept the note on {name}, which has no verdict yet.")
        )
    answers = draft.answers
    if answers.unresolved is not None:
        return f"Set {name} aside: {answers.unresolved.value.replace('_', ' ')}."
    words = [answers.answer.value.replace("_", " ")] if answers.answer is not None else []
    stage = recorded_stage(item.facts, answers)
    if stage is not None:
        words.append(stage.value)
    if answers.error_type is not None:
        words.append(answers.error_type.value.replace("_", " "))
    return f"Saved {name} as {' · '.join(words)}."
