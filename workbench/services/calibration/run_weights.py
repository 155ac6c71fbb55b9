"""Labels of several runs read together: each run's labels stand for the traces of that run.

Chosen: within a verdict a label counts for its run's traces of that verdict, divided by its run's
labels among them. Rejected: all labels alike, by which a run of a hundred traces weighs as much as
one of ten thousand that has as many labels, and nothing in the interval shows it.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from db.bulk import Connection
from db.read_triage import read_cells
from workbench.domain.vocabulary import Evidence, JudgeVerdict
from workbench.report.counted import counted

if TYPE_CHECKING:
    from workbench.services.calibration.read_labels_of import Label

ALIKE = 0.10
"""Runs labelled in nearly the same proportion keep the plain formulas; weights move nothing."""

Part = tuple[str, JudgeVerdict | None]


class WeighedRuns(NamedTuple):
    """Labels by the traces they stand for, and the judged parts of runs that have none."""

    labels: tuple["Label", ...]
    is_unequal: bool
    unlabelled: tuple[str, ...]


def weigh_runs(
    connection: Connection,
    labels: Sequence["Label"],
    run_ids: Collection[int],
    judge_id: int | None,
    where: Mapping[str, str],
    is_weighted: bool,
) -> WeighedRuns:
    """Give the labels as they stand for their runs, where these were not labelled alike.

    `is_weighted` says that labels of one verdict differ within a run already.
    """
    sizes: dict[Part, int] = defaultdict(int)
    for name in sorted({label.run for label in labels}):
        for cell in read_cells(connection, run_ids, judge_id, {**where, "run": name}):
            if cell.evidence is not Evidence.ENDPOINT_UNAVAILABLE:
                sizes[name, cell.verdict] += cell.n
    totals: dict[Part, float] = defaultdict(float)
    for label in labels:
        totals[label.run, label.verdict] += label.weight if is_weighted else 1.0
    stand_for = {part: sizes[part] / total for part, total in totals.items()}
    unlabelled = tuple(
        f"run {name}, judge says {verdict} ({counted(n, 'trace')})"
        for (name, verdict), n in sorted(sizes.items(), key=str)
        if n and verdict is not None and (name, verdict) not in totals
    )
    if all(_are_alike(stand_for, verdict) for verdict in (*JudgeVerdict, None)):
        return WeighedRuns(tuple(labels), False, unlabelled)
    weighed = tuple(
        replace(
            label,
            weight=(label.weight if is_weighted else 1.0) * stand_for[label.run, label.verdict],
        )
        for label in labels
    )
    return WeighedRuns(weighed, True, unlabelled)


def _are_alike(stand_for: Mapping[Part, float], verdict: JudgeVerdict | None) -> bool:
    found = [factor for (_, of), factor in stand_for.items() if of is verdict]
    return not found or max(found) - min(found) <= ALIKE * max(found)
