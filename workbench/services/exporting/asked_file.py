"""What a file that leaves the store is asked to hold, and what all of them need to know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from db import read_triage
from workbench.domain.refusals import Warning_
from workbench.errors import InputError
from workbench.services.open_store import Store
from workbench.services.triage.observe_run import check_fields

What = Literal[
    "triage", "verdicts", "calibration", "traces", "qrels", "runs", "phoenix", "langfuse", "ragas",
    "all",
]  # fmt: skip
Format = Literal["csv", "parquet", "json", "jsonl", "md", "txt", "zip"]
Ranking = Literal["candidates", "reranked", "prompt"]
Target = Literal["system", "items"]

FORMATS: dict[What, tuple[Format, ...]] = {
    "triage": ("csv", "parquet", "json", "md"),
    "calibration": ("csv", "parquet", "json", "md"),
    "verdicts": ("csv", "parquet", "json", "md"),
    "traces": ("jsonl", "csv", "parquet", "json"),
    "qrels": ("txt", "csv"),
    "runs": ("txt",),
    "phoenix": ("jsonl", "csv"),
    "langfuse": ("jsonl", "csv"),
    "ragas": ("jsonl", "csv"),
    "all": ("zip",),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a file is asked to hold."""

    what: What
    format: Format
    run: str | None
    judge: str | None
    where: Mapping[str, str]
    with_history: bool
    calibrated_on: str | None
    ranking: Ranking
    target: Target = "system"
    is_conservative: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A file's content with the number of its rows and what to say of it."""

    content: bytes
    n_rows: int
    warnings: tuple[Warning_, ...] = ()


def only_run(store: Store) -> str:
    """Give the name of the only run; raises InputError where there are several, or none."""
    with store.reading() as connection:
        names = read_triage.read_run_names(connection)
    if len(names) != 1:
        raise InputError(f"Name the run: {', '.join(names) or 'there is none; import traces'}.")
    return names[0]


def chosen_runs(store: Store, run: str | None, where: Mapping[str, str]) -> list[int]:
    """Give the keys of the run, or of all; raises InputError for what is not there."""
    with store.reading() as connection:
        names = read_triage.read_run_names(connection)
        if run is not None and run not in names:
            raise InputError(f"There is no run {run!r}. Known: {', '.join(names) or 'none'}.")
        wanted = [run] if run else names
        found = {read_triage.read_run_id(connection, name): name for name in wanted}
        run_ids = {key: name for key, name in found.items() if key is not None}
        check_fields(connection, run_ids, where)
    return list(run_ids)
