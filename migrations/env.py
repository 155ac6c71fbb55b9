"""Runs the revisions on the connection that db.migrate hands over, or on a developer's store."""

import os

from alembic import context

from db.engine import open_engine
from db.models import metadata

connection = context.config.attributes.get("connection")


def run(connection):
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        compare_type=True,
    )
    context.run_migrations()


if connection is not None:
    run(connection)
else:
    address = os.environ.get("WORKBENCH_DATABASE_URL", "sqlite:///workbench.db")
    with open_engine(address).begin() as own:
        run(own)
