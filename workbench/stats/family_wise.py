"""Several tests read together: p-values that keep the chance of any false alarm as stated.

Chosen: Holm's step-down, valid whatever the dependence, since signals of one trace hang together.
Rejected: Bonferroni, which is never better, and the false-discovery rate, which lets a quiet week
ring on purpose.
"""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Gives p-values adjusted for how many there are, in the order given.

    Parameters
    ----------
    p_values : sequence of float
        Each in [0, 1].

    Returns
    -------
    tuple of float
        Rejecting those at most alpha keeps the chance of any false rejection at most alpha.

    Raises
    ------
    ValueError
        If a value lies outside [0, 1].

    References
    ----------
    Holm 1979, Scand. J. Stat. 6, 65-70.
    """
    if not all(0 <= value <= 1 for value in p_values):
        raise ValueError(f"p_values must lie in [0, 1], got {list(p_values)}")
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for step, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - step) * p_values[place]))
        adjusted[place] = highest
    return tuple(adjusted)
