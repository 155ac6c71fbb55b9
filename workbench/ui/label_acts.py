"""What each act of the annotator does to the desk and to the store.

Chosen: an act names the item and the question that were on the screen, so a press meant for
one item never reaches another, and nothing counts in the first moments of an item, so a key
pressed twice does not answer the next. No Streamlit: an interruption of the page cannot fall
into a save.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from workbench.domain.questions import Question
from workbench.domain.vocabulary import EntryKind
from workbench.errors import InputError, WorkbenchError
from workbench.services.labelling import label_traces
from workbench.services.labelling.label_traces import LabelItem
from workbench.services.open_store import Store
from workbench.ui import label_draft
from workbench.ui.label_claims import answered, opened
from workbench.ui.label_commit import commit
from workbench.ui.label_desk import (
    Act,
    At,
    Desk,
    Line,
    hinted,
    is_same_answer,
    overtaken,
    went_on,
    with_draft,
)
from workbench.ui.label_draft import Aside, Draft
from workbench.ui.label_gold import join_to_last, retire_gold, toggle_gold
from workbench.ui.label_moves import find, go_on, open_found, to_neighbour, undo_saved

SETTLE_SECONDS = 0.3


def carry_out(store: Store, desk: Desk, act: Act, now: float) -> Desk:
    """Desk after one act, with what it saved in the store.

    An act that was carried out already, or that was meant for another item, does nothing.
    """
    if act.seq <= desk.seq:
        return desk
    desk = replace(desk, seq=act.seq, held=act.holds)
    shown = desk.shown
    if shown is None or act.trace_id != shown.item.trace_id or act.name not in {*ACTS, "texts"}:
        return desk
    if act.name in SETTLING and now - shown.at < SETTLE_SECONDS:
        return desk
    if act.name in PRESSES:
        press = act.name + act.value
        is_double = press == desk.last_press[0] and now - desk.last_press[1] < SETTLE_SECONDS
        desk = replace(desk, last_press=(press, now))
        if is_double:
            return desk
    if act.name == "texts":
        # What the page holds was taken down with the act: the passages are sent again.
        return desk
    # What the judge said of the last item goes before the next one is answered.
    opinions = desk.opinions if act.name in MOVES else ()
    desk = replace(desk, line=Line(), opinions=opinions, searched="", found=())
    try:
        item = shown.item
        if act.name not in CHECKED_BY_SAVE:
            item = label_traces.read_item(
                store, desk.queue_id, desk.annotator, act.trace_id, shown.item
            )
        draft = desk.drafts.get(act.trace_id, Draft(based_on=shown.item.expected_entry_id))
        if act.note != label_draft.note_of(draft, item.own):
            draft = replace(draft, note=act.note)
            desk = with_draft(desk, act.trace_id, draft)
        if act.name not in MOVES and not is_same_answer(shown.item, item):
            return replace(desk, line=overtaken(item))
        if act.name not in MOVES and item.gold_version_id != shown.item.gold_version_id:
            return _gold_moved(desk, item, draft)
        return ACTS[act.name](At(store, desk, item, draft, act, shown, now))
    except InputError as error:
        return replace(desk, line=Line("hint", str(error)))
    except WorkbenchError as error:
        return replace(desk, line=Line("trouble", str(error)))


def _gold_moved(desk: Desk, item: LabelItem, draft: Draft) -> Desk:
    # With the gold the stages changed, so what was answered of them is asked anew.
    desk = with_draft(desk, item.trace_id, label_draft.without_rungs(draft, ()))
    text = f"The gold of {item.request_id} was changed while you had it open. "
    return replace(
        desk,
        line=Line("trouble", text + "Nothing was saved: look at it as it is now, then answer."),
    )


def _asked(at: At) -> Question | None:
    is_stale = at.item.gold_change is not None
    return label_draft.asked(at.item.facts, at.draft, at.item.own, is_stale)


def _answer(at: At) -> Desk:
    question = _asked(at)
    if question is None or question.key != at.act.question:
        return at.desk
    option = label_draft.chosen(question, at.act.value)
    if option is None:
        return hinted(at.desk, f"Press a digit from 1 to {len(question.options)}.")
    if question.key == "aside:claim":
        focus = at.act.focus
        draft = answered(at.draft, at.item.claims, at.item.own, option.value, focus)
        return with_draft(at.desk, at.item.trace_id, draft)
    if option.value == "keep":
        return went_on(at.desk)
    if option.value == "holds":
        return _still_holds(at)
    return _drafted(at, label_draft.answer_with(at.draft, question, option.value))


def _drafted(at: At, draft: Draft) -> Desk:
    if label_draft.asked(at.item.facts, draft, at.item.own) is None:
        return commit(at, draft, EntryKind.VERDICT)
    return with_draft(at.desk, at.item.trace_id, draft)


def _still_holds(at: At) -> Desk:
    draft = label_draft.reaffirmed(at.item.facts, at.draft, at.item.own)
    if label_draft.asked(at.item.facts, draft, at.item.own) is not None:
        desk = with_draft(at.desk, at.item.trace_id, draft)
        return hinted(desk, "The stages changed with the gold: answer what is open now.")
    desk = commit(at, draft, EntryKind.VERDICT)
    # With the next one of the list the looking again goes on.
    left = desk.counts.stale if desk.counts is not None else ()
    return replace(desk, trace_id=left[0].trace_id, shown=None) if left else desk


def _reason(at: At) -> Desk:
    question = _asked(at)
    if question is None or question.key != "aside:reason":
        return at.desk
    if not at.act.value.strip():
        return hinted(at.desk, "Write why, in a few words, or press Esc to go back.")
    return _drafted(at, label_draft.answer_with(at.draft, question, at.act.value.strip()))


def _aside(aside: Aside) -> Callable[[At], Desk]:
    def put_aside(at: At) -> Desk:
        if at.draft.aside is aside and aside is not Aside.STAGE:
            question = _asked(at)
            if question is not None:
                return _drafted(at, label_draft.answer_with(at.draft, question, "yes"))
        draft = at.draft
        if draft.aside is Aside.REASON:
            draft = label_draft.closed_aside(draft)
        is_again = draft.is_answering_again or label_draft.is_stored(draft, at.item.own)
        draft = replace(draft, aside=aside, is_answering_again=is_again)
        return with_draft(at.desk, at.item.trace_id, draft)

    return put_aside


def _claims(at: At) -> Desk:
    if not at.item.claims:
        return hinted(at.desk, "No claims are expected of this answer.")
    if at.draft.aside is Aside.CLAIM:
        return _close(at)
    draft = opened(at.draft, at.item.claims, at.item.own)
    is_again = draft.is_answering_again or label_draft.is_stored(draft, at.item.own)
    draft = replace(draft, is_answering_again=is_again)
    return with_draft(at.desk, at.item.trace_id, draft)


def _close(at: At) -> Desk:
    if at.draft.aside is None:
        return at.desk
    return with_draft(at.desk, at.item.trace_id, label_draft.closed_aside(at.draft))


def _undo(at: At) -> Desk:
    draft = label_draft.step_back(at.draft)
    if draft is not None:
        return with_draft(at.desk, at.item.trace_id, draft)
    return undo_saved(at.store, at.desk)


def _skip(at: At) -> Desk:
    if label_draft.is_stored(at.draft, at.item.own):
        return went_on(at.desk)
    return commit(at, at.draft, EntryKind.SKIP)


def _flag(at: At) -> Desk:
    is_flagged = not label_draft.flag_of(at.draft, at.item.own)
    draft = replace(at.draft, is_flagged=is_flagged)
    if label_draft.is_stored(at.draft, at.item.own):
        return commit(at, draft, EntryKind.NOTE)
    return with_draft(at.desk, at.item.trace_id, draft)


def _confidence(at: At) -> Desk:
    now = label_draft.confidence_of(at.draft, at.item.own)
    draft = replace(at.draft, confidence=label_draft.next_confidence(now))
    return with_draft(at.desk, at.item.trace_id, draft)


def _save_note(at: At) -> Desk:
    if not at.act.note.strip():
        return hinted(at.desk, "Nothing to save yet: press a digit to answer, or write a note.")
    return commit(at, at.draft, EntryKind.NOTE)


def _nothing_chosen(at: At) -> Desk:
    if label_draft.is_stored(at.draft, at.item.own):
        return went_on(at.desk)
    return hinted(at.desk, "Nothing chosen yet: press the digit of an answer.")


ACTS: Mapping[str, Callable[[At], Desk]] = {
    "answer": _answer,
    "reason": _reason,
    "disputed": _aside(Aside.REFERENCE_DISPUTED),
    "ambiguous": _aside(Aside.QUERY_AMBIGUOUS),
    "stage": _aside(Aside.STAGE),
    "close": _close,
    "undo": _undo,
    "skip": _skip,
    "flag": _flag,
    "confidence": _confidence,
    "save_note": _save_note,
    "enter": _nothing_chosen,
    "back": to_neighbour(-1),
    "forward": to_neighbour(1),
    "find": find,
    "next": go_on,
    "gold": toggle_gold,
    "join": join_to_last,
    "retire": retire_gold,
    "claims": _claims,
    "open": open_found,
}
# These are looked at by the transaction that saves them, or as the item is drawn again.
CHECKED_BY_SAVE = frozenset({"answer", "skip"})
MOVES = frozenset({"undo", "back", "forward", "find", "next", "open"})
SETTLING = frozenset(
    {
        *("answer", "disputed", "ambiguous", "skip", "save_note", "gold", "join", "flag"),
        *("undo", "retire"),
    }
)
PRESSES = frozenset({"answer", "disputed", "ambiguous", "undo", "gold", "join", "flag", "retire"})
