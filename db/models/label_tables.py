"""Annotators: what each holds this minute, all they said, and what settled their differences."""

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from db.instants import Instant
from db.models.conventions import Key, metadata, one_of
from db.models.gold_tables import gold_versions
from db.models.import_tables import imports
from db.models.judge_tables import judges
from db.models.queue_tables import guidelines, queues
from db.models.trace_tables import runs, traces
from workbench.domain.vocabulary import Answer, Design, EntryKind, ErrorType, Stage, Unresolved

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
    Column("run_id", ForeignKey(runs.c.run_id), nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
    Column("design", String, nullable=False),
    Column("declared_at", Instant(), nullable=False),
    Column("was_blind", Boolean),
    Column("was_tuned_on", Boolean, nullable=False, default=False),
    Column("judge_id", ForeignKey(judges.c.judge_id)),
    one_of("design", Design),
)

leases = Table(
    "leases",
    metadata,
    Column("queue_id", ForeignKey(queues.c.queue_id, ondelete="CASCADE"), primary_key=True),
    Column("trace_id", ForeignKey(traces.c.trace_id), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("annotator_id", ForeignKey("annotators.annotator_id"), nullable=False),
    Column("leased_at", Instant(), nullable=False),
    Column("expires_at", Instant(), nullable=False),
    Index(None, "annotator_id"),
)

human_entries = Table(
    "human_entries",
    metadata,
    Column("entry_id", Key, primary_key=True),
    Column("trace_id", ForeignKey(traces.c.trace_id), nullable=False),
    Column("annotator_id", ForeignKey("annotators.annotator_id"), nullable=False),
    Column("queue_id", ForeignKey(queues.c.queue_id)),
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
    Column("gold_version_id", ForeignKey(gold_versions.c.gold_version_id)),
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
    Column("guideline_id", ForeignKey(guidelines.c.guideline_id)),
    Column("is_current", Boolean, nullable=False),
    Column("claims", JSON(none_as_null=True)),
    one_of("kind", EntryKind),
    one_of("answer", Answer),
    one_of("stage", Stage),
    one_of("error_type", ErrorType),
    one_of("unresolved", Unresolved),
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
    Column("trace_id", ForeignKey(traces.c.trace_id), nullable=False),
    Column("annotator_id", ForeignKey("annotators.annotator_id"), nullable=False),
    Column("answer", String, nullable=False),
    Column("stage", String),
    Column("error_type", String),
    Column("reason", String, nullable=False),
    Column("note", Text),
    Column("decided_at", Instant(), nullable=False),
    Column("is_current", Boolean, nullable=False),
    one_of("answer", Answer),
    one_of("stage", Stage),
    one_of("reason", ("slip", "guideline_gap", "ambiguous", "expertise")),
    Index(None, "trace_id"),
)
