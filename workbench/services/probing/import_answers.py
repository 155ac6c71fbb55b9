"""Answers to gold passages into the store, as a run of their own that is labelled like any other.

Chosen: a companion run whose traces hold the gold passages as their prompt. Queues, leases,
verdicts, judges and exports then work as they are, and whoever labels sees an item like every
other one; the run's name says nothing either. Rejected: a flag on the label item, which the
annotator's page would have to be kept from.

The traces go in by the door that every trace goes in by. What a packet echoes back is held
against the store: an answer to another query is refused, another model or other settings are said.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from string import ascii_lowercase
from tempfile import TemporaryDirectory

from db import read_probes, write_probes, write_traces
from db.read_probes import FileProbe, PacketRow, ProbedTrace
from workbench.errors import InputError
from workbench.formats.probe_jsonl import ProbeLine, read_probe_lines
from workbench.formats.problems import Findings
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import Store
from workbench.services.probing.export_packets import gold_texts, packet_of, refuse_probe_run
from workbench.services.triage.observe_run import read_target

LOGGED = "answers logged with the traces"


@dataclass(frozen=True, slots=True)
class ProbeImport:
    """What became of the answers: the run they stand in, and how many came with a verdict."""

    run: str
    probe_run: str | None
    report: ImportReport
    n_judged: int


@dataclass(frozen=True, slots=True)
class _Origin:
    run: str
    run_id: int
    traces: dict[str, ProbedTrace]
    packets: dict[str, PacketRow]
    texts: dict[str, dict[str, str]]
    logged: dict[int, FileProbe]


def import_answers(
    store: Store, run: str, path: Path | None = None, name: str | None = None
) -> ProbeImport:
    """Import the answers of a file, or without one those that came with the traces.

    Parameters
    ----------
    run
        The run whose traces were probed.
    path
        JSON lines with `request_id` and `answer`; `correct` where it was judged already.
    name
        Name of the run that the answers stand in; without it the one there is, or RUN-b.

    Raises
    ------
    InputError
        Unknown run, a run that is itself a probe, a name that another run has, or no answer.
    """
    findings = Findings()
    if path is None:
        origin = _origin(store, run, None)
        lines = _logged_lines(origin)
        if not lines:
            raise InputError(
                f"No trace of run {run} came with a probe's answer. Write the packets with "
                f"workbench probe export --run {quote(run)} -o FILE, run them, and import the "
                "answers."
            )
    else:
        lines = list(read_probe_lines(path, findings))
        origin = _origin(store, run, {line.request_id for line in lines})
    file_name = LOGGED if path is None else path.name
    records = list(_records(origin, lines, findings))
    if findings.problems or not records:
        if not findings.problems:
            findings.refuse(None, None, "holds no answer: write one JSON object a line.")
        report = ImportReport(
            kind="probe",
            file_name=file_name,
            run=None,
            is_imported=False,
            n_read=len(lines),
            n_rejected=findings.n_problems,
            problems=tuple(findings.problems),
            notices=findings.notices(),
        )
        return ProbeImport(run, None, report, 0)
    probe_run, new_id = _probe_run(store, origin, name)
    report = _import(store, records, probe_run, new_id)
    report = replace(
        report, kind="probe", file_name=file_name, notices=(*findings.notices(), *report.notices)
    )
    n_judged = _keep_verdicts(store, origin, lines, report) if path is not None else 0
    return ProbeImport(run, probe_run, report, n_judged)


def _origin(store: Store, run: str, request_ids: set[str] | None) -> _Origin:
    target = read_target(store, run, None, {})
    run_id = target.run_ids[0]
    with store.reading() as connection:
        refuse_probe_run(read_probes.read_probe_origin(connection, run), run)
        logged = read_probes.read_file_probes(connection, run_id)
        traces = {
            row.request_id: row
            for row in read_probes.read_probed(connection, run_id)
            if (row.trace_id in logged if request_ids is None else row.request_id in request_ids)
        }
        rows = read_probes.read_packet_rows(connection, [row.trace_id for row in traces.values()])
        texts = gold_texts(connection, rows)
    return _Origin(run, run_id, traces, {row.request_id: row for row in rows}, texts, logged)


def _logged_lines(origin: _Origin) -> list[ProbeLine]:
    nothing = (None, None, None, None, None, None)
    return [
        ProbeLine(0, trace.request_id, answer, None, is_correct, *nothing)
        for trace in origin.traces.values()
        for answer, is_correct in (origin.logged[trace.trace_id],)
        if answer is not None
    ]


def _records(
    origin: _Origin, lines: Sequence[ProbeLine], findings: Findings
) -> Iterable[dict[str, object]]:
    answers = {line.request_id: line for line in reversed(lines)}
    counts = Counter(line.request_id for line in lines)
    for line in lines:
        number = line.line or None
        row = origin.packets.get(line.request_id)
        first = answers[line.request_id]
        if row is None:
            findings.refuse(
                number, "request_id", f"run {origin.run} has no trace {line.request_id}."
            )
        elif line.query is not None and line.query != row.query:
            findings.refuse(number, "query", f"is not the query of trace {line.request_id}.")
        elif counts[line.request_id] > 1 and line is not first:
            if (line.answer, line.error) != (first.answer, first.error):
                findings.refuse(number, "request_id", f"{line.request_id} was answered before.")
        else:
            _remark_thawed(line, row, number, findings)
            yield _record(origin, line, row, number, findings)


def _remark_thawed(line: ProbeLine, row: PacketRow, number: int | None, findings: Findings) -> None:
    """Say where something else than the passages was changed: then they explain nothing."""
    for name, given, was in (
        ("model", line.model, row.model),
        ("settings", line.settings, row.settings),
    ):
        if given is not None and was is not None and given != was:
            findings.remark(
                f"other_{name}",
                f"{{n}} answers came with other {name} than their trace: a difference may be "
                "theirs and not the passages'",
                number,
            )


def _record(
    origin: _Origin, line: ProbeLine, row: PacketRow, number: int | None, findings: Findings
) -> dict[str, object]:
    packet = packet_of(row, origin.run, origin.texts.get(row.index_version, {}))
    passages = [] if packet is None else packet["passages"]
    if line.passages is not None:
        handed = {doc_id for doc_id, _ in line.passages}
        if not any(set(gold_set) <= handed for gold_set in row.sets or ()):
            findings.remark(
                "gold_not_handed_over",
                "{n} {answer was|answers were} given without a complete gold set in the "
                "prompt, by the gold that counts now",
                number,
            )
        known = origin.texts.get(row.index_version, {})
        passages = [
            {"doc_id": doc_id, "text": text if text is not None else known.get(doc_id)}
            for doc_id, text in line.passages
        ]
    record: dict[str, object] = {
        "request_id": row.request_id,
        "question_id": row.question_id,
        "query": row.query,
        "reference_answer": row.reference_answer,
        "prompt_passages": passages,
        "prompt_text": line.prompt_text,
        "prompt_tokens": line.prompt_tokens,
        "answer": line.answer,
        "error": line.error if line.answer is None else None,
        "model": line.model or row.model,
        "settings": line.settings or row.settings,
        "index_version": row.index_version or None,
    }
    if row.question_id is None:
        # Without a question the two traces share no gold, so it comes along.
        record["gold_passages"] = [
            gold_set[0] if len(gold_set) == 1 else gold_set for gold_set in row.sets or ()
        ] or None
    return record


def _probe_run(store: Store, origin: _Origin, name: str | None) -> tuple[str, int | None]:
    """The run that the answers go into, and its key where it is new."""
    with store.writing() as connection:
        there = dict(read_probes.read_probe_runs(connection, origin.run_id))
        if name is None and there:
            return list(there.values())[-1], None
        if name is None:
            free = (f"{origin.run}-{letter}" for letter in ascii_lowercase[1:])
            name = next(
                (n for n in free if read_probes.read_probe_origin(connection, n) is None), None
            )
        if name is None or not name.strip():
            raise InputError("Name the run of the answers with --name NAME.")
        found = read_probes.read_probe_origin(connection, name)
        if found is not None and found[1] == origin.run_id:
            return name, None
        if found is not None:
            raise InputError(f"There is a run {name} already, which does not repeat {origin.run}.")
        made = write_probes.insert_probe_run(connection, name, origin.run_id, datetime.now(UTC))
    return name, made


def _import(
    store: Store, records: Sequence[dict[str, object]], probe_run: str, new_id: int | None
) -> ImportReport:
    is_imported = False
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "answers.jsonl"
            text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
            path.write_text(text, encoding="utf-8", errors="replace")
            report = import_traces(store, path, run=probe_run)
        is_imported = report.is_imported
    finally:
        if new_id is not None and not is_imported:
            with store.writing() as connection:
                write_probes.delete_run_without_traces(connection, new_id)
    return report


def _keep_verdicts(
    store: Store, origin: _Origin, lines: Sequence[ProbeLine], report: ImportReport
) -> int:
    """Keep what the file says of its answers beside the probed traces."""
    judged = {
        origin.traces[line.request_id].trace_id: FileProbe(line.answer, line.is_correct)
        for line in lines
        if line.is_correct is not None
    }
    new = {key: probe for key, probe in judged.items() if origin.logged.get(key) != probe}
    if new and report.import_id is not None:
        with store.writing() as connection:
            write_traces.insert_probes(
                connection, [(key, report.import_id, *probe) for key, probe in new.items()]
            )
    return len(judged)
