"""A labelled frame in: what it says of the judge."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import pandas as pd

from workbench.domain.refusals import Code, Refusal
from workbench.errors import StatisticsError
from workbench.notebook.frames import (
    SEED,
    LabelDesign,
    four_counts,
    sides_of,
    strata_by_verdict,
)
from workbench.services.refuse import refusal_of
from workbench.services.results import EstimateOrRefusal
from workbench.stats.agreement import Agreement, agreement_weighted
from workbench.stats.agreement import agreement as agreement_uniform
from workbench.stats.bias import BiasResult, judge_bias_uniform, judge_bias_weighted
from workbench.stats.counts import ConfusionCounts
from workbench.stats.interval import Estimate, proportion
from workbench.stats.judge_accuracy import (
    begg_greenes_false_positive_rate,
    begg_greenes_sensitivity,
    false_positive_rate_uniform,
    sensitivity_uniform,
)
from workbench.stats.prevalence import post_stratified, rogan_gladen

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a labelled frame says of a judge; a field is a number or the reason for none.

    `n_unusable` rows had no usable pair of verdicts and count for nothing.
    """

    counts: ConfusionCounts
    n_unusable: int
    design: str
    sensitivity: EstimateOrRefusal
    false_positive_rate: EstimateOrRefusal
    observed: EstimateOrRefusal
    corrected: EstimateOrRefusal
    bias: BiasResult | Refusal
    agreement: Agreement | Refusal
    seed: int


def calibrate(
    frame: pd.DataFrame,
    judge: str = "judge",
    human: str = "human",
    design: LabelDesign = "uniform",
    n_flagged: int | None = None,
    n_passed: int | None = None,
    fail: object = None,
    seed: int = SEED,
) -> Calibration:
    """Give a judge's error rates, bias and agreement, and the corrected share.

    Parameters
    ----------
    frame : DataFrame
        One row for each labelled trace.
    judge, human : str
        Columns with the two verdicts.
    design : {"uniform", "by_verdict", "queue", "by_truth"}
        How the rows were drawn from the judged traces; the formulas follow from it.
    n_flagged, n_passed : int, optional
        Traces the judge failed and passed among all it judged. Needed for `by_verdict` and
        `queue`, and for the corrected share.
    fail : optional
        The value that means failing, where the words do not say; {column: value} for two.
    seed : int
        Where draws start.

    Returns
    -------
    Calibration
        Fractions with 95 % intervals.

    Raises
    ------
    ValueError
        A column that is not there, a word nobody can read, or a missing size.

    Examples
    --------
    >>> import pandas as pd
    >>> labels = pd.DataFrame(
    ...     {
    ...         "judge": ["fail"] * 60 + ["pass"] * 90,
    ...         "human": ["wrong"] * 45 + ["correct"] * 15 + ["wrong"] * 5 + ["correct"] * 85,
    ...     }
    ... )
    >>> found = calibrate(labels, design="by_verdict", n_flagged=120, n_passed=280)
    >>> found.counts
    ConfusionCounts(tp=45, fn=5, fp=15, tn=85)
    >>> round(found.corrected.estimate, 4), found.bias.reading
    (0.2639, 'no_clear_bias')
    """
    counts, n_unusable = four_counts(frame, judge, human, fail)
    sides = sides_of(design, n_flagged, n_passed)
    rng = np.random.default_rng(seed)
    if design in ("by_verdict", "queue") and sides is not None:
        weighted = (*sides, counts, rng)
        return Calibration(
            counts,
            n_unusable,
            design,
            _or_refusal(lambda: begg_greenes_sensitivity(*weighted)),
            _or_refusal(lambda: begg_greenes_false_positive_rate(*weighted)),
            proportion(sides[0], sum(sides)),
            _or_refusal(lambda: post_stratified(strata_by_verdict(sides, counts))),
            _or_refusal(lambda: judge_bias_weighted(*weighted)),
            _or_refusal(lambda: agreement_weighted(*weighted)),
            seed,
        )
    by_truth = Refusal(
        Code.DESIGN_UNKNOWN,
        "Labels chosen by their true class say nothing about how often the judge is wrong overall",
        "Label a random part of the judged traces.",
    )
    unsized = Refusal(
        Code.NOTHING_JUDGED,
        "Nobody said how many traces the judge failed and passed in all",
        "Give n_flagged and n_passed.",
    )
    is_by_truth = design == "by_truth"
    corrected: EstimateOrRefusal = unsized
    if sides is not None:
        corrected = _or_refusal(
            (lambda: rogan_gladen(sides[0], sum(sides), counts))
            if is_by_truth
            else (lambda: post_stratified(strata_by_verdict(sides, counts)))
        )
    return Calibration(
        counts,
        n_unusable,
        design,
        _or_refusal(lambda: sensitivity_uniform(counts)),
        _or_refusal(lambda: false_positive_rate_uniform(counts)),
        unsized if sides is None else proportion(sides[0], sum(sides)),
        corrected,
        by_truth if is_by_truth else _or_refusal(lambda: judge_bias_uniform(counts)),
        by_truth if is_by_truth else _or_refusal(lambda: agreement_uniform(counts, rng)),
        seed,
    )


def as_frame(result: Calibration) -> pd.DataFrame:
    """Give the numbers of a calibration as a table, one row each.

    Parameters
    ----------
    result : Calibration
        What `calibrate` gave.

    Returns
    -------
    DataFrame
        Columns `quantity, estimate, low, high, method, n, reason`; fractions. Where there is no
        number the reason stands in its row.

    Examples
    --------
    >>> import pandas as pd
    >>> labels = pd.DataFrame({"judge": ["fail", "pass"] * 20, "human": ["wrong", "correct"] * 20})
    >>> table = as_frame(calibrate(labels))
    >>> table.loc[0, "quantity"], table.loc[0, "method"], int(table.loc[0, "n"])
    ('sensitivity', 'Wilson', 20)
    """
    rows: list[dict[str, object]] = []
    for name in ("sensitivity", "false_positive_rate", "observed", "corrected"):
        rows.append(_row(name, getattr(result, name)))
    if isinstance(result.bias, BiasResult):
        found = result.bias
        estimate = Estimate(found.difference, found.interval, found.method, found.n)
        rows.append(_row("bias", estimate))
    else:
        rows.append(_row("bias", result.bias))
    for name in ("observed", "kappa", "ac1"):
        value = result.agreement
        shown = value if isinstance(value, Refusal) else getattr(value, name)
        rows.append(_row(f"agreement_{name}", shown))
    return pd.DataFrame(rows).astype({"n": "Int64"})


def _row(name: str, value: Estimate | Refusal | None) -> dict[str, object]:
    nothing = dict.fromkeys(("estimate", "low", "high", "method", "n", "reason"))
    if value is None:
        return {"quantity": name} | nothing | {"reason": "one rater used one class only"}
    if isinstance(value, Refusal):
        return {"quantity": name} | nothing | {"reason": str(value)}
    return (
        {"quantity": name}
        | nothing
        | {
            "estimate": value.estimate,
            "low": value.low,
            "high": value.high,
            "method": value.method,
            "n": value.n,
        }
    )


def _or_refusal(result: Callable[[], T]) -> T | Refusal:
    try:
        return result()
    except StatisticsError as error:
        return refusal_of(error)
