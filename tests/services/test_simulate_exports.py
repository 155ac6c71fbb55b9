"""The same traces in every form that a tool writes are the same traces in the store."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from db.engine import open_engine
from db.store import Store
from workbench.errors import InputError
from workbench.formats.tools.made_steps import made_trace
from workbench.resources import sample_data
from workbench.services.exporting.export_tables import table_bytes
from workbench.services.housekeeping.simulate_exports import (
    TRACE_EXPORTS,
    simulated_exports,
    write_exports,
)
from workbench.services.importing.import_traces import import_traces
from workbench.simulation.simulate import simulate

EXPORTS = sample_data() / "exports"
TRACES = simulate(20, np.random.default_rng(7)).traces
WITHOUT_PROMPT = ("promptfoo.json", "ragas.csv", "ragas.jsonl")


@pytest.fixture
def second(migrated_file: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "second.db"
    path.write_bytes(migrated_file.read_bytes())
    store = Store(open_engine(f"sqlite:///{path}"))
    yield store
    store.close()


def read_back(store: Store, name: str) -> list[dict[str, object]]:
    report = import_traces(store, EXPORTS / name)
    assert (report.n_new, report.n_rejected) == (20, 0), report.problems
    records = [json.loads(line) for line in table_bytes(store, "traces", "jsonl").splitlines()]
    for record in records:
        # Each form spells ids its own way, and only the spans know their own.
        record.pop("spans", None)
        record["request_id"] = record["request_id"].replace("-", "").removeprefix("tr")
    return sorted(records, key=lambda record: str(record["query"]))


def test_the_sample_exports_are_what_the_command_writes() -> None:
    made = simulated_exports(TRACES)
    assert {path.name for path in EXPORTS.iterdir()} == set(made)
    for name, content in made.items():
        # Parquet says which version wrote it.
        if not name.endswith(".parquet"):
            assert (EXPORTS / name).read_bytes() == content, name


@pytest.mark.parametrize("name", [name for name in TRACE_EXPORTS if "rest" not in name])
def test_every_encoding_of_a_trace_is_the_same_trace(
    sqlite_store: Store, second: Store, name: str
) -> None:
    assert read_back(sqlite_store, name) == read_back(second, "openinference-rest.json")


def test_the_trace_is_the_one_that_was_made(sqlite_store: Store) -> None:
    records = {str(r["request_id"]): r for r in read_back(sqlite_store, "langfuse.jsonl")}
    for made in TRACES:
        found = records[made_trace(made).trace_id]
        for name in ("query", "rewritten_query", "answer", "error", "model", "prompt_tokens"):
            assert found[name] == made[name], name
        for name in ("candidates", "reranked"):
            assert listed(found[name]) == listed(made[name]), name
        assert [item["doc_id"] for item in found["prompt_passages"]] == made["prompt_passages"]


def listed(value: object) -> list[tuple[object, object]] | None:
    if value is None:
        return None
    assert isinstance(value, list)
    return [(item["doc_id"], item["score"]) for item in value]


@pytest.mark.parametrize("name", WITHOUT_PROMPT)
def test_data_sets_keep_what_they_can_say(sqlite_store: Store, name: str) -> None:
    records = read_back(sqlite_store, name)
    made = sorted(TRACES, key=lambda record: str(record["query"]))
    for found, given in zip(records, made, strict=True):
        assert (found["query"], found["answer"]) == (given["query"], given["answer"])
        assert found["reference_answer"] == given["reference_answer"]
        # promptfoo keeps nothing of a request that failed.
        if name != "promptfoo.json" or given["answer"] is not None:
            assert ids(found["candidates"]) == ids(given["candidates"])
        assert found["prompt_passages"] is None


def ids(value: object) -> list[object]:
    assert isinstance(value, list)
    return [item["doc_id"] for item in value]


def test_a_folder_that_stands_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "exports").mkdir()
    with pytest.raises(InputError, match="is not written over"):
        write_exports(tmp_path / "exports", TRACES)
