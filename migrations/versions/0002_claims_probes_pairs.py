"""Claims with each entry, the run that a probe run repeats, and queues drawn as a pair.

Columns are added in place: rebuilding `runs` or `human_entries` on SQLite would need the views of
what counts dropped and made again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("human_entries", sa.Column("claims", sa.JSON(), nullable=True))
    op.add_column(
        "runs",
        sa.Column(
            "probe_of_run_id",
            KEY,
            sa.ForeignKey("runs.run_id", name=op.f("fk_runs_probe_of_run_id")),
            nullable=True,
        ),
        inline_references=True,
    )
    op.add_column(
        "queues",
        sa.Column(
            "paired_queue_id",
            KEY,
            sa.ForeignKey("queues.queue_id", name=op.f("fk_queues_paired_queue_id")),
            nullable=True,
        ),
        inline_references=True,
    )
