"""Recomputes where evidence is lost, for the traces that an import may have touched."""

from db import read_imports
from db.read_gold_twins import read_gold_ids_given, read_versions_of
from db.store import Store
from workbench.services.triage.place_evidence import refresh_evidence


def refresh_after_import(store: Store, import_id: int) -> None:
    """Refresh the index versions of the import's traces, gold and corpus."""
    with store.reading() as connection:
        versions = {
            *read_imports.touched_index_versions(connection, import_id),
            *read_versions_of(connection, read_gold_ids_given(connection, import_id)),
        }
    if versions:
        refresh_evidence(store, versions)
