"""Imports a trace file: whole or not at all, and without blocking anybody's labelling.

Pass one reads and checks every line and writes nothing to the store; pass two writes short
batches that nobody sees until the last, tiny transaction.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from db import read_imports, write_traces
from db.batch_writing import batch_writing
from db.store import Store
from workbench.errors import InputError
from workbench.formats.problems import Findings, Problem
from workbench.services.importing.forced_format import forced_records
from workbench.services.importing.import_report import ImportReport, JudgeWord, Progress, refusal
from workbench.services.importing.judge_meanings import (
    JudgeMeanings,
    confirm,
    judge_meanings,
    unmapped_message,
)
from workbench.services.importing.mended_file import as_mended
from workbench.services.importing.refresh_after_import import refresh_after_import
from workbench.services.importing.rejects_file import Rejects
from workbench.services.importing.reused_questions import remark_reused_questions
from workbench.services.importing.running_import import RunningImport, give_turn, running_import
from workbench.services.importing.sniffed_format import sniffed_records
from workbench.services.importing.spool import Spool
from workbench.services.importing.spool_traces import DEFAULT_RUN, SpooledTraces, spool_traces
from workbench.services.importing.trace_rows import instant_text
from workbench.services.importing.write_gold_texts import put_gold_texts
from workbench.services.importing.write_traces import TraceWriting, write_batch, write_details


def import_traces(
    store: Store,
    path: Path,
    *,
    run: str | None = None,
    keep_good: bool = False,
    progress: Progress | None = None,
    judge_fail_value: str | None = None,
    mapping: Mapping[str, object] | None = None,
    format: str | None = None,
) -> ImportReport:
    """Import native JSON lines, another tool's file, a table through a mapping, or a TREC run.

    A run file adds its candidates to traces that are in the store.

    Parameters
    ----------
    run
        Run of the traces that name none; `default` without it.
    keep_good
        Import the rest where lines are rejected, and write those beside the file.
    judge_fail_value
        The judges' word that means fail, where the words alone do not say.
    mapping
        For a table: our field to their column, a list of columns, or {"const": value}. For
        another tool's file: {"thresholds": {score: number}}, below which a score is fail.
    format
        One of TRACE_FORMATS; None finds it by the content.
    """
    found = SpooledTraces()
    with (
        as_mended(path) as source,
        closing(Rejects(path, keep_good)) as rejects,
        closing(found.spool),
    ):
        findings = Findings(on_refused=rejects.keep)
        try:
            show = _half(progress, 0)
            records = (
                sniffed_records(store, source, run, mapping, findings, show)
                if format is None
                else forced_records(
                    store, source, format, run or DEFAULT_RUN, mapping, findings, show
                )
            )
            with no_cycle_search():
                spool_traces(found, records, run, findings, rejects)
        except InputError as error:
            findings.refuse(None, None, str(error))
            return _refused(path, found, findings)
        if found.n_read == 0 and not findings.problems:
            findings.refuse(None, None, "holds no trace: write one JSON object a line.")
        if findings.problems and (not keep_good or found.n_kept == 0):
            return _refused(path, found, findings)
        return _write(store, path, found, findings, rejects, judge_fail_value, progress)


@contextmanager
def no_cycle_search() -> Iterator[None]:
    """Spare the search for reference cycles, of which lines and rows have none.

    It costs a third of reading a file, since each line makes hundreds of new objects.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _half(progress: Progress | None, half: int) -> Progress | None:
    if progress is None:
        return None
    show: Callable[[int, int], None] = progress
    return lambda done, total: show((half * total + done) // 2, total)


def _refused(path: Path, found: SpooledTraces, findings: Findings) -> ImportReport:
    if found.n_read > 1 and found.n_kept == 0:
        findings.problems.insert(
            0,
            Problem(
                None,
                None,
                "No record could be read as a trace: is this the native format, one JSON object a "
                "line with request_id and query?",
            ),
        )
    run = next(iter(found.runs), None)
    return refusal("traces", path, findings, run, found.n_read, found.n_rejected)


def _write(
    store: Store,
    path: Path,
    found: SpooledTraces,
    findings: Findings,
    rejects: Rejects,
    fail_value: str | None,
    progress: Progress | None,
) -> ImportReport:
    size = max(1, path.stat().st_size)
    show = _half(progress, 1) or (lambda _done, _total: None)
    with closing(Spool()) as updates, running_import(store, "traces", path.name) as running:
        writing, meanings = _prepared(store, running, found, fail_value, updates)
        with no_cycle_search(), batch_writing(store) as open_batch:
            for number, batch in enumerate(found.spool.batches()):
                with running.batch(open_batch) as connection:
                    write_batch(connection, batch, writing)
                show(size * number // found.spool.n_batches, size)
        put_gold_texts(running, found.gold_texts.values())
        _remark_outcome(findings, writing, meanings.words)
        if writing.counts["gold_changed"]:
            remark_reused_questions(findings, store, running.import_id)
        counts = {f"n_{name}": writing.counts[name] for name in ("new", "changed", "unchanged")}
        with store.writing() as connection:
            confirm(connection, meanings, datetime.now(UTC))
            running.finish(
                connection,
                {**counts, "n_rejected": found.n_rejected},
                found.content_hash,
                _details(found, findings),
            )
        _after(store, running.import_id, writing, bool(found.gold_texts))
    show(size, size)
    return ImportReport(
        kind="traces",
        file_name=path.name,
        run=next(iter(found.runs)) if len(found.runs) == 1 else None,
        is_imported=True,
        n_read=found.n_read,
        n_rejected=found.n_rejected,
        problems=tuple(findings.problems),
        notices=findings.notices(),
        rejects_file=rejects.write(),
        import_id=running.import_id,
        judge_words=meanings.words,
        **counts,
    )


def _prepared(
    store: Store,
    running: RunningImport,
    found: SpooledTraces,
    fail_value: str | None,
    updates: Spool,
) -> tuple[TraceWriting, JudgeMeanings]:
    with store.writing() as connection:
        write_traces.insert_runs(connection, list(found.runs), running.started_at)
        ids = read_imports.run_ids(connection, list(found.runs))
        held = {name for name, number in ids.items() if read_imports.has_traces(connection, number)}
        meanings = judge_meanings(
            connection,
            list(found.judges),
            found.thresholds,
            found.words,
            fail_value,
            found.stated,
        )
    writing = TraceWriting(
        import_id=running.import_id,
        now_text=instant_text(running.started_at) or "",
        run_ids=ids,
        runs_with_traces=held,
        judge_ids=meanings.judge_ids,
        meanings=meanings.stands,
        last_gold=found.last_gold,
        updates=updates,
    )
    return writing, meanings


def _details(found: SpooledTraces, findings: Findings) -> dict[str, object]:
    return {"runs": sorted(found.runs), "n_read": found.n_read, "notices": findings.logged()}


def _remark_outcome(
    findings: Findings, writing: TraceWriting, words: tuple[JudgeWord, ...]
) -> None:
    counts = writing.counts
    remarks = (
        ("changed", "traces with changed content became new versions; labels stay with the old"),
        ("details", "traces kept their content and got new details"),
        ("verdicts_new", "judge verdicts were added to traces that were there"),
        ("verdicts_changed", "judge verdicts were replaced by later ones"),
        ("gold_changed", "queries got changed gold"),
        ("gold_kept_edited", "queries keep the gold that an annotator edited"),
    )
    for code, message in remarks:
        if counts[code]:
            named = _changed_named(writing) if code == "changed" else ""
            findings.remark(code, f"{{n}} {message}{named}", n=counts[code])
    waiting = sum(word.n for word in words if word.meaning is None)
    if waiting:
        findings.remark("unmapped_words", unmapped_message(words), n=waiting)


def _changed_named(writing: TraceWriting) -> str:
    has_more = writing.counts["changed"] > len(writing.changed)
    return f": {', '.join(writing.changed)}{', …' if has_more else ''}"


def _after(store: Store, import_id: int, writing: TraceWriting, has_texts: bool) -> None:
    if writing.updates is not None:
        for updates in writing.updates.batches():
            with store.writing() as connection:
                write_details(connection, updates, import_id)
            give_turn()
    counts = writing.counts
    is_changed = any(
        counts[name] for name in ("new", "changed", "details", "gold_new", "gold_changed")
    )
    if is_changed or has_texts:
        refresh_after_import(store, import_id)
