"""A line that treats both quantities alike."""

import numpy as np
import pytest

from workbench.stats.symmetric_line import symmetric_slope

X = np.array([1.0, 2.0, 3.0, 5.0])


def test_points_on_a_line_give_its_slope() -> None:
    assert symmetric_slope(X, 7 + 2.5 * X) == pytest.approx(2.5)


def test_exchanging_the_two_gives_the_other_way_round() -> None:
    y = np.array([2.0, 5.0, 4.0, 9.0])
    there, back = symmetric_slope(X, y), symmetric_slope(y, X)
    assert there is not None
    assert back is not None
    assert there * back == pytest.approx(1)


def test_noise_in_the_first_does_not_flatten_it() -> None:
    rng = np.random.default_rng(5)
    tokens = rng.normal(200, 40, 4000)
    noise = rng.normal(0, 80, 4000)
    slope = symmetric_slope(4 * tokens + noise, tokens)
    assert slope is not None
    least_squares = float(np.polyfit(4 * tokens + noise, tokens, 1)[0])
    assert abs(slope - 0.25) < abs(least_squares - 0.25)


@pytest.mark.parametrize("y", [-X, np.ones(4), np.array([1.0, -1.0, 1.0, -1.0])])
def test_what_does_not_rise_together_has_no_slope(y: np.ndarray) -> None:
    assert symmetric_slope(X, y) is None


def test_lists_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="equally long"):
        symmetric_slope(X, X[:2])
