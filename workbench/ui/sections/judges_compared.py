"""Every judge of a run side by side: how each errs and what each would cost in labels."""

from workbench.services.open_store import Store
from workbench.ui import cached, judges_view, parts, takeaway
from workbench.ui.choices import Choice


def draw(store: Store, choice: Choice) -> None:
    """Draw the judges of the chosen run; the chosen judge makes no difference."""
    run = choice.run.run
    comparison = cached.judges(store, run)
    parts.headline(comparison.sentence)
    parts.warnings(comparison.warnings)
    parts.section(
        "Judges on the same traces",
        "Each on the labels of this run. The last column is what one would need to label anew "
        "for that precision, drawn by this judge's own verdicts.",
    )
    rows = judges_view.judge_rows(comparison)
    takeaway.table(rows, share_columns=judges_view.JUDGE_SHARES)
    parts.reading(judges_view.widths_sentence(comparison))
    if reasons := judges_view.judge_refusals(comparison):
        parts.remarks("Why some numbers are missing", reasons, "refusal")
    takeaway.downloads(
        [takeaway.rows_offer(rows, f"judges_{takeaway.safe_name(run)}")], key="judges"
    )
