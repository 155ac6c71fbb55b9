"""Uploaded files on disk while they are looked at and imported; gone when the process ends.

Chosen: one folder for each upload, so that a file keeps its own name in the import log and its
rejected lines land beside it.
"""

import atexit
import re
import shutil
import tempfile
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile


@st.cache_resource(show_spinner=False)
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="workbench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def keep(uploaded: UploadedFile) -> Path:
    """Write an upload to disk once, under its own name; gives where it lies."""
    # The browser names the file; nothing of it may lead out of the folder.
    name = re.sub(r"[\x00-\x1f/\\:]+", "_", uploaded.name).lstrip(".") or "upload"
    path = _folder() / uploaded.file_id / name[-150:]
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        uploaded.seek(0)
        part = path.with_name(path.name + ".part")
        with part.open("wb") as target:
            shutil.copyfileobj(uploaded, target)
        part.rename(path)
    return path


def drop(path: Path) -> None:
    """Remove an upload; the rejected lines beside it stay for the download."""
    path.unlink(missing_ok=True)
