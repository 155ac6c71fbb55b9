"""The share by score bins covers the truth, whatever the scores are worth."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from db.read_scores import LabelledVerdict, ScoreRow
from db.read_triage import Cell
from workbench.domain.vocabulary import Answer, Design, Evidence, JudgeVerdict
from workbench.services.calibration.judge_scores import Direction, JudgeScores
from workbench.services.calibration.read_labels_of import Label
from workbench.services.calibration.score_bins import ScoreBins, score_bins
from workbench.services.triage.observe_run import Target

FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS
N_ITEMS = 2000


def label(number: int, verdict: JudgeVerdict, is_wrong: bool) -> Label:
    return Label(
        trace_id=number,
        request_id=str(number),
        run="r",
        query_id=number,
        annotator="ada",
        evidence=Evidence.UNKNOWN,
        verdict=verdict,
        answer=Answer.WRONG if is_wrong else Answer.CORRECT,
        stage=None,
        unresolved=None,
        is_override=False,
        should_have_declined=False,
        is_truncated=None,
        group=None,
    )


def drawn(rng: np.random.Generator, prevalence: float, sharpness: float) -> ScoreBins:
    """One run judged below .5, with 50 labels of each verdict; scores tell by `sharpness`."""
    wrong = rng.random(N_ITEMS) < prevalence
    score = np.where(wrong, rng.beta(2, sharpness, N_ITEMS), rng.beta(sharpness, 2, N_ITEMS))
    verdicts = [FAIL if value < 0.5 else PASS for value in score]
    rows = tuple(
        ScoreRow(float(value), 0.5, verdict, 1)
        for value, verdict in zip(score, verdicts, strict=True)
    )
    chosen = np.concatenate(
        [
            rng.choice(np.flatnonzero(side), 50, replace=False)
            for side in (score < 0.5, score >= 0.5)
        ]
    ).tolist()
    labels = tuple(label(n, verdicts[n], bool(wrong[n])) for n in chosen)
    cells = tuple(
        Cell(Evidence.UNKNOWN, verdict, None, verdicts.count(verdict)) for verdict in (FAIL, PASS)
    )
    target = Target(("r",), (1,), 1, None, {}, cells)
    found: Any = SimpleNamespace(
        design=Design.BY_VERDICT, labels=labels, is_weighted=False, is_by_stage=False
    )
    scores = JudgeScores(
        rows,
        {n: LabelledVerdict(float(score[n]), "") for n in chosen},
        Direction(True, False),
        {0.5: N_ITEMS},
        0,
        (),
        {},
    )
    result = score_bins(target, found, scores)
    assert isinstance(result, ScoreBins)
    return result


@pytest.mark.slow
@pytest.mark.parametrize(("prevalence", "sharpness"), [(0.1, 4), (0.3, 4), (0.3, 2), (0.1, 8)])
def test_the_interval_covers_the_truth(prevalence: float, sharpness: float) -> None:
    rng = np.random.default_rng(5)
    found = [drawn(rng, prevalence, sharpness) for _ in range(400)]
    covered = np.mean(
        [one.by_score_bins.low <= prevalence <= one.by_score_bins.high for one in found]
    )
    assert covered >= 0.93


def test_sharp_scores_narrow_the_interval_and_blunt_ones_do_not_widen_it_much() -> None:
    rng = np.random.default_rng(6)

    def ratio(sharpness: float) -> float:
        found = [drawn(rng, 0.3, sharpness) for _ in range(20)]
        widths = [
            (one.by_score_bins.high - one.by_score_bins.low)
            / (one.by_verdict.high - one.by_verdict.low)
            for one in found
        ]
        return float(np.mean(widths))

    assert ratio(4) < 0.97
    assert ratio(2) < 1.05
