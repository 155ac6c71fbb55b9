"""Stages in a row: their product with its interval, its ceiling and its cap."""

import numpy as np
import pytest

from workbench.stats.interval import Estimate, Interval, proportion
from workbench.stats.what_if import cap_of, ceilings, exact_rate, product_of_rates


def exactly(rate: float) -> Estimate:
    return Estimate(rate, Interval(rate, rate), "given", 10)


def test_rates_without_doubt_multiply_without_doubt() -> None:
    product = product_of_rates([exactly(0.9), exactly(0.8), exactly(0.5)])
    assert product.estimate == pytest.approx(0.36)
    assert product.low == pytest.approx(0.36)
    assert product.high == pytest.approx(0.36)


def test_one_stage_alone_keeps_its_own_interval() -> None:
    rate = proportion(42, 60)
    product = product_of_rates([rate])
    assert (product.low, product.high) == pytest.approx((rate.low, rate.high))


def test_a_given_rate_adds_no_width_of_its_own() -> None:
    rate = proportion(42, 60)
    product = product_of_rates([rate, exactly(0.5)])
    assert (product.low, product.high) == pytest.approx((rate.low / 2, rate.high / 2))


def test_a_stage_that_lost_nothing_still_leaves_doubt() -> None:
    product = product_of_rates([proportion(20, 20), proportion(20, 20)])
    assert product.estimate == 1
    assert 0.7 < product.low < 0.85
    assert product.high == 1


def test_a_stage_that_lets_nothing_through_has_an_upper_limit() -> None:
    nothing = proportion(0, 30)
    product = product_of_rates([nothing, exactly(0.5)])
    assert (product.estimate, product.low) == (0, 0)
    assert product.high == pytest.approx(nothing.high / 2)


def test_the_product_of_an_evidence_chain_is_near_its_own_proportion() -> None:
    # 200 traces, 150 retrieved, 120 of those packed, 90 of those right: 90 of 200 in all.
    chain = [proportion(150, 200), proportion(120, 150), proportion(90, 120)]
    product, whole = product_of_rates(chain), proportion(90, 200)
    assert product.estimate == pytest.approx(whole.estimate)
    assert product.low == pytest.approx(whole.low, abs=0.01)
    assert product.high == pytest.approx(whole.high, abs=0.01)


def test_nothing_after_a_stage_brings_more_than_reached_it() -> None:
    found = ceilings({"retrieval": 0.8, "packing": 0.9, "generation": 0.75})
    assert [row.reached for row in found] == pytest.approx([1, 0.8, 0.72])
    assert [row.if_perfect for row in found] == pytest.approx([0.675, 0.6, 0.72])
    for row in found:
        assert row.if_perfect <= max(row.reached, 1)
    assert found[-1].if_perfect == pytest.approx(found[-1].reached)


def test_the_lowest_rate_caps_and_the_next_lowest_follows() -> None:
    cap = cap_of({"retrieval": 0.7, "packing": 0.9, "generation": 0.8})
    assert (cap.stage, cap.rate) == ("retrieval", 0.7)
    assert (cap.next_stage, cap.next_rate) == ("generation", 0.8)
    assert cap_of({"retrieval": 0.7}).next_stage is None


@pytest.mark.parametrize(
    "rates", [[], [Estimate(0.5, Interval(0.6, 0.7), "given", 10)], [exactly(1.2)]]
)
def test_what_is_no_rate_is_refused(rates: list[Estimate]) -> None:
    with pytest.raises(ValueError, match="rates"):
        product_of_rates(rates)


def test_a_stage_that_nothing_entered_has_no_rate() -> None:
    with pytest.raises(ValueError, match="entered"):
        exact_rate(0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200, 1000])
@pytest.mark.parametrize(
    "truth", [(0.9, 0.8, 0.7), (0.98, 0.95, 0.9), (0.6, 0.97, 0.5), (0.99, 0.99, 0.99)]
)
def test_the_interval_covers_what_it_promises(n: int, truth: tuple[float, ...]) -> None:
    rng = np.random.default_rng(20_260_309)
    n_draws, n_covered, target = 2000, 0, float(np.prod(truth))
    for _ in range(n_draws):
        entered, rates = n, []
        for rate in truth:
            survived = int(rng.binomial(entered, rate))
            if not entered:
                break
            rates.append(exact_rate(survived, entered))
            entered = survived
        product = product_of_rates(rates)
        n_covered += product.low <= target <= product.high
    # Three standard errors of 2,000 draws are 0.015.
    assert n_covered / n_draws > 0.935
