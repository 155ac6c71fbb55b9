"""Commands for verdicts: those of a judge or of people brought in, and words of a judge."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from workbench.cli.app import NO_DATABASE, AsJson, Database, app, opened, stop
from workbench.cli.import_commands import FailValue, File, KeepGood, imports
from workbench.cli.import_text import end_import, show_progress, tell
from workbench.cli.mapping_options import (
    Mapped,
    SaveMapping,
    json_object,
    keep_mapping,
    read_mapping,
)
from workbench.cli.printing import print_json, print_table, remark
from workbench.domain.vocabulary import Design
from workbench.report.counted import counted


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
    tuned_on: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|all",
            help="Request ids, one a line, whose verdicts served to tune the judge: left out when "
            "it is measured.",
        ),
    ] = None,
    not_blind: Annotated[
        bool, typer.Option("--not-blind", help="People saw the judge's verdict when labelling.")
    ] = False,
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
    tuned = _tuned_on(tuned_on)
    store = opened(db)
    columns = read_mapping(store, mapping, save_mapping)
    is_judges = (judge is not None and not is_drawn_by_judge) or judge_fail_value is not None
    if not is_judges and design is None:
        is_judges = preview_file(file, mapping=columns).kind == "judge"
    if is_judges and (tuned is not None or not_blind):
        stop("--tuned-on and --not-blind speak of people's verdicts; these are a judge's.")
    if is_judges:
        report = import_judge_verdicts(
            store,
            file,
            run=run,
            judge=judge,
            keep_good=keep_good,
            judge_fail_value=judge_fail_value,
            mapping=columns,
            progress=show_progress(),
        )
    else:
        report = import_human_verdicts(
            store,
            file,
            run=run,
            design=design,
            drawn_by=judge,
            tuned_on=tuned,
            was_blind=False if not_blind else None,
            keep_good=keep_good,
            mapping=columns,
        )
    tell(report, file, as_json)
    keep_mapping(store, save_mapping, report.kind, columns, [report])
    end_import([report], as_json)


def _tuned_on(given: str | None) -> list[str] | Literal["all"] | None:
    if given is None:
        return None
    if given == "all":
        return "all"
    from workbench.formats.text_lines import read_text

    path = Path(given)
    if not path.is_file():
        stop(f"--tuned-on: {given} is no file. Give a file of request ids, one a line, or all.")
    return [line.strip() for line in read_text(path).splitlines() if line.strip()]


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
        remark(f"{counted(n, 'verdict')} changed for {word!r}")
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
