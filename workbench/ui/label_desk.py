"""The label desk: one annotator at one queue, the item on the screen, the unsaved answers.

The desk remembers the item as it was shown, with the newest entry and the gold that the screen
knew: what is saved later is compared with these, never with what was read since, so a second tab
or a change of the gold is noticed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from workbench.domain.records import JudgeOpinion
from workbench.services.labelling import label_traces
from workbench.services.labelling.label_traces import FoundRow, LabelItem
from workbench.services.open_store import Store
from workbench.ui.label_count import Counts
from workbench.ui.label_draft import Draft, without_rungs

FIELDS = ("act", "value", "question", "note", "focus", "reason", "holds")
Tone = Literal["quiet", "saved", "hint", "trouble"]


@dataclass(frozen=True, slots=True)
class Line:
    """The one line that says what the last act did."""

    tone: Tone = "quiet"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """What the annotator did: on which item, at which question, with the note as it stood.

    `focus` is the id of the passage that was marked, `reason` why a source is retired, `holds`
    the stamp of the passages that the page has and need not be sent again.
    """

    name: str
    seq: int
    trace_id: int
    value: str = ""
    question: str = ""
    note: str = ""
    focus: str = ""
    reason: str = ""
    holds: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The item as it stands on the screen, and since when."""

    item: LabelItem
    at: float


@dataclass(frozen=True, slots=True)
class Desk:
    """One annotator at one queue. `trace_id` None asks for the next open item.

    `seq` is the last act carried out, `last_press` the last answering key and its time,
    `last_saved` the trace and note last saved, so that an undo gives the note back. `tab` is a
    secret of the browser's tab, under which a reload finds the desk again. `counts` None are
    read anew. `found` are the items that held the text `searched`. `held` is the stamp of the
    passages that the page has. `passed` is the item that was left last while `is_revisiting`
    goes through what was skipped.
    """

    annotator: str
    queue_id: int
    queue_name: str = ""
    reveals_judge: bool = False
    trace_id: int | None = None
    drafts: Mapping[int, Draft] = field(default_factory=dict)
    shown: Shown | None = None
    line: Line = Line()
    seq: int = 0
    last_press: tuple[str, float] = ("", 0.0)
    last_saved: tuple[int, str] | None = None
    opinions: tuple[JudgeOpinion, ...] = ()
    is_revisiting: bool = False
    passed: int | None = None
    tab: str = ""
    held: str = ""
    counts: Counts | None = None
    searched: str = ""
    found: tuple[FoundRow, ...] = ()


@dataclass(frozen=True, slots=True)
class At:
    """Where an act meets the desk: the item as it is now, its draft, and when."""

    store: Store
    desk: Desk
    item: LabelItem
    draft: Draft
    act: Act
    shown: Shown
    now: float


def read_act(payload: object) -> Act | None:
    """Give the act that the page sent; None where it is not one."""
    if not isinstance(payload, Mapping):
        return None
    texts = {key: str(payload.get(key) or "") for key in FIELDS}
    try:
        seq, trace_id = int(payload["seq"]), int(payload["item"])
    except (KeyError, TypeError, ValueError):
        return None
    name = texts.pop("act")
    return Act(name, seq, trace_id, **texts)


def with_draft(desk: Desk, trace_id: int, draft: Draft) -> Desk:
    """Desk with that draft for the item."""
    return replace(desk, drafts={**desk.drafts, trace_id: draft})


def without_draft(desk: Desk, trace_id: int) -> Desk:
    """Desk with nothing unsaved for the item."""
    return replace(desk, drafts={k: v for k, v in desk.drafts.items() if k != trace_id})


def hinted(desk: Desk, text: str) -> Desk:
    """Desk that says why an act did nothing, and what to do instead."""
    return replace(desk, line=Line("hint", text))


def open_item(store: Store, desk: Desk, now: float) -> tuple[Desk, LabelItem | None]:
    """Desk with its item on the screen; None where the queue holds nothing more to do."""
    item: LabelItem | None
    if desk.trace_id is not None:
        known = desk.shown.item if desk.shown is not None else None
        item = label_traces.read_item(store, desk.queue_id, desk.annotator, desk.trace_id, known)
    else:
        desk, item = _next_item(store, desk)
    if item is None:
        return replace(desk, shown=None), None
    entry = item.expected_entry_id
    draft = desk.drafts.get(item.trace_id, Draft(based_on=entry))
    if draft.based_on != entry:
        # A newer entry stands: the answers are void, but a note that was typed is not lost.
        if draft.past and desk.line.tone != "trouble":
            desk = replace(desk, line=overtaken(item))
        draft = Draft(based_on=entry, note=draft.note)
    elif draft.past and draft.gold_version_id != item.gold_version_id:
        # What was answered of the stages was answered under other gold, on an item left open.
        draft = without_rungs(draft, ())
        if desk.line.tone != "trouble":
            text = f"The gold of {item.request_id} was changed after you began: answer anew."
            desk = replace(desk, line=Line("trouble", f"{desk.line.text} {text}".strip()))
    draft = replace(draft, gold_version_id=item.gold_version_id)
    shown = desk.shown
    is_same = shown is not None and is_same_answer(shown.item, item)
    shown = Shown(item, shown.at if shown is not None and is_same else now)
    desk = replace(desk, trace_id=item.trace_id, shown=shown)
    # Drafts of items that were only looked at would pile up over a long day.
    kept = {k: v for k, v in desk.drafts.items() if is_worth_keeping(v)}
    return replace(desk, drafts={**kept, item.trace_id: draft}), item


def _next_item(store: Store, desk: Desk) -> tuple[Desk, LabelItem | None]:
    if desk.is_revisiting:
        item = label_traces.next_put_off(store, desk.queue_id, desk.annotator, desk.passed)
        if item is not None:
            return desk, item
        # Each was before the annotator once; what is open beside them comes next, or the end.
        desk = replace(desk, is_revisiting=False, passed=None)
    return desk, label_traces.next_item(store, desk.queue_id, desk.annotator)


def is_worth_keeping(draft: Draft) -> bool:
    """Whether anything was answered, typed or pressed that would be lost with the draft."""
    return replace(draft, based_on=None, gold_version_id=None, last_gold=()) != Draft()


def is_same_answer(shown: LabelItem, item: LabelItem) -> bool:
    """Whether the annotator has said nothing of the item since it was shown."""
    return (shown.trace_id, shown.expected_entry_id) == (item.trace_id, item.expected_entry_id)


def overtaken(item: LabelItem) -> Line:
    """What is said where another tab of the annotator was faster."""
    text = f"{item.request_id} was labelled by you meanwhile, perhaps in another tab. "
    return Line("trouble", text + "Nothing was saved here; what stands is shown.")


def went_on(desk: Desk) -> Desk:
    """Desk that asks for the next open item."""
    passed = desk.trace_id if desk.is_revisiting else None
    return replace(desk, trace_id=None, shown=None, passed=passed)
