"""The corrected table of a judge that names the bucket itself.

Strata are what the judge says (each bucket it names, a bare fail, a pass); people's buckets are
counted inside each. Chosen where the judge names a bucket that no label was drawn from: its items
join the thinnest labelled stratum of the same verdict, within which labels are a random sample
too, and that is said. Rejected: inverting the judge's error matrix, three to five times wider.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from db import read_scores
from db.read_scores import WordRow
from workbench.domain.refusals import Code, Refusal, Warning_
from workbench.domain.remedies import FAILING_BUCKETS
from workbench.domain.vocabulary import Bucket, Design, JudgeVerdict, Outside
from workbench.errors import NotEnoughLabels
from workbench.formats.bucket_words import bucket_of_word
from workbench.report.counted import counted
from workbench.services.calibration.correct_counts import correction_sentence
from workbench.services.calibration.correct_prevalence import SEED, correct_target
from workbench.services.calibration.corrected_rows import Corrected, corrected_rows
from workbench.services.calibration.label_design import SAME_ITEMS
from workbench.services.calibration.label_strata import UNNAMED
from workbench.services.calibration.label_weights import label_weights, worth_of
from workbench.services.calibration.read_labels_of import Label, LabelsOf, read_labels_of
from workbench.services.open_store import Store
from workbench.services.results import CorrectedTable, EstimateOrRefusal, OutsideCounts
from workbench.services.triage.observe_run import Target, bucket_of, count_human, read_target
from workbench.stats.bucket_table import BucketRow, BucketTable
from workbench.stats.buckets_by_verdict import (
    VerdictGroup,
    bucket_shares_by_verdict,
    bucket_shares_by_verdict_jointly,
)
from workbench.stats.interval import Estimate

METHOD = "post-stratified by judged bucket, Dirichlet draws"
ASSUMPTION = "labels drawn at random within each verdict, from the items reported"
FEW = 10
MATTERS = 0.05

Named = Bucket | Outside


@dataclass(frozen=True, slots=True)
class _Group:
    """Items that the judge puts into one bucket, or into several that were joined."""

    names: tuple[Named, ...]
    verdict: JudgeVerdict
    n_target: int
    labels: tuple[Label, ...]

    @property
    def text(self) -> str:
        return " or ".join(_words(name) for name in self.names)


def correct_by_judged_bucket(
    store: Store,
    run: str,
    judge: str,
    where: Mapping[str, str] | None = None,
    seed: int = SEED,
) -> CorrectedTable:
    """Give the buckets a judge names beside what is in them by the labels of people.

    Parameters
    ----------
    run, judge
        The target set, and a judge whose words are buckets or stages (and `correct`).
    where
        Field values that choose traces of the run.

    Returns
    -------
        The table of `correct_prevalence`, with the observed counts those of the judge's words.
        All rows are refused where the judge names no bucket, or where its labels carry none.

    Raises
    ------
    InputError
        Unknown run or judge.
    """
    target = read_target(store, run, judge, where or {})
    labels = read_labels_of(store, target.run_ids, target.judge_id, target.n_judged, target.where)
    with store.reading() as connection:
        judge_id = target.judge_id or 0
        rows = read_scores.read_judged_words(connection, target.run_ids, judge_id, target.where)
        said = read_scores.read_labelled_verdicts(
            connection, target.run_ids, judge_id, target.where
        )
    named = _named(rows)
    base = correct_target(target, labels, "system", False, seed)
    refusal = _refusal(base, labels, named)
    if refusal is None:
        words = {trace_id: verdict.word for trace_id, verdict in said.items()}
        groups, joined = _joined(_groups(rows, labels, words))
        corrected = _corrected(groups, label_weights(target, labels), np.random.default_rng(seed))
        corrected = replace(
            corrected, warnings=(*corrected.warnings, *joined, *_thin(groups, target.n_judged))
        )
    else:
        corrected = Corrected(refusal, {}, {}, ())
    return _table(base, target, labels, named, corrected)


def _named(rows: Iterable[WordRow]) -> Counter[Named]:
    named: Counter[Named] = Counter()
    for row in rows:
        named[_name(row.word, row.verdict)] += row.n
    return named


def _name(word: str, verdict: JudgeVerdict) -> Named:
    if verdict is JudgeVerdict.PASS:
        return Bucket.CORRECT
    return bucket_of_word(word) or UNNAMED


def _refusal(base: CorrectedTable, labels: LabelsOf, named: Counter[Named]) -> Refusal | None:
    if base.n and not any(named[bucket] for bucket in FAILING_BUCKETS):
        return Refusal(
            Code.BUCKETS_NOT_NAMED,
            f"{base.judge or 'This judge'} says that an answer fails, not where",
            "Leave out --judged-buckets, or let the judge answer with a bucket or a stage.",
        )
    if labels.design is Design.BY_TRUTH:
        return Refusal(
            Code.DESIGN_UNKNOWN,
            "Labels chosen by their true class say nothing of what is in the judge's buckets",
            "Label a random part of the judged items.",
        )
    can_correct = labels.design in SAME_ITEMS and any(label.verdict for label in labels.labels)
    if isinstance(base.corrected, Refusal) and not can_correct:
        return base.corrected
    return None


def _groups(rows: Sequence[WordRow], labels: LabelsOf, words: Mapping[int, str]) -> list[_Group]:
    sizes: Counter[tuple[JudgeVerdict, Named]] = Counter()
    for row in rows:
        sizes[row.verdict, _name(row.word, row.verdict)] += row.n
    found: dict[tuple[JudgeVerdict, Named], list[Label]] = {key: [] for key in sizes}
    for label in labels.labels:
        if label.verdict is not None and label.trace_id in words:
            found[label.verdict, _name(words[label.trace_id], label.verdict)].append(label)
    return [
        _Group((name,), verdict, n, tuple(found[verdict, name]))
        for (verdict, name), n in sorted(sizes.items(), key=lambda item: (item[0][0], item[0][1]))
    ]


def _joined(groups: Sequence[_Group]) -> tuple[list[_Group], list[Warning_]]:
    """Groups without a label put to the thinnest labelled one of their verdict, and said."""
    kept = [group for group in groups if group.labels]
    warnings = []
    for group in groups:
        beside = [other for other in kept if other.verdict is group.verdict]
        if group.labels:
            continue
        if not beside:
            kept.append(group)
            continue
        other = min(beside, key=lambda one: (len(one.labels), one.names))
        kept[kept.index(other)] = replace(
            other, names=(*other.names, *group.names), n_target=other.n_target + group.n_target
        )
        warnings.append(
            Warning_(
                Code.STRATA_MERGED,
                f"None of the {group.n_target} traces that the judge calls {group.text} is "
                f"labelled; they are counted with those it calls {other.text}",
                "Label some of them.",
            )
        )
    return kept, warnings


def _corrected(
    groups: Sequence[_Group], weights: Mapping[int, float], rng: np.random.Generator
) -> Corrected:
    seen = {bucket_of(label) for group in groups for label in group.labels}
    unnamed = [UNNAMED] if UNNAMED in seen else []
    buckets = [*FAILING_BUCKETS, *unnamed, Bucket.EVALUATION_ERROR, Bucket.CORRECT]
    sized = [VerdictGroup(group.n_target, _counts(group.labels, weights)) for group in groups]
    try:
        table = bucket_shares_by_verdict(sized, buckets, rng)
        jointly = bucket_shares_by_verdict_jointly(sized, buckets, rng)
    except NotEnoughLabels:
        bare = [group for group in groups if not group.labels]
        named = "; ".join(f"{group.text} ({counted(group.n_target, 'trace')})" for group in bare)
        return Corrected(
            Refusal(
                Code.STRATUM_UNLABELLED,
                f"No trace is labelled that the judge calls {named}",
                "Label a random part of them.",
            ),
            {},
            {},
            (),
        )
    n_labels = sum(len(group.labels) for group in groups)
    total: EstimateOrRefusal = Estimate(
        table.total.estimate or 0.0, table.total.interval, METHOD, n_labels, ASSUMPTION
    )
    human = Counter(bucket_of(label) for group in groups for label in group.labels)
    return Corrected(total, _rows(table, human), _rows(jointly, human), ())


def _rows(table: BucketTable, human: Mapping[Named | None, int]) -> dict[str, BucketRow]:
    counts = {str(name): n for name, n in human.items()}
    return {row.bucket: replace(row, n_labels=counts.get(str(row.bucket), 0)) for row in table.rows}


def _counts(labels: Sequence[Label], weights: Mapping[int, float]) -> dict[str, int]:
    """Labels by people's bucket; weighted ones as the equal labels they are worth."""
    total = sum(weights[label.trace_id] for label in labels)
    scale = worth_of(labels, weights).n / total if total else 0.0
    counts: dict[str, float] = {}
    for label in labels:
        name = str(bucket_of(label))
        counts[name] = counts.get(name, 0.0) + scale * weights[label.trace_id]
    # The formulas take shares and sizes; nothing in them needs whole numbers.
    return counts  # type: ignore[return-value]


def _thin(groups: Sequence[_Group], n_judged: int) -> Iterable[Warning_]:
    thin = [
        group
        for group in groups
        if 0 < len(group.labels) < FEW and group.n_target > MATTERS * n_judged
    ]
    if thin:
        named = "; ".join(
            f"{group.text}: {len(group.labels)} of {group.n_target}" for group in thin
        )
        yield Warning_(
            Code.STRATUM_THIN,
            f"Fewer than {FEW} labels in strata that matter ({named})",
            "Label more there; these rows move most with a few labels.",
        )


def _table(
    base: CorrectedTable,
    target: Target,
    labels: LabelsOf,
    named: Counter[Named],
    corrected: Corrected,
) -> CorrectedTable:
    total = corrected.total
    own = (
        (Warning_(total.code, total.reason, total.next_step),) if isinstance(total, Refusal) else ()
    )
    human = count_human(labels.labels, labels.unresolved)
    is_named = any(named[bucket] for bucket in FAILING_BUCKETS)
    # A judge that names no bucket has observed none: its passes alone would be all the rows.
    rows = corrected_rows(named, human, corrected) if is_named else ()
    return replace(
        base,
        corrected=total,
        buckets=rows,
        outside=OutsideCounts(
            label_missing=named[UNNAMED],
            endpoint_unavailable=base.outside.endpoint_unavailable,
            unjudged=target.n_with(None),
        ),
        method=total.method if isinstance(total, Estimate) else "",
        assumption=total.assumption if isinstance(total, Estimate) else "",
        sentence=correction_sentence(base.n_flagged, base.n, total) if base.n else str(total),
        warnings=(*labels.warnings(base.run), *corrected.warnings, *own),
    )


def _words(name: Named) -> str:
    return "failing without a bucket" if name is UNNAMED else name.replace("_", " ")
