"""A mission: the triage of a made-up system, and what one fix then did, with the truth beside it.

Chosen: everything is made anew from the mission's seed in a temporary store and thrown away, so
that the same choice gives the same numbers and nothing is left behind. Rejected: a run in the
person's own store, where practice would stand among results.
"""

import csv
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import Design
from workbench.errors import InputError
from workbench.report.percent import percent
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.comparing.compare_results import Comparison
from workbench.services.comparing.compare_runs import compare_runs
from workbench.services.housekeeping.upgrade_store import upgrade_store
from workbench.services.importing.import_human_verdicts import import_human_verdicts
from workbench.services.importing.import_report import ImportReport
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import Store, open_store
from workbench.services.results import CorrectedTable, TriageResult
from workbench.services.triage.triage_traces import triage_traces
from workbench.simulation.missions import FIXES, MISSIONS, Fix, Mission, run_mission
from workbench.simulation.simulate import Simulation

BEFORE, AFTER = "as-found", "after-the-fix"
JUDGE = "strict@2"
N_LABELLED = 150
ANNOTATOR = "somebody who knows"


@dataclass(frozen=True, slots=True)
class Situation:
    """What a mission shows before anything is decided."""

    mission: Mission
    n_labelled: int
    triage: TriageResult
    table: CorrectedTable


@dataclass(frozen=True, slots=True)
class TrueBucket:
    """True failures of one bucket, as found and after the fix."""

    bucket: str
    n_before: int
    n_after: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a fix did: as the workbench measures it, and as it truly is.

    `right` is the fix for the stage that lost most, and `n_right` how many wrong answers it leaves.
    """

    mission: Mission
    fix: Fix
    n: int
    n_before: int
    n_after: int
    right: Fix
    n_right: int
    buckets: tuple[TrueBucket, ...]
    table: CorrectedTable
    comparison: Comparison
    sentence: str

    @property
    def is_right(self) -> bool:
        """Gives whether the fix was meant for the stage that lost most."""
        return self.fix == self.right


def missions() -> tuple[Mission, ...]:
    """Give the missions in their order."""
    return MISSIONS


def fixes() -> tuple[Fix, ...]:
    """Give what can be done, the same in every mission."""
    return FIXES


def situation(mission_key: str) -> Situation:
    """Give the triage of a mission's system, with labels on a random part of its answers.

    Raises
    ------
    InputError
        There is no such mission.
    """
    mission = _mission(mission_key)
    before = run_mission(mission, BEFORE)
    labelled = _labelled(mission, before)
    with _temporary_store() as (store, folder):
        _import(store, folder, BEFORE, before, labelled)
        return Situation(
            mission,
            len(labelled),
            triage_traces(store, BEFORE, JUDGE),
            correct_prevalence(store, BEFORE, JUDGE),
        )


def outcome(mission_key: str, fix_key: str) -> Outcome:
    """Give what one fix did to a mission's system, and what was true all along.

    Raises
    ------
    InputError
        There is no such mission or fix.
    """
    mission, fix = _mission(mission_key), _fix(fix_key)
    before = run_mission(mission, BEFORE)
    after = run_mission(mission, AFTER, fix)
    labelled = _labelled(mission, before)
    with _temporary_store() as (store, folder):
        _import(store, folder, BEFORE, before, labelled)
        _import(store, folder, AFTER, after, labelled)
        table = correct_prevalence(store, AFTER, JUDGE)
        comparison = compare_runs(store, BEFORE, AFTER, JUDGE)
    true_before, true_after = _true_buckets(before), _true_buckets(after)
    right = next(one for one in FIXES if one.stage is mission.stage)
    true_right = true_after
    if fix != right:
        true_right = _true_buckets(run_mission(mission, AFTER, right))
    n = sum(truth.is_wrong is not None for truth in before.truth)
    return Outcome(
        mission=mission,
        fix=fix,
        n=n,
        n_before=true_before.total(),
        n_after=true_after.total(),
        right=right,
        n_right=true_right.total(),
        buckets=tuple(
            TrueBucket(bucket, true_before[bucket], true_after[bucket])
            for bucket in FAILING_BUCKETS
            if true_before[bucket] or true_after[bucket]
        ),
        table=table,
        comparison=comparison,
        sentence=_sentence(n, true_before.total(), true_after.total()),
    )


def _sentence(n: int, n_before: int, n_after: int) -> str:
    was, then = f"{percent(n_before / n)} were wrong", percent(n_after / n)
    if n_after < n_before:
        return f"Of {n} answers {was} before and {then} are now: {n_before - n_after} fewer."
    if n_after > n_before:
        return f"Of {n} answers {was} before and {then} are now: {n_after - n_before} more."
    return f"Of {n} answers {was} before, and as many are now."


def _mission(key: str) -> Mission:
    found = next((one for one in MISSIONS if one.key == key), None)
    if found is None:
        named = ", ".join(one.key for one in MISSIONS)
        raise InputError(f"There is no mission {key!r}. Known: {named}.")
    return found


def _fix(key: str) -> Fix:
    found = next((one for one in FIXES if one.key == key), None)
    if found is None:
        raise InputError(f"There is no fix {key!r}. Known: {', '.join(one.key for one in FIXES)}.")
    return found


def _labelled(mission: Mission, before: Simulation) -> frozenset[str]:
    """Requests drawn at random from all that have an answer; the same ones after any fix."""
    answered = [truth.request_id for truth in before.truth if truth.is_wrong is not None]
    rng = np.random.default_rng((mission.seed, 2))
    chosen = rng.choice(len(answered), size=min(N_LABELLED, len(answered)), replace=False)
    return frozenset(answered[position] for position in chosen.tolist())


def _true_buckets(made: Simulation) -> Counter[str]:
    return Counter(truth.bucket for truth in made.truth if truth.is_wrong)


@contextmanager
def _temporary_store() -> Iterator[tuple[Store, Path]]:
    with tempfile.TemporaryDirectory(prefix="workbench-practice-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'practice.db'}"
        upgrade_store(url)
        store = open_store(url)
        try:
            yield store, folder
        finally:
            # Before the folder goes: an open file cannot be removed everywhere.
            store.close()


def _import(
    store: Store, folder: Path, run: str, made: Simulation, labelled: frozenset[str]
) -> None:
    traces = folder / f"{run}.jsonl"
    lines = (json.dumps(trace, ensure_ascii=False) + "\n" for trace in made.traces)
    traces.write_text("".join(lines), encoding="utf-8")
    _must_be_in(import_traces(store, traces))
    verdicts = folder / f"{run}.csv"
    with verdicts.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("request_id", "annotator", "verdict", "stage", "error_type"))
        writer.writerows(_verdicts(made, labelled))
    _must_be_in(import_human_verdicts(store, verdicts, run=run, design=Design.UNIFORM))


def _verdicts(made: Simulation, labelled: frozenset[str]) -> Iterator[Sequence[str]]:
    for truth in made.truth:
        if truth.request_id in labelled:
            said = (truth.answer_verdict, truth.stage, truth.error_type)
            yield (truth.request_id, ANNOTATOR, *(part or "" for part in said))


def _must_be_in(report: ImportReport) -> None:
    if not report.is_imported:
        raise InputError(f"The practice run is damaged: {report.summary} Install again.")
