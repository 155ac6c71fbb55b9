"""How a queue is divided and ordered, which trace comes next, and which entry counts.

Chosen: an order that is a seeded hash of the trace's name, so that it says nothing of the judge
or of how the item was drawn; and one rule for what counts of an annotator's history, used by
saving and undoing alike. Rejected: most suspicious first, which tells the annotator what the
judge thinks and makes the first hour's labels worth nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

from workbench.domain.vocabulary import EntryKind, JudgeVerdict

BY_SIGNAL = "signal"
"""Division of a queue that a signal drew: what it points at, and the rest."""

ANY = "any"
"""In a stratum: not divided by this."""

NO_VERDICT = "none"
"""In a stratum: the judge gave no usable verdict."""

NO_TIME = datetime.min.replace(tzinfo=UTC)

UNIFORM_SHARE = 0.3
STRATUM_FLOOR = 2


class Slice(StrEnum):
    """How an item came into its queue."""

    UNIFORM = "uniform"
    TARGETED = "targeted"
    CENSUS = "census"


class StratumKey(NamedTuple):
    """A stratum: what the ids say of its traces, and what the judge said."""

    evidence: str
    verdict: str


class Entry(NamedTuple):
    """What decides whether an entry of one annotator's history on one trace counts."""

    entry_id: int
    kind: EntryKind
    undoes_entry_id: int | None = None
    is_after_reveal: bool = False
    labelled_at: datetime | None = None


class Waiting(NamedTuple):
    """One item as the choice of the next one sees it.

    `n_labels` are current verdicts by others, `n_leases` unexpired leases of others.
    """

    trace_id: int
    order_key: int
    wanted_labels: int
    n_labels: int = 0
    n_leases: int = 0
    own: EntryKind | None = None
    is_leased_by_me: bool = False
    is_asked: bool = True


def order_key(seed: int, run: str, request_id: str) -> int:
    """Place of a trace in a queue's order: a hash that knows nothing but these three."""
    digest = blake2b(f"{seed}\x1f{run}\x1f{request_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


def next_waiting(
    items: Iterable[Waiting], is_revisiting: bool = False, after: int | None = None
) -> int | None:
    """Trace to show next: the annotator's own lease, else the first that still needs a label.

    `after` is the place of the annotator's last entry: the search goes on from there and begins
    anew at the start when nothing is left behind it, so that it takes as long for the last item
    of a long queue as for the first. The reference of the statement in db that does the same on
    a store.
    """
    wanted_kinds = {EntryKind.SKIP, EntryKind.NOTE} if is_revisiting else {None}
    free = [
        item
        for item in items
        if item.is_asked
        and item.own in wanted_kinds
        and item.n_labels + item.n_leases < item.wanted_labels
    ]
    best = min(
        free,
        key=lambda item: (
            not item.is_leased_by_me,
            after is not None and item.order_key <= after,
            item.order_key,
        ),
        default=None,
    )
    return None if best is None else best.trace_id


def default_uniform(size: int) -> int:
    """Uniform items of a queue of that size where nobody said how many."""
    return round(UNIFORM_SHARE * size)


def targeted_shares(sizes: Mapping[StratumKey, int], n_targeted: int) -> dict[StratumKey, int]:
    """How many targeted items to draw from each stratum.

    Half from judge-fail and half from judge-pass, the odd one from judge-fail; traces without
    a verdict are reached by the uniform slice alone. Within a verdict in proportion to the
    strata, none below `STRATUM_FLOOR` (or its size) where the number allows that. What one
    verdict lacks the other one gives.
    """
    failed, passed = ([k for k in sizes if k.verdict == verdict] for verdict in JudgeVerdict)
    return _halves(sizes, failed, passed, n_targeted)


def pair_verdict(before: str | None, after: str | None) -> str:
    """The two verdicts on one question in two runs, as the name of its stratum."""
    return f"{before or NO_VERDICT}/{after or NO_VERDICT}"


def targeted_pair_shares(sizes: Mapping[StratumKey, int], n_targeted: int) -> dict[StratumKey, int]:
    """How many targeted questions to draw from each pair of verdicts.

    Half from the pairs whose verdicts differ and half from the others, as `targeted_shares` does
    for one run; questions without a verdict on a side are reached by the uniform slice alone.
    """
    judged = {
        pair_verdict(before, after): before is after
        for before in JudgeVerdict
        for after in JudgeVerdict
    }
    alike = [key for key in sizes if judged.get(key.verdict) is True]
    different = [key for key in sizes if judged.get(key.verdict) is False]
    return _halves(sizes, different, alike, n_targeted)


def _halves(
    sizes: Mapping[StratumKey, int],
    first: Sequence[StratumKey],
    second: Sequence[StratumKey],
    n: int,
) -> dict[StratumKey, int]:
    n_first, n_second = (sum(sizes[key] for key in keys) for keys in (first, second))
    n_of_first = min(n_first, (n + 1) // 2)
    n_of_second = min(n_second, n - n_of_first)
    n_of_first = min(n_first, n - n_of_second)
    shares = dict.fromkeys(sizes, 0)
    for keys, wanted in ((first, n_of_first), (second, n_of_second)):
        shares |= zip(keys, _proportional([sizes[key] for key in keys], wanted), strict=True)
    return shares


def _proportional(sizes: Sequence[int], n: int) -> list[int]:
    """Split n in proportion to sizes with a floor, none above its size."""
    parts = [0] * len(sizes)
    by_size = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    for floor in range(1, STRATUM_FLOOR + 1):
        for place in by_size:
            if sum(parts) < n and parts[place] < min(floor, sizes[place]):
                parts[place] += 1
    exact = [n * size / max(1, sum(sizes)) for size in sizes]
    while sum(parts) < n:
        neediest = max(
            (place for place in by_size if parts[place] < sizes[place]),
            key=lambda place: exact[place] - parts[place],
        )
        parts[neediest] += 1
    return parts


def takes_over(kind: EntryKind, is_after_reveal: bool, counting: EntryKind | None) -> bool:
    """Whether a new entry counts from now on, given the kind of the one that counts so far.

    A skip or a note never displaces a verdict, nor does an answer given after the judge was
    shown: it is kept beside the blind one.
    """
    if is_after_reveal:
        return False
    return kind is EntryKind.VERDICT or counting is not EntryKind.VERDICT


def standing(history: Iterable[Entry]) -> list[Entry]:
    """Entries that were not taken back, oldest first; undo entries themselves left out."""
    entries = list(history)
    undone = {entry.undoes_entry_id for entry in entries if entry.kind is EntryKind.UNDO}
    kept = [e for e in entries if e.kind is not EntryKind.UNDO and e.entry_id not in undone]
    return sorted(kept, key=lambda e: (e.labelled_at or NO_TIME, e.entry_id))


def counting_entry(history: Iterable[Entry]) -> int | None:
    """Id of the entry that counts of one annotator's history on one trace.

    The newest verdict given blind; without one the newest skip or note. An answer given after
    the judge was shown is kept beside and never counts.
    """
    blind = [entry for entry in standing(history) if not entry.is_after_reveal]
    verdicts = [entry for entry in blind if entry.kind is EntryKind.VERDICT]
    chosen = verdicts or blind
    return chosen[-1].entry_id if chosen else None
