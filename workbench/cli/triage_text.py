"""The triage of a run as a person reads it: what to mend first, the buckets, the funnel."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from workbench.cli.printing import (
    between_text,
    counts_text,
    print_table,
    print_warnings,
    remark,
    say,
    share_text,
)
from workbench.report.counted import counted, counted_as
from workbench.report.funnel_rows import funnel_rows
from workbench.report.percent import percent
from workbench.report.words import project_share

if TYPE_CHECKING:
    from workbench.services.results import BucketCount, TriageResult


def print_counts(buckets: "Sequence[BucketCount]") -> None:
    """Print buckets with counts, shares and intervals."""
    rows = [
        (row.bucket, str(row.n), share_text(row.share), between_text(row.low, row.high), row.owner)
        for row in buckets
    ]
    total = sum(row.n for row in buckets)
    rows.append(("all", str(total), share_text(1.0 if total else None), "", ""))
    print_table(("bucket", "traces", "share", "95 % interval", "owner"), rows)


def print_triage(result: "TriageResult") -> None:
    """Print what to mend first, the buckets, the funnel, and what stands outside."""
    from workbench.services.triage.what_if import what_if_stages

    project = result.next_project
    if project is None:
        say("No bucket of failures to mend yet.")
    else:
        _print_project(result)
    judge = f"judge {result.judge}" if result.judge else "no judge"
    say(
        f"\nRun {result.run}: {counted(result.n, 'trace')}, "
        f"{result.n_in_shares} in the shares, {judge}"
    )
    if result.buckets:
        print_counts(result.buckets)
    if result.n_labelled:
        say(f"\nBy people, of {result.n_labelled} labelled:")
        print_counts(result.human_buckets)
        _say_labelled_outside(result)
    if result.funnel:
        say("\nHow much comes through each stage:")
        print_table(
            ("stage", "entered", "survived", "rate", "95 % interval"),
            [
                (
                    row.stage,
                    str(row.entered),
                    "" if row.survived is None else str(row.survived),
                    share_text(row.rate),
                    between_text(row.low, row.high),
                )
                for row in funnel_rows(result)
            ],
        )
    if through := what_if_stages(result.funnel):
        say(through.sentence)
    say(f"Outside the shares: {counts_text(asdict(result.outside))}")
    _say_counts(
        (result.n_undecided, "left out of the funnel: a list that decides was not logged"),
        (result.right_without_evidence, "right although the evidence was lost"),
        (result.should_have_declined, "should have declined"),
        (result.n_truncated_failures, "failed with a prompt that was cut"),
    )
    print_warnings(result.warnings)


def _say_labelled_outside(result: "TriageResult") -> None:
    """Without this line the shares of people would seem to be of all that they labelled."""
    outside = result.human_outside
    counts = asdict(outside)
    if any(counts.values()):
        say(f"Labelled, and outside these shares: {counts_text(counts)}")
    if outside.label_missing:
        say(
            counted_as(outside.label_missing, "labelled failure has", "labelled failures have")
            + " no stage: the gold is unknown and nobody named one."
        )


def _say_counts(*counts: tuple[int, str]) -> None:
    for n, what in counts:
        if n:
            say(f"{n} {what}.")


def _print_project(result: "TriageResult") -> None:
    project = result.next_project
    if project is None:
        return
    lead = "Largest" if not project.is_too_close else "Largest, though the labels do not settle it"
    say(
        f"{lead}: {project.bucket}, {percent(project.share_of_failures)} of failures "
        f"({project.basis}). {project_share(project)} Owner: {project.owner}."
    )
    if project.is_too_close and project.runner_up:
        say(f"Too close to call against {project.runner_up}.")
    lines: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("Usual fixes", project.fixes),
        ("Side effects", project.side_effects),
    )
    for name, parts in lines:
        if parts:
            say(f"{name}: {' '.join(parts)}")
    if project.warning:
        remark(f"Warning: {project.warning}")
