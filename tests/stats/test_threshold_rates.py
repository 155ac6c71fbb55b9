"""Error rates at other thresholds agree with those at the one in use, and cover the truth."""

import numpy as np
import pytest

from workbench.errors import NotEnoughLabels
from workbench.stats.begg_greenes import begg_greenes
from workbench.stats.counts import ConfusionCounts
from workbench.stats.threshold_rates import SideCounts, false_positive_rate_at, sensitivity_at


def test_the_threshold_in_use_gives_begg_greenes() -> None:
    counts = ConfusionCounts(tp=40, fn=3, fp=10, tn=47)
    known = begg_greenes(600, 1400, counts, np.random.default_rng(1))
    verdicts = [
        SideCounts(600, 40, 0, 10, 0, can_pass=False),
        SideCounts(1400, 0, 3, 0, 47, can_flag=False),
    ]
    sensitivity = sensitivity_at(verdicts, np.random.default_rng(2))
    false_alarm = false_positive_rate_at(verdicts, np.random.default_rng(3))
    assert sensitivity.estimate == pytest.approx(known.sensitivity.estimate, abs=1e-12)
    assert false_alarm.estimate == pytest.approx(known.false_positive_rate.estimate, abs=1e-12)
    assert sensitivity.interval == pytest.approx(known.sensitivity.interval, abs=0.006)
    assert false_alarm.interval == pytest.approx(known.false_positive_rate.interval, abs=0.006)


def test_a_part_that_moves_over_takes_its_failures_along() -> None:
    verdicts = [
        SideCounts(100, 16, 0, 4, 0, can_pass=False),
        SideCounts(900, 6, 3, 14, 37),
    ]
    found = sensitivity_at(verdicts, np.random.default_rng(4))
    # 100 * 16/20 = 80 and 900 * 6/60 = 90 flagged, 900 * 3/60 = 45 missed.
    assert found.estimate == pytest.approx(170 / 215)
    alarms = false_positive_rate_at(verdicts, np.random.default_rng(4))
    # 100 * 4/20 = 20 and 900 * 14/60 = 210 flagged, 900 * 37/60 = 555 quiet.
    assert alarms.estimate == pytest.approx(230 / 785)
    assert found.low < found.estimate < found.high


def test_nothing_missed_keeps_the_upper_limit_at_one() -> None:
    verdicts = [
        SideCounts(100, 16, 0, 4, 0, can_pass=False),
        SideCounts(900, 0, 0, 0, 40, can_flag=False),
    ]
    found = sensitivity_at(verdicts, np.random.default_rng(5))
    assert (found.estimate, found.high) == (1.0, 1.0)
    assert found.low < 0.95


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ([], "empty"),
        ([SideCounts(5, 1, 0, 1, 0), SideCounts(9, 0, 0, 0, 0)], "none of the 9 items"),
        ([SideCounts(5, 0, 0, 2, 0), SideCounts(9, 0, 0, 0, 3)], "no labelled item is wrong"),
    ],
)
def test_what_labels_cannot_say_is_refused(verdicts: list[SideCounts], said: str) -> None:
    with pytest.raises(NotEnoughLabels, match=said):
        sensitivity_at(verdicts, np.random.default_rng(6))


def test_all_labels_wrong_leave_no_false_positive_rate() -> None:
    verdicts = [SideCounts(5, 2, 0, 0, 0), SideCounts(9, 0, 3, 0, 0)]
    with pytest.raises(NotEnoughLabels, match="no labelled item is right"):
        false_positive_rate_at(verdicts, np.random.default_rng(6))


@pytest.mark.parametrize(
    "counts",
    [
        {"n_target": -1, "wrong_flagged": 0},
        {"n_target": 5, "wrong_flagged": -1},
        {"n_target": 5, "wrong_flagged": 1, "can_flag": False},
    ],
)
def test_counts_that_cannot_be_are_refused(counts: dict[str, float]) -> None:
    others = {"wrong_passed": 0, "right_flagged": 0, "right_passed": 0}
    with pytest.raises(ValueError, match=r"counts must be|without items"):
        SideCounts(**(others | counts))  # type: ignore[arg-type]


def covered(threshold: float, sensitivity: float, false_alarm: float) -> tuple[float, float]:
    """How often both intervals hold the truth, 60 labels each from below and above .5."""
    rng = np.random.default_rng(7)
    n_runs = 300
    held = np.zeros(2)
    for _ in range(n_runs):
        wrong = rng.random(2000) < 0.3
        score = np.where(wrong, rng.beta(2, 4, 2000), rng.beta(4, 2, 2000))
        verdicts = []
        for side in (score < 0.5, score >= 0.5):
            drawn = rng.choice(np.flatnonzero(side), 60, replace=False)
            flags = score[drawn] < threshold
            verdicts.append(
                SideCounts(
                    int(side.sum()),
                    int((wrong[drawn] & flags).sum()),
                    int((wrong[drawn] & ~flags).sum()),
                    int((~wrong[drawn] & flags).sum()),
                    int((~wrong[drawn] & ~flags).sum()),
                    bool((score[side] < threshold).any()),
                    bool((score[side] >= threshold).any()),
                )
            )
        found = sensitivity_at(verdicts, rng, n_draws=2_000)
        alarms = false_positive_rate_at(verdicts, rng, n_draws=2_000)
        held += (
            found.low <= sensitivity <= found.high,
            alarms.low <= false_alarm <= alarms.high,
        )
    return float(held[0]) / n_runs, float(held[1]) / n_runs


# Shares of Beta(2, 4) and Beta(4, 2) below .6 and below .4.
@pytest.mark.parametrize("truth", [(0.6, 0.91296, 0.33696), (0.4, 0.66304, 0.08704)])
def test_intervals_at_another_threshold_cover_the_truth(truth: tuple[float, float, float]) -> None:
    assert min(covered(*truth)) >= 0.88
