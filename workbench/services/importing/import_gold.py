"""Imports gold passages, as JSON lines or relevance judgements: the whole file or nothing.

An id is a question's first; where no question has it, a request's. Grades of 1 and more are
relevant, any one of them enough; lower grades are kept beside the gold.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from db import read_gold_targets, write_gold
from db.store import Store
from workbench.domain.records import GoldSets
from workbench.errors import InputError
from workbench.formats.gold_jsonl import GoldLine, read_gold_lines
from workbench.formats.problems import Findings
from workbench.formats.qrels import Judgement, read_qrels
from workbench.formats.text_lines import OpenedFile, line_heads
from workbench.formats.tools.detect import find_tool
from workbench.services.importing.find_run import find_run
from workbench.services.importing.import_report import ImportReport, Progress, refusal
from workbench.services.importing.refresh_after_import import refresh_after_import
from workbench.services.importing.running_import import content_mark, give_turn, running_import
from workbench.services.importing.tool_parts import read_tool
from workbench.services.importing.trace_rows import gold_text, instant_text
from workbench.services.importing.verdict_records import chunks
from workbench.services.importing.write_gold_sets import put_gold
from workbench.services.importing.write_gold_texts import put_gold_texts
from workbench.services.importing.write_traces import ensure_queries

ROWS_IN_BATCH = 500
NOT_BY_REQUEST = "Import its traces first, or leave --run out where the file names questions."


class _Read(NamedTuple):
    gold: list[GoldLine]
    judgements: list[Judgement]
    n_read: int


def import_gold(
    store: Store, path: Path, *, run: str | None = None, progress: Progress | None = None
) -> ImportReport:
    """Import gold for questions, or for requests (of `run`, where it is given)."""
    findings = Findings()
    try:
        if run is not None:
            with store.reading() as connection:
                find_run(connection, run, NOT_BY_REQUEST)
        read = _read(path, findings)
    except InputError as error:
        findings.refuse(None, None, str(error))
        read = _Read([], [], 0)
    if not read.n_read and not findings.problems:
        findings.refuse(None, None, "holds no gold.")
    if findings.problems:
        return refusal("gold", path, findings, run, read.n_read, findings.n_problems)
    import_id, counts = _write(store, path, read, run, findings, progress)
    return ImportReport(
        kind="gold",
        file_name=path.name,
        run=run,
        is_imported=True,
        n_read=read.n_read,
        n_new=counts["gold_new"],
        n_changed=counts["gold_changed"],
        n_unchanged=counts["gold_unchanged"] + counts["gold_kept_edited"],
        notices=findings.notices(),
        import_id=import_id,
    )


def _read(path: Path, findings: Findings) -> _Read:
    source = find_tool(path, "gold")
    if source is not None:
        held = read_tool(source, "gold", None, findings)
        gold = held.gold or _relevant(held.judgements, findings)
        n_read = len(held.judgements or gold) + findings.n_problems
        return _Read(gold, held.judgements, n_read)
    opened = OpenedFile(path)
    try:
        first = next(
            (line for line in line_heads(opened) if line.strip() and line[:1] != b"#"), b""
        ).lstrip()
    except (OSError, EOFError):
        first = b""
    finally:
        opened.close()
    if first[:1] in (b"{", b"["):
        gold = read_gold_lines(path, findings)
        return _Read(gold, [], len(gold) + findings.n_problems)
    judgements = read_qrels(path, findings)
    return _Read(_relevant(judgements, findings), judgements, len(judgements) + findings.n_problems)


def _relevant(judgements: list[Judgement], findings: Findings) -> list[GoldLine]:
    by_query: dict[str, list[str]] = {}
    first_lines: dict[str, int] = {}
    grades: dict[tuple[str, str], int] = {}
    for query_id, doc_id, grade, line in judgements:
        first_lines.setdefault(query_id, line)
        by_query.setdefault(query_id, [])
        if grades.setdefault((query_id, doc_id), grade) != grade:
            findings.refuse(line, "grade", f"{query_id} {doc_id} was given another grade before.")
        elif grade >= 1 and doc_id not in by_query[query_id]:
            by_query[query_id].append(doc_id)
    for query_id, doc_ids in by_query.items():
        if not doc_ids:
            findings.remark(
                "none_relevant",
                "queries with no relevant passage: their gold stays unknown, since not every "
                "passage was judged",
                first_lines[query_id],
            )
    return [
        GoldLine(query_id, False, tuple((doc_id,) for doc_id in doc_ids), first_lines[query_id])
        for query_id, doc_ids in by_query.items()
        if doc_ids
    ]


def _last(gold: list[GoldLine], findings: Findings) -> dict[tuple[str, bool], GoldSets]:
    last: dict[tuple[str, bool], GoldSets] = {}
    for identity, is_request, sets, line, _ in gold:
        key = (identity, is_request)
        if last.get(key, sets) != sets:
            findings.remark(
                "conflicting_gold",
                f"{identity[:80]} is given different gold on several lines: the last one counts",
                line,
            )
        last[key] = sets
    return last


def _keys(
    store: Store, names: set[tuple[str, bool]], run: str | None, findings: Findings
) -> dict[tuple[str, bool], list[str]]:
    questions = {name for name, is_request in names if not is_request}
    known: set[str] = set()
    by_request: dict[str, list[str]] = {}
    with store.reading() as connection:
        for some in chunks(questions):
            known |= read_gold_targets.question_ids(connection, some)
        for some in chunks({name for name, _ in names}):
            for request_id, key in read_gold_targets.keys_of_requests(connection, some, run):
                by_request.setdefault(request_id, []).append(key)
    keys: dict[tuple[str, bool], list[str]] = {}
    for name, is_request in names:
        if not is_request and name in known:
            keys[name, is_request] = [f"question:{name}"]
        elif name in by_request:
            keys[name, is_request] = sorted(set(by_request[name]))
        else:
            keys[name, is_request] = [] if is_request else [f"question:{name}"]
    n_ahead = sum(n not in known and n not in by_request and not is_r for n, is_r in names)
    n_lost = sum(is_request and n not in by_request for n, is_request in names)
    if n_ahead:
        findings.remark(
            "no_trace_yet",
            "{n} {query has|queries have} no trace in the store: the gold waits for traces that "
            "carry {this id|these ids} as question_id",
            n=n_ahead,
        )
    if n_lost:
        findings.remark(
            "unknown_requests", "{n} {request is|requests are} in no run: passed over", n=n_lost
        )
    return keys


def _write(
    store: Store,
    path: Path,
    read: _Read,
    run: str | None,
    findings: Findings,
    progress: Progress | None,
) -> tuple[int, Mapping[str, int]]:
    last = _last(read.gold, findings)
    names = set(last) | {(judgement.query_id, False) for judgement in read.judgements}
    keys = _keys(store, names, run, findings)
    counts: Counter[str] = Counter()
    with running_import(store, "gold", path.name) as running:
        now_text = instant_text(running.started_at) or ""
        for number, some in enumerate(chunks(last, ROWS_IN_BATCH)):
            with running.batch() as connection:
                wanted = {key: _question_of(key) for name in some for key in keys[name]}
                ids = ensure_queries(connection, wanted)
                gold = {ids[key]: gold_text(last[n]) or "[]" for n in some for key in keys[n]}
                put_gold(connection, gold, running.import_id, now_text, counts)
            if progress is not None:
                progress(min(len(last), (number + 1) * ROWS_IN_BATCH), len(last))
        texts = {text.doc_id: text for line in read.gold for text in line.texts}
        put_gold_texts(running, texts.values())
        if counts["gold_kept_edited"]:
            findings.remark(
                "gold_kept_edited",
                "{n} {query keeps|queries keep} the gold that an annotator edited",
                n=counts["gold_kept_edited"],
            )
        with store.writing() as connection:
            running.finish(
                connection,
                {
                    "n_new": counts["gold_new"],
                    "n_changed": counts["gold_changed"],
                    "n_unchanged": counts["gold_unchanged"] + counts["gold_kept_edited"],
                },
                content_mark(repr(line) for line in (*read.gold, *read.judgements)),
                {"run": run, "notices": findings.logged()},
            )
    _write_grades(store, read.judgements, keys, running.import_id)
    if counts["gold_new"] or counts["gold_changed"] or any(line.texts for line in read.gold):
        refresh_after_import(store, running.import_id)
    return running.import_id, counts


def _question_of(key: str) -> str | None:
    return key.removeprefix("question:") if key.startswith("question:") else None


def _write_grades(
    store: Store,
    judgements: list[Judgement],
    keys: Mapping[tuple[str, bool], list[str]],
    import_id: int,
) -> None:
    for some in chunks(judgements, ROWS_IN_BATCH):
        with store.writing() as connection:
            wanted = {key: _question_of(key) for item in some for key in keys[item.query_id, False]}
            ids = ensure_queries(connection, wanted)
            grades = {
                (ids[key], item.doc_id): item.grade
                for item in some
                for key in keys[item.query_id, False]
            }
            write_gold.put_relevance(
                connection, [(*pair, grade, import_id) for pair, grade in grades.items()]
            )
        give_turn()
