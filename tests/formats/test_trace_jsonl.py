"""One line to one trace: nothing is lost, nothing is guessed."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.records import JudgeId
from workbench.formats.json_records import Record, json_records, shape_of
from workbench.formats.json_values import NotJson, parse_faithfully
from workbench.formats.judge_fields import fingerprint
from workbench.formats.problems import Findings
from workbench.formats.trace_jsonl import TraceLine, read_trace_line


def read(record: object, findings: Findings | None = None) -> TraceLine | None:
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    return read_trace_line(Record(1, content), findings or Findings())


def trace(**fields: object) -> TraceLine:
    found = read({"request_id": "q", "query": "x"} | fields)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("given_gold", "sets"),
    [
        (None, None),
        ([], ()),
        (["d1", "d2"], (("d1",), ("d2",))),
        (["d9", ["d1", "d2"]], (("d9",), ("d1", "d2"))),
        ([["d1", "d1"]], (("d1",),)),
        (["d1", "d1"], (("d1",),)),
        ([{"doc_id": "d1"}, 7], (("d1",), ("7",))),
    ],
)
def test_gold_nests_as_alternatives_of_sets(given_gold: object, sets: object) -> None:
    assert trace(gold_passages=given_gold).gold == sets


def test_null_absent_and_empty_are_three_states() -> None:
    found = trace(candidates=[], reranked=None)
    assert found.candidates is not None
    assert found.candidates.doc_ids == []
    assert (found.reranked, found.prompt) == (None, None)


def test_passages_may_be_ids_objects_or_texts() -> None:
    found = trace(candidates=["a", 2, {"doc_id": "c", "score": "0.5"}, {"content": "only text"}])
    assert found.candidates is not None
    assert found.candidates.doc_ids == ["a", "2", "c", None]
    assert found.candidates.scores == [None, None, 0.5, None]
    assert found.candidates.texts == [None, None, None, "only text"]


def test_unknown_fields_of_passages_are_kept() -> None:
    found = trace(candidates=[{"doc_id": "a", "page": 3}])
    assert found.extra == {"candidates": {"0": {"page": 3}}}


def test_the_logged_rank_orders_and_ties_keep_the_file() -> None:
    items = [{"doc_id": d, "rank": r} for d, r in (("z", 2), ("a", 1), ("m", 2))]
    found = trace(candidates=items)
    assert found.candidates is not None
    assert (found.candidates.doc_ids, found.candidates.ranks) == (["a", "z", "m"], [1, 2, 2])


def test_a_changed_prompt_is_another_judge() -> None:
    judge = {"name": "owl", "version": 2.10, "prompt": "Grade it.", "verdict": "fail"}
    found = read(json.dumps({"request_id": "q", "query": "x", "judge": judge}).encode())
    assert found is not None
    assert found.opinions[0].judge == JudgeId("owl", "2.1", fingerprint("Grade it."))
    assert fingerprint("Grade it!") != fingerprint("Grade it.") != ""


def test_a_prompt_named_by_its_fingerprint_is_the_same_judge() -> None:
    judge = {"name": "owl", "version": "2", "verdict": "fail"}
    mark = fingerprint("Grade it.")
    named = trace(judge=judge | {"prompt_fingerprint": mark}).opinions[0].judge
    assert named == trace(judge=judge | {"prompt": "Grade it."}).opinions[0].judge
    both = trace(judge=judge | {"prompt": "Grade it!", "prompt_fingerprint": mark})
    assert both.opinions[0].judge.prompt_fingerprint == fingerprint("Grade it!")


def test_several_judges_are_read_once_each() -> None:
    judges = [{"name": "a", "verdict": "pass"}, {"name": "b", "verdict": "fail"}]
    assert [o.word for o in trace(judges=judges).opinions] == ["pass", "fail"]
    findings = Findings()
    twice = {"request_id": "q", "query": "x", "judges": [judges[0], judges[0] | {"verdict": "ok"}]}
    assert read(twice, findings) is None
    assert findings.problems[0].field == "judges[1]"


def test_an_endpoint_error_may_be_an_object() -> None:
    assert trace(error={"code": 429}).error == '{"code":429}'
    assert trace(error="").error is None


def test_a_problem_never_repeats_the_record() -> None:
    findings = Findings()
    secret = b'{"request_id": "q", "query": "secret words' + b"x" * 5000
    assert read(secret, findings) is None
    assert "secret" not in str(findings.problems[0])
    assert len(str(findings.problems[0])) < 200


def test_bytes_that_are_no_text_are_named() -> None:
    with pytest.raises(NotJson, match="0xFC"):
        parse_faithfully(b'{"a": "\xfc"}')


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=8,
    )
)
def test_any_json_value_is_read_or_refused_and_never_a_traceback(value: object) -> None:
    findings = Findings()
    found = read({"request_id": "q", "query": "x", "candidates": value, "judge": value}, findings)
    assert (found is None) == bool(findings.problems)


@given(
    st.dictionaries(
        st.text(max_size=6),
        st.integers() | st.text(max_size=6) | st.floats(allow_nan=False, allow_infinity=False),
        max_size=4,
    )
)
def test_unknown_fields_come_through_unchanged(extra: dict[str, object]) -> None:
    clean = {name: value for name, value in extra.items() if name not in ("query", "request_id")}
    found = read({"request_id": "q", "query": "x"} | {f"x{name}": v for name, v in clean.items()})
    assert found is not None
    expected = {f"x{name}": value for name, value in clean.items()}
    replaced = json.loads(json.dumps(expected).replace("\\u0000", "\\ufffd"))
    assert found.extra == replaced


@pytest.mark.parametrize(
    ("text", "shape", "n"),
    [
        ('{"a": 1}\n{"a": 2}', "lines", 2),
        ('{"a":\n1}\n{"a": 2}', "objects over several lines", 2),
        ('\n[{"a": 1},\n{"a": 2}]', "array", 2),
        ("[]", "array", 0),
        ('{"a": 1', "lines", 1),
    ],
)
def test_the_shape_is_told_from_the_first_value(
    tmp_path: Path, text: str, shape: str, n: int
) -> None:
    path = tmp_path / "f.json"
    path.write_text(text)
    assert shape_of(path) == shape
    assert len([record for record in json_records(path) if not record.trouble]) == n


@pytest.mark.parametrize("text", ['[{"a": 1} {"a": 2}]', '[{"a": 1}', '[{"a": 1}] x', "[{"])
def test_a_broken_array_names_its_trouble(tmp_path: Path, text: str) -> None:
    path = tmp_path / "f.json"
    path.write_text(text)
    assert [record.trouble for record in json_records(path)][-1] is not None
