"""One test for each signal, and all of them held together: what a look may call changed.

Each signal draws from a stream of its own, so that a signal more or less leaves the others' figures
as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from db.read_signals import SignalSum
from workbench.domain.signals import FACTS, Signal
from workbench.stats.family_wise import holm
from workbench.stats.permuted_sums import WindowSum

Found = TypeVar("Found")
Test = Callable[[Sequence[WindowSum], np.random.Generator], Found | None]


def run_tests(
    parts: Sequence[Mapping[Signal, SignalSum]],
    seed: int,
    of_share: Test[Found],
    of_mean: Test[Found],
) -> dict[Signal, Found]:
    """What the test of its kind finds in each signal; one with nothing to test is left out."""
    found = {}
    streams = np.random.default_rng(seed).spawn(len(Signal))
    for signal, rng in zip(Signal, streams, strict=True):
        sums = [WindowSum(*part[signal]) for part in parts]
        result = (of_share if FACTS[signal].is_share else of_mean)(sums, rng)
        if result is not None:
            found[signal] = result
    return found


def held_together(p_values: Mapping[Signal, float]) -> dict[Signal, float]:
    """The p-values by Holm: none of them is small by chance more often than one alone."""
    return dict(zip(p_values, holm(list(p_values.values())), strict=True))
