"""Traces, gold, corpora, verdicts and labels written straight into a store, for tests."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, insert, select

from db import models
from db.store import Store
from workbench.domain.records import GoldSets, JudgeOpinion, Trace
from workbench.services.importing.passage_hashes import folded_hash

NOON = datetime(2025, 3, 3, 12, tzinfo=UTC)


def plant_import(connection: Connection, kind: str = "traces") -> int:
    """A finished import that rows can belong to."""
    statement = insert(models.imports).values(
        kind=kind,
        file_name="planted",
        file_hash="",
        status="done",
        started_at=NOON,
        finished_at=NOON,
        details={},
    )
    return int(connection.execute(statement).inserted_primary_key[0])


def _id_of(connection: Connection, table: object, key: object, **values: object) -> int:
    conditions = [table.c[name].is_not_distinct_from(value) for name, value in values.items()]  # type: ignore[attr-defined]
    found = connection.execute(select(key).where(*conditions)).scalar()  # type: ignore[call-overload]
    if found is not None:
        return int(found)
    if table is models.runs or table is models.annotators:
        values["created_at"] = NOON
    return int(connection.execute(insert(table).values(**values)).inserted_primary_key[0])  # type: ignore[arg-type]


def plant_traces(store: Store, traces: Sequence[Trace]) -> dict[str, int]:
    """Write the traces with their gold and judge verdicts; gives trace ids by request id."""
    ids: dict[str, int] = {}
    with store.writing() as connection:
        import_id = plant_import(connection)
        golden: set[int] = set()
        for trace in traces:
            run_id = _id_of(connection, models.runs, models.runs.c.run_id, name=trace.run)
            key = (
                f"question:{trace.question_id}"
                if trace.question_id
                else f"trace:{trace.run}/{trace.request_id}"
            )
            query_id = _id_of(
                connection,
                models.queries,
                models.queries.c.query_id,
                query_key=key,
                question_id=trace.question_id,
            )
            if trace.gold is not None and query_id not in golden:
                golden.add(query_id)
                plant_gold(connection, query_id, trace.gold, import_id)
            ids[trace.request_id] = _plant_trace(connection, trace, run_id, query_id, import_id)
            for opinion in trace.judges:
                plant_verdict(connection, ids[trace.request_id], opinion, import_id)
    return ids


def _plant_trace(
    connection: Connection, trace: Trace, run_id: int, query_id: int, import_id: int
) -> int:
    statement = insert(models.traces).values(
        run_id=run_id,
        request_id=trace.request_id,
        version=1,
        import_id=import_id,
        query_id=query_id,
        content_hash="",
        details_hash="",
        query=trace.query,
        rewritten_query=trace.rewritten_query,
        reference_answer=trace.reference_answer,
        answer=trace.answer,
        prompt_tokens=trace.prompt_tokens,
        is_truncated=trace.is_truncated,
        has_candidates=trace.candidates is not None,
        has_reranked=trace.reranked is not None,
        has_prompt=trace.prompt_passages is not None,
        model=trace.model,
        settings=trace.settings,
        index_version=trace.index_version or "",
        query_embedding_model=trace.query_embedding_model,
        index_embedding_model=trace.index_embedding_model,
        error=trace.error,
        extra=dict(trace.extra),
    )
    trace_id = int(connection.execute(statement).inserted_primary_key[0])
    rows = []
    prompt = trace.prompt_passages or ()
    for number, passages in enumerate((trace.candidates or (), trace.reranked or ())):
        rows += [
            (number, position, passage.doc_id, passage.rank, passage.score, passage.text)
            for position, passage in enumerate(passages)
        ]
    rows += [(2, position, doc, position + 1, None, None) for position, doc in enumerate(prompt)]
    if rows:
        connection.execute(
            insert(models.hits),
            [
                {
                    "trace_id": trace_id,
                    "list": number,
                    "position": position,
                    "doc_id": doc_id,
                    "rank": rank,
                    "score": score,
                    "text_hash": _plant_passage(connection, text),
                }
                for number, position, doc_id, rank, score, text in rows
            ],
        )
    for name, value in (trace.signals or {}).items():
        connection.execute(insert(models.signals).values(trace_id=trace_id, name=name, value=value))
    return trace_id


def _plant_passage(connection: Connection, text: str | None) -> bytes | None:
    if text is None:
        return None
    digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
    known = select(models.passages.c.text_hash).where(models.passages.c.text_hash == digest)
    if connection.execute(known).first() is None:
        connection.execute(
            insert(models.passages).values(
                text_hash=digest, folded_hash=folded_hash(text), text=text
            )
        )
    return digest


def plant_gold(
    connection: Connection,
    query_id: int,
    gold: GoldSets,
    import_id: int,
    author: str = "planted",
    reason: str | None = None,
) -> int:
    """Write a gold version; gives its id."""
    statement = insert(models.gold_versions).values(
        query_id=query_id,
        import_id=import_id,
        author=author,
        reason=reason,
        created_at=NOON,
        sets=[list(gold_set) for gold_set in gold],
        n_sets=len(gold),
    )
    version = int(connection.execute(statement).inserted_primary_key[0])
    members = [
        {"gold_version_id": version, "set_no": number, "doc_id": doc}
        for number, gold_set in enumerate(gold)
        for doc in sorted(set(gold_set))
    ]
    if members:
        connection.execute(insert(models.gold_members), members)
    return version


def plant_verdict(
    connection: Connection, trace_id: int, opinion: JudgeOpinion, import_id: int
) -> None:
    """Write one judge verdict."""
    judge_id = _id_of(
        connection,
        models.judges,
        models.judges.c.judge_id,
        name=opinion.judge.name,
        version=opinion.judge.version,
        prompt_fingerprint=opinion.judge.prompt_fingerprint,
    )
    connection.execute(
        insert(models.judge_verdicts).values(
            judge_id=judge_id,
            trace_id=trace_id,
            import_id=import_id,
            verdict=opinion.verdict,
            raw_verdict=opinion.raw_verdict,
            reason=opinion.reason,
            score=opinion.score,
            threshold=opinion.threshold,
            rationale=opinion.rationale,
        )
    )


def plant_corpus(
    store: Store,
    index_version: str,
    doc_ids: Iterable[str],
    texts: Mapping[str, str] | None = None,
) -> None:
    """Write which passages an index version held, with texts by id where they are given."""
    with store.writing() as connection:
        import_id = plant_import(connection, "corpus")
        connection.execute(
            insert(models.corpora).values(index_version=index_version, import_id=import_id)
        )
        rows = [
            {
                "index_version": index_version,
                "doc_id": doc,
                "import_id": import_id,
                "text_hash": _plant_passage(connection, (texts or {}).get(doc)),
            }
            for doc in sorted(set(doc_ids))
        ]
        if rows:
            connection.execute(insert(models.corpus_passages), rows)


def plant_label_set(store: Store, run: str, design: str, **fields: object) -> int:
    """Declare how a set of labels was drawn; gives its id."""
    with store.writing() as connection:
        import_id = plant_import(connection, "human_verdicts")
        run_id = _id_of(connection, models.runs, models.runs.c.run_id, name=run)
        statement = insert(models.label_sets).values(
            run_id=run_id, import_id=import_id, design=design, declared_at=NOON, **fields
        )
        return int(connection.execute(statement).inserted_primary_key[0])


def plant_label(
    store: Store,
    trace_id: int,
    answer: str | None,
    annotator: str = "ada",
    kind: str = "verdict",
    seconds: int = 0,
    **fields: object,
) -> int:
    """Write one current human entry; gives its id."""
    with store.writing() as connection:
        annotator_id = _id_of(
            connection, models.annotators, models.annotators.c.annotator_id, name=annotator
        )
        values: dict[str, object] = {
            "gold_changes": [],
            "is_current": True,
            "recorded_at": NOON,
            "labelled_at": NOON + timedelta(seconds=seconds),
        }
        values |= fields
        statement = insert(models.human_entries).values(
            trace_id=trace_id, annotator_id=annotator_id, kind=kind, answer=answer, **values
        )
        return int(connection.execute(statement).inserted_primary_key[0])
