"""What was imported, when, and through which saved mapping of columns.

A row counts once its import says done, and no longer once another import supersedes it.
"""

from sqlalchemy import JSON, Column, Integer, String, Table

from db.instants import Instant
from db.models.conventions import Key, metadata, one_of

imports = Table(
    "imports",
    metadata,
    Column("import_id", Key, primary_key=True),
    Column("kind", String, nullable=False),
    Column("file_name", String, nullable=False),
    Column("file_hash", String, nullable=False),
    Column("status", String, nullable=False),
    Column("started_at", Instant(), nullable=False),
    Column("finished_at", Instant()),
    Column("n_new", Integer, nullable=False, default=0),
    Column("n_changed", Integer, nullable=False, default=0),
    Column("n_unchanged", Integer, nullable=False, default=0),
    Column("n_rejected", Integer, nullable=False, default=0),
    Column("details", JSON, nullable=False),
    one_of("status", ("running", "done", "swept")),
)

column_mappings = Table(
    "column_mappings",
    metadata,
    Column("name", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("columns", JSON, nullable=False),
    Column("saved_at", Instant(), nullable=False),
)
