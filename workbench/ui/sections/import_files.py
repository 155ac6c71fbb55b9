"""Import: choose a file, see what it holds, then import it with one explicit click.

The click takes the file out of the upload box, so that nothing else on the page can import it
again; the work goes on in the background and survives a reload.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st

from workbench.formats.store_archive import is_archive
from workbench.services.housekeeping.read_overview import Overview
from workbench.services.importing.forced_format import TRACE_FORMATS
from workbench.services.importing.import_everything import into_new_store
from workbench.services.importing.preview_file import Preview, preview_file
from workbench.services.open_store import Store
from workbench.ui import jobs, parts, uploads
from workbench.ui.sections import import_form, import_result
from workbench.ui.sections.import_work import KINDS, ImportChoice, carry_out, lacks

JOB = "import.job"
UPLOAD = "import.upload"
FILES = "import.files"
JOB_PARAMETER = "job"


def draw(store: Store, overview: Overview) -> None:
    """Draw the upload box, the preview and the form, or the import that is under way."""
    job = jobs.find(st.session_state.get(JOB) or st.query_params.get(JOB_PARAMETER))
    if job is not None and job.is_running:
        st.session_state[JOB] = job.job_id
        _watch(job.job_id)
        return
    if job is not None:
        import_result.draw(job, _dismiss)
    n_upload = st.session_state.setdefault(UPLOAD, 0)
    parts.section(
        "Import a file",
        "Traces, verdicts, labels, gold passages, a corpus or counts. You see what was found "
        "before anything is written.",
    )
    uploaded = st.file_uploader(
        "File",
        key=f"upload-{n_upload}",
        label_visibility="collapsed",
        help="JSON lines (also .gz), JSON, CSV, TSV, parquet, qrels, or a whole store (zip).",
    )
    if uploaded is None:
        return
    path = uploads.keep(uploaded)
    if is_archive(path):
        _offer_whole_store(store, overview, path, n_upload)
        return
    n_file = _number_of(uploaded.file_id)
    found = preview_file(path)
    kinds = list(KINDS)
    left, right = st.columns(2)
    kind = left.selectbox(
        "What it holds",
        kinds,
        index=kinds.index(found.kind) if found.kind in kinds else 0,
        format_func=KINDS.__getitem__,
        key=f"kind-{n_file}",
    )
    form = None
    if kind == "traces":
        form = right.selectbox(
            "Format",
            TRACE_FORMATS,
            index=None,
            placeholder=f"recognised: {found.format}" if found.kind == kind else "recognised",
            key=f"format-{n_file}",
            help="Only where the file is taken for something that it is not.",
        )
    is_found = kind == found.kind and form is None
    preview = found if is_found else preview_file(path, kind, format=form)
    mapping = import_form.draw_mapping(store, kind, preview, n_file)
    if mapping is not None:
        preview = preview_file(path, kind, mapping, form)
    words = import_form.draw_words(preview, n_file) if kind == "human" else {}
    if words:
        known = mapping or preview.suggested_mapping
        held = known.get("words")
        said = {**held, **words} if isinstance(held, Mapping) else words
        preview = preview_file(path, kind, {**known, "words": said})
    _show(preview)
    choice = import_form.draw_choice(overview, kind, path, mapping, words, n_file)
    choice = replace(choice, format=form)
    missing = lacks(choice)
    if missing:
        parts.reading(missing)
    st.button(
        f"Import {KINDS[kind].lower()}",
        key=f"import-{n_upload}",
        type="primary",
        icon=":material/upload:",
        disabled=missing is not None,
        on_click=_start,
        args=(store, choice, n_upload),
    )
    _show_records(preview)


def _number_of(file_id: str) -> int:
    """Number of an upload in this session: what was chosen for one file is not said of the next."""
    seen: list[str] = st.session_state.setdefault(FILES, [])
    if file_id not in seen:
        seen.append(file_id)
    return seen.index(file_id)


def _offer_whole_store(store: Store, overview: Overview, path: Path, n_upload: int) -> None:
    parts.callout(
        "note",
        "A whole store",
        "Everything that export wrote: traces, gold and its history, queues, every verdict. It is "
        "read into an empty store, all of it or nothing.",
        "This store holds something already: read the file into a new one, by command."
        if overview.runs
        else "",
    )
    if overview.runs:
        st.code("\n".join(into_new_store(path.name)), language=None)
        return
    st.button(
        "Import the whole store",
        key=f"import-{n_upload}",
        type="primary",
        icon=":material/upload:",
        on_click=_start,
        args=(store, ImportChoice("all", path), n_upload),
    )


def _start(store: Store, choice: ImportChoice, n_upload: int) -> None:
    if st.session_state[UPLOAD] != n_upload:
        return
    st.session_state[UPLOAD] = n_upload + 1
    job_id = jobs.start(f"Importing {choice.path.name}", partial(carry_out, store, choice))
    st.session_state[JOB] = job_id
    st.query_params[JOB_PARAMETER] = job_id


def _dismiss() -> None:
    if job_id := st.session_state.pop(JOB, None) or st.query_params.get(JOB_PARAMETER):
        jobs.forget(job_id)
    st.query_params.pop(JOB_PARAMETER, None)


@st.fragment(run_every=0.5)
def _watch(job_id: str) -> None:
    job = jobs.find(job_id)
    if job is None or not job.is_running:
        st.rerun()
    parts.section(job.title, "You can go on working; the rows appear all at once at the end.")
    st.progress(job.share)
    st.button("Cancel", key="cancel-import", on_click=job.stop.set)


def _show(preview: Preview) -> None:
    parts.figures(
        [
            parts.Figure("Read as", preview.format),
            parts.Figure(
                "Records",
                f"{preview.n_records_sampled:,}",
                "the whole file" if preview.is_complete else "the first ones of more",
            ),
            *(
                [
                    parts.Figure(
                        "Stages the ids decide",
                        f"{len(preview.decidable)}",
                        ", ".join(preview.decidable) or "none: people will be asked",
                    )
                ]
                if preview.kind == "traces"
                else []
            ),
        ]
    )
    if preview.missing:
        parts.callout(
            "note",
            "Not decided by the ids in this file: " + ", ".join(preview.missing),
            "Where a stage can fail there, the person who labels is asked.",
        )
    import_result.draw_problems(preview.problems, preview.notices)


def _show_records(preview: Preview) -> None:
    if preview.rows:
        parts.section("First records", "As they were read; nothing is written yet.")
    for number, row in enumerate(preview.rows, start=1):
        with st.expander(f"Record {number}"):
            st.json(row, expanded=1)
