"""What the judge screen says of a judge card; knows nothing of Streamlit."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.domain.vocabulary import Design
from workbench.report.counted import counted
from workbench.report.percent import coefficient, coefficient_range, percent, percent_range
from workbench.report.words import HOW_DRAWN, sentence
from workbench.services.labelling.label_passages import Passage
from workbench.services.results import (
    BiasCard,
    Disagreement,
    Estimate,
    EstimateOrRefusal,
    GroupRow,
    GroupTable,
    JudgeCard,
    Refusal,
)

ON_LABELLED = (
    "Counted on the labelled traces alone, so it differs by chance from observed minus corrected, "
    "which rests on all traces."
)
EVERYONE = "all disagreements"
JUDGE_ONLY = "only the judge says failing"
PEOPLE_ONLY = "only people say failing"


class Shown(NamedTuple):
    """One number in words: value, limits with method and labels, and the sentence to read it."""

    label: str
    value: str
    limits: str
    reading: str


def shown_estimate(label: str, estimate: EstimateOrRefusal, reading: str, noun: str) -> Shown:
    """An estimate in words, or the refusal that stands in its place."""
    if isinstance(estimate, Refusal):
        return Shown(label, "no number", "", str(estimate))
    # Several labels of one question count for less than their number: n need not be whole.
    n = f"{estimate.n:,.0f}" if estimate.n == round(estimate.n) else f"≈ {estimate.n:,.0f}"
    limits = f"{percent_range(estimate.low, estimate.high)} · {estimate.method} · {n} {noun}"
    return Shown(label, percent(estimate.estimate), limits, reading)


def of_hundred(estimate: EstimateOrRefusal) -> str:
    """The share as a count of a hundred, for a sentence."""
    return f"{round(estimate.estimate * 100)}" if isinstance(estimate, Estimate) else "?"


def error_rates(card: JudgeCard) -> tuple[Shown, Shown]:
    """Sensitivity and false-positive rate in words."""
    return (
        shown_estimate(
            "Sensitivity",
            card.sensitivity,
            f"Of 100 answers that people find wrong, the judge fails "
            f"{of_hundred(card.sensitivity)}.",
            "labels",
        ),
        shown_estimate(
            "False-positive rate",
            card.false_positive_rate,
            f"Of 100 answers that people find right, the judge fails "
            f"{of_hundred(card.false_positive_rate)}.",
            "labels",
        ),
    )


def prevalences(card: JudgeCard) -> tuple[Shown, Shown]:
    """Observed and corrected failing share in words."""
    return (
        shown_estimate(
            "Observed failing share",
            card.observed_prevalence,
            "What the judge says, its errors included.",
            "judged",
        ),
        shown_estimate(
            "Corrected failing share",
            card.corrected_prevalence,
            "What truly fails, the judge's errors taken out.",
            "labels",
        ),
    )


def headline(card: JudgeCard) -> tuple[str, str]:
    """The bias in a sentence, with what it rests on."""
    n = card.counts.n
    basis = f"{counted(n, 'label')} with both verdicts, {HOW_DRAWN[card.design]}."
    if isinstance(card.bias, BiasCard):
        p_value = "below 0.001" if card.bias.p_value < 0.001 else f"{card.bias.p_value:.3f}"
        basis = f"{basis} {sentence(card.bias.method)[:-1]}, p {p_value}."
        return (
            card.bias.sentence,
            basis if card.design is not Design.UNIFORM else f"{basis} {ON_LABELLED}",
        )
    return "Whether this judge is too strict or too lenient cannot be said yet.", str(card.bias)


def agreement_figures(card: JudgeCard) -> tuple[Shown, ...]:
    """Agreement beyond chance, with the base rates it must be read beside."""
    if isinstance(card.agreement, Refusal):
        return ()
    found = card.agreement
    return (
        Shown(
            "Same verdict",
            percent(found.observed),
            "",
            "Share of labels, weighted as drawn, on which they agree.",
        ),
        *(
            Shown(
                name.upper() if name == "ac1" else name.capitalize(),
                "undefined" if value is None else coefficient(value),
                _limits(found.intervals, name),
                reading if value is not None else (found.reason or ""),
            )
            for name, value, reading in (
                ("kappa", found.kappa, "Agreement beyond chance; falls when one answer is rare."),
                ("ac1", found.ac1, "Agreement beyond chance; steady when one answer is rare."),
            )
        ),
        Shown(
            "Failing, by people and judge",
            f"{percent(found.human_prevalence)} / {percent(found.judge_prevalence)}",
            f"prevalence index {_signed(found.prevalence_index)} · "
            f"bias index {_signed(found.bias_index)}",
            "Read kappa beside these: the further from a half, the harder it punishes.",
        ),
    )


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _limits(intervals: Mapping[str, tuple[float, float]], name: str) -> str:
    if name not in intervals:
        return ""
    return coefficient_range(*intervals[name])


def left_out_text(card: JudgeCard) -> str:
    """Which labels do not count and why, or nothing."""
    left = card.left_out
    said = [
        (left.cant_tell, "can't tell"),
        (left.unresolved, "unresolved"),
        (left.skipped, "skipped"),
        (left.annotators_disagree, "annotators disagree"),
        (left.tuned_on, "used to tune the judge"),
        (left.unjudged, "no judge verdict"),
    ]
    listed = ", ".join(f"{n:,} {why}" for n, why in said if n)
    return f"Left out: {listed}." if listed else ""


def chosen_disagreements(rows: Sequence[Disagreement], which: str) -> tuple[Disagreement, ...]:
    """The disagreements of one direction, or all."""
    wanted = {JUDGE_ONLY: "fail", PEOPLE_ONLY: "pass"}.get(which)
    return tuple(row for row in rows if wanted is None or row.judge_verdict == wanted)


def disagreement_rows(rows: Sequence[Disagreement]) -> list[dict[str, object]]:
    """The list of disagreements, one row each."""
    return [
        {
            "Request": row.request_id,
            "Judge": "failing" if row.judge_verdict == "fail" else "passing",
            "Person": row.human_answer.replace("_", " "),
            "Stage": row.human_stage,
            "Annotator": row.annotator,
            "Query": row.query,
        }
        for row in rows
    ]


def passage_title(passage: Passage) -> str:
    """A passage's rank and id, whether it is gold, and how far it came."""
    fate = "in the prompt" if passage.is_in_prompt else "not in the prompt"
    said = [str(passage.rank), passage.doc_id or "no id", "gold" if passage.is_gold else "", fate]
    return " · ".join(part for part in said if part)


def group_rows(table: GroupTable) -> list[dict[str, object]]:
    """One row for each group and the total, which comes from counts."""
    return [_group(row) for row in (*table.rows, table.total)]


def _group(row: GroupRow) -> dict[str, object]:
    return {
        "Group": row.group,
        "Failing": row.n_failing,
        "Labelled": row.n,
        "Failing share": row.share,
        "From": row.low,
        "To": row.high,
        "Few labels": "few" if row.is_few else "",
    }
