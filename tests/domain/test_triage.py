"""The stage that loses the answer, from ids alone, and the bucket that follows."""

import json
from pathlib import Path

import pytest

from tests.builders import passages, trace
from workbench.domain.records import GoldSets
from workbench.domain.triage import (
    HumanVerdict,
    evidence_loss,
    human_bucket,
    is_right_without_evidence,
    observed_bucket,
    should_have_declined,
)
from workbench.domain.vocabulary import (
    Answer,
    Bucket,
    Evidence,
    JudgeVerdict,
    Outside,
    Stage,
    Unresolved,
)

ONE_GOLD: GoldSets = (("d2",),)
FAIL, PASS = JudgeVerdict.FAIL, JudgeVerdict.PASS


@pytest.mark.parametrize(
    ("candidates", "reranked", "prompt", "verdict", "bucket"),
    [
        (["d1", "d3"], ["d1"], ["d1"], FAIL, Bucket.RETRIEVAL_MISS),
        (["d1", "d2"], ["d1"], ["d1"], FAIL, Bucket.RERANKED_OUT),
        (["d1", "d2"], ["d1", "d2"], ["d1", "d2"], FAIL, Bucket.GENERATION_ERROR),
        (["d1", "d2"], ["d1", "d2"], ["d1"], FAIL, Bucket.PACKED_OUT),
        (["d1", "d2"], ["d1", "d2"], ["d1", "d2"], PASS, Bucket.CORRECT),
    ],
    ids=["A", "B", "C", "D", "E"],
)
def test_five_traces_over_one_gold_passage_fall_into_five_buckets(
    candidates: list[str],
    reranked: list[str],
    prompt: list[str],
    verdict: JudgeVerdict,
    bucket: Bucket,
) -> None:
    loss = evidence_loss(trace(candidates=candidates, reranked=reranked, prompt=prompt), ONE_GOLD)
    assert observed_bucket(loss.evidence, verdict) is bucket


@pytest.mark.parametrize(
    ("request_id", "evidence", "found"),
    [
        ("q-1", Evidence.RETRIEVAL, (1, 2)),
        ("q-2", Evidence.REACHED, (1, 1)),
        ("q-3", Evidence.RERANKING, (2, 2)),
        ("q-4", Evidence.REACHED, (2, 2)),
    ],
)
def test_an_inner_list_needs_all_and_a_flat_list_any(
    request_id: str, evidence: Evidence, found: tuple[int, int]
) -> None:
    traces = {
        "q-1": (trace(candidates=["d1", "d3"], prompt=["d1"]), (("d1", "d2"),)),
        "q-2": (trace(candidates=["d1", "d3"], prompt=["d1"]), (("d1",), ("d2",))),
        "q-3": (trace(candidates=["d1", "d2"], reranked=["d1"], prompt=["d1"]), (("d1", "d2"),)),
        "q-4": (
            trace(candidates=["d1", "d2"], reranked=["d2", "d1"], prompt=["d2", "d1"]),
            (("d1", "d2"),),
        ),
    }
    loss = evidence_loss(*traces[request_id])
    assert loss.evidence is evidence
    assert (loss.n_found, loss.n_needed) == found


def test_a_repeated_passage_counts_once() -> None:
    repeated = trace(candidates=["A", "A", "C"], prompt=["A", "A"])
    loss = evidence_loss(repeated, (("A", "B"),))
    assert (loss.evidence, loss.n_found, loss.n_needed) == (Evidence.RETRIEVAL, 1, 2)


def test_a_repeated_gold_passage_is_harmless() -> None:
    loss = evidence_loss(trace(candidates=["A"], prompt=["A"]), (("A",), ("A",)))
    assert (loss.evidence, loss.n_found, loss.n_needed) == (Evidence.REACHED, 1, 1)


def test_nothing_retrieved_is_a_miss_and_an_absent_list_is_not() -> None:
    assert evidence_loss(trace(candidates=[], prompt=[]), ONE_GOLD).evidence is Evidence.RETRIEVAL
    absent = trace(candidates=None, prompt=["d2"])
    assert evidence_loss(absent, ONE_GOLD).evidence is Evidence.REACHED
    nothing_logged = trace(candidates=None, prompt=None)
    assert evidence_loss(nothing_logged, ONE_GOLD).evidence is Evidence.UNDECIDED


def test_a_loss_before_an_unlogged_list_is_undecided() -> None:
    only_prompt = trace(candidates=None, prompt=["d9"])
    assert evidence_loss(only_prompt, ONE_GOLD).evidence is Evidence.UNDECIDED
    no_candidates = trace(candidates=None, reranked=["d9"], prompt=["d9"])
    assert evidence_loss(no_candidates, ONE_GOLD).evidence is Evidence.UNDECIDED
    reranker_held = trace(candidates=None, reranked=["d2"], prompt=["d9"])
    assert evidence_loss(reranker_held, ONE_GOLD).evidence is Evidence.PACKING


def test_a_set_complete_in_the_prompt_lost_nothing_whatever_was_logged_before() -> None:
    cut_log = trace(candidates=["d1"], prompt=["d1", "d2"])
    assert evidence_loss(cut_log, ONE_GOLD).evidence is Evidence.REACHED


def test_no_source_is_a_coverage_gap_and_unknown_gold_is_unknown() -> None:
    assert evidence_loss(trace(), ()).evidence is Evidence.COVERAGE
    assert evidence_loss(trace(), None).evidence is Evidence.UNKNOWN


def test_a_passage_absent_from_the_corpus_is_a_coverage_gap() -> None:
    missed = trace(candidates=["d1"], prompt=["d1"])
    assert evidence_loss(missed, ONE_GOLD, frozenset({"d1"})).evidence is Evidence.COVERAGE
    assert evidence_loss(missed, ONE_GOLD, frozenset({"d1", "d2"})).evidence is Evidence.RETRIEVAL


def test_differing_embedding_models_explain_a_miss_but_not_a_hit() -> None:
    models = {"query_embedding_model": "e5", "index_embedding_model": "bge"}
    missed = trace(candidates=["d1"], prompt=["d1"], **models)
    hit = trace(candidates=["d1", "d2"], prompt=["d1"], **models)
    assert evidence_loss(missed, ONE_GOLD).evidence is Evidence.EMBEDDING
    assert evidence_loss(hit, ONE_GOLD).evidence is Evidence.PACKING


def test_gold_ids_of_another_index_are_not_a_miss() -> None:
    other = trace(candidates=["kb2-1"], prompt=["kb2-1"])
    loss = evidence_loss(other, (("kb1-1",),), is_comparable=False)
    assert loss.evidence is Evidence.NOT_COMPARABLE
    assert observed_bucket(loss.evidence, FAIL) is Outside.NOT_COMPARABLE


def test_an_endpoint_error_stands_outside() -> None:
    failed = trace(error="timeout", answer=None)
    loss = evidence_loss(failed, ONE_GOLD)
    assert observed_bucket(loss.evidence, FAIL) is Outside.ENDPOINT_UNAVAILABLE


def test_the_rank_of_the_best_complete_set_is_kept_on_success() -> None:
    found = trace(candidates=["d9", "d1", "d2"], prompt=["d2", "d1"])
    loss = evidence_loss(found, (("d1", "d2"), ("d7",)))
    assert (loss.candidates_rank, loss.reranked_rank, loss.prompt_rank) == (3, None, 2)


def test_no_verdict_is_never_a_bucket() -> None:
    assert observed_bucket(Evidence.REACHED, None) is Outside.UNJUDGED
    assert observed_bucket(Evidence.UNKNOWN, FAIL) is Outside.LABEL_MISSING
    assert observed_bucket(Evidence.UNKNOWN, PASS) is Outside.LABEL_MISSING
    named = observed_bucket(Evidence.UNKNOWN, FAIL, Stage.RETRIEVAL)
    assert named is Bucket.RETRIEVAL_MISS
    assert observed_bucket(Evidence.REACHED, FAIL, None, True) is Outside.UNRESOLVED


def test_a_right_answer_that_was_flagged_is_an_evaluation_error() -> None:
    right = HumanVerdict(Answer.CORRECT)
    assert human_bucket(Evidence.RETRIEVAL, right, FAIL) is Bucket.EVALUATION_ERROR
    assert human_bucket(Evidence.RETRIEVAL, right, PASS) is Bucket.CORRECT
    assert human_bucket(Evidence.RETRIEVAL, right, None) is Bucket.CORRECT


def test_a_persons_stage_counts_against_the_ids() -> None:
    named = HumanVerdict(Answer.WRONG, Stage.RERANKING)
    assert human_bucket(Evidence.REACHED, named, FAIL) is Bucket.RERANKED_OUT
    assert human_bucket(Evidence.UNKNOWN, HumanVerdict(Answer.WRONG), FAIL) is Outside.LABEL_MISSING


def test_cant_tell_and_the_side_door_are_no_verdict() -> None:
    assert human_bucket(Evidence.REACHED, HumanVerdict(Answer.CANT_TELL), FAIL) is None
    disputed = HumanVerdict(None, None, Unresolved.REFERENCE_DISPUTED)
    assert human_bucket(Evidence.REACHED, disputed, FAIL) is Outside.UNRESOLVED


def test_luck_is_counted_as_right_without_evidence() -> None:
    assert is_right_without_evidence(Evidence.RETRIEVAL, True)
    assert not is_right_without_evidence(Evidence.COVERAGE, True)
    assert not is_right_without_evidence(Evidence.RETRIEVAL, False)


def test_inventing_an_answer_to_an_unanswerable_query_has_a_second_defect() -> None:
    assert should_have_declined((), Answer.WRONG)
    assert not should_have_declined((), Answer.RIGHTLY_DECLINED)
    assert not should_have_declined(None, Answer.WRONG)


def test_scifact_traces_land_in_their_published_stages(real_data: Path) -> None:
    folder = real_data / "scifact-stages"
    lines = (folder / "queries-v1.head8.jsonl").read_text().splitlines()
    claims = {c["query"]: c for c in map(json.loads, lines)}
    replies = {
        r["query"]: r["id"]
        for r in map(json.loads, (folder / "variant-v1.jsonl").read_text().splitlines())
    }
    words = {"prompt_assembly": "packing", "none": "none"}
    expected = json.loads((folder / "head8.expected_stages.json").read_text())
    assert len(expected) == 40
    for row in expected:
        claim = claims[row["query"]]
        pipeline = row["pipeline"].removesuffix("/revised")
        lists = claim[pipeline]
        reply = replies[row["query"]] if row["pipeline"].endswith("/revised") else lists["id"]
        gold = tuple((doc_id,) for doc_id in claim["relevant"])
        one = trace(
            candidates=claim["retrieved"][pipeline.split("+")[0]],
            reranked=lists["reranked"],
            prompt=lists["prompt"],
        )
        loss = evidence_loss(one, gold)
        verdict = PASS if reply in claim["relevant"] else FAIL
        stage = observed_bucket(loss.evidence, FAIL)
        found = "none" if verdict is PASS else str(loss.evidence).replace("reached", "generation")
        assert found == words.get(row["stage"], row["stage"]), (row, stage)


def test_passages_are_ranked_from_one() -> None:
    assert [p.rank for p in passages("a", "b")] == [1, 2]
