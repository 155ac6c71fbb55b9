"""What the judge screen says of people's errors, thresholds and several judges, in rows.

Knows nothing of Streamlit.
"""

from collections.abc import Sequence

from workbench.report.counted import counted
from workbench.report.percent import percent, percent_range, points
from workbench.services.calibration.compare_judges import ComparedJudge, JudgeComparison
from workbench.services.calibration.human_error_band import HumanErrorBand
from workbench.services.calibration.score_bins import ScoreBin, ScoreBins
from workbench.services.calibration.threshold_curve import ThresholdPoint
from workbench.services.results import Estimate, Refusal
from workbench.ui.compare_values import number, share_limits

Row = dict[str, object]

READINGS = {
    "too_pessimistic": "too pessimistic",
    "too_lenient": "too lenient",
    "no_clear_bias": "no clear bias",
}
THRESHOLD_SHARES = (
    "Flagged",
    "Sensitivity",
    "From",
    "To",
    "False-positive rate",
    "Rate from",
    "Rate to",
)
BIN_SHARES = ("Failing share", "From", "To")
JUDGE_SHARES = ("Sensitivity", "False-positive rate", "Truly fails", "From", "To")


def band_rows(band: HumanErrorBand) -> list[Row]:
    """One row for each assumption about people's error."""
    return [
        {
            "If": row.assumption[:1].upper() + row.assumption[1:],
            "Error": row.error,
            "Truly fails": row.estimate,
            "From": row.low,
            "To": row.high,
        }
        for row in band.rows
    ]


def threshold_rows(shown: Sequence[ThresholdPoint]) -> list[Row]:
    """One row for each threshold."""
    return [
        {
            "Threshold": f"{point.threshold:g}",
            "In use": "in use" if point.is_current else "",
            "Flagged": point.flagged_share,
            "Sensitivity": number(point.sensitivity, "estimate"),
            "From": number(point.sensitivity, "low"),
            "To": number(point.sensitivity, "high"),
            "False-positive rate": number(point.false_positive_rate, "estimate"),
            "Rate from": number(point.false_positive_rate, "low"),
            "Rate to": number(point.false_positive_rate, "high"),
            "Both failing": point.counts.tp,
            "Missed": point.counts.fn,
            "Judge alone": point.counts.fp,
            "Both passing": point.counts.tn,
        }
        for point in shown
    ]


def bins_figures(bins: ScoreBins) -> list[tuple[str, str, str, str]]:
    """The share by bins and the share by verdict: label, value, limits, sentence."""
    return [
        (
            name,
            percent(estimate.estimate),
            f"{percent_range(estimate.low, estimate.high)} · {estimate.method} · "
            f"{counted(estimate.n, 'label')}",
            f"± {points((estimate.high - estimate.low) / 2)}",
        )
        for name, estimate in (
            ("By score bins", bins.by_score_bins),
            ("By verdict alone", bins.by_verdict),
        )
    ]


def bin_rows(bins: Sequence[ScoreBin]) -> list[Row]:
    """One row for each stratum of scores."""
    return [
        {
            "Judge says": "failing" if part.verdict == "fail" else "passing",
            "Scores": "no score" if part.lowest is None else f"{part.lowest:g} to {part.highest:g}",
            "Traces": part.n_target,
            "Labelled": part.n_labelled,
            "Of these failing": part.n_failed,
            "Failing share": part.share,
            "From": part.low,
            "To": part.high,
        }
        for part in bins
    ]


def judge_rows(comparison: JudgeComparison) -> list[Row]:
    """One row for each judge."""
    wanted = points(comparison.half_width_wanted).removesuffix(" points")
    return [
        {
            "Judge": row.judge,
            "Labels": row.counts.n,
            "Sensitivity": number(row.sensitivity, "estimate"),
            "Sensitivity limits": share_limits(row.sensitivity),
            "False-positive rate": number(row.false_positive_rate, "estimate"),
            "False-positive limits": share_limits(row.false_positive_rate),
            "Reading": _reading(row),
            "Truly fails": number(row.corrected_prevalence, "estimate"),
            "From": number(row.corrected_prevalence, "low"),
            "To": number(row.corrected_prevalence, "high"),
            f"Labels for ± {wanted}": row.labels_needed
            if isinstance(row.labels_needed, int)
            else None,
        }
        for row in comparison.judges
    ]


def _reading(row: ComparedJudge) -> str:
    return "not known" if isinstance(row.bias, Refusal) else READINGS[row.bias.reading]


def judge_refusals(comparison: JudgeComparison) -> list[str]:
    """Why a judge's line has gaps, each reason once."""
    said = [
        f"{row.judge}: {value}"
        for row in comparison.judges
        for value in (
            row.sensitivity,
            row.false_positive_rate,
            row.corrected_prevalence,
            row.labels_needed,
        )
        if isinstance(value, Refusal)
    ]
    return list(dict.fromkeys(said))


def widths_sentence(comparison: JudgeComparison) -> str:
    """What the column of intervals means."""
    known = [row for row in comparison.judges if isinstance(row.corrected_prevalence, Estimate)]
    if not known:
        return "No judge's share can be corrected yet."
    return (
        "All speak of the same traces, so the corrected shares should agree within their "
        "intervals; where they do not, look at how the labels were drawn."
    )
