"""The command that looks ahead: plan."""

from typing import Annotated

import typer

from workbench.cli.app import (
    NO_DATABASE,
    AsJson,
    Database,
    Where,
    app,
    leave_out,
    names,
    opened,
    pairs,
    stop,
)
from workbench.cli.printing import print_json

DIFFERENCE = 0.1


@app.command(
    epilog="Examples: workbench plan --run spring --judge strict@2 --half-width 0.05; "
    "workbench plan --run spring --judge strict@2 --tell retrieval_miss,packed_out; "
    "workbench plan --run spring --judge strict@2 --compare-with autumn --difference 0.1"
)
def plan(
    run: Annotated[str, typer.Option(help="Run whose corrected share is planned for.")],
    judge: Annotated[
        str,
        typer.Option(metavar="NAME@VERSION", help="The judge; NAME alone if it has one version."),
    ],
    half_width: Annotated[
        float,
        typer.Option(metavar="SHARE", help="Wanted half-width of the 95 % interval: 0.05 is ± 5."),
    ] = 0.05,
    tell: Annotated[
        str | None,
        typer.Option(
            metavar="BUCKET,BUCKET|largest",
            help="Also: labels until these two buckets, or the two largest, are told apart.",
        ),
    ] = None,
    compare_with: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Also: questions to label in both runs for a change."),
    ] = None,
    difference: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="With --compare-with: the change that should show [default: 0.1].",
        ),
    ] = None,
    by: Annotated[
        str, typer.Option(metavar="FIELDS", help="How they are drawn: verdict, or verdict,stage.")
    ] = "verdict",
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say how many more labels are needed, and of which verdict.

    Gives the precision now, the labels for the one wanted, and where most of the width that
    remains comes from.
    """
    from workbench.services.planning.plan_labels import plan_labels

    if names(by) not in (("verdict",), ("verdict", "stage")):
        stop(f"--by is verdict, or verdict,stage, not {by}.")
    if compare_with is None:
        leave_out("A plan without --compare-with", {"--difference": difference is not None})
    result = plan_labels(
        opened(db),
        run,
        judge,
        half_width,
        None if tell is None else names(tell),
        compare_with,
        DIFFERENCE if difference is None else difference,
        pairs(where),
        "stage" in names(by),
    )
    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(result))
        return
    from workbench.cli.plan_text import print_plan

    print_plan(result)
