"""Measures what a person waits for, and writes docs/benchmarks.md: python -m tests.bench.run.

The traces are made up and large: about 19 kB each, 30 candidates with text. With fewer than
100,000 the page says so. Needs about 20 GB of disk for 100,000 traces while it runs.
"""

import argparse
import os
import platform
import tempfile
from pathlib import Path

from tests.bench import (
    import_speed,
    label_saves,
    label_speed,
    large_counts,
    start_up,
    triage_speed,
)
from tests.bench.coverage import with_other_sections
from tests.bench.import_speed import ImportSpeed
from tests.bench.label_saves import LabelSaves
from tests.bench.label_speed import LabelSpeed
from tests.bench.large_counts import LargeCounts
from tests.bench.traces import write_traces
from tests.bench.triage_speed import TriageSpeed

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"
SEED = 7
N_SAVES = 2_000
N_ALONE = 10_000


def main() -> None:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--traces", type=int, default=100_000)
    parser.add_argument("--items", type=int, default=100, help="items labelled in the browser")
    parser.add_argument("--output", type=Path, default=PAGE)
    given = parser.parse_args()
    starts = start_up.measure()
    with tempfile.TemporaryDirectory() as temporary:
        counted = large_counts.measure(Path(temporary))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        file = folder / "traces.jsonl"
        write_traces(file, given.traces, SEED)
        imported, store = import_speed.measure(file, folder, given.traces)
        triaged = triage_speed.measure(store)
        n_queue = min(label_speed.N_QUEUE, given.traces)
        labelled = label_speed.measure(store, folder, given.items, n_queue)
        n_alone = min(N_ALONE, given.traces)
        saved = label_saves.measure(store, folder, min(N_SAVES, given.traces), n_alone)
    text = page(imported, triaged, labelled, saved, starts, counted)
    given.output.parent.mkdir(exist_ok=True)
    before = given.output.read_text(encoding="utf-8") if given.output.exists() else ""
    text = with_other_sections(text, before)
    given.output.write_text(text, encoding="utf-8")
    print(text)


def page(
    imported: ImportSpeed,
    triaged: TriageSpeed,
    labelled: LabelSpeed | None,
    saved: LabelSaves,
    starts: list[tuple[str, float]],
    counted: LargeCounts,
) -> str:
    """The measured page as Markdown."""
    rate = imported.n_traces / imported.seconds
    lines = [
        "# Benchmarks",
        "",
        f"Made by `python -m tests.bench.run --traces {imported.n_traces}`; do not edit. "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} processors, SQLite.",
        "",
        "## Import",
        "",
        f"{imported.n_traces:,} traces, {imported.file_megabytes:,.0f} MB: "
        "30 candidates with text, 10 reranked, 5 in the prompt, gold and a judge's verdict each.",
        "",
        "| what | seconds | traces a second | beside ours |",
        "|---|---|---|---|",
        f"| `workbench import traces` | {imported.seconds:.1f} | {rate:,.0f} | |",
        _yardstick(
            "`executemany` of the same rows, made beforehand",
            imported.rows_ready_seconds,
            imported,
        ),
        _yardstick(
            "a script: `json.loads`, `executemany`, no checks",
            imported.plain_script_seconds,
            imported,
        ),
        "",
        f"Peak memory of the import: {imported.peak_megabytes:.0f} MB. Tables, indexes and "
        "pragmas are the same in all three.",
        "",
        "## Triage",
        "",
        "| what | seconds |",
        "|---|---|",
        f"| stages of {triaged.n_traces:,} traces computed anew | {triaged.compute_seconds:.1f} |",
        f"| the triage of the run | {triaged.table_seconds:.2f} |",
        f"| `workbench triage --run bench`, whole process | {triaged.command_seconds:.2f} |",
        "",
        "## Labelling",
        "",
    ]
    lines += label_speed.lines(labelled, imported.n_traces)
    lines += ["", *label_saves.lines(saved)]
    lines += ["", "## Start-up", "", "| whole process | seconds |", "|---|---|"]
    lines += [f"| `{name}` | {seconds:.2f} |" for name, seconds in starts]
    lines += ["", *large_counts.lines(counted)]
    return "\n".join(lines) + "\n"


def _yardstick(name: str, seconds: float, ours: ImportSpeed) -> str:
    rate = ours.n_traces / seconds
    return f"| {name} | {seconds:.1f} | {rate:,.0f} | {ours.seconds / seconds:.2f} × as long |"


if __name__ == "__main__":
    main()
