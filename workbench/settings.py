"""What the environment says, read here and nowhere else."""

import os

DATABASE_VARIABLE = "WORKBENCH_DATABASE_URL"
ANNOTATOR_VARIABLE = "WORKBENCH_ANNOTATOR"
OWNERS_VARIABLE = "WORKBENCH_OWNERS"
ANNOTATORS_VARIABLE = "WORKBENCH_ANNOTATORS"
VIEWERS_VARIABLE = "WORKBENCH_VIEWERS"
SEE_RESULTS_VARIABLE = "WORKBENCH_ANNOTATORS_SEE_RESULTS"
DEFAULT_DATABASE_URL = "sqlite:///workbench.db"


def database_url() -> str:
    """Address of the store: the environment's, else a file in the current folder."""
    return os.environ.get(DATABASE_VARIABLE) or DEFAULT_DATABASE_URL


def annotator() -> str:
    """Name of the annotator as the environment gives it, or an empty text."""
    return os.environ.get(ANNOTATOR_VARIABLE, "").strip()


def listed_people() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Addresses of owners, annotators and viewers, as comma-separated lists give them."""
    return _listed(OWNERS_VARIABLE), _listed(ANNOTATORS_VARIABLE), _listed(VIEWERS_VARIABLE)


def annotators_see_results() -> bool:
    """Whether annotators may open the screens of results: 1, true or yes."""
    return os.environ.get(SEE_RESULTS_VARIABLE, "").strip().lower() in ("1", "true", "yes")


def _listed(variable: str) -> tuple[str, ...]:
    parts = os.environ.get(variable, "").replace("\n", ",").split(",")
    return tuple(part.strip() for part in parts if part.strip())
