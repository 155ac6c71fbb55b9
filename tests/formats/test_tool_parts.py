"""Files of other tools read in parts give what they give when they are read whole."""

import json
import random
from pathlib import Path

import pytest

from tests.formats.test_tools_damage import NAMES
from tests.formats.tool_files import read_tool_file
from workbench.errors import InputError
from workbench.formats.problems import Findings
from workbench.formats.tools import whole_traces
from workbench.formats.tools.detect import find_tool
from workbench.formats.tools.tool_file import Options, ToolFile


def in_small_parts(path: Path, monkeypatch: pytest.MonkeyPatch, n_bytes: int = 1) -> ToolFile:
    monkeypatch.setattr(whole_traces, "PART_BYTES", n_bytes)
    return read_tool_file(path)[1]


@pytest.mark.parametrize("name", NAMES)
def test_parts_give_what_the_whole_gives(
    real_data: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    whole = read_tool_file(real_data / name)[1]
    assert in_small_parts(real_data / name, monkeypatch) == whole


def test_every_part_of_spans_holds_whole_traces(
    real_data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = (real_data / "exporters/phoenix_spans.jsonl").read_text().splitlines()
    random.Random(3).shuffle(lines)
    path = tmp_path / "mixed.jsonl"
    path.write_text("\n".join(lines))
    whole = {r.fields["request_id"]: r.fields for r in read_tool_file(path)[1].traces}
    monkeypatch.setattr(whole_traces, "PART_BYTES", 20_000)
    source = find_tool(path)
    assert source is not None
    parts = [part.traces for part in source.parts(Findings(), Options())]
    assert len(parts) > 2
    given = [record.fields for part in parts for record in part]
    assert {fields["request_id"]: fields for fields in given} == whole
    assert len(given) == len(whole)


def test_a_patch_that_names_its_run_alone_completes_it_in_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(number: int, **more: object) -> dict[str, object]:
        return {"id": f"r{number}", "trace_id": f"t{number}", "run_type": "chain", **more}

    posts = [run(n, inputs={"question": f"What is {n}?"}) for n in range(4)]
    patches = [{"id": f"r{n}", "outputs": {"answer": f"It is {n}."}} for n in range(4)]
    path = tmp_path / "runs.jsonl"
    batches = [
        {"post": posts[:2], "patch": patches[2:]},
        {"post": posts[2:]},
        {"patch": patches[:2]},
    ]
    path.write_text("\n".join(map(json.dumps, batches)))
    held = in_small_parts(path, monkeypatch)
    assert sorted(str(r.fields["answer"]) for r in held.traces) == [f"It is {n}." for n in range(4)]


def test_of_several_ratings_the_one_is_chosen_for_the_whole_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def trace(number: int, *names: str) -> str:
        scores = [
            {
                "name": name,
                "source": "ANNOTATION",
                "stringValue": "wrong",
                "dataType": "CATEGORICAL",
            }
            for name in names
        ]
        fields = {"id": f"t{number}", "input": "Why?", "observations": [], "scores": scores}
        return json.dumps(fields)

    path = tmp_path / "langfuse.jsonl"
    path.write_text("\n".join([trace(1, "tone"), trace(2, "tone", "correctness")]))
    held = in_small_parts(path, monkeypatch)
    assert [record.fields["request_id"] for record in held.human] == ["t2"]


def test_repeated_queries_are_numbered_through_all_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "ragas.jsonl"
    record = {"user_input": "Why?", "retrieved_contexts": ["Because."], "response": "So."}
    path.write_text("\n".join([json.dumps(record)] * 5))
    held = in_small_parts(path, monkeypatch)
    assert len({record.fields["request_id"] for record in held.traces}) == 5


def test_goldens_of_which_some_were_run_are_not_refused_for_a_part_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    goldens = [{"input": f"q{n}", "expected_output": "a", "actual_output": None} for n in range(3)]
    path = tmp_path / "goldens.jsonl"
    path.write_text("\n".join(json.dumps(g) for g in goldens))
    assert in_small_parts(path, monkeypatch).refusal
    goldens[2]["actual_output"] = "a"
    path.write_text("\n".join(json.dumps(g) for g in goldens))
    assert in_small_parts(path, monkeypatch).refusal is None


def test_a_trace_too_large_for_memory_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(whole_traces, "LARGEST_VALUE", 1_000)
    span = {"context": {"trace_id": "t7", "span_id": "1"}, "attributes": {"input.value": "a" * 600}}
    path = tmp_path / "spans.jsonl"
    path.write_text("\n".join([json.dumps(span)] * 5))
    with pytest.raises(InputError, match="trace 't7' take more than"):
        in_small_parts(path, monkeypatch)
