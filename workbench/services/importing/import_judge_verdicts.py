"""Imports a judge's verdicts on traces that are in the store already."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from db import read_entries
from db.store import Store
from workbench.domain.records import JudgeId
from workbench.errors import InputError
from workbench.formats.field_values import WrongField, read_id
from workbench.formats.json_values import NeedsCare
from workbench.formats.judge_fields import ReadOpinion, read_judge_name, read_opinion
from workbench.formats.mapped_table import MappedRecord
from workbench.formats.problems import Findings
from workbench.formats.verdict_words import Meaning
from workbench.services.find_judge import judge_to_add_to
from workbench.services.importing.find_run import find_run
from workbench.services.importing.import_report import ImportReport, JudgeWord, Progress, refusal
from workbench.services.importing.judge_meanings import confirm, judge_meanings, unmapped_message
from workbench.services.importing.mended_file import as_mended
from workbench.services.importing.rejects_file import Rejects, as_in_file
from workbench.services.importing.running_import import content_mark, running_import
from workbench.services.importing.span_requests import on_traces
from workbench.services.importing.trace_rows import instant_text
from workbench.services.importing.verdict_records import chunks, verdict_records
from workbench.services.importing.write_traces import TraceWriting, write_verdicts

FIELDS = (
    "request_id", "judge", "judge_version", "verdict", "score", "threshold", "rationale", "reason",
    "prompt", "prompt_fingerprint", "raw_verdict",
)  # fmt: skip
OPINION_FIELDS = (
    "verdict", "score", "threshold", "rationale", "reason", "prompt", "prompt_fingerprint",
    "raw_verdict",
)  # fmt: skip
NEEDED = ("request_id",)
ROWS_IN_BATCH = 500

Opinions = dict[tuple[str, JudgeId], tuple[int, ReadOpinion]]


def import_judge_verdicts(
    store: Store,
    path: Path,
    *,
    run: str,
    judge: str | None = None,
    keep_good: bool = False,
    judge_fail_value: str | None = None,
    mapping: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Import verdicts as a table or JSON lines.

    Parameters
    ----------
    judge
        NAME@VERSION, where the file names no judge; with #FINGERPRINT a known prompt's. Refused
        where the store knows prompts of that version and neither it nor a row says which.
    judge_fail_value
        The word that means fail, where the words alone do not say.
    """
    with as_mended(path) as source, closing(Rejects(path, keep_good)) as rejects:
        findings = Findings(on_refused=rejects.keep)
        opinions: Opinions = {}
        try:
            records = verdict_records(source, mapping, FIELDS, NEEDED, findings, run)
            records = on_traces(store, run, records, findings)
            n_read = len(records) + len(findings.problems)
            with store.reading() as connection:
                run_id = find_run(connection, run)
            default = None if judge is None else _named(store, judge, records)
            n_identical = _read_all(records, default, opinions, findings, rejects)
            traces = _traces(store, run_id, {request_id for request_id, _ in opinions})
        except InputError as error:
            findings.refuse(None, None, str(error))
            return refusal("judge", path, findings, run)
        by_line = {record.line: record for record in records}
        for key, (line, _) in list(opinions.items()):
            if key[0] not in traces:
                findings.refuse(
                    line,
                    "request_id",
                    f"{key[0][:80]} is no trace of run {run}.",
                    (as_in_file(by_line[line]),),
                )
                del opinions[key]
        n_rejected = n_read - n_identical - len(opinions)
        if not opinions or (findings.problems and not keep_good):
            if not findings.problems:
                findings.refuse(None, None, "holds no verdict.")
            return refusal("judge", path, findings, run, n_read, n_rejected)
        import_id, counts, words = _write(
            store, path, opinions, traces, judge_fail_value, n_rejected, findings, progress
        )
        return ImportReport(
            kind="judge",
            file_name=path.name,
            run=run,
            is_imported=True,
            n_read=n_read,
            n_new=counts["verdicts_new"],
            n_changed=counts["verdicts_changed"],
            n_unchanged=counts["verdicts_unchanged"] + n_identical,
            n_rejected=n_rejected,
            problems=tuple(findings.problems),
            notices=findings.notices(),
            rejects_file=rejects.write(),
            import_id=import_id,
            judge_words=words,
        )


def _named(store: Store, text: str, records: Sequence[MappedRecord]) -> JudgeId:
    is_told = all(_tells_judge(record.fields) for record in records)
    with store.reading() as connection:
        return judge_to_add_to(connection, text, is_told)


def _tells_judge(fields: Mapping[str, object]) -> bool:
    """Whether the record says who judged, or by which prompt."""
    judge = fields.get("judge")
    told = judge if isinstance(judge, dict) else {**fields, "name": judge}
    return any(told.get(name) for name in ("name", "prompt", "prompt_fingerprint"))


def _traces(store: Store, run_id: int, request_ids: set[str]) -> dict[str, int]:
    traces: dict[str, int] = {}
    with store.reading() as connection:
        for some in chunks(request_ids):
            found = read_entries.current_requests(connection, run_id, some)
            traces |= {name: trace.trace_id for name, trace in found.items()}
    return traces


def _read_all(
    records: list[MappedRecord],
    default: JudgeId | None,
    opinions: Opinions,
    findings: Findings,
    rejects: Rejects,
) -> int:
    n_identical = 0
    for record in records:
        try:
            request_id = read_id(record.fields, "request_id")
            if request_id is None:
                raise WrongField("request_id", "is missing.")
            opinion = _opinion(record, default, findings)
        except (WrongField, NeedsCare) as error:
            name, message = (
                (error.field, error.message)
                if isinstance(error, WrongField)
                else (None, "holds a number or text that cannot be kept as it is.")
            )
            findings.refuse(record.line, name, message)
            rejects.add_record(record, findings)
            continue
        key = (request_id, opinion.judge)
        first_line, first = opinions.setdefault(key, (record.line, opinion))
        if first[1:4] != opinion[1:4]:
            findings.refuse(
                record.line,
                "request_id",
                f"{request_id[:80]} has another verdict of {opinion.judge} on line {first_line}.",
            )
            rejects.add_record(record, findings)
        elif first is not opinion:
            n_identical += 1
            findings.remark(
                "identical_lines", "rows with the same verdict were taken once", record.line
            )
    return n_identical


def _opinion(record: MappedRecord, default: JudgeId | None, findings: Findings) -> ReadOpinion:
    fields = record.fields
    judge = fields.get("judge")
    if isinstance(judge, dict):
        return read_opinion(judge, "judge", record.line, findings, default)
    named = read_judge_name(judge) if isinstance(judge, str) and judge.strip() else default
    if named is None:
        raise WrongField("judge", "is not named: give a column judge, or --judge NAME@VERSION.")
    given = fields.get("judge_version")
    version = str(given) if given is not None else named.version
    flat: dict[str, object] = {
        "name": named.name,
        "version": version,
        **{name: fields.get(name) for name in OPINION_FIELDS},
    }
    if version == named.version and not flat["prompt_fingerprint"]:
        flat["prompt_fingerprint"] = named.prompt_fingerprint or None
    try:
        return read_opinion(flat, "judge", record.line, findings)
    except WrongField as error:
        raise WrongField(error.field.removeprefix("judge."), error.message) from None


def _write(
    store: Store,
    path: Path,
    opinions: Opinions,
    traces: dict[str, int],
    fail_value: str | None,
    n_rejected: int,
    findings: Findings,
    progress: Progress | None,
) -> tuple[int, Mapping[str, int], tuple[JudgeWord, ...]]:
    judges: dict[JudgeId, int] = {}
    thresholds: dict[int, float] = {}
    words: dict[tuple[int, str], int] = {}
    stated: dict[tuple[int, str], Meaning] = {}
    rows = []
    for (request_id, judge), (_, read) in opinions.items():
        number = judges.setdefault(judge, len(judges))
        words[number, read.word] = words.get((number, read.word), 0) + 1
        if read.threshold is not None:
            thresholds[number] = read.threshold
        if read.meaning is not None:
            stated.setdefault((number, read.word), read.meaning)
        rows.append((traces[request_id], [(number, *read[1:6])]))
    with running_import(store, "judge", path.name) as running:
        with store.writing() as connection:
            meanings = judge_meanings(
                connection, list(judges), thresholds, words, fail_value, stated
            )
        writing = TraceWriting(
            import_id=running.import_id,
            now_text=instant_text(running.started_at) or "",
            run_ids={},
            runs_with_traces=set(),
            judge_ids=meanings.judge_ids,
            meanings=meanings.stands,
            last_gold={},
        )
        for number, some in enumerate(chunks(rows, ROWS_IN_BATCH)):
            with running.batch() as connection:
                write_verdicts(connection, some, writing)
            if progress is not None:
                progress(min(len(rows), (number + 1) * ROWS_IN_BATCH), len(rows))
        if any(word.meaning is None for word in meanings.words):
            waiting = sum(word.n for word in meanings.words if word.meaning is None)
            findings.remark("unmapped_words", unmapped_message(meanings.words), n=waiting)
        counts = writing.counts
        with store.writing() as connection:
            confirm(connection, meanings, datetime.now(UTC))
            running.finish(
                connection,
                {
                    "n_new": counts["verdicts_new"],
                    "n_changed": counts["verdicts_changed"],
                    "n_unchanged": counts["verdicts_unchanged"],
                    "n_rejected": n_rejected,
                },
                content_mark(repr(row) for row in rows),
                {"judges": [str(judge) for judge in judges], "notices": findings.logged()},
            )
    return running.import_id, counts, meanings.words
