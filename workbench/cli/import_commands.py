"""Commands that bring files in: traces, gold, corpus, verdicts, counts, and words of a judge."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.app import (
    NO_DATABASE,
    WRONG_INPUT,
    AsJson,
    Database,
    app,
    opened,
    stop,
)
from workbench.cli.mapping_options import (
    Mapped,
    SaveMapping,
    json_object,
    keep_mapping,
    read_mapping,
)
from workbench.cli.printing import print_json, print_table, remark
from workbench.domain.vocabulary import Design

if TYPE_CHECKING:
    from workbench.services.importing.import_report import ImportReport

N_SHOWN = 20
KEEPS_GOOD = frozenset({"traces", "judge", "human"})

imports = typer.Typer(
    name="import",
    help="Bring files in, each whole or not at all.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog="Example: workbench import traces spring.jsonl --run spring",
)
app.add_typer(imports)

File = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)]
KeepGood = Annotated[
    bool,
    typer.Option("--keep-good", help="Import the rest and write rejected lines beside the file."),
]
FailValue = Annotated[
    str | None,
    typer.Option("--judge-fail-value", help="The judge's word that means fail, if ambiguous."),
]


def _progress() -> Callable[[int, int], None]:
    last = -1

    def show(done: int, total: int) -> None:
        nonlocal last
        percent = 100 if total <= 0 else min(100, 100 * done // total)
        step = 1 if sys.stderr.isatty() else 25
        if percent // step == last:
            return
        last = percent // step
        if step == 1:
            sys.stderr.write(f"\r{percent:3d} %" + ("\n" if percent == 100 else ""))
            sys.stderr.flush()
        else:
            remark(f"{percent:3d} %")

    return show


def _shown(report: "ImportReport") -> None:
    for problem in report.problems[:N_SHOWN]:
        said = str(problem)
        # What concerns the whole file mostly names it.
        is_named = said.startswith(report.file_name)
        remark(said if is_named else f"{report.file_name}: {said}")
    n_more = report.n_rejected - min(N_SHOWN, len(report.problems))
    if report.problems and n_more > 0:
        remark(f"… and {n_more} more.")
    for notice in report.notices:
        remark(f"Note: {notice}")
    if report.rejects_file is not None:
        remark(f"Rejected lines: {report.rejects_file}")
    if not report.is_imported and report.n_rejected and report.n_rejected < report.n_read:
        can_keep = report.kind in KEEPS_GOOD
        remark(f"Mend these lines{', or import the rest with --keep-good' if can_keep else ''}.")


def _as_json(report: "ImportReport") -> dict[str, Any]:
    return {
        "kind": report.kind,
        "file": report.file_name,
        "run": report.run,
        "is_imported": report.is_imported,
        "n_read": report.n_read,
        "n_new": report.n_new,
        "n_changed": report.n_changed,
        "n_unchanged": report.n_unchanged,
        "n_rejected": report.n_rejected,
        "problems": [
            {"line": problem.line, "field": problem.field, "message": problem.message}
            for problem in report.problems
        ],
        "notices": [
            {
                "code": notice.code,
                "message": notice.message,
                "n": notice.n,
                "lines": list(notice.lines),
            }
            for notice in report.notices
        ],
        "rejects_file": None if report.rejects_file is None else str(report.rejects_file),
        "judge_words": [
            {"judge": word.judge, "word": word.word, "meaning": word.meaning, "n": word.n}
            for word in report.judge_words
        ],
    }


def _ended(reports: Iterable["ImportReport"], as_json: bool) -> None:
    done = list(reports)
    if as_json:
        print_json({"imports": [_as_json(report) for report in done]})
    if not all(report.is_imported for report in done):
        raise typer.Exit(WRONG_INPUT)


def _said(report: "ImportReport", as_json: bool) -> "ImportReport":
    _shown(report)
    if not as_json:
        typer.echo(report.summary, err=not report.is_imported)
    return report


@imports.command("traces", epilog="Example: workbench import traces spring.jsonl --run spring")
def traces(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, readable=True)],
    run: Annotated[
        str | None, typer.Option(help="Run for traces that name none [default: default].")
    ] = None,
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
        _said(
            import_traces(
                store,
                file,
                run=run,
                keep_good=keep_good,
                progress=_progress(),
                judge_fail_value=judge_fail_value,
                mapping=columns,
            ),
            as_json,
        )
        for file in files
    ]
    keep_mapping(store, save_mapping, "traces", columns, reports)
    _ended(reports, as_json)


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

    _ended([_said(import_gold(opened(db), file, run=run), as_json)], as_json)


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

    report = import_corpus(opened(db), file, index_version=index, progress=_progress())
    _ended([_said(report, as_json)], as_json)


@imports.command(
    "verdicts",
    epilog="Example: workbench import verdicts labels.csv --run spring --design uniform",
)
def verdicts(
    file: File,
    run: Annotated[str, typer.Option(help="Run that the request ids belong to.")],
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME@VERSION",
            help="The verdicts are this judge's; with --design by_verdict, people's verdicts on "
            "traces drawn by this judge's.",
        ),
    ] = None,
    design: Annotated[
        Design | None, typer.Option(help="How the people's items were drawn, if drawn outside.")
    ] = None,
    keep_good: KeepGood = False,
    judge_fail_value: FailValue = None,
    mapping: Mapped = None,
    save_mapping: SaveMapping = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """Import verdicts of a judge or of people.

    The file's columns say whose they are.
    """
    from workbench.services.importing.import_human_verdicts import import_human_verdicts
    from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
    from workbench.services.importing.preview_file import preview_file

    if design is Design.TRANSPORTED:
        stop("Labels of another run are named where they serve: workbench correct --calibrated-on.")
    is_drawn_by_judge = judge is not None and design is Design.BY_VERDICT
    if judge is not None and design is not None and not is_drawn_by_judge:
        stop(
            "--judge names whose verdicts the file holds, or with --design by_verdict whose "
            f"verdicts drew people's traces: not with --design {design}."
        )
    store = opened(db)
    columns = read_mapping(store, mapping, save_mapping)
    is_judges = (judge is not None and not is_drawn_by_judge) or judge_fail_value is not None
    if not is_judges and design is None:
        is_judges = preview_file(file, mapping=columns).kind == "judge"
    if is_judges:
        report = import_judge_verdicts(
            store,
            file,
            run=run,
            judge=judge,
            keep_good=keep_good,
            judge_fail_value=judge_fail_value,
            mapping=columns,
            progress=_progress(),
        )
    else:
        report = import_human_verdicts(
            store,
            file,
            run=run,
            design=design,
            drawn_by=judge,
            keep_good=keep_good,
            mapping=columns,
        )
    _said(report, as_json)
    keep_mapping(store, save_mapping, report.kind, columns, [report])
    _ended([report], as_json)


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

    _ended([_said(import_counts(opened(db), file, name=name, judge=judge), as_json)], as_json)


@app.command(
    "map-verdicts",
    epilog="Example: workbench map-verdicts --judge strict@2 --fail no --pass yes",
)
def map_verdicts(
    judge: Annotated[
        str | None, typer.Option(metavar="NAME@VERSION", help="Judge whose words these are.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help='JSON {"pass": [words], "fail": [words], "not_usable": [words]}.',
        ),
    ] = None,
    fail: Annotated[list[str] | None, typer.Option(help="Word that means fail.")] = None,
    passed: Annotated[list[str] | None, typer.Option("--pass", help="Word for pass.")] = None,
    not_usable: Annotated[list[str] | None, typer.Option(help="Word that is no verdict.")] = None,
    db: Database = NO_DATABASE,
    as_json: AsJson = False,
) -> None:
    """List a judge's words, or say what they mean.

    What is said is applied at once and remembered for later imports.
    """
    from workbench.services.importing.map_verdicts import judge_words, map_verdict_words

    store = opened(db)
    meanings = _meanings(file, fail or [], passed or [], not_usable or [])
    changed: dict[str, int] = {}
    if meanings:
        if judge is None:
            stop("Say whose words these are with --judge NAME@VERSION.")
        changed = map_verdict_words(store, judge, meanings)
    words = judge_words(store, judge)
    if as_json:
        rows = [{"judge": w.judge, "word": w.word, "meaning": w.meaning, "n": w.n} for w in words]
        print_json({"changed": changed, "words": rows})
        return
    for word, n in changed.items():
        remark(f"{n} verdicts changed for {word!r}")
    print_table(
        ("judge", "word", "meaning", "verdicts"),
        [(w.judge, w.word, w.meaning or "to be said", str(w.n)) for w in words],
    )


def _meanings(
    file: Path | None, fail: list[str], passed: list[str], not_usable: list[str]
) -> dict[str, str]:
    listed: dict[str, list[str]] = {"fail": fail, "pass": passed, "not_usable": not_usable}
    if file is not None:
        for meaning, words in json_object(file).items():
            if meaning not in listed or not isinstance(words, list):
                stop(
                    f"{file}: only lists named pass, fail and not_usable are read, not {meaning!r}"
                )
            listed[meaning] = listed[meaning] + [str(word) for word in words]
    found: dict[str, str] = {}
    for meaning, words in listed.items():
        for word in words:
            if found.get(word, meaning) != meaning:
                stop(f"{word!r} cannot mean both {found[word]} and {meaning}")
            found[word] = meaning
    return found
