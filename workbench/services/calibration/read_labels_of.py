"""Which human labels count for a run and a judge, and how they were drawn.

Chosen: current verdicts on current traces; an agreed verdict (adjudication) overrides; people who
disagree without one are left out, since taking either side would decide the case in silence. Can't
tell, skips and unresolved cases leave the labels but not the target set, and are counted. The
design follows from where the labels came from; labels of unknown origin are not taken for a
random sample.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from db import read_calibration
from db.read_calibration import AdjudicationRow, LabelRow
from db.read_label_origins import read_copies
from workbench.domain.refusals import Warning_
from workbench.domain.triage import is_failing
from workbench.domain.vocabulary import (
    Answer,
    Design,
    EntryKind,
    Evidence,
    JudgeVerdict,
    Stage,
    Unresolved,
)
from workbench.services.calibration.label_design import (
    SAME_ITEMS,
    Origins,
    declare_line,
    read_origins,
)
from workbench.services.calibration.label_warnings import label_warnings
from workbench.services.calibration.run_weights import weigh_runs
from workbench.services.open_store import Store
from workbench.services.results import JudgeCounts, LeftOut

__all__ = ["SAME_ITEMS", "Label", "LabelsOf", "declare_line", "read_labels_of"]


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled trace: what people say of it, beside the ids and the judge.

    `weight` is the number of traces that the label stands for, up to a common factor; `queue_id`
    the queue in which it was given, None for one from outside.
    """

    trace_id: int
    request_id: str
    run: str
    query_id: int
    annotator: str
    evidence: Evidence
    verdict: JudgeVerdict | None
    answer: Answer | None
    stage: Stage | None
    unresolved: Unresolved | None
    is_override: bool
    should_have_declined: bool
    is_truncated: bool | None
    group: str | None
    weight: float = 1.0
    queue_id: int | None = None

    @property
    def is_failing(self) -> bool | None:
        """Whether people found a failure; None where the label does not say."""
        return None if self.unresolved is not None else is_failing(self.answer)


@dataclass(frozen=True, slots=True)
class LabelsOf:
    """The labels that count, how they were drawn, and what was left out.

    `labels` say right or wrong; `unresolved` left by the side door. `is_by_stage` says that the
    labels were drawn by what the ids say too, so that they are exchangeable only within it;
    `is_weighted` that some were drawn by another judge's verdicts, by those on another run or by
    scores, or that runs were not labelled alike, so that only weights serve. `findings` were drawn
    from a part of the traces and are kept apart from labels that speak of all; `copies` repeat
    question and answer of a label that tuned the judge; `rounds` are the queues, those that could
    know earlier labels apart from them; `unlabelled_runs` the verdicts of runs that no label is of.
    `examples` are the traces whose labels tuned the judge, each with what all people together say
    of it, None where they say nothing together: it measures no judge and no share.
    """

    labels: tuple[Label, ...]
    unresolved: tuple[Label, ...]
    design: Design
    is_by_stage: bool
    is_weighted: bool
    left_out: LeftOut
    n_unblinded: int
    n_tuned_on: int
    copies: tuple[str, ...]
    origins: Origins
    findings: tuple[Label, ...] = ()
    rounds: tuple[tuple[str, ...], ...] = ()
    unlabelled_runs: tuple[str, ...] = ()
    examples: Mapping[int, Label | None] = field(default_factory=dict)

    def counts(self) -> JudgeCounts:
        """Give the four counts of labels with a judge verdict."""
        cells = Counter((label.is_failing, label.verdict) for label in self.labels)
        out = self.left_out
        return JudgeCounts(
            tp=cells[True, JudgeVerdict.FAIL],
            fn=cells[True, JudgeVerdict.PASS],
            fp=cells[False, JudgeVerdict.FAIL],
            tn=cells[False, JudgeVerdict.PASS],
            unusable=out.cant_tell + out.unresolved + out.annotators_disagree + out.unjudged,
        )

    def warnings(self, run: str | None) -> tuple[Warning_, ...]:
        """Give what must be said of the labels wherever a number rests on them."""
        return tuple(label_warnings(self, run))


def read_labels_of(
    store: Store,
    run_ids: Collection[int],
    judge_id: int | None,
    n_judged: int,
    where: Mapping[str, str],
    group: str | None = None,
) -> LabelsOf:
    """The labels that count on the runs' traces, beside the verdicts of one judge.

    `n_judged` is the number of chosen traces with a usable verdict: where all of them are
    labelled, the labels are a census whatever was declared.
    """
    with store.reading() as connection:
        rows = read_calibration.read_labels(connection, run_ids, judge_id, where, group)
        agreed = {
            row.trace_id: row for row in read_calibration.read_adjudications(connection, run_ids)
        }
        origins = read_origins(connection, rows, judge_id, where)
        tuned = {row.entry_id for row in rows if origins.is_tuned_on(row)}
        examples = {row.trace_id for row in rows if row.entry_id in tuned}
        copies = read_copies(connection, run_ids, examples) if examples else set()
    # A trace whose endpoint failed has no answer that anybody could judge.
    answered = [row for row in rows if row.evidence != Evidence.ENDPOINT_UNAVAILABLE]
    said_of_examples = _said([row for row in answered if row.trace_id in examples], agreed, {})
    kept = [row for row in answered if row.entry_id not in tuned]
    weights = origins.weights(kept)
    aside = _findings(kept, origins, n_judged)
    findings = _said([row for row in kept if row.entry_id in aside], agreed, weights)
    kept = [row for row in kept if row.entry_id not in aside]
    said = _said(kept, agreed, weights)
    labels: Sequence[Label] = said.labels
    design, is_by_stage = origins.design(_verdicts_by_trace(kept).values(), n_judged)
    is_weighted = design in (Design.QUEUE, Design.BY_VERDICT) and origins.is_unequal(kept)
    unlabelled_runs: tuple[str, ...] = ()
    if design in SAME_ITEMS and len({label.run for label in labels}) > 1:
        with store.reading() as connection:
            runs = weigh_runs(
                connection, labels, run_ids, judge_id, where, is_weighted or is_by_stage
            )
        labels, unlabelled_runs = runs.labels, runs.unlabelled
        if runs.is_unequal:
            # A mix of draws whose chances are known, as of a queue.
            design, is_weighted = Design.QUEUE, True
    return LabelsOf(
        labels=tuple(labels),
        unresolved=tuple(said.unresolved),
        design=design,
        is_by_stage=is_by_stage,
        is_weighted=is_weighted,
        left_out=LeftOut(
            cant_tell=said.n_cant_tell,
            unresolved=len(said.unresolved),
            skipped=sum(row.kind == EntryKind.SKIP for row in kept),
            annotators_disagree=said.n_disagree,
            tuned_on=len(tuned),
            unjudged=sum(label.verdict is None for label in labels),
        ),
        n_unblinded=sum(origins.is_unblinded(row) for row in kept),
        n_tuned_on=len(tuned),
        copies=tuple(sorted(label.request_id for label in labels if label.trace_id in copies)),
        origins=origins,
        findings=(*findings.labels, *findings.unresolved),
        rounds=origins.rounds(kept),
        unlabelled_runs=unlabelled_runs,
        examples=dict.fromkeys(examples)
        | {
            label.trace_id: label
            for label in (*said_of_examples.labels, *said_of_examples.unresolved)
        },
    )


class _Said(NamedTuple):
    """What people say of each trace together, and on how many they say nothing together."""

    labels: list[Label]
    unresolved: list[Label]
    n_disagree: int
    n_cant_tell: int


def _said(
    rows: Sequence[LabelRow], agreed: Mapping[int, AdjudicationRow], weights: Mapping[int, float]
) -> _Said:
    labels, unresolved, n_disagree, n_cant_tell = [], [], 0, 0
    for trace_id, entries in _verdicts_by_trace(rows).items():
        if trace_id in agreed:
            decided = agreed[trace_id]
            label = _as_label(entries[0], weights)
            stage = None if decided.stage is None else Stage(decided.stage)
            label = replace(label, answer=Answer(decided.answer), stage=stage, unresolved=None)
        else:
            found = _one_label([_as_label(row, weights) for row in entries])
            if found is None:
                n_disagree += 1
                continue
            label = found
        if label.unresolved is not None:
            unresolved.append(label)
        elif label.is_failing is None:
            n_cant_tell += 1
        else:
            labels.append(label)
    return _Said(labels, unresolved, n_disagree, n_cant_tell)


def _verdicts_by_trace(rows: Sequence[LabelRow]) -> dict[int, list[LabelRow]]:
    by_trace: dict[int, list[LabelRow]] = defaultdict(list)
    for row in rows:
        if row.kind == EntryKind.VERDICT:
            by_trace[row.trace_id].append(row)
    return by_trace


def _findings(rows: Sequence[LabelRow], origins: Origins, n_judged: int) -> set[int]:
    """Verdicts of queues drawn from a part of the traces, where others speak of all of them."""
    given = [row for row in rows if row.kind == EntryKind.VERDICT]
    is_census = 0 < n_judged <= len({row.trace_id for row in given if row.verdict is not None})
    if is_census or not any(origins.design_of(row) in SAME_ITEMS for row in given):
        return set()
    return {row.entry_id for row in given if origins.are_findings(row)}


def _as_label(row: LabelRow, weights: Mapping[int, float]) -> Label:
    return Label(
        trace_id=row.trace_id,
        request_id=row.request_id,
        run=row.run,
        query_id=row.query_id,
        annotator=row.annotator,
        evidence=Evidence(row.evidence),
        verdict=None if row.verdict is None else JudgeVerdict(row.verdict),
        answer=None if row.answer is None else Answer(row.answer),
        stage=None if row.stage is None else Stage(row.stage),
        unresolved=None if row.unresolved is None else Unresolved(row.unresolved),
        is_override=row.is_override,
        should_have_declined=row.should_have_declined,
        is_truncated=row.is_truncated,
        group=row.group,
        weight=weights.get(row.entry_id, 1.0),
        queue_id=row.queue_id,
    )


def _one_label(labels: Sequence[Label]) -> Label | None:
    """The label people agree on; the one that says right or wrong where another cannot tell."""
    decided = [label for label in labels if label.is_failing is not None]
    if len({label.is_failing for label in decided}) > 1:
        return None
    if not decided:
        return next((label for label in labels if label.unresolved is not None), labels[0])
    named = [label for label in decided if label.stage is not None]
    return (named or decided)[0]
