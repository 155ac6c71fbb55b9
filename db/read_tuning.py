"""Which labels were said to have tuned a judge, and when: every import that said so stays."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from db.models import human_entries, imports, label_sets, runs, traces


class TuningRow(NamedTuple):
    """One import that said which requests tuned the judge; `requests` is its whole list.

    It speaks of the labels of its own file. `taken_back` are requests of these that it does not
    name and an earlier import did; None where an older version did not write them down.
    """

    run_id: int
    run: str
    file_name: str
    declared_at: datetime
    requests: tuple[str, ...]
    taken_back: tuple[str, ...] | None


def read_tuning(connection: Connection, run_ids: Collection[int]) -> list[TuningRow]:
    """What was said of the runs' labels, the earliest first; repeating it changes no label."""
    statement = (
        select(
            label_sets.c.run_id,
            runs.c.name,
            imports.c.file_name,
            imports.c.details,
            func.min(label_sets.c.label_set_id),
            label_sets.c.declared_at,
        )
        .join(imports, imports.c.import_id == label_sets.c.import_id)
        .join(runs, runs.c.run_id == label_sets.c.run_id)
        .where(label_sets.c.run_id.in_(sorted(run_ids)))
        .group_by(
            label_sets.c.run_id,
            runs.c.name,
            imports.c.import_id,
            imports.c.file_name,
            label_sets.c.declared_at,
        )
        .order_by(func.min(label_sets.c.label_set_id))
    )
    return [
        TuningRow(
            run_id,
            run,
            file_name,
            declared_at,
            tuple(details["tuned_on"]),
            None if details.get("tuned_back") is None else tuple(details["tuned_back"]),
        )
        for run_id, run, file_name, details, _, declared_at in connection.execute(statement)
        if details.get("tuned_on") is not None
    ]


def count_labels_before(connection: Connection, run_id: int, moment: datetime) -> int:
    """Traces of the run that people had given a verdict on before the moment."""
    entry = human_entries.c
    statement = (
        select(func.count(entry.trace_id.distinct()))
        .join(traces, traces.c.trace_id == entry.trace_id)
        .where(traces.c.run_id == run_id, entry.kind == "verdict", entry.recorded_at < moment)
    )
    return int(connection.scalar(statement) or 0)
