"""What the judge screen says of a judge's versions and of ranked systems, in rows.

Knows nothing of Streamlit.
"""

from workbench.report.percent import percent, percent_range
from workbench.report.words import sentence
from workbench.services.calibration.over_time_results import (
    JudgeHistory,
    SystemRanking,
    VersionChange,
)
from workbench.services.results import Estimate
from workbench.ui.compare_values import between_points, number, p_text, share_limits, signed_points
from workbench.ui.judge_view import Shown

Row = dict[str, object]

VERSION_SHARES = ("Judge fails", "Sensitivity", "False-positive rate", "Truly fails")
RANKING_SHARES = ("Judge fails", "Truly fails", "From", "To")


def version_rows(history: JudgeHistory) -> list[Row]:
    """One row for each version of a judge."""
    return [
        {
            "Version": version.judge,
            "Judged": version.n_judged,
            "Labels": version.status,
            "Judge fails": number(version.observed_prevalence, "estimate"),
            "Sensitivity": number(version.sensitivity, "estimate"),
            "Sensitivity limits": share_limits(version.sensitivity),
            "False-positive rate": number(version.false_positive_rate, "estimate"),
            "False-positive limits": share_limits(version.false_positive_rate),
            "Truly fails": number(version.corrected_prevalence, "estimate"),
            "Truly fails limits": share_limits(version.corrected_prevalence),
        }
        for version in history.versions
    ]


def change_figures(change: VersionChange) -> list[Shown]:
    """The flip rate on the anchors and the change of both error rates."""
    shown = []
    if isinstance(change.flip_rate, Estimate):
        shown.append(
            Shown(
                "Verdicts that changed",
                percent(change.flip_rate.estimate),
                percent_range(change.flip_rate.low, change.flip_rate.high),
                f"{change.n_only_before + change.n_only_after:,} of {change.n_anchors:,} anchors; "
                f"exact McNemar p = {p_text(change.p_value)}.",
            )
        )
    for label, value in (
        ("Sensitivity, after minus before", change.sensitivity),
        ("False-positive rate, after minus before", change.false_positive_rate),
    ):
        if isinstance(value, Estimate):
            shown.append(
                Shown(
                    label,
                    signed_points(value.estimate),
                    between_points(value.low, value.high),
                    sentence(f"{value.method}; {value.n:,} labels"),
                )
            )
    return shown


def change_rows(history: JudgeHistory) -> list[Row]:
    """One row for each step from a version to the next."""
    return [
        {
            "Before": change.before,
            "After": change.after,
            "Anchors": change.n_anchors,
            "Labelled": change.n_labelled,
            "Fails before only": change.n_only_before,
            "Fails after only": change.n_only_after,
            "Flip rate": number(change.flip_rate, "estimate"),
            "Flip from": number(change.flip_rate, "low"),
            "Flip to": number(change.flip_rate, "high"),
            "McNemar p": change.p_value,
            "Sensitivity change": number(change.sensitivity, "estimate"),
            "Sensitivity from": number(change.sensitivity, "low"),
            "Sensitivity to": number(change.sensitivity, "high"),
            "False-positive change": number(change.false_positive_rate, "estimate"),
            "False-positive from": number(change.false_positive_rate, "low"),
            "False-positive to": number(change.false_positive_rate, "high"),
        }
        for change in history.changes
    ]


def ranking_rows(ranking: SystemRanking) -> list[Row]:
    """One row for each system, in the order of the corrected shares."""
    return [
        {
            "Place": row.place_corrected,
            "By judge": row.place_by_judge,
            "Run": row.run,
            "Labels": row.n_labels,
            "Judge fails": number(row.observed, "estimate"),
            "Truly fails": number(row.corrected, "estimate"),
            "From": number(row.corrected, "low"),
            "To": number(row.corrected, "high"),
        }
        for row in ranking.systems
    ]
