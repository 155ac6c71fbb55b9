"""What the corrected share would be if people err too: a small table and a sentence."""

from workbench.services.open_store import Store
from workbench.services.results import JudgeCard, Refusal
from workbench.ui import cached, judges_view, parts, takeaway


def draw(store: Store, run: str, judge: str, card: JudgeCard) -> None:
    """Draw the band; nothing where the share itself was refused."""
    if isinstance(card.corrected_prevalence, Refusal):
        return
    band = cached.human_errors(store, run, judge)
    parts.section("If people err too", "Human labels are taken for the truth above; they are not.")
    if isinstance(band, Refusal):
        parts.refusal(band)
        return
    takeaway.table(
        judges_view.band_rows(band), share_columns=("Error", "Truly fails", "From", "To")
    )
    parts.reading(band.sentence)
    if not band.is_measured:
        parts.reading(
            "These errors are guesses. Let two people label some of the same traces: choose an "
            "overlap when the queue is drawn."
        )
