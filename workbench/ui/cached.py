"""Results that screens ask for again at every click, computed once for each state of the store.

Measured: on 100,000 traces the overview takes a second and the triage two, at every click.
Chosen: a key that changes whenever a figure could, so that nothing shown is ever stale.
Rejected: a time to live, which shows old figures just after somebody labelled.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import streamlit as st

from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.compare_judges import JudgeComparison, compare_judges
from workbench.services.calibration.correct_prevalence import correct_prevalence
from workbench.services.calibration.human_error_band import HumanErrorBand, human_error
from workbench.services.calibration.judge_versions import judge_versions
from workbench.services.calibration.over_time_results import JudgeHistory, SystemRanking
from workbench.services.calibration.system_ranking import system_ranking
from workbench.services.calibration.threshold_curve import ThresholdCurve, threshold_curve
from workbench.services.comparing.changed_pairs import changed_pairs
from workbench.services.comparing.compare_results import (
    ChangedPair,
    Comparison,
    SeveralComparisons,
)
from workbench.services.comparing.compare_runs import compare_runs
from workbench.services.comparing.compare_several import compare_several
from workbench.services.housekeeping.read_overview import Overview, read_overview, store_mark
from workbench.services.labelling.anchoring import Anchoring
from workbench.services.labelling.anchoring import anchoring as measure_anchoring
from workbench.services.labelling.annotator_report import AnnotatorReport, annotator_reports
from workbench.services.labelling.label_progress import precision
from workbench.services.labelling.people_agreement import PeopleAgreement, people_agreement
from workbench.services.open_store import Store
from workbench.services.probing.export_packets import Packets
from workbench.services.probing.export_packets import probe_packets as packets_of
from workbench.services.probing.probe_outcomes import probe_outcomes as outcomes_of
from workbench.services.probing.probe_results import ProbeResult
from workbench.services.results import CorrectedTable, JudgeCard, Refusal, TriageResult
from workbench.services.signals.compare_versions import compare_versions
from workbench.services.signals.compare_versions import version_fields as fields_of_versions
from workbench.services.signals.signal_results import Move, SignalsResult, VersionsResult
from workbench.services.signals.triage_around import TriageAround, triage_around
from workbench.services.signals.watch_signals import watch_signals
from workbench.services.triage.failure_points import FailurePoints
from workbench.services.triage.failure_points import failure_points as points_of
from workbench.services.triage.prompt_budget import PromptBudget
from workbench.services.triage.prompt_budget import prompt_budget as budget_of
from workbench.services.triage.triage_traces import triage_traces
from workbench.ui.choices import Asked, Where

T = TypeVar("T")
Key = tuple[str | bool | int | None, ...]


@st.cache_data(show_spinner="Computing …", max_entries=128)
def _kept(_compute: Callable[[], T], mark: str, what: str, key: Key) -> T:  # noqa: ARG001
    return _compute()


def overview(store: Store) -> Overview:
    """What the store holds."""
    return _kept(partial(read_overview, store), store_mark(store), "overview", ())


def planning(store: Store, queue_id: int) -> str | None:
    """How precise a queue's labels are by now, in words; None where that cannot be said."""
    found = _kept(partial(precision, store, queue_id), store_mark(store), "plan", (queue_id,))
    return found.text if found is not None else None


def judge_card(store: Store, run: str, judge: str) -> JudgeCard:
    """The card of one judge on one run."""
    compute = partial(calibrate_judge, store, judge, run=run)
    return _kept(compute, store_mark(store), "card", (run, judge))


def human_errors(store: Store, run: str, judge: str) -> HumanErrorBand | Refusal:
    """What the card of one judge would say if people err too."""

    def compute() -> HumanErrorBand | Refusal:
        return human_error(store, judge_card(store, run, judge), judge, run)

    return _kept(compute, store_mark(store), "human error", (run, judge))


def thresholds(store: Store, run: str, judge: str) -> ThresholdCurve:
    """The error rates of one judge over its thresholds."""
    compute = partial(threshold_curve, store, judge, run=run)
    return _kept(compute, store_mark(store), "thresholds", (run, judge))


def judges(store: Store, run: str) -> JudgeComparison:
    """The judges of one run side by side."""
    return _kept(partial(compare_judges, store, run), store_mark(store), "judges", (run,))


def judge_history(store: Store, run: str, judge: str) -> JudgeHistory:
    """The versions of a judge on a run."""
    compute = partial(judge_versions, store, judge, run)
    return _kept(compute, store_mark(store), "history", (run, judge))


def ranking(store: Store, judge: str) -> SystemRanking:
    """Every run of a judge in its order and in the corrected one."""
    return _kept(partial(system_ranking, store, judge), store_mark(store), "ranking", (judge,))


def comparison(store: Store, before: str, after: str, judge: str | None) -> Comparison:
    """Two runs on the same questions."""
    compute = partial(compare_runs, store, before, after, judge)
    return _kept(compute, store_mark(store), "comparison", (before, after, judge))


def changed(store: Store, before: str, after: str, judge: str | None) -> tuple[ChangedPair, ...]:
    """Questions whose answers changed from one run to the other."""
    compute = partial(changed_pairs, store, before, after, judge)
    return _kept(compute, store_mark(store), "changed", (before, after, judge))


def several(
    store: Store, before: str, runs: tuple[str, ...], judge: str | None
) -> SeveralComparisons:
    """Several runs against one."""
    compute = partial(compare_several, store, before, runs, judge)
    return _kept(compute, store_mark(store), "several", (before, judge, *runs))


def people(store: Store, run: str) -> PeopleAgreement:
    """How far people agree with each other on a run."""
    return _kept(partial(people_agreement, store, run), store_mark(store), "people", (run,))


def anchoring(store: Store, run: str, judge: str) -> Anchoring | Refusal:
    """What the sight of one judge did to people's answers on a run."""
    compute = partial(measure_anchoring, store, judge, run)
    return _kept(compute, store_mark(store), "anchoring", (run, judge))


def annotators(store: Store, run: str | None) -> tuple[AnnotatorReport, ...]:
    """How each annotator works, on a run or on all."""
    compute = partial(annotator_reports, store, run)
    return _kept(compute, store_mark(store), "annotators", (run,))


def triage(
    store: Store,
    run: str,
    judge: str | None,
    proposal: str | None = None,
    window: Where = (),
) -> TriageResult:
    """The triage of a run, or of a window of it."""
    compute = partial(triage_traces, store, run, judge=judge, where=dict(window), proposal=proposal)
    return _kept(compute, store_mark(store), "triage", (run, judge, proposal, str(window)))


def corrected(store: Store, asked: Asked, judge: str) -> CorrectedTable:
    """The corrected table of a run, with the labels and limits that were asked for."""
    compute = partial(
        correct_prevalence,
        store,
        asked.run,
        judge,
        calibrated_on=asked.options.calibrated_on,
        target=asked.options.target,
        where=dict(asked.window),
        is_conservative=asked.options.is_conservative,
    )
    return _kept(
        compute,
        store_mark(store),
        "corrected",
        (asked.run, judge, *asked.options, str(asked.window)),
    )


def signals(store: Store, run: str, judge: str | None) -> SignalsResult:
    """Every signal of a run over time."""
    compute = partial(watch_signals, store, run, judge)
    return _kept(compute, store_mark(store), "signals", (run, judge))


def versions(store: Store, by: str, run: str | None, judge: str | None) -> VersionsResult:
    """Every signal by version."""
    compute = partial(compare_versions, store, by, run, judge)
    return _kept(compute, store_mark(store), "versions", (by, run, judge))


def version_fields(store: Store, run: str | None) -> tuple[str, ...]:
    """Fields that tell versions of a run, or of all runs, apart."""
    return _kept(
        partial(fields_of_versions, store, run), store_mark(store), "version fields", (run,)
    )


def around(store: Store, move: Move, run: str, judge: str | None) -> TriageAround:
    """The triage before a move and since."""
    compute = partial(triage_around, store, move, run, judge)
    key = (run, judge, move.since, move.first_id)
    return _kept(compute, store_mark(store), "around", key)


def failure_points(store: Store, run: str, judge: str | None, window: Where = ()) -> FailurePoints:
    """The failures of a run, or of a window of it, by failure point."""
    compute = partial(points_of, store, run, judge, dict(window))
    return _kept(compute, store_mark(store), "points", (run, judge, str(window)))


def prompt_budget(store: Store, run: str, judge: str | None, window: Where = ()) -> PromptBudget:
    """The prompt budget of a run, or of a window of it, over time."""
    compute = partial(budget_of, store, run, judge, where=dict(window))
    return _kept(compute, store_mark(store), "budget", (run, judge, str(window)))


def probe_outcomes(store: Store, run: str, judge: str | None) -> ProbeResult | None:
    """The outcomes of a run's probes; None where the run is itself one."""

    def compute() -> ProbeResult | None:
        own = {one.run for one in overview(store).own_runs}
        return outcomes_of(store, run, judge) if run in own else None

    return _kept(compute, store_mark(store), "probe", (run, judge))


def probe_packets(store: Store, run: str, judge: str | None) -> Packets:
    """The packets of a run's failing traces."""
    return _kept(partial(packets_of, store, run, judge), store_mark(store), "packets", (run, judge))
