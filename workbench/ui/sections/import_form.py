"""The form of an import: what must be said beside the file, and which column means what."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from workbench.domain.vocabulary import Answer, Stage
from workbench.formats.trace_jsonl import FIELDS
from workbench.formats.verdict_csv import VERDICT_COLUMNS
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.importing.column_mappings import read_mappings, save_mapping
from workbench.services.importing.import_judge_verdicts import FIELDS as JUDGE_FIELDS
from workbench.services.importing.preview_file import Preview
from workbench.services.open_store import Store
from workbench.ui import parts
from workbench.ui.sections.import_work import DESIGNS, KINDS, ImportChoice

NOT_IN_FILE = "not in this file"
PLAIN_NAME = re.compile(r"[\w.-]+")
OFFERED: dict[str, tuple[str, ...]] = {
    "traces": (*FIELDS, "judge.name", "judge.version", "judge.verdict"),
    "judge": JUDGE_FIELDS,
    "human": VERDICT_COLUMNS[:6],
}
MEANINGS = (*Answer, *Stage, "skip")


def draw_choice(
    overview: Overview,
    kind: str,
    path: Path,
    mapping: Mapping[str, object] | None,
    words: Mapping[str, str],
    n_file: int,
) -> ImportChoice:
    """Draw the questions that this kind of file needs; gives what was chosen."""
    parts.section("Before it is imported")
    runs = [run.run for run in overview.runs]
    run = judge = fail_value = index_version = name = design = was_blind = None
    tuned_on = ""
    left, right = st.columns(2)
    if kind == "gold":
        run = left.text_input(
            "Run",
            placeholder="only where the file holds request ids",
            key=f"gold-run-{n_file}",
            help="The run whose request ids the file uses, if they are not question ids.",
        )
    if kind == "traces":
        run = left.text_input(
            "Run",
            placeholder="as in the file, else: default",
            key=f"run-{n_file}",
            help="One version of your pipeline. Give a name where the file has none.",
        )
    if kind in ("judge", "human"):
        run = left.selectbox("Run", runs, index=len(runs) - 1 if runs else None, key=f"of-{n_file}")
    if kind in ("judge", "counts"):
        judge = right.text_input(
            "Judge", placeholder="NAME@VERSION, where the file has none", key=f"judge-{n_file}"
        )
    if kind in ("traces", "judge"):
        beside = right if kind == "traces" else left
        fail_value = beside.text_input(
            "The judge's word for a failing answer",
            placeholder="only where ambiguous, such as 1 or true",
            key=f"fail-{n_file}",
        )
    if kind == "human":
        design = right.selectbox(
            "How were these traces chosen?",
            list(DESIGNS),
            format_func=DESIGNS.__getitem__,
            key=f"design-{n_file}",
            help="The correction depends on it. Say only what you know: with the wrong answer "
            "every interval is wrong.",
        )
        with st.expander("Used to tune the judge, or labelled with its verdict in sight"):
            tuned_on = st.text_area(
                "Request ids that served as examples for the judge",
                placeholder="one a line, or: all",
                key=f"tuned-{n_file}",
                help="A judge is not measured on its own examples: these labels are kept and left "
                "out of its figures.",
            )
            if st.checkbox("People saw the judge's verdict when they labelled", key=f"s{n_file}"):
                was_blind = False
    if kind == "corpus":
        index_version = left.text_input("Index version", key=f"index-{n_file}")
    if kind == "counts":
        name = left.text_input("Name of the target set", key=f"name-{n_file}")
    keep_good = kind in ("traces", "judge", "human") and st.checkbox(
        "Keep the good lines if some are rejected",
        key=f"keep-{n_file}",
        help="Otherwise the file is imported whole or not at all.",
    )
    return ImportChoice(
        kind=kind,
        path=path,
        run=(run or "").strip() or None,
        judge=(judge or "").strip() or None,
        judge_fail_value=(fail_value or "").strip() or None,
        design=design,
        tuned_on=tuned_on,
        was_blind=was_blind,
        index_version=(index_version or "").strip() or None,
        name=(name or "").strip() or None,
        keep_good=keep_good,
        mapping=mapping,
        words=words,
    )


def draw_mapping(
    store: Store, kind: str, preview: Preview, n_file: int
) -> dict[str, object] | None:
    """Draw which column means what; None where the file's own names are ours and stay."""
    if not preview.columns or kind not in OFFERED:
        return None
    guess: Mapping[str, object] = preview.suggested_mapping
    saved = read_mappings(store, preview.columns)
    is_ours = bool(guess) and all(field == column for field, column in guess.items())
    if is_ours and not saved:
        with st.expander("The columns have our names; change which one means what"):
            chosen = _pick(OFFERED[kind], preview.columns, guess, str(n_file))
        if chosen == guess:
            return None
    else:
        parts.section(
            "Which column means what",
            f"The file is a table with {len(preview.columns)} columns. Change what was guessed "
            "wrong; a saved choice is offered again for the next file like it.",
        )
        mark = str(n_file)
        if saved:
            start = st.selectbox("Start from", ["the guess", *saved], key=f"saved-{n_file}")
            if start in saved:
                # Boxes of their own: those of the guess would keep what they show.
                guess, mark = saved[start], f"{n_file}-{start}"
        plain = [field for field in guess if field != "words"]
        chosen = _pick(plain, preview.columns, guess, mark)
        with st.expander("More fields"):
            rest = [field for field in OFFERED[kind] if field not in guess]
            chosen |= _pick(rest, preview.columns, {}, mark)
        if "words" in guess:
            chosen["words"] = guess["words"]
    _offer_to_save(store, kind, chosen, n_file)
    return chosen


def _pick(
    fields: Sequence[str], columns: Sequence[str], guess: Mapping[str, object], mark: str
) -> dict[str, object]:
    options = [NOT_IN_FILE, *columns]
    grid = st.columns(3)
    chosen: dict[str, object] = {}
    for position, field in enumerate(fields):
        column = guess.get(field)
        # A label is read as markdown: a saved name that is more than a name stays unshown.
        if column is not None and (column not in options or not PLAIN_NAME.fullmatch(field)):
            chosen[field] = column
            continue
        picked = grid[position % 3].selectbox(
            field,
            options,
            index=options.index(str(column)) if column is not None else 0,
            key=f"column-{mark}-{field}",
        )
        if picked != NOT_IN_FILE:
            chosen[field] = picked
    return chosen


def _offer_to_save(store: Store, kind: str, chosen: Mapping[str, object], n_file: int) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Save this choice as", placeholder=f"our {KINDS[kind].lower()}", key=f"as-{n_file}"
        )
        if st.button("Save", disabled=not name.strip(), key=f"save-mapping-{n_file}"):
            save_mapping(store, name.strip(), kind, chosen)
            st.toast("Saved. It is offered again for a file with these columns.")


def draw_words(preview: Preview, n_file: int) -> dict[str, str]:
    """Draw the form for verdict words that nobody knows; nothing where all are known."""
    if not any(problem.field == "verdict" for problem in preview.problems):
        return {}
    parts.section(
        "What the words mean",
        "The file uses words that are in no list of ours. Type each with its meaning.",
    )
    rows = st.data_editor(
        [{"Word in the file": "", "Means": None}],
        key=f"said-{n_file}",
        num_rows="dynamic",
        hide_index=True,
        column_config={
            "Means": st.column_config.SelectboxColumn("Means", options=[str(m) for m in MEANINGS])
        },
    )
    return {
        str(row["Word in the file"]): str(row["Means"])
        for row in rows
        if row["Word in the file"] and row["Means"]
    }
