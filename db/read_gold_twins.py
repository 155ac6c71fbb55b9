"""Which texts equal a gold passage's, whatever id they were retrieved under."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    and_,
    case,
    exists,
    func,
    or_,
    select,
)

from db.gold_text_names import BLANK, FACTS, HOLDERS, SEARCHED, TEXTS, named, texts_of_gold
from db.models import (
    corpora,
    corpus_passages,
    current_gold,
    current_traces,
    gold_members,
    gold_versions,
    hits,
    imports,
    passages,
    trace_evidence,
    traces,
)
from workbench.domain.vocabulary import Evidence

IDS_PER_STATEMENT = 500
NOT_LOST = (Evidence.REACHED, Evidence.ENDPOINT_UNAVAILABLE)


class Twin(NamedTuple):
    """A text that stands for a gold id."""

    gold_id: str
    text_hash: bytes


def has_twins(connection: Connection) -> bool:
    """Whether any gold passage is known by a text beside its id."""
    statement = select(exists().where(corpus_passages.c.index_version.in_((HOLDERS, FACTS))))
    return bool(connection.execute(statement).scalar())


def has_texts(connection: Connection) -> bool:
    """Whether the store holds any passage's text."""
    return connection.execute(select(passages.c.text_hash).limit(1)).first() is not None


def read_searched(connection: Connection) -> int:
    """Number of the newest import that was searched; 0 before the first time."""
    statement = select(corpus_passages.c.import_id).where(
        corpus_passages.c.index_version == SEARCHED
    )
    return int(connection.execute(statement).scalar() or 0)


def read_newest_import(connection: Connection) -> int:
    """Number of the newest import that is done; 0 where there is none."""
    statement = select(func.max(imports.c.import_id)).where(imports.c.status == "done")
    return int(connection.execute(statement).scalar() or 0)


def read_lost_gold_ids(connection: Connection, since: int) -> list[str]:
    """Gold ids never looked for, of lost traces that came, or whose gold came, since an import."""
    lost, known = _gold_of_lost(), texts_of_gold("known")
    statement = (
        select(lost.c.doc_id)
        .outerjoin(known, named(known, TEXTS, lost.c.doc_id))
        .where(known.c.doc_id.is_(None), lost.c.newest > since)
        .distinct()
    )
    return list(connection.execute(statement).scalars())


def read_blank_texts(connection: Connection) -> list[bytes]:
    """Hashes of texts without a character: all of them are alike, and stand for no passage."""
    statement = select(passages.c.text_hash).where(passages.c.folded_hash == BLANK)
    return list(connection.execute(statement).scalars())


def read_texts_in_corpora(
    connection: Connection, doc_ids: Collection[str], blank: Collection[bytes] = ()
) -> dict[str, bytes]:
    """Text hash by id as imported corpora have it, blank ones aside; of several the earliest."""
    statement = (
        select(corpus_passages.c.doc_id, corpus_passages.c.text_hash)
        .join(corpora, corpora.c.index_version == corpus_passages.c.index_version)
        .where(
            corpus_passages.c.doc_id.in_(doc_ids),
            corpus_passages.c.text_hash.is_not(None),
            corpus_passages.c.text_hash.not_in(blank),
        )
        .order_by(corpora.c.import_id.desc(), corpora.c.index_version)
    )
    return {row.doc_id: row.text_hash for row in connection.execute(statement)}


def read_without_text(connection: Connection) -> list[tuple[str, int]]:
    """Gold ids without a text, and the import at which they were first looked for."""
    row = corpus_passages.c
    statement = select(row.doc_id, row.import_id).where(*_without_text(0))
    return [(found[0], found[1]) for found in connection.execute(statement)]


def read_trace_stretches(
    connection: Connection, after_import: int, n_traces: int
) -> list[tuple[int, int]]:
    """Ranges of trace ids that imports later than one brought, about `n_traces` each."""
    number = traces.c.trace_id // n_traces
    statement = (
        select(func.min(traces.c.trace_id), func.max(traces.c.trace_id))
        .where(traces.c.import_id > after_import)
        .group_by(number)
        .order_by(number)
    )
    return [(row[0], row[1]) for row in connection.execute(statement)]


def read_texts_in_hits(
    connection: Connection,
    first: int,
    last: int,
    looked_for_since: int,
    blank: Collection[bytes] = (),
) -> dict[str, bytes]:
    """Text hash by id for gold ids without one, from a stretch of traces, blank ones aside."""
    wanted = select(corpus_passages.c.doc_id).where(*_without_text(looked_for_since))
    statement = (
        select(hits.c.doc_id, hits.c.text_hash)
        .where(
            hits.c.trace_id.between(first, last),
            hits.c.text_hash.is_not(None),
            hits.c.text_hash.not_in(blank),
            hits.c.doc_id.in_(wanted),
        )
        .distinct()
    )
    rows = sorted((row[0], row[1]) for row in connection.execute(statement))
    return dict(reversed(rows))


def read_twins_in_hits(connection: Connection, since: int) -> list[Twin]:
    """Texts equal to a lost gold passage's, retrieved for its trace under another id."""
    wanted = _wanted_texts()
    statement = (
        select(wanted.c.doc_id, wanted.c.text_hash)
        .select_from(wanted)
        .join(
            hits,
            and_(hits.c.trace_id == wanted.c.trace_id, hits.c.text_hash == wanted.c.text_hash),
        )
        .where(
            wanted.c.newest > since, or_(hits.c.doc_id.is_(None), hits.c.doc_id != wanted.c.doc_id)
        )
        .distinct()
    )
    return [Twin._make(row) for row in connection.execute(statement)]


def read_twins_in_corpora(connection: Connection, since: int) -> list[Twin]:
    """Texts equal to a lost gold passage's that its index version held under another id."""
    wanted, held = _wanted_texts(), corpus_passages.alias("held")
    statement = (
        select(wanted.c.doc_id, wanted.c.text_hash)
        .select_from(wanted)
        .join(corpora, corpora.c.index_version == wanted.c.index_version)
        .join(
            held,
            and_(
                held.c.text_hash == wanted.c.text_hash,
                held.c.index_version == wanted.c.index_version,
            ),
        )
        .where(
            or_(wanted.c.newest > since, held.c.import_id > since), held.c.doc_id != wanted.c.doc_id
        )
        .distinct()
    )
    return [Twin._make(row) for row in connection.execute(statement)]


def read_gold_ids_given(connection: Connection, import_id: int) -> list[str]:
    """Gold ids whose text an import gave."""
    row = corpus_passages.c
    statement = select(row.doc_id).where(row.import_id == import_id, row.index_version == TEXTS)
    return list(connection.execute(statement).scalars())


def read_versions_of(connection: Connection, gold_ids: Collection[str]) -> set[str]:
    """Index versions of current traces that have one of these among their gold."""
    versions: set[str] = set()
    ids = sorted(gold_ids)
    for start in range(0, len(ids), IDS_PER_STATEMENT):
        statement = (
            select(current_traces.c.index_version)
            .join(current_gold, current_gold.c.query_id == current_traces.c.query_id)
            .join(gold_members, gold_members.c.gold_version_id == current_gold.c.gold_version_id)
            .where(gold_members.c.doc_id.in_(ids[start : start + IDS_PER_STATEMENT]))
            .distinct()
        )
        versions.update(connection.execute(statement).scalars())
    return versions


def _without_text(looked_for_since: int) -> tuple[ColumnElement[bool], ...]:
    row = corpus_passages.c
    return (
        row.index_version == TEXTS,
        row.text_hash.is_(None),
        row.import_id >= looked_for_since,
    )


def _gold_of_lost() -> CTE:
    """Lost traces with each gold id, and the newer of the imports that brought trace and gold."""
    # From the evidence rows, which name their gold: the view of current gold is not scanned. Kept
    # as a list, so that the planner goes from traces to texts and never from texts to traces.
    trace_import, gold_import = current_traces.c.import_id, gold_versions.c.import_id
    return (
        select(
            current_traces.c.trace_id,
            current_traces.c.index_version,
            gold_members.c.doc_id,
            case((trace_import > gold_import, trace_import), else_=gold_import).label("newest"),
        )
        .select_from(trace_evidence)
        .join(current_traces, current_traces.c.trace_id == trace_evidence.c.trace_id)
        .join(gold_versions, gold_versions.c.gold_version_id == trace_evidence.c.gold_version_id)
        .join(gold_members, gold_members.c.gold_version_id == gold_versions.c.gold_version_id)
        .where(trace_evidence.c.evidence.not_in(NOT_LOST))
        .cte("gold_of_lost")
        .prefix_with("MATERIALIZED")
    )


def _wanted_texts() -> CTE:
    """Lost traces with every text that is the same as one of their gold passages'."""
    lost, known = _gold_of_lost(), texts_of_gold("known")
    own, twins = passages.alias("own"), passages.alias("twins")
    newest = case((known.c.import_id > lost.c.newest, known.c.import_id), else_=lost.c.newest)
    return (
        select(
            lost.c.trace_id,
            lost.c.index_version,
            lost.c.doc_id,
            twins.c.text_hash,
            newest.label("newest"),
        )
        .select_from(lost)
        .join(known, named(known, TEXTS, lost.c.doc_id))
        .join(own, own.c.text_hash == known.c.text_hash)
        .join(twins, twins.c.folded_hash == own.c.folded_hash)
        .cte("wanted_texts")
        .prefix_with("MATERIALIZED")
    )
