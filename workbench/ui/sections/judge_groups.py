"""The failing share among labelled traces, by a field: with counts, and no winner named."""

import streamlit as st

from workbench.report import charts
from workbench.report.counted import counted
from workbench.report.percent import points_range
from workbench.services.calibration.group_labels import failing_by_group
from workbench.services.open_store import Store
from workbench.ui import judge_view, parts, takeaway
from workbench.ui.choices import Choice

FIELDS = {
    "index_version": "index version",
    "model": "model",
    "truncated": "whether the prompt was cut",
    "": "another field",
}


def draw(store: Store, choice: Choice) -> None:
    """Draw the choice of a field and its table."""
    parts.section(
        "By group",
        "The share that people found failing. Groups with few labels differ by chance alone.",
    )
    left, right = st.columns(2)
    field = left.selectbox("Group by", list(FIELDS), format_func=FIELDS.__getitem__)
    if not field:
        field = right.text_input("Its name", placeholder="signals.thumbs, or a field of the file")
        if not field.strip():
            return
    table = failing_by_group(store, field.strip(), run=choice.run.run)
    if not table.rows:
        parts.reading("No labelled trace has this field.")
        return
    if table.sentence:
        parts.headline(table.sentence)
    if table.difference is not None:
        parts.reading(
            f"Difference {points_range(table.difference.low, table.difference.high)}, "
            f"{table.difference.method}, {counted(table.difference.n, 'label')}."
        )
    takeaway.chart(
        charts.groups_chart(table),
        judge_view.group_rows(table),
        f"failing-by-{takeaway.safe_name(field)}",
        "Failing share among labelled traces of each group, with its interval",
        share_columns=("Failing share", "From", "To"),
    )
    parts.reading(f"Marked few: below {table.few_below} labels. The total comes from counts.")
