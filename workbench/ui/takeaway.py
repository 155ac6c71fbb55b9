"""Tables and charts with what can be taken along: files are made when their button is pressed."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import altair as alt
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from workbench.report import charts
from workbench.report.percent import percent
from workbench.services.exporting.export_tables import Format

AXIS_HEIGHT = 96

TABLE_FORMATS: tuple[tuple[str, Format, str], ...] = (
    ("CSV", "csv", "text/csv"),
    ("Parquet", "parquet", "application/vnd.apache.parquet"),
    ("JSON", "json", "application/json"),
    ("Markdown", "md", "text/markdown"),
)


class FileOffer(NamedTuple):
    """A file behind a download button, made when it is asked for."""

    label: str
    file_name: str
    mime: str
    content: Callable[[], bytes]


def table(
    rows: Sequence[Mapping[str, object]],
    share_columns: Collection[str] = (),
    bar_columns: Collection[str] = (),
    height: int | None = None,
) -> None:
    """Draw rows as a table; shares as percent, or as bars where asked; no column of nothing."""
    filled = [name for name in rows[0] if any(row.get(name) not in (None, "") for row in rows)]
    config: dict[str, ColumnConfig] = {
        name: st.column_config.TextColumn(name, alignment="right") for name in share_columns
    }
    config |= {
        name: st.column_config.ProgressColumn(name, format="percent", min_value=0, max_value=1)
        for name in bar_columns
    }
    st.dataframe(
        [{name: _cell(row.get(name), name in share_columns) for name in filled} for row in rows],
        hide_index=True,
        column_config=config,
        height="content" if height is None else height,
        placeholder="",
    )


def _cell(value: object, is_share: bool) -> object:
    if not is_share or not isinstance(value, float | int):
        return value
    return percent(value)


def chart(
    figure: alt.LayerChart,
    rows: Sequence[Mapping[str, object]],
    name: str,
    description: str,
    share_columns: Collection[str] = (),
    files: Sequence[FileOffer] = (),
) -> None:
    """Draw a chart, its table below, and the downloads of both; `files` replace the table's CSV."""
    # The page counts axis and legend into the height; the chart's own is that of its rows.
    st.altair_chart(figure, alt=description, height=int(figure.height) + AXIS_HEIGHT)
    table(rows, share_columns)
    pictures = (
        FileOffer("PNG", f"{name}.png", "image/png", partial(charts.png_bytes, figure)),
        FileOffer("SVG", f"{name}.svg", "image/svg+xml", partial(charts.svg_bytes, figure)),
    )
    downloads([*(files or [rows_offer(rows, name)]), *pictures], key=f"chart-{name}")


def rows_offer(rows: Sequence[Mapping[str, object]], name: str) -> FileOffer:
    """The rows under a chart or of a table as a CSV to take along."""
    return FileOffer("CSV", f"{name}.csv", "text/csv", partial(charts.rows_to_csv, rows))


def downloads(offers: Sequence[FileOffer], key: str) -> None:
    """Draw download buttons; a file is made only when its button is pressed."""
    with st.container(horizontal=True, gap="small"):
        for offer in offers:
            st.download_button(
                offer.label,
                offer.content,
                file_name=offer.file_name,
                mime=offer.mime,
                key=f"{key}-{offer.file_name}",
                on_click="ignore",
                icon=":material/download:",
            )


def safe_name(text: str | None) -> str:
    """The text as part of a file name."""
    return re.sub(r"[^\w.@-]+", "-", text or "").strip("-.")[:60] or "all"
