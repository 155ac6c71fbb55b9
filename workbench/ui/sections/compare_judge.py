"""Did the judge's verdicts change: its own flips and their test, which say nothing of quality."""

from workbench.services.housekeeping.read_overview import Overview
from workbench.services.open_store import Store
from workbench.services.results import Refusal
from workbench.ui import cached, compare_view, parts, takeaway
from workbench.ui.compare_choice import PairChoice


def draw(store: Store, _overview: Overview, pair: PairChoice) -> None:
    """Draw the judge's flips under their own title."""
    found = cached.comparison(store, *pair)
    parts.section(
        "Did the judge's verdicts change?",
        "A judge that is milder on one version changes its verdicts where no answer changed: this "
        "is no test of quality.",
    )
    if isinstance(found.judge_flips, Refusal):
        parts.refusal(found.judge_flips)
        return
    parts.headline(found.judge_sentence)
    figures = compare_view.judge_figures(found, found.judge_flips)
    parts.figures([parts.Figure(*figure) for figure in figures])
    rows = [{"": figure.label, "Value": figure.value} for figure in figures]
    name = takeaway.safe_name(f"judge_flips_{pair.before}_{pair.after}")
    takeaway.downloads([takeaway.rows_offer(rows, name)], key="compare-judge")
