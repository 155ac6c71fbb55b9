"""Records with defaults, for tests that care about one field."""

from collections.abc import Sequence

from workbench.domain.records import Candidate, GoldSets, Trace


def passages(*doc_ids: str) -> tuple[Candidate, ...]:
    """Bare passages ranked from 1."""
    return tuple(Candidate(doc_id, rank) for rank, doc_id in enumerate(doc_ids, start=1))


def trace(
    request_id: str = "q-1",
    candidates: Sequence[str] | None = ("d1", "d2"),
    reranked: Sequence[str] | None = None,
    prompt: Sequence[str] | None = ("d1",),
    gold: GoldSets | None = (("d1",),),
    **fields: object,
) -> Trace:
    """A trace whose lists are given as bare ids."""
    values: dict[str, object] = {"query": "How long is a day ticket valid?", "answer": "Until 3."}
    values |= fields
    return Trace(
        request_id=request_id,
        gold=gold,
        candidates=None if candidates is None else passages(*candidates),
        reranked=None if reranked is None else passages(*reranked),
        prompt_passages=None if prompt is None else tuple(prompt),
        **values,  # type: ignore[arg-type]
    )
