"""Several runs, versions of a judge, and rankings: from frames of verdicts."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.notebook.frames import SEED, columns_must_hold, verdicts_of
from workbench.stats.bias import exact_mcnemar
from workbench.stats.family_wise import holm
from workbench.stats.interval import Estimate, proportion
from workbench.stats.kendall import ranking_agreement, system_draws
from workbench.stats.prevalence import post_stratified
from workbench.stats.rate_changes import (
    VersionStrata,
    false_positive_rate_change,
    sensitivity_change,
)
from workbench.stats.stratum import Stratum

PAIRS = ((True, True), (True, False), (False, True), (False, False))


class JudgeChange(NamedTuple):
    """What a later version of a judge changed; rates are later minus earlier."""

    n_anchors: int
    flip_rate: Estimate
    p_value: float
    sensitivity: Estimate
    false_positive_rate: Estimate


def judge_change(
    frame: pd.DataFrame,
    before: str = "before",
    after: str = "after",
    human: str = "human",
    fail: object = None,
    seed: int = SEED,
) -> JudgeChange:
    """Give the flips between two versions of a judge, and the change of both error rates.

    Parameters
    ----------
    frame : DataFrame
        One row for each trace; those with verdicts of both versions are the anchors.
    before, after : str
        Columns of the earlier and the later version's verdicts.
    human : str
        Column of people's verdicts, empty where nobody labelled: drawn uniformly, or by the
        verdicts of either version.
    fail, seed
        As for `calibrate`.

    Returns
    -------
    JudgeChange
        Fractions and differences in [-1, 1] with their intervals.

    Raises
    ------
    ValueError
        As `calibrate`, or no row has both verdicts.
    NotEnoughLabels
        A pair of verdicts occurs without a label, or one human class was never found.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame(
    ...     {
    ...         "before": ["fail"] * 80 + ["pass"] * 120,
    ...         "after": ["fail"] * 60 + ["pass"] * 120 + ["fail"] * 20,
    ...         "human": ["wrong"] * 50 + ["correct"] * 30 + ["correct"] * 110 + ["wrong"] * 10,
    ...     }
    ... )
    >>> found = judge_change(rows)
    >>> found.flip_rate.estimate, round(found.sensitivity.estimate, 3)
    (0.2, 0.167)
    """
    earlier, later = verdicts_of(frame, before, fail), verdicts_of(frame, after, fail)
    people = verdicts_of(frame, human, fail)
    rows = [
        ((first, second), said)
        for first, second, said in zip(earlier, later, people, strict=True)
        if first is not None and second is not None
    ]
    if not rows:
        raise ValueError(f"no row has a verdict in both {before!r} and {after!r}")
    strata = VersionStrata(*(_of_pair(rows, pair) for pair in PAIRS))
    only_before, only_after = strata.only_before.n_target, strata.only_after.n_target
    return JudgeChange(
        len(rows),
        proportion(only_before + only_after, len(rows)),
        exact_mcnemar(only_after, only_before),
        sensitivity_change(strata, np.random.default_rng(seed)),
        false_positive_rate_change(strata, np.random.default_rng(seed)),
    )


def rank_systems(
    frame: pd.DataFrame,
    system: str = "run",
    judge: str = "judge",
    human: str = "human",
    fail: object = None,
    seed: int = SEED,
) -> Estimate:
    """Give Kendall's tau between a judge's order of systems and that of their true failing shares.

    Parameters
    ----------
    frame : DataFrame
        One row for each judged trace of every system.
    system, judge, human : str
        Columns; people's verdicts are empty where nobody labelled, and were drawn uniformly or by
        the judge's verdicts within each system.
    fail, seed
        As for `calibrate`.

    Returns
    -------
    Estimate
        tau in [-1, 1]; n counts systems.

    Raises
    ------
    ValueError
        As `calibrate`, or fewer than two systems.
    NotEnoughLabels
        A verdict of a system has no label.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame(
    ...     {
    ...         "run": ["a"] * 100 + ["b"] * 100 + ["c"] * 100,
    ...         "judge": (["fail"] * 10 + ["pass"] * 90 + ["fail"] * 45 + ["pass"] * 55
    ...                   + ["fail"] * 90 + ["pass"] * 10),
    ...         "human": (["wrong"] * 8 + ["correct"] * 92 + ["wrong"] * 50 + ["correct"] * 50
    ...                   + ["wrong"] * 95 + ["correct"] * 5),
    ...     }
    ... )
    >>> found = rank_systems(rows)
    >>> found.estimate, found.low, found.n
    (1.0, 1.0, 3)
    """
    columns_must_hold(frame, system)
    rng = np.random.default_rng(seed)
    judged, failing, draws = [], [], []
    for name in frame[system].drop_duplicates():
        part = frame[frame[system] == name]
        failed, passed = _by_verdict(part, judge, human, fail)
        kept = [one for one in (failed, passed) if one.n_target]
        judged.append(failed.n_target / (failed.n_target + passed.n_target))
        failing.append(post_stratified(kept).estimate)
        draws.append(
            system_draws(
                [failed] if failed.n_target else [], [passed] if passed.n_target else [], rng
            )
        )
    return ranking_agreement(
        judged,
        failing,
        np.column_stack([one.judged for one in draws]),
        np.column_stack([one.failing for one in draws]),
    )


def adjust(p_values: Sequence[float]) -> tuple[float, ...]:
    """Give p-values of several comparisons adjusted for being read together (Holm).

    Parameters
    ----------
    p_values : sequence of float
        One for each comparison, in [0, 1].

    Returns
    -------
    tuple of float
        Rejecting those at most 0.05 keeps the chance of any false call at most 0.05.

    Raises
    ------
    ValueError
        A value lies outside [0, 1].

    Examples
    --------
    >>> [round(value, 3) for value in adjust([0.04, 0.01, 0.5])]
    [0.08, 0.03, 0.5]
    """
    return holm(p_values)


def _of_pair(
    rows: Sequence[tuple[tuple[bool, bool], bool | None]], pair: tuple[bool, bool]
) -> Stratum:
    said = [people for verdicts, people in rows if verdicts == pair]
    labelled = [people for people in said if people is not None]
    words = ["fail" if verdict else "pass" for verdict in pair]
    return Stratum(len(said), len(labelled), sum(labelled), name=f"{words[0]} then {words[1]}")


def _by_verdict(
    part: pd.DataFrame, judge: str, human: str, fail: object
) -> tuple[Stratum, Stratum]:
    pairs = list(zip(verdicts_of(part, judge, fail), verdicts_of(part, human, fail), strict=True))
    strata = []
    for flagged in (True, False):
        said = [people for verdict, people in pairs if verdict is flagged]
        labelled = [people for people in said if people is not None]
        strata.append(Stratum(len(said), len(labelled), sum(labelled)))
    return strata[0], strata[1]
