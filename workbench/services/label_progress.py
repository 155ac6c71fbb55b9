"""How far an annotator is in a queue, how fast, and how precise the queue's labels are by now.

`precision` reads the judge's strata, since they decide the half-width; it gives half-widths
alone, never an estimate, so nothing of the judge can be told from it.
"""

from dataclasses import dataclass

from workbench.services.open_store import Store


@dataclass(frozen=True, slots=True)
class Precision:
    """Half-width of the corrected failing share's interval, and what `n_more` labels would give.

    Fractions. `text` reads like "± 8 points; 40 more for ± 6".
    """

    half_width: float
    n_more: int | None
    next_half_width: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """One annotator's part of a queue: `n_total` = done + skipped + open.

    `n_skipped` counts skips and notes without a verdict. `seconds_per_item` is the median of
    the last 20 verdicts, each capped at 10 minutes; None before the first.
    """

    n_done: int
    n_skipped: int
    n_open: int
    n_total: int
    seconds_per_item: float | None
    seconds_left: float | None
    precision: Precision | None = None


def progress(
    store: Store, queue_id: int, annotator: str, precision: Precision | None = None
) -> Progress:
    """Counts and pace of one annotator in a queue; `precision` is handed through as given."""
    raise NotImplementedError


def precision(store: Store, queue_id: int) -> Precision | None:
    """How precise the queue's labels are by now; None before the first usable label.

    Dearer than `progress` and changing slowly: the caller caches it.
    """
    raise NotImplementedError
