"""One disputed trace to read, both answers without names, and the keys that decide it."""

from collections.abc import Callable, Mapping
from time import monotonic

import streamlit as st

from workbench.domain.questions import ANSWER_OPTIONS, ERROR_OPTIONS
from workbench.domain.vocabulary import Answer
from workbench.report.counted import counted
from workbench.services.labelling.adjudicate import Case, Cases, Reason, read_case_text
from workbench.services.labelling.read_passages import read_passages
from workbench.services.open_store import Store
from workbench.ui import adjudicate_desk, judge_view, parts, session
from workbench.ui import adjudicate_view as view
from workbench.ui.adjudicate_desk import Desk, Step

Act = Callable[[Desk, float], Desk]


def draw(store: Store, cases: Cases, desk: Desk, case: Case) -> None:
    """Draw the case on the left and what is asked of it on the right."""
    place = [each.trace_id for each in cases.open].index(case.trace_id) + 1
    left, right = st.columns([5, 3], gap="large")
    with left:
        _read(store, desk, case, place, len(cases.open))
    with right, st.container(key="adjudicate-panel", gap="xsmall"):
        _panel(store, cases, desk, case)


def _read(store: Store, desk: Desk, case: Case, place: int, n: int) -> None:
    parts.reading(view.headline(case, place, n))
    texts = read_case_text(store, case.trace_id, desk.annotator).texts
    parts.long_text("Query", texts.query, "The query is empty.")
    if texts.rewritten_query and texts.rewritten_query != texts.query:
        parts.reading(f"Rewritten to: {texts.rewritten_query}")
    first, second = st.columns(2)
    with first:
        parts.long_text("Reference answer", texts.reference_answer, "No reference was given.")
    with second:
        parts.long_text("The answer", texts.answer, texts.error or "No answer was logged.")
    parts.answers(
        [
            (letter, " · ".join(view.opinion_words(opinion)), opinion.note)
            for letter, opinion in zip(view.LETTERS, view.in_order(case), strict=False)
        ]
    )
    passages = read_passages(store, case.trace_id)
    if passages:
        with st.expander(counted(len(passages), "passage"), icon=":material/article:"):
            for passage in passages:
                parts.long_text(judge_view.passage_title(passage), passage.text, "text not logged")


def _panel(store: Store, cases: Cases, desk: Desk, case: Case) -> None:
    step = adjudicate_desk.step_of(desk.choice)
    if desk.line:
        parts.callout("warning" if desk.is_trouble else "good", desk.line)
    if words := view.choice_words(desk.choice):
        parts.reading(f"Your verdict: {words}")
    if step is Step.REASON:
        _ask_reason(store, cases, case)
    else:
        ASKED[step](case)
    st.text_area(
        "Note, if any; Tab leaves it",
        key=f"adjudicate.note.{case.trace_id}",
        max_chars=2000,
        height=80,
    )
    with st.container(horizontal=True, gap="small"):
        if step is not Step.VERDICT:
            _button("Back", "Z", "back", adjudicate_desk.back)
        elif desk.decided is not None:
            undone = desk.decided
            _button(
                "Undo",
                "Z",
                "undo",
                lambda desk, now: adjudicate_desk.taken_back(store, desk, undone, now),
            )
        if len(cases.open) > 1:
            for text, key, by in (("Earlier", "Left", -1), ("Next", "Right", 1)):
                _button(text, key, text.lower(), _move(cases, by))


def _move(cases: Cases, by: int) -> Act:
    return lambda desk, now: adjudicate_desk.moved(desk, cases.open, by, now)


def _ask_verdict(case: Case) -> None:
    parts.subsection("What is the verdict?")
    for letter, opinion in zip(view.LETTERS, view.in_order(case), strict=False):
        change = adjudicate_desk.taken(opinion)
        _option(
            f"As {letter} says",
            view.key_of(letter),
            case,
            Step.VERDICT,
            {
                "answer": change.answer,
                "stage": change.stage,
                "error_type": change.error_type,
                "is_whole": True,
            },
        )
    for option in ANSWER_OPTIONS:
        _option(option.text, option.digit, case, Step.VERDICT, {"answer": Answer(option.value)})


def _ask_stage(case: Case) -> None:
    parts.subsection("Which stage lost it?")
    for digit, stage in view.STAGE_CHOICES:
        _option(stage.value.capitalize(), digit, case, Step.STAGE, {"stage": stage})
    _option("Not said", "0", case, Step.STAGE, {"has_no_stage": True})


def _ask_error_type(case: Case) -> None:
    parts.subsection("How did the generator fail?")
    for option in ERROR_OPTIONS:
        _option(option.text, option.digit, case, Step.ERROR_TYPE, {"error_type": option.value})
    _option("Not said", "0", case, Step.ERROR_TYPE, {"has_no_error_type": True})


ASKED = {
    Step.VERDICT: _ask_verdict,
    Step.STAGE: _ask_stage,
    Step.ERROR_TYPE: _ask_error_type,
}


def _ask_reason(store: Store, cases: Cases, case: Case) -> None:
    parts.subsection("Why did they differ?")
    for digit, (reason, text) in enumerate(view.REASONS.items(), start=1):
        _button(
            text, str(digit), f"reason-{reason}", _decide(store, cases, case, reason), is_wide=True
        )


def _decide(store: Store, cases: Cases, case: Case, reason: Reason) -> Act:
    def act(desk: Desk, now: float) -> Desk:
        note = str(st.session_state.get(f"adjudicate.note.{case.trace_id}") or "")
        return adjudicate_desk.decided(
            store, desk, cases.open, reason, note, view.who_was(case), now
        )

    return act


def _option(
    text: str, key: str | None, case: Case, step: Step, change: Mapping[str, object]
) -> None:
    _button(
        text,
        key,
        f"{step}-{text}",
        lambda desk, now: adjudicate_desk.chosen(desk, case.trace_id, step, change, now),
        is_wide=True,
    )


def _button(text: str, key: str | None, name: str, act: Act, is_wide: bool = False) -> None:
    st.button(
        text,
        key=f"adjudicate.{name}",
        shortcut=key,
        on_click=_carry_out,
        args=(act,),
        width="stretch" if is_wide else "content",
    )


def _carry_out(act: Act) -> None:
    desk = st.session_state.get(session.ADJUDICATION)
    if desk is not None:
        # Nothing of Streamlit is touched between the save and keeping the new desk.
        st.session_state[session.ADJUDICATION] = act(desk, monotonic())
