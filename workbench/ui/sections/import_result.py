"""What an import did, or why it did nothing: counts, problems by line, and what to do next."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from workbench.errors import WorkbenchError
from workbench.formats.problems import Notice, Problem
from workbench.report.counted import counted
from workbench.services.importing.import_report import ImportReport
from workbench.ui import parts, takeaway
from workbench.ui.jobs import Job

N_SHOWN = 20
NEXT: dict[str, tuple[str, str, str | None]] = {
    "traces": ("Draw a queue", "data", "Queues"),
    "judge": ("Draw a queue", "data", "Queues"),
    "human": ("See the judge card", "judge", None),
}


def draw(job: Job, dismiss: Callable[[], None]) -> None:
    """Draw the end of an import, whatever it was."""
    if job.is_cancelled:
        parts.callout("note", "The import was stopped", "Nothing of the file is in the store.")
    elif isinstance(job.error, WorkbenchError):
        parts.trouble(job.error)
    elif job.error is not None:
        # A bug is shown once, with its traceback; it must not bar the way to the next import.
        dismiss()
        raise job.error
    elif isinstance(job.result, ImportReport):
        _report(job.result)
    with st.container(horizontal=True):
        if isinstance(job.result, ImportReport) and job.result.is_imported:
            _offer_next(job.result.kind)
        st.button("Done", key="dismiss-import", on_click=dismiss)


def _offer_next(kind: str) -> None:
    if kind in NEXT:
        parts.screen_button(*NEXT[kind])


def _report(report: ImportReport) -> None:
    if report.is_imported:
        parts.callout("good", "Imported", report.summary)
        parts.figures(
            [
                parts.Figure("New", f"{report.n_new:,}"),
                parts.Figure("Changed", f"{report.n_changed:,}", "kept as a new version"),
                parts.Figure("Unchanged", f"{report.n_unchanged:,}"),
                parts.Figure("Rejected", f"{report.n_rejected:,}"),
            ]
        )
    else:
        parts.callout(
            "refusal",
            "Nothing was imported",
            report.summary,
            "Mend the lines below, or import again and keep the good ones."
            if report.can_keep_good
            else "Mend what is named below.",
        )
    draw_problems(report.problems, report.notices, report.n_rejected)
    if report.rejects_file is not None and report.rejects_file.exists():
        takeaway.downloads(
            [
                takeaway.FileOffer(
                    "Rejected lines",
                    report.rejects_file.name,
                    "application/x-ndjson",
                    partial(report.rejects_file.read_bytes),
                )
            ],
            key="rejects",
        )
    if unmapped := [word for word in report.judge_words if word.meaning is None]:
        parts.callout(
            "warning",
            f"{counted(len(unmapped), 'word')} of the judge without a meaning",
            "Until then their verdicts count for nothing.",
            "Open Judges and say what each means.",
        )


def draw_problems(
    problems: Sequence[Problem], notices: Sequence[Notice], n_rejected: int = 0
) -> None:
    """Draw what is wrong with a file, line by line, and what was kept with a remark.

    Of very many problems only the first are listed; `n_rejected` counts the others too.
    """
    if problems:
        n = max(len(problems), n_rejected)
        more = n - N_SHOWN
        lines = [str(problem) for problem in problems[:N_SHOWN]]
        parts.remarks(
            f"{counted(n, 'problem')} in the file",
            [*lines, f"and {more:,} more"] if more > 0 else lines,
            tone="warning",
        )
    if notices:
        parts.remarks("Kept with a remark", [str(notice) for notice in notices])
