"""Rows of gold passages' texts, as `gold_text_names` names them."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection

from db.bulk import insert_rows
from db.gold_text_names import FACTS, HOLDERS, HOLDS, SEARCHED, TEXTS
from db.models import corpus_passages
from db.read_gold_twins import Twin

COLUMNS = ("index_version", "doc_id", "text_hash", "import_id")


def put_gold_texts(
    connection: Connection, texts: Mapping[str, bytes | None], import_id: int
) -> None:
    """Keep what text each gold id has, None where none was found; a later text replaces it."""
    insert_rows(
        connection,
        corpus_passages,
        COLUMNS,
        [(TEXTS, gold_id, text_hash, import_id) for gold_id, text_hash in texts.items()],
        "ON CONFLICT (index_version, doc_id) DO UPDATE SET text_hash = excluded.text_hash, "
        "import_id = excluded.import_id",
    )


def put_facts(connection: Connection, facts: Mapping[str, bytes], import_id: int) -> None:
    """Keep which gold ids stand for a fact, and the fact's text; those there stay."""
    insert_rows(
        connection,
        corpus_passages,
        COLUMNS,
        [(FACTS, gold_id, text_hash, import_id) for gold_id, text_hash in facts.items()],
        "ON CONFLICT DO NOTHING",
    )


def put_twins(connection: Connection, twins: Iterable[Twin], import_id: int) -> None:
    """Keep which texts stand for which gold ids; those there stay."""
    found = sorted(set(twins))
    rows: list[tuple[object, ...]] = [
        (f"{HOLDS}{twin.gold_id}", twin.text_hash.hex(), twin.text_hash, import_id)
        for twin in found
    ]
    rows += [(HOLDERS, gold_id, None, import_id) for gold_id in {twin.gold_id for twin in found}]
    insert_rows(connection, corpus_passages, COLUMNS, rows, "ON CONFLICT DO NOTHING")


def put_searched(connection: Connection, import_id: int) -> None:
    """Keep the newest import that was searched."""
    insert_rows(
        connection,
        corpus_passages,
        COLUMNS,
        [(SEARCHED, "", None, import_id)],
        "ON CONFLICT (index_version, doc_id) DO UPDATE SET import_id = excluded.import_id",
    )
