"""Keeps the stored answer to "where did this trace lose its evidence?" up to date.

Imports call `refresh_evidence` when gold, corpus or traces changed; readers call
`ensure_evidence` first, which finds nothing to do in the usual case. Long stores are worked on in
stretches, each in its own short transaction, so that an annotator's save never waits for long.
"""

import time
from collections.abc import Collection

from db import write_evidence
from db.read_comparable import read_foreign
from workbench.services.open_store import Store
from workbench.services.triage.find_gold_texts import find_gold_texts

TRACES_PER_TRANSACTION = 500
PAUSE_SECONDS = 0.005


def refresh_evidence(store: Store, index_versions: Collection[str] | None = None) -> int:
    """Compute again where each trace loses its evidence; gives the number of traces.

    Where gold turns out to be known by its text, the index versions of that gold come again.
    """
    with store.reading() as connection:
        versions = (
            write_evidence.read_index_versions(connection)
            if index_versions is None
            else sorted(set(index_versions))
        )
    if not versions:
        return 0
    n_traces = _rewrite(store, versions)
    known_by_text = find_gold_texts(store)
    if known_by_text:
        _rewrite(store, sorted(known_by_text))
    return n_traces


def _rewrite(store: Store, versions: Collection[str]) -> int:
    with store.reading() as connection:
        foreign = read_foreign(connection, versions)
        starts = write_evidence.read_range_starts(connection, versions, TRACES_PER_TRANSACTION)
    n_traces = 0
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        with store.writing() as connection:
            n_traces += write_evidence.rewrite_range(connection, versions, foreign, start, end)
        # Whoever waits for the store gets a turn between two stretches.
        time.sleep(PAUSE_SECONDS)
    return n_traces


def ensure_evidence(store: Store) -> int:
    """Compute it for index versions whose traces have none yet, or rest on older gold."""
    with store.reading() as connection:
        stale = write_evidence.read_stale_index_versions(connection)
    return refresh_evidence(store, stale) if stale else 0
