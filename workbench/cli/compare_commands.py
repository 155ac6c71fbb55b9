"""Commands that look across: runs on the same questions, and systems ranked by a judge."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, app, leave_out, opened
from workbench.cli.printing import print_json, say

if TYPE_CHECKING:
    from workbench.services.comparing.compare_results import ChangedPair


@app.command(
    epilog="Examples: workbench compare spring autumn --judge strict@2; "
    "workbench compare spring autumn winter --judge strict@2"
)
def compare(
    run_a: Annotated[str, typer.Argument(metavar="RUN_A", help="The run before.")],
    runs_b: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN_B...",
            help="The run after; several are each compared with RUN_A and read together.",
        ),
    ],
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME@VERSION",
            help="The judge [default: the most used one of RUN_B, of RUN_A for several].",
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
    what moved from which bucket to which. Of several runs the p-values are adjusted (Holm).
    """
    if len(runs_b) > 1:
        leave_out("A comparison of several runs", {"--show": show})
        _compare_several(run_a, runs_b, judge, db, as_json)
        return
    from workbench.services.comparing.compare_runs import compare_runs

    store = opened(db)
    result = compare_runs(store, run_a, runs_b[0], judge)
    changed: tuple[ChangedPair, ...] = ()
    if show:
        from workbench.services.comparing.changed_pairs import changed_pairs

        changed = changed_pairs(store, run_a, runs_b[0], judge, show)[:show]
    if as_json:
        from workbench.formats.compare_json import compare_json
        from workbench.formats.results_json import plain

        shown = {"changed": plain(changed)} if show else {}
        print_json(compare_json(result) | shown)
        return
    from workbench.cli.compare_text import print_changed, print_comparison

    print_comparison(result)
    print_changed(changed)


def _compare_several(
    run_a: str, runs_b: list[str], judge: str | None, db: str, as_json: bool
) -> None:
    from workbench.services.comparing.compare_several import compare_several

    result = compare_several(opened(db), run_a, runs_b, judge)
    if as_json:
        from workbench.formats.compare_json import several_json

        print_json(several_json(result))
        return
    from workbench.cli.compare_text import print_several

    print_several(result)


@app.command(epilog="Example: workbench rank spring autumn winter --judge strict@2")
def rank(
    judge: Annotated[
        str,
        typer.Option(metavar="NAME@VERSION", help="The judge; NAME alone if it has one version."),
    ],
    runs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RUN...]", help="The systems [default: all it judged]."),
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say whether a judge puts several runs in the order of their true failing shares.

    Each run is corrected by its own labels; Kendall's tau says how far the two orders agree.
    """
    from workbench.services.calibration.system_ranking import system_ranking

    result = system_ranking(opened(db), judge, runs or None)
    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(result))
        return
    from workbench.cli.over_time_text import print_ranking

    print_ranking(result)


@app.command(epilog="Example: workbench judges --run spring --judge strict")
def judges(
    run: Annotated[str, typer.Option(help="Run whose traces the versions judged.")],
    judge: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="One judge [default: every judge of the run]."),
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say what each new version of a judge changed, on the traces that both versions judged.

    Gives how many verdicts changed, and with labels the change of sensitivity and false-positive
    rate. A version without labels of its own is not calibrated.
    """
    from workbench.services.calibration.judge_versions import judge_names_on, judge_versions

    store = opened(db)
    names = (judge,) if judge is not None else judge_names_on(store, run)
    found = [judge_versions(store, name, run) for name in names]
    if as_json:
        from workbench.formats.results_json import plain

        print_json({"run": run, "judges": plain(found)})
        return
    from workbench.cli.over_time_text import print_history

    for history in found:
        print_history(history)
    if not found:
        say(f"No judge gave verdicts on run {run}.")
