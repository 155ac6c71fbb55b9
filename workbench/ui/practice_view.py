"""What the practice screen says of a mission; knows nothing of Streamlit."""

from workbench.report import words
from workbench.report.percent import percent, percent_range
from workbench.services.practice.play_mission import Outcome, Situation
from workbench.services.results import Estimate
from workbench.ui import triage_view
from workbench.ui.compare_values import between_points, signed_points
from workbench.ui.judge_view import Shown

TRUE_COLUMNS = ("Share before", "Share after")


def basis(found: Situation) -> str:
    """What the triage of a mission rests on."""
    return (
        f"{found.triage.n:,} answers, judged by a judge with errors of its own; "
        f"{found.n_labelled:,} of them, drawn at random, were labelled by somebody who knows."
    )


def verdict_title(found: Outcome) -> str:
    """Whether the fix was meant for the stage that lost most."""
    stage = words.named(found.mission.stage).lower()
    if found.is_right:
        return f"Right: {stage} lost most"
    return f"{words.named(found.fix.stage)} was not where most was lost: {stage} was"


def lesson(found: Outcome) -> str:
    """What the mission teaches, and what the right fix would have left where another was chosen."""
    if found.is_right:
        return found.mission.lesson
    return (
        f"{found.mission.lesson} {found.right.action}: that would have left "
        f"{percent(found.n_right / found.n)} wrong instead of {percent(found.n_after / found.n)}."
    )


def figures(found: Outcome) -> tuple[Shown, ...]:
    """What was truly wrong before and after, and what the workbench makes of it."""
    difference = found.comparison.difference
    measured = (
        Shown(
            "Measured change",
            signed_points(difference.estimate),
            between_points(difference.low, difference.high),
            "What the workbench says from the same labelled questions, before and after.",
        )
        if isinstance(difference, Estimate)
        else Shown("Measured change", "no number", "", str(difference))
    )
    after = found.table.corrected
    corrected = (
        Shown(
            "Corrected, after",
            percent(after.estimate),
            percent_range(after.low, after.high),
            f"Observed: {percent(found.table.observed)}.",
        )
        if isinstance(after, Estimate)
        else Shown("Corrected, after", "no number", "", str(after))
    )
    truth = Shown(
        "Truly wrong",
        f"{percent(found.n_before / found.n)} → {percent(found.n_after / found.n)}",
        f"{found.n_before:,} and {found.n_after:,} of {found.n:,}",
        "Nobody knows this of a real system.",
    )
    return truth, measured, corrected


def true_rows(found: Outcome) -> list[dict[str, object]]:
    """True failures by bucket, before and after, then all of them."""
    rows: list[dict[str, object]] = [
        _row(words.named(row.bucket), row.n_before, row.n_after, found.n) for row in found.buckets
    ]
    return [*rows, _row("Failing in all", found.n_before, found.n_after, found.n)]


def _row(name: str, n_before: int, n_after: int, n: int) -> dict[str, object]:
    return {
        "Bucket": name,
        "Before": n_before,
        "Share before": n_before / n,
        "After": n_after,
        "Share after": n_after / n,
    }


def named_by_triage(found: Situation) -> str:
    """What the workbench had named, in a sentence."""
    project = found.triage.next_project
    if project is None:
        return "The workbench had named no stage."
    return f"The workbench had said: {triage_view.project_headline(project)}"
