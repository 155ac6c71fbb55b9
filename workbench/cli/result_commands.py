"""Commands that give numbers: triage, calibrate."""

from typing import Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, opened, pairs, stop
from workbench.cli.printing import print_json, say
from workbench.cli.window_options import Since, Until, chosen_traces
from workbench.domain.refusals import Refusal

MaybeJudge = Annotated[
    str | None,
    typer.Option(metavar="NAME@VERSION", help="The judge; NAME alone if it has one version."),
]


@app.command(epilog="Example: workbench triage --run spring --judge strict@2")
def triage(
    run: Annotated[str, typer.Option(help="Run to look at.")],
    judge: MaybeJudge = None,
    proposal: Annotated[
        str | None, typer.Option(help="Stage somebody wants to change, to be checked.")
    ] = None,
    points: Annotated[
        bool,
        typer.Option("--failure-points", help="Also by the seven failure points, with remedies."),
    ] = False,
    what_if: Annotated[
        list[str] | None,
        typer.Option(
            "--what-if",
            metavar="STAGE=RATE",
            help="Also what came out if a stage let through this share; repeatable.",
        ),
    ] = None,
    where: Where = None,
    since: Since = None,
    until: Until = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say which stage loses the answers.

    Gives the buckets, the funnel of stages, and what to mend first.
    """
    from workbench.cli.failure_text import points_of, print_points, print_what_if, rates, what_if_of
    from workbench.services.triage.triage_traces import triage_traces

    changed = None if what_if is None else rates(pairs(what_if, "--what-if"))
    chosen = chosen_traces(where, since, until)
    store = opened(db)
    result = triage_traces(store, run, judge, chosen, proposal)
    found = points_of(store, run, judge, chosen) if points else None
    then = None if changed is None else what_if_of(result, changed)
    if as_json:
        from workbench.formats.results_json import fields_json, triage_json

        more = {} if found is None else {"failure_points": fields_json(found)}
        more |= {} if then is None else {"what_if": fields_json(then)}
        print_json(triage_json(result) | more)
        return
    from workbench.cli.triage_text import print_triage

    print_triage(result)
    if then is not None:
        print_what_if(then)
    if found is not None:
        print_points(found)


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
    since: Since = None,
    until: Until = None,
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
        _compare_judges(run, chosen_traces(where, since, until), db, as_json)
        return
    if judge is None:
        stop("Name the judge with --judge NAME@VERSION, or take --all-judges with --run RUN.")
    from workbench.services.calibration.calibrate_judge import calibrate_judge
    from workbench.services.calibration.human_error_band import human_error
    from workbench.services.calibration.tuning_split import tuning_split
    from workbench.services.labelling.anchoring import anchoring
    from workbench.services.labelling.people_agreement import people_agreement

    chosen = chosen_traces(where, since, until)
    store = opened(db)
    card = calibrate_judge(store, judge, run, chosen, by)
    band = human_error(store, card, judge, run)
    seen = anchoring(store, judge, run)
    people = people_agreement(store, run)
    tuning = tuning_split(store, judge, run, chosen)
    curve = None
    if thresholds:
        from workbench.services.calibration.threshold_curve import threshold_curve

        curve = threshold_curve(store, judge, run, chosen)
    if as_json:
        from workbench.formats.judge_json import human_error_json, threshold_json
        from workbench.formats.people_json import anchoring_json, people_json
        from workbench.formats.results_json import Json, calibrate_json, fields_json

        more: Json = {} if curve is None else {"thresholds": threshold_json(curve)}
        more["anchoring"] = anchoring_json(seen)
        more["people"] = people_json(people)
        more["tuning"] = None if tuning is None else fields_json(tuning)
        print_json(calibrate_json(card) | {"human_error": human_error_json(band)} | more)
        return
    from workbench.cli.judge_text import print_band, print_thresholds
    from workbench.cli.result_text import print_card

    print_card(card)
    if card.counts.n:
        print_band(band)
    else:
        say("If people err too: no estimate, as said above.")
    if tuning is not None:
        say(tuning.sentence)
    # These two are not of the traces that were chosen.
    whole = "On all traces of the run: " if chosen and run else "On all traces: " if chosen else ""
    if people.n_double:
        say(f"{whole}{people.sentence}")
    if not isinstance(seen, Refusal):
        say(f"{whole}{seen.sentence}")
    if curve is not None:
        say()
        print_thresholds(curve, card.corrected_prevalence)


def _compare_judges(run: str, where: dict[str, str], db: str, as_json: bool) -> None:
    from workbench.services.calibration.compare_judges import compare_judges

    comparison = compare_judges(opened(db), run, where)
    if as_json:
        from workbench.formats.judge_json import comparison_json

        print_json(comparison_json(comparison))
        return
    from workbench.cli.judge_text import print_comparison

    print_comparison(comparison)
