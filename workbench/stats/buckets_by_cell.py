"""Bucket shares where a stratum's items can fall into more than two buckets.

Ids and verdict form the strata as in `workbench.stats.buckets`, but people may name another stage
than the ids do, and where ids decide nothing they name it alone. Chosen: each row is the weighted
sum of its own share within each stratum, MOVER on that; with two buckets a stratum it is the same
table as `bucket_shares`, to the last digit. A bucket that a stratum cannot hold and where nobody
saw it adds exactly 0. Rejected: a Dirichlet in each of a dozen thin strata, whose prior mass alone
lifts the small rows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from workbench.errors import NotEnoughLabels
from workbench.stats.bucket_table import (
    CORRECT,
    EVALUATION_ERROR,
    FAILING,
    BucketRow,
    BucketTable,
    row_confidence,
)
from workbench.stats.interval import Interval, clopper_pearson_interval, jeffreys_interval
from workbench.stats.mover import ShareInterval, Term, items_sum, system_sum
from workbench.stats.stratum import effective_labels

METHOD = "post-stratified by stage and verdict, MOVER-Jeffreys"
METHOD_CLOPPER = "post-stratified by stage and verdict, MOVER-Clopper-Pearson"
METHOD_ITEMS = "post-stratified by stage and verdict, MOVER-Jeffreys, these items"
ASSUMPTION = "labels drawn at random within each stage and verdict, from the items reported"

RowMaker = Callable[[str, frozenset[str], float], BucketRow]


@dataclass(frozen=True, slots=True)
class CellStratum:
    """Target items of one stage and verdict, and how many labelled ones fell into each bucket.

    `possible` are the buckets that such an item can be in; `n_effective` replaces the number of
    labels in the intervals where labels are clustered or weighted. Weighted counts need not be
    whole; they add up to the number of labels.
    """

    name: str
    n_target: int
    counts: Mapping[str, float]
    possible: frozenset[str]
    n_effective: float | None = None

    def __post_init__(self) -> None:
        """Refuses counts that contradict each other."""
        if min(self.counts.values(), default=0) < 0 or self.n_labelled > self.n_target:
            raise ValueError(
                f"counts must be at least 0 and add up to at most n_target={self.n_target}, "
                f"got {dict(self.counts)}"
            )

    @property
    def n_labelled(self) -> int:
        """Gives the number of labelled items."""
        return round(fsum(self.counts.values()))


def bucket_shares_by_cell(
    strata: Sequence[CellStratum], buckets: Sequence[str], confidence: float = 0.95
) -> BucketTable:
    """Gives each bucket's corrected share, every interval at the asked level by itself.

    Parameters
    ----------
    strata : sequence of CellStratum
        One per stage and verdict; strata without target items are dropped.
    buckets : sequence of str
        All buckets that can occur, in the order of the rows.
    confidence : float
        Level of each row's interval.

    Returns
    -------
    BucketTable
        Fractions that add up to 1, limits cut to [0, 1]; the total leaves out `correct` and
        `evaluation_error`. A row that needs a stratum without labels has no estimate, limits with
        that stratum anywhere from 0 to 1, and the reason STRATUM_UNLABELLED.

    Raises
    ------
    ValueError
        If a counted bucket is not listed.
    NotEnoughLabels
        If the target set is empty.

    Notes
    -----
    share(b) = sum over strata of W_h x_hb / n_h, interval from `workbench.stats.mover` with the
    Jeffreys limits of x_hb of n_h.
    """
    return _system(strata, buckets, confidence, confidence, jeffreys_interval, METHOD, joint=False)


def bucket_shares_by_cell_jointly(
    strata: Sequence[CellStratum], buckets: Sequence[str], confidence: float = 0.95
) -> BucketTable:
    """Gives the same shares with intervals that all hold at once (Bonferroni over the rows)."""
    level = row_confidence(len(buckets), confidence)
    return _system(strata, buckets, level, confidence, jeffreys_interval, METHOD, joint=True)


def bucket_shares_by_cell_clopper(
    strata: Sequence[CellStratum], buckets: Sequence[str], confidence: float = 0.95
) -> BucketTable:
    """Gives the same shares with intervals that do not undercover, about 17 % wider."""
    base = clopper_pearson_interval
    return _system(strata, buckets, confidence, confidence, base, METHOD_CLOPPER, joint=False)


def bucket_shares_by_cell_clopper_jointly(
    strata: Sequence[CellStratum], buckets: Sequence[str], confidence: float = 0.95
) -> BucketTable:
    """Gives the wider intervals so that all hold at once (Bonferroni over the rows)."""
    level = row_confidence(len(buckets), confidence)
    base = clopper_pearson_interval
    return _system(strata, buckets, level, confidence, base, METHOD_CLOPPER, joint=True)


def bucket_shares_by_cell_items(
    strata: Sequence[CellStratum], buckets: Sequence[str], confidence: float = 0.95
) -> BucketTable:
    """Gives the same shares for exactly the target items: what is labelled is known."""
    return _items(strata, buckets, confidence, confidence, joint=False)


def bucket_shares_by_cell_items_jointly(
    strata: Sequence[CellStratum], buckets: Sequence[str], confidence: float = 0.95
) -> BucketTable:
    """Gives the shares of exactly these items with intervals that all hold at once."""
    return _items(strata, buckets, row_confidence(len(buckets), confidence), confidence, joint=True)


def _system(
    strata: Sequence[CellStratum],
    buckets: Sequence[str],
    row_level: float,
    total_level: float,
    base: ShareInterval,
    method: str,
    *,
    joint: bool,
) -> BucketTable:
    kept = _occurring(strata, buckets)

    def row(name: str, members: frozenset[str], level: float) -> BucketRow:
        terms = [_term(stratum, members, level, base) for stratum in kept]
        if all(term == Term(term.n_target, 0.0, 0.0, 0.0) for term in terms):
            n_target = sum(stratum.n_target for stratum in kept)
            return BucketRow(name, 0.0, base(0, n_target, level), 0)
        return _row(name, kept, members, *system_sum(terms, level, base))

    return _table(row, buckets, row_level, total_level, method, joint=joint)


def _items(
    strata: Sequence[CellStratum],
    buckets: Sequence[str],
    row_level: float,
    total_level: float,
    *,
    joint: bool,
) -> BucketTable:
    kept = _occurring(strata, buckets)

    def row(name: str, members: frozenset[str], level: float) -> BucketRow:
        terms = [
            _narrowed(_term(stratum, members, level, jeffreys_interval), stratum)
            for stratum in kept
        ]
        return _row(name, kept, members, *items_sum(terms))

    return _table(row, buckets, row_level, total_level, METHOD_ITEMS, joint=joint)


def _table(
    row: RowMaker,
    buckets: Sequence[str],
    row_level: float,
    total_level: float,
    method: str,
    *,
    joint: bool,
) -> BucketTable:
    rows = tuple(row(name, frozenset({name}), row_level) for name in buckets)
    failing = frozenset(buckets) - {CORRECT, EVALUATION_ERROR}
    return BucketTable(rows, row(FAILING, failing, total_level), method, joint, ASSUMPTION)


def _occurring(strata: Sequence[CellStratum], buckets: Sequence[str]) -> list[CellStratum]:
    unknown = sorted({name for stratum in strata for name in stratum.counts} - set(buckets))
    if unknown:
        raise ValueError(f"buckets must list every counted bucket, missing {unknown}")
    kept = [stratum for stratum in strata if stratum.n_target > 0]
    if not kept:
        raise NotEnoughLabels("the target set is empty: no stratum has an item")
    return kept


def _is_in_row(stratum: CellStratum, members: frozenset[str]) -> bool:
    return bool(members & stratum.possible) or any(stratum.counts.get(b, 0) for b in members)


def _term(stratum: CellStratum, members: frozenset[str], level: float, base: ShareInterval) -> Term:
    if not _is_in_row(stratum, members):
        return Term(stratum.n_target, 0.0, 0.0, 0.0)
    n_labelled = stratum.n_labelled
    if n_labelled == 0:
        return Term(stratum.n_target, None, 0.0, 1.0)
    # Weighted counts may miss their sum by a last digit.
    n_hits = min(fsum(stratum.counts.get(name, 0) for name in members), n_labelled)
    rate = n_hits / n_labelled
    if stratum.n_effective is None:
        low, high = base(n_hits, n_labelled, level)
    else:
        n = stratum.n_effective
        low, high = base(min(rate * n, n), n, level)
    return Term(stratum.n_target, rate, low, high)


def _narrowed(term: Term, stratum: CellStratum) -> Term:
    if term.rate is None:
        return term
    unseen = sqrt(1 - stratum.n_labelled / stratum.n_target)
    low, high = term.rate - term.low, term.high - term.rate
    return Term(term.n_target, term.rate, term.rate - low * unseen, term.rate + high * unseen)


def _row(
    name: str,
    kept: Sequence[CellStratum],
    members: frozenset[str],
    estimate: float | None,
    interval: Interval,
) -> BucketRow:
    part_of_row = [stratum for stratum in kept if _is_in_row(stratum, members)]
    unlabelled = [stratum for stratum in part_of_row if stratum.n_labelled == 0]
    reason = None
    if unlabelled:
        named = "; ".join(
            f"{stratum.name}: 0 of {stratum.n_target} labelled" for stratum in unlabelled
        )
        reason = f"STRATUM_UNLABELLED: {named}"
    n_labels = sum(stratum.n_labelled for stratum in part_of_row)
    return BucketRow(name, estimate, interval, n_labels, reason, effective_labels(part_of_row))
