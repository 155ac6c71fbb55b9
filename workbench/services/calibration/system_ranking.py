"""Several systems ranked by a judge, and by the shares that truly fail.

A judge may err differently on each system, and then ranks them wrongly however many traces it
judges. Each run is a system, corrected by its own labels; runs without a corrected share are left
out, aloud, and so are those whose labels were chosen by their true class. A correction with error
rates measured elsewhere keeps the judge's own order by its making, so it is no evidence here and
is not offered. Draws of the runs are independent of each
other: where they share questions, that makes the limits wider rather than narrower.
"""

from collections.abc import Sequence
from shlex import quote
from typing import NamedTuple

import numpy as np

from db.read_calibration import read_runs_of_judge
from workbench.domain.refusals import Code, Refusal
from workbench.domain.vocabulary import Design, JudgeVerdict
from workbench.errors import InputError
from workbench.report.counted import counted_as
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.label_strata import (
    as_stratum,
    merged_by_verdict,
    stratum_parts,
)
from workbench.services.calibration.over_time_results import RankedSystem, SystemRanking
from workbench.services.calibration.over_time_words import ranking_sentence
from workbench.services.calibration.read_labels_of import LabelsOf, read_labels_of
from workbench.services.find_judge import find_judge
from workbench.services.open_store import Store
from workbench.services.results import Estimate, EstimateOrRefusal
from workbench.services.triage.observe_run import Target, read_target
from workbench.stats.interval import proportion
from workbench.stats.kendall import SystemDraws, ranking_agreement, system_draws

FEWEST = 3


class _Read(NamedTuple):
    """One run with its labels, its judge's share and the corrected one."""

    target: Target
    labels: LabelsOf
    observed: EstimateOrRefusal
    corrected: EstimateOrRefusal


def system_ranking(
    store: Store, judge: str, runs: Sequence[str] | None = None, seed: int = SEED
) -> SystemRanking:
    """Give the systems in both orders, with Kendall's tau between them.

    Parameters
    ----------
    judge
        NAME@VERSION; one judge ranks all.
    runs
        The systems; without them every run that the judge gave verdicts on.
    seed
        Where the draws start; stored with the result.

    Raises
    ------
    InputError
        Unknown run or judge, or a run named twice. Fewer than three systems with a corrected share
        are a refusal in the result.
    """
    if runs is not None and len(set(runs)) != len(runs):
        raise InputError(f"Name each run once, got {', '.join(runs)}.")
    names = _runs_of(store, judge) if runs is None else tuple(runs)
    found = [_read(store, run, judge, seed) for run in names]
    ranked = [one for one in found if isinstance(one.corrected, Estimate)]
    tau = _tau(ranked, seed)
    return SystemRanking(
        judge=judge,
        systems=_systems(found, ranked),
        n_ranked=len(ranked),
        tau=tau,
        sentence=ranking_sentence(judge, len(found), len(ranked), tau),
        seed=seed,
        refusals=tuple(
            Refusal(
                one.corrected.code,
                f"{one.target.runs[0]}: {one.corrected.reason}",
                one.corrected.next_step,
            )
            for one in found
            if isinstance(one.corrected, Refusal)
        ),
    )


def _runs_of(store: Store, judge: str) -> tuple[str, ...]:
    with store.reading() as connection:
        found = find_judge(connection, judge)
        return tuple(name for _, name in read_runs_of_judge(connection, found.judge_id))


def _read(store: Store, run: str, judge: str, seed: int) -> _Read:
    target = read_target(store, run, judge, {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, {})
    observed: EstimateOrRefusal = Refusal(
        Code.NOTHING_JUDGED, f"{judge} gave no usable verdict on run {run}"
    )
    if target.n_judged:
        observed = proportion(target.n_flagged, target.n_judged)
    if labels.design is Design.BY_TRUTH:
        return _Read(target, labels, observed, _chosen_by_truth(judge))
    corrected = correct_target(target, labels, "system", False, seed).corrected
    return _Read(target, labels, observed, corrected)


def _chosen_by_truth(judge: str) -> Refusal:
    return Refusal(
        Code.DESIGN_UNKNOWN,
        "Its labels were chosen by their true class: they measure the judge, and nothing of how "
        "much of this run fails",
        f"Label a queue in it: workbench queue build --run RUN --judge {quote(judge)} --size 100.",
    )


def _tau(ranked: Sequence[_Read], seed: int) -> EstimateOrRefusal:
    if len(ranked) < FEWEST:
        return Refusal(
            Code.NOT_ENOUGH_LABELS,
            f"{counted_as(len(ranked), 'system has', 'systems have')} a corrected share; an order "
            f"needs {FEWEST} to be compared",
            "Label a queue in each run: workbench queue build --run RUN --judge JUDGE --size 100. "
            "Two runs are compared by workbench compare.",
        )
    rng = np.random.default_rng(seed)
    draws = [_draws(one, rng) for one in ranked]
    try:
        return ranking_agreement(
            _shares(ranked, 0),
            _shares(ranked, 1),
            np.column_stack([one.judged for one in draws]),
            np.column_stack([one.failing for one in draws]),
        )
    except ValueError as error:
        return Refusal(Code.NOT_COMPARABLE, str(error).capitalize())


def _shares(ranked: Sequence[_Read], which: int) -> list[float]:
    values = [(one.observed, one.corrected)[which] for one in ranked]
    return [value.estimate for value in values if isinstance(value, Estimate)]


def _draws(one: _Read, rng: np.random.Generator) -> SystemDraws:
    """Both shares drawn together, from the strata the corrected share rests on."""
    labels = one.labels
    is_weighted = labels.is_by_stage or labels.is_weighted
    parts = stratum_parts(one.target.cells, labels.labels, labels.is_by_stage, labels.is_weighted)
    if not all(part.labels for part in parts):
        parts = merged_by_verdict(parts, is_weighted=is_weighted)
    failed = [as_stratum(part) for part in parts if part.verdict is JudgeVerdict.FAIL]
    passed = [as_stratum(part) for part in parts if part.verdict is not JudgeVerdict.FAIL]
    return system_draws(failed, passed, rng)


def _systems(found: Sequence[_Read], ranked: Sequence[_Read]) -> tuple[RankedSystem, ...]:
    names = [one.target.runs[0] for one in ranked]
    places = [dict(zip(names, _places(_shares(ranked, which)), strict=True)) for which in (0, 1)]
    rows = [
        RankedSystem(
            run=one.target.runs[0],
            n_judged=one.target.n_judged,
            n_labels=one.labels.counts().n,
            observed=one.observed,
            corrected=one.corrected,
            place_by_judge=places[0].get(one.target.runs[0]),
            place_corrected=places[1].get(one.target.runs[0]),
        )
        for one in found
    ]
    last = len(rows) + 1
    return tuple(sorted(rows, key=lambda row: (row.place_corrected or last, row.run)))


def _places(shares: Sequence[float]) -> list[int]:
    return [1 + sum(other < share for other in shares) for share in shares]
