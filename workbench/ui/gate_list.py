"""Draws gates in order: a mark, the question, its state in a word, and what was measured."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import streamlit as st

STYLE = """<style>
ol.wb-gates.wb-gates { list-style: none; margin: .5rem 0 .25rem; padding: 0; }
ol.wb-gates li { display: grid; grid-template-columns: 2rem minmax(0, 1fr) 6.5rem;
  gap: .15rem .8rem; margin: 0; padding: .7rem .2rem; line-height: 1.5;
  border-top: 1px solid rgba(128, 140, 145, .28); }
ol.wb-gates li:first-child { border-top: none; }
ol.wb-gates .wb-mark { width: 1.6rem; height: 1.6rem; border-radius: 50%; display: inline-flex;
  align-items: center; justify-content: center; font-weight: 650; font-size: .9rem;
  border: 1.5px solid rgba(128, 140, 145, .6); }
ol.wb-gates .wb-state { text-align: right; font-size: .9rem; opacity: .85; }
ol.wb-gates .wb-measured { grid-column: 2 / 4; font-size: .95rem; opacity: .85;
  overflow-wrap: anywhere; }
ol.wb-gates .wb-passed .wb-mark { background: rgba(38, 140, 110, .16); border-color: #26966f; }
ol.wb-gates .wb-failed .wb-mark { background: rgba(205, 80, 30, .16); border-color: #d9661f; }
ol.wb-gates .wb-failed .wb-state { font-weight: 620; opacity: 1; }
ol.wb-gates .wb-not_reached { opacity: .6; }
</style>"""


class GateLine(NamedTuple):
    """One gate as it is drawn; `state` chooses the colour, `mark` and `word` say it too."""

    question: str
    state: str
    mark: str
    word: str
    measurement: str


def draw_gates(gates: Sequence[GateLine]) -> None:
    """Draw the gates in order, numbered by their place."""
    items = "".join(_item(number, gate) for number, gate in enumerate(gates, start=1))
    st.html(f'{STYLE}<ol class="wb-gates">{items}</ol>')


def _item(number: int, gate: GateLine) -> str:
    measured = escape(gate.measurement).replace(" %", "&nbsp;%")
    return (
        f'<li class="wb-{escape(gate.state)}"><span class="wb-mark" aria-hidden="true">'
        f"{escape(gate.mark)}</span><b>{number}. {escape(gate.question)}</b>"
        f'<span class="wb-state">{escape(gate.word)}</span>'
        + (f'<span class="wb-measured">{measured}</span>' if measured else "")
        + "</li>"
    )
