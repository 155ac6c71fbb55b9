"""Tables and named constraints; no methods, no queries.

Chosen: append-only rows with what counts now said by views (`current_traces`,
`current_judge_verdicts`, `current_gold`), so that an import under way is invisible until the
one row in `imports` says done. Rejected: flipping a flag on every imported row, which holds
the write lock for as long as the file is long.

Passage text is stored once, under the hash of the text, however often it was retrieved.
Closed vocabularies are text with a named CHECK; instants are UTC.
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
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from db.instants import Instant
from workbench.domain.vocabulary import (
    Answer,
    Design,
    EntryKind,
    ErrorType,
    Evidence,
    JudgeVerdict,
    Stage,
    Unresolved,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)
views = MetaData()

Key = BigInteger().with_variant(Integer, "sqlite")


def _one_of(column: str, words: object) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)  # type: ignore[attr-defined]
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


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
    _one_of("status", ("running", "done", "swept")),
)

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
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
    Column("superseded_by_import_id", ForeignKey("imports.import_id")),
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
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
    Column("answer", Text),
    Column("is_correct", Boolean),
    Index(None, "trace_id"),
)

corpora = Table(
    "corpora",
    metadata,
    Column("index_version", String, primary_key=True),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
)

corpus_passages = Table(
    "corpus_passages",
    metadata,
    Column("index_version", String, primary_key=True),
    Column("doc_id", String, primary_key=True),
    Column("text_hash", LargeBinary(16)),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
    Index(None, "import_id"),
    Index(None, "text_hash"),
    sqlite_with_rowid=False,
)

gold_versions = Table(
    "gold_versions",
    metadata,
    Column("gold_version_id", Key, primary_key=True),
    Column("query_id", ForeignKey("queries.query_id"), nullable=False),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
    Column("superseded_by_import_id", ForeignKey("imports.import_id")),
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
    Column("query_id", ForeignKey("queries.query_id"), primary_key=True),
    Column("doc_id", String, primary_key=True),
    Column("grade", Integer, nullable=False),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
)

trace_evidence = Table(
    "trace_evidence",
    metadata,
    Column("trace_id", ForeignKey("traces.trace_id", ondelete="CASCADE"), primary_key=True),
    Column("gold_version_id", ForeignKey("gold_versions.gold_version_id")),
    Column("evidence", String, nullable=False),
    Column("candidates_rank", Integer),
    Column("reranked_rank", Integer),
    Column("prompt_rank", Integer),
    Column("n_found", Integer),
    Column("n_needed", Integer),
    _one_of("evidence", Evidence),
)

judges = Table(
    "judges",
    metadata,
    Column("judge_id", Key, primary_key=True),
    Column("name", String, nullable=False),
    Column("version", String, nullable=False),
    Column("prompt_fingerprint", String, nullable=False),
    Column("threshold", Float),
    UniqueConstraint("name", "version", "prompt_fingerprint"),
)

verdict_words = Table(
    "verdict_words",
    metadata,
    Column("judge_id", ForeignKey("judges.judge_id"), primary_key=True),
    Column("word", String, primary_key=True),
    Column("meaning", String, nullable=False),
    Column("confirmed_at", Instant(), nullable=False),
    _one_of("meaning", ("fail", "pass", "not_usable")),
)

judge_verdicts = Table(
    "judge_verdicts",
    metadata,
    Column("judge_verdict_id", Key, primary_key=True),
    Column("judge_id", ForeignKey("judges.judge_id"), nullable=False),
    Column("trace_id", ForeignKey("traces.trace_id", ondelete="CASCADE"), nullable=False),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
    Column("superseded_by_import_id", ForeignKey("imports.import_id")),
    Column("verdict", String),
    Column("raw_verdict", String, nullable=False),
    Column("reason", Text),
    Column("score", Float),
    Column("threshold", Float),
    Column("rationale", Text),
    _one_of("verdict", JudgeVerdict),
    Index(None, "trace_id", "judge_id"),
    Index(None, "judge_id"),
    Index(None, "import_id"),
)

annotators = Table(
    "annotators",
    metadata,
    Column("annotator_id", Key, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("expertise", String),
    Column("created_at", Instant(), nullable=False),
    CheckConstraint("length(trim(name)) > 0", name="name_given"),
)

label_sets = Table(
    "label_sets",
    metadata,
    Column("label_set_id", Key, primary_key=True),
    Column("run_id", ForeignKey("runs.run_id"), nullable=False),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
    Column("design", String, nullable=False),
    Column("declared_at", Instant(), nullable=False),
    Column("was_blind", Boolean),
    Column("was_tuned_on", Boolean, nullable=False, default=False),
    Column("judge_id", ForeignKey("judges.judge_id")),
    _one_of("design", Design),
)

queues = Table(
    "queues",
    metadata,
    Column("queue_id", Key, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("run_id", ForeignKey("runs.run_id"), nullable=False),
    Column("judge_id", ForeignKey("judges.judge_id")),
    Column("size", Integer, nullable=False),
    Column("n_uniform", Integer, nullable=False),
    Column("strata_by", String, nullable=False),
    Column("filters", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("wanted_labels", Integer, nullable=False),
    Column("n_overlap", Integer, nullable=False),
    Column("reveals_judge", Boolean, nullable=False),
    Column("created_at", Instant(), nullable=False),
    Column("paired_queue_id", ForeignKey("queues.queue_id")),
)

queue_strata = Table(
    "queue_strata",
    metadata,
    Column("stratum_id", Key, primary_key=True),
    Column("queue_id", ForeignKey("queues.queue_id", ondelete="CASCADE"), nullable=False),
    Column("evidence", String, nullable=False),
    Column("verdict", String, nullable=False),
    Column("n_target", Integer, nullable=False),
    Column("n_drawn", Integer, nullable=False),
    UniqueConstraint("queue_id", "evidence", "verdict"),
)

queue_items = Table(
    "queue_items",
    metadata,
    Column("queue_id", ForeignKey("queues.queue_id", ondelete="CASCADE"), primary_key=True),
    Column("trace_id", ForeignKey("traces.trace_id"), primary_key=True),
    Column("stratum_id", ForeignKey("queue_strata.stratum_id"), nullable=False),
    Column("slice", String, nullable=False),
    Column("inclusion_probability", Float, nullable=False),
    Column("order_key", BigInteger, nullable=False),
    Column("wanted_labels", Integer, nullable=False),
    Column("reason", String),
    Column("removed_at", Instant()),
    _one_of("slice", ("uniform", "targeted", "census")),
    Index(None, "queue_id", "order_key"),
    Index(None, "trace_id"),
)

leases = Table(
    "leases",
    metadata,
    Column("queue_id", ForeignKey("queues.queue_id", ondelete="CASCADE"), primary_key=True),
    Column("trace_id", ForeignKey("traces.trace_id"), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("annotator_id", ForeignKey("annotators.annotator_id"), nullable=False),
    Column("leased_at", Instant(), nullable=False),
    Column("expires_at", Instant(), nullable=False),
    Index(None, "annotator_id"),
)

guidelines = Table(
    "guidelines",
    metadata,
    Column("guideline_id", Key, primary_key=True),
    Column("queue_id", ForeignKey("queues.queue_id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", Instant(), nullable=False),
    UniqueConstraint("queue_id", "version"),
)

human_entries = Table(
    "human_entries",
    metadata,
    Column("entry_id", Key, primary_key=True),
    Column("trace_id", ForeignKey("traces.trace_id"), nullable=False),
    Column("annotator_id", ForeignKey("annotators.annotator_id"), nullable=False),
    Column("queue_id", ForeignKey("queues.queue_id")),
    Column("label_set_id", ForeignKey("label_sets.label_set_id")),
    Column("kind", String, nullable=False),
    Column("answer", String),
    Column("stage", String),
    Column("error_type", String),
    Column("unresolved", String),
    Column("is_override", Boolean, nullable=False, default=False),
    Column("override_reason", Text),
    Column("should_have_declined", Boolean, nullable=False, default=False),
    Column("gold_changes", JSON, nullable=False),
    Column("gold_version_id", ForeignKey("gold_versions.gold_version_id")),
    Column("confidence", String),
    Column("note", Text),
    Column("is_flagged", Boolean, nullable=False, default=False),
    Column("seconds_spent", Float),
    Column("labelled_at", Instant()),
    Column("labelled_at_text", String),
    Column("recorded_at", Instant(), nullable=False),
    Column("is_after_reveal", Boolean, nullable=False, default=False),
    Column("raw_verdict", String),
    Column("undoes_entry_id", ForeignKey("human_entries.entry_id")),
    Column("guideline_id", ForeignKey("guidelines.guideline_id")),
    Column("is_current", Boolean, nullable=False),
    Column("claims", JSON(none_as_null=True)),
    _one_of("kind", EntryKind),
    _one_of("answer", Answer),
    _one_of("stage", Stage),
    _one_of("error_type", ErrorType),
    _one_of("unresolved", Unresolved),
    Index(None, "trace_id", "annotator_id"),
    Index(None, "queue_id", "annotator_id"),
    Index(
        "uq_human_entries_current",
        "trace_id",
        "annotator_id",
        unique=True,
        sqlite_where=text("is_current"),
        postgresql_where=text("is_current"),
    ),
    sqlite_autoincrement=True,
)

adjudications = Table(
    "adjudications",
    metadata,
    Column("adjudication_id", Key, primary_key=True),
    Column("trace_id", ForeignKey("traces.trace_id"), nullable=False),
    Column("annotator_id", ForeignKey("annotators.annotator_id"), nullable=False),
    Column("answer", String, nullable=False),
    Column("stage", String),
    Column("error_type", String),
    Column("reason", String, nullable=False),
    Column("note", Text),
    Column("decided_at", Instant(), nullable=False),
    Column("is_current", Boolean, nullable=False),
    _one_of("answer", Answer),
    _one_of("stage", Stage),
    _one_of("reason", ("slip", "guideline_gap", "ambiguous", "expertise")),
    Index(None, "trace_id"),
)

stratum_counts = Table(
    "stratum_counts",
    metadata,
    Column("target_set", String, primary_key=True),
    Column("judge_id", ForeignKey("judges.judge_id"), primary_key=True),
    Column("evidence", String, primary_key=True),
    Column("verdict", String, primary_key=True),
    Column("n", BigInteger, nullable=False),
    Column("import_id", ForeignKey("imports.import_id"), nullable=False),
)

column_mappings = Table(
    "column_mappings",
    metadata,
    Column("name", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("columns", JSON, nullable=False),
    Column("saved_at", Instant(), nullable=False),
)


def _current(name: str, table: Table) -> Table:
    return Table(name, views, *(Column(c.name, c.type) for c in table.columns))


current_traces = _current("current_traces", traces)
current_judge_verdicts = _current("current_judge_verdicts", judge_verdicts)
current_gold = _current("current_gold", gold_versions)
