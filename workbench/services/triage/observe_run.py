"""What ids and judge say of a run: the target set and its observed buckets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote

from db import chosen_traces, read_calibration, read_triage
from db.read_open_queues import read_open_queues
from db.read_queues import Connection, read_judges
from db.read_triage import Cell
from workbench.domain.records import JudgeId
from workbench.domain.refusals import Code, Warning_
from workbench.domain.remedies import REMEDIES, TABLE_ORDER
from workbench.domain.trace_window import NAMES, window_of, window_words
from workbench.domain.triage import HumanVerdict, human_bucket, observed_bucket
from workbench.domain.vocabulary import (
    STAGE_OF_BUCKET,
    Bucket,
    Evidence,
    JudgeVerdict,
    Outside,
)
from workbench.errors import InputError
from workbench.report.counted import counted_as
from workbench.services.calibration.read_labels_of import Label
from workbench.services.find_judge import FoundJudge, find_judge, judge_names
from workbench.services.open_store import Store
from workbench.services.results import BucketCount, OutsideCounts
from workbench.services.triage.place_evidence import ensure_evidence
from workbench.stats.interval import proportion


@dataclass(frozen=True, slots=True)
class Target:
    """The traces a report is about, counted by what ids and judge say of them.

    `n_undated` would belong to them but for a window of time: they do not say when they ran.
    `open_queues` wait for labels of traces that the judge judged, the newest first.
    """

    runs: tuple[str, ...]
    run_ids: tuple[int, ...]
    judge_id: int | None
    judge: JudgeId | None
    where: Mapping[str, str]
    cells: tuple[Cell, ...]
    n_undated: int = 0
    open_queues: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """Gives the number of traces."""
        return sum(cell.n for cell in self.cells)

    @property
    def n_flagged(self) -> int:
        """Gives how many answered traces the judge failed."""
        return self.n_with(JudgeVerdict.FAIL)

    @property
    def n_passed(self) -> int:
        """Gives how many answered traces the judge passed."""
        return self.n_with(JudgeVerdict.PASS)

    @property
    def n_judged(self) -> int:
        """Gives how many answered traces have a usable verdict."""
        return self.n_flagged + self.n_passed

    def n_with(self, verdict: JudgeVerdict | None) -> int:
        """Give how many answered traces have that verdict."""
        return sum(
            cell.n
            for cell in self.cells
            if cell.verdict is verdict and cell.evidence is not Evidence.ENDPOINT_UNAVAILABLE
        )


def read_target(store: Store, run: str, judge: str | None, where: Mapping[str, str]) -> Target:
    """Read the counts of one run; raises InputError for an unknown run or judge."""
    ensure_evidence(store)
    with store.reading() as connection:
        run_id = read_triage.read_run_id(connection, run)
        if run_id is None:
            known = ", ".join(read_triage.read_run_names(connection)) or "none"
            raise InputError(
                f"There is no run {run!r}. Known runs: {known}. Import traces with --run "
                f"{quote(run)}"
            )
        found = None if judge is None else find_judge(connection, judge)
        return _target(connection, {run_id: run}, found, where)


def read_labelled_target(store: Store, judge: str, where: Mapping[str, str]) -> Target:
    """Read the counts of every run that holds labels for the judge, or else its verdicts."""
    ensure_evidence(store)
    with store.reading() as connection:
        found = find_judge(connection, judge)
        runs = dict(read_calibration.read_runs_with_labels(connection, found.judge_id))
        runs = runs or dict(read_calibration.read_runs_of_judge(connection, found.judge_id))
        return _target(connection, runs, found, where)


def _target(
    connection: Connection,
    runs: Mapping[int, str],
    found: FoundJudge | None,
    where: Mapping[str, str],
) -> Target:
    judge_id = None if found is None else found.judge_id
    cells = read_triage.read_cells(connection, list(runs), judge_id, where)
    if not cells:
        check_fields(connection, runs, where)
    has_window = not window_of(where).is_open
    return Target(
        tuple(runs.values()),
        tuple(runs),
        judge_id,
        None if found is None else found.judge,
        dict(where),
        tuple(cells),
        read_triage.count_undated(connection, list(runs), where) if has_window else 0,
        () if judge_id is None else tuple(read_open_queues(connection, list(runs), judge_id)),
    )


def check_fields(connection: Connection, runs: Mapping[int, str], where: Iterable[str]) -> None:
    """Raise InputError where a filter names a field that no trace of the runs has."""
    known = [*chosen_traces.TEXT_FIELDS, "run", "truncated", *NAMES]
    for name in where:
        if name not in known and not chosen_traces.has_field(connection, list(runs), name):
            raise InputError(
                f"No trace of {', '.join(runs.values()) or 'any run'} has a field {name}. Fields "
                f"are {', '.join(known)}, signals.NAME, and whatever else the traces' file held."
            )


def most_used_judge(store: Store, run: str) -> tuple[str | None, tuple[Warning_, ...]]:
    """The judge with most verdicts on a run, as commands take it, and a word where others are."""
    with store.reading() as connection:
        run_id = read_triage.read_run_id(connection, run)
        judges = [] if run_id is None else read_triage.read_judges_of_runs(connection, [run_id])
        known = read_judges(connection)
    keys = [row.judge_id for row in known]
    names_by_key = dict(zip(keys, judge_names(known), strict=True))
    if not judges:
        return None, ()
    names = [names_by_key[judge_id] for judge_id, _, _ in judges]
    if len(names) == 1:
        return names[0], ()
    is_tie = judges[0][2] == judges[1][2]
    return names[0], (
        Warning_(
            Code.JUDGE_CHOSEN,
            f"{len(names)} judges gave verdicts on this run; shown is {names[0]}, "
            f"{'one of those that' if is_tie else 'which'} gave most. They are never pooled",
            f"Name another with --judge: {', '.join(names[1:])}.",
        ),
    )


def changed_judge_warning(store: Store, target: Target) -> tuple[Warning_, ...]:
    """Say so where labels exist for other versions of the judge: they do not carry over."""
    if target.judge is None:
        return ()
    with store.reading() as connection:
        known = read_judges(connection)
        labelled = [
            name
            for row, name in zip(known, judge_names(known), strict=True)
            if row.judge.name == target.judge.name
            and row.judge_id != target.judge_id
            and read_calibration.read_runs_with_labels(connection, row.judge_id)
        ]
    if not labelled:
        return ()
    return (
        Warning_(
            Code.JUDGE_CHANGED,
            f"Labels exist for {', '.join(labelled)}; error rates hold only for the version and "
            "prompt they were measured on",
            "Label items that this version judged.",
        ),
    )


def window_warnings(target: Target) -> tuple[Warning_, ...]:
    """Say so where traces are outside a window only because they do not say when they ran."""
    if not target.n_undated:
        return ()
    said = window_words(window_of(target.where))
    return (
        Warning_(
            Code.TIMES_MISSING,
            f"{counted_as(target.n_undated, 'trace does', 'traces do')} "
            "not say when "
            f"{'it' if target.n_undated == 1 else 'they'} ran (created_at) and "
            f"{'is' if target.n_undated == 1 else 'are'} left out; "
            f"the {target.n:,} that ran {said} are shown",
        ),
    )


def count_observed(
    cells: Iterable[Cell], labels: Sequence[Label], unresolved: Sequence[Label]
) -> Counter[Bucket | Outside]:
    """Traces by observed bucket; a label names the stage where ids decide none."""
    counts: Counter[Bucket | Outside] = Counter()
    for cell in cells:
        counts[observed_bucket(cell.evidence, cell.verdict)] += cell.n
    for label in (*labels, *unresolved):
        is_unresolved = label.unresolved is not None
        counts[observed_bucket(label.evidence, label.verdict)] -= 1
        counts[observed_bucket(label.evidence, label.verdict, label.stage, is_unresolved)] += 1
    return counts


def bucket_of(label: Label) -> Bucket | Outside | None:
    """Bucket that people put a labelled trace into."""
    human = HumanVerdict(label.answer, label.stage, label.unresolved)
    return human_bucket(label.evidence, human, label.verdict)


def count_human(labels: Sequence[Label], unresolved: Sequence[Label]) -> Counter[Bucket | Outside]:
    """Labelled traces by the bucket that people put them into."""
    counts: Counter[Bucket | Outside] = Counter()
    for label in (*labels, *unresolved):
        bucket = bucket_of(label)
        if bucket is not None:
            counts[bucket] += 1
    return counts


def bucket_counts(counts: Mapping[Bucket | Outside, int]) -> tuple[BucketCount, ...]:
    """Every bucket in fixed order, with its share of the traces inside the shares."""
    n = sum(counts.get(bucket, 0) for bucket in TABLE_ORDER)
    rows = []
    for bucket in TABLE_ORDER:
        found = counts.get(bucket, 0)
        share = proportion(found, n) if n else None
        rows.append(
            BucketCount(
                bucket=bucket,
                stage=STAGE_OF_BUCKET.get(bucket),
                n=found,
                share=None if share is None else share.estimate,
                low=None if share is None else share.low,
                high=None if share is None else share.high,
                owner=REMEDIES[bucket].owner,
            )
        )
    return tuple(rows)


def outside_counts(counts: Mapping[Bucket | Outside, int]) -> OutsideCounts:
    """The traces outside the shares, by reason."""
    return OutsideCounts(**{str(reason): counts.get(reason, 0) for reason in Outside})
