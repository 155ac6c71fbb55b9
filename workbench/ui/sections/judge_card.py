"""The judge card: bias in a sentence, the table of four counts, error rates, agreement."""

from functools import partial

from workbench.services.calibration.tuning_split import tuning_split
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.open_store import Store
from workbench.services.results import JudgeCard, Refusal
from workbench.ui import cached, judge_view, parts, takeaway
from workbench.ui.choices import Choice
from workbench.ui.sections import human_errors


def draw(store: Store, choice: Choice) -> None:
    """Draw the card of one judge on one run."""
    judge = choice.judge or ""
    card = cached.judge_card(store, choice.run.run, judge)
    sentence, basis = judge_view.headline(card)
    parts.headline(sentence, basis)
    if isinstance(card.bias, Refusal) and not card.counts.n:
        parts.empty(
            "Nobody labelled a trace that this judge judged",
            "About a hundred labels, drawn at random within what it failed and what it passed, "
            "are enough.",
            "Draw a queue",
            "data",
            "Queues",
        )
        return
    parts.refusal(card.corrected_prevalence)
    parts.warnings(card.warnings, refused=card.corrected_prevalence)
    _error_rates(card)
    if card.left_out.tuned_on and (split := tuning_split(store, judge, choice.run.run)):
        parts.reading(split.sentence)
    parts.section("Failing share", "As the judge sees it, and as it truly is.")
    parts.figures([parts.Figure(*shown) for shown in judge_view.prevalences(card)])
    human_errors.draw(store, choice.run.run, judge, card)
    _agreement(card)
    parts.section("Take it with you", "The same numbers, with the words as they were read.")
    takeaway.downloads(
        [
            takeaway.FileOffer(
                label,
                f"judge-card_{takeaway.safe_name(choice.run.run)}_{takeaway.safe_name(judge)}.{ending}",
                mime,
                partial(table_bytes, store, "calibration", ending, run=choice.run.run, judge=judge),
            )
            for label, ending, mime in takeaway.TABLE_FORMATS
        ],
        key="card",
    )


def _error_rates(card: JudgeCard) -> None:
    parts.section(
        "Where judge and people meet",
        "Labelled traces by both verdicts. Failing is the positive class.",
    )
    counts = card.counts
    parts.matrix(
        ("Judge says failing", "Judge says passing"),
        (
            ("People say failing", (counts.tp, "both"), (counts.fn, "missed by the judge")),
            ("People say passing", (counts.fp, "judge alone"), (counts.tn, "both")),
        ),
        beside=[parts.Figure(*shown) for shown in judge_view.error_rates(card)],
    )
    if text := judge_view.left_out_text(card):
        parts.reading(text)


def _agreement(card: JudgeCard) -> None:
    parts.section(
        "Agreement",
        "How often both say the same, and how much of that is more than chance.",
    )
    if isinstance(card.agreement, Refusal):
        parts.refusal(card.agreement)
        return
    parts.figures([parts.Figure(*shown) for shown in judge_view.agreement_figures(card)])
