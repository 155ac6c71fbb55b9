"""The form of an import: what must be said beside the file, and which column means what."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from workbench.services.open_store import Store
from workbench.services.preview_file import Preview, read_mappings, save_mapping
from workbench.services.read_overview import Overview
from workbench.ui import parts
from workbench.ui.sections.import_work import DESIGNS, KINDS, ImportChoice

NOT_IN_FILE = "not in this file"


def draw_choice(
    overview: Overview,
    kind: str,
    path: Path,
    mapping: Mapping[str, object] | None,
    n_upload: int,
) -> ImportChoice:
    """Draw the questions that this kind of file needs; gives what was chosen."""
    parts.section("Before it is imported")
    runs = [run.run for run in overview.runs]
    run = judge = fail_value = index_version = name = design = None
    left, right = st.columns(2)
    if kind in ("traces", "gold"):
        run = left.text_input(
            "Run",
            placeholder="as in the file, else: default",
            key=f"run-{n_upload}",
            help="One version of your pipeline. Give a name where the file has none.",
        )
    if kind in ("judge", "human"):
        run = left.selectbox(
            "Run", runs, index=len(runs) - 1 if runs else None, key=f"of-{n_upload}"
        )
    if kind in ("judge", "counts"):
        judge = right.text_input(
            "Judge", placeholder="NAME@VERSION, where the file has none", key=f"judge-{n_upload}"
        )
    if kind in ("traces", "judge"):
        beside = right if kind == "traces" else left
        fail_value = beside.text_input(
            "The judge's word for a failing answer",
            placeholder="only where ambiguous, such as 1 or true",
            key=f"fail-{n_upload}",
        )
    if kind == "human":
        design = right.selectbox(
            "How were these traces chosen?",
            list(DESIGNS),
            format_func=DESIGNS.__getitem__,
            key=f"design-{n_upload}",
            help="The correction depends on it. Say only what you know: with the wrong answer "
            "every interval is wrong.",
        )
    if kind == "corpus":
        index_version = left.text_input("Index version", key=f"index-{n_upload}")
    if kind == "counts":
        name = left.text_input("Name of the target set", key=f"name-{n_upload}")
    keep_good = kind in ("traces", "judge", "human") and st.checkbox(
        "Keep the good lines if some are rejected",
        key=f"keep-{n_upload}",
        help="Otherwise the file is imported whole or not at all.",
    )
    return ImportChoice(
        kind=kind,
        path=path,
        run=(run or "").strip() or None,
        judge=(judge or "").strip() or None,
        judge_fail_value=(fail_value or "").strip() or None,
        design=design,
        index_version=(index_version or "").strip() or None,
        name=(name or "").strip() or None,
        keep_good=keep_good,
        mapping=mapping,
    )


def draw_mapping(
    store: Store, kind: str, preview: Preview, n_upload: int
) -> dict[str, object] | None:
    """Draw which column means what; None where the file is not a table of somebody else."""
    if not preview.columns or not preview.suggested_mapping:
        return None
    parts.section(
        "Which column means what",
        f"The file is a table with {len(preview.columns)} columns. The guess below can be changed.",
    )
    saved = read_mappings(store)
    start: Mapping[str, object] = preview.suggested_mapping
    if saved:
        used = st.selectbox(
            "Start from", ["the guess", *saved], key=f"saved-{n_upload}", help="Saved mappings"
        )
        start = saved.get(used, start)
    columns = [NOT_IN_FILE, *preview.columns]
    grid = st.columns(3)
    chosen: dict[str, object] = {}
    for position, field in enumerate(dict.fromkeys([*preview.suggested_mapping, *start])):
        guess = start.get(field)
        picked = grid[position % 3].selectbox(
            field,
            columns,
            index=columns.index(guess) if guess in columns else 0,
            key=f"column-{n_upload}-{field}",
        )
        if picked != NOT_IN_FILE:
            chosen[field] = picked
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Save this mapping as", placeholder=f"our {KINDS[kind].lower()}", key=f"as-{n_upload}"
        )
        if st.button("Save mapping", disabled=not name.strip()):
            save_mapping(store, name.strip(), kind, chosen)
            st.toast("The mapping was saved.")
    return chosen
