"""What real files are dirty with, for every kind of file: read right, or refused by its place."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from db.models import (
    corpus_passages,
    current_gold,
    current_judge_verdicts,
    current_traces,
    hits,
    human_entries,
    relevance,
)
from db.store import Store
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces

LARGE = str(2**63 + 1)
BASE = "".join(
    json.dumps({"request_id": name, "query": "Is it?", "answer": "Yes."}) + "\n"
    for name in ("q1", "q2", "7", "#3", LARGE)
)


class Kind(NamedTuple):
    """A kind of file: a clean one, how it is imported, and whether it is JSON."""

    name: str
    content: str
    run: Callable[[Store, Path], ImportReport]
    is_json: bool = False


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


KINDS = {
    "traces": Kind(
        "f.jsonl",
        lines({"request_id": "q1", "query": "a"}, {"request_id": "q2", "query": "b"}),
        lambda store, path: import_traces(store, path, run="new"),
        is_json=True,
    ),
    "gold": Kind(
        "f.jsonl",
        lines(
            {"request_id": "q1", "gold_passages": ["d1"]},
            {"request_id": "q2", "gold_passages": ["d2"]},
        ),
        import_gold,
        is_json=True,
    ),
    "corpus": Kind(
        "f.jsonl",
        lines({"doc_id": "q1", "text": "one"}, {"doc_id": "q2", "text": "two"}),
        import_corpus,
        is_json=True,
    ),
    "judge": Kind(
        "f.jsonl",
        lines(
            {"request_id": "q1", "judge": {"name": "owl", "verdict": "fail"}},
            {"request_id": "q2", "judge": {"name": "owl", "verdict": "pass"}},
        ),
        lambda store, path: import_judge_verdicts(store, path, run="base"),
        is_json=True,
    ),
    "human": Kind(
        "f.csv",
        "request_id,annotator,verdict,notes\nq1,ada,ok,one\nq2,ada,fail,two\n",
        lambda store, path: import_human_verdicts(store, path, run="base"),
    ),
    "qrels": Kind("f.txt", "q1 0 d1 1\nq2 0 d2 1\n", import_gold),
    "run": Kind(
        "f.txt",
        "q1 Q0 d1 1 0.9 t\nq2 Q0 d2 1 0.8 t\n",
        lambda store, path: import_traces(store, path, run="base"),
    ),
}
JSON_KINDS = [name for name, kind in KINDS.items() if kind.is_json]


@pytest.fixture
def based(sqlite_store: Store, tmp_path: Path) -> Store:
    path = tmp_path / "base.jsonl"
    path.write_text(BASE)
    assert import_traces(sqlite_store, path, run="base").n_new == 5
    return sqlite_store


def brought_in(
    store: Store, folder: Path, kind: str, content: bytes, name: str = ""
) -> ImportReport:
    path = folder / (name or KINDS[kind].name)
    path.write_bytes(content)
    return KINDS[kind].run(store, path)


def stored(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that these files bring, without numbers of rows."""
    t, gold = current_traces.c, current_gold.c
    statements = {
        "traces": select(t.request_id, t.query),
        "gold": select(gold.sets),
        "corpus": select(corpus_passages.c.doc_id).where(corpus_passages.c.text_hash.is_not(None)),
        "judge": select(current_judge_verdicts.c.raw_verdict),
        "human": select(human_entries.c.answer, human_entries.c.note),
        "relevance": select(relevance.c.doc_id, relevance.c.grade),
        "hits": select(t.request_id, hits.c.doc_id, hits.c.rank, hits.c.score).join(
            hits, hits.c.trace_id == t.trace_id
        ),
    }
    with store.reading() as connection:
        return {
            name: sorted((tuple(map(repr, row)) for row in connection.execute(statement)), key=str)
            for name, statement in statements.items()
        }


def as_array(content: str) -> str:
    return "[" + ", ".join(content.splitlines()) + "]"


SAME: dict[str, Callable[[str], bytes]] = {
    "clean": str.encode,
    "byte-order mark": lambda text: text.encode("utf-8-sig"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16 with its mark": lambda text: text.encode("utf-16"),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "blank lines": lambda text: text.replace("\n", "\n\n").encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
    "gzip of a byte-order mark": lambda text: gzip.compress(text.encode("utf-8-sig")),
    "the last line twice": lambda text: (text + text.splitlines()[-1] + "\n").encode(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_only_looks_different_reads_the_same(based: Store, tmp_path: Path, kind: str) -> None:
    clean = brought_in(based, tmp_path, kind, KINDS[kind].content.encode())
    assert clean.is_imported
    expected = stored(based)
    for name, made in SAME.items():
        if (kind, name) == ("run", "the last line twice"):
            continue
        report = brought_in(based, tmp_path, kind, made(KINDS[kind].content))
        assert report.is_imported, (name, report.problems)
        assert report.n_new + report.n_changed == 0, name
        assert stored(based) == expected, name


@pytest.mark.parametrize("kind", JSON_KINDS)
@pytest.mark.parametrize("name", ["f.json", "f.jsonl", "f.json.gz", "f"])
@pytest.mark.parametrize("is_array", [True, False])
def test_the_layout_of_json_is_told_from_the_content_and_not_the_name(
    based: Store, tmp_path: Path, kind: str, name: str, is_array: bool
) -> None:
    text = KINDS[kind].content
    content = (as_array(text) if is_array else text).encode()
    packed = gzip.compress(content) if name.endswith("gz") else content
    report = brought_in(based, tmp_path, kind, packed, name)
    assert (report.is_imported, report.n_new) == (True, 2), report.problems


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("identity", "as_number"),
    [("7", True), (LARGE, True), ("7", False), (LARGE, False), ("#3", False)],
)
def test_ids_keep_every_character_and_find_their_trace(
    based: Store, tmp_path: Path, kind: str, identity: str, as_number: bool
) -> None:
    text = KINDS[kind].content
    written = text.replace('"q1"', identity if as_number else f'"{identity}"')
    written = written.replace("q1", identity)
    report = brought_in(based, tmp_path, kind, written.encode())
    assert report.is_imported, report.problems
    assert not any(notice.code in ("no_trace_yet", "comments") for notice in report.notices)
    assert report.n_read == len(text.splitlines()) - (kind == "human")
    if kind in ("traces", "corpus"):
        assert any(f"'{identity}'" in row for row in stored(based)[kind])


REFUSED: dict[str, tuple[Callable[[str], bytes], str]] = {
    "Latin-1": (lambda text: text.replace("q2", "q\xe9").encode("latin-1"), "not UTF-8"),
    "half a surrogate pair as bytes": (
        lambda text: text.encode().replace(b"q2", b"q\xed\xa0\x80"),
        "not UTF-8",
    ),
    "gzip cut short": (lambda text: gzip.compress(text.encode())[:-9], "damaged gzip"),
    "UTF-32": (lambda text: text.encode("utf-32"), "UTF-32"),
    "a workbook": (lambda _: b"PK\x03\x04 and so on", "workbook"),
    "nothing": (lambda _: b"", ""),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dirt", REFUSED)
def test_what_cannot_be_read_is_refused_by_its_place_and_nothing_changes(
    based: Store, tmp_path: Path, kind: str, dirt: str
) -> None:
    made, phrase = REFUSED[dirt]
    before = stored(based)
    report = brought_in(based, tmp_path, kind, made(KINDS[kind].content))
    assert not report.is_imported
    assert report.problems
    assert phrase in str(report.problems[0])
    if phrase == "not UTF-8":
        number = 3 if kind == "human" else 2
        assert f"line {number}" in str(report.problems[0])
    assert stored(based) == before


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("traces", "line 1: not valid JSON (Expecting value at column 1). A comment is no JSON"),
        ("gold", "line 1: not valid JSON (Expecting value at column 1). A comment is no JSON"),
        ("corpus", "line 1: not valid JSON (Expecting value at column 1). A comment is no JSON"),
        ("judge", "line 1: not valid JSON (Expecting value at column 1). A comment is no JSON"),
        ("human", "line 1: begins with # and is no header. Take out the lines above the header."),
        ("qrels", None),
        ("run", None),
    ],
)
def test_a_comment_is_passed_over_or_named(
    based: Store, tmp_path: Path, kind: str, outcome: str | None
) -> None:
    content = "# made by hand\n" + KINDS[kind].content
    report = brought_in(based, tmp_path, kind, content.encode())
    if outcome is None:
        assert report.is_imported
        assert "comments" in {notice.code for notice in report.notices}
    else:
        assert outcome in str(report.problems[0])


@pytest.mark.parametrize(
    ("kind", "old", "new", "code"),
    [
        ("traces", '"a"', '"a\\u0000b"', "replaced_characters"),
        ("traces", '"a"', '"a\\ud83d"', "replaced_characters"),
        ("gold", '"d1"', '"d1", {"text": "half \\ud83d"}', "replaced_characters"),
        ("corpus", '"one"', '"o\\u0000e"', "replaced_characters"),
        ("corpus", '"one"', '"o\\udc00e"', "replaced_characters"),
        ("judge", '"fail"', '"fail", "rationale": "\\ud83d"', "replaced_characters"),
        ("judge", '"fail"', '"fail", "score": NaN', "non_finite"),
        ("traces", '"a"', '"a", "candidates": [{"doc_id": "d", "score": NaN}]', "non_finite"),
        ("traces", '"a"', '"a", "signals": {"n": -Infinity}', "non_finite"),
        ("human", "one", "o\x00e", "nul_characters"),
        ("run", "0.9", "nan", "non_finite"),
        ("run", "d1 1", "d1 0", "ranks_from_zero"),
        ("traces", '"a"', '"a", "candidates": [{"doc_id": "d", "rank": 0}]', "ranks_from_zero"),
        ("run", "q2 Q0 d2 1 0.8", "q1 Q0 d2 2 0.95", "rank_against_score"),
        ("run", "q2 Q0 d2 1 0.8", "q1 Q0 d2 1 0.9", "ranks_tied"),
        ("traces", '"a"', '"a", "created_at": "2026-01-01T10:00:00"', "time_no_zone"),
        ("traces", '"a"', '"a", "created_at": "soon"', "time_unreadable"),
        ("judge", '"fail"', '"banana"', "unmapped_words"),
        ("judge", '"fail"', "0", "unmapped_words"),
        ("judge", '"fail"', "3", "unmapped_words"),
    ],
)
def test_what_is_kept_with_a_remark_is_counted(
    based: Store, tmp_path: Path, kind: str, old: str, new: str, code: str
) -> None:
    text = KINDS[kind].content
    assert old in text
    report = brought_in(based, tmp_path, kind, text.replace(old, new).encode())
    assert report.is_imported, report.problems
    found = {notice.code: notice.n for notice in report.notices}
    assert found.get(code) == 1, report.notices


@pytest.mark.parametrize(
    ("kind", "old", "new", "problem"),
    [
        ("qrels", "d1", "d\x001", "line 1: holds a NUL character"),
        ("run", "d1", "d\x001", "line 1: holds a NUL character"),
        ("qrels", "d2 1", "d2 yes", "line 2, grade: 'yes' is no whole number"),
        ("qrels", "d2 1", "d2 0.5", "line 2, grade: '0.5' is no whole number"),
        ("qrels", "q2 0 d2 1", "q1 0 d1 0", "line 2, grade: q1 d1 was given another grade"),
        ("run", "d2 1", "d2 one", "line 2, rank: 'one' is no whole number"),
        ("run", "d2 1", "d2 ²", "line 2, rank: '²' is no whole number"),
        ("run", "q2 ", "q9 ", "line 2, query: q9 is no trace of run base"),
        ("human", "fail", "meh", "line 3, verdict: 'meh' (on 1 row) is no known verdict"),
        ("human", "q2,", "q9,", "line 3, request_id"),
        ("judge", '"q2"', '"q9"', "line 2, request_id"),
        ("judge", '"verdict": "pass"', '"score": 0.5', "a graded judge needs a threshold"),
        ("traces", '"q2"', "true", "line 2, request_id: must be text or a number"),
        ("gold", '["d2"]', '{"d2": 1}', "line 2, gold_passages: must be a list"),
        ("corpus", '"q2"', "null", "line 2, doc_id: is missing"),
    ],
)
def test_what_has_no_faithful_reading_is_refused_by_its_place(
    based: Store, tmp_path: Path, kind: str, old: str, new: str, problem: str
) -> None:
    text = KINDS[kind].content
    assert old in text
    before = stored(based)
    report = brought_in(based, tmp_path, kind, text.replace(old, new).encode())
    assert not report.is_imported
    assert any(problem in str(found) for found in report.problems), report.problems
    assert stored(based) == before


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x1c"])
@pytest.mark.parametrize("kind", ["traces", "corpus", "human", "qrels", "run"])
def test_separators_inside_a_text_are_no_line_ends(
    based: Store, tmp_path: Path, kind: str, separator: str
) -> None:
    old = {"traces": "a", "corpus": "one", "human": "one", "qrels": "d1", "run": "d1"}[kind]
    text = KINDS[kind].content
    made = text.replace(f'"{old}"', json.dumps(f"x{separator}y", ensure_ascii=False))
    if made == text:
        made = text.replace(old, f"x{separator}y")
    report = brought_in(based, tmp_path, kind, made.encode())
    if kind in ("traces", "corpus") and separator == "\x1c":
        # JSON writes it as an escape; as it is, it is no JSON.
        made = text.replace(f'"{old}"', json.dumps(f"x{separator}y"))
        report = brought_in(based, tmp_path, kind, made.encode())
    assert report.is_imported, report.problems
    assert report.n_read == len(text.split("\n")) - 1 - (kind == "human")


@pytest.mark.parametrize(
    ("given", "instant"),
    [
        ("1767261600", "2026-01-01 10:00:00"),
        ("1767261600000", "2026-01-01 10:00:00"),
        ("1767261600000000", "2026-01-01 10:00:00"),
        ("1767261600000000000", "2026-01-01 10:00:00"),
        ('"1767261600"', "2026-01-01 10:00:00"),
        ('"2026-01-01T12:00:00+02:00"', "2026-01-01 10:00:00"),
        ('"2026-01-01T10:00:00Z"', "2026-01-01 10:00:00"),
        ('"2026-01-01 10:00:00"', "2026-01-01 10:00:00"),
        ('"soon"', None),
        ('"01/02/2026"', None),
        ("1e30", None),
    ],
)
def test_a_time_is_read_in_every_unit_or_kept_as_text(
    based: Store, tmp_path: Path, given: str, instant: str | None
) -> None:
    content = f'{{"request_id": "t", "query": "a", "created_at": {given}}}'
    assert brought_in(based, tmp_path, "traces", content.encode()).is_imported
    t = current_traces.c
    with based.reading() as connection:
        row = connection.execute(
            select(t.created_at, t.created_at_text).where(t.request_id == "t")
        ).one()
    if instant is None:
        assert (row.created_at, bool(row.created_at_text)) == (None, True)
    else:
        assert f"{row.created_at:%Y-%m-%d %H:%M:%S}" == instant
