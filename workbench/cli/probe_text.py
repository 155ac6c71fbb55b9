"""How probes, gates and budgets look in a terminal and as JSON."""

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import typer

from workbench.cli.printing import print_table, remark
from workbench.domain.refusals import Refusal, Warning_
from workbench.report.percent import percent

if TYPE_CHECKING:
    from workbench.services.probing.probe_results import ProbeResult

N_SHOWN = 20

LEFT_OUT = {
    "not_probed": "not probed",
    "no_source": "no gold passage to hand over",
    "gold_unknown": "gold not known",
    "gold_disputed": "gold disputed",
    "text_unknown": "a gold passage's text not known",
    "probe_not_judged": "probe judged by nobody",
    "probe_undecided": "probe looked at and not decided",
    "answer_not_judged": "answer judged by nobody",
    "answer_undecided": "answer looked at and not decided",
}


def json_of(result: Any) -> dict[str, Any]:
    """Give a result's fields as JSON."""
    from workbench.formats.results_json import plain

    return {field.name: plain(getattr(result, field.name)) for field in fields(result)}


def warn(warnings: Iterable[Warning_]) -> None:
    """Print what must be kept in mind, on standard error."""
    for warning in warnings:
        remark(f"Note: {Refusal(warning.code, warning.message.rstrip('.'), warning.next_step)}")


def between(low: float | None, high: float | None) -> str:
    """Give two limits as a person reads them."""
    return "–" if low is None or high is None else f"{percent(low)} to {percent(high)}"


def left_out_words(counts: Iterable[tuple[str, int]]) -> str:
    """Give the reasons for leaving traces out with their counts."""
    return ", ".join(f"{LEFT_OUT.get(why, why)} {n}" for why, n in counts if n)


def print_outcomes(result: "ProbeResult") -> None:
    """Print the probe's outcomes, beside the ids, and what is to be read."""
    typer.echo(result.sentence)
    if result.reading:
        typer.echo(result.reading)
    typer.echo(
        f"\nRun {result.run}: {result.n_failing} failing, {result.n_probed} probed, "
        f"{result.n_checked} with both answers judged"
    )
    if result.n_checked:
        print_table(
            ("outcome", "traces", "share", "95 % interval", "means"),
            [
                (
                    row.outcome,
                    str(row.n),
                    percent(row.share or 0.0),
                    between(row.low, row.high),
                    row.reading,
                )
                for row in result.outcomes
            ],
        )
    if result.by_stage:
        typer.echo("\nBeside the stage that the ids name:")
        print_table(
            ("stage", "right with gold", "wrong with gold"),
            [(row.stage, str(row.retrieval), str(row.generation)) for row in result.by_stage],
        )
    if result.n_both_defects:
        typer.echo(f"{result.n_both_defects} show both defects: evidence lost, and not used.")
    if result.to_read:
        typer.echo("\nTo read, where the two say different things:")
        print_table(
            ("request", "ids say", "the probe says", "query"),
            [
                (case.request_id, case.stage or "", str(case.outcome), case.query[:60])
                for case in result.to_read[:N_SHOWN]
            ],
        )
        if len(result.to_read) > N_SHOWN:
            typer.echo(f"… and {len(result.to_read) - N_SHOWN} more; --json lists them all.")
    if left_out := left_out_words(result.left_out.items()):
        typer.echo(f"Left out: {left_out}")
    warn(result.warnings)
