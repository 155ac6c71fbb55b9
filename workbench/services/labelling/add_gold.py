"""Adds a passage, or a set of passages all needed, to a query's gold; or takes one away.

Done while labelling: every change is a new version with its author, time and reason; older
versions stay. The stages of every trace of the query are decided anew at once. A change is
logged as a finished import of its own, so that one rule says which version counts.
"""

from collections.abc import Callable
from datetime import UTC, datetime

from db.read_query_gold import read_gold, read_imported_gold, read_query_of_trace
from db.write_evidence import refresh_evidence
from db.write_gold_edit import insert_gold, insert_gold_edit, insert_gold_members, supersede_gold
from workbench.domain.records import GoldSets
from workbench.errors import InputError
from workbench.services.labelling.label_queue import named_annotator
from workbench.services.open_store import Store


def add_gold(
    store: Store, trace_id: int, annotator: str, doc_ids: tuple[str, ...], reason: str | None = None
) -> int:
    """Add an alternative to the gold of the trace's query; several ids are all needed together.

    Gives the id of the version that now counts, which is the old one where it already held
    the set. Where gold was not known, the new set becomes the gold.

    Raises
    ------
    InputError
        No annotator name, no passage id, or no such trace.
    """

    def added(sets: GoldSets, new_set: tuple[str, ...]) -> GoldSets:
        return sets if _has(sets, new_set) else (*sets, new_set)

    return change_gold(store, trace_id, annotator, "add", doc_ids, reason, added)


def remove_gold(
    store: Store, trace_id: int, annotator: str, doc_ids: tuple[str, ...], reason: str | None = None
) -> int:
    """Take the alternative made of exactly these ids away; gives the new version.

    Taking back the last one that annotators added leaves what there was before them: no gold
    known, or an imported "no source exists".

    Raises
    ------
    InputError
        No such alternative exists, or it is the last one of an imported gold: an empty gold
        would say that the corpus holds no answer, which nobody has said by that.
    """

    def without(sets: GoldSets, old_set: tuple[str, ...]) -> GoldSets:
        kept = tuple(each for each in sets if set(each) != set(old_set))
        if len(kept) == len(sets):
            raise InputError(f"{' + '.join(old_set)} is not one of the query's gold sources.")
        return kept

    return change_gold(store, trace_id, annotator, "remove", doc_ids, reason, without)


def _has(sets: GoldSets, wanted: tuple[str, ...]) -> bool:
    return any(set(each) == set(wanted) for each in sets)


def change_gold(
    store: Store,
    trace_id: int,
    annotator: str,
    action: str,
    doc_ids: tuple[str, ...],
    reason: str | None,
    changed: Callable[[GoldSets, tuple[str, ...]], GoldSets],
) -> int:
    """Put a changed gold in the place of the one that counts, and decide the stages anew.

    `changed` takes the sets so far and the passages named, and gives the new sets. Gives the
    version that now counts.
    """
    named = tuple(dict.fromkeys(doc_id for doc_id in doc_ids if doc_id))
    if not named:
        raise InputError("The passage has no id, so it cannot be named as a source.")
    now = datetime.now(UTC)
    with store.writing() as connection:
        named_annotator(connection, annotator, now)
        query_id = read_query_of_trace(connection, trace_id)
        if query_id is None:
            raise InputError(f"There is no trace {trace_id}. Open the queue again.")
        gold = read_gold(connection, query_id)
        old = () if gold is None else tuple(tuple(each) for each in gold.sets)
        new = changed(old, named)
        if gold is not None and new == old:
            return gold.gold_version_id
        imported = read_imported_gold(connection, query_id)
        if gold is not None and not new and imported is not None and imported.sets:
            raise InputError(
                f"{' + '.join(named)} is the only gold source left. Add the right one first, "
                "or mark the reference as disputed."
            )
        is_known = bool(new) or imported is not None
        details = {
            "action": action,
            "doc_ids": list(named),
            "reason": reason,
            "trace_id": trace_id,
            "query_id": query_id,
        }
        import_id = insert_gold_edit(connection, details, now)
        supersede_gold(connection, query_id, import_id)
        author = annotator.strip()
        version = insert_gold(connection, query_id, import_id, author, reason, new, now, is_known)
        insert_gold_members(connection, version, new)
        refresh_evidence(connection, query_ids=[query_id])
    return version
