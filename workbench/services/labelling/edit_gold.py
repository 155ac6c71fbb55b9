"""Larger changes of gold while labelling, and the versions a query's gold has had.

Adding and retiring one source is in `add_gold`; here several passages become one source of
which all are needed, in one version, and every version is told with its author and time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from db.read_gold_changes import read_gold_versions
from db.read_query_gold import read_query_of_trace
from workbench.domain.records import GoldSets
from workbench.errors import InputError
from workbench.services.labelling.add_gold import change_gold
from workbench.services.labelling.stale_answers import gold_sets
from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class GoldVersion:
    """One version of a query's gold. `author` None: it came from a file.

    `action` is add, remove or join, None for a file's; `doc_ids` are the passages it was about.
    """

    version: int
    author: str | None
    reason: str | None
    created_at: datetime
    sets: GoldSets
    action: str | None = None
    doc_ids: tuple[str, ...] = ()


def join_gold(
    store: Store,
    trace_id: int,
    annotator: str,
    doc_ids: tuple[str, ...],
    replacing: tuple[str, ...],
    reason: str | None = None,
) -> int:
    """Make the passages one source, all needed, in the place of the source `replacing`.

    Gives the version that now counts. Where `replacing` is no source, the joined one is added.

    Raises
    ------
    InputError
        No annotator name, fewer than two passages, or no such trace.
    """
    if len(set(doc_ids)) < 2:
        raise InputError("A source of several passages needs at least two different ones.")

    def joined(sets: GoldSets, new_set: tuple[str, ...]) -> GoldSets:
        kept = [each for each in sets if set(each) not in (set(replacing), set(new_set))]
        return (*kept, new_set)

    return change_gold(store, trace_id, annotator, "join", doc_ids, reason, joined)


def gold_history(store: Store, trace_id: int) -> tuple[GoldVersion, ...]:
    """Every version of the gold of a trace's query, oldest first; () where none was known."""
    with store.reading() as connection:
        query_id = read_query_of_trace(connection, trace_id)
        rows = [] if query_id is None else read_gold_versions(connection, query_id)
    return tuple(
        GoldVersion(
            version=number,
            author=row.author if row.kind == "gold_edit" else None,
            reason=row.reason,
            created_at=row.created_at,
            sets=gold_sets(row.sets) or (),
            action=_said(row.details, "action") if row.kind == "gold_edit" else None,
            doc_ids=tuple((row.details or {}).get("doc_ids", ()))
            if row.kind == "gold_edit"
            else (),
        )
        for number, row in enumerate(rows, start=1)
    )


def _said(details: Mapping[str, Any] | None, name: str) -> str | None:
    value = (details or {}).get(name)
    return None if value is None else str(value)
