"""Imports the files of a trouble case the way a user would."""

from pathlib import Path

from db.store import Store
from workbench.domain.vocabulary import Design
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_traces import import_traces


def import_case(
    store: Store,
    folder: Path,
    traces: str = "traces.jsonl",
    verdicts: str | None = None,
    run: str = "default",
    design: Design | None = None,
) -> None:
    """Import traces and, where named, human verdicts of a case into one run."""
    assert import_traces(store, folder / traces, run=run).is_imported
    if verdicts is not None:
        report = import_human_verdicts(store, folder / verdicts, run=run, design=design)
        assert report.is_imported, report.problems


def import_calibration_and_target(
    store: Store,
    folder: Path,
    calibration: str = "calibration_traces.jsonl",
    target: str = "target_traces.jsonl",
    verdicts: str = "human_verdicts.csv",
) -> None:
    """Import the labelled set as run `calibration` and the set to report on as run `target`."""
    import_case(store, folder, calibration, verdicts, "calibration")
    import_case(store, folder, target, None, "target")
