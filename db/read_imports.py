"""What an import must know of the store: which rows there are already, and what they say.

An import sees its own unfinished rows beside the finished ones, so that a file may name a
thing twice; nobody else does.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    func,
    or_,
    select,
    tuple_,
    union,
)

from db.models import (
    corpus_passages,
    current_judge_verdicts,
    current_traces,
    gold_versions,
    imports,
    judge_verdicts,
    judges,
    queries,
    runs,
    traces,
    verdict_words,
)
from db.visible_runs import is_visible


class TraceState(NamedTuple):
    """The counting version of a request in the store."""

    trace_id: int
    request_id: str
    version: int
    content_hash: str
    details_hash: str
    query_id: int


class VerdictState(NamedTuple):
    """A counting judge verdict, with what would make a new one differ."""

    trace_id: int
    judge_id: int
    judge_verdict_id: int
    verdict: str | None
    raw_verdict: str
    reason: str | None
    score: float | None
    threshold: float | None
    rationale: str | None


class GoldState(NamedTuple):
    """The counting gold of a query, and the kind of import that made it."""

    query_id: int
    gold_version_id: int
    sets: list[list[str]]
    kind: str


def _counts(table: Table, import_id: int) -> ColumnElement[bool]:
    live = select(imports.c.import_id).where(
        or_(imports.c.status == "done", imports.c.import_id == import_id)
    )
    ended = table.c.superseded_by_import_id
    return and_(table.c.import_id.in_(live), or_(ended.is_(None), ended.not_in(live)))


def run_ids(connection: Connection, names: Collection[str]) -> dict[str, int]:
    """Ids of the runs that exist, by name."""
    rows = connection.execute(select(runs.c.name, runs.c.run_id).where(runs.c.name.in_(names)))
    return {row.name: row.run_id for row in rows}


def run_names(connection: Connection) -> list[str]:
    """Names of all runs."""
    statement = select(runs.c.name).where(is_visible()).order_by(runs.c.name)
    return list(connection.execute(statement).scalars())


def has_traces(connection: Connection, run_id: int) -> bool:
    """Whether the run holds any trace, visible or not."""
    return (
        connection.execute(
            select(traces.c.trace_id).where(traces.c.run_id == run_id).limit(1)
        ).first()
        is not None
    )


def trace_states(
    connection: Connection, run_id: int, request_ids: Collection[str], import_id: int
) -> dict[str, TraceState]:
    """The counting version of each request that has one."""
    rows = connection.execute(
        select(
            traces.c.trace_id,
            traces.c.request_id,
            traces.c.version,
            traces.c.content_hash,
            traces.c.details_hash,
            traces.c.query_id,
        ).where(
            traces.c.run_id == run_id,
            traces.c.request_id.in_(request_ids),
            _counts(traces, import_id),
        )
    )
    return {row.request_id: TraceState(*row) for row in rows}


def last_versions(
    connection: Connection, run_id: int, request_ids: Collection[str]
) -> dict[str, int]:
    """The highest version number in use for each request."""
    rows = connection.execute(
        select(traces.c.request_id, func.max(traces.c.version))
        .where(traces.c.run_id == run_id, traces.c.request_id.in_(request_ids))
        .group_by(traces.c.request_id)
    )
    return {row[0]: row[1] for row in rows}


def query_ids(connection: Connection, keys: Collection[str]) -> dict[str, int]:
    """Ids of the queries that exist, by key."""
    rows = connection.execute(
        select(queries.c.query_key, queries.c.query_id).where(queries.c.query_key.in_(keys))
    )
    return {row.query_key: row.query_id for row in rows}


def verdict_states(
    connection: Connection, trace_ids: Collection[int], import_id: int
) -> dict[tuple[int, int], VerdictState]:
    """The counting verdict of each judge on each of the traces."""
    table = judge_verdicts.c
    rows = connection.execute(
        select(
            table.trace_id,
            table.judge_id,
            table.judge_verdict_id,
            table.verdict,
            table.raw_verdict,
            table.reason,
            table.score,
            table.threshold,
            table.rationale,
        )
        .where(table.trace_id.in_(trace_ids), _counts(judge_verdicts, import_id))
        .order_by(table.judge_verdict_id)
    )
    return {(row.trace_id, row.judge_id): VerdictState(*row) for row in rows}


def gold_states(
    connection: Connection, wanted: Collection[int], import_id: int
) -> dict[int, GoldState]:
    """The counting gold of each query that has any."""
    rows = connection.execute(
        select(
            gold_versions.c.query_id,
            gold_versions.c.gold_version_id,
            gold_versions.c.sets,
            imports.c.kind,
        )
        .join(imports, imports.c.import_id == gold_versions.c.import_id)
        .where(gold_versions.c.query_id.in_(wanted), _counts(gold_versions, import_id))
        .order_by(gold_versions.c.gold_version_id)
    )
    return {row.query_id: GoldState(*row) for row in rows}


def judge_ids(connection: Connection, names: Iterable[str]) -> dict[tuple[str, str, str], int]:
    """Ids of the judges of these names, by name, version and prompt fingerprint."""
    rows = connection.execute(
        select(judges.c.name, judges.c.version, judges.c.prompt_fingerprint, judges.c.judge_id)
        .where(judges.c.name.in_(list(names)))
        .order_by(judges.c.judge_id)
    )
    return {(row.name, row.version, row.prompt_fingerprint): row.judge_id for row in rows}


def all_judges(connection: Connection) -> list[tuple[int, str, str, str]]:
    """Every judge as id, name, version and prompt fingerprint."""
    rows = connection.execute(
        select(
            judges.c.judge_id, judges.c.name, judges.c.version, judges.c.prompt_fingerprint
        ).order_by(judges.c.name, judges.c.version, judges.c.judge_id)
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def confirmed_words(
    connection: Connection, judge_ids: Collection[int]
) -> dict[tuple[int, str], str]:
    """Meanings that a person confirmed, by judge and word."""
    rows = connection.execute(
        select(verdict_words.c.judge_id, verdict_words.c.word, verdict_words.c.meaning).where(
            verdict_words.c.judge_id.in_(judge_ids)
        )
    )
    return {(row.judge_id, row.word): row.meaning for row in rows}


def word_counts(
    connection: Connection, judge_ids: Collection[int]
) -> list[tuple[int, str, str | None, int]]:
    """How often each judge used each word on current traces, and the verdict it stands as."""
    verdict = current_judge_verdicts.c
    rows = connection.execute(
        select(verdict.judge_id, verdict.raw_verdict, verdict.verdict, func.count())
        .join(current_traces, current_traces.c.trace_id == verdict.trace_id)
        .where(verdict.judge_id.in_(judge_ids))
        .group_by(verdict.judge_id, verdict.raw_verdict, verdict.verdict)
        .order_by(verdict.judge_id, func.count().desc(), verdict.raw_verdict)
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def touched_index_versions(connection: Connection, import_id: int) -> list[str]:
    """Index versions of the traces whose evidence an import may have changed."""
    trace = current_traces.c
    own = select(trace.index_version).where(trace.import_id == import_id)
    by_gold = (
        select(trace.index_version)
        .join(gold_versions, gold_versions.c.query_id == trace.query_id)
        .where(gold_versions.c.import_id == import_id)
    )
    held = select(corpus_passages.c.index_version).where(corpus_passages.c.import_id == import_id)
    by_corpus = select(trace.index_version).where(trace.index_version.in_(held.distinct()))
    return sorted(connection.execute(union(own, by_gold, by_corpus)).scalars())


def known_passages(
    connection: Connection, keys: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], bytes | None]:
    """Text hashes of the corpus passages that are there, by index version and id."""
    table = corpus_passages.c
    rows = connection.execute(
        select(table.index_version, table.doc_id, table.text_hash).where(
            tuple_(table.index_version, table.doc_id).in_(keys)
        )
    )
    return {(row.index_version, row.doc_id): row.text_hash for row in rows}
