"""Where a run loses its answers: buckets, the funnel of stages, and what to mend first.

Right or wrong comes from the judge in the observed buckets and from people in the human ones;
both are given, since they answer different questions. The funnel counts evidence by ids and texts,
and only its last stage asks the judge; labels correct that one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from db import read_triage
from db.read_triage import Cell, ForeignIds
from workbench.domain.refusals import Code, Warning_
from workbench.domain.triage import is_right_without_evidence
from workbench.domain.vocabulary import (
    STAGE_OF_EVIDENCE,
    Bucket,
    Evidence,
    JudgeVerdict,
    Stage,
)
from workbench.report.counted import counted, counted_as
from workbench.report.percent import percent
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.corrected_generation import corrected_generation
from workbench.services.calibration.read_labels_of import read_labels_of
from workbench.services.open_store import Store
from workbench.services.results import (
    FunnelStage,
    NextProjectCard,
    RankWarning,
    TriageResult,
)
from workbench.services.triage.gold_by_text import gold_by_text_warnings
from workbench.services.triage.next_project_card import next_project_card, stage_named
from workbench.services.triage.observe_run import (
    bucket_counts,
    count_human,
    count_observed,
    most_used_judge,
    outside_counts,
    read_target,
    window_warnings,
)
from workbench.services.triage.place_evidence import ensure_evidence, refresh_evidence
from workbench.stats.funnel import (
    StageFlow,
    end_to_end,
    stage_rates,
)

__all__ = ["ensure_evidence", "refresh_evidence", "triage_traces"]

CLOSE_SHARE = 0.1
LOSING_EVIDENCE = (
    Evidence.COVERAGE,
    Evidence.EMBEDDING,
    Evidence.RETRIEVAL,
    Evidence.RERANKING,
    Evidence.PACKING,
)


def triage_traces(
    store: Store,
    run: str,
    judge: str | None = None,
    where: Mapping[str, str] | None = None,
    proposal: str | None = None,
) -> TriageResult:
    """Give buckets, funnel and next project of a run.

    Parameters
    ----------
    run
        The run to report on.
    judge
        NAME@VERSION; without it the judge with most verdicts on the run.
    where
        Field values that choose traces of the run.
    proposal
        A stage somebody means to work on; a warning comes back if it is not the largest.

    Raises
    ------
    InputError
        Unknown run, judge or stage.
    """
    proposed = stage_named(proposal)
    chosen, warnings = (judge, ()) if judge is not None else most_used_judge(store, run)
    target = read_target(store, run, chosen, where or {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, target.where)
    with store.reading() as connection:
        ranks = [
            RankWarning(row.stage, row.cut, row.n_close, row.n_found, row.n_close / row.n_found)
            for row in read_triage.read_close_ranks(connection, target.run_ids, target.where)
            if row.n_found
        ]
        logged = read_triage.has_stage(connection, target.run_ids, target.where)
        n_unlisted = read_triage.count_unlisted(connection, target.run_ids, target.where)
        foreign = read_triage.read_foreign_ids(connection, target.run_ids, target.where)
        by_text = gold_by_text_warnings(connection, target.run_ids, target.where)
    observed = count_observed(target.cells, labels.labels, labels.unresolved)
    human = count_human(labels.labels, labels.unresolved)
    funnel, n_undecided = funnel_of(target.cells, logged)
    rates = {stage.stage: stage.rate for stage in funnel if stage.rate is not None}
    corrected = (
        None if target.judge is None else correct_target(target, labels, "system", False, SEED)
    )
    project = next_project_card(observed, corrected, proposed)
    close = tuple(rank for rank in ranks if rank.share >= CLOSE_SHARE)
    n_cut = _n_truncated_failures(target.cells)
    return TriageResult(
        run=run,
        judge=target.judge,
        where=dict(target.where),
        n=target.n,
        n_in_shares=sum(observed[bucket] for bucket in Bucket),
        buckets=bucket_counts(observed),
        n_labelled=len(labels.labels),
        human_buckets=bucket_counts(human),
        funnel=funnel,
        n_undecided=n_undecided,
        end_to_end=end_to_end(rates) if rates else None,
        outside=outside_counts(observed),
        human_outside=outside_counts(human),
        right_without_evidence=sum(
            cell.n
            for cell in target.cells
            if is_right_without_evidence(cell.evidence, cell.verdict is JudgeVerdict.PASS)
        ),
        should_have_declined=sum(label.should_have_declined for label in labels.labels),
        next_project=project,
        n_truncated_failures=n_cut,
        rank_warnings=close,
        warnings=(
            *warnings,
            *window_warnings(target),
            *labels.warnings(run),
            *by_text,
            *_evidence_warnings(target.n, foreign, n_undecided, n_unlisted),
            *_warnings(n_cut, close, project),
        ),
        corrected_generation=corrected_generation(target, labels),
    )


def funnel_of(
    cells: Sequence[Cell], logged: Mapping[str, bool]
) -> tuple[tuple[FunnelStage, ...], int]:
    """Give the funnel's stages and how many traces the ids leave undecided.

    A stage appears only where it can be decided: embedding where both models are known,
    reranking where a reranker ran, generation where the judge gave verdicts.
    """
    sizes: Counter[Evidence] = Counter()
    for cell in cells:
        sizes[cell.evidence] += cell.n
    entered = sum(sizes[evidence] for evidence in (*LOSING_EVIDENCE, Evidence.REACHED))
    flows = []
    for evidence in LOSING_EVIDENCE:
        survived = entered - sizes[evidence]
        stage = STAGE_OF_EVIDENCE[evidence]
        if logged.get(stage, True) or sizes[evidence]:
            flows.append(StageFlow(stage, entered, survived))
        entered = survived
    judged = Counter(
        {
            verdict: sum(
                cell.n
                for cell in cells
                if cell.evidence is Evidence.REACHED and cell.verdict is verdict
            )
            for verdict in JudgeVerdict
        }
    )
    if judged.total():
        flows.append(StageFlow(Stage.GENERATION, judged.total(), judged[JudgeVerdict.PASS]))
    undecided = (Evidence.UNDECIDED, Evidence.UNKNOWN, Evidence.NOT_COMPARABLE)
    return (
        tuple(
            FunnelStage(
                row.stage,
                row.entered,
                row.survived,
                None if row.rate is None else row.rate.estimate,
                None if row.rate is None else row.rate.low,
                None if row.rate is None else row.rate.high,
            )
            for row in stage_rates(flows)
        ),
        sum(sizes[evidence] for evidence in undecided),
    )


def _n_truncated_failures(cells: Iterable[Cell]) -> int:
    return sum(
        cell.n for cell in cells if cell.is_truncated is True and cell.verdict is JudgeVerdict.FAIL
    )


def _evidence_warnings(
    n: int, foreign: Sequence[ForeignIds], n_undecided: int, n_unlisted: int
) -> Iterable[Warning_]:
    for row in foreign:
        yield Warning_(
            Code.NOT_COMPARABLE,
            f"Index version {row.index_version or '(not given)'}: none of the {row.n_gold_ids} "
            f"gold ids of {counted(row.n_traces, 'trace')} "
            "occurs anywhere among its candidates. The gold "
            "ids are not from this index, so these traces are no retrieval misses",
            "Import the index's corpus, or gold with its ids.",
        )
    if n_undecided:
        yield Warning_(
            Code.UNDECIDED_STAGE,
            f"{n_undecided} of {counted(n, 'trace')} "
            f"{'is' if n_undecided == 1 else 'are'} left out of the funnel: gold or a needed list "
            "is unknown",
            "Name the stage while labelling, or import gold.",
        )
    if n_unlisted:
        yield Warning_(
            Code.UNDECIDED_STAGE,
            f"Without a candidate list: {n_unlisted} of {counted(n, 'trace')}; "
            f"{'it counts' if n_unlisted == 1 else 'they count'} as retrieved, since the "
            "evidence stands in their prompt",
        )


def _warnings(
    n_cut: int, close: Sequence[RankWarning], project: NextProjectCard | None
) -> Iterable[Warning_]:
    if n_cut:
        yield Warning_(
            Code.PROMPT_CUT,
            f"{counted_as(n_cut, 'failing trace had its', 'failing traces had their')} "
            "prompt cut: the passages listed may be more than "
            "the model saw",
        )
    for rank in close:
        yield Warning_(
            Code.CLOSE_TO_THE_CUT,
            f"{rank.stage}: {rank.n_close} of {rank.n_found} complete gold sets "
            f"({percent(rank.share)}) end at the last two ranks; a smaller list would lose them",
        )
    if project is not None and project.warning is not None:
        yield Warning_(Code.NOT_THE_LARGEST, project.warning)
