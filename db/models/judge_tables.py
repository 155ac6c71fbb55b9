"""Judges, how their words are read, and their verdicts."""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from db.instants import Instant
from db.models.conventions import Key, metadata, one_of
from db.models.import_tables import imports
from db.models.trace_tables import traces
from workbench.domain.vocabulary import JudgeVerdict

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
    one_of("meaning", ("fail", "pass", "not_usable")),
)

judge_verdicts = Table(
    "judge_verdicts",
    metadata,
    Column("judge_verdict_id", Key, primary_key=True),
    Column("judge_id", ForeignKey("judges.judge_id"), nullable=False),
    Column("trace_id", ForeignKey(traces.c.trace_id, ondelete="CASCADE"), nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
    Column("superseded_by_import_id", ForeignKey(imports.c.import_id)),
    Column("verdict", String),
    Column("raw_verdict", String, nullable=False),
    Column("reason", Text),
    Column("score", Float),
    Column("threshold", Float),
    Column("rationale", Text),
    one_of("verdict", JudgeVerdict),
    Index(None, "trace_id", "judge_id"),
    Index(None, "judge_id"),
    Index(None, "import_id"),
)

stratum_counts = Table(
    "stratum_counts",
    metadata,
    Column("target_set", String, primary_key=True),
    Column("judge_id", ForeignKey("judges.judge_id"), primary_key=True),
    Column("evidence", String, primary_key=True),
    Column("verdict", String, primary_key=True),
    Column("n", BigInteger, nullable=False),
    Column("import_id", ForeignKey(imports.c.import_id), nullable=False),
)
