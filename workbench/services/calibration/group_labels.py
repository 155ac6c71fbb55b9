"""Failing shares among labelled traces, group by group, without winners.

A group below ten labels is marked; two groups get the interval of their difference, and the
sentence follows that interval alone. Rows keep the order of the groups' names: sorting by share
would put the thinnest group on top.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from db import read_triage
from workbench.errors import InputError
from workbench.report.percent import percent, points, points_range
from workbench.services.calibration.read_labels_of import Label, read_labels_of
from workbench.services.open_store import Store
from workbench.services.results import GroupRow, GroupTable
from workbench.services.triage.place_evidence import ensure_evidence
from workbench.stats.group_difference import (
    GroupCount,
    has_group_beyond_chance,
    labels_to_tell_apart,
)
from workbench.stats.interval import Estimate, difference_of_proportions, wilson_interval

FEW_BELOW = 10
NOT_GIVEN = "(not given)"


def failing_by_group(
    store: Store, by: str, run: str | None = None, where: Mapping[str, str] | None = None
) -> GroupTable:
    """Give the failing share among labelled traces for each value of a field.

    `by` is a field of the traces (run, index_version, model, truncated, signals.NAME, or an
    unknown field that was kept); without `run` all runs are taken.
    """
    ensure_evidence(store)
    with store.reading() as connection:
        names = [run] if run is not None else read_triage.read_run_names(connection)
        run_ids = [read_triage.read_run_id(connection, name) for name in names]
    known = [run_id for run_id in run_ids if run_id is not None]
    if run is not None and not known:
        raise InputError(f"There is no run {run!r}.")
    labels = read_labels_of(store, known, None, 0, where or {}, by)
    return group_table(by, labels.labels)


def group_table(by: str, labels: Sequence[Label]) -> GroupTable:
    """Give the table of labels that were read with their group."""
    n_labels: Counter[str] = Counter()
    n_failing: Counter[str] = Counter()
    for label in labels:
        group = label.group or NOT_GIVEN
        n_labels[group] += 1
        n_failing[group] += label.is_failing is True
    rows = tuple(_row(group, n_failing[group], n_labels[group]) for group in sorted(n_labels))
    total = _row("total", sum(n_failing.values()), sum(n_labels.values()))
    if len(rows) == 2:
        difference = difference_of_proportions(
            rows[1].n_failing, rows[1].n, rows[0].n_failing, rows[0].n
        )
        needed = None
        if difference.low <= 0 <= difference.high:
            needed = labels_to_tell_apart(rows[0].share or 0.0, rows[1].share or 0.0)
        sentence = _difference_sentence(rows[0].group, rows[1].group, difference, needed)
        return GroupTable(by, rows, total, FEW_BELOW, difference, sentence, needed)
    return GroupTable(by, rows, total, FEW_BELOW, sentence=_many_sentence(rows))


def _row(group: str, n_failing: int, n: int) -> GroupRow:
    low, high = wilson_interval(n_failing, n)
    return GroupRow(group, n_failing, n, n_failing / n if n else None, low, high, n < FEW_BELOW)


def _difference_sentence(
    first: str, second: str, difference: Estimate, n_needed: int | None
) -> str:
    said = (
        f"{second} minus {first}: {points(difference.estimate)}, 95 % interval "
        f"{points_range(difference.low, difference.high)}."
    )
    if not difference.low <= 0 <= difference.high:
        return f"{said} The difference is larger than chance gives."
    needed = (
        f" About {n_needed} labels in each would, if the shares stay as they are."
        if n_needed is not None
        else ""
    )
    return f"{said} These labels do not tell the two apart.{needed}"


def _many_sentence(rows: Sequence[GroupRow]) -> str:
    if len(rows) < 3:
        return ""
    counts = [GroupCount(row.n_failing, row.n) for row in rows]
    share = sum(row.n_failing for row in rows) / sum(row.n for row in rows)
    if has_group_beyond_chance(counts):
        return (
            f"{len(rows)} groups were compared; some lie further from the total of "
            f"{percent(share)} than chance gives among so many."
        )
    return (
        f"{len(rows)} groups were compared; their differences from the total of "
        f"{percent(share)} are within chance."
    )
