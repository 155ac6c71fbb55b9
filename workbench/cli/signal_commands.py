"""Commands on signals: did anything move, do versions differ, and a queue from what moved."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, opened, pairs, stop
from workbench.cli.printing import print_json, print_table, print_warnings, remark, say
from workbench.cli.queue_commands import LARGEST_SEED, queue
from workbench.cli.window_options import Since, Until, instant_of
from workbench.report.counted import counted

if TYPE_CHECKING:
    from workbench.services.signals.signal_results import SignalsResult, VersionsResult


@app.command(epilog="Example: workbench signals --run spring --judge strict@2")
def signals(
    run: Annotated[
        str | None, typer.Option(help="Run to look at [default: the traces of all runs].")
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME@VERSION",
            help="Judge whose flags are followed [default: the one with most verdicts].",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD",
            help="Compare versions instead: model, index_version, run, settings.NAME.",
        ),
    ] = None,
    since: Since = None,
    until: Until = None,
    confidence: Annotated[
        float,
        typer.Option(
            help="1 minus the share of looks at quiet traces that name any signal.",
            min=0.5,
            max=0.999,
        ),
    ] = 0.95,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say whether anything moved, from traces that nobody labelled.

    Each signal belongs to a stage. Where nothing changed, 5 % of looks name a signal by chance.
    """
    if by is None:
        from workbench.services.signals.watch_signals import watch_signals

        _show_moves(
            watch_signals(
                opened(db),
                run,
                judge,
                pairs(where),
                instant_of(since, "--since"),
                instant_of(until, "--until"),
                confidence,
            ),
            as_json,
        )
        return
    if since is not None or until is not None:
        stop("--by compares versions over all time: leave out --since and --until")
    from workbench.services.signals.compare_versions import compare_versions

    _show_versions(compare_versions(opened(db), by, run, judge, pairs(where), confidence), as_json)


@queue.command(
    "from-signal",
    epilog="Example: workbench queue from-signal truncated --run spring --judge strict@2 "
    "--size 40 --seed 7",
)
def from_signal(
    signal: Annotated[
        str,
        typer.Argument(
            help="low_top_score, truncated, declined, cited, flagged, thumbs_down, rephrased; "
            "top_score or prompt_passages where they moved."
        ),
    ],
    run: Annotated[str, typer.Option(help="Run to draw from.")],
    judge: Annotated[
        str | None,
        typer.Option(metavar="NAME@VERSION", help="Divide by this judge's verdicts too."),
    ] = None,
    size: Annotated[int, typer.Option(help="Items in all, --uniform included.", min=1)] = 40,
    uniform: Annotated[
        int | None,
        typer.Option(help="Items drawn from all alike [default: 30 % of the size].", min=0),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="Only traces from here on, UTC [default: since the signal moved, if it did].",
        ),
    ] = None,
    until: Until = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="The same seed draws the same items [default: a new one].",
            min=0,
            max=LARGEST_SEED,
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name [default: RUN-1, RUN-2, …].")] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Draw a queue of what a signal points at, beside a uniform slice.

    What was taken out of a queue of the run before does not come back.
    """
    import secrets

    from workbench.services.labelling.weekly_queue import build_weekly_queue

    report = build_weekly_queue(
        opened(db),
        run=run,
        signal=signal,
        size=size,
        n_uniform=uniform,
        judge=judge,
        since=instant_of(since, "--since"),
        until=instant_of(until, "--until"),
        seed=secrets.randbelow(2**31) if seed is None else seed,
        name=name,
    )
    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(report))
        return
    for notice in report.notices:
        remark(f"Note: {notice}")
    say(
        f"Queue {report.name}: {counted(report.size, 'trace')} of {report.run}, "
        f"{report.n_uniform} of them drawn uniformly, seed {report.seed}."
    )
    print_table(
        ("traces with", "judge says", "traces", "drawn"),
        [(s.evidence, s.verdict, str(s.n_target), str(s.n_drawn)) for s in report.strata],
    )


def _show_moves(result: "SignalsResult", as_json: bool) -> None:
    from workbench.domain.signals import Signal
    from workbench.report.percent import percent
    from workbench.services.signals.signal_words import level

    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(result))
        return
    say(result.sentence)
    for one in result.signals:
        if one.move is not None:
            say(one.sentence)
    print_table(
        ("signal", "stage", "level", "traces", "p", "moved"),
        [
            (
                one.signal,
                one.stage or "any",
                level(Signal(one.signal), one.value),
                f"{one.n:,}",
                "" if one.p_value is None else f"{one.p_value:.2g}",
                one.move.starts if one.move else (one.reason or "no"),
            )
            for one in result.signals
        ],
    )
    if result.n_windows:
        say(
            f"{counted(result.n, 'trace')} "
            f"in {counted(result.n_windows, 'window')}, {result.starts} to {result.ends}. "
            f"Method: {result.method}; seed {result.seed}."
        )
    if result.judge is not None:
        say(f"Flags are those of {result.judge}.")
    rate = percent(result.false_alarm_rate)
    say(f"Where nothing changed, at most {rate} of looks name any signal.")
    if result.refusal is not None and result.refusal.next_step:
        remark(f"Next: {result.refusal.next_step}")
    print_warnings(result.warnings)
    if result.n_moved and result.run is not None:
        moved = next(one.signal for one in result.signals if one.move is not None)
        remark(f"Next: workbench queue from-signal {moved} --run {quote(result.run)}")
        since = next(one.move.since_at for one in result.signals if one.move is not None)
        if since is not None:
            remark(f"Or: workbench triage --run {quote(result.run)} --since {since:%Y-%m-%dT%H:%M}")


def _show_versions(result: "VersionsResult", as_json: bool) -> None:
    from workbench.domain.signals import Signal
    from workbench.services.signals.signal_words import level

    if as_json:
        from workbench.formats.results_json import fields_json

        print_json(fields_json(result))
        return
    say(result.sentence)
    shown = [one for one in result.signals if any(value.n for value in one.values)]
    for one in shown:
        if one.differs:
            say(one.sentence)
    versions = [value.version for value in shown[0].values] if shown else []
    print_table(
        ("signal", "p", *versions),
        [
            (
                one.signal,
                "" if one.p_value is None else f"{one.p_value:.2g}",
                *(level(Signal(one.signal), value.value) for value in one.values),
            )
            for one in shown
        ],
    )
    say(f"{counted(result.n, 'trace')}. Method: {result.method}; seed {result.seed}.")
    if result.judge is not None:
        say(f"Flags are those of {result.judge}.")
