"""Where a run loses its answers, counted and named."""

import json
from pathlib import Path

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.case_files import import_case
from tests.services.planted import plant_label, plant_traces
from tests.services.test_correct_prevalence import CELLS, FAIL, OWL, PASS, fill, judged
from workbench.domain.records import Candidate, JudgeId, JudgeOpinion, Trace
from workbench.domain.refusals import Code
from workbench.errors import InputError
from workbench.formats.results_json import triage_json
from workbench.report.words import project_share
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.results import TriageResult
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages


def buckets_of(result: TriageResult) -> dict[str, int]:
    return {row.bucket: row.n for row in result.buckets if row.n}


def funnel_of(result: TriageResult) -> dict[str, tuple[int, int]]:
    return {row.stage: (row.entered, row.survived) for row in result.funnel}


def codes(result: TriageResult) -> list[str]:
    return [str(warning.code) for warning in result.warnings]


def test_buckets_take_right_or_wrong_from_the_judge(store: Store) -> None:
    fill(store, CELLS)
    result = triage_traces(store, "r", "owl@1")
    assert buckets_of(result) == {
        "retrieval_miss": 30,
        "packed_out": 8,
        "generation_error": 20,
        "correct": 121,
    }
    assert sum(row.share or 0 for row in result.buckets) == pytest.approx(1)
    assert result.right_without_evidence == 21


def test_human_buckets_count_the_labelled_traces(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    result = triage_traces(sqlite_store, "r", "owl@1")
    human = {row.bucket: row.n for row in result.human_buckets if row.n}
    assert human == {
        "retrieval_miss": 12,
        "packed_out": 5,
        "generation_error": 6,
        "evaluation_error": 8,
        "correct": 22,
    }
    assert result.n_labelled == 53


def test_funnel_stages_are_conditional(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    result = triage_traces(sqlite_store, "r", "owl@1")
    assert funnel_of(result) == {
        "coverage": (179, 179),
        "retrieval": (179, 134),
        "packing": (134, 120),
        "generation": (120, 100),
    }
    assert result.end_to_end == pytest.approx(100 / 179)


def test_reranking_and_embedding_appear_only_where_they_ran(sqlite_store: Store) -> None:
    plant_traces(
        sqlite_store,
        [
            trace("q-1", ["d1"], ["d2"], ["d2"], run="a"),
            trace(
                "q-2",
                ["d2"],
                None,
                ["d2"],
                run="b",
                query_embedding_model="m1",
                index_embedding_model="m2",
            ),
            trace("q-3", ["d1"], None, ["d1"], run="c"),
        ],
    )
    assert "reranking" in funnel_of(triage_traces(sqlite_store, "a"))
    assert "embedding" in funnel_of(triage_traces(sqlite_store, "b"))
    assert set(funnel_of(triage_traces(sqlite_store, "c"))) == {
        "coverage",
        "retrieval",
        "packing",
    }


def test_what_if_replaces_some_rates(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    result = triage_traces(sqlite_store, "r", "owl@1")
    changed = what_if_stages(result.funnel, {"retrieval": 1.0})
    assert changed is not None
    assert changed.then.estimate == pytest.approx(120 / 134 * 100 / 120)


def test_largest_bucket_is_the_next_project(sqlite_store: Store) -> None:
    cells = {
        ("reached", FAIL): (39, 0, 0),
        ("retrieval", FAIL): (130, 0, 0),
        ("reached", PASS): (200, 0, 0),
    }
    fill(sqlite_store, cells)
    project = triage_traces(sqlite_store, "r", "owl@1", proposal="generation").next_project
    assert project is not None
    assert (project.bucket, project.stage, project.owner) == (
        "retrieval_miss",
        "retrieval",
        "search engineer",
    )
    assert project.basis == "observed"
    assert project.fixes
    assert len(project.fixes) == len(project.side_effects)
    assert project.warning is not None
    assert "generation" in project.warning


def test_corrected_shares_name_the_project_where_they_exist(sqlite_store: Store) -> None:
    # The judge flags every reached trace wrongly: corrected, retrieval is what fails.
    cells = {
        ("reached", FAIL): (60, 30, 1),
        ("retrieval", FAIL): (40, 30, 29),
        ("reached", PASS): (200, 30, 0),
        ("retrieval", PASS): (20, 15, 2),
    }
    fill(sqlite_store, cells)
    result = triage_traces(sqlite_store, "r", "owl@1")
    assert max(result.buckets[:-1], key=lambda row: row.n).bucket == "generation_error"
    assert result.next_project is not None
    assert result.next_project.basis == "corrected"
    assert result.next_project.bucket == "retrieval_miss"


def test_unknown_proposal_is_wrong_input(sqlite_store: Store) -> None:
    fill(sqlite_store, {("reached", FAIL): (2, 0, 0)})
    with pytest.raises(InputError, match="no stage"):
        triage_traces(sqlite_store, "r", "owl@1", proposal="magic")


def test_judges_are_never_pooled_and_the_chosen_one_is_said(sqlite_store: Store) -> None:
    opinions = (
        JudgeOpinion(JudgeId("owl", "1"), FAIL, "fail"),
        JudgeOpinion(JudgeId("owl", "2"), PASS, "pass"),
    )
    plant_traces(sqlite_store, [trace("q-1", run="r", judges=opinions)])
    result = triage_traces(sqlite_store, "r")
    assert result.judge == JudgeId("owl", "1")
    assert Code.JUDGE_CHOSEN in codes(result)


def test_a_run_without_judge_or_gold_gives_a_result(sqlite_store: Store) -> None:
    plant_traces(sqlite_store, [trace("q-1", run="r", gold=None), trace("q-2", run="r")])
    result = triage_traces(sqlite_store, "r")
    assert result.judge is None
    assert result.outside.unjudged == 2
    assert result.next_project is None
    json.dumps(triage_json(result), allow_nan=False)


def test_a_label_places_a_trace_whose_stage_ids_do_not_know(sqlite_store: Store) -> None:
    ids = plant_traces(sqlite_store, [judged(1, FAIL, gold=None), judged(2, FAIL, gold=None)])
    plant_label(sqlite_store, ids["q-0001"], "wrong", stage="rewriting")
    result = triage_traces(sqlite_store, "r", "owl@1")
    assert buckets_of(result) == {"rewrite_error": 1}
    assert result.outside.label_missing == 1


def test_unresolved_traces_stand_outside(sqlite_store: Store) -> None:
    ids = plant_traces(sqlite_store, [judged(1, FAIL), judged(2, FAIL)])
    plant_label(sqlite_store, ids["q-0001"], None, unresolved="reference_disputed")
    result = triage_traces(sqlite_store, "r", "owl@1")
    assert result.outside.unresolved == 1
    assert result.n_in_shares == 1


def test_evidence_near_the_end_of_a_list_is_said(sqlite_store: Store) -> None:
    docs = [f"x{n}" for n in range(9)]
    near = [trace(f"q-{n}", [*docs, "d1"], None, ["d1"], run="r") for n in range(3)]
    early = [trace(f"e-{n}", ["d1", *docs], None, ["d1"], run="r") for n in range(2)]
    plant_traces(sqlite_store, near + early)
    result = triage_traces(sqlite_store, "r")
    (row,) = result.rank_warnings
    assert (row.stage, row.cut, row.n_close, row.n_found) == ("retrieval", 10, 3, 5)
    assert Code.CLOSE_TO_THE_CUT in codes(result)


@pytest.mark.parametrize(
    ("where", "n"),
    [
        ({"index_version": "v1"}, 2),
        ({"truncated": "true"}, 1),
        ({"truncated": "unknown"}, 2),
        ({"signals.thumbs": "down"}, 1),
        ({"tenant": "north"}, 1),
        ({"model": "nobody"}, 0),
    ],
)
def test_a_filter_chooses_traces(store: Store, where: dict[str, str], n: int) -> None:
    plant_traces(
        store,
        [
            trace("q-1", run="r", index_version="v1", is_truncated=True, extra={"tenant": "north"}),
            trace("q-2", run="r", index_version="v1", signals={"thumbs": "down"}),
            trace("q-3", run="r", index_version="v2"),
        ],
    )
    assert triage_traces(store, "r", where=where).n == n


# The trouble cases.


def test_rag_01_ids_of_another_index_are_counted_by_themselves(
    sqlite_store: Store, cases: Path
) -> None:
    import_case(sqlite_store, cases / "rag-01-ids-changed-by-reindex")
    result = triage_traces(sqlite_store, "default")
    assert result.outside.not_comparable == 3
    assert buckets_of(result) == {"correct": 1}
    said = [w.message for w in result.warnings if w.code == Code.NOT_COMPARABLE]
    assert len(said) == 1
    assert "2025-02: none of the 3 gold ids" in said[0]
    assert "2024-11" not in said[0]
    assert "not from this index" in said[0]


def test_rag_04_all_of_a_set_is_needed(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rag-04-all-needed")
    assert funnel_of(triage_traces(sqlite_store, "default")) == {
        "coverage": (4, 4),
        "retrieval": (4, 3),
        "reranking": (3, 2),
        "packing": (2, 2),
        "generation": (2, 2),
    }


def test_rag_06_a_right_refusal_is_fine_and_an_invention_a_coverage_gap(
    sqlite_store: Store, cases: Path
) -> None:
    import_case(sqlite_store, cases / "rag-06-right-refusal", verdicts="verdicts.csv")
    result = triage_traces(sqlite_store, "default")
    assert buckets_of(result) == {"coverage_gap": 1, "correct": 2}
    human = {row.bucket: row.n for row in result.human_buckets if row.n}
    assert human == {"coverage_gap": 1, "correct": 1}
    assert result.should_have_declined == 1
    assert result.outside.label_missing == 1
    assert funnel_of(result)["retrieval"] == (0, 0)
    assert result.right_without_evidence == 0
    assert "NaN" not in json.dumps(triage_json(result))


def test_rag_08_cut_prompts_are_counted_by_themselves(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rag-08-logged-before-truncation")
    cut = triage_traces(sqlite_store, "default", where={"truncated": "true"})
    unknown = triage_traces(sqlite_store, "default", where={"truncated": "unknown"})
    assert (cut.n, unknown.n) == (2, 1)


def test_failures_with_a_cut_prompt_are_said(sqlite_store: Store) -> None:
    traces = [
        trace(
            f"q-{n}",
            run="r",
            is_truncated=cut,
            judges=(JudgeOpinion(OWL, FAIL, "fail"),),
        )
        for n, cut in enumerate([True, True, False, None])
    ]
    plant_traces(sqlite_store, traces)
    result = triage_traces(sqlite_store, "r")
    assert result.n_truncated_failures == 2
    assert Code.PROMPT_CUT in codes(result)


def test_rag_10_a_repeated_passage_counts_once(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rag-10-passage-retrieved-twice")
    result = triage_traces(sqlite_store, "default")
    assert funnel_of(result)["retrieval"] == (4, 3)
    assert funnel_of(result)["reranking"] == (3, 2)
    assert funnel_of(result)["packing"] == (2, 2)


def test_rag_12_nothing_retrieved_is_a_miss_and_stays_in_every_total(
    sqlite_store: Store, cases: Path
) -> None:
    import_case(sqlite_store, cases / "rag-12-nothing-retrieved")
    result = triage_traces(sqlite_store, "default")
    assert result.n == 4
    assert funnel_of(result)["retrieval"] == (4, 2)
    said = [w.message for w in result.warnings if w.code == Code.UNDECIDED_STAGE]
    assert said == [
        "Without a candidate list: 1 of 4 traces; it counts as retrieved, since the evidence "
        "stands in their prompt"
    ]


def test_rag_14_stages_keep_their_order(sqlite_store: Store, cases: Path) -> None:
    import_case(sqlite_store, cases / "rag-14-query-rewrite")
    result = triage_traces(sqlite_store, "default")
    stages = [row.stage for row in result.buckets if row.stage is not None]
    assert stages == [
        "coverage",
        "rewriting",
        "embedding",
        "retrieval",
        "reranking",
        "packing",
        "generation",
    ]


def test_scifact_claims_lose_their_evidence_where_known(
    sqlite_store: Store, real_data: Path
) -> None:
    folder = real_data / "scifact-stages"
    rows = [
        json.loads(line) for line in (folder / "queries-v1.head8.jsonl").read_bytes().splitlines()
    ]
    revised = {
        row["query"]: row["id"]
        for row in map(json.loads, (folder / "variant-v1.jsonl").read_bytes().splitlines())
    }
    expected = {
        (row["pipeline"], row["query"]): row["stage"]
        for row in json.loads((folder / "head8.expected_stages.json").read_text())
    }
    traces = []
    for row in rows:
        for pipeline in {pipeline for pipeline, _ in expected}:
            base = pipeline.removesuffix("/revised")
            answer = revised[row["query"]] if base != pipeline else row[base]["id"]
            is_right = answer in row["relevant"]
            traces.append(
                Trace(
                    request_id=f"{pipeline}/{row['query']}",
                    query=row["query"],
                    run=pipeline,
                    gold=tuple((doc,) for doc in row["relevant"]),
                    candidates=ranked(row["retrieved"][base.partition("+")[0]]),
                    # The top ten were cut here even where no cross-encoder ran.
                    reranked=ranked(row[base]["reranked"]),
                    prompt_passages=tuple(row[base]["prompt"]),
                    answer=answer,
                    index_version="scifact",
                    judges=(JudgeOpinion(OWL, PASS if is_right else FAIL, "by id"),),
                )
            )
    plant_traces(sqlite_store, traces)
    names = {"prompt_assembly": "packing", "none": None}
    wanted: dict[str, dict[str, int]] = {}
    for (pipeline, _), stage in expected.items():
        counted = wanted.setdefault(pipeline, {})
        stage = names.get(stage, stage)
        if stage is not None:
            counted[stage] = counted.get(stage, 0) + 1
    for pipeline, counted in wanted.items():
        result = triage_traces(sqlite_store, pipeline)
        found = {str(row.stage): row.n for row in result.buckets if row.stage is not None and row.n}
        assert found == counted, pipeline


def ranked(docs: list[str]) -> tuple[Candidate, ...]:
    return tuple(Candidate(doc, rank) for rank, doc in enumerate(docs, start=1))


def test_the_next_project_comes_with_its_share_of_all_traces(sqlite_store: Store) -> None:
    fill(sqlite_store, CELLS)
    card = triage_traces(sqlite_store, "r", "owl@1").next_project
    table = correct_prevalence(sqlite_store, "r", "owl@1")
    assert card is not None
    assert card.share is not None
    row = next(row for row in table.buckets if row.bucket == card.bucket)
    assert (card.share.estimate, card.share.low, card.share.high) == (
        row.corrected_share,
        row.low,
        row.high,
    )
    assert f"by {row.n_labels} labels" in project_share(card)
