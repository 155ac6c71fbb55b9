"""Imports the counts of a target set whose traces stay elsewhere."""

from datetime import UTC, datetime
from pathlib import Path

from db import write_counts, write_imports
from db.read_queues import read_judges
from db.store import Store
from workbench.domain.vocabulary import Evidence, JudgeVerdict
from workbench.errors import InputError
from workbench.formats.counts_json import CountsFile, StratumCount, read_counts
from workbench.formats.problems import Problem
from workbench.services.find_judge import find_judge, judge_to_add_to
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.judge_meanings import ensure_judges
from workbench.services.importing.running_import import content_mark


def import_counts(store: Store, path: Path, *, name: str, judge: str) -> ImportReport:
    """Import counts per stratum as the target set `name` of `judge` (NAME@VERSION).

    A judge that the store does not know is added. Raises InputError where the name alone fits
    several of its judges, or a version several prompts.
    """
    try:
        if not name.strip():
            raise InputError("Name the target set that the counts are of.")
        strata = target_strata(read_counts(path), path.name)
    except InputError as error:
        problem = Problem(None, None, str(error))
        return ImportReport("counts", path.name, None, False, problems=(problem,))
    now = datetime.now(UTC)
    with store.writing() as connection:
        try:
            judge_id = find_judge(connection, judge).judge_id
        except InputError:
            if any(row.judge.name == judge for row in read_judges(connection)):
                raise
            judge_id = ensure_judges(connection, [judge_to_add_to(connection, judge)], {})[0]
        import_id = write_imports.start_import(connection, "counts", path.name, now, {})
        write_counts.replace_counts(
            connection,
            name,
            judge_id,
            [
                (name, judge_id, evidence.value, verdict, n, import_id)
                for (evidence, verdict), n in strata.items()
            ],
        )
        write_imports.finish_import(
            connection,
            import_id,
            now,
            {"n_new": len(strata)},
            content_mark(repr(item) for item in strata.items()),
            {"target_set": name, "judge": judge},
        )
    return ImportReport(
        kind="counts",
        file_name=path.name,
        run=name,
        is_imported=True,
        n_read=len(strata),
        n_new=len(strata),
        import_id=import_id,
    )


def target_strata(counts: CountsFile, file_name: str) -> dict[tuple[Evidence, str], int]:
    """Give the target's counts by evidence and verdict; judged and flagged are two strata."""
    strata = counts.strata
    if not strata:
        if counts.judged is None or counts.flagged is None:
            raise InputError(f"{file_name}: give strata, or judged and flagged, of the target.")
        strata = (
            StratumCount(Evidence.UNKNOWN, JudgeVerdict.FAIL, counts.flagged),
            StratumCount(Evidence.UNKNOWN, JudgeVerdict.PASS, counts.judged - counts.flagged),
        )
    summed: dict[tuple[Evidence, str], int] = {}
    for evidence, verdict, n in strata:
        summed[evidence, verdict] = summed.get((evidence, verdict), 0) + n
    return summed
