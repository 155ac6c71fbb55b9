"""The command that says how many passages fit into a run's prompts."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, opened, pairs
from workbench.cli.printing import (
    NOTHING,
    between_text,
    print_json,
    print_table,
    print_warnings,
    say,
)

if TYPE_CHECKING:
    from workbench.services.triage.prompt_budget import PromptBudget


class Every(StrEnum):
    """How long a period is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@app.command(epilog="Example: workbench budget --run spring --every week")
def budget(
    run: Annotated[str, typer.Option(help="Run to look at.")],
    judge: Annotated[
        str | None,
        typer.Option(metavar="NAME@VERSION", help="Judge who says right or wrong by place."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(help="Tokens a prompt may have [default: what the settings name].", min=1),
    ] = None,
    every: Annotated[
        Every | None, typer.Option(help="Length of a period [default: by the run's span].")
    ] = None,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say how many passages fit into the prompts, and whether that shrinks.

    Also whether answers are right more often where the gold stands first, in the middle or
    last, with intervals resampled by question.
    """
    from workbench.services.triage.prompt_budget import prompt_budget

    found = prompt_budget(
        opened(db), run, judge, limit, None if every is None else every.value, pairs(where)
    )
    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(found))
        return
    _print(found)


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.1f}"


def _print(found: "PromptBudget") -> None:
    from workbench.domain.refusals import Refusal
    from workbench.report.percent import percent

    say(found.sentence)
    if found.periods:
        say()
        print_table(
            (found.every, "traces", "fit (middle half)", "packed", "beside passages", "cut"),
            [
                (
                    row.start,
                    str(row.n),
                    f"{_number(row.fits)} ({_number(row.fits_low)} to {_number(row.fits_high)})",
                    _number(row.packed),
                    NOTHING if row.fixed_tokens is None else f"{row.fixed_tokens:,.0f} tokens",
                    NOTHING if row.truncated is None else percent(row.truncated),
                )
                for row in found.periods
            ],
        )
    if isinstance(found.change, Refusal):
        say(f"No word on change: {found.change}")
    else:
        change = found.change
        said = (
            f"Newest {found.every} against all before: {change.estimate:+.1f} passages "
            f"(95 % interval {change.low:+.1f} to {change.high:+.1f})"
        )
        say(said.replace("-", "−"))
    say(f"\n{found.places.sentence}")
    print_table(
        ("gold stands", "traces", "questions", "judged right", "95 % interval"),
        [
            (
                row.place,
                str(row.n),
                str(row.n_questions),
                NOTHING if row.right is None else percent(row.right.estimate),
                NOTHING if row.right is None else between_text(row.right.low, row.right.high),
            )
            for row in found.places.places
        ],
    )
    left_out = [f"{why.replace('_', ' ')} {n}" for why, n in found.places.left_out.items()]
    if left_out:
        say(f"Left out: {', '.join(left_out)}")
    print_warnings(found.warnings)
