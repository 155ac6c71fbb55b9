"""What leaves the store, to a file or as bytes: tables for people, and labels for other tools.

Everything is computed by the same services that the screens use, so that a file and the page it
was started from never differ. A selection is written into the file itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from workbench.domain.refusals import Warning_
from workbench.errors import InputError
from workbench.services.exporting.asked_file import (
    FORMATS,
    Asked,
    File,
    Format,
    Ranking,
    Target,
    What,
)
from workbench.services.exporting.export_everything import everything_file, write_everything
from workbench.services.exporting.ranking_file import ranking_file
from workbench.services.exporting.result_files import calibration_file, triage_file
from workbench.services.exporting.row_files import (
    qrels_file,
    traces_file,
    verdicts_file,
    write_native,
)
from workbench.services.exporting.tool_files import langfuse_file, phoenix_file, ragas_file
from workbench.services.open_store import Store
from workbench.services.written_file import written_file

__all__ = [
    "FORMATS",
    "ExportReport",
    "File",
    "Format",
    "Ranking",
    "What",
    "export",
    "made_file",
    "table_bytes",
]

FILES: dict[What, Callable[[Store, Asked], File]] = {
    "triage": triage_file,
    "calibration": calibration_file,
    "verdicts": verdicts_file,
    "traces": traces_file,
    "qrels": qrels_file,
    "runs": ranking_file,
    "phoenix": phoenix_file,
    "langfuse": langfuse_file,
    "ragas": ragas_file,
    "all": everything_file,
}


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written, where, how many rows, and the selection it stands for."""

    what: str
    format: str
    path: str
    n_rows: int
    selection: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[Warning_, ...] = ()


def export(
    store: Store,
    what: What,
    format: Format,
    path: Path,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    with_history: bool = False,
    calibrated_on: str | None = None,
    ranking: Ranking = "candidates",
) -> ExportReport:
    """Write one table to `path`; gives what was written.

    Raises
    ------
    InputError
        Unknown run, judge or form; a path that cannot be written, or holds a database.
    """
    asked = Asked(what, format, run, judge, dict(where or {}), with_history, calibrated_on, ranking)
    _check(asked)
    warnings: tuple[Warning_, ...] = ()
    with written_file(path) as out:
        if (what, format) == ("traces", "jsonl"):
            n_rows = write_native(store, asked, out)
        elif what == "all":
            n_rows = write_everything(store, out)
        else:
            file = FILES[what](store, asked)
            out.write(file.content)
            n_rows, warnings = file.n_rows, file.warnings
    return ExportReport(what, format, str(path), n_rows, dict(asked.where), warnings)


def table_bytes(
    store: Store,
    what: What,
    format: Format,
    run: str | None = None,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    with_history: bool = False,
    calibrated_on: str | None = None,
    ranking: Ranking = "candidates",
    target: Target = "system",
    is_conservative: bool = False,
) -> bytes:
    """Give the same file as bytes, for a download button.

    `target` and `is_conservative` are those of the corrected table beside which it is offered.
    """
    asked = Asked(
        what,
        format,
        run,
        judge,
        dict(where or {}),
        with_history,
        calibrated_on,
        ranking,
        target,
        is_conservative,
    )
    _check(asked)
    return FILES[what](store, asked).content


def made_file(
    store: Store,
    what: What,
    format: Format,
    run: str | None = None,
    where: Mapping[str, str] | None = None,
    ranking: Ranking = "candidates",
) -> File:
    """Give the same file with its number of rows and what to say of it.

    Raises
    ------
    InputError
        There is nothing that such a file could hold.
    """
    asked = Asked(what, format, run, None, dict(where or {}), False, None, ranking)
    _check(asked)
    return FILES[what](store, asked)


def _check(asked: Asked) -> None:
    if asked.what not in FORMATS or asked.format not in FORMATS[asked.what]:
        forms = ", ".join(FORMATS.get(asked.what, ())) or "nothing of that name"
        raise InputError(f"{asked.what} is written as {forms}, not as {asked.format}.")
    if asked.what == "all" and (asked.run or asked.judge or asked.where):
        raise InputError("all is the whole store: no run, judge or traces can be chosen.")
