"""Traces of the store with the candidates that a ranking file gives them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from db import read_imports, read_whole_traces
from db.bulk import Connection
from db.store import Store
from db.write_words import NOT_USABLE, UNMAPPED
from workbench.domain.records import JudgeId
from workbench.errors import InputError
from workbench.formats.judge_fields import ReadOpinion
from workbench.formats.passage_lists import Passages
from workbench.formats.problems import Findings
from workbench.formats.sniff import first_lines
from workbench.formats.tables import is_parquet
from workbench.formats.tools.retrieval_sets import read_ranking
from workbench.formats.tools.tool_source import ToolSource
from workbench.formats.trace_jsonl import NumberedTrace, TraceLine
from workbench.formats.trec_run import looks_like_run, read_run
from workbench.services.importing.verdict_records import chunks

OWN_REASONS = (UNMAPPED, NOT_USABLE)


def is_trec_run(path: Path) -> bool:
    """Whether the file is a ranking in TREC form."""
    return not is_parquet(path) and looks_like_run(first_lines(path))


def _ranked(
    path: Path, source: ToolSource | None, findings: Findings
) -> dict[str, tuple[int, Passages]]:
    if source is None:
        return read_run(path, findings)
    return read_ranking(source.items(findings), findings)


def traces_with_run(
    store: Store, path: Path, run: str, findings: Findings, source: ToolSource | None = None
) -> Iterator[NumberedTrace]:
    """Give every trace of `run` that the file ranks, by request id or question id.

    `source` is the file as recognised, where it is no TREC run.

    Raises InputError where the store has no such run; a query that no trace has is a problem
    with its line.
    """
    ranked = _ranked(path, source, findings)
    for problem in findings.problems:
        yield NumberedTrace(problem.line or 0, None, None)
    met: set[str] = set()
    with store.reading() as connection:
        run_id = read_imports.run_ids(connection, [run]).get(run)
        if run_id is None:
            raise InputError(
                f"{path.name} is a ranking: it adds candidates to traces that are in the store, "
                f"and there is no run {run!r}. Import its traces first."
            )
        for some in chunks(ranked, 200):
            for row in read_whole_traces.traces_of(connection, run_id, some):
                name = row.request_id if row.request_id in ranked else row.question_id
                met.add(name)
                line, passages = ranked[name]
                yield NumberedTrace(line, _trace(connection, row, run, passages), b"")
    for name, (line, _) in ranked.items():
        if name not in met:
            findings.refuse(line, "query", f"{name[:80]} is no trace of run {run}.")
            yield NumberedTrace(line, None, name.encode())


def _trace(connection: Connection, row: Any, run: str, candidates: Passages) -> TraceLine:
    lists: list[Passages | None] = [None, None, None]
    held = (row.has_candidates, row.has_reranked, row.has_prompt)
    hits = read_whole_traces.hits_of(connection, row.trace_id)
    for number, is_there in enumerate(held):
        if is_there:
            items = [hit for hit in hits if hit.list == number]
            lists[number] = Passages(
                [hit.doc_id for hit in items],
                [hit.rank for hit in items],
                [hit.score for hit in items],
                [hit.text for hit in items],
            )
    return TraceLine(
        row.request_id,
        run,
        row.question_id,
        row.query,
        row.rewritten_query,
        row.reference_answer,
        row.answer,
        row.error,
        candidates,
        lists[1],
        lists[2],
        row.prompt_text,
        row.prompt_tokens,
        row.is_truncated,
        row.model,
        row.settings,
        row.index_version,
        row.query_embedding_model,
        row.index_embedding_model,
        row.created_at,
        row.created_at_text,
        read_whole_traces.signals_of(connection, row.trace_id),
        read_whole_traces.probe_of(connection, row.trace_id),
        None,
        tuple(
            ReadOpinion(
                JudgeId(verdict.name, verdict.version, verdict.prompt_fingerprint),
                verdict.raw_verdict,
                verdict.score,
                verdict.threshold,
                verdict.rationale,
                None if verdict.reason in OWN_REASONS else verdict.reason,
            )
            for verdict in read_whole_traces.verdicts_of(connection, row.trace_id)
        ),
        row.extra,
        row.raw,
    )
