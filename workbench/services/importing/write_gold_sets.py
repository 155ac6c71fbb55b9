"""Gold of queries into the store: a new version where it differs, nothing where it is the same."""

import json
from collections import Counter
from collections.abc import Mapping

from db import read_imports, write_gold
from db.bulk import Connection, take_ids
from db.models import gold_versions
from workbench.formats.json_values import json_text

FILE_AUTHOR = "file"
EDIT_KIND = "gold_edit"


def put_gold(
    connection: Connection,
    gold: Mapping[int, str],
    import_id: int,
    now_text: str,
    counts: Counter[str],
) -> None:
    """Write the gold (JSON text by query id) that differs from what counts.

    What an annotator changed stays: a file does not know of it. Counts go to `gold_new`,
    `gold_changed`, `gold_unchanged` and `gold_kept_edited`.
    """
    if not gold:
        return
    states = read_imports.gold_states(connection, list(gold), import_id)
    wanted: dict[int, str] = {}
    for query_id, sets in gold.items():
        state = states.get(query_id)
        if state is None:
            counts["gold_new"] += 1
            wanted[query_id] = sets
        elif json_text(state.sets) == sets:
            counts["gold_unchanged"] += 1
        elif state.kind == EDIT_KIND:
            counts["gold_kept_edited"] += 1
        else:
            counts["gold_changed"] += 1
            wanted[query_id] = sets
    if not wanted:
        return
    replaced = [states[query_id].gold_version_id for query_id in wanted if query_id in states]
    if replaced:
        write_gold.supersede_gold(connection, replaced, import_id)
    versions: list[tuple[object, ...]] = []
    members: list[tuple[object, ...]] = []
    for number, (query_id, sets) in zip(
        take_ids(connection, gold_versions, len(wanted)), wanted.items(), strict=True
    ):
        parsed: list[list[str]] = json.loads(sets)
        versions.append(
            (number, query_id, import_id, FILE_AUTHOR, None, now_text, sets, len(parsed))
        )
        members.extend(
            (number, set_no, doc_id) for set_no, ids in enumerate(parsed) for doc_id in ids
        )
    write_gold.insert_gold_versions(connection, versions)
    write_gold.insert_gold_members(connection, members)
