"""Queues of traces to label: how they were drawn, and the guidelines that go with them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from db.instants import Instant
from db.models.conventions import Key, metadata, one_of
from db.models.judge_tables import judges
from db.models.trace_tables import runs, traces

queues = Table(
    "queues",
    metadata,
    Column("queue_id", Key, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("run_id", ForeignKey(runs.c.run_id), nullable=False),
    Column("judge_id", ForeignKey(judges.c.judge_id)),
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
    Column("trace_id", ForeignKey(traces.c.trace_id), primary_key=True),
    Column("stratum_id", ForeignKey("queue_strata.stratum_id"), nullable=False),
    Column("slice", String, nullable=False),
    Column("inclusion_probability", Float, nullable=False),
    Column("order_key", BigInteger, nullable=False),
    Column("wanted_labels", Integer, nullable=False),
    Column("reason", String),
    Column("removed_at", Instant()),
    one_of("slice", ("uniform", "targeted", "census")),
    Index(None, "queue_id", "order_key"),
    Index(None, "trace_id"),
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
