"""What an import did, told on a terminal or as JSON, and how far it has come."""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import typer

from workbench.cli.app import WRONG_INPUT
from workbench.cli.printing import print_json, remark, say

if TYPE_CHECKING:
    from workbench.services.importing.import_report import ImportReport

N_SHOWN = 20


def show_progress() -> Callable[[int, int], None]:
    """Give what tells on stderr how many percent are done."""
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
        remark(f"Rejected, to be mended under content and imported: {report.rejects_file}")
    if not report.is_imported and report.n_rejected and report.n_rejected < report.n_read:
        or_keep = ", or import the rest with --keep-good" if report.can_keep_good else ""
        remark(f"Mend these lines{or_keep}.")


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


def _to_be_typed(report: "ImportReport", file: Path) -> "ImportReport":
    """Name the file as it was given in every command that is offered: only so it is found."""
    offered = re.compile(rf"(workbench [^;]*?\bimport [^;]*?){re.escape(quote(file.name))}")

    def typed(message: str) -> str:
        return offered.sub(lambda found: found[1] + quote(str(file)), message)

    return replace(
        report,
        problems=tuple(replace(one, message=typed(one.message)) for one in report.problems),
        notices=tuple(replace(one, message=typed(one.message)) for one in report.notices),
    )


def end_import(reports: Iterable["ImportReport"], as_json: bool) -> None:
    """Print the reports as JSON where asked; exit code 2 where a file was refused."""
    done = list(reports)
    if as_json:
        print_json({"imports": [_as_json(report) for report in done]})
    if not all(report.is_imported for report in done):
        raise typer.Exit(WRONG_INPUT)


def tell(report: "ImportReport", file: Path, as_json: bool) -> "ImportReport":
    """Give the report on, once its problems, remarks and summary are printed."""
    report = _to_be_typed(report, file)
    _shown(report)
    if not as_json:
        say(report.summary, is_remark=not report.is_imported)
    return report
