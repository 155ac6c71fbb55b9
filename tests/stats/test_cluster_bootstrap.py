"""The interval of a mean over questions: known cases, ends, and how often it holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.stats.cluster_bootstrap import FloatArray, cluster_means, mean_over_clusters
from workbench.stats.interval import jeffreys_interval

SEED = 3
RATES = (0.02, 0.1, 0.5, 0.9, 0.98)


def estimate(values: object, highest: float = 1.0, n_draws: int = 40_000) -> object:
    rng = np.random.default_rng(SEED)
    return mean_over_clusters(np.asarray(values, dtype=np.float64), rng, highest, n_draws=n_draws)


def limits(values: object, highest: float = 1.0) -> tuple[float, float]:
    interval = estimate(values, highest).interval  # type: ignore[attr-defined]
    return interval.low, interval.high


@pytest.mark.parametrize(("n_hits", "n"), [(1, 20), (7, 20), (19, 20), (50, 100), (3, 400)])
def test_hits_and_misses_give_the_jeffreys_interval(n_hits: int, n: int) -> None:
    values = np.repeat([1.0, 0.0], [n_hits, n - n_hits])
    assert limits(values) == pytest.approx(jeffreys_interval(n_hits, n), abs=0.006)


@pytest.mark.parametrize("n", [1, 5, 50, 1000])
def test_nothing_found_for_any_question_still_has_a_width(n: int) -> None:
    low, high = limits(np.zeros(n))
    assert low == 0
    assert high == pytest.approx(jeffreys_interval(0, n).high, rel=0.05)


@pytest.mark.parametrize("n", [1, 5, 50, 1000])
def test_all_found_for_every_question_still_has_a_width(n: int) -> None:
    low, high = limits(np.ones(n))
    assert high == 1
    assert low == pytest.approx(jeffreys_interval(n, n).low, rel=0.05)


def test_the_same_middling_value_everywhere_has_a_width_around_it() -> None:
    low, high = limits(np.full(40, 0.5))
    assert 0.4 < low < 0.5 < high < 0.6


def test_the_upper_end_is_the_largest_value_there_can_be() -> None:
    # Precision at 5 with one passage to find is 0 or 0.2: a fifth of a hit rate.
    hits = np.repeat([1.0, 0.0], [15, 5])
    assert limits(hits / 5, highest=0.2) == pytest.approx([one / 5 for one in limits(hits)])
    assert limits(np.full(20, 0.2), highest=0.2)[1] == 0.2


def test_the_same_seed_gives_the_same_limits_in_any_order_of_questions() -> None:
    values = np.random.default_rng(1).random(30)
    assert limits(values) == limits(values[::-1])


def test_a_cluster_counts_once_however_many_answers_it_has() -> None:
    means = cluster_means(np.array([1.0, 1.0, 1.0, 0.0]), np.array([2, 2, 2, 7]))
    assert means.tolist() == [1.0, 0.0]


def test_asking_the_same_questions_again_narrows_nothing() -> None:
    values = np.random.default_rng(2).random(25)
    asked_again = cluster_means(np.tile(values, 100), np.tile(np.arange(25), 100))
    assert asked_again == pytest.approx(values)
    once, again = limits(values), limits(asked_again)
    assert again[1] - again[0] == pytest.approx(once[1] - once[0], rel=0.02)


@pytest.mark.parametrize(
    ("values", "highest", "said"),
    [
        ([], 1.0, "at least one cluster"),
        ([1.2], 1.0, "lie in"),
        ([-0.1], 1.0, "lie in"),
        ([float("nan")], 1.0, "lie in"),
        ([0.0], 0.0, "highest above 0"),
    ],
)
def test_values_out_of_range_are_refused(values: list[float], highest: float, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        estimate(values, highest)


def test_no_draws_and_unequal_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="n_draws must be at least 1"):
        estimate([0.5], n_draws=0)
    with pytest.raises(ValueError, match="equally long"):
        cluster_means(np.zeros(3), np.array([0, 1]))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_limits_hold_the_mean_and_stay_in_range(values: list[float]) -> None:
    low, high = limits(values)
    assert 0 <= low <= np.mean(values) + 1e-12
    assert np.mean(values) - 1e-12 <= high <= 1
    assert low < high


def populations(rng: np.random.Generator) -> dict[str, tuple[FloatArray, float]]:
    """Values that measures take over questions, 2 to 98 %, each with its largest value."""
    n = 100_000
    found: dict[str, tuple[FloatArray, float]] = {}
    for rate in RATES:
        rank = rng.geometric(rate, n)
        spread = rng.beta(3 * rate, 3 * (1 - rate), n)
        n_relevant = rng.integers(1, 4, n)
        hit = (rng.random(n) < rate).astype(np.float64)
        found[f"hit rate {rate}"] = hit, 1.0
        found[f"precision at 5, one relevant passage {rate}"] = hit / 5, 0.2
        found[f"reciprocal rank {rate}"] = np.where(rank <= 10, 1 / rank, 0), 1.0
        found[f"nDCG {rate}"] = np.where(rank <= 10, 1 / np.log2(rank + 1), 0), 1.0
        found[f"recall of one to three {rate}"] = rng.binomial(n_relevant, spread) / n_relevant, 1.0
        found[f"holes of ten {rate}"] = rng.binomial(10, spread) / 10, 1.0
        # Three answers to each question, alike to a degree of a half.
        one_of_three = rng.binomial(3, rng.beta(rate, 1 - rate, n)) / 3
        found[f"hits of three answers {rate}"] = one_of_three, 1.0
    return found


@pytest.mark.slow
@pytest.mark.parametrize("n_questions", [10, 20, 50, 100, 300])
def test_the_interval_holds_the_truth_as_often_as_it_says(n_questions: int) -> None:
    rng = np.random.default_rng([SEED, n_questions])
    n_runs, coverage = 500, {}
    for name, (values, highest) in populations(rng).items():
        truth = values.mean()
        held = 0
        for sample in rng.choice(values, (n_runs, n_questions)):
            found = mean_over_clusters(sample, rng, highest, n_draws=1_000)
            held += found.low <= truth <= found.high
        coverage[name] = held / n_runs
    # Simulation error of one kind of values is 0.01 at 0.95.
    worst = min(coverage, key=coverage.__getitem__)
    assert coverage[worst] >= 0.91, worst
    assert np.mean(list(coverage.values())) >= 0.945
