"""What the compare screen says, in rows; knows nothing of Streamlit."""

from collections.abc import Sequence

from workbench.domain.remedies import TABLE_ORDER
from workbench.domain.vocabulary import Outside
from workbench.report.moves_chart import STAYED
from workbench.report.words import named, sentence
from workbench.services.comparing.compare_results import (
    ChangedPair,
    Comparison,
    Flips,
    MoveKind,
    SeveralComparisons,
)
from workbench.services.housekeeping.read_overview import Overview, RunOverview
from workbench.services.results import Estimate, EstimateOrRefusal, Refusal
from workbench.ui.compare_values import between_points, number, p_text, signed_limits, signed_points
from workbench.ui.judge_view import Shown

Row = dict[str, object]

ORDER = [str(bucket) for bucket in TABLE_ORDER] + [str(reason) for reason in Outside]
NEITHER = "not labelled"
KIND_WORDS = {
    MoveKind.FIXED: "fixed",
    MoveKind.BROKEN: "broken",
    MoveKind.ELSEWHERE: "failing elsewhere",
    MoveKind.OUTSIDE: "outside the shares in one run",
}


def judges_of(before: RunOverview, after: RunOverview) -> list[str]:
    """Judges of the two runs, those of both first."""
    first = [judged.text for judged in before.judges]
    second = [judged.text for judged in after.judges]
    both = [text for text in second if text in first]
    return list(dict.fromkeys([*both, *second, *first]))


def others_than(overview: Overview, run: str) -> list[str]:
    """The other runs of the system itself, in the order they came."""
    return [one.run for one in overview.own_runs if one.run != run]


def quality_figures(found: Comparison) -> list[Shown]:
    """The change by people's labels, what it rests on, and the flips behind it."""
    shown = []
    if isinstance(found.difference, Estimate):
        shown.append(
            Shown(
                "Failing share, after minus before",
                signed_points(found.difference.estimate),
                between_points(found.difference.low, found.difference.high),
                sentence(
                    f"{found.difference.method}; {found.difference.n:,} questions labelled in both"
                ),
            )
        )
    shown.append(
        Shown(
            "Questions in both runs",
            f"{found.n_pairs:,}",
            "",
            f"{found.n_labelled_pairs:,} labelled and {found.n_judged_pairs:,} judged in both.",
        )
    )
    if found.basis == "people" and isinstance(found.flips, Flips):
        test = found.flips.method
        if found.flips.p_value is not None:
            test = f"{test}, p = {found.flips.p_value:.2g}"
        shown.append(
            Shown(
                "Labelled questions that changed",
                f"{found.flips.fixed:,} fixed, {found.flips.broken:,} broken",
                "",
                f"Of {found.flips.n:,}. {sentence(test)}",
            )
        )
    return shown


def comparison_rows(found: Comparison) -> list[Row]:
    """The comparison as one row to take along."""
    difference = found.difference
    flips = found.flips if isinstance(found.flips, Flips) else None
    return [
        {
            "Before": found.run_a,
            "After": found.run_b,
            "Judge": str(found.judge or ""),
            "Questions": found.n_pairs,
            "Labelled": found.n_labelled_pairs,
            "Difference": number(difference, "estimate"),
            "From": number(difference, "low"),
            "To": number(difference, "high"),
            "p": found.difference_p_value,
            "Counted by": found.basis,
            "Fixed": None if flips is None else flips.fixed,
            "Broken": None if flips is None else flips.broken,
        }
    ]


def judge_figures(found: Comparison, flips: Flips) -> list[Shown]:
    """The judge's flips each way and their test."""
    p_value = "none" if flips.p_value is None else f"{flips.p_value:.2g}"
    return [
        Shown(
            f"Fails in {found.run_a} only", f"{flips.fixed:,}", "", "The judge passes them after."
        ),
        Shown(
            f"Fails in {found.run_b} only", f"{flips.broken:,}", "", "The judge passed them before."
        ),
        Shown("Exact McNemar", f"p = {p_value}", "", f"{flips.n:,} questions judged in both runs."),
    ]


def move_rows(found: Comparison) -> list[Row]:
    """One row for each move, the most frequent first, then what stayed."""
    moved = [_move_row(move.from_bucket, move.to_bucket, move.n, move.kind) for move in found.moves]
    stayed = [_move_row(stay.bucket, stay.bucket, stay.n, STAYED) for stay in found.stayed]
    return [*moved, *stayed]


def _move_row(before: str, after: str, n: int, kind: str) -> Row:
    return {"Before": named(before), "After": named(after), "Questions": n, "Kind": kind}


def moves_sentence(found: Comparison) -> str:
    """The moves in one sentence by kind, and the largest one."""
    if not found.moves:
        return f"{found.stayed_words}, none moved."
    kinds = [(found.n_of_kind(kind), KIND_WORDS[kind]) for kind in MoveKind]
    most = found.moves[0]
    return (
        f"{found.stayed_words}, {found.n_pairs - found.n_stayed:,} moved: "
        f"{', '.join(f'{n:,} {words}' for n, words in kinds if n)}. The largest move is from "
        f"{named(most.from_bucket).lower()} to {named(most.to_bucket).lower()} ({most.n:,})."
    )


def several_rows(several: SeveralComparisons) -> list[Row]:
    """One row for each run against the first."""
    return [
        {
            "Run": row.run,
            "Questions": row.comparison.n_pairs,
            "Labelled": row.comparison.n_labelled_pairs,
            **_difference(row.comparison.difference),
            "p": p_text(row.comparison.difference_p_value),
            "p adjusted": p_text(row.adjusted_p_value),
            "Read together": row.reading,
            "Judge's flips, p adjusted": p_text(row.judge_adjusted_p_value),
        }
        for row in several.runs
    ]


def several_refusals(several: SeveralComparisons) -> list[str]:
    """Why a run has no difference."""
    return [
        f"{row.run}: {row.comparison.difference}"
        for row in several.runs
        if isinstance(row.comparison.difference, Refusal)
    ]


def pair_rows(pairs: Sequence[ChangedPair]) -> list[Row]:
    """One row for each question to read."""
    return [
        {
            "Question": pair.question,
            "Judge before": pair.judge_a,
            "Judge after": pair.judge_b,
            "People before": _said(pair.people_a),
            "People after": _said(pair.people_b),
            "Bucket before": named(pair.bucket_a),
            "Bucket after": named(pair.bucket_b),
            "Query": pair.query,
        }
        for pair in pairs
    ]


def side_text(pair: ChangedPair, is_after: bool) -> str:
    """What judge and people say of one of the two answers."""
    judge, people, bucket = (
        (pair.judge_b, pair.people_b, pair.bucket_b)
        if is_after
        else (pair.judge_a, pair.people_a, pair.bucket_a)
    )
    verdict = {"fail": "failing", "pass": "passing"}.get(judge or "", "nothing usable")
    return f"Judge: {verdict}. People: {_said(people)}. Bucket: {named(bucket).lower()}."


def _difference(value: EstimateOrRefusal) -> Row:
    if isinstance(value, Refusal):
        return dict.fromkeys(("Difference", "From", "To"))
    limits = signed_limits(value.low, value.high)
    shown = signed_points(value.estimate).removesuffix(" points")
    return {"Difference": shown, "From": limits.low, "To": limits.high}


def _said(answer: str | None) -> str:
    return NEITHER if answer is None else answer.replace("_", " ")
