"""Did quality change: the difference by people's labels, with what it rests on."""

from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.services.results import Refusal
from workbench.ui import cached, compare_view, parts, takeaway
from workbench.ui.compare_choice import PairChoice


def draw(store: Store, _overview: Overview, pair: PairChoice) -> None:
    """Draw the answer, its numbers, and what to do where there is none."""
    found = cached.comparison(store, *pair)
    if isinstance(found.difference, Refusal):
        parts.headline(f"Whether {pair.after} is better than {pair.before} is not known.")
        parts.refusal(found.difference)
        if found.open_queues:
            parts.screen_button("Label the queue that waits", "label")
        else:
            parts.screen_button("Draw a queue for both", "data", "Queues")
    else:
        parts.headline(
            found.sentence,
            "By people's labels of both answers, weighted to the pairs of the judge's verdicts. "
            "Below 0 the second run fails less.",
        )
    parts.figures([parts.Figure(*figure) for figure in compare_view.quality_figures(found)])
    parts.warnings(found.warnings, found.difference)
    rows = compare_view.comparison_rows(found)
    name = takeaway.safe_name(f"compare_{pair.before}_{pair.after}")
    takeaway.downloads([takeaway.rows_offer(rows, name)], key="compare-quality")
