"""Shares of named rows, and a prompt's room over time, as charts."""

import json

import altair as alt

from workbench.report.charts import png_bytes
from workbench.report.probe_charts import ShareRow, budget_chart, share_chart
from workbench.services.triage.prompt_budget import BudgetPeriod


def drawn(figure: alt.LayerChart) -> list[dict[str, object]]:
    """The rows behind a chart."""
    (rows,) = json.loads(figure.to_json())["datasets"].values()
    return list(rows)


ROWS = [
    ShareRow("First", 0.5, 0.3, 0.7, "5 of 10"),
    ShareRow("Nothing", None, None, None, "0"),
    ShareRow("Last", 1.0, 0.8, 1.0, "10 of 10"),
]


def test_a_row_without_a_share_is_not_drawn() -> None:
    values = drawn(share_chart(ROWS, "Share"))
    assert [row["name"] for row in values] == ["First", "Last"]
    assert (values[0]["low"], values[0]["high"]) == (0.3, 0.7)


def test_the_room_is_drawn_also_where_only_packed_passages_are_known() -> None:
    known = BudgetPeriod("2026-03-09", 20, 100.0, 4.0, 5.0, 6.0, 4.5, 0.1, 0.0, 0.3)
    unknown = BudgetPeriod("2026-03-16", 20, None, None, None, None, 4.0, None, None, None)
    figure = budget_chart([known, unknown])
    values = drawn(figure)
    assert [row["packed"] for row in values] == [4.5, 4.0]
    assert values[1]["fits"] is None
    assert png_bytes(figure).startswith(b"\x89PNG")
