"""Which traces of a verdict the judge was least sure of, by where its scores lie.

Chosen: the side on which failing scores lie is read off the means of the two verdicts, and within
a verdict the traces are ranked by how near they come to the other one. Rejected: distance to the
threshold, which most files do not hold.
"""

from collections.abc import Mapping
from statistics import fmean

import numpy as np

from workbench.domain.vocabulary import JudgeVerdict
from workbench.errors import InputError
from workbench.services.labelling.draw_queue import Strata
from workbench.stats.unequal_sampling import nearness


def nearness_by_trace(strata: Strata, scores: Mapping[int, float]) -> dict[int, float]:
    """Size measure of each trace with a verdict; a trace without a score has the middle one.

    Raises
    ------
    InputError
        No scores, or scores that do not tell the verdicts apart.
    """
    if not scores:
        raise InputError("The judge gives no scores on this run: draw --by verdict.")
    means = {
        verdict: _mean(strata, scores, verdict)
        for verdict in (JudgeVerdict.FAIL, JudgeVerdict.PASS)
    }
    failing, passing = means[JudgeVerdict.FAIL], means[JudgeVerdict.PASS]
    if failing is None or passing is None or failing == passing:
        raise InputError(
            "The scores do not say which of them are near the other verdict: both verdicts need "
            "scores, and on average different ones. Draw --by verdict."
        )
    measures: dict[int, float] = {}
    for key, rows in strata.items():
        if key.verdict not in list(JudgeVerdict):
            continue
        is_far_high = (key.verdict == JudgeVerdict.FAIL) == (failing > passing)
        distances = np.array(
            [scores.get(row.trace_id, np.nan) * (1 if is_far_high else -1) for row in rows]
        )
        measures |= zip((row.trace_id for row in rows), nearness(distances).tolist(), strict=True)
    return measures


def _mean(strata: Strata, scores: Mapping[int, float], verdict: JudgeVerdict) -> float | None:
    found = [
        scores[row.trace_id]
        for key, rows in strata.items()
        if key.verdict == verdict
        for row in rows
        if row.trace_id in scores
    ]
    return fmean(found) if found else None
