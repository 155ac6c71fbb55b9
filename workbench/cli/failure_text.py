"""Failure points and what-ifs of the triage command, as a person reads them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.cli.app import stop
from workbench.cli.printing import between_text, print_table, say, share_text
from workbench.report.percent import percent

if TYPE_CHECKING:
    from workbench.services.open_store import Store
    from workbench.services.results import TriageResult
    from workbench.services.triage.failure_points import FailurePoints
    from workbench.services.triage.what_if import WhatIf


def rates(given: Mapping[str, str]) -> dict[str, float]:
    """Give the rates of --what-if as numbers; ends the command where one is none."""
    found = {}
    for stage, text in given.items():
        try:
            found[stage] = float(text)
        except ValueError:
            stop(f"--what-if {stage}={text}: write a rate from 0 to 1, for example {stage}=0.95")
    return found


def points_of(
    store: "Store", run: str, judge: str | None, where: Mapping[str, str]
) -> "FailurePoints":
    """Give the failure points of a run."""
    from workbench.services.triage.failure_points import failure_points

    return failure_points(store, run, judge, where)


def what_if_of(result: "TriageResult", changed: Mapping[str, float]) -> "WhatIf":
    """Give what came out with these rates; ends the command where the run has no funnel."""
    from workbench.services.triage.what_if import what_if_stages

    found = what_if_stages(result.funnel, changed, result.corrected_generation)
    if found is None:
        stop(f"No stage of run {result.run} can be decided: --what-if needs gold and its lists.")
    return found


def print_what_if(found: "WhatIf") -> None:
    """Print what came out, what caps it, and what mending would expose."""
    say(f"\n{found.sentence}")
    for line in (found.cap_sentence, found.exposes, found.ceiling_sentence):
        if line:
            say(line)
    print_table(
        ("stage", "rate", "reaches it", "if it lost nothing"),
        [
            (row.stage, percent(row.rate), percent(row.reached), percent(row.if_perfect))
            for row in found.ceilings
        ],
    )


def print_points(found: "FailurePoints") -> None:
    """Print the seven points with counts, and the remedies of the buckets that hold failures."""
    say(f"\n{found.sentence}")
    print_table(
        ("point", "what", "judge", "people", "share", "95 % interval"),
        [
            (
                str(row.point),
                row.name,
                "" if row.observed_n is None else str(row.observed_n),
                str(row.human_n),
                share_text(row.human_share),
                between_text(row.low, row.high),
            )
            for row in found.points
        ],
    )
    if found.share_note:
        say(found.share_note)
    for remedy in found.remedies:
        if not remedy.observed_n + remedy.human_n:
            continue
        say(f"\n{remedy.bucket} ({remedy.point}), owner: {remedy.owner}")
        for fix, cost in zip(remedy.fixes, remedy.side_effects, strict=True):
            say(f"  {fix} Costs: {cost}")
        say(f"  Next stage: {remedy.next_stage}")
        say(f"  Run again: {remedy.run_again}")
