"""Where entries of a file belong in this store: its queue, the guideline and the gold then seen."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from db import read_entries
from db.bulk import Connection
from db.read_guidelines import read_guideline_versions
from db.read_seen_gold import read_gold_versions
from workbench.formats.gold_sets import sets_mark
from workbench.formats.problems import Findings
from workbench.formats.verdict_csv import VerdictRow
from workbench.services.importing.verdict_records import chunks


class EntryPlace(NamedTuple):
    """Keys of what one entry belongs to; None for what this store does not have."""

    queue_id: int | None
    guideline_id: int | None
    gold_version_id: int | None


def file_id(row: VerdictRow, entry_id: str | None) -> tuple[str, str | None]:
    """Give the name of an entry in a file, which numbers the entries of each request."""
    return row.entry.request_id, entry_id


def entry_places(
    connection: Connection,
    rows: Sequence[VerdictRow],
    run_id: int,
    trace_ids: Mapping[str, int],
    findings: Findings,
) -> list[EntryPlace]:
    """Give the place of every row; a queue that is not here is remarked.

    Gold is found by its content, so that a verdict never claims to have seen other gold.
    """
    queues = _queues(connection, rows, run_id, trace_ids, findings)
    guidelines = {
        (queue_id, str(version.version)): version.guideline_id
        for queue_id in {queue_id for queue_id in queues if queue_id is not None}
        for version in read_guideline_versions(connection, queue_id)
    }
    named = {trace_ids[row.entry.request_id] for row in rows if row.gold_version}
    seen = {
        (version.trace_id, sets_mark(version.sets)): version.gold_version_id
        for some in chunks(named)
        for version in read_gold_versions(connection, some)
    }
    return [
        EntryPlace(
            queue_id,
            guidelines.get((queue_id or 0, row.guideline or "")),
            seen.get((trace_ids[row.entry.request_id], row.gold_version or "")),
        )
        for row, queue_id in zip(rows, queues, strict=True)
    ]


def _queues(
    connection: Connection,
    rows: Sequence[VerdictRow],
    run_id: int,
    trace_ids: Mapping[str, int],
    findings: Findings,
) -> list[int | None]:
    names = {row.queue for row in rows if row.queue}
    queues = read_entries.queue_ids(connection, names, run_id) if names else {}
    items = read_entries.queued(connection, queues.values()) if queues else set()
    found: list[int | None] = []
    for row in rows:
        queue_id = queues.get(row.queue or "")
        trace_id = trace_ids[row.entry.request_id]
        is_there = queue_id is not None and (queue_id, trace_id) in items
        if row.queue and not is_there:
            findings.remark(
                "queue_absent",
                "verdicts name a queue that this store does not have: how they were drawn is as "
                "declared for this import",
                row.line,
            )
        found.append(queue_id if is_there else None)
    return found
