"""The judge card as a section of a report page."""

from collections.abc import Sequence
from typing import Any

from workbench.domain.refusals import Refusal
from workbench.report.counted import counted
from workbench.report.page import Block, Figure, Figures, Paragraph, Remarks, Section, Table
from workbench.report.percent import coefficient, coefficient_range, percent
from workbench.report.words import HOW_DRAWN, READ_AS, estimate_limits, sentence

RATES = (
    ("Sensitivity", "sensitivity", "Share of the answers people found wrong that it fails."),
    (
        "False-positive rate",
        "false_positive_rate",
        "Share of the answers people found right that it fails.",
    ),
)

WHERE = (
    (
        "Of the items the judge failed",
        "wrong_if_flagged",
        "Share that people found wrong: how often it is right when it fails an item.",
    ),
    (
        "Of the items the judge passed",
        "wrong_if_passed",
        "Share that people found wrong: what it lets through.",
    ),
)


def judge_section(card: Any, human_error_sentence: str) -> Section:
    """Give whether the judge can be believed: bias, four counts, error rates, agreement."""
    counts = card.counts
    blocks: list[Block] = [
        Table(
            (counted(counts.n, "label"), "The judge fails", "The judge passes"),
            [
                ("People say wrong", f"{counts.tp:,}", f"{counts.fn:,}"),
                ("People say right", f"{counts.fp:,}", f"{counts.tn:,}"),
            ],
        ),
        Figures([_rate(card, *rate) for rate in RATES]),
    ]
    if found := [_rate(card, *rate) for rate in WHERE if _is_estimate(card, rate[1])]:
        blocks.append(Figures(found))
    if agreement := _agreement(card.agreement):
        blocks.append(Figures(agreement))
    for value in (card.sensitivity, card.false_positive_rate, card.bias, card.agreement):
        if isinstance(value, Refusal):
            blocks.append(Remarks("No number", [str(value)], "refusal"))
            break
    if human_error_sentence:
        blocks.append(Paragraph(human_error_sentence))
    return Section("Can the judge be believed?", _bias(card), blocks)


def words_section(words: Sequence[Any]) -> Section | None:
    """Give what every distinct word of the judge was read as, with its count."""
    if not words:
        return None
    rows = [(one.word, READ_AS[one.meaning], f"{one.n:,}") for one in words]
    return Section(
        "What the judge's words were read as",
        "Every distinct word of its verdicts on this run. Not usable and not mapped ones count "
        "neither as fail nor as pass.",
        [Table(("Word", "Read as", "Verdicts"), rows, n_words=2)],
    )


def tuning_section(tuning: Any | None) -> Section | None:
    """Give the labels that tuned the judge: how many, since when, and every later change."""
    if tuning is None:
        return None
    rows = [
        (
            f"{one.declared_at:%Y-%m-%d %H:%M} UTC",
            one.run,
            one.file_name,
            f"{one.n_labels_before:,}",
            f"{one.n_requests:,}",
            f"{one.n_added:,}",
            f"{one.n_taken_back:,}",
        )
        for one in tuning.changes
    ]
    columns = (
        "Set", "Run", "With the file", "Labelled by then", "Tuned on", "Added", "Taken back"
    )  # fmt: skip
    return Section(
        "Labels that tuned the judge",
        tuning.sentence,
        [
            Table(columns, rows, n_words=3),
            Paragraph(
                "A request moved when labels were there already was moved when results could be "
                "known."
            ),
        ],
    )


def _is_estimate(card: Any, name: str) -> bool:
    return not isinstance(getattr(card, name), Refusal)


def _bias(card: Any) -> str:
    basis = f"The labels were {HOW_DRAWN[card.design]}."
    if isinstance(card.bias, Refusal):
        return f"Whether {card.judge} is too strict or too lenient cannot be said yet. {basis}"
    return f"{card.bias.sentence} {basis}"


def _rate(card: Any, label: str, name: str, reading: str) -> Figure:
    value = getattr(card, name)
    if isinstance(value, Refusal):
        return Figure(label, "no number", "", reading)
    return Figure(label, percent(value.estimate), estimate_limits(value), sentence(reading))


def _agreement(found: Any) -> list[Figure]:
    if isinstance(found, Refusal):
        return []
    same = Figure(
        "Same verdict",
        percent(found.observed),
        "",
        "Share of labels, weighted as drawn, on which they agree.",
    )
    coefficients = [
        Figure(name, coefficient(value), _limits(found, key), reading)
        for name, key, value, reading in (
            ("Kappa", "kappa", found.kappa, "Beyond chance; falls when one answer is rare."),
            ("AC1", "ac1", found.ac1, "Beyond chance; steady when one answer is rare."),
        )
        if value is not None
    ]
    return [same, *coefficients]


def _limits(found: Any, key: str) -> str:
    limits = found.intervals.get(key)
    return "" if limits is None else coefficient_range(*limits)
