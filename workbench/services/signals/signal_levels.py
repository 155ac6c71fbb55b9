"""A signal's level in a part of the traces, with its interval."""

from math import sqrt
from typing import NamedTuple

from db.read_signals import SignalSum
from workbench.domain.signals import FACTS, Signal
from workbench.stats.interval import normal_quantile, wilson_interval
from workbench.stats.permuted_sums import WindowSum, mean_and_variance


class Level(NamedTuple):
    """A share or a mean with its limits; all None where no trace has a value."""

    value: float | None
    low: float | None
    high: float | None


def level_with_limits(signal: Signal, found: SignalSum, confidence: float = 0.95) -> Level:
    """The level: a share with Wilson's interval, a mean with the normal one.

    A mean of a single value has no limits.
    """
    if not found.n:
        return Level(None, None, None)
    if FACTS[signal].is_share:
        limits = wilson_interval(found.total, found.n, confidence)
        return Level(found.total / found.n, limits.low, limits.high)
    mean, variance = mean_and_variance([WindowSum(*found)])
    if found.n < 2:
        return Level(mean, None, None)
    half = normal_quantile(confidence) * sqrt(variance / found.n)
    return Level(mean, mean - half, mean + half)
