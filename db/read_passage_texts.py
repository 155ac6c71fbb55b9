"""Texts of passages by id, as an index version's corpus holds them."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from db.models import corpus_passages, passages


def read_corpus_texts(
    connection: Connection, index_version: str, doc_ids: Collection[str]
) -> dict[str, str]:
    """Give the texts of these passages, as far as the corpus was imported with texts."""
    rows = connection.execute(
        select(corpus_passages.c.doc_id, passages.c.text)
        .join(passages, passages.c.text_hash == corpus_passages.c.text_hash)
        .where(
            corpus_passages.c.index_version == index_version,
            corpus_passages.c.doc_id.in_(doc_ids),
        )
    )
    return {row.doc_id: row.text for row in rows}
