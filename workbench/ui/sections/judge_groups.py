"""The failing share among labelled traces, by a field: with counts, and no winner named."""

import streamlit as st

from workbench.services.calibrate_judge import failing_by_group
from workbench.services.open_store import Store
from workbench.ui import judge_view, parts
from workbench.ui.choices import Choice

FIELDS = {
    "index_version": "index version",
    "model": "model",
    "truncated": "whether the prompt was cut",
    "evidence": "where the evidence was lost",
    "annotator": "annotator",
}


def draw(store: Store, choice: Choice) -> None:
    """Draw the choice of a field and its table."""
    parts.section(
        "By group",
        "The share that people found failing. Groups with few labels differ by chance alone.",
    )
    field = st.selectbox("Group by", list(FIELDS), format_func=FIELDS.__getitem__)
    table = failing_by_group(store, field, run=choice.run.run)
    if not table.rows:
        parts.reading("No labelled trace has this field.")
        return
    if table.sentence:
        parts.headline(table.sentence)
    if table.difference is not None:
        parts.reading(
            f"Difference {judge_view.between(table.difference.low, table.difference.high)}, "
            f"{table.difference.method}, {table.difference.n:,} labels."
        )
    parts.table(judge_view.group_rows(table), share_columns=("Failing share", "From", "To"))
    parts.reading(f"Marked few: below {table.few_below} labels. The total comes from counts.")
