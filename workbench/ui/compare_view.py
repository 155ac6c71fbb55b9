"""What the compare screen and the judge over time say, in rows; knows nothing of Streamlit."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.domain.remedies import TABLE_ORDER
from workbench.domain.vocabulary import Outside
from workbench.report.percent import percent, percent_range, points
from workbench.services.calibration.over_time_results import (
    JudgeHistory,
    SystemRanking,
    VersionChange,
)
from workbench.services.comparing.compare_results import (
    ChangedPair,
    Comparison,
    Flips,
    SeveralComparisons,
)
from workbench.services.housekeeping.read_overview import Overview, RunOverview
from workbench.services.results import Estimate, EstimateOrRefusal, Refusal

Row = dict[str, object]

ORDER = [str(bucket) for bucket in TABLE_ORDER] + [str(reason) for reason in Outside]
VERSION_SHARES = ("Judge fails", "Sensitivity", "False-positive rate", "Truly fails")
RANKING_SHARES = ("Judge fails", "Truly fails", "From", "To")
NEITHER = "not labelled"


class Figure(NamedTuple):
    """One number: what it is, the number, its limits, and one sentence on it."""

    label: str
    value: str
    limits: str
    reading: str


def judges_of(before: RunOverview, after: RunOverview) -> list[str]:
    """Judges of the two runs, those of both first."""
    first = [judged.text for judged in before.judges]
    second = [judged.text for judged in after.judges]
    both = [text for text in second if text in first]
    return list(dict.fromkeys([*both, *second, *first]))


def others_than(overview: Overview, run: str) -> list[str]:
    """The other runs of the system itself, in the order they came."""
    return [one.run for one in overview.own_runs if one.run != run]


def signed_points(value: float) -> str:
    """A difference as it is shown: `+10.0 points`, `−3.2 points`."""
    text = points(value).replace("-", "−")
    return f"+{text}" if value > 0 and not text.startswith("0.0") else text


def between_points(low: float, high: float) -> str:
    """The limits of a difference."""
    return f"{signed_points(low).removesuffix(' points')} to {signed_points(high)}"


def quality_figures(found: Comparison) -> list[Figure]:
    """The change by people's labels, what it rests on, and the flips behind it."""
    shown = []
    if isinstance(found.difference, Estimate):
        shown.append(
            Figure(
                "Failing share, after minus before",
                signed_points(found.difference.estimate),
                between_points(found.difference.low, found.difference.high),
                f"{_capital(found.difference.method)}; {found.difference.n:,} questions labelled "
                "in both.",
            )
        )
    shown.append(
        Figure(
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
            Figure(
                "Labelled questions that changed",
                f"{found.flips.fixed:,} fixed, {found.flips.broken:,} broken",
                "",
                f"Of {found.flips.n:,}. {_capital(test)}.",
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
            "Difference": _part(difference, "estimate"),
            "From": _part(difference, "low"),
            "To": _part(difference, "high"),
            "p": found.difference_p_value,
            "Counted by": found.basis,
            "Fixed": None if flips is None else flips.fixed,
            "Broken": None if flips is None else flips.broken,
        }
    ]


def judge_figures(found: Comparison, flips: Flips) -> list[Figure]:
    """The judge's flips each way and their test."""
    p_value = "none" if flips.p_value is None else f"{flips.p_value:.2g}"
    return [
        Figure(
            f"Fails in {found.run_a} only", f"{flips.fixed:,}", "", "The judge passes them after."
        ),
        Figure(
            f"Fails in {found.run_b} only", f"{flips.broken:,}", "", "The judge passed them before."
        ),
        Figure(
            "Exact McNemar", f"p = {p_value}", "", f"{flips.n:,} questions judged in both runs."
        ),
    ]


def move_rows(found: Comparison) -> list[Row]:
    """One row for each move, the most frequent first, then what stayed."""
    moved = [
        {"Before": _words(move.from_bucket), "After": _words(move.to_bucket), "Questions": move.n}
        for move in found.moves
    ]
    stayed = [
        {"Before": _words(stay.bucket), "After": _words(stay.bucket), "Questions": stay.n}
        for stay in found.stayed
    ]
    return [*moved, *stayed]


def moves_sentence(found: Comparison) -> str:
    """The moves in one sentence, with the largest one."""
    n_moved = found.n_pairs - found.n_stayed
    said = f"{found.stayed_words}, {n_moved:,} moved"
    if not found.moves:
        return f"{said}."
    most = found.moves[0]
    return (
        f"{said}; most of them from {_words(most.from_bucket).lower()} to "
        f"{_words(most.to_bucket).lower()} ({most.n:,})."
    )


def several_rows(several: SeveralComparisons) -> list[Row]:
    """One row for each run against the first."""
    return [
        {
            "Run": row.run,
            "Questions": row.comparison.n_pairs,
            "Labelled": row.comparison.n_labelled_pairs,
            "Difference": _points(row.comparison.difference, "estimate"),
            "From": _points(row.comparison.difference, "low"),
            "To": _points(row.comparison.difference, "high"),
            "p": _p_value(row.comparison.difference_p_value),
            "p adjusted": _p_value(row.adjusted_p_value),
            "Read together": row.reading,
            "Judge's flips, p adjusted": _p_value(row.judge_adjusted_p_value),
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
            "Bucket before": _words(pair.bucket_a),
            "Bucket after": _words(pair.bucket_b),
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
    return f"Judge: {verdict}. People: {_said(people)}. Bucket: {_words(bucket).lower()}."


def version_rows(history: JudgeHistory) -> list[Row]:
    """One row for each version of a judge."""
    return [
        {
            "Version": version.judge,
            "Judged": version.n_judged,
            "Labels": version.status,
            "Judge fails": _part(version.observed_prevalence, "estimate"),
            "Sensitivity": _part(version.sensitivity, "estimate"),
            "Sensitivity limits": _limits(version.sensitivity),
            "False-positive rate": _part(version.false_positive_rate, "estimate"),
            "False-positive limits": _limits(version.false_positive_rate),
            "Truly fails": _part(version.corrected_prevalence, "estimate"),
        }
        for version in history.versions
    ]


def change_figures(change: VersionChange) -> list[Figure]:
    """The flip rate on the anchors and the change of both error rates."""
    shown = []
    if isinstance(change.flip_rate, Estimate):
        shown.append(
            Figure(
                "Verdicts that changed",
                percent(change.flip_rate.estimate),
                percent_range(change.flip_rate.low, change.flip_rate.high),
                f"{change.n_only_before + change.n_only_after:,} of {change.n_anchors:,} anchors; "
                f"exact McNemar p = {_p_value(change.p_value)}.",
            )
        )
    for label, value in (
        ("Sensitivity, after minus before", change.sensitivity),
        ("False-positive rate, after minus before", change.false_positive_rate),
    ):
        if isinstance(value, Estimate):
            shown.append(
                Figure(
                    label,
                    signed_points(value.estimate),
                    between_points(value.low, value.high),
                    f"{_capital(value.method)}; {value.n:,} labels.",
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
            "Flip rate": _part(change.flip_rate, "estimate"),
            "Flip from": _part(change.flip_rate, "low"),
            "Flip to": _part(change.flip_rate, "high"),
            "McNemar p": change.p_value,
            "Sensitivity change": _part(change.sensitivity, "estimate"),
            "Sensitivity from": _part(change.sensitivity, "low"),
            "Sensitivity to": _part(change.sensitivity, "high"),
            "False-positive change": _part(change.false_positive_rate, "estimate"),
            "False-positive from": _part(change.false_positive_rate, "low"),
            "False-positive to": _part(change.false_positive_rate, "high"),
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
            "Judge fails": _part(row.observed, "estimate"),
            "Truly fails": _part(row.corrected, "estimate"),
            "From": _part(row.corrected, "low"),
            "To": _part(row.corrected, "high"),
        }
        for row in ranking.systems
    ]


def _part(value: EstimateOrRefusal, name: str) -> float | None:
    if isinstance(value, Refusal):
        return None
    found: float = getattr(value, name)
    return found


def _points(value: EstimateOrRefusal, name: str) -> str | None:
    found = _part(value, name)
    return None if found is None else signed_points(found).removesuffix(" points")


def _limits(value: EstimateOrRefusal) -> str:
    return "" if isinstance(value, Refusal) else percent_range(value.low, value.high)


def _p_value(value: float | None) -> str | None:
    return None if value is None else f"{value:.2g}"


def _said(answer: str | None) -> str:
    return NEITHER if answer is None else answer.replace("_", " ")


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
