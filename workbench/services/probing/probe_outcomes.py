"""The outcomes of the gold-context probe over a run, beside the stage that the ids name.

Shares are of the probed traces whose two answers somebody judged, with Wilson's interval; what
is not among them is counted by reason. They are shares by trace: a question with several traces
counts several times, and the interval takes these as if they knew nothing of each other. Chosen:
people's word before the judge's, on either answer. A verdict that came with the probe's file
counts before a judge's, after a person's.
"""

from collections import Counter

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
from workbench.domain.vocabulary import STAGE_OF_EVIDENCE, Evidence
from workbench.services.open_store import Store
from workbench.services.probing.export_packets import refuse_probe_run
from workbench.services.probing.probe_results import (
    ProbedCase,
    ProbeResult,
    ProbeShare,
    StageAgainst,
)
from workbench.services.probing.probe_words import probe_reading, probe_sentence, probe_warnings
from workbench.services.probing.read_rights import NOBODY, Right, read_rights
from workbench.services.triage.observe_run import most_used_judge, read_target
from workbench.stats.interval import proportion


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
        sentence=probe_sentence(len(enough), n_generation, n_probed),
        reading=probe_reading(enough, n_generation),
        warnings=(*said, *probe_warnings(run, checked, left_out, cases)),
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
