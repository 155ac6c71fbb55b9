"""The command that takes the judge's errors out of the share it flags."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from workbench.cli.app import (
    NO_DATABASE,
    AsJson,
    Database,
    Where,
    app,
    leave_out,
    opened,
    stop,
)
from workbench.cli.printing import print_json
from workbench.cli.result_commands import MaybeJudge
from workbench.cli.window_options import Since, Until, chosen_traces

if TYPE_CHECKING:
    from workbench.services.results import CorrectedTable

Source = Literal["elsewhere", "these-items"]
N = Annotated[int | None, typer.Option(min=0, show_default=False)]


class LabelsFrom(StrEnum):
    """Where the labels behind the counts were made."""

    ELSEWHERE = "elsewhere"
    THESE_ITEMS = "these-items"


class Target(StrEnum):
    """What the corrected share is about."""

    SYSTEM = "system"
    ITEMS = "items"


@app.command(
    epilog="Examples: workbench correct --run spring --judge strict@2; "
    "workbench correct --counts-of october --judge strict@2 --labels-from these-items; "
    "workbench correct --flagged 120 --judged 400 --tp 45 --fn 5 --fp 15 --tn 85"
)
def correct(
    run: Annotated[str | None, typer.Option(help="Run to correct, from the store.")] = None,
    counts_of: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Target set to correct, whose counts were imported by that name."
        ),
    ] = None,
    judge: MaybeJudge = None,
    calibrated_on: Annotated[
        str | None, typer.Option(metavar="RUN", help="Labels come from this run.")
    ] = None,
    target: Annotated[
        Target, typer.Option(help="The system behind the traces, or these very items.")
    ] = Target.SYSTEM,
    is_conservative: Annotated[
        bool, typer.Option("--conservative", help="Intervals that never fall short, but wider.")
    ] = False,
    judged_buckets: Annotated[
        bool, typer.Option("--judged-buckets", help="The judge names the bucket itself.")
    ] = False,
    where: Where = None,
    since: Since = None,
    until: Until = None,
    flagged: N = None,
    judged: N = None,
    tp: N = None,
    fn: N = None,
    fp: N = None,
    tn: N = None,
    counts: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="JSON file with the counts, or some of them."
        ),
    ] = None,
    labels_from: Annotated[
        LabelsFrom | None,
        typer.Option(help="For counts: labels of other items, or of these [default: elsewhere]."),
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Take the judge's errors out of the share it flags.

    From a run of the store, from counts imported into it and the labels of a run, or from counts
    alone; then no store is needed. The judge fails --flagged of
    --judged items. Labelled items are --tp (both find a failure), --fn (only people do),
    --fp (only the judge does) and --tn (neither).
    """
    given = {"flagged": flagged, "judged": judged, "tp": tp, "fn": fn, "fp": fp, "tn": tn}
    is_counted = counts is not None or any(value is not None for value in given.values())
    if is_counted + (run is not None) + (counts_of is not None) != 1:
        stop(
            "Give either --run or --counts-of with --judge, or the counts (--flagged … --tn, "
            "--counts FILE)."
        )
    of_traces = {
        "--judged-buckets": judged_buckets,
        "--where": where,
        "--since": since,
        "--until": until,
        "--target items": target is Target.ITEMS,
    }
    source: Source | None = None if labels_from is None else labels_from.value
    if counts_of is not None:
        if judge is None:
            stop("--counts-of needs --judge NAME@VERSION")
        leave_out("--counts-of", of_traces)
        from workbench.services.calibration.correct_target_set import correct_target_set

        table = correct_target_set(
            opened(db), counts_of, judge, calibrated_on, source or "elsewhere", is_conservative
        )
    elif run is not None:
        if judge is None:
            stop("--run needs --judge NAME@VERSION")
        leave_out("--run", {"--labels-from": labels_from})
        if judged_buckets and (calibrated_on or is_conservative or target is Target.ITEMS):
            stop("--judged-buckets speaks of the system, by the run's own labels, one way alone.")
        table = _corrected(
            db,
            run,
            judge,
            calibrated_on,
            target,
            chosen_traces(where, since, until),
            is_conservative,
            judged_buckets,
        )
    else:
        from workbench.services.calibration.correct_counts_file import correct_counts_file

        leave_out(
            "A correction of counts alone",
            {
                "--judge": judge,
                "--calibrated-on": calibrated_on,
                "--conservative": is_conservative,
                **of_traces,
            },
        )
        table = correct_counts_file(counts, given, source)
    if as_json:
        from workbench.formats.results_json import correct_json

        print_json(correct_json(table))
        return
    from workbench.cli.result_text import print_corrected

    print_corrected(table)


def _corrected(
    db: str,
    run: str,
    judge: str,
    calibrated_on: str | None,
    target: Target,
    where: dict[str, str],
    is_conservative: bool,
    judged_buckets: bool,
) -> "CorrectedTable":
    if judged_buckets:
        from workbench.services.calibration.correct_by_judged_bucket import correct_by_judged_bucket

        return correct_by_judged_bucket(opened(db), run, judge, where)
    from workbench.services.calibration.correct_prevalence import correct_prevalence

    return correct_prevalence(
        opened(db), run, judge, calibrated_on, target.value, where, is_conservative
    )
