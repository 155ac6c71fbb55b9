"""Results as a person reads them: the sentence first, then numbers with their intervals."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from workbench.cli.printing import (
    between_text,
    counts_text,
    print_table,
    print_warnings,
    say,
    share_text,
)
from workbench.cli.triage_text import print_counts
from workbench.domain.refusals import Refusal
from workbench.domain.vocabulary import Design
from workbench.report.percent import coefficient, percent
from workbench.report.tables import triage_rows
from workbench.report.words import reason_text, words_line

if TYPE_CHECKING:
    from workbench.report.tables import Row
    from workbench.services.results import (
        CorrectedTable,
        EstimateOrRefusal,
        GroupTable,
        JudgeCard,
    )


def _estimate(name: str, value: "EstimateOrRefusal", said: list[str] | None = None) -> None:
    """Print an estimate, or why there is none; a reason that stands in `said` is not repeated."""
    if isinstance(value, Refusal):
        say(f"{name}: {_refused(value, [] if said is None else said)}")
        return
    between = between_text(value.interval.low, value.interval.high)
    say(f"{name}: {percent(value.estimate)} (95 % interval {between}; n = {value.n})")


def _refused(refusal: Refusal, said: list[str]) -> str:
    if refusal.reason in said:
        return "no estimate, as said above."
    said.append(refusal.reason)
    return f"no estimate. {refusal}"


def print_card(card: "JudgeCard") -> None:
    """Print the judge card; a reason for several refusals is printed once."""
    said: list[str] = []
    if isinstance(card.bias, Refusal):
        said.append(card.bias.reason)
        say(f"No reading of the judge's bias: {card.bias}")
    else:
        say(card.bias.sentence)
    say()
    runs = ", ".join(card.runs) or "no run"
    say(f"Judge {card.judge} on {runs}; labels drawn: {card.design.replace('_', ' ')}")
    counts = card.counts
    print_table(
        ("", "people: wrong", "people: right"),
        [
            ("judge: fail", str(counts.tp), str(counts.fp)),
            ("judge: pass", str(counts.fn), str(counts.tn)),
        ],
    )
    if counts.unusable:
        say(f"Labelled without a usable pair of verdicts: {counts.unusable}")
    say()
    _estimate("Sensitivity", card.sensitivity, said)
    _estimate("False-positive rate", card.false_positive_rate, said)
    if isinstance(card.sensitivity, Refusal):
        _of_verdict("failed", card.wrong_if_flagged)
        _of_verdict("passed", card.wrong_if_passed)
    _estimate("Share the judge flags", card.observed_prevalence, said)
    _estimate("Share that truly fails", card.corrected_prevalence, said)
    _agreement(card, said)
    if line := words_line(card.verdict_words):
        say(line)
    if card.by_group is not None:
        say()
        print_groups(card.by_group)
    print_warnings(card.warnings, said)


def _of_verdict(word: str, value: "EstimateOrRefusal") -> None:
    """What is known without error rates: how often people call wrong what the judge says so of."""
    if not isinstance(value, Refusal):
        _estimate(f"Wrong, of the items the judge {word}", value)


def _agreement(card: "JudgeCard", said: list[str]) -> None:
    agreement = card.agreement
    if isinstance(agreement, Refusal):
        say(f"Agreement: {_refused(agreement, said)}")
        return
    measures = (("kappa", agreement.kappa), ("AC1", agreement.ac1), ("alpha", agreement.alpha))
    named = [f"{name} {coefficient(value)}" for name, value in measures if value is not None]
    # Labels drawn by verdict stand for unequally many items.
    of_what = "labelled items" if card.design is Design.UNIFORM else "labels, weighted as drawn"
    say(f"Agreement: {percent(agreement.observed)} of {of_what}; {', '.join(named)}")
    if agreement.reason:
        say(f"Agreement beyond chance: {agreement.reason}")


def print_groups(table: "GroupTable") -> None:
    """Print the failing share of each group, and the difference of two."""
    print_table(
        (table.by, "wrong", "labelled", "share", "95 % interval", ""),
        [
            (
                row.group,
                str(row.n_failing),
                str(row.n),
                share_text(row.share),
                between_text(row.low, row.high),
                "few labels" if row.is_few else "",
            )
            for row in (*table.rows, table.total)
        ],
    )
    if table.sentence:
        say(table.sentence)


def print_corrected(table: "CorrectedTable") -> None:
    """Print the observed and the corrected share, and the buckets where a store gave them."""
    say(table.sentence)
    if table.observed is not None and table.observed_interval is not None:
        between = between_text(*table.observed_interval)
        say(
            f"Share the judge flags: {percent(table.observed)} "
            f"(95 % interval {between}; n = {table.n})"
        )
    _estimate("Share that truly fails", table.corrected)
    if table.method:
        say(f"Method: {table.method}")
    if table.assumption:
        say(f"Assumption: {table.assumption.removeprefix('assumes ')}.")
    if table.buckets:
        say()
        _print_buckets(table)
    elif table.human_buckets:
        say("\nOf the labelled traces alone:")
        print_counts(table.human_buckets)
    if table.buckets:
        say(f"Outside the shares: {counts_text(asdict(table.outside))}")
    print_warnings(table.warnings)


def _share_in(row: "Row", name: str) -> str:
    value = row[name]
    return share_text(value if isinstance(value, float) else None)


def _print_buckets(table: "CorrectedTable") -> None:
    *_, failing, everything = triage_rows(table)
    rows = [
        (
            row.bucket,
            str(row.observed_n),
            share_text(row.observed_share),
            share_text(row.corrected_share),
            between_text(row.low, row.high),
            str(row.n_labels),
            row.owner,
        )
        for row in table.buckets
    ]
    rows.append(
        (
            "all",
            str(everything["observed_n"]),
            _share_in(everything, "observed_share"),
            _share_in(everything, "corrected_share"),
            "",
            "",
            "",
        )
    )
    print_table(
        ("bucket", "traces", "share", "corrected", "95 % interval", "labels", "owner"), rows
    )
    if everything["observed_n"]:
        n_failing, n_all = failing["observed_n"], everything["observed_n"]
        say(f"Failing by the judge, in the shares: {n_failing} of {n_all}.")
    # The reason for refusing them all stands above the table.
    said = table.corrected.reason if isinstance(table.corrected, Refusal) else ""
    reasons: dict[str, list[str]] = {}
    for row in table.buckets:
        if row.reason and row.reason != said:
            reasons.setdefault(row.reason, []).append(row.bucket)
    for reason, buckets in reasons.items():
        say(f"{', '.join(buckets)}: {reason_text(reason)}")
