"""promptfoo results with their verdict tables: the published retrieval counts, recounted."""

from pathlib import Path

import pytest

from db.store import Store
from tests.formats.tool_files import read_traces
from workbench.domain.matching import complete_set_rank
from workbench.formats.trace_jsonl import TraceLine
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.triage.triage_traces import triage_traces

PROVIDER = "python:provider_retrieval.py:"


def found_any_and_all(traces: list[TraceLine]) -> tuple[int, int]:
    n_any = n_all = 0
    for trace in traces:
        assert trace.candidates is not None
        assert trace.gold is not None
        ranks = {doc: n for n, doc in enumerate(trace.candidates.doc_ids, 1) if doc is not None}
        together = (tuple(doc for one in trace.gold for doc in one),)
        n_any += complete_set_rank(trace.gold, ranks) is not None
        n_all += complete_set_rank(together, ranks) is not None
    return n_any, n_all


@pytest.mark.parametrize(
    ("pipeline", "n", "n_any", "n_all"),
    [("retrieve_base", 99, 83, 46), ("retrieve_level_three", 100, 92, 49)],
)
def test_gold_is_found_as_often_as_published(
    real_data: Path, pipeline: str, n: int, n_any: int, n_all: int
) -> None:
    traces, _ = read_traces(real_data / "cookbook-rag/retrieval_results.json")
    mine = [trace for trace in traces if trace.run == PROVIDER + pipeline]
    assert len(mine) == 100
    answering = [trace for trace in mine if trace.error is None]
    assert len(answering) == n
    assert found_any_and_all(answering) == (n_any, n_all)


@pytest.mark.parametrize(
    ("pipeline", "table", "n_right_without"),
    [("retrieve_base", "one", 3), ("retrieve_level_three", "level_three", 5)],
)
def test_verdicts_join_by_question_and_show_right_answers_without_gold(
    sqlite_store: Store, real_data: Path, pipeline: str, table: str, n_right_without: int
) -> None:
    folder = real_data / "cookbook-rag"
    report = import_traces(sqlite_store, folder / "retrieval_results.json")
    assert (report.n_new, report.n_rejected) == (300, 0)
    run = PROVIDER + pipeline
    verdicts = import_judge_verdicts(
        sqlite_store,
        folder / f"evaluation_results_detailed_{table}.csv",
        run=run,
        judge_fail_value="False",
    )
    assert (verdicts.n_new, verdicts.n_rejected) == (100, 0)
    result = triage_traces(sqlite_store, run, "e2e_correct")
    assert result.right_without_evidence == n_right_without
    assert result.outside.endpoint_unavailable == (1 if pipeline == "retrieve_base" else 0)


def test_the_same_results_again_change_nothing(sqlite_store: Store, real_data: Path) -> None:
    path = real_data / "cookbook-rag/retrieval_results.json"
    import_traces(sqlite_store, path)
    again = import_traces(sqlite_store, path)
    assert (again.n_new, again.n_changed, again.n_unchanged) == (0, 0, 300)
