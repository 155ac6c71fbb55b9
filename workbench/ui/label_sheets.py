"""What the sheets of the label page show: valid sources, old answers, found items, guideline.

Of a change of gold that somebody else made the page says when and what, never who: nothing
there may tell one annotator what another thinks.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from workbench.domain.records import GoldSets
from workbench.services.labelling.label_item import LabelItem
from workbench.services.labelling.label_traces import FoundRow
from workbench.services.labelling.stale_answers import GoldChange, StaleAnswer
from workbench.ui.label_guideline import guideline_nodes
from workbench.ui.label_passages import gold_set_words

Drawn = dict[str, object]
ACTIONS = {"add": "added", "remove": "retired", "join": "joined"}
SHOWN_QUERY = 160


def when(instant: datetime | None) -> str:
    """Day and minute of an instant, in UTC; "" where it is not known."""
    return f"{instant:%Y-%m-%d %H:%M} UTC" if instant is not None else ""


def _who(author: str | None, annotator: str) -> str:
    if author is None:
        return "a file"
    return "you" if author == annotator else "another annotator"


def change_text(change: GoldChange, annotator: str) -> str:
    """What changed of the gold, by whom and when, in a sentence."""
    said = []
    if change.added:
        said.append(f"Now valid: {_sets(change.added)}.")
    if change.gone:
        said.append(f"No longer valid: {_sets(change.gone)}.")
    if change.became_unknown:
        said.append("No source is known any more.")
    if not said:
        said.append("The corpus was checked and holds no source.")
    return (
        f"{' '.join(said)} Changed by {_who(change.author, annotator)}, {when(change.changed_at)}."
    )


def _sets(sets: GoldSets) -> str:
    return ", ".join(gold_set_words(each) for each in sets)


def gold_sheet(item: LabelItem, annotator: str) -> Drawn:
    """Every valid source, to be retired one by one, and the versions before."""
    sources = [
        {
            "ids": list(gold_set),
            "text": gold_set_words(gold_set),
            "word": "all are needed" if len(set(gold_set)) > 1 else "enough alone",
        }
        for gold_set in item.gold or ()
    ]
    versions = []
    for number, row in enumerate(item.gold_history, start=1):
        is_edit = row.kind == "gold_edit"
        details = row.details or {}
        named = gold_set_words(str(each) for each in details.get("doc_ids", ()))
        action = ACTIONS.get(str(details.get("action")), "changed")
        why = f": {row.reason}" if row.reason and row.author == annotator else ""
        n = len(row.sets)
        what = f"{named} {action} by {_who(row.author, annotator)}{why}"
        if not is_edit:
            what = f"{n} {'source' if n == 1 else 'sources'} from a file"
        versions.append(f"{number}. {what}, {when(row.created_at)}")
    return {"sources": sources, "versions": versions, "is_known": item.gold is not None}


def stale_sheet(stale: Sequence[StaleAnswer], annotator: str) -> list[Drawn]:
    """The annotator's answers that are older than their gold."""
    return [
        {
            "item": str(each.trace_id),
            "name": each.request_id,
            "text": change_text(each.change, annotator),
        }
        for each in stale
    ]


def stale_line(n_stale: int) -> str:
    """How many answers are older than their gold, in words; "" without any."""
    if not n_stale:
        return ""
    return f"{n_stale} {'answer' if n_stale == 1 else 'answers'} older than the gold"


def found_sheet(text: str, found: Iterable[FoundRow]) -> Drawn | None:
    """The items that a search found; None where nothing was searched."""
    if not text:
        return None
    return {
        "text": text,
        "items": [
            {"item": str(row.trace_id), "name": row.request_id, "text": row.query[:SHOWN_QUERY]}
            for row in found
        ],
    }


def guideline_drawn(item: LabelItem) -> Drawn | None:
    """The queue's guideline; None where it has none."""
    if item.guideline is None:
        return None
    return {
        "version": item.guideline.version,
        "key": f"{item.queue_id}/{item.guideline.version}",
        "nodes": list(guideline_nodes(item.guideline.text)),
    }
