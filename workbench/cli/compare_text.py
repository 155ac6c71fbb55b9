"""Comparisons as a person reads them: the sentence first, then the counts."""

from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING

from workbench.cli.printing import NOTHING, print_table, print_warnings, remark, say
from workbench.domain.refusals import Refusal, Warning_
from workbench.report.counted import counted
from workbench.report.percent import points, points_range

if TYPE_CHECKING:
    from workbench.services.comparing.compare_results import (
        ChangedPair,
        Comparison,
        Flips,
        OneOfSeveral,
        SeveralComparisons,
    )

N_MOVES = 12


def print_comparison(result: "Comparison") -> None:
    """Print whether quality changed, whether the judge did, and what moved where."""
    say(result.sentence)
    if not result.n_pairs:
        print_warnings(result.warnings)
        return
    if result.basis == "people":
        _print_flips(result.flips, result.n_labelled_pairs)
    if not isinstance(result.difference, Refusal):
        say(
            f"Method: {result.difference.method}; {counted(result.difference.n, 'question')} "
            "labelled in both."
        )
    say("\nDid the judge's verdicts change?")
    say(result.judge_sentence)
    if result.moves:
        say("\nMoves between observed buckets:")
        print_table(
            ("from", "to", "questions"),
            [(move.from_bucket, move.to_bucket, f"{move.n:,}") for move in result.moves[:N_MOVES]],
        )
        left = sum(move.n for move in result.moves[N_MOVES:])
        if left:
            say(f"and {left:,} in {counted(len(result.moves) - N_MOVES, 'rarer move')}.")
    say(f"{result.stayed_words}.")
    is_open = not isinstance(result.difference, Refusal) and (
        result.difference.low <= 0 <= result.difference.high
    )
    if is_open and result.judge is not None:
        remark(
            f"How many labels a change would need: workbench plan --run {quote(result.run_a)} "
            f"--judge {quote(str(result.judge))} --compare-with {quote(result.run_b)}"
        )
    print_warnings(result.warnings)


def _print_flips(flips: "Flips | Refusal", n: int) -> None:
    if isinstance(flips, Refusal):
        return
    said = (
        f"Of {counted(n, 'question')} labelled in both, {flips.fixed:,} were wrong and are right "
        f"now, {flips.broken:,} were right and are wrong now"
    )
    if flips.p_value is None:
        say(f"{said} ({flips.method}).")
    else:
        say(f"{said} ({flips.method}, p = {flips.p_value:.2g}).")


def print_changed(pairs: "Sequence[ChangedPair]") -> None:
    """Print questions that changed, both answers one above the other."""
    for pair in pairs:
        say(f"\n{pair.question}: {pair.query}")
        if pair.reference_answer is not None:
            say(f"  reference: {pair.reference_answer}")
        for word, answer, judge, people, bucket in (
            ("before", pair.answer_a, pair.judge_a, pair.people_a, pair.bucket_a),
            ("after", pair.answer_b, pair.judge_b, pair.people_b, pair.bucket_b),
        ):
            say(
                f"  {word} (judge {judge or 'none'}, people {people or 'none'}, {bucket}): {answer}"
            )


def print_several(result: "SeveralComparisons") -> None:
    """Print every run against the first, with p-values that know how many there are."""
    say(result.sentence)
    say(f"\nFailing share minus that of {result.baseline}, {result.method} over the runs")
    print_table(
        ("run", "questions", "labelled", "difference", "95 % interval", "p", "p adjusted"),
        [_line(row) for row in result.runs],
    )
    for row in result.runs:
        if isinstance(row.comparison.difference, Refusal):
            say(f"{row.run}: {row.comparison.difference}")
    say(
        "\nDid the judge's verdicts change? p adjusted over "
        f"{result.n_judge_tested}: {_judge_line(result)}. That is about the judge, not about "
        "quality."
    )
    for row in result.runs:
        print_warnings(
            Warning_(one.code, f"{row.run}: {one.message}", one.next_step)
            for one in row.comparison.warnings
        )


def _line(row: "OneOfSeveral") -> tuple[str, ...]:
    found = row.comparison
    size = (row.run, f"{found.n_pairs:,}", f"{found.n_labelled_pairs:,}")
    if isinstance(found.difference, Refusal):
        return (*size, NOTHING, NOTHING, NOTHING, NOTHING)
    return (
        *size,
        points(found.difference.estimate),
        points_range(found.difference.low, found.difference.high).removesuffix(" points"),
        _p_value(found.difference_p_value),
        _p_value(row.adjusted_p_value),
    )


def _judge_line(result: "SeveralComparisons") -> str:
    return ", ".join(f"{row.run} {_p_value(row.judge_adjusted_p_value)}" for row in result.runs)


def _p_value(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2g}"
