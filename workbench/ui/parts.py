"""Drawing functions used by more than one screen: data in, the user's choice out.

Text that came from a file is drawn by `st.html` with every piece escaped, or by `st.text`,
`st.code` and `st.dataframe`. Rejected: labels, markdown and `st.table`, which fetch images and
change the text. Colours are translucent so that one style sheet serves light and dark.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Literal, NamedTuple

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from workbench.ui.overview_view import StepState

STYLE = Path(__file__).resolve().parent / "style.css"

SECTION_PARAMETER = "section"

Tone = Literal["note", "warning", "refusal", "good"]


class Figure(NamedTuple):
    """One number as it is shown: what it is, the number, its limits, and one sentence on it."""

    label: str
    value: str
    limits: str = ""
    reading: str = ""


class FileOffer(NamedTuple):
    """A file behind a download button, made when it is asked for."""

    label: str
    file_name: str
    mime: str
    content: Callable[[], bytes]


def screen_title(title: str, lead: str) -> None:
    """Draw a screen's title with the sentence that says what the screen answers."""
    st.html(STYLE)
    st.html(
        f'<div class="wb-title"><h1>{escape(title)}</h1><p class="wb-lead">{escape(lead)}</p></div>'
    )


def section(title: str, reading: str = "") -> None:
    """Draw a section's heading and the sentence that reads its numbers."""
    sentence = f'<p class="wb-reading">{escape(reading)}</p>' if reading else ""
    st.html(f'<div class="wb-section"><h2>{escape(title)}</h2>{sentence}</div>')


def reading(sentence: str) -> None:
    """Draw the sentence that says what the numbers above mean."""
    st.html(f'<p class="wb-reading">{escape(sentence)}</p>')


def headline(sentence: str, detail: str = "") -> None:
    """Draw the one sentence a screen exists for."""
    small = f'<p class="wb-reading">{escape(detail)}</p>' if detail else ""
    st.html(f'<div class="wb-headline"><p>{escape(sentence)}</p>{small}</div>')


def figures(shown: Sequence[Figure]) -> None:
    """Draw numbers side by side, each with its limits and its sentence."""
    cards = "".join(_card(figure) for figure in shown)
    st.html(f'<div class="wb-figures">{cards}</div>')


def _card(figure: Figure) -> str:
    limits = f'<div class="wb-limits">{escape(figure.limits)}</div>' if figure.limits else ""
    sentence = f'<p class="wb-reading">{escape(figure.reading)}</p>' if figure.reading else ""
    return (
        f'<div class="wb-card" role="group" aria-label="{escape(figure.label)}">'
        f'<div class="wb-label">{escape(figure.label)}</div>'
        f'<div class="wb-value">{escape(figure.value)}</div>{limits}{sentence}</div>'
    )


def callout(tone: Tone, title: str, text: str = "", next_step: str = "") -> None:
    """Draw a warning, a refusal or a piece of good news, with what to do next."""
    body = f"<p>{escape(text)}</p>" if text else ""
    then = f'<p class="wb-next"><b>Next:</b> {escape(next_step)}</p>' if next_step else ""
    st.html(
        f'<div class="wb-callout wb-{tone}" role="note">'
        f'<p class="wb-callout-title">{escape(title)}</p>{body}{then}</div>'
    )


def trouble(error: Exception) -> None:
    """Draw an expected trouble: its message says what, where, and what to do next."""
    st.error("This could not be done.", icon=":material/error:")
    st.code(str(error), language=None, wrap_lines=True)


def steps(shown: Sequence[StepState]) -> None:
    """Draw the steps of the work in a line, with the one that is next."""
    items = "".join(_step(number, step) for number, step in enumerate(shown, start=1))
    st.html(f'<ol class="wb-steps">{items}</ol>')


def _step(number: int, step: StepState) -> str:
    css, current = ("wb-now", ' aria-current="step"') if step.is_now else ("", "")
    dot = "✓" if step.is_done else str(number)
    return (
        f'<li class="{"wb-done" if step.is_done else css}"{current}>'
        f'<span class="wb-dot">{dot}</span>{escape(step.name)}</li>'
    )


def table(
    rows: Sequence[Mapping[str, object]],
    share_columns: Collection[str] = (),
    bar_columns: Collection[str] = (),
    height: int | None = None,
) -> None:
    """Draw rows as a table; shares as percent, or as bars where asked."""
    config: dict[str, ColumnConfig] = {
        name: st.column_config.NumberColumn(name, format="percent") for name in share_columns
    }
    config |= {
        name: st.column_config.ProgressColumn(name, format="percent", min_value=0, max_value=1)
        for name in bar_columns
    }
    st.dataframe(
        list(rows),
        hide_index=True,
        column_config=config,
        height="content" if height is None else height,
    )


def screen_button(
    label: str, screen: str, section: str | None = None, is_primary: bool = True
) -> None:
    """Draw a button that leads to another screen, or to one section of it."""
    if st.button(
        label,
        key=f"to-{screen}-{section}",
        type="primary" if is_primary else "secondary",
        icon=":material/arrow_forward:",
        icon_position="right",
    ):
        st.switch_page(
            f"screens/{screen}.py",
            query_params={SECTION_PARAMETER: section} if section else None,
        )


def empty(
    title: str,
    text: str,
    label: str = "",
    screen: str | None = None,
    section: str | None = None,
) -> None:
    """Draw what stands on a screen that has nothing to show yet, with the way to fill it."""
    st.html(
        f'<div class="wb-empty"><p class="wb-empty-title">{escape(title)}</p>'
        f"<p>{escape(text)}</p></div>"
    )
    if screen is not None:
        with st.container(horizontal=True, horizontal_alignment="center"):
            screen_button(label, screen, section)


def long_text(label: str, text: str | None, missing: str = "not logged") -> None:
    """Draw a text from a file exactly as it is, wrapped, under its label."""
    body = (
        f'<div class="wb-text" dir="auto" tabindex="0" role="region" '
        f'aria-label="{escape(label)}">{escape(text)}</div>'
        if text
        else f'<div class="wb-text wb-missing">{escape(missing)}</div>'
    )
    st.html(f'<div class="wb-label">{escape(label)}</div>{body}')


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
