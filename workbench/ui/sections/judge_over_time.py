"""The versions of a judge: each one's rates, and what the next one changed on the same traces."""

from workbench.report import compare_charts
from workbench.services.calibration.over_time_results import VersionChange
from workbench.services.open_store import Store
from workbench.services.results import Estimate, Refusal
from workbench.ui import cached, judge_time_view, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw the versions of the chosen judge and their changes, the newest change first."""
    history = cached.judge_history(store, choice.run.run, choice.judge or "")
    parts.headline(
        history.sentence,
        "A new prompt or model is a new judge. What the labels say of one version they do not say "
        "of the next.",
    )
    rows = judge_time_view.version_rows(history)
    name = takeaway.safe_name(f"versions_{history.name}_{history.run}")
    if any(isinstance(version.sensitivity, Estimate) for version in history.versions):
        takeaway.chart(
            compare_charts.versions_chart(history),
            rows,
            name,
            history.sentence,
            share_columns=judge_time_view.VERSION_SHARES,
        )
    else:
        takeaway.table(rows, share_columns=judge_time_view.VERSION_SHARES)
        takeaway.downloads([takeaway.rows_offer(rows, name)], key="versions")
    for change in reversed(history.changes):
        _change(change)
    if history.changes:
        changes = judge_time_view.change_rows(history)
        takeaway.downloads([takeaway.rows_offer(changes, f"{name}_changes")], key="changes")
    parts.warnings(history.warnings)


def _change(change: VersionChange) -> None:
    parts.section(f"{change.before} to {change.after}", change.flips_sentence)
    figures = judge_time_view.change_figures(change)
    if figures:
        parts.figures([parts.Figure(*figure) for figure in figures])
    if isinstance(change.sensitivity, Refusal) and isinstance(change.false_positive_rate, Refusal):
        parts.refusal(change.sensitivity)
    else:
        parts.reading(change.sentence)
