"""A judge over time: a new prompt or model is another judge, held against the one before it.

Each version has its own card, and starts without one: labels say how often the version errs whose
verdicts they stand beside, and nothing of the next.
"""

from itertools import pairwise

from db import read_queues, read_triage
from workbench.domain.refusals import Warning_
from workbench.errors import InputError
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.correct_prevalence import SEED
from workbench.services.calibration.over_time_results import JudgeHistory, JudgeVersion
from workbench.services.calibration.over_time_words import history_sentence
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.calibration.version_change import Version, version_change
from workbench.services.find_judge import find_judge, judge_names
from workbench.services.open_store import Store
from workbench.services.results import JudgeCard
from workbench.services.triage.observe_run import Target, read_target


def judge_names_on(store: Store, run: str) -> tuple[str, ...]:
    """Give the names of the judges of a run, each once whatever its versions."""
    rows, _ = _judges_on(store, run)
    return tuple(dict.fromkeys(row.judge.name for row in rows))


def judge_versions(store: Store, judge: str, run: str, seed: int = SEED) -> JudgeHistory:
    """Give every version of a judge on a run, and each one's change against the one before.

    Parameters
    ----------
    judge
        The judge's name, or one of its versions as NAME@VERSION.
    run
        The run whose traces the versions judged.
    seed
        Where the draws start; stored with the result.

    Raises
    ------
    InputError
        Unknown run, or a judge that gave no verdict on it.
    """
    rows, names = _judges_on(store, run)
    name = judge
    if judge not in {row.judge.name for row in rows}:
        with store.reading() as connection:
            name = find_judge(connection, judge).judge.name
    texts = [text for row, text in zip(rows, names, strict=True) if row.judge.name == name]
    if not texts:
        raise InputError(
            f"Judge {name} gave no verdict on run {run}. Judges there: "
            f"{', '.join(dict.fromkeys(row.judge.name for row in rows)) or 'none'}."
        )
    cards = [calibrate_judge(store, text, run, seed=seed) for text in texts]
    sides = [_side(store, text, run) for text in texts]
    versions = tuple(
        _version(text, side.target, card)
        for text, side, card in zip(texts, sides, cards, strict=True)
    )
    changes = tuple(version_change(store, before, after, seed) for before, after in pairwise(sides))
    return JudgeHistory(
        name=name,
        run=run,
        versions=versions,
        changes=changes,
        sentence=history_sentence(name, run, versions),
        seed=seed,
        warnings=_label_warnings(sides, run),
    )


def _judges_on(store: Store, run: str) -> tuple[list[read_queues.JudgeRow], list[str]]:
    """Judges with verdicts on a run in the order they arrived, with the text that names each."""
    target = read_target(store, run, None, {})
    with store.reading() as connection:
        known = read_queues.read_judges(connection)
        used = {key for key, _, _ in read_triage.read_judges_of_runs(connection, target.run_ids)}
    found = sorted(
        (
            (row, text)
            for row, text in zip(known, judge_names(known), strict=True)
            if row.judge_id in used
        ),
        key=lambda one: one[0].judge_id,
    )
    return [row for row, _ in found], [text for _, text in found]


def _side(store: Store, judge: str, run: str) -> Version:
    target = read_target(store, run, judge, {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, {})
    return Version(judge, target, labels)


def _version(name: str, target: Target, card: JudgeCard) -> JudgeVersion:
    n = card.counts.n
    return JudgeVersion(
        judge=name,
        n_judged=target.n_judged,
        n_labels=n,
        is_calibrated=n > 0,
        status=f"{n} labelled" if n else "not calibrated (0 labelled items)",
        observed_prevalence=card.observed_prevalence,
        sensitivity=card.sensitivity,
        false_positive_rate=card.false_positive_rate,
        corrected_prevalence=card.corrected_prevalence,
    )


def _label_warnings(sides: list[Version], run: str) -> tuple[Warning_, ...]:
    found: dict[str, Warning_] = {}
    for side in sides:
        if side.labels.labels:
            for warning in side.labels.warnings(run):
                found.setdefault(warning.code, warning)
    return tuple(found.values())
