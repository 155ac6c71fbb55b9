"""The outcomes of the gold-context probe over a run, beside the stage that the ids name.

Shares are of the probed traces whose two answers somebody judged, with Wilson's interval; what
is not among them is counted by reason. Chosen: people's word before the judge's, on either
answer. A verdict that came with the probe's file counts before a judge's, after a person's.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from shlex import quote

from db import read_probes
from db.read_probes import FileProbe, ProbedTrace
from workbench.domain.probe import (
    OUTCOME_WORDS,
    Against,
    ProbeOutcome,
    against_ids,
    defects,
    is_partial,
    probe_outcome,
)
from workbench.domain.records import JudgeId
from workbench.domain.refusals import Code, Warning_
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Evidence
from workbench.report.percent import percent
from workbench.services.open_store import Store
from workbench.services.probing.export_packets import refuse_probe_run
from workbench.services.probing.read_rights import NOBODY, By, Right, read_rights
from workbench.services.triage.observe_run import most_used_judge, read_target
from workbench.stats.interval import proportion

FEW_PROBED = 20


@dataclass(frozen=True, slots=True)
class ProbeShare:
    """How many probed traces had an outcome, and their share of those checked.

    `n_partial` had part of the evidence, or an incomplete answer, to begin with.
    """

    outcome: ProbeOutcome
    reading: str
    n: int
    share: float | None
    low: float | None
    high: float | None
    n_partial: int


@dataclass(frozen=True, slots=True)
class ProbedCase:
    """One probed trace: both answers, what they prove, and what the ids said.

    `defects` holds every stage shown to fail, two where both halves of the system do.
    """

    trace_id: int
    request_id: str
    outcome: ProbeOutcome | None
    why_none: str
    is_partial: bool
    stage: str | None
    against: Against
    defects: tuple[str, ...]
    query: str
    answer: str | None
    probe_answer: str | None
    answer_by: By
    probe_by: By


@dataclass(frozen=True, slots=True)
class StageAgainst:
    """Checked failures that the ids lost at one stage, by what the probe says of them."""

    stage: str
    retrieval: int
    generation: int


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The outcomes of a run's probes, what they rest on, and where they differ from the ids."""

    run: str
    judge: JudgeId | None
    probe_runs: tuple[str, ...]
    n_failing: int
    n_probed: int
    n_checked: int
    outcomes: tuple[ProbeShare, ...]
    by_stage: tuple[StageAgainst, ...]
    left_out: Mapping[str, int]
    said_by: Mapping[str, int]
    probes_said_by: Mapping[str, int]
    n_both_defects: int
    to_read: tuple[ProbedCase, ...]
    sentence: str
    reading: str
    warnings: tuple[Warning_, ...]


def probe_outcomes(store: Store, run: str, judge: str | None = None) -> ProbeResult:
    """Give what the gold-context probes of a run prove.

    Parameters
    ----------
    run
        The run that was probed, not the run that holds the answers.
    judge
        NAME@VERSION, for answers that no person judged; else the one with most verdicts.

    Raises
    ------
    InputError
        Unknown run or judge, or the run is itself a probe.
    """
    chosen, said = (judge, ()) if judge is not None else most_used_judge(store, run)
    target = read_target(store, run, chosen, {})
    run_id = target.run_ids[0]
    with store.reading() as connection:
        refuse_probe_run(read_probes.read_probe_origin(connection, run), run)
        companions = read_probes.read_probe_runs(connection, run_id)
        traces = read_probes.read_probed(connection, run_id)
        logged = read_probes.read_file_probes(connection, run_id)
        answers = read_probes.read_probe_answers(connection, [key for key, _ in companions], {})
    rights = read_rights(store, [run_id], target.judge_id)
    probed = read_rights(store, [key for key, _ in companions], target.judge_id)
    cases, left_out, n_failing, n_probed = [], Counter[str](), 0, 0
    for trace in traces:
        right = rights.get(trace.trace_id, NOBODY)
        answer = answers.get(trace.request_id)
        file_probe = logged.get(trace.trace_id)
        is_failing = right.is_right is False or right.is_disputed
        n_failing += is_failing
        if answer is None and file_probe is None:
            if is_failing:
                left_out["no_source" if _is_uncovered(trace) else "not_probed"] += 1
            continue
        n_probed += 1
        of_probe = NOBODY if answer is None else probed.get(answer[0], NOBODY)
        case = _case(trace, right, _probe_right(of_probe, file_probe), answer, file_probe)
        if case.outcome is None:
            left_out[case.why_none] += 1
        cases.append(case)
    checked = [case for case in cases if case.outcome is not None]
    outcomes = _outcomes(checked)
    enough = [case for case in checked if case.outcome is ProbeOutcome.RETRIEVAL]
    n_generation = sum(case.outcome is ProbeOutcome.GENERATION for case in checked)
    to_read = tuple(case for case in checked if case.against in (Against.BOTH, Against.DIFFER))
    return ProbeResult(
        run=run,
        judge=target.judge,
        probe_runs=tuple(name for _, name in companions),
        n_failing=n_failing,
        n_probed=n_probed,
        n_checked=len(checked),
        outcomes=outcomes,
        by_stage=_by_stage(checked),
        left_out=dict(left_out),
        said_by=dict(Counter(case.answer_by for case in checked)),
        probes_said_by=dict(Counter(case.probe_by for case in checked)),
        n_both_defects=sum(len(case.defects) > 1 for case in checked),
        to_read=tuple(sorted(to_read, key=lambda case: case.against is not Against.DIFFER)),
        sentence=_sentence(len(enough), n_generation, n_probed),
        reading=_reading(enough, n_generation),
        warnings=(*said, *_warnings(run, checked, left_out, cases)),
    )


def _is_uncovered(trace: ProbedTrace) -> bool:
    return trace.evidence is Evidence.COVERAGE


def _probe_right(of_probe: Right, file_probe: FileProbe | None) -> Right:
    if of_probe.by == "people" or file_probe is None or file_probe.is_correct is None:
        return of_probe
    return Right(file_probe.is_correct, "file")


def _case(
    trace: ProbedTrace,
    right: Right,
    probe: Right,
    answer: tuple[int, str | None] | None,
    file_probe: FileProbe | None,
) -> ProbedCase:
    is_disputed = right.is_disputed or probe.is_disputed
    outcome = probe_outcome(right.is_right, probe.is_right, is_disputed)
    why = ""
    if outcome is None:
        undecided = right if right.is_right is None else probe
        which = "answer" if right.is_right is None else "probe"
        why = f"{which}_{'undecided' if undecided.by == 'people' else 'not_judged'}"
    stage = STAGE_OF_EVIDENCE.get(trace.evidence)
    return ProbedCase(
        trace_id=trace.trace_id,
        request_id=trace.request_id,
        outcome=outcome,
        why_none=why,
        is_partial=outcome in (ProbeOutcome.RETRIEVAL, ProbeOutcome.GENERATION)
        and is_partial(trace.n_found, trace.n_needed, right.is_incomplete),
        stage=None if stage is None else str(stage),
        against=against_ids(outcome, trace.evidence),
        defects=tuple(str(one) for one in defects(outcome, trace.evidence)),
        query=trace.query,
        answer=trace.answer,
        probe_answer=answer[1] if answer is not None else file_probe and file_probe.answer,
        answer_by=right.by,
        probe_by=probe.by,
    )


def _outcomes(checked: list[ProbedCase]) -> tuple[ProbeShare, ...]:
    rows = []
    for outcome in ProbeOutcome:
        having = [case for case in checked if case.outcome is outcome]
        share = proportion(len(having), len(checked)) if checked else None
        rows.append(
            ProbeShare(
                outcome,
                OUTCOME_WORDS[outcome],
                len(having),
                None if share is None else share.estimate,
                None if share is None else share.low,
                None if share is None else share.high,
                sum(case.is_partial for case in having),
            )
        )
    return tuple(rows)


def _by_stage(checked: list[ProbedCase]) -> tuple[StageAgainst, ...]:
    counts = Counter((case.stage, case.outcome) for case in checked if case.stage is not None)
    stages = [str(stage) for stage in STAGE_OF_EVIDENCE.values()]
    rows = [
        StageAgainst(
            stage,
            counts[stage, ProbeOutcome.RETRIEVAL],
            counts[stage, ProbeOutcome.GENERATION],
        )
        for stage in stages
    ]
    return tuple(row for row in rows if row.retrieval + row.generation)


def _sentence(n_retrieval: int, n_generation: int, n_probed: int) -> str:
    n = n_retrieval + n_generation
    if not n:
        if not n_probed:
            return "No trace of this run has an answer to its gold passages yet."
        return "No probed failure has both its answers judged yet."
    share = proportion(n_retrieval, n)
    return (
        f"Given the gold passages, the generator answers {n_retrieval} of {n} failures rightly "
        f"({percent(share.estimate)}; 95 % interval {percent(share.low)} to "
        f"{percent(share.high)})."
    )


def _reading(right: list[ProbedCase], n_generation: int) -> str:
    if not right and not n_generation:
        return ""
    partial = sum(case.is_partial for case in right)
    differ = sum(case.against is Against.DIFFER for case in right)
    return (
        "There, getting the evidence into the prompt is the loss"
        + (f", in {partial} of them recall or assembly of several parts" if partial else "")
        + (f"; but {differ} held it in their prompt already, and are to be read" if differ else "")
        + f". The other {n_generation} are wrong with it too: generation, or its use of context."
    )


def _warnings(
    run: str, checked: list[ProbedCase], left_out: Mapping[str, int], cases: list[ProbedCase]
) -> Iterable[Warning_]:
    n_missing = left_out.get("not_probed", 0)
    if n_missing:
        yield Warning_(
            Code.NOT_ENOUGH_LABELS,
            f"{n_missing} failing traces have no answer to their gold passages: the shares are of "
            "the probed ones, and hold for all failures only if those were drawn by chance",
            f"Run: workbench probe export --run {quote(run)} -o FILE.",
        )
    n_open = left_out.get("probe_not_judged", 0)
    if n_open:
        yield Warning_(
            Code.NOT_ENOUGH_LABELS,
            f"{n_open} answers to gold passages were judged by nobody",
            "Draw a queue from the run that holds them, and label it.",
        )
    n_by_judge = sum("judge" in (case.answer_by, case.probe_by) for case in checked)
    if n_by_judge:
        yield Warning_(
            Code.NOT_CALIBRATED,
            f"{n_by_judge} of {len(checked)} outcomes rest on the judge's verdict for one of the "
            "two answers: its errors are in them",
            "Label these traces to be sure.",
        )
    if cases and len(checked) < FEW_PROBED:
        yield Warning_(
            Code.FEW_LABELS,
            f"{len(checked)} probed traces are few: read the interval, not the share",
        )
