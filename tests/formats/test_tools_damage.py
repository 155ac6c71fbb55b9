"""Damaged files of other tools: no traceback, and the store is unchanged or complete."""

import json
import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from db.engine import open_engine
from db.models import current_traces, imports
from db.store import Store
from workbench.formats.json_records import json_records
from workbench.formats.tools import whole_traces
from workbench.services.importing.import_corpus import import_corpus
from workbench.services.importing.import_gold import import_gold
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_judge_verdicts import import_judge_verdicts
from workbench.services.importing.import_traces import import_traces
from workbench.services.importing.preview_file import preview_file

NAMES = (
    "exporters/otel_console_spans.json", "exporters/phoenix_spans_rest.json",
    "exporters/phoenix_spans.jsonl", "exporters/phoenix_annotations_rest.json",
    "exporters/mlflow_traces.jsonl", "exporters/ragas_dataset.csv",
    "exporters/ragas_dataset.jsonl", "exporters/deepeval_goldens.csv",
    "exporters/deepeval_goldens.json", "langfuse/llamaindex-2025-06-05.trace.json",
    "langfuse/langgraph-python-2025-08-22.trace.json",
    "langsmith/langsmith_js_wrap_openai_default.json", "mtrag/responses-10.jsonl",
    "open-rag-eval/csv_results.csv", "ragas-annotated/annotated_data.json",
    "ragchecker/checking_outputs.json", "ranx/qrels.json", "ranx/run.json", "ranx/run.parquet",
    "scifact-stages/queries-v1.head8.jsonl", "trulens/record_root_span.json",
    "trulens/retrieval_span.json", "trulens/eval_span_1.json",
    "trulens/test_otel_tru_llama__test_smoke.csv", "haystack/with_meta.json",
    "deepeval/goldens.json",
)  # fmt: skip
TOKENS = (
    b"null", b"true", b"-1", b"1e400", b"NaN", b"[]", b"{}", b'""', b"[[[[", b'"\\ud800"',
    b"\x00", b"\xff\xfe", b'"0x"', b"99999999999999999999999999", b"{'a': nan}", b"\r", b",,", b'"',
)  # fmt: skip

VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1e300, 10**30, "", "x", "[1", "{'a': 1}", "\ud800", "\x00", [], {}, [None],
    [[]], {"a": None}, ["a"], [{"id": None}], {"x": {"y": [1]}}, "2026-13-45", "a" * 600, [True],
    {"role": 1, "content": 2},
)  # fmt: skip


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Some edits anywhere: cut, doubled, overwritten by a token, bytes flipped, values replaced."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(content) + 1)
        end = min(len(content), start + rng.choice((0, 1, 4, 40, 400)))
        match rng.randrange(6):
            case 0:
                content = content[:start] + content[end:]
            case 1:
                content = content[:end] + content[start:end] + content[end:]
            case 2:
                content = content[:start] + rng.choice(TOKENS) + content[end:]
            case 3:
                content = content[:start] if rng.random() < 0.3 else content[start:] or b"{"
            case 4:
                content = swapped_value(content, start, rng)
            case _:
                flipped = bytes(byte ^ (1 << rng.randrange(8)) for byte in content[start:end])
                content = content[:start] + flipped + content[end:]
    return content


def swapped_value(content: bytes, start: int, rng: random.Random) -> bytes:
    """Put a value of another kind after a colon, which keeps the file valid JSON more often."""
    colon = content.find(b":", start)
    end = min(
        (at for mark in (b",", b"}", b"\n") if (at := content.find(mark, colon)) > 0),
        default=len(content),
    )
    return content if colon < 0 else content[: colon + 1] + rng.choice(TOKENS) + content[end:]


def restructured(records: list[bytes], rng: random.Random) -> bytes:
    """One value anywhere in the file's JSON replaced by another kind, or taken away."""
    at = rng.randrange(len(records))
    record = json.loads(records[at])
    path = rng.choice([(), *places(record)])
    held = record
    for name in path[:-1]:
        held = held[name]
    if path and rng.random() < 0.2:
        del held[path[-1]]
    elif path:
        held[path[-1]] = rng.choice(VALUES)
    return b"\n".join([*records[:at], json.dumps(record).encode(), *records[at + 1 :]])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value[:30])
    for name, item in inner:
        yield (*path, name)
        if isinstance(item, dict | list):
            yield from places(item, (*path, name))


def n_rows(store: Store) -> tuple[int, int, int]:
    """How many traces count, how many imports there are, and how many are unfinished."""
    with store.reading() as connection:
        n_traces = connection.scalar(select(func.count()).select_from(current_traces))
        n_imports = connection.scalar(select(func.count()).select_from(imports))
        n_open = connection.scalar(
            select(func.count()).select_from(imports).where(imports.c.status != "done")
        )
    return int(n_traces or 0), int(n_imports or 0), int(n_open or 0)


def check(store: Store, path: Path, name: str) -> None:
    preview_file(path)
    before = n_rows(store)
    report = import_traces(store, path, run=f"run of {name}")
    after = n_rows(store)
    if report.is_imported:
        assert after[0] == before[0] + report.n_new
    else:
        assert after == before
        assert report.problems
    assert after[2] == 0
    for other in (
        import_gold(store, path),
        import_corpus(store, path),
        import_judge_verdicts(store, path, run="base"),
        import_human_verdicts(store, path, run="base"),
    ):
        assert other.is_imported or other.problems
    assert n_rows(store)[2] == 0


@contextmanager
def new_store(migrated_file: Path, file: Path) -> Iterator[Store]:
    """A store with one run, gone at the end."""
    file.write_bytes(migrated_file.read_bytes())
    base = file.with_suffix(".jsonl")
    base.write_text('{"request_id": "q1", "query": "a", "run": "base"}\n')
    store = Store(open_engine(f"sqlite:///{file}"))
    import_traces(store, base)
    try:
        yield store
    finally:
        store.close()
        for left in file.parent.glob(f"{file.stem}.*"):
            left.unlink()


def damage(migrated_file: Path, real_data: Path, tmp_path: Path, seed: int, n: int) -> None:
    """Import damaged files; each round has a new store, since one that grows costs more."""
    rng = random.Random(seed)
    contents = {name: (real_data / name).read_bytes() for name in NAMES}
    records = {
        name: [b" ".join(record.content.split(b"\n")) for record in json_records(real_data / name)]
        for name in NAMES
        if name.endswith((".json", ".jsonl"))
    }
    for start in range(0, n, len(NAMES)):
        with new_store(migrated_file, tmp_path / f"store{start}.db") as store:
            for number, name in enumerate(NAMES[: n - start], start=start):
                if name in records and rng.random() < 0.5:
                    content = restructured(records[name], rng)
                else:
                    content = damaged(contents[name], rng)
                check_damaged(store, content, f"{number}", tmp_path / Path(name).name)


def check_damaged(store: Store, content: bytes, edit: str, path: Path) -> None:
    path.write_bytes(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check(store, path, f"{path.name} {edit}")
    except Exception as error:
        kept = path.rename(path.with_stem(f"broken_{edit}_{path.stem}"))
        raise AssertionError(f"edit {edit}, kept as {kept}: {error!r}") from error


def test_damaged_files_never_break_the_store(
    migrated_file: Path, real_data: Path, tmp_path: Path
) -> None:
    damage(migrated_file, real_data, tmp_path, seed=1, n=130)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_ten_thousand_damaged_files_never_break_the_store(
    migrated_file: Path,
    real_data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    # Half of them in parts so small that every file has several.
    if seed % 2:
        monkeypatch.setattr(whole_traces, "PART_BYTES", 2_000)
    damage(migrated_file, real_data, tmp_path, seed, n=1_250)
