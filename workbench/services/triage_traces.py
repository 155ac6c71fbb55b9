"""Where a run loses its answers: buckets, the funnel of stages, and what to mend first."""

from collections.abc import Collection, Mapping

from workbench.services.open_store import Store
from workbench.services.results import TriageResult


def triage_traces(
    store: Store,
    run: str,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    proposal: str | None = None,
) -> TriageResult:
    """Give buckets, funnel and next project of a run."""
    raise NotImplementedError


def refresh_evidence(
    store: Store,
    index_versions: Collection[str] | None = None,
) -> int:
    """Compute again where each trace loses its evidence; gives the number of traces."""
    raise NotImplementedError


def ensure_evidence(store: Store) -> int:
    """Compute it for the traces that have none yet; gives their number."""
    raise NotImplementedError
