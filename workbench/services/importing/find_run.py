"""The run that a file's verdicts or gold belong to."""

from db import read_imports
from db.bulk import Connection
from workbench.errors import InputError


def find_run(connection: Connection, run: str, remedy: str = "Import its traces first.") -> int:
    """Give the key of a run; raises InputError, naming those that are there, for another."""
    run_id = read_imports.run_ids(connection, [run]).get(run)
    if run_id is None:
        known = ", ".join(read_imports.run_names(connection)) or "none yet"
        raise InputError(f"There is no run {run!r}. Known runs: {known}. {remedy}")
    return run_id
