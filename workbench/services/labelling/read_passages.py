"""The passages of one trace for reading beside its verdicts, after the labelling."""

from db.read_labels import read_hits
from db.read_query_gold import read_gold, read_query_of_trace
from db.store import Store
from workbench.services.labelling.label_passages import (
    CANDIDATES,
    PROMPT,
    RERANKED,
    Passage,
    known_texts,
    passages_of,
)


def read_passages(store: Store, trace_id: int) -> tuple[Passage, ...]:
    """The passages of the earliest list that was logged, each once, gold marked; () without one."""
    with store.reading() as connection:
        query_id = read_query_of_trace(connection, trace_id)
        gold_row = None if query_id is None else read_gold(connection, query_id)
        rows = read_hits(connection, trace_id)
    gold = None if gold_row is None else tuple(tuple(each) for each in gold_row.sets)
    texts = known_texts(rows)
    for list_no in (CANDIDATES, RERANKED, PROMPT):
        if shown := passages_of(rows, list_no, gold, texts, {}):
            return shown
    return ()
