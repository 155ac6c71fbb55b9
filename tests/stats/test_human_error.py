"""What changes if people err too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.stats.human_error import (
    corrected_for_human_error,
    human_error_band,
    symmetric_error_from_overlap,
)
from workbench.stats.interval import Interval


def test_eighteen_of_a_hundred_disagreements_are_ten_percent_error() -> None:
    assert symmetric_error_from_overlap(18, 100) == pytest.approx(0.1)


def test_no_disagreement_is_no_error_and_half_is_guessing() -> None:
    assert symmetric_error_from_overlap(0, 30) == 0
    assert symmetric_error_from_overlap(15, 30) == 0.5
    assert symmetric_error_from_overlap(29, 30) == 0.5


@given(st.floats(0, 1), st.floats(0, 0.45))
def test_correction_undoes_the_error(share: float, error: float) -> None:
    seen = share * (1 - error) + (1 - share) * error
    assert corrected_for_human_error(seen, error) == pytest.approx(share, abs=1e-9)


def test_band_has_three_rows_from_no_error_to_its_upper_bound() -> None:
    band = human_error_band(0.14, Interval(0.10, 0.19), 9, 100)
    assert [row.error for row in band] == sorted(row.error for row in band)
    assert band[0].corrected == 0.14
    assert band[0].interval == (0.10, 0.19)
    # e = (1 - sqrt(1 - .18)) / 2 = .0472; (.14 - .0472) / .9055 = .1025.
    assert band[1].corrected == pytest.approx(0.1025, abs=1e-4)
    assert band[2].corrected < band[1].corrected


def test_row_of_guessing_is_left_out() -> None:
    assert len(human_error_band(0.4, Interval(0.3, 0.5), 5, 10)) == 1


def test_impossible_inputs_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="n_disagree"):
        symmetric_error_from_overlap(3, 0)
    with pytest.raises(ValueError, match="error must lie"):
        corrected_for_human_error(0.2, 0.5)
    with pytest.raises(ValueError, match="share must lie"):
        corrected_for_human_error(20, 0.1)
