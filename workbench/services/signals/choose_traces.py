"""Which traces signals are read from: runs, judge, filter, and the threshold of the top score."""

from collections.abc import Mapping
from dataclasses import dataclass

from db.bulk import Connection
from db.read_queues import read_judges
from db.read_signals import read_extent, read_runs
from db.read_triage import read_judges_of_runs
from db.signal_values import Asked, Span
from workbench.domain.refusals import Refusal, Warning_
from workbench.errors import InputError
from workbench.services.find_judge import find_judge, judge_names
from workbench.services.signals.learn_threshold import learn_threshold
from workbench.services.signals.signal_results import LowScore
from workbench.services.triage.observe_run import check_fields


@dataclass(frozen=True, slots=True)
class Chosen:
    """The traces asked for, the judge's name, and what the top score is held against."""

    asked: Asked
    judge: str | None
    low_score: LowScore | Refusal
    warnings: tuple[Warning_, ...] = ()


def choose_traces(
    connection: Connection,
    run: str | None,
    judge: str | None,
    where: Mapping[str, str],
    span: Span,
) -> Chosen:
    """Find runs and judge by name, and learn the threshold.

    Without a run all are taken but those that answer from gold passages: nobody was served these.

    Raises
    ------
    InputError
        Unknown run, judge or field; a store without runs.
    """
    known = read_runs(connection)
    if run is not None and run not in known:
        raise InputError(f"There is no run {run!r}. Known: {', '.join(known) or 'none'}.")
    if not known:
        raise InputError("There are no traces yet. Import some: workbench import traces FILE")
    taken = {
        name: row.run_id
        for name, row in known.items()
        if (name == run if run is not None else not row.is_probe)
    }
    run_ids = list(taken.values())
    judge_id, name = _judge(connection, judge, run_ids)
    low_score = learn_threshold(connection, run_ids)
    asked = Asked(
        run_ids,
        where,
        span,
        judge_id,
        low_score.threshold if isinstance(low_score, LowScore) else None,
    )
    if where and not read_extent(connection, asked).n:
        check_fields(connection, {run_id: name for name, run_id in taken.items()}, where)
    return Chosen(asked, name, low_score)


def _judge(
    connection: Connection, judge: str | None, run_ids: list[int]
) -> tuple[int | None, str | None]:
    if judge is not None:
        judge_id = find_judge(connection, judge).judge_id
    else:
        given = read_judges_of_runs(connection, run_ids)
        if not given:
            return None, None
        judge_id = given[0][0]
    known = read_judges(connection)
    names = dict(zip((row.judge_id for row in known), judge_names(known), strict=True))
    return judge_id, names[judge_id]
