"""Adds a passage, or a set of passages all needed, to a query's gold; or takes one away.

Done while labelling: every change is a new version with its author, time and reason; older versions stay. The stages
of every trace of the query are decided anew at once.
"""

from workbench.services.open_store import Store


def add_gold(
    store: Store, trace_id: int, annotator: str, doc_ids: tuple[str, ...], reason: str | None = None
) -> int:
    """Add an alternative to the gold of the trace's query; several ids are all needed together.

    Gives the id of the version that now counts, which is the old one where it already held
    the set. Where gold was not known, the new set becomes the gold.
    """
    raise NotImplementedError


def remove_gold(
    store: Store, trace_id: int, annotator: str, doc_ids: tuple[str, ...], reason: str | None = None
) -> int:
    """Take the alternative made of exactly these ids away; gives the version that now counts.

    Raises
    ------
    InputError
        No such alternative exists, or it is the last one: an empty gold would say that the
        corpus holds no answer, which nobody has said by taking one source away.
    """
    raise NotImplementedError
