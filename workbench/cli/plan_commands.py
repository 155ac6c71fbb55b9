"""Commands that look ahead and across: plan, compare."""

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, names, opened, pairs, stop
from workbench.cli.printing import print_json

if TYPE_CHECKING:
    from workbench.services.comparing.compare_results import ChangedPair


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
        float,
        typer.Option(metavar="SHARE", help="With --compare-with: the change that should show."),
    ] = 0.10,
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
    result = plan_labels(
        opened(db),
        run,
        judge,
        half_width,
        None if tell is None else names(tell),
        compare_with,
        difference,
        pairs(where),
        "stage" in names(by),
    )
    if as_json:
        from workbench.formats.results_json import plain

        print_json({field.name: plain(getattr(result, field.name)) for field in fields(result)})
        return
    from workbench.cli.plan_text import print_plan

    print_plan(result)


@app.command(epilog="Example: workbench compare spring autumn --judge strict@2")
def compare(
    run_a: Annotated[str, typer.Argument(metavar="RUN_A", help="The run before.")],
    run_b: Annotated[str, typer.Argument(metavar="RUN_B", help="The run after.")],
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME@VERSION", help="The judge [default: the most used one of RUN_B]."
        ),
    ] = None,
    show: Annotated[
        int, typer.Option(metavar="N", help="Also print N questions that changed.", min=0)
    ] = 0,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say whether quality changed between two runs of the same questions.

    Gives the change by people's labels, apart from it whether the judge's verdicts changed, and
    what moved from which bucket to which.
    """
    from workbench.services.comparing.compare_runs import compare_runs

    store = opened(db)
    result = compare_runs(store, run_a, run_b, judge)
    changed: tuple[ChangedPair, ...] = ()
    if show:
        from workbench.services.comparing.changed_pairs import changed_pairs

        changed = changed_pairs(store, run_a, run_b, judge, show)[:show]
    if as_json:
        from workbench.formats.compare_json import compare_json
        from workbench.formats.results_json import plain

        shown = {"changed": plain(changed)} if show else {}
        print_json(compare_json(result) | shown)
        return
    from workbench.cli.plan_text import print_changed, print_comparison

    print_comparison(result)
    print_changed(changed)
