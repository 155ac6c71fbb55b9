"""Runs, their traces, what each retrieved, and the corpus that it retrieved from.

Passage text is stored once, under the hash of the text, however often it was retrieved.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from db.instants import Instant
from db.models.conventions import Key, metadata
from db.models.import_tables import imports

runs = Table(
    "runs",
    metadata,
    Column("run_id", Key, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("created_at", Instant(), nullable=False),
    Column("probe_of_run_id", ForeignKey("runs.run_id")),
)

queries = Table(
    "queries",
    metadata,
    Column("query_id", Key, primary_key=True),
    Column("query_key", String, nullable=False, unique=True),
    Column("question_id", String),
)

traces = Table(
    "traces",
    metadata,
    Column("trace_id", Key, primary_key=True),
    Column("run_id", ForeignKey("runs.run_id"), nullable=False),
    Column("request_id", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
    Column("superseded_by_import_id", ForeignKey(imports.c.import_id)),
    Column("query_id", ForeignKey("queries.query_id"), nullable=False),
    Column("content_hash", String, nullable=False),
    Column("details_hash", String, nullable=False),
    Column("query", Text, nullable=False),
    Column("rewritten_query", Text),
    Column("reference_answer", Text),
    Column("answer", Text),
    Column("prompt_text", Text),
    Column("prompt_tokens", BigInteger),
    Column("is_truncated", Boolean),
    Column("has_candidates", Boolean, nullable=False),
    Column("has_reranked", Boolean, nullable=False),
    Column("has_prompt", Boolean, nullable=False),
    Column("model", String),
    Column("settings", JSON),
    Column("index_version", String, nullable=False, default=""),
    Column("query_embedding_model", String),
    Column("index_embedding_model", String),
    Column("error", Text),
    Column("created_at", Instant()),
    Column("created_at_text", String),
    Column("extra", JSON, nullable=False),
    Column("raw", Text),
    UniqueConstraint("run_id", "request_id", "version"),
    Index(None, "query_id"),
    Index(None, "index_version"),
    Index(None, "import_id"),
    sqlite_autoincrement=True,
)

passages = Table(
    "passages",
    metadata,
    Column("text_hash", LargeBinary(16), primary_key=True),
    Column("folded_hash", LargeBinary(16), nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "folded_hash"),
)

hits = Table(
    "hits",
    metadata,
    Column("trace_id", ForeignKey("traces.trace_id", ondelete="CASCADE"), primary_key=True),
    Column("list", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("doc_id", String),
    Column("rank", Integer, nullable=False),
    Column("score", Float),
    Column("text_hash", LargeBinary(16)),
    CheckConstraint("list IN (0, 1, 2)", name="list_known"),
    sqlite_with_rowid=False,
)

signals = Table(
    "signals",
    metadata,
    Column("trace_id", ForeignKey("traces.trace_id", ondelete="CASCADE"), primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", JSON, nullable=False),
)

probes = Table(
    "probes",
    metadata,
    Column("probe_id", Key, primary_key=True),
    Column("trace_id", ForeignKey("traces.trace_id", ondelete="CASCADE"), nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
    Column("answer", Text),
    Column("is_correct", Boolean),
    Index(None, "trace_id"),
)

corpora = Table(
    "corpora",
    metadata,
    Column("index_version", String, primary_key=True),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
)

corpus_passages = Table(
    "corpus_passages",
    metadata,
    Column("index_version", String, primary_key=True),
    Column("doc_id", String, primary_key=True),
    Column("text_hash", LargeBinary(16)),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
    Index(None, "import_id"),
    Index(None, "text_hash"),
    sqlite_with_rowid=False,
)
