"""The set-based evidence equals the pure function, whatever was logged."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from db import models, write_evidence
from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_corpus, plant_gold, plant_import, plant_traces
from workbench.domain.records import Candidate, EvidenceLoss, Trace
from workbench.domain.triage import evidence_loss
from workbench.domain.vocabulary import Evidence
from workbench.services.triage.place_evidence import ensure_evidence, refresh_evidence

DOCS = ("a", "b", "c", "d", "e")
TEXTS = {"a": "one text", "b": "one text", "c": "another text", "e": "another text"}


def read_losses(store: Store) -> dict[str, EvidenceLoss]:
    evidence, traces = models.trace_evidence.c, models.current_traces.c
    statement = select(
        traces.request_id,
        evidence.evidence,
        evidence.candidates_rank,
        evidence.reranked_rank,
        evidence.prompt_rank,
        evidence.n_found,
        evidence.n_needed,
    ).join(models.trace_evidence, evidence.trace_id == traces.trace_id)
    with store.reading() as connection:
        return {
            row.request_id: EvidenceLoss(Evidence(row.evidence), *row[2:])
            for row in connection.execute(statement)
        }


def is_comparable_by_id(members: list[Trace]) -> bool:
    seen = {p.doc_id for item in members for p in item.candidates or () if p.doc_id}
    golden = [
        item for item in members if item.gold and any(p.doc_id for p in item.candidates or ())
    ]
    gold_ids = {doc for item in golden for gold_set in item.gold or () for doc in gold_set}
    all_gold = {d for item in members for gold_set in item.gold or () for d in gold_set}
    return bool(seen & all_gold) or len(golden) < 2 or len(gold_ids) < 2


def texts_listed(item: Trace) -> set[tuple[str | None, str]]:
    listed = (*(item.candidates or ()), *(item.reranked or ()))
    return {(passage.doc_id, passage.text) for passage in listed if passage.text is not None}


def gold_ids_of(item: Trace) -> set[str]:
    return {doc for gold_set in item.gold or () for doc in gold_set}


def expected_losses(
    traces: list[Trace], corpora: Mapping[str, frozenset[str]]
) -> dict[str, EvidenceLoss]:
    """First by ids; then gold known by a text that a lost trace retrieved stands for itself."""
    by_version: dict[str, list[Trace]] = defaultdict(list)
    for item in traces:
        by_version[item.index_version or ""].append(item)
    comparable = {v: is_comparable_by_id(members) for v, members in by_version.items()}

    def loss(item: Trace, is_comparable: bool, twins: dict[str, set[str]]) -> EvidenceLoss:
        corpus = corpora.get(item.index_version or "")
        return evidence_loss(item, item.gold, corpus, is_comparable, twins)

    lost = [
        item
        for item in traces
        if loss(item, comparable[item.index_version or ""], {}).evidence
        not in (Evidence.REACHED, Evidence.ENDPOINT_UNAVAILABLE)
    ]
    logged = {doc: text for item in traces for doc, text in texts_listed(item)}
    known = {doc for item in lost for doc in gold_ids_of(item) if doc in logged}
    held = {
        gold_id
        for item in lost
        for gold_id in gold_ids_of(item) & known
        if any(d != gold_id and t == logged[gold_id] for d, t in texts_listed(item))
    }

    def twins_of(item: Trace) -> dict[str, set[str]]:
        return {
            gold_id: {d for d, t in texts_listed(item) if d is not None and t == logged[gold_id]}
            for gold_id in gold_ids_of(item) & held
        }

    textual = {
        version
        for version, members in by_version.items()
        for item in members
        for gold_id in gold_ids_of(item) & held
        if any(p.text == logged[gold_id] for p in item.candidates or ())
    }
    losses = {}
    for version, members in by_version.items():
        for item in members:
            has_text = any(set(gold_set) <= known for gold_set in item.gold or ())
            is_comparable = comparable[version] or (version in textual and has_text)
            losses[item.request_id] = loss(item, is_comparable, twins_of(item))
    return losses


def candidate_lists() -> st.SearchStrategy[tuple[Candidate, ...] | None]:
    ids = st.lists(st.sampled_from([*DOCS, None]), max_size=6)
    with_text = st.booleans()
    ranked = st.builds(listed_passages, ids, with_text)
    return st.none() | ranked


def listed_passages(docs: list[str | None], with_text: bool) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(doc, rank, None, TEXTS.get(doc or "") if with_text else None)
        for rank, doc in enumerate(docs, start=1)
    )


@st.composite
def any_trace(draw: st.DrawFn, number: int) -> Trace:
    gold_set = st.lists(st.sampled_from(DOCS), min_size=1, max_size=3, unique=True).map(tuple)
    return Trace(
        request_id=f"q-{number}",
        query="?",
        run="r",
        gold=draw(st.none() | st.lists(gold_set, max_size=3).map(tuple)),
        candidates=draw(candidate_lists()),
        reranked=draw(candidate_lists()),
        prompt_passages=draw(st.none() | st.lists(st.sampled_from(DOCS), max_size=5).map(tuple)),
        index_version=draw(st.sampled_from([None, "v1", "v2"])),
        query_embedding_model=draw(st.sampled_from([None, "m1"])),
        index_embedding_model=draw(st.sampled_from([None, "m1", "m2"])),
        error=draw(st.sampled_from([None, None, None, "timeout"])),
    )


@st.composite
def any_traces(draw: st.DrawFn) -> list[Trace]:
    return [draw(any_trace(number)) for number in range(draw(st.integers(1, 8)))]


def empty(store: Store) -> None:
    with store.writing() as connection:
        for table in reversed(models.metadata.sorted_tables):
            connection.execute(delete(table))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    traces=any_traces(),
    corpus=st.none() | st.frozensets(st.sampled_from(DOCS), max_size=4),
)
def test_database_and_pure_function_agree(
    store: Store, traces: list[Trace], corpus: frozenset[str] | None
) -> None:
    empty(store)
    plant_traces(store, traces)
    corpora = {} if corpus is None else {"v1": corpus}
    for version, doc_ids in corpora.items():
        plant_corpus(store, version, doc_ids)

    assert refresh_evidence(store) == len(traces)

    assert read_losses(store) == expected_losses(traces, corpora)


def test_nothing_to_do_the_second_time(store: Store) -> None:
    plant_traces(store, [trace("q-1"), trace("q-2", gold=None)])

    assert ensure_evidence(store) == 2
    assert ensure_evidence(store) == 0


def test_newer_gold_makes_evidence_stale(store: Store) -> None:
    ids = plant_traces(store, [trace("q-1", gold=None)])
    ensure_evidence(store)
    with store.writing() as connection:
        query_id = connection.execute(
            select(models.traces.c.query_id).where(models.traces.c.trace_id == ids["q-1"])
        ).scalar_one()
        plant_gold(connection, query_id, (("d1",),), plant_import(connection, "gold"))

    assert ensure_evidence(store) == 1
    assert read_losses(store)["q-1"].evidence is Evidence.REACHED


@pytest.fixture
def reindexed(store: Store) -> Store:
    """Three traces whose gold ids are from an older index, and one of that older index."""
    old = [
        trace(f"q-{n}", ["n1", "n2"], None, ["n1"], ((f"o{n}",),), index_version="2025-02")
        for n in (1, 2, 3)
    ]
    plant_traces(store, [*old, trace("q-4", ["o4"], None, ["o4"], (("o4",),))])
    refresh_evidence(store)
    return store


def test_ids_of_another_index_are_not_misses(reindexed: Store) -> None:
    losses = read_losses(reindexed)
    assert [losses[f"q-{n}"].evidence for n in (1, 2, 3)] == [Evidence.NOT_COMPARABLE] * 3
    assert losses["q-4"].evidence is Evidence.REACHED


def test_one_accepted_passage_makes_the_index_comparable(reindexed: Store) -> None:
    with reindexed.writing() as connection:
        query_id = connection.execute(
            select(models.traces.c.query_id).where(models.traces.c.request_id == "q-1")
        ).scalar_one()
        import_id = plant_import(connection, "gold_edit")
        connection.execute(
            models.gold_versions.update()
            .where(models.gold_versions.c.query_id == query_id)
            .values(superseded_by_import_id=import_id)
        )
        plant_gold(connection, query_id, (("o1",), ("n1",)), import_id)
        n_traces = write_evidence.refresh_evidence(connection, query_ids=[query_id])

    losses = read_losses(reindexed)
    assert n_traces == 1 + 3
    assert losses["q-1"].evidence is Evidence.REACHED
    assert losses["q-2"].evidence is Evidence.RETRIEVAL


# Gold known by its text.

OLD, NEW = "A day ticket is valid until 03:00.", "Helmets cost extra."


def passages_with(texts: Mapping[str, str]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(doc, rank, None, text) for rank, (doc, text) in enumerate(texts.items(), 1)
    )


def test_gold_of_an_older_index_is_found_by_the_text_another_run_logged(store: Store) -> None:
    old = trace("q-1", run="a", prompt=["k1"], gold=(("k1",),))
    old = replace(old, candidates=passages_with({"k1": OLD}))
    new = [
        replace(
            trace(f"q-{n}", run="b", gold=(("k1",),), prompt=prompt, index_version="new"),
            candidates=passages_with({"n1": f" {OLD.upper()}", "n2": NEW}),
        )
        for n, prompt in ((2, ["n1"]), (3, ["n2"]))
    ]
    missed = replace(
        trace("q-4", run="b", gold=(("k1",),), prompt=["n2"], index_version="new"),
        candidates=passages_with({"n2": NEW}),
    )
    plant_traces(store, [old, *new, missed])
    refresh_evidence(store)
    losses = read_losses(store)
    assert {name: loss.evidence for name, loss in losses.items()} == {
        "q-1": Evidence.REACHED,
        "q-2": Evidence.REACHED,
        "q-3": Evidence.PACKING,
        "q-4": Evidence.RETRIEVAL,
    }


def test_texts_that_come_later_are_found_then(store: Store) -> None:
    new = [
        replace(
            trace(f"q-{n}", run="b", gold=((f"k{n}",),), prompt=["n1"], index_version="new"),
            candidates=passages_with({"n1": OLD}),
        )
        for n in (1, 2)
    ]
    plant_traces(store, new)
    refresh_evidence(store)
    assert read_losses(store)["q-1"].evidence is Evidence.NOT_COMPARABLE

    old = replace(trace("q-9", run="a", gold=None), candidates=passages_with({"k1": OLD}))
    plant_traces(store, [old])
    refresh_evidence(store, [""])

    losses = read_losses(store)
    assert losses["q-1"].evidence is Evidence.REACHED
    # Its own gold's text is still unknown.
    assert losses["q-2"].evidence is Evidence.NOT_COMPARABLE


def test_a_corpus_holds_gold_under_another_id(store: Store) -> None:
    plant_corpus(store, "old", ["k1", "k2"], {"k1": OLD, "k2": NEW})
    plant_corpus(store, "new", ["n1"], {"n1": OLD})
    plant_traces(
        store,
        [
            trace("q-1", ["n9", "n1"], None, ["n1"], (("k1",),), index_version="new"),
            trace("q-2", ["n9"], None, ["n9"], (("k1",),), index_version="new"),
            trace("q-3", ["n9"], None, ["n9"], (("k2",),), index_version="new"),
        ],
    )
    refresh_evidence(store)
    losses = read_losses(store)
    assert losses["q-1"].evidence is Evidence.REACHED
    assert losses["q-1"].candidates_rank == 2
    assert losses["q-2"].evidence is Evidence.RETRIEVAL
    assert losses["q-3"].evidence is Evidence.COVERAGE


def test_every_passage_of_a_set_may_be_found_by_text(store: Store) -> None:
    plant_corpus(store, "old", ["k1", "k2"], {"k1": OLD, "k2": NEW})
    whole = passages_with({"n1": OLD, "n2": NEW})
    plant_traces(
        store,
        [
            replace(
                trace("q-1", None, None, ["n1", "n2"], (("k1", "k2"),), index_version="new"),
                candidates=whole,
            ),
            replace(
                trace("q-2", None, None, ["n1"], (("k1", "k2"),), index_version="new"),
                candidates=whole,
            ),
        ],
    )
    refresh_evidence(store)
    assert read_losses(store)["q-1"].evidence is Evidence.REACHED
    assert read_losses(store)["q-2"].evidence is Evidence.PACKING
    assert read_losses(store)["q-2"].n_found == 2


def test_a_passage_without_an_id_is_found_by_its_text(store: Store) -> None:
    plant_corpus(store, "old", ["k1"], {"k1": OLD})
    nameless = (Candidate(None, 1, None, NEW), Candidate(None, 2, None, OLD))
    plant_traces(
        store,
        [
            replace(trace("q-1", None, None, None, (("k1",),)), candidates=nameless),
            trace("q-2", ["k1"], None, ["k1"], (("k1",),)),
        ],
    )
    refresh_evidence(store)
    assert read_losses(store)["q-1"].candidates_rank == 2
    assert read_losses(store)["q-1"].evidence is Evidence.UNDECIDED


def test_an_edit_keeps_what_is_known_by_text(store: Store) -> None:
    plant_corpus(store, "old", ["k1"], {"k1": OLD})
    ids = plant_traces(
        store,
        [
            replace(
                trace("q-1", None, None, ["n1"], (("k1",),), index_version="new"),
                candidates=passages_with({"n1": OLD}),
            ),
        ],
    )
    refresh_evidence(store)
    with store.writing() as connection:
        query_id = connection.execute(
            select(models.traces.c.query_id).where(models.traces.c.trace_id == ids["q-1"])
        ).scalar_one()
        write_evidence.refresh_evidence(connection, query_ids=[query_id])
    assert read_losses(store)["q-1"].evidence is Evidence.REACHED
