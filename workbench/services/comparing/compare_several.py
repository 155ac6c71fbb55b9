"""Several runs against one: each change with a p-value that knows how many were looked at.

Chosen: Holm over the changes by people's labels, and apart from it over the judge's flips; valid
however the runs hang together, which they do, since all are compared with the same one. Rejected:
reading each at 5 %, which calls one of five unchanged runs changed in up to a quarter of looks.
"""

from collections.abc import Sequence

from workbench.domain.refusals import Refusal
from workbench.errors import InputError
from workbench.services.calibration.correct_prevalence import SEED
from workbench.services.comparing.compare_results import (
    Comparison,
    OneOfSeveral,
    SeveralComparisons,
)
from workbench.services.comparing.compare_runs import compare_runs
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import most_used_judge
from workbench.stats.family_wise import holm

ALPHA = 0.05
METHOD = "Holm"


def compare_several(
    store: Store, baseline: str, runs: Sequence[str], judge: str | None = None, seed: int = SEED
) -> SeveralComparisons:
    """Give the comparison of every run with the first one, p-values adjusted for their number.

    Parameters
    ----------
    baseline, runs
        The run before, and the runs that are each compared with it.
    judge
        NAME@VERSION; without it the judge with most verdicts on the first run, for all alike.
    seed
        Where the draws start; stored with each comparison.

    Raises
    ------
    InputError
        As `compare_runs`, no run to compare, or one named twice.
    """
    if not runs or len(set(runs)) != len(runs):
        raise InputError(f"Name each run to compare with {baseline} once, got {', '.join(runs)}.")
    chosen = judge if judge is not None else most_used_judge(store, baseline)[0]
    found = [compare_runs(store, baseline, run, chosen, seed) for run in runs]
    adjusted = _adjusted([one.difference_p_value for one in found])
    of_judge = _adjusted([_judge_p_value(one) for one in found])
    rows = tuple(
        OneOfSeveral(one.run_b, one, p_value, judge_p_value, _reading(one, p_value))
        for one, p_value, judge_p_value in zip(found, adjusted, of_judge, strict=True)
    )
    n_tested = sum(value is not None for value in adjusted)
    return SeveralComparisons(
        baseline=baseline,
        runs=rows,
        n_tested=n_tested,
        n_judge_tested=sum(value is not None for value in of_judge),
        method=METHOD,
        sentence=_sentence(baseline, rows, n_tested),
    )


def _judge_p_value(comparison: Comparison) -> float | None:
    flips = comparison.judge_flips
    return None if isinstance(flips, Refusal) else flips.p_value


def _adjusted(p_values: Sequence[float | None]) -> list[float | None]:
    known = [value for value in p_values if value is not None]
    adjusted = iter(holm(known))
    return [None if value is None else next(adjusted) for value in p_values]


def _reading(comparison: Comparison, p_value: float | None) -> str:
    if p_value is None or isinstance(comparison.difference, Refusal):
        return "not known"
    if p_value > ALPHA:
        return "not told apart"
    return "fails less often" if comparison.difference.estimate < 0 else "fails more often"


def _sentence(baseline: str, rows: Sequence[OneOfSeveral], n_tested: int) -> str:
    if not n_tested:
        return f"Whether quality changed against {baseline} is not known for any of these runs."
    told = [f"{row.run} {row.reading}" for row in rows if row.reading.startswith("fails")]
    together = (
        f"Read together, {n_tested} runs against {baseline}"
        if n_tested > 1
        else f"One run against {baseline}"
    )
    open_ones = len(rows) - n_tested
    left = f" Of {open_ones} more nothing is known." if open_ones else ""
    if not told:
        return f"{together}: these labels tell none of them from it.{left}"
    rest = n_tested - len(told)
    others = f"; the other {rest} are not told apart" if rest > 1 else ""
    others = "; the other one is not told apart" if rest == 1 else others
    return f"{together}: {', '.join(told)}{others}.{left}"
