"""A judge's versions and ranked systems as a person reads them."""

from typing import TYPE_CHECKING

from workbench.cli.printing import NOTHING, estimate_text, print_table, print_warnings, remark, say
from workbench.domain.refusals import Refusal
from workbench.report.percent import percent, percent_range

if TYPE_CHECKING:
    from workbench.services.calibration.over_time_results import JudgeHistory, SystemRanking
    from workbench.services.results import EstimateOrRefusal


def print_history(history: "JudgeHistory") -> None:
    """Print a judge's versions, and what each one changed."""
    say(history.sentence)
    print_table(
        (
            "version",
            "judged",
            "labels",
            "flags",
            "sensitivity (95 %)",
            "false-positive (95 %)",
            "truly fails (95 %)",
        ),
        [
            (
                version.judge,
                str(version.n_judged),
                version.status,
                _share(version.observed_prevalence),
                estimate_text(version.sensitivity),
                estimate_text(version.false_positive_rate),
                estimate_text(version.corrected_prevalence),
            )
            for version in history.versions
        ],
    )
    for change in history.changes:
        say(f"\n{change.before} to {change.after}, {change.n_labelled} labelled of both")
        say(change.flips_sentence)
        if change.sentence not in change.flips_sentence:
            say(change.sentence)
    print_warnings(history.warnings)
    say()


def print_ranking(ranking: "SystemRanking") -> None:
    """Print systems in the order of their true shares, and whether the judge agrees."""
    say(ranking.sentence)
    print_table(
        ("place", "by judge", "run", "labels", "judge fails", "truly fails", "95 % interval"),
        [
            (
                str(row.place_corrected or NOTHING),
                str(row.place_by_judge or NOTHING),
                row.run,
                str(row.n_labels),
                _share(row.observed),
                _share(row.corrected),
                NOTHING
                if isinstance(row.corrected, Refusal)
                else percent_range(row.corrected.low, row.corrected.high),
            )
            for row in ranking.systems
        ],
    )
    if not isinstance(ranking.tau, Refusal):
        say(f"tau: 1 is the same order, −1 the reverse. Method: {ranking.tau.method}.")
    for refusal in ranking.refusals:
        remark(f"Note: {refusal}")


def _share(value: "EstimateOrRefusal") -> str:
    return NOTHING if isinstance(value, Refusal) else percent(value.estimate)
