"""No statement of the label screen walks through a table that grows with the store."""

import sqlite3

from sqlalchemy import event

from tests.services.labelling import answer, census
from workbench.services.labelling.label_traces import (
    find_item,
    neighbour,
    next_item,
    progress,
    record_entry,
    undo_last,
)

# The last is the gold texts of one queue, read once for it (see twin_passages).
SMALL = ("SCAN imports", "SCAN queues", "SCAN CONSTANT ROW", "SCAN anon_1")


def test_every_statement_of_the_label_screen_goes_by_an_index(sqlite_store):
    store = sqlite_store
    queue_id = census(store, 5)
    ran = []
    event.listen(
        store.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, parameters, *_rest: ran.append(
            (statement, parameters)
        ),
    )
    item = next_item(store, queue_id, "ann1")
    find_item(store, queue_id, "ann1", item.request_id)
    neighbour(store, queue_id, "ann1", item.trace_id, 1)
    record_entry(store, answer(item, "ann1"))
    progress(store, queue_id, "ann1")
    undo_last(store, queue_id, "ann1")
    plain = sqlite3.connect(store.engine.url.database)
    plans = {
        step[3]
        for statement, parameters in ran
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE"))
        for step in plain.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
    }
    plain.close()
    assert any("ix_queue_items_queue_id_order_key" in step for step in plans)
    assert [step for step in plans if "SCAN" in step and not step.startswith(SMALL)] == []
