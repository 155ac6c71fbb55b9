"""The judge card: error rates, bias in a sentence, agreement, and the corrected share."""

from collections.abc import Iterable, Mapping
from math import sqrt

import numpy as np

from db import read_calibration
from workbench.domain.records import JudgeId
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.report.percent import percent
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.group_labels import failing_by_group, group_table
from workbench.services.calibration.judge_rates import JudgeRates, judge_rates
from workbench.services.calibration.labels_within_reach import within_reach
from workbench.services.calibration.read_labels_of import Label, LabelsOf, read_labels_of
from workbench.services.calibration.verdict_words import read_verdict_words
from workbench.services.open_store import Store
from workbench.services.results import (
    Disagreement,
    EstimateOrRefusal,
    JudgeCard,
    JudgeCounts,
)
from workbench.services.triage.observe_run import (
    Target,
    changed_judge_warning,
    read_labelled_target,
    read_target,
)
from workbench.stats.interval import proportion

__all__ = ["SEED", "calibrate_judge", "disagreements", "failing_by_group"]

MOST_SPREADS = 4.0
"""Standard deviations by which a uniform sample's flagged share may differ from that of all."""
OF_THE_TABLE = frozenset({Code.STAGE_NOT_NAMED, Code.STAGE_OVERRIDDEN, Code.HUMAN_LABELS_ONLY})


def calibrate_judge(
    store: Store,
    judge: str,
    run: str | None = None,
    where: Mapping[str, str] | None = None,
    by: str | None = None,
    seed: int = SEED,
) -> JudgeCard:
    """Give the judge card; without `run` over every run that holds labels for the judge.

    Parameters
    ----------
    judge
        NAME@VERSION; versions are never pooled.
    where, by
        Field values that choose traces, and a field whose values form groups.
    seed
        Where the draws start; stored in the card.

    Raises
    ------
    InputError
        Unknown run or judge. What labels cannot support is a refusal inside the card.
    """
    where = where or {}
    if run is None:
        target = read_labelled_target(store, judge, where)
    else:
        target = read_target(store, run, judge, where)
    labels = read_labels_of(
        store, target.run_ids, target.judge_id, target.n_judged, where, group=by
    )
    rates = judge_rates(target, labels, np.random.default_rng(seed))
    corrected = correct_target(target, labels, "system", False, seed)
    counts = labels.counts()
    return JudgeCard(
        judge=target.judge or JudgeId(judge),
        runs=target.runs,
        design=labels.design,
        counts=counts,
        sensitivity=within_reach(rates.sensitivity, target, counts),
        false_positive_rate=within_reach(rates.false_positive_rate, target, counts),
        wrong_if_flagged=rates.wrong_if_flagged,
        wrong_if_passed=rates.wrong_if_passed,
        observed_prevalence=_observed(target),
        corrected_prevalence=corrected.corrected,
        bias=within_reach(rates.bias, target, counts),
        agreement=within_reach(rates.agreement, target, counts),
        verdict_words=read_verdict_words(store, target),
        left_out=labels.left_out,
        by_group=None if by is None else group_table(by, labels.labels),
        where=dict(where),
        seed=seed,
        warnings=(
            *(warning for warning in corrected.warnings if warning.code not in OF_THE_TABLE),
            *(within_reach(one, target, counts) for one in _warnings(target, labels, rates)),
            *(_group_warnings(labels) if by is not None else ()),
            *(changed_judge_warning(store, target) if not counts.n else ()),
        ),
    )


def disagreements(store: Store, judge: str, run: str | None = None) -> tuple[Disagreement, ...]:
    """Give the traces on which judge and people differ, those only the judge flags first."""
    target = (
        read_labelled_target(store, judge, {})
        if run is None
        else read_target(store, run, judge, {})
    )
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, {})
    differing = [
        label
        for label in labels.labels
        if label.verdict is not None
        and (label.verdict is JudgeVerdict.FAIL) != (label.is_failing is True)
    ]
    with store.reading() as connection:
        texts = read_calibration.read_texts(
            connection, [label.trace_id for label in differing], target.judge_id or 0
        )
        notes = read_calibration.read_notes(connection, [label.trace_id for label in differing])
    rows = [
        _disagreement(label, texts[label.trace_id], notes.get((label.trace_id, label.annotator)))
        for label in differing
        if label.trace_id in texts
    ]
    return tuple(sorted(rows, key=lambda row: (row.judge_verdict, row.request_id)))


def _disagreement(
    label: Label, text: read_calibration.ReadingRow, note: str | None
) -> Disagreement:
    return Disagreement(
        trace_id=label.trace_id,
        request_id=label.request_id,
        run=label.run,
        judge_verdict=label.verdict or "",
        judge_rationale=text.rationale,
        human_answer=label.answer or "",
        human_stage=label.stage,
        annotator=label.annotator,
        note=note,
        query=text.query,
        reference_answer=text.reference_answer,
        answer=text.answer,
    )


def _observed(target: Target) -> EstimateOrRefusal:
    if target.n_judged:
        return proportion(target.n_flagged, target.n_judged)
    return Refusal(
        Code.NOTHING_JUDGED,
        f"No trace has a usable verdict of {target.judge}",
        "Import its verdicts: workbench import verdicts FILE --run RUN.",
    )


def _group_warnings(labels: LabelsOf) -> Iterable[Warning_]:
    if labels.labels and labels.design is not Design.UNIFORM:
        yield Warning_(
            Code.HUMAN_LABELS_ONLY,
            "The groups count the labelled items alone, which were not drawn from all alike: "
            "their shares are not those of all items",
            "Draw a uniform queue to compare groups.",
        )


def _draw_warnings(target: Target, labels: LabelsOf, counts: JudgeCounts) -> Iterable[Warning_]:
    """Say so where labels declared uniform hold another mix of verdicts than the traces do."""
    n = counts.tp + counts.fn + counts.fp + counts.tn
    if labels.design is not Design.UNIFORM or n >= target.n_judged:
        return
    flagged, expected = (counts.tp + counts.fp) / n, target.n_flagged / target.n_judged
    spread = sqrt(expected * (1 - expected) / n * (target.n_judged - n) / target.n_judged)
    if abs(flagged - expected) > MOST_SPREADS * spread:
        yield Warning_(
            Code.POPULATION_MISMATCH,
            f"The labels count as a uniform sample, but the judge flags {percent(flagged)} of them "
            f"and {percent(expected)} of all: they were hardly drawn from all alike",
            "If its verdicts drew them, import them again with --design by_verdict.",
        )


def _warnings(target: Target, labels: LabelsOf, rates: JudgeRates) -> Iterable[Warning_]:
    counts = labels.counts()
    if counts.n == 0:
        return
    if rates.youden is not None and rates.youden.low <= 0:
        yield Warning_(
            Code.JUDGE_UNINFORMATIVE,
            "The interval of sensitivity minus false-positive rate includes 0: this judge may be "
            "no better than chance",
            "Mend the judge's prompt on the disagreements, or rely on the human labels.",
        )
    for code, n_class, word, source in (
        (Code.ONE_CLASS_ONLY, counts.tp + counts.fn, "wrong", "failed"),
        (Code.ONE_CLASS_ONLY, counts.fp + counts.tn, "right", "passed"),
    ):
        if n_class == 0:
            yield Warning_(
                code,
                f"No labelled item is {word}, so one error rate is not estimable",
                f"Label items that the judge {source}.",
            )
    yield from _draw_warnings(target, labels, counts)
    if len(target.runs) > 1 and labels.design is not Design.UNIFORM:
        yield Warning_(
            Code.RUNS_POOLED,
            f"Labels of {len(target.runs)} runs are taken together as if drawn alike",
            "Name one run with --run.",
        )
