"""Does the judge put the systems in their true order."""

from workbench.report import compare_charts
from workbench.services.open_store import Store
from workbench.services.results import Refusal
from workbench.ui import cached, judge_time_view, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw both orders of the runs that the chosen judge judged."""
    ranking = cached.ranking(store, choice.judge or "")
    if len(ranking.systems) < 2:
        parts.empty(
            "One system has no order",
            f"{ranking.judge} judged one run. Import the traces and its verdicts of other "
            "versions of the system, each as a run of its own, and label a queue in each: from "
            "three on, this page says whether the judge puts them in their true order.",
            "Import a file",
            "data",
            "Import",
        )
        return
    if isinstance(ranking.tau, Refusal):
        parts.headline(f"Whether {ranking.judge} ranks these systems as people would is not known.")
        parts.refusal(ranking.tau)
    else:
        parts.headline(
            ranking.sentence,
            "1 is the same order, −1 the reverse. Every run that this judge judged, whichever is "
            "chosen above, each corrected by its own labels.",
        )
    rows = judge_time_view.ranking_rows(ranking)
    name = takeaway.safe_name(f"ranking_{choice.judge}")
    if ranking.n_ranked:
        takeaway.chart(
            compare_charts.ranking_chart(ranking),
            rows,
            name,
            ranking.sentence,
            share_columns=judge_time_view.RANKING_SHARES,
        )
    else:
        takeaway.table(rows, share_columns=judge_time_view.RANKING_SHARES)
        takeaway.downloads([takeaway.rows_offer(rows, name)], key="ranking")
    if not isinstance(ranking.tau, Refusal):
        parts.reading(f"{ranking.tau.method}; {ranking.tau.n} systems.")
    if ranking.refusals:
        parts.remarks(
            "Left out of the order", [str(refusal) for refusal in ranking.refusals], "refusal"
        )
