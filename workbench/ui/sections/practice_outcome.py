"""What a fix did to a mission's system, and what was true."""

from workbench.services.practice.play_mission import Outcome, Situation
from workbench.ui import parts, practice_view, takeaway


def draw(found: Outcome, before: Situation) -> None:
    """Draw the truth, whether the choice was right, and what the workbench measured."""
    parts.headline(found.sentence, f"You chose: {found.fix.action}.")
    parts.callout(
        "good" if found.is_right else "warning",
        practice_view.verdict_title(found),
        practice_view.lesson(found),
    )
    parts.figures([parts.Figure(*shown) for shown in practice_view.figures(found)])
    parts.section(
        "The truth, bucket by bucket",
        "A trace whose evidence now comes further can still fail later: what one stage no longer "
        "loses, the next may.",
    )
    rows = practice_view.true_rows(found)
    takeaway.table(rows, practice_view.TRUE_COLUMNS)
    takeaway.downloads([takeaway.rows_offer(rows, "practice-truth")], key="practice-truth")
    parts.reading(found.comparison.sentence)
    parts.reading(practice_view.named_by_triage(before))
