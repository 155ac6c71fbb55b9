"""Commands that give numbers: triage, calibrate, correct."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, opened, pairs, stop
from workbench.cli.printing import print_json
from workbench.domain.refusals import Refusal

if TYPE_CHECKING:
    from workbench.services.results import CorrectedTable

MaybeJudge = Annotated[
    str | None,
    typer.Option(metavar="NAME@VERSION", help="The judge; NAME alone if it has one version."),
]
N = Annotated[int | None, typer.Option(min=0, show_default=False)]


class LabelsFrom(StrEnum):
    """Where the labels behind the four counts were made."""

    ELSEWHERE = "elsewhere"
    THESE_ITEMS = "these-items"


class Target(StrEnum):
    """What the corrected share is about."""

    SYSTEM = "system"
    ITEMS = "items"


@app.command(epilog="Example: workbench triage --run spring --judge strict@2")
def triage(
    run: Annotated[str, typer.Option(help="Run to look at.")],
    judge: MaybeJudge = None,
    proposal: Annotated[
        str | None, typer.Option(help="Stage somebody wants to change, to be checked.")
    ] = None,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say which stage loses the answers.

    Gives the buckets, the funnel of stages, and what to mend first.
    """
    from workbench.services.triage.triage_traces import triage_traces

    result = triage_traces(opened(db), run, judge, pairs(where), proposal)
    if as_json:
        from workbench.formats.results_json import triage_json

        print_json(triage_json(result))
        return
    from workbench.cli.result_text import print_triage

    print_triage(result)


@app.command(
    epilog="Examples: workbench calibrate --judge strict@2 --run spring --thresholds; "
    "workbench calibrate --all-judges --run spring"
)
def calibrate(
    judge: MaybeJudge = None,
    run: Annotated[
        str | None, typer.Option(help="Run to measure on [default: every labelled one].")
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Also by group, e.g. index_version.")
    ] = None,
    thresholds: Annotated[
        bool, typer.Option("--thresholds", help="Also the error rates at other thresholds.")
    ] = False,
    all_judges: Annotated[
        bool, typer.Option("--all-judges", help="Every judge of the run side by side.")
    ] = False,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say whether the judge can be believed.

    Gives its bias in a sentence, its error rates and its agreement with people, what they would
    be if people err too, and what the sight of the judge did to people's answers.
    """
    if all_judges:
        if judge is not None or by is not None or thresholds or run is None:
            stop("--all-judges goes with --run RUN, and without --judge, --by and --thresholds.")
        _compare_judges(run, where, db, as_json)
        return
    if judge is None:
        stop("Name the judge with --judge NAME@VERSION, or take --all-judges with --run RUN.")
    from workbench.services.calibration.calibrate_judge import calibrate_judge
    from workbench.services.calibration.human_error_band import human_error
    from workbench.services.labelling.anchoring import anchoring
    from workbench.services.labelling.people_agreement import people_agreement

    store = opened(db)
    card = calibrate_judge(store, judge, run, pairs(where), by)
    band = human_error(store, card, judge, run)
    seen = anchoring(store, judge, run)
    people = people_agreement(store, run)
    curve = None
    if thresholds:
        from workbench.services.calibration.threshold_curve import threshold_curve

        curve = threshold_curve(store, judge, run, pairs(where))
    if as_json:
        from workbench.formats.judge_json import human_error_json, threshold_json
        from workbench.formats.people_json import anchoring_json, people_json
        from workbench.formats.results_json import calibrate_json

        more = {} if curve is None else {"thresholds": threshold_json(curve)}
        more["anchoring"] = anchoring_json(seen)
        more["people"] = people_json(people)
        print_json(calibrate_json(card) | {"human_error": human_error_json(band)} | more)
        return
    from workbench.cli.judge_text import print_band, print_thresholds
    from workbench.cli.result_text import print_card

    print_card(card)
    print_band(band)
    if people.n_double:
        typer.echo(people.sentence)
    if not isinstance(seen, Refusal):
        typer.echo(seen.sentence)
    if curve is not None:
        typer.echo("")
        print_thresholds(curve)


def _compare_judges(run: str, where: list[str] | None, db: str, as_json: bool) -> None:
    from workbench.services.calibration.compare_judges import compare_judges

    comparison = compare_judges(opened(db), run, pairs(where))
    if as_json:
        from workbench.formats.judge_json import comparison_json

        print_json(comparison_json(comparison))
        return
    from workbench.cli.judge_text import print_comparison

    print_comparison(comparison)


@app.command(
    epilog="Examples: workbench correct --run spring --judge strict@2; "
    "workbench correct --flagged 120 --judged 400 --tp 45 --fn 5 --fp 15 --tn 85"
)
def correct(
    run: Annotated[str | None, typer.Option(help="Run to correct, from the store.")] = None,
    judge: MaybeJudge = None,
    calibrated_on: Annotated[
        str | None, typer.Option(metavar="RUN", help="Labels come from this other run.")
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

    From the store, or from counts alone; then no store is needed. The judge fails --flagged of
    --judged items. Labelled items are --tp (both find a failure), --fn (only people do),
    --fp (only the judge does) and --tn (neither).
    """
    given = {"flagged": flagged, "judged": judged, "tp": tp, "fn": fn, "fp": fp, "tn": tn}
    is_counted = counts is not None or any(value is not None for value in given.values())
    if is_counted == (run is not None):
        stop("Give either --run with --judge, or the counts (--flagged … --tn, --counts FILE).")
    if run is not None:
        if judge is None:
            stop("--run needs --judge NAME@VERSION")
        if judged_buckets and (calibrated_on or is_conservative or target is Target.ITEMS):
            stop("--judged-buckets speaks of the system, by the run's own labels, one way alone.")
        table = _corrected(
            db, run, judge, calibrated_on, target, where, is_conservative, judged_buckets
        )
    else:
        from workbench.services.calibration.correct_counts_file import correct_counts_file

        table = correct_counts_file(
            counts, given, None if labels_from is None else labels_from.value
        )
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
    where: list[str] | None,
    is_conservative: bool,
    judged_buckets: bool,
) -> "CorrectedTable":
    if judged_buckets:
        from workbench.services.calibration.correct_by_judged_bucket import correct_by_judged_bucket

        return correct_by_judged_bucket(opened(db), run, judge, pairs(where))
    from workbench.services.calibration.correct_prevalence import correct_prevalence

    return correct_prevalence(
        opened(db), run, judge, calibrated_on, target.value, pairs(where), is_conservative
    )
