"""How many pairs to label before a change would show."""

import numpy as np
import pytest

from workbench.errors import NotEnoughLabels, StatisticsError
from workbench.stats.paired import PairStratum, paired_poststratified_difference
from workbench.stats.paired_planning import pairs_for_difference

# 500 questions by verdicts before and after: fail-fail, fail-pass, pass-fail, pass-pass.
SIZES = (150, 80, 40, 230)
ARE_DIFFERENT = (False, True, True, False)
PILOT = [
    PairStratum(150, 25, 2, 1),
    PairStratum(80, 30, 2, 18),
    PairStratum(40, 30, 15, 1),
    PairStratum(230, 25, 0, 0),
]
UNLABELLED = [PairStratum(n, 0, 0, 0) for n in SIZES]


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def test_plan_without_a_pilot_is_near_the_published_hundred_pairs() -> None:
    # With 100 pairs 10 points are found in .81 of runs of 500 questions, with 200 in .98.
    plan = pairs_for_difference(UNLABELLED, ARE_DIFFERENT, 0.10, rng())
    assert 70 <= plan.n_total <= 140
    assert plan.power_expected >= 0.8
    assert plan.power_now is None
    assert plan.n_more == plan.n_pairs


def test_power_is_that_of_the_estimator_itself() -> None:
    plan = pairs_for_difference(UNLABELLED, ARE_DIFFERENT, 0.12, rng())
    # The shares the plan assumes: .08 and .6 changed, all leaning the same way by `lean`.
    weights = np.array(SIZES) / sum(SIZES)
    changed = np.array([0.08, 0.6, 0.6, 0.08])
    lean = 0.12 / float(weights @ changed)
    fixed, broken = changed * (1 + lean) / 2, changed * (1 - lean) / 2
    draw = np.random.default_rng(8)
    n_found = 0
    for _ in range(300):
        sizes = draw.multinomial(500, weights)
        strata = []
        for place, n in enumerate(plan.n_pairs):
            n = min(n, int(sizes[place]))
            seen = draw.multinomial(
                n, [fixed[place], 1 - fixed[place] - broken[place], broken[place]]
            )
            strata.append(PairStratum(int(sizes[place]), n, int(seen[2]), int(seen[0])))
        found = paired_poststratified_difference(strata, draw, n_draws=2_000)
        n_found += found.high < 0 or found.low > 0
    assert n_found / 300 == pytest.approx(plan.power_expected, abs=0.08)


def test_larger_change_needs_fewer_pairs() -> None:
    sizes = [pairs_for_difference(PILOT, ARE_DIFFERENT, d, rng()).n_total for d in (0.2, 0.15, 0.1)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_labels_made_are_kept_and_enough_is_enough() -> None:
    plan = pairs_for_difference(PILOT, ARE_DIFFERENT, 0.10, rng())
    assert min(plan.n_more) >= 0
    assert all(n <= size for n, size in zip(plan.n_pairs, SIZES, strict=True))
    enough = pairs_for_difference(PILOT, ARE_DIFFERENT, 0.30, rng())
    assert enough.n_more == (0, 0, 0, 0)
    assert enough.power_now is not None
    assert enough.power_now >= 0.8


def test_half_the_labels_go_to_differing_pairs() -> None:
    plan = pairs_for_difference(UNLABELLED, ARE_DIFFERENT, 0.10, rng())
    on_differing = plan.n_pairs[1] + plan.n_pairs[2]
    assert on_differing / plan.n_total == pytest.approx(0.5, abs=0.06)


def test_same_seed_gives_the_same_plan() -> None:
    first = pairs_for_difference(PILOT, ARE_DIFFERENT, 0.10, rng())
    assert first == pairs_for_difference(PILOT, ARE_DIFFERENT, 0.10, rng())


def test_too_few_questions_are_said() -> None:
    with pytest.raises(StatisticsError, match="all 500 pairs labelled"):
        pairs_for_difference(PILOT, ARE_DIFFERENT, 0.03, rng())
    with pytest.raises(NotEnoughLabels, match="no question"):
        pairs_for_difference([PairStratum(0, 0, 0, 0)], [True], 0.1, rng())


@pytest.mark.parametrize(
    ("difference", "power", "are_different", "named"),
    [
        (0.0, 0.8, ARE_DIFFERENT, "difference"),
        (1.0, 0.8, ARE_DIFFERENT, "difference"),
        (0.1, 1.0, ARE_DIFFERENT, "power"),
        (0.1, 0.8, (True,), "are_different"),
    ],
)
def test_wrong_arguments_are_named(
    difference: float, power: float, are_different: tuple[bool, ...], named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        pairs_for_difference(PILOT, are_different, difference, rng(), power)
