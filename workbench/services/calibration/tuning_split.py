"""The labels that tuned the judge, apart from those that measure it: set when, and moved when.

A label set that came later does not erase the earlier one, so that a label moved across the split
after results were seen can be found here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from db.read_tuning import count_labels_before, read_tuning
from workbench.report.counted import counted
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import read_labelled_target, read_target


@dataclass(frozen=True, slots=True)
class TuningChange:
    """One time that somebody said which requests tuned the judge, against the time before.

    `n_labels_before` traces of the run had labels then, so that results could be known.
    """

    run: str
    declared_at: datetime
    file_name: str
    n_requests: int
    n_added: int
    n_taken_back: int
    n_labels_before: int
    sentence: str


@dataclass(frozen=True, slots=True)
class TuningSplit:
    """How many labels are left out because they tuned the judge, and every change of that."""

    n_labels: int
    changes: tuple[TuningChange, ...]
    sentence: str


def tuning_split(
    store: Store, judge: str, run: str | None = None, where: Mapping[str, str] | None = None
) -> TuningSplit | None:
    """Give the split behind a judge card; None where no label was ever said to tune the judge.

    Raises
    ------
    InputError
        Unknown run or judge.
    """
    where = where or {}
    target = (
        read_labelled_target(store, judge, where)
        if run is None
        else read_target(store, run, judge, where)
    )
    with store.reading() as connection:
        rows = read_tuning(connection, target.run_ids)
        if not rows:
            return None
        known = [count_labels_before(connection, row.run_id, row.declared_at) for row in rows]
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, where)
    last: dict[int, frozenset[str]] = {}
    changes = []
    for row, n_before in zip(rows, known, strict=True):
        named = frozenset(row.requests)
        before = last.get(row.run_id)
        # A file with other labels says nothing of those that an earlier one named.
        stays = (
            frozenset() if row.taken_back is None else (before or frozenset()) - {*row.taken_back}
        )
        requests = named | stays
        n_added = len(requests - (before or frozenset()))
        n_back = len((before or frozenset()) - requests)
        if before is not None and not n_added + n_back:
            continue
        last[row.run_id] = requests
        changes.append(
            TuningChange(
                row.run,
                row.declared_at,
                row.file_name,
                len(requests),
                n_added,
                n_back,
                n_before,
                _change(row.declared_at, row.file_name, before, n_added, n_back, n_before),
            )
        )
    return TuningSplit(
        labels.n_tuned_on,
        tuple(changes),
        f"{counted(labels.n_tuned_on, 'label')} tuned the judge and "
        f"{'does' if labels.n_tuned_on == 1 else 'do'} not measure it. "
        + " ".join(change.sentence for change in changes),
    )


def _change(
    declared_at: datetime,
    file_name: str,
    before: frozenset[str] | None,
    n_added: int,
    n_back: int,
    n_before: int,
) -> str:
    when = f"{declared_at:%d %B %Y, %H:%M} UTC with {file_name}"
    known = f", when {counted(n_before, 'trace')} had labels" if n_before else ""
    if before is None:
        return f"Set on {when}{known}: {counted(n_added, 'request')} named."
    return f"Changed on {when}{known}: {n_added:,} added, {n_back:,} taken back."
