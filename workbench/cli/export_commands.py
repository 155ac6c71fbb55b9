"""Commands that let the store's content out."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.app import NO_DATABASE, Database, Where, app, leave_out, opened, pairs, stop
from workbench.cli.metric_commands import RankedList
from workbench.cli.printing import remark, say
from workbench.cli.result_commands import MaybeJudge
from workbench.report.counted import counted

if TYPE_CHECKING:
    from workbench.services.exporting.export_tables import Format


class Table(StrEnum):
    """What can be exported."""

    TRIAGE = "triage"
    VERDICTS = "verdicts"
    CALIBRATION = "calibration"
    TRACES = "traces"
    QRELS = "qrels"
    RUNS = "runs"
    PHOENIX = "phoenix"
    LANGFUSE = "langfuse"
    RAGAS = "ragas"
    ALL = "all"


class FileFormat(StrEnum):
    """How it is written."""

    CSV = "csv"
    PARQUET = "parquet"
    JSON = "json"
    JSONL = "jsonl"
    MD = "md"
    TXT = "txt"
    ZIP = "zip"


@app.command(epilog="Example: workbench export triage --run spring --judge strict@2 -o table.csv")
def export(
    what: Annotated[Table, typer.Argument(help="What to write.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="File to write.")],
    file_format: Annotated[
        FileFormat | None, typer.Option("--format", help="Default: by the file's ending.")
    ] = None,
    run: Annotated[str | None, typer.Option(help="Only this run.")] = None,
    judge: MaybeJudge = None,
    calibrated_on: Annotated[
        str | None, typer.Option(metavar="RUN", help="Labels come from this other run.")
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="Verdicts that were superseded too.")
    ] = False,
    ranking: Annotated[
        RankedList | None,
        typer.Option("--list", help="For runs: which list to rank [default: candidates]."),
    ] = None,
    where: Where = None,
    db: Database = NO_DATABASE,
) -> None:
    """Write a table, labels for another tool, or the whole store, to a file.

    Verdicts come back without loss through import verdicts; all, one .zip with labels, histories
    and queues, through import all into an empty store. Runs and qrels are TREC files; phoenix,
    langfuse and ragas are what these tools take back.
    """
    from workbench.services.exporting.export_tables import export as export_table

    of_figures = what in (Table.TRIAGE, Table.CALIBRATION)
    leave_out(
        f"export {what}",
        {
            "--judge": judge and not of_figures,
            "--calibrated-on": calibrated_on and what is not Table.TRIAGE,
            "--history": history and what is not Table.VERDICTS,
            "--list": ranking and what is not Table.RUNS,
        },
    )
    report = export_table(
        opened(db),
        what.value,
        _format(output, file_format),
        output,
        run=run,
        judge=judge,
        where=pairs(where),
        with_history=history,
        calibrated_on=calibrated_on,
        ranking=(ranking or RankedList.CANDIDATES).value,
    )
    for warning in report.warnings:
        remark(f"Note: {warning.message}")
    say(f"Wrote {counted(report.n_rows, 'row')} to {report.path}.")


def _format(output: Path, given: FileFormat | None) -> "Format":
    if given is not None:
        return given.value
    ending = output.suffix.lstrip(".").lower()
    known = [one.value for one in FileFormat]
    if ending not in known:
        stop(f"{output}: say how to write it with --format {'|'.join(known)}")
    return FileFormat(ending).value
