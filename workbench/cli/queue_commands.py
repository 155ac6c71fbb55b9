"""Commands that draw what is to be labelled, and say how far it is."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, Where, app, names, opened, pairs
from workbench.cli.printing import print_json, print_table, remark, say
from workbench.report.counted import counted

if TYPE_CHECKING:
    from workbench.services.labelling.build_queue import (
        QueueReport,
        QueueStatus,
        QueueStratum,
        QueueSummary,
    )

LARGEST_SEED = 2**63 - 1
DEFAULT_SIZE = 100

queue = typer.Typer(
    name="queue",
    help="Draw traces to label, and say how far they are.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog="Example: workbench queue build --run spring --judge strict@2 --size 100 --seed 7",
)
app.add_typer(queue)


@queue.command(
    "build",
    epilog="Examples: workbench queue build --run spring --judge strict@2 --size 100 "
    "--uniform 30 --by verdict,stage --seed 7; "
    "workbench queue build --run spring --also-run autumn --judge strict@2 --size 100",
)
def build(
    run: Annotated[str, typer.Option(help="Run to draw from.")],
    judge: Annotated[
        str | None,
        typer.Option(metavar="NAME@VERSION", help="Draw by this judge's verdicts."),
    ] = None,
    also_run: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Draw the same questions in this run too, to compare."),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(help="Items in all, --uniform included [default: 100].", min=1),
    ] = None,
    is_census: Annotated[
        bool, typer.Option("--all", help="Take every trace of the run instead of a sample.")
    ] = False,
    uniform: Annotated[
        int | None,
        typer.Option(help="Items drawn from all alike [default: 30 % of the size].", min=0),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            metavar="FIELDS",
            help="Strata: verdict, or verdict,stage. verdict,score prefers doubtful scores.",
        ),
    ] = "verdict",
    overlap: Annotated[
        int, typer.Option(help="Annotators wanted on an item, blind to each other.", min=1, max=100)
    ] = 1,
    overlap_share: Annotated[
        float,
        typer.Option(
            help="Share of the items that --overlap 2 holds for; one annotator on the others.",
            min=0,
            max=1,
        ),
    ] = 1.0,
    seed: Annotated[
        int | None,
        typer.Option(
            help="The same seed draws the same items [default: a new one].",
            min=0,
            max=LARGEST_SEED,
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name [default: RUN-1, RUN-2, …].")] = None,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Show the judge's verdict after each commit.")
    ] = False,
    where: Where = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Draw a queue.

    Part is uniform; the rest comes half from judge-fail and half from judge-pass. With --also-run
    two queues hold the same questions, the rest half from those whose two verdicts differ.
    """
    import secrets

    from workbench.errors import InputError
    from workbench.services.labelling.build_queue import build_queue

    if also_run is not None and (judge is None or where or by != "verdict"):
        raise InputError(
            "--also-run draws by the verdicts of one --judge on both runs: name it, and leave "
            "--where and --by out."
        )
    if is_census and (size is not None or uniform is not None):
        raise InputError("--all takes every trace: leave --size and --uniform out.")
    if overlap_share < 1 and overlap != 2:
        raise InputError(
            f"--overlap-share {overlap_share:g} goes with --overlap 2, got --overlap {overlap}."
        )
    seed = secrets.randbelow(2**31) if seed is None else seed
    wanted_labels = 1 if overlap_share < 1 else overlap
    one_more = overlap_share if overlap_share < 1 else 0.0
    if also_run is not None and judge is not None:
        from workbench.services.labelling.build_paired_queues import build_paired_queues

        queues = build_paired_queues(
            opened(db),
            run=run,
            also_run=also_run,
            judge=judge,
            size=None if is_census else (size or DEFAULT_SIZE),
            n_uniform=uniform,
            seed=seed,
            name=name,
            wanted_labels=wanted_labels,
            overlap_share=one_more,
            reveals_judge=reveal,
        )
        _print_pair(queues.first, queues.second, as_json)
        return
    report = build_queue(
        opened(db),
        run=run,
        judge=judge,
        size=None if is_census else (size or DEFAULT_SIZE),
        n_uniform=uniform,
        by=names(by),
        seed=seed,
        name=name,
        wanted_labels=wanted_labels,
        overlap_share=one_more,
        where=pairs(where),
        reveals_judge=reveal,
    )
    if as_json:
        print_json(_report(report))
        return
    for notice in report.notices:
        remark(f"Note: {notice}")
    say(
        f"Queue {report.name}: {counted(report.size, 'trace')} of {report.run}, "
        f"{report.n_uniform} of them drawn uniformly, seed {report.seed}."
    )
    _print_strata(report.strata)


def _print_pair(first: "QueueReport", second: "QueueReport", as_json: bool) -> None:
    if as_json:
        print_json({"queues": [_report(first), _report(second)]})
        return
    for notice in first.notices:
        remark(f"Note: {notice}")
    say(
        f"Queue {first.name} of {first.run} and queue {second.name} of {second.run}: the same "
        f"{counted(first.size, 'question')} "
        f"in both, {first.n_uniform} of them drawn uniformly, seed "
        f"{first.seed}. Label both queues; then: workbench compare {quote(first.run)} "
        f"{quote(second.run)} --judge {quote(str(first.judge))}"
    )
    _print_strata(first.strata)


def _report(report: "QueueReport") -> dict[str, object]:
    return {
        "queue": report.name,
        "run": report.run,
        "judge": report.judge,
        "size": report.size,
        "n_uniform": report.n_uniform,
        "by": list(report.by),
        "seed": report.seed,
        "strata": _strata(report.strata),
        "notices": list(report.notices),
    }


@queue.command("status", epilog="Example: workbench queue status spring-1")
def status(
    name: Annotated[
        str | None, typer.Argument(help="Queue to look at closely [default: list them all].")
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say how far the queues are, and by whom."""
    from workbench.services.labelling.build_queue import list_queues, queue_status

    store = opened(db)
    if name is None:
        _print_queues(list_queues(store), as_json)
    else:
        _print_status(queue_status(store, name), as_json)


def _print_queues(queues: "tuple[QueueSummary, ...]", as_json: bool) -> None:
    if as_json:
        print_json({"queues": [_summary(one) for one in queues]})
    elif not queues:
        say("There is no queue yet. Draw one: workbench queue build --run RUN --judge JUDGE")
    else:
        print_table(
            ("queue", "run", "judge", "size", "labelled by"),
            [(q.name, q.run, q.judge or "none", str(q.size), _labelled_by(q)) for q in queues],
        )


def _print_status(found: "QueueStatus", as_json: bool) -> None:
    if as_json:
        print_json(
            _summary(found.summary)
            | {
                "n_items": found.n_items,
                "n_finished": found.n_finished,
                "n_changed": found.n_changed,
                "n_uniform": found.n_uniform,
                "by": list(found.by),
                "seed": found.seed,
                "where": dict(found.where),
                "wanted_labels": found.wanted_labels,
                "paired_with": found.paired_with,
                "disagreements": list(found.disagreements),
                "strata": _strata(found.strata),
            }
        )
        return
    say(
        f"Queue {found.summary.name}: {found.n_finished} of {found.n_items} finished, "
        f"seed {found.seed}. Labelled by {_labelled_by(found.summary)}."
    )
    if found.paired_with is not None:
        say(f"The same questions are asked in queue {found.paired_with}.")
    if found.n_changed:
        say(f"{found.n_changed} changed since the draw and are asked no longer.")
    if found.disagreements:
        say(f"Annotators differ on {', '.join(found.disagreements)}.")
    _print_strata(found.strata)


def _labelled_by(summary: "QueueSummary") -> str:
    named = [f"{who} {n}" for who, n in sorted(summary.n_labelled_by.items())]
    return ", ".join(named) or "nobody yet"


def _summary(summary: "QueueSummary") -> dict[str, object]:
    return {
        "queue": summary.name,
        "run": summary.run,
        "judge": summary.judge,
        "size": summary.size,
        "created_at": summary.created_at.isoformat(),
        "n_labelled_by": dict(summary.n_labelled_by),
    }


def _strata(strata: "tuple[QueueStratum, ...]") -> list[dict[str, object]]:
    return [
        {
            "evidence": stratum.evidence,
            "verdict": stratum.verdict,
            "n_target": stratum.n_target,
            "n_drawn": stratum.n_drawn,
        }
        for stratum in strata
    ]


def _print_strata(strata: "tuple[QueueStratum, ...]") -> None:
    print_table(
        ("evidence", "judge says", "traces", "drawn"),
        [(s.evidence, s.verdict, str(s.n_target), str(s.n_drawn)) for s in strata],
    )
