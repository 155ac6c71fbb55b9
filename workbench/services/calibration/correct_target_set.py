"""The share that truly fails of traces that stay elsewhere, from their counts and labels in store.

The counts are the target set; the labels are those of a run that was imported. Where they were
drawn from the very traces that were counted, they are post-stratified on the counts, by stage too
where the counts have stages: the sample may hold the stages in any mix. Otherwise they measure the
judge and the share goes through Rogan-Gladen, with its assumption said. Which of the two it is,
nobody can tell from the numbers, so it has to be said.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from db import read_calibration, read_counts
from db.read_triage import Cell
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Design, Evidence, JudgeVerdict
from workbench.errors import InputError
from workbench.report.counted import counted
from workbench.services.calibration.correct_counts import LabelsFrom
from workbench.services.calibration.correct_prevalence import (
    SEED,
    correct_elsewhere,
    correct_target,
)
from workbench.services.calibration.corrected_table import refused_table
from workbench.services.calibration.label_strata import VERDICT_WORDS
from workbench.services.calibration.read_labels_of import Label, LabelsOf, read_labels_of
from workbench.services.find_judge import FoundJudge, find_judge
from workbench.services.open_store import Store
from workbench.services.results import CorrectedTable
from workbench.services.triage.observe_run import Target, read_target

Key = tuple[Evidence, JudgeVerdict | None]


def correct_target_set(
    store: Store,
    target_set: str,
    judge: str,
    labels_of: str | None = None,
    labels_from: LabelsFrom = "elsewhere",
    is_conservative: bool = False,
    seed: int = SEED,
) -> CorrectedTable:
    """Give observed and corrected shares of a counted target set.

    Parameters
    ----------
    target_set, judge
        The counts as they were imported, and the judge as NAME@VERSION.
    labels_of
        The run whose labels are taken; None is the only one with labels beside the judge.
    labels_from
        `these-items` where the labelled traces were drawn from those counted, else `elsewhere`.
    is_conservative
        As in `correct_prevalence`, for `these-items`.

    Raises
    ------
    InputError
        Unknown target set, judge or run, or several runs with labels and none named. What labels
        cannot support is a refusal in the result.
    """
    with store.reading() as connection:
        found = find_judge(connection, judge)
        cells = read_counts.read_stratum_counts(connection, target_set, found.judge_id)
        known = read_counts.read_target_sets(connection, found.judge_id)
        runs = [name for _, name in read_calibration.read_runs_with_labels(connection, found[0])]
    if not cells:
        raise InputError(
            f"There are no counts of {target_set!r} for judge {judge}. Known: "
            f"{', '.join(known) or 'none; import them with workbench import counts'}."
        )
    target = _target(target_set, found, cells)
    run = labels_of if labels_of is not None else _only_run(runs, judge)
    if run is None:
        return refused_table(target, _no_labels(target_set, judge), seed)
    source = read_target(store, run, judge, {})
    labels = read_labels_of(store, source.run_ids, source.judge_id, source.n_judged, {})
    if labels_from == "elsewhere":
        return correct_elsewhere(target, None, source, labels, seed)
    has_stages = any(cell.evidence in STAGE_OF_EVIDENCE for cell in cells)
    if not has_stages:
        labels = _without_stages(labels)
    why = _cannot_be_of(target, labels, run)
    if why is not None:
        return refused_table(target, why, seed)
    labels = _weighed(target, labels)
    by_stage = replace(labels, is_by_stage=labels.is_by_stage or has_stages)
    return correct_target(target, by_stage, "system", is_conservative, seed)


def _target(target_set: str, found: FoundJudge, cells: Sequence[Cell]) -> Target:
    return Target((target_set,), (), found.judge_id, found.judge, {}, tuple(cells))


def _only_run(runs: Sequence[str], judge: str) -> str | None:
    if len(runs) > 1:
        raise InputError(
            f"{len(runs)} runs hold labels beside {judge}: {', '.join(runs)}. Say which with "
            "--calibrated-on RUN."
        )
    return runs[0] if runs else None


def _no_labels(target_set: str, judge: str) -> Refusal:
    return Refusal(
        Code.NOT_CALIBRATED,
        f"{judge} is not calibrated (0 labelled items)",
        f"Draw some of the traces counted in {target_set} at random within each stratum, import "
        "them as a run and label them.",
    )


def _without_stages(labels: LabelsOf) -> LabelsOf:
    """The labels as the counts know their traces: by verdict alone, the stage named by the ids."""

    def plain(label: Label) -> Label:
        stage = label.stage or STAGE_OF_EVIDENCE.get(label.evidence)
        return replace(label, evidence=Evidence.UNKNOWN, stage=stage)

    return replace(
        labels,
        labels=tuple(plain(label) for label in labels.labels),
        unresolved=tuple(plain(label) for label in labels.unresolved),
        is_by_stage=False,
        is_weighted=labels.is_weighted or labels.is_by_stage,
    )


def _sizes(target: Target) -> Counter[Key]:
    sizes: Counter[Key] = Counter()
    for cell in target.cells:
        sizes[cell.evidence, cell.verdict] += cell.n
    return sizes


def _weighed(target: Target, labels: LabelsOf) -> LabelsOf:
    """The labels with the counted items each of them stands for, whatever mix the sample holds."""
    sizes = _sizes(target)
    drawn = {label.trace_id: label.weight if labels.is_weighted else 1.0 for label in labels.labels}
    totals: dict[Key, float] = defaultdict(float)
    for label in labels.labels:
        totals[label.evidence, label.verdict] += drawn[label.trace_id]
    weighed = tuple(
        replace(label, weight=drawn[label.trace_id] * sizes[key] / totals[key])
        for label in labels.labels
        for key in [(label.evidence, label.verdict)]
        if sizes[key]
    )
    return replace(labels, labels=weighed)


def _cannot_be_of(target: Target, labels: LabelsOf, run: str) -> Refusal | None:
    """Why these labels cannot be taken as drawn from the counted items."""
    if not any(label.verdict is not None for label in labels.labels):
        return _no_labels(target.runs[0], str(target.judge))
    if labels.design is Design.UNKNOWN:
        return labels.origins.why_unknown(run)
    sizes = _sizes(target)
    drawn = Counter((label.evidence, label.verdict) for label in labels.labels)
    for (evidence, verdict), n in sorted(drawn.items(), key=str):
        if verdict is not None and n > sizes[evidence, verdict]:
            stage = "" if evidence is Evidence.UNKNOWN else f"{evidence}, "
            return Refusal(
                Code.POPULATION_MISMATCH,
                f"{counted(n, 'label')} "
                f"where the ids and the judge say {stage}{VERDICT_WORDS[verdict]}, and "
                f"{sizes[evidence, verdict]} such items were counted: these labels were not drawn "
                "from the counted items",
                "Import the counts of all items, or take the labels as from elsewhere.",
            )
    return None
