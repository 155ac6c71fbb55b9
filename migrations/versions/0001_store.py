"""The whole store: traces, gold, judges, human entries, queues, and the views of what counts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "annotators",
        sa.Column(
            "annotator_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("expertise", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("length(trim(name)) > 0", name=op.f("ck_annotators_name_given")),
        sa.PrimaryKeyConstraint("annotator_id", name=op.f("pk_annotators")),
        sa.UniqueConstraint("name", name=op.f("uq_annotators_name")),
    )
    op.create_table(
        "column_mappings",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("columns", sa.JSON(), nullable=False),
        sa.Column("saved_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_column_mappings")),
    )
    op.create_table(
        "imports",
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("file_hash", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.Column("n_new", sa.Integer(), nullable=False),
        sa.Column("n_changed", sa.Integer(), nullable=False),
        sa.Column("n_unchanged", sa.Integer(), nullable=False),
        sa.Column("n_rejected", sa.Integer(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "status IN ('running', 'done', 'swept')", name=op.f("ck_imports_status_known")
        ),
        sa.PrimaryKeyConstraint("import_id", name=op.f("pk_imports")),
    )
    op.create_table(
        "judges",
        sa.Column("judge_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("prompt_fingerprint", sa.String(), nullable=False),
        sa.Column("threshold", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("judge_id", name=op.f("pk_judges")),
        sa.UniqueConstraint(
            "name",
            "version",
            "prompt_fingerprint",
            name=op.f("uq_judges_name_version_prompt_fingerprint"),
        ),
    )
    op.create_table(
        "passages",
        sa.Column("text_hash", sa.LargeBinary(length=16), nullable=False),
        sa.Column("folded_hash", sa.LargeBinary(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("text_hash", name=op.f("pk_passages")),
    )
    with op.batch_alter_table("passages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passages_folded_hash"), ["folded_hash"], unique=False)

    op.create_table(
        "queries",
        sa.Column("query_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("query_key", sa.String(), nullable=False),
        sa.Column("question_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("query_id", name=op.f("pk_queries")),
        sa.UniqueConstraint("query_key", name=op.f("uq_queries_query_key")),
    )
    op.create_table(
        "runs",
        sa.Column("run_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_runs")),
        sa.UniqueConstraint("name", name=op.f("uq_runs_name")),
    )
    op.create_table(
        "corpora",
        sa.Column("index_version", sa.String(), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_corpora_import_id")
        ),
        sa.PrimaryKeyConstraint("index_version", name=op.f("pk_corpora")),
    )
    op.create_table(
        "corpus_passages",
        sa.Column("index_version", sa.String(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.Column("text_hash", sa.LargeBinary(length=16), nullable=True),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_corpus_passages_import_id")
        ),
        sa.PrimaryKeyConstraint("index_version", "doc_id", name=op.f("pk_corpus_passages")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("corpus_passages", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_corpus_passages_import_id"), ["import_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_corpus_passages_text_hash"), ["text_hash"], unique=False
        )

    op.create_table(
        "gold_versions",
        sa.Column(
            "gold_version_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("query_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "superseded_by_import_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("sets", sa.JSON(), nullable=False),
        sa.Column("n_sets", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_gold_versions_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["query_id"], ["queries.query_id"], name=op.f("fk_gold_versions_query_id")
        ),
        sa.ForeignKeyConstraint(
            ["superseded_by_import_id"],
            ["imports.import_id"],
            name=op.f("fk_gold_versions_superseded_by_import_id"),
        ),
        sa.PrimaryKeyConstraint("gold_version_id", name=op.f("pk_gold_versions")),
    )
    with op.batch_alter_table("gold_versions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_gold_versions_import_id"), ["import_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_gold_versions_query_id"), ["query_id"], unique=False)

    op.create_table(
        "label_sets",
        sa.Column(
            "label_set_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("run_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("design", sa.String(), nullable=False),
        sa.Column("declared_at", sa.DateTime(), nullable=False),
        sa.Column("was_blind", sa.Boolean(), nullable=True),
        sa.Column("was_tuned_on", sa.Boolean(), nullable=False),
        sa.Column("judge_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.CheckConstraint(
            "design IN ('uniform', 'by_verdict', 'queue', 'by_truth', 'transported', 'unknown')",
            name=op.f("ck_label_sets_design_known"),
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_label_sets_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["judges.judge_id"], name=op.f("fk_label_sets_judge_id")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.run_id"], name=op.f("fk_label_sets_run_id")),
        sa.PrimaryKeyConstraint("label_set_id", name=op.f("pk_label_sets")),
    )
    op.create_table(
        "queues",
        sa.Column("queue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("run_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("judge_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("n_uniform", sa.Integer(), nullable=False),
        sa.Column("strata_by", sa.String(), nullable=False),
        sa.Column("filters", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("wanted_labels", sa.Integer(), nullable=False),
        sa.Column("n_overlap", sa.Integer(), nullable=False),
        sa.Column("reveals_judge", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["judge_id"], ["judges.judge_id"], name=op.f("fk_queues_judge_id")),
        sa.ForeignKeyConstraint(["run_id"], ["runs.run_id"], name=op.f("fk_queues_run_id")),
        sa.PrimaryKeyConstraint("queue_id", name=op.f("pk_queues")),
        sa.UniqueConstraint("name", name=op.f("uq_queues_name")),
    )
    op.create_table(
        "relevance",
        sa.Column("query_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_relevance_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["query_id"], ["queries.query_id"], name=op.f("fk_relevance_query_id")
        ),
        sa.PrimaryKeyConstraint("query_id", "doc_id", name=op.f("pk_relevance")),
    )
    op.create_table(
        "stratum_counts",
        sa.Column("target_set", sa.String(), nullable=False),
        sa.Column("judge_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_stratum_counts_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["judges.judge_id"], name=op.f("fk_stratum_counts_judge_id")
        ),
        sa.PrimaryKeyConstraint(
            "target_set", "judge_id", "evidence", "verdict", name=op.f("pk_stratum_counts")
        ),
    )
    op.create_table(
        "traces",
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("run_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "superseded_by_import_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("query_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("details_hash", sa.String(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("rewritten_query", sa.Text(), nullable=True),
        sa.Column("reference_answer", sa.Text(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("prompt_text", sa.Text(), nullable=True),
        sa.Column("prompt_tokens", sa.BigInteger(), nullable=True),
        sa.Column("is_truncated", sa.Boolean(), nullable=True),
        sa.Column("has_candidates", sa.Boolean(), nullable=False),
        sa.Column("has_reranked", sa.Boolean(), nullable=False),
        sa.Column("has_prompt", sa.Boolean(), nullable=False),
        sa.Column("model", sa.String(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=True),
        sa.Column("index_version", sa.String(), nullable=False),
        sa.Column("query_embedding_model", sa.String(), nullable=True),
        sa.Column("index_embedding_model", sa.String(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=True),
        sa.Column("created_at_text", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("raw", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_traces_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["query_id"], ["queries.query_id"], name=op.f("fk_traces_query_id")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.run_id"], name=op.f("fk_traces_run_id")),
        sa.ForeignKeyConstraint(
            ["superseded_by_import_id"],
            ["imports.import_id"],
            name=op.f("fk_traces_superseded_by_import_id"),
        ),
        sa.PrimaryKeyConstraint("trace_id", name=op.f("pk_traces")),
        sa.UniqueConstraint(
            "run_id", "request_id", "version", name=op.f("uq_traces_run_id_request_id_version")
        ),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("traces", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_traces_import_id"), ["import_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_traces_index_version"), ["index_version"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_traces_query_id"), ["query_id"], unique=False)

    op.create_table(
        "verdict_words",
        sa.Column("judge_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("meaning", sa.String(), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint(
            "meaning IN ('fail', 'pass', 'not_usable')", name=op.f("ck_verdict_words_meaning_known")
        ),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["judges.judge_id"], name=op.f("fk_verdict_words_judge_id")
        ),
        sa.PrimaryKeyConstraint("judge_id", "word", name=op.f("pk_verdict_words")),
    )
    op.create_table(
        "adjudications",
        sa.Column(
            "adjudication_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "annotator_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=True),
        sa.Column("error_type", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(), nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "answer IN ('correct', 'wrong', 'rightly_declined', 'wrongly_declined', 'cant_tell')",
            name=op.f("ck_adjudications_answer_known"),
        ),
        sa.CheckConstraint(
            "reason IN ('slip', 'guideline_gap', 'ambiguous', 'expertise')",
            name=op.f("ck_adjudications_reason_known"),
        ),
        sa.CheckConstraint(
            "stage IN ('coverage', 'rewriting', 'embedding', 'retrieval', 'reranking', 'packing', 'generation')",
            name=op.f("ck_adjudications_stage_known"),
        ),
        sa.ForeignKeyConstraint(
            ["annotator_id"],
            ["annotators.annotator_id"],
            name=op.f("fk_adjudications_annotator_id"),
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"], ["traces.trace_id"], name=op.f("fk_adjudications_trace_id")
        ),
        sa.PrimaryKeyConstraint("adjudication_id", name=op.f("pk_adjudications")),
    )
    with op.batch_alter_table("adjudications", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_adjudications_trace_id"), ["trace_id"], unique=False)

    op.create_table(
        "gold_members",
        sa.Column(
            "gold_version_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("set_no", sa.Integer(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["gold_version_id"],
            ["gold_versions.gold_version_id"],
            name=op.f("fk_gold_members_gold_version_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "gold_version_id", "set_no", "doc_id", name=op.f("pk_gold_members")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guidelines",
        sa.Column(
            "guideline_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("queue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["queue_id"],
            ["queues.queue_id"],
            name=op.f("fk_guidelines_queue_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("guideline_id", name=op.f("pk_guidelines")),
        sa.UniqueConstraint("queue_id", "version", name=op.f("uq_guidelines_queue_id_version")),
    )
    op.create_table(
        "hits",
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("list", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("text_hash", sa.LargeBinary(length=16), nullable=True),
        sa.CheckConstraint("list IN (0, 1, 2)", name=op.f("ck_hits_list_known")),
        sa.ForeignKeyConstraint(
            ["trace_id"], ["traces.trace_id"], name=op.f("fk_hits_trace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("trace_id", "list", "position", name=op.f("pk_hits")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "judge_verdicts",
        sa.Column(
            "judge_verdict_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("judge_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "superseded_by_import_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("verdict", sa.String(), nullable=True),
        sa.Column("raw_verdict", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("threshold", sa.Float(), nullable=True),
        sa.Column("rationale", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "verdict IN ('fail', 'pass')", name=op.f("ck_judge_verdicts_verdict_known")
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_judge_verdicts_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["judges.judge_id"], name=op.f("fk_judge_verdicts_judge_id")
        ),
        sa.ForeignKeyConstraint(
            ["superseded_by_import_id"],
            ["imports.import_id"],
            name=op.f("fk_judge_verdicts_superseded_by_import_id"),
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"],
            ["traces.trace_id"],
            name=op.f("fk_judge_verdicts_trace_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("judge_verdict_id", name=op.f("pk_judge_verdicts")),
    )
    with op.batch_alter_table("judge_verdicts", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_judge_verdicts_import_id"), ["import_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_judge_verdicts_judge_id"), ["judge_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_judge_verdicts_trace_id_judge_id"),
            ["trace_id", "judge_id"],
            unique=False,
        )

    op.create_table(
        "leases",
        sa.Column("queue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column(
            "annotator_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("leased_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotator_id"], ["annotators.annotator_id"], name=op.f("fk_leases_annotator_id")
        ),
        sa.ForeignKeyConstraint(
            ["queue_id"], ["queues.queue_id"], name=op.f("fk_leases_queue_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["trace_id"], ["traces.trace_id"], name=op.f("fk_leases_trace_id")),
        sa.PrimaryKeyConstraint("queue_id", "trace_id", "slot", name=op.f("pk_leases")),
    )
    with op.batch_alter_table("leases", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_leases_annotator_id"), ["annotator_id"], unique=False)

    op.create_table(
        "probes",
        sa.Column("probe_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "import_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("is_correct", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.import_id"], name=op.f("fk_probes_import_id")
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"], ["traces.trace_id"], name=op.f("fk_probes_trace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("probe_id", name=op.f("pk_probes")),
    )
    with op.batch_alter_table("probes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_probes_trace_id"), ["trace_id"], unique=False)

    op.create_table(
        "queue_strata",
        sa.Column(
            "stratum_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("queue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("n_target", sa.Integer(), nullable=False),
        sa.Column("n_drawn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["queue_id"],
            ["queues.queue_id"],
            name=op.f("fk_queue_strata_queue_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("stratum_id", name=op.f("pk_queue_strata")),
        sa.UniqueConstraint(
            "queue_id",
            "evidence",
            "verdict",
            name=op.f("uq_queue_strata_queue_id_evidence_verdict"),
        ),
    )
    op.create_table(
        "signals",
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["trace_id"], ["traces.trace_id"], name=op.f("fk_signals_trace_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("trace_id", "name", name=op.f("pk_signals")),
    )
    op.create_table(
        "trace_evidence",
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "gold_version_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("candidates_rank", sa.Integer(), nullable=True),
        sa.Column("reranked_rank", sa.Integer(), nullable=True),
        sa.Column("prompt_rank", sa.Integer(), nullable=True),
        sa.Column("n_found", sa.Integer(), nullable=True),
        sa.Column("n_needed", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "evidence IN ('coverage', 'embedding', 'retrieval', 'reranking', 'packing', 'reached', 'undecided', 'unknown', 'not_comparable', 'endpoint_unavailable')",
            name=op.f("ck_trace_evidence_evidence_known"),
        ),
        sa.ForeignKeyConstraint(
            ["gold_version_id"],
            ["gold_versions.gold_version_id"],
            name=op.f("fk_trace_evidence_gold_version_id"),
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"],
            ["traces.trace_id"],
            name=op.f("fk_trace_evidence_trace_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("trace_id", name=op.f("pk_trace_evidence")),
    )
    op.create_table(
        "human_entries",
        sa.Column("entry_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "annotator_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("queue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column(
            "label_set_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("stage", sa.String(), nullable=True),
        sa.Column("error_type", sa.String(), nullable=True),
        sa.Column("unresolved", sa.String(), nullable=True),
        sa.Column("is_override", sa.Boolean(), nullable=False),
        sa.Column("override_reason", sa.Text(), nullable=True),
        sa.Column("should_have_declined", sa.Boolean(), nullable=False),
        sa.Column("gold_changes", sa.JSON(), nullable=False),
        sa.Column(
            "gold_version_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("confidence", sa.String(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("is_flagged", sa.Boolean(), nullable=False),
        sa.Column("seconds_spent", sa.Float(), nullable=True),
        sa.Column("labelled_at", sa.DateTime(), nullable=True),
        sa.Column("labelled_at_text", sa.String(), nullable=True),
        sa.Column("recorded_at", sa.DateTime(), nullable=False),
        sa.Column("is_after_reveal", sa.Boolean(), nullable=False),
        sa.Column("raw_verdict", sa.String(), nullable=True),
        sa.Column(
            "undoes_entry_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column(
            "guideline_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "answer IN ('correct', 'wrong', 'rightly_declined', 'wrongly_declined', 'cant_tell')",
            name=op.f("ck_human_entries_answer_known"),
        ),
        sa.CheckConstraint(
            "error_type IN ('unsupported_claim', 'misread', 'ignored_context', 'incomplete', 'wrong_format', 'wrong_specificity', 'followed_retrieved_instruction')",
            name=op.f("ck_human_entries_error_type_known"),
        ),
        sa.CheckConstraint(
            "kind IN ('verdict', 'skip', 'note', 'undo')", name=op.f("ck_human_entries_kind_known")
        ),
        sa.CheckConstraint(
            "stage IN ('coverage', 'rewriting', 'embedding', 'retrieval', 'reranking', 'packing', 'generation')",
            name=op.f("ck_human_entries_stage_known"),
        ),
        sa.CheckConstraint(
            "unresolved IN ('reference_disputed', 'query_ambiguous')",
            name=op.f("ck_human_entries_unresolved_known"),
        ),
        sa.ForeignKeyConstraint(
            ["annotator_id"],
            ["annotators.annotator_id"],
            name=op.f("fk_human_entries_annotator_id"),
        ),
        sa.ForeignKeyConstraint(
            ["gold_version_id"],
            ["gold_versions.gold_version_id"],
            name=op.f("fk_human_entries_gold_version_id"),
        ),
        sa.ForeignKeyConstraint(
            ["guideline_id"],
            ["guidelines.guideline_id"],
            name=op.f("fk_human_entries_guideline_id"),
        ),
        sa.ForeignKeyConstraint(
            ["label_set_id"],
            ["label_sets.label_set_id"],
            name=op.f("fk_human_entries_label_set_id"),
        ),
        sa.ForeignKeyConstraint(
            ["queue_id"], ["queues.queue_id"], name=op.f("fk_human_entries_queue_id")
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"], ["traces.trace_id"], name=op.f("fk_human_entries_trace_id")
        ),
        sa.ForeignKeyConstraint(
            ["undoes_entry_id"],
            ["human_entries.entry_id"],
            name=op.f("fk_human_entries_undoes_entry_id"),
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_human_entries")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("human_entries", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_human_entries_queue_id_annotator_id"),
            ["queue_id", "annotator_id"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_human_entries_trace_id_annotator_id"),
            ["trace_id", "annotator_id"],
            unique=False,
        )
        batch_op.create_index(
            "uq_human_entries_current",
            ["trace_id", "annotator_id"],
            unique=True,
            sqlite_where=sa.text("is_current"),
            postgresql_where=sa.text("is_current"),
        )

    op.create_table(
        "queue_items",
        sa.Column("queue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("trace_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "stratum_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("slice", sa.String(), nullable=False),
        sa.Column("inclusion_probability", sa.Float(), nullable=False),
        sa.Column("order_key", sa.BigInteger(), nullable=False),
        sa.Column("wanted_labels", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("removed_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint(
            "slice IN ('uniform', 'targeted', 'census')", name=op.f("ck_queue_items_slice_known")
        ),
        sa.ForeignKeyConstraint(
            ["queue_id"],
            ["queues.queue_id"],
            name=op.f("fk_queue_items_queue_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["stratum_id"], ["queue_strata.stratum_id"], name=op.f("fk_queue_items_stratum_id")
        ),
        sa.ForeignKeyConstraint(
            ["trace_id"], ["traces.trace_id"], name=op.f("fk_queue_items_trace_id")
        ),
        sa.PrimaryKeyConstraint("queue_id", "trace_id", name=op.f("pk_queue_items")),
    )
    with op.batch_alter_table("queue_items", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_queue_items_queue_id_order_key"), ["queue_id", "order_key"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_queue_items_trace_id"), ["trace_id"], unique=False)

    for name, table in (
        ("current_traces", "traces"),
        ("current_judge_verdicts", "judge_verdicts"),
        ("current_gold", "gold_versions"),
    ):
        op.execute(
            f"CREATE VIEW {name} AS SELECT t.* FROM {table} t"
            " JOIN imports made ON made.import_id = t.import_id AND made.status = 'done'"
            " LEFT JOIN imports ended ON ended.import_id = t.superseded_by_import_id"
            " AND ended.status = 'done'"
            " WHERE ended.import_id IS NULL"
        )
