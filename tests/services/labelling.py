"""Runs, queues and submissions for the tests of labelling."""

from collections.abc import Sequence

from db.store import Store
from tests import builders
from tests.services.planted import plant_traces
from workbench.domain.questions import Answers
from workbench.domain.records import JudgeId, JudgeOpinion, Trace
from workbench.domain.vocabulary import Answer, EntryKind, ErrorType, JudgeVerdict
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import (
    LabelItem,
    Saved,
    Submission,
    next_item,
    record_entry,
)

STRICT = JudgeId("strict", "2")


def said(verdict: JudgeVerdict | None) -> JudgeOpinion:
    """One opinion of the judge `strict@2`."""
    return JudgeOpinion(STRICT, verdict, verdict or "maybe")


def judged(n_fail: int, n_pass: int, n_none: int = 0, **fields: object) -> list[Trace]:
    """Traces q-1, q-2, … with the judge's verdicts in that order."""
    verdicts: list[JudgeVerdict | None] = [JudgeVerdict.FAIL] * n_fail
    verdicts += [JudgeVerdict.PASS] * n_pass
    verdicts += [None] * n_none
    return [
        builders.trace(f"q-{n}", judges=(said(verdict),), **fields)
        for n, verdict in enumerate(verdicts, start=1)
    ]


def census(store: Store, traces: Sequence[Trace] | int = 3, **options: object) -> int:
    """A queue of every trace of the run `default`, planted first; gives its id."""
    planted = judged(0, traces) if isinstance(traces, int) else traces
    if planted:
        plant_traces(store, planted)
    settings: dict[str, object] = {"judge": None, "size": None, "seed": 7} | options
    return build_queue(store, run="default", **settings).queue_id


def answer(item: LabelItem, annotator: str, is_right: bool = True, **fields: object) -> Submission:
    """A verdict on the item as it stands on screen."""
    answers = Answers(
        answer=Answer.CORRECT if is_right else Answer.WRONG,
        error_type=None if is_right else ErrorType.MISREAD,
    )
    values: dict[str, object] = {
        "queue_id": item.queue_id,
        "trace_id": item.trace_id,
        "annotator": annotator,
        "kind": EntryKind.VERDICT,
        "answers": answers,
        "expected_entry_id": item.expected_entry_id,
        "gold_version_id": item.gold_version_id,
    }
    return Submission(**(values | fields))


def label_next(store: Store, queue_id: int, annotator: str, **fields: object) -> Saved:
    """Label the next item of a queue."""
    item = next_item(store, queue_id, annotator)
    if item is None:
        raise AssertionError(f"nothing left for {annotator}")
    return record_entry(store, answer(item, annotator, **fields))


def label_all(store: Store, queue_id: int, annotator: str, **fields: object) -> list[str]:
    """Label what is offered until nothing is; gives the request ids in that order."""
    labelled = []
    while (item := next_item(store, queue_id, annotator)) is not None:
        record_entry(store, answer(item, annotator, **fields))
        labelled.append(item.request_id)
    return labelled
