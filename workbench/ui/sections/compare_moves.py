"""What moved from which bucket to which, as a flow chart and a table."""

from workbench.report.moves_chart import moves_chart
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.ui import cached, compare_view, parts, takeaway
from workbench.ui.compare_choice import PairChoice


def draw(store: Store, _overview: Overview, pair: PairChoice) -> None:
    """Draw the moves as a flow, with their table."""
    found = cached.comparison(store, *pair)
    parts.section(
        "Moves between buckets",
        f"{compare_view.moves_sentence(found)} Right and wrong are the judge's here, uncorrected.",
    )
    takeaway.chart(
        moves_chart(found, compare_view.ORDER),
        compare_view.move_rows(found),
        takeaway.safe_name(f"moves_{pair.before}_{pair.after}"),
        compare_view.moves_sentence(found),
    )
