"""What a save and the next item ask of the store: few statements, and none that is made anew."""

from sqlalchemy import event

from tests.services.labelling import answer, census
from workbench.services.labelling.label_traces import next_item, record_entry

N_STEPS = 5
MOST_STATEMENTS = 20
"""Of one save and the next item, on either kind of store, with BEGIN where it is a statement."""


def label_next(store, queue_id, annotator):
    """As the screen does it: the next item is leased with the save."""
    record_entry(store, answer(next_item(store, queue_id, annotator), annotator), leases_next=True)


def test_a_save_and_the_next_item_take_few_statements(store):
    queue_id = census(store, N_STEPS + 4)
    label_next(store, queue_id, "ann1")
    statements: list[str] = []

    def carried_out(_connection, _cursor, statement, *_rest):
        statements.append(statement)

    event.listen(store.engine, "before_cursor_execute", carried_out)
    for _ in range(N_STEPS):
        label_next(store, queue_id, "ann1")
    event.remove(store.engine, "before_cursor_execute", carried_out)
    assert len(statements) <= N_STEPS * MOST_STATEMENTS


def test_after_the_first_ones_no_statement_is_compiled_anew(store):
    queue_id = census(store, N_STEPS + 4)
    for _ in range(3):
        label_next(store, queue_id, "ann1")
    states: list[str] = []

    def carried_out(_connection, _cursor, _statement, _parameters, context, _many):
        if context.compiled is not None:
            states.append(context.cache_hit.name)

    event.listen(store.engine, "before_cursor_execute", carried_out)
    for _ in range(N_STEPS):
        label_next(store, queue_id, "ann1")
    event.remove(store.engine, "before_cursor_execute", carried_out)
    assert set(states) == {"CACHE_HIT"}
