"""Values one after another, whatever their layout, in as much memory as the largest takes."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.store import Store
from workbench.errors import InputError
from workbench.formats import json_records as module
from workbench.formats import text_lines
from workbench.formats.json_records import json_records
from workbench.services.importing.import_traces import import_traces

SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.floats(width=32)
VALUES = st.dictionaries(st.text(max_size=5), SCALARS | st.lists(SCALARS, max_size=4), max_size=4)


def whole_values(text: str) -> list[tuple[int, str]]:
    """Line and text of every value of an array, read at once."""
    decoder, found, at = json.JSONDecoder(), [], text.index("[") + 1
    while True:
        while text[at] in " \n,":
            at += 1
        if text[at] == "]":
            return found
        _, end = decoder.raw_decode(text, at)
        found.append((text.count("\n", 0, at) + 1, text[at:end]))
        at = end


@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    values=st.lists(VALUES, max_size=8),
    indent=st.sampled_from([None, 1]),
    size=st.integers(1, 40),
    is_ascii=st.booleans(),
)
def test_an_array_read_in_pieces_is_the_array_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    values: list[dict[str, object]],
    indent: int | None,
    size: int,
    is_ascii: bool,
) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=is_ascii)
    path = tmp_path / "array.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with monkeypatch.context() as patched:
        patched.setattr(module, "BUFFER", size)
        records = list(json_records(path))
    assert [r.trouble for r in records] == [None] * len(values)
    assert [(r.line, r.content.decode("utf-8")) for r in records] == whole_values(text)


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('[{"a": 1} {"a": 2}]', "a comma is missing"),
        ('[{"a": 1}, {"a": ', "not valid JSON"),
        ('[{"a": 1}, {"a": "never ends', "Unterminated string"),
        ('[{"a": 1}', "not closed"),
        ('[{"a": 1},', "not closed"),
        ('[{"a": 1}] more', "text after the end"),
        ('[{"a": tru}]', "not valid JSON"),
        ('[{"a": 1}, {"a": \\u0001}]', "not valid JSON"),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_what_breaks_an_array_is_said_wherever_the_pieces_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, trouble: str, size: int
) -> None:
    path = tmp_path / "array.json"
    path.write_text(text)
    monkeypatch.setattr(module, "BUFFER", size)
    *_, last = json_records(path)
    assert trouble in str(last.trouble)


@pytest.mark.parametrize("layout", ["[%s]", "[\n%s\n]"])
def test_a_value_too_large_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, layout: str
) -> None:
    monkeypatch.setattr(module, "LARGEST_VALUE", 1000)
    monkeypatch.setattr(module, "BUFFER", 100)
    path = tmp_path / "large.json"
    path.write_text(layout % json.dumps({"a": ["x" * 60] * 50}))
    (record,) = json_records(path)
    assert "Write one object a line" in str(record.trouble)


def test_a_line_too_long_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(text_lines, "LARGEST_LINE", 1000)
    path = tmp_path / "large.jsonl"
    path.write_text('{"a": 1}\n' + json.dumps({"a": "x" * 1000}))
    with pytest.raises(InputError, match=r"line 2 is longer than .* Write one record a line"):
        list(json_records(path))


def test_a_packed_array_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "array.json.gz"
    path.write_bytes(gzip.compress(b'\xef\xbb\xbf[{"a": 1},\r\n {"a": 2}]'))
    assert [(r.line, r.content) for r in json_records(path)] == [(1, b'{"a": 1}'), (2, b'{"a": 2}')]


@pytest.mark.parametrize("name", ["table.csv", "table.csv.gz"])
def test_a_large_file_that_is_read_whole_is_refused_with_the_remedy(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(text_lines, "LARGEST_WHOLE_FILE", 1000)
    path = tmp_path / name
    lines = ["request_id,query", *(f"{n},What is it?" for n in range(100))]
    content = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    report = import_traces(sqlite_store, path)
    assert not report.is_imported
    assert "Split it, every trace in one part" in str(report.problems[0])
