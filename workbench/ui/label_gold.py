"""What the annotator does to a query's valid sources, and what the desk forgets by it.

The stages are worked out again at once, so what was answered of the ladder is asked anew.
"""

from dataclasses import replace

from workbench.services.labelling.add_gold import add_gold, remove_gold
from workbench.services.labelling.edit_gold import join_gold
from workbench.ui import label_draft
from workbench.ui.label_desk import At, Desk, Line, hinted, with_draft

SEPARATOR = "\x1f"
"""Between the passage ids of one source, in what the page sends."""


def toggle_gold(at: At) -> Desk:
    """Desk after the marked passage became a valid source, or the smallest set with it none."""
    doc_id = at.act.value
    if not doc_id:
        return hinted(at.desk, "This passage has no id in the file, so it cannot be a source.")
    sets = [s for s in at.item.gold or () if doc_id in s]
    if sets:
        gone = min(sets, key=len)
        remove_gold(at.store, at.item.trace_id, at.desk.annotator, gone)
        text = f"{' + '.join(gone)} is no valid source any more."
        return _regraded(at, (), text)
    add_gold(at.store, at.item.trace_id, at.desk.annotator, (doc_id,))
    return _regraded(at, (doc_id,), f"{doc_id} is a valid source now.")


def join_to_last(at: At) -> Desk:
    """Desk after the marked passage joined the source marked before it; all are needed."""
    doc_id, last = at.act.value, at.draft.last_gold
    if not doc_id:
        return hinted(at.desk, "This passage has no id in the file, so it cannot be a source.")
    if not last or doc_id in last:
        return hinted(at.desk, "Mark a first passage with G; Shift+G then joins another to it.")
    joined = (*last, doc_id)
    join_gold(at.store, at.item.trace_id, at.desk.annotator, joined, replacing=last)
    return _regraded(at, joined, f"{' + '.join(joined)} are one source now: all are needed.")


def retire_gold(at: At) -> Desk:
    """Desk after one source was retired, with the reason that was given."""
    doc_ids = tuple(each for each in at.act.value.split(SEPARATOR) if each)
    reason = at.act.reason.strip() or None
    remove_gold(at.store, at.item.trace_id, at.desk.annotator, doc_ids, reason)
    return _regraded(at, (), f"{' + '.join(doc_ids)} is no valid source any more.")


def _regraded(at: At, last: tuple[str, ...], text: str) -> Desk:
    desk = with_draft(at.desk, at.item.trace_id, label_draft.without_rungs(at.draft, last))
    text = f"{text} The stages were worked out again."
    return replace(desk, line=Line("saved", text), counts=None)
