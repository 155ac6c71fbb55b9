"""Imports annotators' verdicts on traces of one run, each row once however often it comes."""

from collections.abc import Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal

from db import read_entries
from db.read_entries import CurrentTrace
from db.store import Store
from workbench.domain.vocabulary import Design
from workbench.errors import InputError
from workbench.formats.human_words import read_said
from workbench.formats.problems import Findings, Problem
from workbench.formats.verdict_csv import NEEDED, VERDICT_COLUMNS, VerdictRow, rows_to_entries
from workbench.services.find_judge import FoundJudge, find_judge
from workbench.services.importing.find_run import find_run
from workbench.services.importing.import_report import ImportReport, refusal
from workbench.services.importing.label_sets import Declared, must_have_labels
from workbench.services.importing.mended_file import as_mended
from workbench.services.importing.rejects_file import Rejects, as_in_file
from workbench.services.importing.span_requests import on_traces
from workbench.services.importing.verdict_records import chunks, verdict_records
from workbench.services.importing.write_human_entries import HumanReading, write_human_entries


def import_human_verdicts(
    store: Store,
    path: Path,
    *,
    run: str,
    design: Design | None = None,
    drawn_by: str | None = None,
    tuned_on: Collection[str] | Literal["all"] | None = None,
    was_blind: bool | None = None,
    keep_good: bool = False,
    mapping: Mapping[str, object] | None = None,
    words: Mapping[str, str] | None = None,
) -> ImportReport:
    """Import a verdict table or JSON lines.

    Parameters
    ----------
    design
        How the labelled traces were drawn; None is stored as unknown. Given with a file that
        was imported before, it declares the design of its verdicts.
    drawn_by
        The judge, as NAME@VERSION, whose verdicts drew the traces; goes with the design
        by_verdict. None is the run's only judge, and unknown where it has several.
    tuned_on
        Requests whose verdicts were used to write or tune the judge, or "all" of the file: they do
        not measure it. Given with a file that was imported before, it says so of its verdicts.
        A request without any label is refused: it would mark nothing.
    was_blind
        False where people saw the judge's verdict when they labelled.
    words
        What the file's words mean, as `{"Yes": "correct"}`; also as `words` in `mapping`.
    """
    with as_mended(path) as source, closing(Rejects(path, keep_good)) as rejects:
        findings = Findings(on_refused=rejects.keep)
        try:
            drawing = _drawing_judge(store, design, drawn_by)
            reading = _read(store, source, run, mapping, words, findings, rejects)
            requests = frozenset(row.entry.request_id for row in reading.rows)
            if tuned_on == "all":
                tuned_on = requests
            tuned = None if tuned_on is None else frozenset(tuned_on)
            must_have_labels(store, reading.run_id, (tuned or frozenset()) - requests)
            declared = Declared(design, drawing, tuned, was_blind)
        except InputError as error:
            findings.refuse(None, None, str(error))
            return refusal("human", path, findings, run)
        n_kept = reading.n_read - len(reading.rejected)
        is_imported = n_kept > 0 and (keep_good or not findings.problems)
        import_id = None
        if is_imported:
            import_id = write_human_entries(store, path, reading, declared, findings)
        return ImportReport(
            kind="human",
            file_name=path.name,
            run=run,
            is_imported=is_imported,
            n_read=reading.n_read,
            n_new=reading.n_new,
            n_changed=reading.n_changed,
            n_unchanged=reading.n_unchanged,
            n_rejected=len(reading.rejected),
            problems=tuple(findings.problems),
            notices=findings.notices(),
            rejects_file=rejects.write() if is_imported else None,
            import_id=import_id,
        )


def _drawing_judge(store: Store, design: Design | None, drawn_by: str | None) -> FoundJudge | None:
    if drawn_by is None:
        return None
    if design is not Design.BY_VERDICT:
        raise InputError(
            f"A judge draws people's traces only by its verdicts: declare by_verdict with "
            f"{drawn_by}, not {design or 'nothing'}."
        )
    with store.reading() as connection:
        return find_judge(connection, drawn_by)


def _read(
    store: Store,
    path: Path,
    run: str,
    mapping: Mapping[str, object] | None,
    words: Mapping[str, str] | None,
    findings: Findings,
    rejects: Rejects,
) -> HumanReading:
    said = _said(mapping, words)
    records = verdict_records(path, mapping, VERDICT_COLUMNS, NEEDED, findings, run)
    records = on_traces(store, run, records, findings)
    rows = rows_to_entries(records, findings, said)
    read = {row.line for row in rows}
    lines = {record.line for record in records}
    n_unread = len({problem.line for problem in findings.problems} - lines)
    with store.reading() as connection:
        run_id = find_run(connection, run)
        traces: dict[str, CurrentTrace] = {}
        for some in chunks({row.entry.request_id for row in rows}):
            traces |= read_entries.current_requests(connection, run_id, some)
    kept: list[VerdictRow] = []
    for row in rows:
        name = row.entry.request_id
        if name not in traces:
            findings.refuse(row.line, "request_id", f"{name[:80]} is no trace of run {run}.")
            read.discard(row.line)
            continue
        if row.run is not None and row.run != run:
            findings.remark("run_differs", f"verdicts of another run were read as {run}", row.line)
        kept.append(row)
    problems = {problem.line: problem for problem in findings.problems}
    for record in records:
        if record.line not in read:
            problem = problems.get(record.line, Problem(record.line, None, ""))
            rejects.keep(problem, (as_in_file(record),))
    if not records and not findings.problems:
        findings.refuse(None, None, "holds no verdict below its header.")
    rejected = (lines - read) | set(range(-n_unread, 0))
    return HumanReading(run_id, kept, traces, len(records) + n_unread, rejected=rejected)


def _said(mapping: Mapping[str, object] | None, words: Mapping[str, str] | None) -> dict[str, str]:
    given = dict(words or {})
    held = (mapping or {}).get("words")
    if isinstance(held, Mapping):
        given |= {str(word): str(meaning) for word, meaning in held.items()}
    try:
        return read_said(given)
    except ValueError as error:
        raise InputError(str(error)) from None
