"""Which answers of some runs were right, and who says so: people first, else one judge.

Chosen: a person's word counts before the judge's, and where people looked and did not decide
nobody's does. Rejected: falling back on the judge there, which would decide in silence what
people could not. A label that tuned the judge says as much of its answer as any other; it is left
out only where the judge is measured.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from db import read_probes, read_queues
from workbench.domain.vocabulary import ErrorType, JudgeVerdict
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.open_store import Store

By = Literal["people", "judge", "file", "nobody"]


class Right(NamedTuple):
    """Whether an answer was right, who says so, and what else people said of it."""

    is_right: bool | None
    by: By
    is_disputed: bool = False
    is_incomplete: bool = False


NOBODY = Right(None, "nobody")


def read_rights(
    store: Store, run_ids: Collection[int], judge_id: int | None, request_id: str | None = None
) -> dict[int, Right]:
    """Give what is known of each trace's answer, by trace; absent where nobody said anything.

    With a request id, of the traces of that request alone.
    """
    if not run_ids:
        return {}
    where = {} if request_id is None else {"request_id": request_id}
    found = read_labels_of(store, run_ids, judge_id, 0, where)
    verdicts: dict[int, str] = {}
    with store.reading() as connection:
        said = read_probes.read_said(connection, run_ids, where)
        if judge_id is not None and where:
            verdicts = read_probes.read_verdicts_of(connection, run_ids, judge_id, where)
        elif judge_id is not None:
            for run_id in run_ids:
                verdicts |= read_queues.read_verdicts(connection, run_id, judge_id)
    rights = {
        trace_id: Right(verdict == JudgeVerdict.PASS, "judge")
        for trace_id, verdict in verdicts.items()
    }
    rights |= {trace_id: Right(None, "people") for trace_id in said}
    # What tuned the judge was put together with all else that was said of the trace.
    examples = [label for label in found.examples.values() if label is not None]
    findings = [label for label in found.findings if label.trace_id not in found.examples]
    others = [
        label
        for label in (*found.labels, *found.unresolved)
        if label.trace_id not in found.examples
    ]
    # Findings say nothing of a run's share, but as much of their trace as any other label.
    of_findings = {label.trace_id: label.is_failing for label in findings}
    for label in (*examples, *findings, *others):
        is_incomplete = said.get(label.trace_id) == ErrorType.INCOMPLETE
        is_right = None if label.is_failing is None else not label.is_failing
        if of_findings.get(label.trace_id, label.is_failing) is not label.is_failing:
            is_right = None
        is_disputed = label.unresolved is not None
        rights[label.trace_id] = Right(is_right, "people", is_disputed, is_incomplete)
    return rights
