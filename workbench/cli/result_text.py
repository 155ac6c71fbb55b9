"""Results as a person reads them: the sentence first, then numbers with their intervals."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

from workbench.cli.printing import print_table, remark
from workbench.domain.refusals import Refusal, Warning_
from workbench.domain.vocabulary import Design
from workbench.report.counted import counted, counted_as
from workbench.report.funnel_rows import funnel_rows
from workbench.report.percent import coefficient, percent
from workbench.report.tables import triage_rows
from workbench.report.words import project_share, words_line

if TYPE_CHECKING:
    from workbench.report.tables import Row
    from workbench.services.results import (
        BucketCount,
        CorrectedTable,
        EstimateOrRefusal,
        GroupTable,
        JudgeCard,
        TriageResult,
    )

NOTHING = "–"


def _share(value: float | None) -> str:
    return NOTHING if value is None else percent(value)


def _between(low: float | None, high: float | None) -> str:
    return NOTHING if low is None or high is None else f"{percent(low)} to {percent(high)}"


def _estimate(name: str, value: "EstimateOrRefusal", said: list[str] | None = None) -> None:
    """Print an estimate, or why there is none; a reason that stands in `said` is not repeated."""
    if isinstance(value, Refusal):
        typer.echo(f"{name}: {_refused(value, [] if said is None else said)}")
        return
    between = _between(value.interval.low, value.interval.high)
    typer.echo(f"{name}: {percent(value.estimate)} (95 % interval {between}; n = {value.n})")


def _refused(refusal: Refusal, said: list[str]) -> str:
    if refusal.reason in said:
        return "no estimate, as said above."
    said.append(refusal.reason)
    return f"no estimate. {refusal}"


def _warn(warnings: Iterable[Warning_], said: Sequence[str] = ()) -> None:
    for warning in warnings:
        if warning.message not in said:
            remark(f"Note: {Refusal(warning.code, warning.message.rstrip('.'), warning.next_step)}")


def _some(pairs: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in pairs if n) or "none"


def print_card(card: "JudgeCard") -> None:
    """Print the judge card; a reason for several refusals is printed once."""
    said: list[str] = []
    if isinstance(card.bias, Refusal):
        said.append(card.bias.reason)
        typer.echo(f"No reading of the judge's bias: {card.bias}")
    else:
        typer.echo(card.bias.sentence)
    typer.echo("")
    runs = ", ".join(card.runs) or "no run"
    typer.echo(f"Judge {card.judge} on {runs}; labels drawn: {card.design.replace('_', ' ')}")
    counts = card.counts
    print_table(
        ("", "people: wrong", "people: right"),
        [
            ("judge: fail", str(counts.tp), str(counts.fp)),
            ("judge: pass", str(counts.fn), str(counts.tn)),
        ],
    )
    if counts.unusable:
        typer.echo(f"Labelled without a usable pair of verdicts: {counts.unusable}")
    typer.echo("")
    _estimate("Sensitivity", card.sensitivity, said)
    _estimate("False-positive rate", card.false_positive_rate, said)
    if isinstance(card.sensitivity, Refusal):
        _of_verdict("failed", card.wrong_if_flagged)
        _of_verdict("passed", card.wrong_if_passed)
    _estimate("Share the judge flags", card.observed_prevalence, said)
    _estimate("Share that truly fails", card.corrected_prevalence, said)
    _agreement(card, said)
    if line := words_line(card.verdict_words):
        typer.echo(line)
    if card.by_group is not None:
        typer.echo("")
        print_groups(card.by_group)
    _warn(card.warnings, said)


def _of_verdict(word: str, value: "EstimateOrRefusal") -> None:
    """What is known without error rates: how often people call wrong what the judge says so of."""
    if not isinstance(value, Refusal):
        _estimate(f"Wrong, of the items the judge {word}", value)


def _agreement(card: "JudgeCard", said: list[str]) -> None:
    agreement = card.agreement
    if isinstance(agreement, Refusal):
        typer.echo(f"Agreement: {_refused(agreement, said)}")
        return
    measures = (("kappa", agreement.kappa), ("AC1", agreement.ac1), ("alpha", agreement.alpha))
    named = [f"{name} {coefficient(value)}" for name, value in measures if value is not None]
    # Labels drawn by verdict stand for unequally many items.
    of_what = "labelled items" if card.design is Design.UNIFORM else "labels, weighted as drawn"
    typer.echo(f"Agreement: {percent(agreement.observed)} of {of_what}; {', '.join(named)}")
    if agreement.reason:
        typer.echo(f"Agreement beyond chance: {agreement.reason}")


def print_groups(table: "GroupTable") -> None:
    """Print the failing share of each group, and the difference of two."""
    print_table(
        (table.by, "wrong", "labelled", "share", "95 % interval", ""),
        [
            (
                row.group,
                str(row.n_failing),
                str(row.n),
                _share(row.share),
                _between(row.low, row.high),
                "few labels" if row.is_few else "",
            )
            for row in (*table.rows, table.total)
        ],
    )
    if table.sentence:
        typer.echo(table.sentence)


def print_corrected(table: "CorrectedTable") -> None:
    """Print the observed and the corrected share, and the buckets where a store gave them."""
    typer.echo(table.sentence)
    if table.observed is not None and table.observed_interval is not None:
        between = _between(*table.observed_interval)
        typer.echo(
            f"Share the judge flags: {percent(table.observed)} "
            f"(95 % interval {between}; n = {table.n})"
        )
    _estimate("Share that truly fails", table.corrected)
    if table.method:
        typer.echo(f"Method: {table.method}")
    if table.assumption:
        typer.echo(f"Assumption: {table.assumption.removeprefix('assumes ')}.")
    if table.buckets:
        typer.echo("")
        _print_buckets(table)
    elif table.human_buckets:
        typer.echo("\nOf the labelled traces alone:")
        print_counts(table.human_buckets)
    if table.buckets:
        outside = table.outside
        typer.echo(
            "Outside the shares: "
            + _some([(name, getattr(outside, name)) for name in outside.__slots__])
        )
    _warn(table.warnings)


def _share_in(row: "Row", name: str) -> str:
    value = row[name]
    return _share(value if isinstance(value, float) else None)


def _print_buckets(table: "CorrectedTable") -> None:
    *_, failing, everything = triage_rows(table)
    rows = [
        (
            row.bucket,
            str(row.observed_n),
            _share(row.observed_share),
            _share(row.corrected_share),
            _between(row.low, row.high),
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
        typer.echo(f"Failing by the judge, in the shares: {n_failing} of {n_all}.")
    # The reason for refusing them all stands above the table.
    said = table.corrected.reason if isinstance(table.corrected, Refusal) else ""
    reasons: dict[str, list[str]] = {}
    for row in table.buckets:
        if row.reason and row.reason != said:
            reasons.setdefault(row.reason, []).append(row.bucket)
    for reason, buckets in reasons.items():
        typer.echo(f"{', '.join(buckets)}: {reason}")


def print_counts(buckets: "Sequence[BucketCount]") -> None:
    """Print buckets with counts, shares and intervals."""
    rows = [
        (row.bucket, str(row.n), _share(row.share), _between(row.low, row.high), row.owner)
        for row in buckets
    ]
    total = sum(row.n for row in buckets)
    rows.append(("all", str(total), _share(1.0 if total else None), "", ""))
    print_table(("bucket", "traces", "share", "95 % interval", "owner"), rows)


def print_triage(result: "TriageResult") -> None:
    """Print what to mend first, the buckets, the funnel, and what stands outside."""
    project = result.next_project
    if project is None:
        typer.echo("No bucket of failures to mend yet.")
    else:
        _print_project(result)
    judge = f"judge {result.judge}" if result.judge else "no judge"
    typer.echo(
        f"\nRun {result.run}: {counted(result.n, 'trace')}, "
        f"{result.n_in_shares} in the shares, {judge}"
    )
    if result.buckets:
        print_counts(result.buckets)
    if result.n_labelled:
        typer.echo(f"\nBy people, of {result.n_labelled} labelled:")
        print_counts(result.human_buckets)
        _say_labelled_outside(result)
    if result.funnel:
        typer.echo("\nHow much comes through each stage:")
        print_table(
            ("stage", "entered", "survived", "rate", "95 % interval"),
            [
                (
                    row.stage,
                    str(row.entered),
                    "" if row.survived is None else str(row.survived),
                    _share(row.rate),
                    _between(row.low, row.high),
                )
                for row in funnel_rows(result)
            ],
        )
    if result.end_to_end is not None:
        typer.echo(f"End to end, by the judge: {percent(result.end_to_end)}")
    outside = result.outside
    typer.echo(
        "Outside the shares: "
        + _some([(name, getattr(outside, name)) for name in outside.__slots__])
    )
    _say_counts(
        (result.n_undecided, "left out of the funnel: a list that decides was not logged"),
        (result.right_without_evidence, "right although the evidence was lost"),
        (result.should_have_declined, "should have declined"),
        (result.n_truncated_failures, "failed with a prompt that was cut"),
    )
    _warn(result.warnings)


def _say_labelled_outside(result: "TriageResult") -> None:
    """Without this line the shares of people would seem to be of all that they labelled."""
    outside = result.human_outside
    pairs = [(name, getattr(outside, name)) for name in outside.__slots__]
    if any(n for _, n in pairs):
        typer.echo(f"Labelled, and outside these shares: {_some(pairs)}")
    if outside.label_missing:
        typer.echo(
            counted_as(outside.label_missing, "labelled failure has", "labelled failures have")
            + " no stage: the gold is unknown and nobody named one."
        )


def _say_counts(*counts: tuple[int, str]) -> None:
    for n, what in counts:
        if n:
            typer.echo(f"{n} {what}.")


def _print_project(result: "TriageResult") -> None:
    project = result.next_project
    if project is None:
        return
    lead = "Largest" if not project.is_too_close else "Largest, though the labels do not settle it"
    typer.echo(
        f"{lead}: {project.bucket}, {percent(project.share_of_failures)} of failures "
        f"({project.basis}). {project_share(project)} Owner: {project.owner}."
    )
    if project.is_too_close and project.runner_up:
        typer.echo(f"Too close to call against {project.runner_up}.")
    lines: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("Usual fixes", project.fixes),
        ("Side effects", project.side_effects),
    )
    for name, parts in lines:
        if parts:
            typer.echo(f"{name}: {' '.join(parts)}")
    if project.warning:
        remark(f"Warning: {project.warning}")
