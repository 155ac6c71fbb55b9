"""The stages as a funnel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import NotEnoughLabels
from workbench.stats.funnel import (
    StageFlow,
    end_to_end,
    next_project,
    next_project_from_shares,
    stage_rates,
)
from workbench.stats.interval import Estimate, Interval, wilson_interval

RATES = {"coverage": 0.97, "retrieval": 0.61, "packing": 1.00, "generation": 0.90}
FAILURES = {"coverage": 11, "retrieval": 130, "packing": 0, "generation": 39}


def test_rates_are_conditional_on_what_entered() -> None:
    rates = stage_rates([StageFlow("retrieval", 200, 120), StageFlow("generation", 120, 0)])
    assert [stage.rate.estimate for stage in rates if stage.rate] == [0.6, 0.0]
    assert rates[0].rate is not None
    assert rates[0].rate.interval == wilson_interval(120, 200)


def test_stage_that_nothing_entered_has_no_rate() -> None:
    assert stage_rates([StageFlow("packing", 0, 0)])[0].rate is None


def test_more_survivors_than_entrants_are_refused() -> None:
    with pytest.raises(ValueError, match="n_hits"):
        stage_rates([StageFlow("packing", 3, 4)])


def test_rates_multiply_to_the_share_that_comes_through() -> None:
    assert end_to_end(RATES) == pytest.approx(0.53, abs=0.005)


def test_what_if_replaces_rates_and_multiplies_again() -> None:
    assert end_to_end(RATES, {"retrieval": 0.95, "packing": 0.85}) == pytest.approx(0.70, abs=0.006)
    assert end_to_end(RATES, {"retrieval": 0.95, "packing": 0.98}) == pytest.approx(0.81, abs=0.005)


@given(st.dictionaries(st.text(max_size=5), st.floats(0, 1), max_size=7))
def test_nothing_comes_through_better_than_its_worst_stage(rates: dict[str, float]) -> None:
    assert end_to_end(rates) <= min(rates.values(), default=1.0)


def test_unknown_stage_and_percent_are_refused() -> None:
    with pytest.raises(ValueError, match="reranking"):
        end_to_end(RATES, {"reranking": 0.9})
    with pytest.raises(ValueError, match="packing"):
        end_to_end(RATES, {"packing": 98})


def test_largest_stage_is_the_next_project() -> None:
    project = next_project(FAILURES)
    assert project.stage == "retrieval"
    assert project.share_of_failures == pytest.approx(130 / 180)
    assert project.runner_up == "generation"
    assert not project.too_close
    assert project.warning is None


def test_another_proposal_is_warned_about_with_what_it_can_mend() -> None:
    warning = next_project(FAILURES, "generation").warning
    assert warning is not None
    assert "generation can mend at most 22%" in warning
    assert "retrieval loses 72%" in warning
    assert next_project(FAILURES, "retrieval").warning is None


def test_stages_within_chance_are_too_close_to_call() -> None:
    assert next_project({"retrieval": 21, "generation": 13}).too_close
    assert next_project({"retrieval": 10, "generation": 10}, "generation").warning is None
    assert not next_project({"retrieval": 32, "generation": 9}).too_close


def test_a_stage_that_loses_nothing_to_speak_of_is_no_runner_up() -> None:
    lone = {"retrieval": share(0.30, 0.24, 0.36), "generation": share(0.0002, 0.0, 0.03)}
    found = next_project_from_shares(lone)
    assert (found.stage, found.runner_up, found.too_close) == ("retrieval", None, False)
    # Few labels do not settle it, and still there is no rival to name.
    few = {"retrieval": share(0.30, 0.05, 0.60), "generation": share(0.0, 0.0, 0.40)}
    found = next_project_from_shares(few)
    assert (found.runner_up, found.too_close) == (None, True)
    second = {**lone, "generation": share(0.01, 0.0, 0.05)}
    assert next_project_from_shares(second).runner_up == "generation"


def test_no_failures_no_project() -> None:
    assert next_project({"retrieval": 0, "generation": 0}).stage is None
    assert next_project({}).stage is None


def share(estimate: float, low: float, high: float) -> Estimate:
    return Estimate(estimate, Interval(low, high), "", 100)


def test_corrected_shares_name_the_largest_and_say_when_it_is_close() -> None:
    clear = {"retrieval": share(0.30, 0.24, 0.36), "generation": share(0.10, 0.06, 0.15)}
    close = {"retrieval": share(0.12, 0.07, 0.18), "generation": share(0.10, 0.06, 0.15)}
    assert next_project_from_shares(clear).stage == "retrieval"
    assert not next_project_from_shares(clear).too_close
    assert next_project_from_shares(close).too_close
    warning = next_project_from_shares(clear, "generation").warning
    assert warning is not None
    assert "at most 25%" in warning


def test_no_shares_are_refused() -> None:
    with pytest.raises(NotEnoughLabels):
        next_project_from_shares({})
