"""Pairs of verdicts on the same items: judge and people, two people, before and after."""

from collections import Counter

import numpy as np
import pandas as pd

from workbench.notebook.frames import SEED, LabelDesign, four_counts, sides_of, verdicts_of
from workbench.stats.agreement import Agreement, agreement_weighted
from workbench.stats.agreement import agreement as agreement_uniform
from workbench.stats.bias import (
    BiasResult,
    bonett_price_difference,
    judge_bias_uniform,
    judge_bias_weighted,
)
from workbench.stats.interval import Estimate
from workbench.stats.paired import PairStratum, paired_poststratified_difference


def bias(
    frame: pd.DataFrame,
    judge: str = "judge",
    human: str = "human",
    design: LabelDesign = "uniform",
    n_flagged: int | None = None,
    n_passed: int | None = None,
    fail: object = None,
    seed: int = SEED,
) -> BiasResult:
    """Give the share the judge fails minus the share people find wrong, and the word for it.

    Parameters
    ----------
    frame, judge, human, design, n_flagged, n_passed, fail, seed
        As for `calibrate`; labels chosen `by_truth` cannot say it.

    Returns
    -------
    BiasResult
        `difference` in [-1, 1] with `interval`, `p_value` and `reading`.

    Raises
    ------
    ValueError
        As `calibrate`, and for `by_truth`.
    NotEnoughLabels
        A verdict that occurs has no label.

    Examples
    --------
    >>> import pandas as pd
    >>> labels = pd.DataFrame(
    ...     {
    ...         "judge": ["fail"] * 62 + ["pass"] * 138,
    ...         "human": ["wrong"] * 30 + ["correct"] * 32 + ["wrong"] * 9 + ["correct"] * 129,
    ...     }
    ... )
    >>> found = bias(labels)
    >>> round(found.difference, 3), round(found.p_value, 4), found.reading
    (0.115, 0.0004, 'too_pessimistic')
    """
    if design == "by_truth":
        raise ValueError("design by_truth says nothing of the bias; label a random part")
    counts, _ = four_counts(frame, judge, human, fail)
    sides = sides_of(design, n_flagged, n_passed)
    if design == "uniform" or sides is None:
        return judge_bias_uniform(counts)
    return judge_bias_weighted(*sides, counts, np.random.default_rng(seed))


def agreement(
    frame: pd.DataFrame,
    first: str = "judge",
    second: str = "human",
    n_flagged: int | None = None,
    n_passed: int | None = None,
    fail: object = None,
    seed: int = SEED,
) -> Agreement:
    """Give how far two raters agree beyond chance, with the base rates to read it by.

    Parameters
    ----------
    frame : DataFrame
        One row for each trace that both rated.
    first, second : str
        Columns of the two raters: a judge and a person, or two people.
    n_flagged, n_passed : int, optional
        Traces the first rater failed and passed in all, where the rows were drawn by that.
    fail, seed
        As for `calibrate`.

    Returns
    -------
    Agreement
        `observed`, `kappa`, `ac1`, `alpha` with intervals; None with `reason` where undefined.

    Raises
    ------
    ValueError
        As `calibrate`.
    NotEnoughLabels
        No row has both verdicts.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = pd.DataFrame(
    ...     {
    ...         "ada": ["correct"] * 118 + ["wrong"] * 5 + ["correct"] * 2,
    ...         "ben": ["correct"] * 118 + ["correct"] * 5 + ["wrong"] * 2,
    ...     }
    ... )
    >>> found = agreement(rows, "ada", "ben")
    >>> round(found.kappa.estimate, 3), round(found.ac1.estimate, 3), round(found.pabak, 3)
    (-0.023, 0.941, 0.888)
    """
    counts, _ = four_counts(frame, first, second, fail)
    rng = np.random.default_rng(seed)
    if n_flagged is None and n_passed is None:
        return agreement_uniform(counts, rng)
    sides = sides_of("by_verdict", n_flagged, n_passed)
    return agreement_weighted(*(sides or (0, 0)), counts, rng)


def compare(
    frame: pd.DataFrame,
    before: str = "before",
    after: str = "after",
    judge_before: str | None = None,
    judge_after: str | None = None,
    fail: object = None,
    seed: int = SEED,
) -> Estimate:
    """Give the failing share after a change minus before, on the same questions.

    Parameters
    ----------
    frame : DataFrame
        One row for each question that went through both versions.
    before, after : str
        Columns with people's verdicts; empty where a question was not labelled.
    judge_before, judge_after : str, optional
        Columns with the judge's verdicts on every question. With them the labels may be drawn by
        pairs of verdicts; without them they must be a random part of the questions.
    fail, seed
        As for `calibrate`.

    Returns
    -------
    Estimate
        Difference in [-1, 1], below 0 if things got better.

    Raises
    ------
    ValueError
        As `calibrate`, one judge column without the other, or no labelled pair.
    NotEnoughLabels
        A pair of verdicts occurs without a label.

    Examples
    --------
    >>> import pandas as pd
    >>> pairs = pd.DataFrame(
    ...     {
    ...         "before": ["wrong"] * 50 + ["correct"] * 150,
    ...         "after": ["wrong"] * 20 + ["correct"] * 30 + ["wrong"] * 8 + ["correct"] * 142,
    ...     }
    ... )
    >>> found = compare(pairs)
    >>> round(found.estimate, 3), found.high < 0
    (-0.11, True)
    """
    old, new = verdicts_of(frame, before, fail), verdicts_of(frame, after, fail)
    if (judge_before is None) != (judge_after is None):
        raise ValueError("give both judge_before and judge_after, or neither")
    if judge_before is None or judge_after is None:
        cells = Counter(zip(new, old, strict=True))
        return bonett_price_difference(
            cells[True, True], cells[True, False], cells[False, True], cells[False, False]
        )
    judged = list(
        zip(
            verdicts_of(frame, judge_before, fail),
            verdicts_of(frame, judge_after, fail),
            strict=True,
        )
    )
    strata = []
    # From fail then fail to pass then pass, the order in which the service draws.
    for key in sorted({pair for pair in judged if None not in pair}, reverse=True):
        people = [
            (was, now) for pair, was, now in zip(judged, old, new, strict=True) if pair == key
        ]
        labelled = Counter(pair for pair in people if None not in pair)
        strata.append(
            PairStratum(len(people), labelled.total(), labelled[False, True], labelled[True, False])
        )
    return paired_poststratified_difference(strata, np.random.default_rng(seed))
