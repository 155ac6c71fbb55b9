"""Drawing functions used by more than one screen: data in, the user's choice out.

Text that came from a file is drawn by `st.html` with every piece escaped, or by `st.text`,
`st.code` and `st.dataframe`. Rejected: labels, markdown and `st.table`, which fetch images and
change the text. Colours are translucent so that one style sheet serves light and dark.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Literal, NamedTuple

import streamlit as st

from workbench.report.words import sentence as as_sentence
from workbench.services.results import Refusal, Warning_
from workbench.ui import access
from workbench.ui.overview_view import StepState

STYLE = Path(__file__).resolve().parent / "style.css"

SECTION_PARAMETER = "section"

Tone = Literal["note", "warning", "refusal", "good"]


Cell = tuple[int, str]


class Figure(NamedTuple):
    """One number as it is shown: what it is, the number, its limits, and one sentence on it."""

    label: str
    value: str
    limits: str = ""
    reading: str = ""


def _text(text: str) -> str:
    """The text for HTML; a percent sign stays on the line of its number."""
    return escape(text).replace(" %", "&nbsp;%")


def style() -> None:
    """Put the style sheet on the page; every screen needs it once."""
    st.html(STYLE)


def screen_title(title: str, lead: str) -> None:
    """Draw a screen's title with the sentence that says what the screen answers."""
    st.html(
        f'<div class="wb-title"><h1>{_text(title)}</h1><p class="wb-lead">{_text(lead)}</p></div>'
    )


def section(title: str, reading: str = "") -> None:
    """Draw a section's heading and the sentence that reads its numbers."""
    sentence = f'<p class="wb-reading">{_text(reading)}</p>' if reading else ""
    st.html(f'<div class="wb-section"><h2>{_text(title)}</h2>{sentence}</div>')


def subsection(title: str) -> None:
    """Draw the heading of a box inside a section."""
    st.html(f'<h3 class="wb-box-title">{_text(title)}</h3>')


def reading(sentence: str) -> None:
    """Draw the sentence that says what the numbers above mean."""
    st.html(f'<p class="wb-reading">{_text(sentence)}</p>')


def headline(sentence: str, detail: str = "") -> None:
    """Draw the one sentence a screen exists for."""
    small = f'<p class="wb-reading">{_text(detail)}</p>' if detail else ""
    st.html(f'<div class="wb-headline"><p>{_text(sentence)}</p>{small}</div>')


def figures(shown: Sequence[Figure]) -> None:
    """Draw numbers side by side, each with its limits and its sentence."""
    cards = "".join(_card(figure) for figure in shown)
    st.html(f'<div class="wb-figures">{cards}</div>')


def _card(figure: Figure) -> str:
    limits = f'<div class="wb-limits">{_text(figure.limits)}</div>' if figure.limits else ""
    sentence = f'<p class="wb-reading">{_text(figure.reading)}</p>' if figure.reading else ""
    return (
        f'<div class="wb-card" role="group" aria-label="{escape(figure.label)}">'
        f'<div class="wb-label">{_text(figure.label)}</div>'
        f'<div class="wb-value{" wb-words" if len(figure.value) > 18 else ""}">'
        f"{_text(figure.value)}</div>{limits}{sentence}</div>"
    )


def callout(tone: Tone, title: str, text: str = "", next_step: str = "") -> None:
    """Draw a warning, a refusal or a piece of good news, with what to do next."""
    body = f"<p>{_text(text)}</p>" if text else ""
    then = f'<p class="wb-next"><b>Next:</b> {_text(next_step)}</p>' if next_step else ""
    st.html(
        f'<div class="wb-callout wb-{tone}" role="note">'
        f'<p class="wb-callout-title">{_text(title)}</p>{body}{then}</div>'
    )


def remarks(title: str, lines: Sequence[str], tone: Tone = "note") -> None:
    """Draw several remarks of one kind in one box."""
    entries = "".join(f"<li>{_text(line)}</li>" for line in lines)
    st.html(
        f'<div class="wb-callout wb-{tone}" role="note"><p class="wb-callout-title">{_text(title)}'
        f"</p><ul>{entries}</ul></div>"
    )


def refusal(result: object) -> None:
    """Draw why there is no number, where a refusal stands in its place; else nothing."""
    if isinstance(result, Refusal):
        callout("refusal", "No number here", as_sentence(result.reason), result.next_step)


def warnings(shown: Iterable[Warning_], refused: object = None) -> None:
    """Draw what must be kept in mind while reading a result, in one box.

    What `refused` says already, where it is a refusal, is not said again.
    """
    said = refused.reason if isinstance(refused, Refusal) else None
    entries = "".join(
        f"<li>{_text(as_sentence(warning.message))}"
        + (f" <b>Next:</b> {_text(warning.next_step)}" if warning.next_step else "")
        + "</li>"
        for warning in dict.fromkeys(shown)
        if warning.message != said
    )
    if entries:
        st.html(
            '<div class="wb-callout wb-warning" role="note">'
            f'<p class="wb-callout-title">Read with care</p><ul>{entries}</ul></div>'
        )


def matrix(
    columns: tuple[str, str],
    rows: Sequence[tuple[str, Cell, Cell]],
    beside: Sequence[Figure] = (),
) -> None:
    """Draw a table of four counts, each with the word for what it counts, and figures beside."""
    head = "".join(f'<th scope="col">{_text(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{_text(name)}</th>'
        + "".join(f"<td><b>{n:,}</b><span>{_text(word)}</span></td>" for n, word in cells)
        + "</tr>"
        for name, *cells in rows
    )
    cards = "".join(_card(figure) for figure in beside)
    st.html(
        '<div class="wb-split"><table class="wb-matrix">'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
        f'<div class="wb-stack">{cards}</div></div>'
    )


def pairs(titles: tuple[str, str], rows: Sequence[tuple[str, str]]) -> None:
    """Draw texts that belong together side by side, each column under its title."""
    head = "".join(f'<th scope="col">{_text(title)}</th>' for title in titles)
    body = "".join(
        f"<tr><td>{_text(left)}</td><td>{_text(right)}</td></tr>" for left, right in rows
    )
    st.html(f'<table class="wb-pairs"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>')


def answers(given: Sequence[tuple[str, str, str | None]]) -> None:
    """Draw answers side by side: who or which, what was said, and the note as it was written."""
    cards = "".join(
        f'<div class="wb-card" role="group" aria-label="{escape(name)}">'
        f'<div class="wb-label">{_text(name)}</div>'
        f'<div class="wb-said">{_text(said)}</div>'
        + (f'<div class="wb-note-text" dir="auto">{escape(note)}</div>' if note else "")
        + "</div>"
        for name, said, note in given
    )
    st.html(f'<div class="wb-figures">{cards}</div>')


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
        f'<span class="wb-dot">{dot}</span>{_text(step.name)}</li>'
    )


def screen_button(
    label: str, screen: str, section: str | None = None, is_primary: bool = True
) -> None:
    """Draw a button that leads to another screen, or to one section of it.

    Nothing for somebody who may not open that screen.
    """
    if not access.may_see(screen):
        return
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
        f'<div class="wb-empty"><p class="wb-empty-title">{_text(title)}</p>'
        f"<p>{_text(text)}</p></div>"
    )
    if screen is not None:
        with st.container(horizontal=True, horizontal_alignment="center"):
            screen_button(label, screen, section)


def who_is_here(name: str, role: str) -> None:
    """Draw who is signed in, with what role."""
    st.html(f'<p class="wb-who">{_text(name)} · {_text(role)}</p>', width="content")


def screen_link(label: str, screen: str, icon: str | None = None) -> None:
    """Draw a link to another screen, if the person at the screen may open it."""
    if access.may_see(screen):
        st.page_link(f"screens/{screen}.py", label=label, icon=icon)


def long_text(label: str, text: str | None, missing: str = "not logged") -> None:
    """Draw a text from a file exactly as it is, wrapped, under its label."""
    body = (
        f'<div class="wb-text" dir="auto" tabindex="0" role="region" '
        f'aria-label="{escape(label)}">{escape(text)}</div>'
        if text
        else f'<div class="wb-text wb-missing">{_text(missing)}</div>'
    )
    st.html(f'<div class="wb-label">{_text(label)}</div>{body}')
