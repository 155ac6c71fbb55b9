"""What another threshold of a graded judge would do, and what its scores add to the share."""

from workbench.report.counted import counted
from workbench.report.threshold_chart import threshold_chart
from workbench.report.words import beside_card
from workbench.services.calibration.score_bins import ScoreBins
from workbench.services.open_store import Store
from workbench.services.results import Refusal
from workbench.ui import cached, judges_view, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw the rates over the thresholds, and the share by score bins."""
    run, judge = choice.run.run, choice.judge or ""
    curve = cached.thresholds(store, run, judge)
    if isinstance(curve.points, Refusal):
        parts.headline("What another threshold would do cannot be said.")
        parts.refusal(curve.points)
        return
    parts.headline(
        curve.sentence,
        f"{counted(curve.n_labels, 'label')} of {counted(curve.n_scored, 'scored trace')}; "
        f"a score {curve.rule}.",
    )
    parts.warnings(curve.warnings)
    parts.section(
        "Error rates over thresholds",
        "The further apart the two lines, the better the judge tells wrong from right there. "
        "Bands are 95 % intervals, each by itself.",
    )
    name = f"thresholds_{takeaway.safe_name(run)}_{takeaway.safe_name(judge)}"
    takeaway.chart(
        threshold_chart(curve.points),
        judges_view.threshold_rows(curve.points),
        name,
        "Share of wrong and of right answers that the judge flags at each threshold",
        share_columns=judges_view.THRESHOLD_SHARES,
    )
    parts.reading(curve.caution)
    parts.section(
        "The failing share by score bins",
        "A verdict throws away how sure the judge was. Bins of scores as strata take that back.",
    )
    if isinstance(curve.corrected, Refusal):
        parts.refusal(curve.corrected)
        return
    _bins(curve.corrected, name)
    card = cached.judge_card(store, run, judge)
    if said := beside_card(card.corrected_prevalence, curve.corrected.by_verdict):
        parts.reading(said)


def _bins(bins: ScoreBins, name: str) -> None:
    parts.figures([parts.Figure(*shown) for shown in judges_view.bins_figures(bins)])
    parts.reading(bins.sentence)
    rows = judges_view.bin_rows(bins.bins)
    takeaway.table(rows, share_columns=judges_view.BIN_SHARES)
    takeaway.downloads([takeaway.rows_offer(rows, f"bins-{name}")], key="score-bins")
