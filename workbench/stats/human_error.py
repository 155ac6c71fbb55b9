"""What the share would be if people err too: a band, printed always.

People's mistakes at a low prevalence look like failures: 5 % symmetric error turns .10 into .14.
Chosen: the error rate from double-labelled items and three rows (no error, estimate, upper bound),
which covers .96 and more when errors are independent. Rejected as a default: Dawid-Skene and
Hui-Walter, just identified with two people and a judge. Shared errors stay invisible to overlap.
"""

from math import sqrt
from typing import NamedTuple

from workbench.stats.interval import Interval, jeffreys_interval


class ErrorRow(NamedTuple):
    """One assumption about people's error, and the failing share it leads to."""

    assumption: str
    error: float
    corrected: float
    interval: Interval


def symmetric_error_from_overlap(n_disagree: int, n_double: int) -> float:
    """Gives one person's error rate from items that two labelled independently.

    Parameters
    ----------
    n_disagree, n_double : int
        Items on which the two differ, and items both labelled, n_double >= 1.

    Returns
    -------
    float
        e in [0, 1/2]; 1/2 where they differ on half of the items or more.

    Raises
    ------
    ValueError
        If n_double is 0 or n_disagree lies outside [0, n_double].

    Notes
    -----
    Independent equal errors disagree on 2e(1-e) of the items: e = (1 - sqrt(1 - 2D/m)) / 2.
    """
    if n_double < 1 or not 0 <= n_disagree <= n_double:
        raise ValueError(
            f"n_disagree must lie in [0, n_double] with n_double at least 1, "
            f"got {n_disagree} with {n_double}"
        )
    return error_from_disagreement(n_disagree / n_double)


def error_from_disagreement(disagreement: float) -> float:
    """Gives e with 2e(1-e) = disagreement, 1/2 where disagreement is 1/2 or more."""
    return (1 - sqrt(max(0.0, 1 - 2 * disagreement))) / 2


def corrected_for_human_error(share: float, error: float) -> float:
    """Gives the true failing share behind one that people with symmetric error found.

    Parameters
    ----------
    share : float
        Failing share by human verdicts, in [0, 1].
    error : float
        Chance that a verdict is turned round, in [0, 1/2).

    Returns
    -------
    float
        (share - e) / (1 - 2e), cut to [0, 1].

    Raises
    ------
    ValueError
        If share lies outside [0, 1] or error outside [0, 1/2).
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must lie in [0, 1], got {share}")
    if not 0 <= error < 0.5:
        raise ValueError(f"error must lie in [0, 1/2), got {error}")
    return min(1.0, max(0.0, (share - error) / (1 - 2 * error)))


def human_error_band(
    share: float,
    interval: Interval,
    n_disagree: int,
    n_double: int,
    confidence: float = 0.95,
) -> tuple[ErrorRow, ...]:
    """Gives the failing share under no human error, the estimated one and its upper bound.

    Parameters
    ----------
    share, interval : float, Interval
        Failing share by human verdicts (post-stratified or plain), with its limits.
    n_disagree, n_double : int
        Items on which two people differ, and items both labelled.
    confidence : float
        Level; the upper bound is that of Jeffreys' interval for the disagreement.

    Returns
    -------
    tuple of ErrorRow
        Three rows; a row whose error would reach 1/2 is left out, nothing could be learnt then.

    Raises
    ------
    ValueError
        As `symmetric_error_from_overlap`.
    """
    estimate = symmetric_error_from_overlap(n_disagree, n_double)
    bound = error_from_disagreement(jeffreys_interval(n_disagree, n_double, confidence).high)
    return tuple(
        ErrorRow(
            assumption,
            error,
            corrected_for_human_error(share, error),
            Interval(*(corrected_for_human_error(limit, error) for limit in interval)),
        )
        for assumption, error in (
            ("people do not err", 0.0),
            ("people err as the double-labelled items show", estimate),
            ("people err as often as the double-labelled items allow", bound),
        )
        if error < 0.5
    )
