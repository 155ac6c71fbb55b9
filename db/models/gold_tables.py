"""Gold passages of a query, version by version, and where each trace lost them."""

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, String, Table, Text

from db.instants import Instant
from db.models.conventions import Key, metadata, one_of
from db.models.import_tables import imports
from db.models.trace_tables import queries, traces
from workbench.domain.vocabulary import Evidence

gold_versions = Table(
    "gold_versions",
    metadata,
    Column("gold_version_id", Key, primary_key=True),
    Column("query_id", ForeignKey(queries.c.query_id), nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
    Column("superseded_by_import_id", ForeignKey(imports.c.import_id)),
    Column("author", String, nullable=False),
    Column("reason", Text),
    Column("created_at", Instant(), nullable=False),
    Column("sets", JSON, nullable=False),
    Column("n_sets", Integer, nullable=False),
    Index(None, "query_id"),
    Index(None, "import_id"),
)

gold_members = Table(
    "gold_members",
    metadata,
    Column(
        "gold_version_id",
        ForeignKey("gold_versions.gold_version_id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("set_no", Integer, primary_key=True),
    Column("doc_id", String, primary_key=True),
    sqlite_with_rowid=False,
)

relevance = Table(
    "relevance",
    metadata,
    Column("query_id", ForeignKey(queries.c.query_id), primary_key=True),
    Column("doc_id", String, primary_key=True),
    Column("grade", Integer, nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
)

trace_evidence = Table(
    "trace_evidence",
    metadata,
    Column("trace_id", ForeignKey(traces.c.trace_id, ondelete="CASCADE"), primary_key=True),
    Column("gold_version_id", ForeignKey("gold_versions.gold_version_id")),
    Column("evidence", String, nullable=False),
    Column("candidates_rank", Integer),
    Column("reranked_rank", Integer),
    Column("prompt_rank", Integer),
    Column("n_found", Integer),
    Column("n_needed", Integer),
    one_of("evidence", Evidence),
)
