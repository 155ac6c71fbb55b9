"""The gold-context probe: packets out, answers in, and what they prove."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, app, opened, stop
from workbench.cli.printing import print_json, remark, say
from workbench.report.counted import counted

MaybeJudge = Annotated[
    str | None,
    typer.Option(metavar="NAME@VERSION", help="Judge for answers that no person judged."),
]

OPTIONS = {"run": "--run", "judge": "--judge", "db": "--db", "as_json": "--json"}

probe = typer.Typer(
    name="probe",
    help="Say what failing traces answer when given the gold passages alone.",
    invoke_without_command=True,
    rich_markup_mode=None,
    epilog="Example: workbench probe --run spring --judge strict@2",
)
app.add_typer(probe)


@probe.callback()
def outcomes(
    context: typer.Context,
    run: Annotated[str | None, typer.Option(help="Run whose traces were probed.")] = None,
    judge: MaybeJudge = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Say what failing traces answer when given the gold passages alone.

    Right then: retrieval or packing lost the answer. Wrong again: generation, or its use of
    the context. Where that differs from what the ids say is a list to read.
    """
    if (named := context.invoked_subcommand) is not None:
        if given := [option for name, option in OPTIONS.items() if _is_given(context, name)]:
            stop(f"Write {', '.join(given)} after probe {named}.")
        return
    if run is None:
        stop("Give the run with --run RUN, or one of: probe export, probe import.")
    from workbench.cli.probe_text import print_outcomes
    from workbench.formats.results_json import fields_json
    from workbench.services.probing.probe_outcomes import probe_outcomes

    result = probe_outcomes(opened(db), run, judge)
    if as_json:
        print_json(fields_json(result))
        return
    print_outcomes(result)


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


@probe.command("export", epilog="Example: workbench probe export --run spring -o packets.jsonl")
def export(
    run: Annotated[str, typer.Option(help="Run whose failing traces are probed.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", dir_okay=False, help="File to write, JSON lines.")
    ],
    judge: MaybeJudge = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Write the packets to run: a failing trace's query and settings with the gold passages.

    Run each with nothing else changed, put the answer into its field, and import the file.
    """
    from workbench.cli.probe_text import left_out_words
    from workbench.services.probing.export_packets import export_packets

    packets = export_packets(opened(db), run, output, judge)
    if as_json:
        print_json(
            {
                "run": run,
                "judge": packets.judge,
                "path": str(output),
                "n_failing": packets.n_failing,
                "n_packets": len(packets.packets),
                "left_out": dict(packets.left_out),
            }
        )
        return
    say(
        f"{len(packets.packets)} of {counted(packets.n_failing, 'failing trace')} "
        f"written to {output}."
    )
    if packets.judge is not None:
        remark(f"Failing by people where they say, else by {packets.judge}.")
    if left_out := left_out_words(packets.left_out.items()):
        remark(f"Left out: {left_out}.")


@probe.command(
    "import",
    epilog="Examples: workbench probe import answers.jsonl --run spring; "
    "workbench probe import --run spring",
)
def bring_in(
    run: Annotated[str, typer.Option(help="Run whose traces were probed.")],
    file: Annotated[
        Path | None,
        typer.Argument(
            help="JSON lines with request_id and answer [default: answers logged with the traces].",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Name of the run they stand in; annotators see it [default: RUN-b]."),
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Bring the answers in, as a run of their own that is labelled like any other.

    Nothing on the label screen says what it is. Draw a queue from it, and label.
    """
    from workbench.cli.import_text import end_import, tell
    from workbench.services.probing.import_answers import import_answers

    done = import_answers(opened(db), run, file, name)
    report = tell(done.report, file or Path(done.report.file_name), as_json)
    if done.probe_run is not None and not as_json:
        say(
            f"They stand in run {done.probe_run}. To label them: workbench queue build "
            f"--run {quote(done.probe_run)} --all"
        )
    end_import([report], as_json)
