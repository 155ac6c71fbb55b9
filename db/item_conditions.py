"""What may be asked of a queue's item inside a statement: who has it, and whether it is full.

The label screen's statements are made once, with the names below where a value goes: making one
costs ten times what it takes to carry it out. Nothing here touches a table of the judges; others
appear only as numbers of labels and leases.
"""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    ScalarSelect,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
)

from db.instants import Instant
from db.models import (
    adjudications,
    current_traces,
    human_entries,
    imports,
    leases,
    queue_items,
    queues,
    traces,
)
from workbench.domain.vocabulary import EntryKind

Id = int | ColumnElement[int]
At = datetime | ColumnElement[datetime]

# No column has such a name: an insert would take it for the column's own value.
OF_QUEUE = bindparam("of_queue", type_=BigInteger())
OF_TRACE = bindparam("of_trace", type_=BigInteger())
OF_QUERY = bindparam("of_query", type_=BigInteger())
BY_PERSON = bindparam("by_person", type_=BigInteger())
AT = bindparam("at_instant", type_=Instant())

# Made once: building an alias costs more than the statement it is used in.
own_entries = human_entries.alias("own")
other_entries = human_entries.alias("others")
drawn_items = queue_items.alias("drawn_items")
drawn_traces = traces.alias("drawn_traces")


def n_other_leases(annotator_id: Id, now: At) -> ScalarSelect[int]:
    """Unexpired leases of others on a queue's item, inside a statement over queue_items."""
    lease = leases.c
    return (
        select(func.count())
        .select_from(leases)
        .where(
            lease.queue_id == queue_items.c.queue_id,
            lease.trace_id == queue_items.c.trace_id,
            lease.annotator_id != annotator_id,
            lease.expires_at > now,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )


def n_other_labels(annotator_id: Id) -> ScalarSelect[int]:
    """Labels of others on a queue's item."""
    entry = other_entries.c
    return (
        select(func.count())
        .where(
            entry.trace_id == queue_items.c.trace_id,
            entry.is_current,
            entry.kind == EntryKind.VERDICT,
            entry.annotator_id != annotator_id,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )


def is_full(annotator_id: Id) -> ColumnElement[bool]:
    """Whether an item wants no label of the annotator: others gave enough, or it was decided.

    Whoever decided between others has read their answers and is not blind to them any more.
    """
    return or_(
        n_other_labels(annotator_id) >= queue_items.c.wanted_labels, has_decided(annotator_id)
    )


def has_decided(annotator_id: Id) -> ColumnElement[bool]:
    """Whether the annotator decided between others on a queue's item."""
    decision = adjudications.c
    return (
        exists()
        .where(
            decision.trace_id == queue_items.c.trace_id,
            decision.annotator_id == annotator_id,
        )
        .correlate(queue_items)
    )


def own_kind(annotator_id: Id) -> ScalarSelect[str]:
    """Kind of what counts of the annotator on a queue's item."""
    entry = own_entries.c
    return (
        select(entry.kind)
        .where(
            entry.trace_id == queue_items.c.trace_id,
            entry.annotator_id == annotator_id,
            entry.is_current,
        )
        .correlate(queue_items)
        .scalar_subquery()
    )


def has_own(annotator_id: Id, kinds: tuple[EntryKind, ...] | None) -> ColumnElement[bool]:
    """Whether what counts of the annotator is of these kinds; () for nothing, None for any."""
    own = own_kind(annotator_id)
    if kinds is None:
        return true()
    return own.in_(kinds) if kinds else own.is_(None)


def is_asked(queue_id: Id) -> ColumnElement[bool]:
    """Whether a queue's item still has the content it was drawn with.

    Looked up item by item only where traces were imported since the queue was built. One import
    at a time is at work, so whatever replaced a drawn trace has a higher id than the import that
    brought the newest one; instants would fail where a clock was set back in between.
    """
    # Two levels down nothing is correlated unasked: the newest item of all queues would be found.
    newest = (
        select(func.max(drawn_items.c.trace_id))
        .where(drawn_items.c.queue_id == queue_id)
        .correlate(queues)
    )
    brought_by = select(drawn_traces.c.import_id).where(
        drawn_traces.c.trace_id == newest.scalar_subquery()
    )
    import_since = exists().where(
        imports.c.kind == "traces",
        imports.c.status == "done",
        imports.c.import_id > brought_by.scalar_subquery(),
    )
    is_current = (
        exists().where(current_traces.c.trace_id == queue_items.c.trace_id).correlate(queue_items)
    )
    return or_(~import_since, is_current)
