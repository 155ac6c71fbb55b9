"""Which gold passage a text belongs to, so that the same text under another id can be hinted at.

A gold passage that the trace did not retrieve has its text somewhere else: in an imported
corpus, in other traces of the query, or in other traces of the run. Ids of passages are not
indexed across traces (an index on every hit would slow each import for the sake of a hint), so
the last place is read once per queue and kept: 0.3 s for 5,000 traces of 30 candidates. In
larger runs only the queue's own items are gone through.
"""

from collections.abc import Mapping

from db.gold_text_names import BLANK
from db.read_gold_by_text import read_standing_texts
from db.read_gold_texts import (
    count_run_traces,
    read_import_state,
    read_query_texts,
    read_queue_texts,
)
from db.read_labels import Connection
from workbench.domain.records import GoldSets
from workbench.services.open_store import Store

MAX_RUN_TRACES = 5_000
MAX_KEPT = 8

_kept: dict[tuple[str, int, int], Mapping[str, bytes]] = {}


def forget() -> None:
    """Drop what was kept; for a store that was emptied at the same address."""
    _kept.clear()


def standing_texts(
    connection: Connection, gold: GoldSets | None
) -> tuple[dict[bytes, str], dict[bytes, tuple[str, str]]]:
    """Gold ids by the folded hash of a text that stands for them, and facts with their ids."""
    gold_ids = {doc_id for gold_set in gold or () for doc_id in gold_set}
    found = read_standing_texts(connection, gold_ids)
    return (
        {text.folded_hash: text.gold_id for text in found if text.fact is None},
        {text.folded_hash: (text.gold_id, text.fact) for text in found if text.fact is not None},
    )


def gold_by_text(
    connection: Connection,
    queue_id: int,
    query_id: int,
    gold: GoldSets | None,
    texts: Mapping[str, tuple[str, bytes]],
) -> dict[bytes, str]:
    """The gold passage that has a folded hash, for every gold passage whose text is known.

    `texts` are the ones that the trace and the corpus of its index version gave.
    """
    gold_ids = {doc_id for gold_set in gold or () for doc_id in gold_set}
    known = {doc_id: texts[doc_id][1] for doc_id in gold_ids if doc_id in texts}
    missing = gold_ids - known.keys()
    if missing:
        known |= read_query_texts(connection, query_id, missing)
    missing = gold_ids - known.keys()
    if missing:
        elsewhere = _queue_texts(connection, queue_id)
        known |= {doc_id: elsewhere[doc_id] for doc_id in missing if doc_id in elsewhere}
    return {
        folded: doc_id for doc_id, folded in sorted(known.items(), reverse=True) if folded != BLANK
    }


def read_ahead(store: Store, queue_id: int) -> None:
    """Read what is kept of a queue as it is opened, so that no key has to wait for it."""
    with store.reading() as connection:
        _queue_texts(connection, queue_id)


def _queue_texts(connection: Connection, queue_id: int) -> Mapping[str, bytes]:
    address = str(connection.engine.url)
    key = (address, queue_id, read_import_state(connection))
    if key not in _kept:
        is_whole_run = count_run_traces(connection, queue_id) <= MAX_RUN_TRACES
        found = read_queue_texts(connection, queue_id, is_whole_run)
        for old in list(_kept)[: max(0, len(_kept) - MAX_KEPT + 1)]:
            _kept.pop(old, None)
        _kept[key] = found
    return _kept[key]
