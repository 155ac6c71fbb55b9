"""Five gates in order, each decided by what was measured."""

from dataclasses import replace

import pytest

from tests.builders import trace
from workbench.domain.gates import Gate, GateState, Measured, first_failed, five_gates
from workbench.domain.records import GoldSets, Trace
from workbench.domain.triage import evidence_loss

NOTHING = Measured(None, frozenset(), frozenset(), None, None, False)
HELD = replace(NOTHING, corpus_ids=frozenset({"d1", "d2"}))


def states(
    one: Trace, measured: Measured = HELD, gold: GoldSets | None = (("d1",),)
) -> dict[Gate, GateState]:
    loss = evidence_loss(one, gold, measured.corpus_ids)
    return {row.gate: row.state for row in five_gates(one, gold, loss, measured)}


def said(one: Trace, gate: Gate, measured: Measured = HELD, gold: GoldSets = (("d1",),)) -> str:
    loss = evidence_loss(one, gold, measured.corpus_ids)
    gates = five_gates(one, gold, loss, measured)
    return next(row.measurement for row in gates if row.gate is gate)


def test_all_gates_are_passed_where_all_was_measured() -> None:
    one = trace(is_truncated=False, query_embedding_model="m-1", index_embedding_model="m-1")
    measured = replace(HELD, is_probe_right=True)
    assert set(states(one, measured).values()) == {GateState.PASSED}


def test_nothing_after_the_first_failure_is_judged() -> None:
    found = states(trace(candidates=["x"], prompt=["x"]))
    assert found[Gate.TOP_K] is GateState.FAILED
    assert found[Gate.PROMPT] is found[Gate.GOLD_ANSWER] is GateState.NOT_REACHED


def test_gold_that_the_corpus_lacks_stops_at_the_first_gate() -> None:
    found = states(trace(), replace(NOTHING, corpus_ids=frozenset({"x"})))
    assert list(found.values()) == [GateState.FAILED, *[GateState.NOT_REACHED] * 4]
    assert states(trace(), gold=())[Gate.CORPUS] is GateState.FAILED


def test_gold_under_another_id_is_in_the_corpus_by_its_text() -> None:
    measured = replace(NOTHING, corpus_ids=frozenset(), twin_ids=frozenset({"d1"}))
    assert "by its text, under another id: d1" in said(trace(), Gate.CORPUS, measured)


def test_without_a_corpus_a_retrieved_passage_shows_that_it_is_there() -> None:
    seen = replace(NOTHING, seen_ids=frozenset({"d1"}))
    assert states(trace(), seen)[Gate.CORPUS] is GateState.PASSED
    assert states(trace(), NOTHING)[Gate.CORPUS] is GateState.NOT_KNOWN


def test_differing_models_fail_only_where_retrieval_missed() -> None:
    models = {"query_embedding_model": "m-2", "index_embedding_model": "m-1"}
    missed = trace(candidates=["x"], prompt=["x"], **models)
    assert states(missed)[Gate.EMBEDDING] is GateState.FAILED
    assert states(trace(**models))[Gate.EMBEDDING] is GateState.PASSED
    assert "all the same" in said(trace(**models), Gate.EMBEDDING)


@pytest.mark.parametrize(
    ("models", "words"),
    [({}, "neither was logged"), ({"query_embedding_model": "m-1"}, "only one was logged")],
)
def test_models_that_were_not_logged_are_not_known(models: dict[str, str], words: str) -> None:
    assert words in said(trace(**models), Gate.EMBEDDING)
    assert states(trace(**models))[Gate.EMBEDDING] is GateState.NOT_KNOWN


def test_top_k_says_rank_and_length() -> None:
    one = trace(candidates=["x", "d1", "y"])
    assert said(one, Gate.TOP_K) == "Complete at rank 2 of 3."
    missed = trace(candidates=["d1", "y"], prompt=["y"])
    both = (("d1", "d2"),)
    assert said(missed, Gate.TOP_K, gold=both) == "1 of 2 needed passages among the top 2."
    assert said(trace(candidates=[], prompt=[]), Gate.TOP_K) == "Nothing was retrieved."


def test_a_passage_in_the_prompt_was_retrieved_even_where_no_list_says_so() -> None:
    assert states(trace(candidates=None))[Gate.TOP_K] is GateState.PASSED
    unknown = trace(candidates=None, prompt=None)
    assert states(unknown)[Gate.TOP_K] is states(unknown)[Gate.PROMPT] is GateState.NOT_KNOWN


def test_the_reranker_and_the_packing_are_told_apart() -> None:
    reranked = trace(reranked=["d2"], prompt=["d2"])
    assert said(reranked, Gate.PROMPT) == "The reranker kept 1 passage, not the whole gold."
    packed = trace(reranked=["d2", "d1"], prompt=["d2"])
    assert "Not among the 1 passage packed" in said(packed, Gate.PROMPT)


def test_a_cut_prompt_is_not_known_until_its_text_shows_the_gold() -> None:
    cut = trace(is_truncated=True)
    assert states(cut)[Gate.PROMPT] is GateState.NOT_KNOWN
    assert states(cut, replace(HELD, is_text_whole=True))[Gate.PROMPT] is GateState.PASSED
    assert states(cut, replace(HELD, is_text_whole=False))[Gate.PROMPT] is GateState.FAILED
    assert "was not logged" in said(trace(), Gate.PROMPT)


def test_the_last_gate_is_the_probe() -> None:
    wrong = replace(HELD, is_probe_right=False)
    gates = five_gates(trace(), (("d1",),), evidence_loss(trace(), (("d1",),)), wrong)
    stop = first_failed(gates)
    assert stop is not None
    assert stop.gate is Gate.GOLD_ANSWER
    assert "judged by nobody" in said(
        trace(), Gate.GOLD_ANSWER, replace(HELD, is_probe_answered=True)
    )
    assert "was not asked" in said(trace(), Gate.GOLD_ANSWER)


def test_unknown_gold_leaves_three_gates_unknown_and_fails_none() -> None:
    found = states(trace(), gold=None)
    assert GateState.FAILED not in found.values()
    assert [found[gate] for gate in (Gate.CORPUS, Gate.TOP_K, Gate.PROMPT)] == [
        GateState.NOT_KNOWN
    ] * 3
