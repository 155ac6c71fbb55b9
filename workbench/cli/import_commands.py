"""Commands that bring files in: traces, gold, corpus, and counts of what stays elsewhere."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, app, opened, stop
from workbench.cli.import_text import end_import, show_progress, tell
from workbench.cli.mapping_options import Mapped, SaveMapping, keep_mapping, read_mapping

imports = typer.Typer(
    name="import",
    help="Bring files in, each whole or not at all.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog="Example: workbench import traces spring.jsonl --run spring",
)
app.add_typer(imports)


def _again(given: Path | list[Path]) -> Path | list[Path]:
    """Refuse what can be read once only: an import checks its file before it writes from it."""
    for path in given if isinstance(given, list) else [given]:
        if not path.is_file():
            stop(f"{path} is a pipe, and an import reads its file twice. Write it to a file first.")
    return given


File = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, callback=_again)]
KeepGood = Annotated[
    bool,
    typer.Option(
        "--keep-good",
        help="Import the rest and write what was rejected beside the file, to be mended there.",
    ),
]
FailValue = Annotated[
    str | None,
    typer.Option("--judge-fail-value", help="The judge's word that means fail, if ambiguous."),
]


class TraceFormat(StrEnum):
    """What a file of traces may be said to be."""

    AUTO = "auto"
    NATIVE = "native"
    TABLE = "table"
    TREC_RUN = "trec-run"
    OPENINFERENCE = "openinference"
    LANGFUSE = "langfuse"
    LANGSMITH = "langsmith"
    MLFLOW = "mlflow"
    TRULENS = "trulens"
    PROMPTFOO = "promptfoo"
    RAGAS = "ragas"
    DEEPEVAL = "deepeval"
    RAGCHECKER = "ragchecker"
    OPEN_RAG_EVAL = "open-rag-eval"
    MTRAG = "mtrag"
    AZURE = "azure"
    STAGE_LOGS = "stage-logs"
    BEIR = "beir"
    RANX = "ranx"


@imports.command("traces", epilog="Example: workbench import traces spring.jsonl --run spring")
def traces(
    files: Annotated[
        list[Path], typer.Argument(exists=True, dir_okay=False, readable=True, callback=_again)
    ],
    run: Annotated[
        str | None, typer.Option(help="Run for traces that name none [default: default].")
    ] = None,
    file_format: Annotated[
        TraceFormat, typer.Option("--format", help="What the files are, if not to be found out.")
    ] = TraceFormat.AUTO,
    keep_good: KeepGood = False,
    judge_fail_value: FailValue = None,
    mapping: Mapped = None,
    save_mapping: SaveMapping = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Import traces.

    Reads native JSON lines (also .gz), files of other tools, or a table through a column mapping.

    The same content again changes nothing; changed content becomes a new version.
    """
    from workbench.services.importing.import_traces import import_traces

    store = opened(db)
    columns = read_mapping(store, mapping, save_mapping)
    reports = [
        tell(
            import_traces(
                store,
                file,
                run=run,
                keep_good=keep_good,
                progress=show_progress(),
                judge_fail_value=judge_fail_value,
                mapping=columns,
                format=None if file_format is TraceFormat.AUTO else file_format.value,
            ),
            file,
            as_json,
        )
        for file in files
    ]
    keep_mapping(store, save_mapping, "traces", columns, reports)
    end_import(reports, as_json)


@imports.command("gold", epilog="Example: workbench import gold qrels.txt")
def gold(
    file: File,
    run: Annotated[
        str | None, typer.Option(help="Run whose request ids the file uses, if not question ids.")
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Import gold passages.

    Reads JSON lines, and TREC and BEIR relevance judgements.
    """
    from workbench.services.importing.import_gold import import_gold

    end_import([tell(import_gold(opened(db), file, run=run), file, as_json)], as_json)


@imports.command("corpus", epilog="Example: workbench import corpus corpus.jsonl --index 2026-10")
def corpus(
    file: File,
    index: Annotated[
        str | None, typer.Option("--index", help="Index version, where the file names none.")
    ] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Import the passages an index version held.

    Coverage is then a fact and not a question.
    """
    from workbench.services.importing.import_corpus import import_corpus

    report = import_corpus(opened(db), file, index_version=index, progress=show_progress())
    end_import([tell(report, file, as_json)], as_json)


@imports.command(
    "counts", epilog="Example: workbench import counts lake.json --name october --judge strict@2"
)
def counts(
    file: File,
    name: Annotated[str, typer.Option(help="Name for this target set.")],
    judge: Annotated[str, typer.Option(metavar="NAME@VERSION", help="Judge that was counted.")],
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Import counts of traces that stay elsewhere."""
    from workbench.services.importing.import_counts import import_counts

    report = import_counts(opened(db), file, name=name, judge=judge)
    end_import([tell(report, file, as_json)], as_json)


@imports.command("all", epilog="Example: workbench import all store.zip --db sqlite:///new.db")
def everything(
    file: File,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Read a whole store, as export all wrote it, into an empty one."""
    from workbench.services.importing.import_everything import import_everything

    report = import_everything(opened(db), file, progress=show_progress())
    end_import([tell(report, file, as_json)], as_json)
