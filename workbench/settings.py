"""What the environment says, read here and nowhere else."""

import os

DATABASE_VARIABLE = "WORKBENCH_DATABASE_URL"
ANNOTATOR_VARIABLE = "WORKBENCH_ANNOTATOR"
DEFAULT_DATABASE_URL = "sqlite:///workbench.db"


def database_url() -> str:
    """Address of the store: the environment's, else a file in the current folder."""
    return os.environ.get(DATABASE_VARIABLE) or DEFAULT_DATABASE_URL


def annotator() -> str:
    """Name of the annotator as the environment gives it, or an empty text."""
    return os.environ.get(ANNOTATOR_VARIABLE, "").strip()
