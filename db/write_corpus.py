"""Rows of corpora: which index versions are known, and which passages they held."""

from sqlalchemy import Connection

from db.bulk import Rows, insert_rows
from db.models import corpora, corpus_passages


def put_corpus_passages(connection: Connection, rows: Rows) -> None:
    """Insert passages as (index_version, doc_id, text_hash, import_id); those there stay."""
    insert_rows(
        connection,
        corpus_passages,
        ("index_version", "doc_id", "text_hash", "import_id"),
        rows,
        "ON CONFLICT DO NOTHING",
    )


def replace_texts(connection: Connection, rows: Rows) -> None:
    """Give passages that are there another text, as `put_corpus_passages` takes them."""
    insert_rows(
        connection,
        corpus_passages,
        ("index_version", "doc_id", "text_hash", "import_id"),
        rows,
        "ON CONFLICT (index_version, doc_id) DO UPDATE SET text_hash = excluded.text_hash",
    )


def put_corpora(connection: Connection, rows: Rows) -> None:
    """Say that the corpus of index versions is known, as (index_version, import_id)."""
    insert_rows(connection, corpora, ("index_version", "import_id"), rows, "ON CONFLICT DO NOTHING")
