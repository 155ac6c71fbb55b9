"""Writes the files of a made-up RAG system of which the truth is known."""

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from workbench.errors import InputError
from workbench.services.housekeeping.simulate_exports import write_exports
from workbench.simulation.corpus import INDEX_VERSION
from workbench.simulation.releases import RELEASES
from workbench.simulation.simulate import Truth, simulate

EXPORTS = "exports"
FILES = ("traces.jsonl", "corpus.jsonl", "truth.csv")


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """What was written where; `n_by_bucket` is the truth."""

    folder: Path
    n_traces: int
    n_passages: int
    n_by_bucket: Mapping[str, int]
    release: str | None = None
    released_at: str | None = None
    n_exports: int = 0

    @property
    def sentence(self) -> str:
        """Say what was written and what is true of it."""
        truth = ", ".join(f"{bucket} {n}" for bucket, n in self.n_by_bucket.items())
        planted = f" Release {self.release} at {self.released_at}." if self.release else ""
        exports = (
            f" The same traces as other tools export them: {self.n_exports} files in "
            f"{self.folder / EXPORTS}."
            if self.n_exports
            else ""
        )
        return (
            f"Wrote {self.n_traces} traces, {self.n_passages} passages and the truth "
            f"to {self.folder}. True buckets: {truth}.{planted}{exports}"
        )


def simulate_traces(
    folder: Path,
    n_questions: int,
    seed: int,
    release: str | None = None,
    with_exports: bool = False,
    run: str | None = None,
) -> SimulationReport:
    """Write traces.jsonl, corpus.jsonl and truth.csv; the same seed gives the same bytes.

    A release, such as `truncation`, changes the pipeline three fifths of the way. Exports are
    the same traces in the forms of other tools, in a folder of their own. `run` names the run;
    the same seed under two names is the same questions in two runs.

    Raises
    ------
    InputError
        A file of that name stands in the folder, there are not that many questions, or no such
        release.
    """
    if release is not None and release not in RELEASES:
        raise InputError(f"There is no release {release!r}. Known: {', '.join(RELEASES)}.")
    planted = None if release is None else RELEASES[release]
    taken = [name for name in (*FILES, EXPORTS) if (folder / name).exists()]
    if taken:
        raise InputError(f"{folder / taken[0]} exists and is not written over. Name a new folder.")
    try:
        made = simulate(n_questions, np.random.default_rng(seed), release=planted)
    except ValueError as error:
        raise InputError(f"--questions {n_questions}: {error}") from error
    corpus = [
        {"doc_id": passage.doc_id, "text": passage.text, "index_version": INDEX_VERSION}
        for passage in made.corpus
    ]
    traces = made.traces if run is None else tuple(trace | {"run": run} for trace in made.traces)
    texts = (_lines(traces), _lines(corpus), _table(made.truth))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in zip(FILES, texts, strict=True):
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}. Name another.") from error
    exports = write_exports(folder / EXPORTS, traces) if with_exports else ()
    counted = Counter(truth.bucket for truth in made.truth)
    n_before = len(made.traces) if planted is None else planted.first_number(len(made.traces))
    released = made.traces[n_before:]
    return SimulationReport(
        folder,
        len(made.traces),
        len(made.corpus),
        dict(counted.most_common()),
        release,
        str(released[0]["created_at"]) if released else None,
        len(exports),
    )


def _lines(records: "list[dict[str, str]] | tuple[dict[str, object], ...]") -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _table(truths: tuple[Truth, ...]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, [field.name for field in fields(Truth)], lineterminator="\n")
    writer.writeheader()
    for truth in truths:
        writer.writerow({name: _cell(value) for name, value in asdict(truth).items()})
    return text.getvalue()


def _cell(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
