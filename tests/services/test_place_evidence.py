"""The set-based evidence equals the pure function, whatever was logged."""

from collections import defaultdict
from collections.abc import Mapping

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


def expected_losses(
    traces: list[Trace], corpora: Mapping[str, frozenset[str]]
) -> dict[str, EvidenceLoss]:
    by_version: dict[str, list[Trace]] = defaultdict(list)
    for item in traces:
        by_version[item.index_version or ""].append(item)
    losses = {}
    for version, members in by_version.items():
        seen = {p.doc_id for item in members for p in item.candidates or () if p.doc_id}
        golden = [
            item for item in members if item.gold and any(p.doc_id for p in item.candidates or ())
        ]
        gold_ids = {doc for item in golden for gold_set in item.gold or () for doc in gold_set}
        all_gold = {d for item in members for gold_set in item.gold or () for d in gold_set}
        is_comparable = bool(seen & all_gold) or len(golden) < 2 or len(gold_ids) < 2
        corpus = corpora.get(version)
        for item in members:
            losses[item.request_id] = evidence_loss(item, item.gold, corpus, is_comparable)
    return losses


def candidate_lists() -> st.SearchStrategy[tuple[Candidate, ...] | None]:
    ids = st.lists(st.sampled_from([*DOCS, None]), max_size=6)
    ranked = ids.map(lambda docs: tuple(Candidate(d, r) for r, d in enumerate(docs, start=1)))
    return st.none() | ranked


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
    max_examples=40,
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
