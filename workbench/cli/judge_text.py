"""What else is known of judges, as a person reads it: people's errors, thresholds, side by side."""

from typing import TYPE_CHECKING

from workbench.cli.printing import NOTHING, estimate_text, print_table, print_warnings, say
from workbench.domain.refusals import Refusal
from workbench.report.counted import counted
from workbench.report.percent import percent, percent_range, points
from workbench.report.words import beside_card

if TYPE_CHECKING:
    from workbench.services.calibration.compare_judges import ComparedJudge, JudgeComparison
    from workbench.services.calibration.human_error_band import HumanErrorBand
    from workbench.services.calibration.score_bins import ScoreBins
    from workbench.services.calibration.threshold_curve import ThresholdCurve
    from workbench.services.results import EstimateOrRefusal

OF_SCORES = frozenset({"THRESHOLDS_DIFFER", "SCORES_MISSING", "SCORE_DIRECTION_UNKNOWN"})


def print_band(band: "HumanErrorBand | Refusal") -> None:
    """Print what people's errors would do, in a line."""
    if isinstance(band, Refusal):
        say(f"If people err too: no estimate. {band}")
        return
    shares = "; ".join(
        f"{percent(row.error)} → {percent(row.estimate)} ({percent_range(row.low, row.high)})"
        for row in band.rows
    )
    say(f"If people err too, error → share that truly fails: {shares}")
    say(band.sentence)


def print_thresholds(curve: "ThresholdCurve", card: "EstimateOrRefusal") -> None:
    """Print the error rates at each threshold, and the share by score bins beside the card's."""
    if isinstance(curve.points, Refusal):
        why = ", as said above." if curve.points == card else f". {curve.points}"
        say(f"Thresholds: no estimate{why}")
    else:
        say(
            f"Thresholds ({curve.rule}; {counted(curve.n_labels, 'label')} "
            f"of {curve.n_scored} scored)"
        )
        print_table(
            ("threshold", "", "flagged", "sensitivity", "95 % interval", "false-positive", "95 %"),
            [
                (
                    f"{point.threshold:g}",
                    "in use" if point.is_current else "",
                    percent(point.flagged_share),
                    *_shown(point.sensitivity),
                    *_shown(point.false_positive_rate),
                )
                for point in curve.points
            ],
        )
        say(f"{curve.sentence} {curve.caution}")
    if isinstance(curve.corrected, Refusal):
        if curve.corrected != curve.points:
            say(f"Share by score bins: no estimate. {curve.corrected}")
    else:
        _print_bins(curve.corrected)
        if said := beside_card(card, curve.corrected.by_verdict):
            say(said)
    print_warnings(one for one in curve.warnings if one.code in OF_SCORES)


def _print_bins(bins: "ScoreBins") -> None:
    for name, estimate in (
        ("by score bins", bins.by_score_bins),
        ("by verdict", bins.by_verdict),
    ):
        between = percent_range(estimate.low, estimate.high)
        say(
            f"Share that truly fails, {name}: {percent(estimate.estimate)} "
            f"(95 % interval {between}; n = {estimate.n})"
        )
    say(bins.sentence)


def _shown(estimate: "EstimateOrRefusal") -> tuple[str, str]:
    if isinstance(estimate, Refusal):
        return NOTHING, estimate.reason
    return percent(estimate.estimate), percent_range(estimate.low, estimate.high)


def print_comparison(comparison: "JudgeComparison") -> None:
    """Print the judges of a run side by side."""
    say(comparison.sentence)
    say(f"\nJudges of run {comparison.run}, on its labels")
    wanted = f"labels for ± {points(comparison.half_width_wanted).removesuffix(' points')}"
    print_table(
        (
            "judge",
            "labels",
            "sensitivity (95 %)",
            "false-positive (95 %)",
            "too harsh by",
            "truly fails (95 %)",
            wanted,
        ),
        [_line(row) for row in comparison.judges],
    )
    for row in comparison.judges:
        for name, value in (
            ("sensitivity", row.sensitivity),
            ("false-positive rate", row.false_positive_rate),
            ("share that truly fails", row.corrected_prevalence),
            ("labels needed", row.labels_needed),
        ):
            if isinstance(value, Refusal):
                say(f"{row.judge}, {name}: no estimate. {value}")
    print_warnings(comparison.warnings)


def _line(row: "ComparedJudge") -> tuple[str, ...]:
    bias = NOTHING if isinstance(row.bias, Refusal) else points(row.bias.difference)
    needed = NOTHING if isinstance(row.labels_needed, Refusal) else str(row.labels_needed)
    return (
        row.judge,
        str(row.counts.n),
        estimate_text(row.sensitivity),
        estimate_text(row.false_positive_rate),
        bias,
        estimate_text(row.corrected_prevalence),
        needed,
    )
