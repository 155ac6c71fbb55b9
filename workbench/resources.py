"""Where the sample data and the screen script are, in a checkout and in a wheel."""

from pathlib import Path

PACKAGE_FOLDER = Path(__file__).resolve().parent


def sample_data() -> Path:
    """Folder of the sample data: inside the package when installed, beside it in a checkout."""
    installed = PACKAGE_FOLDER / "sample_data"
    return installed if installed.is_dir() else PACKAGE_FOLDER.parent / "sample_data"


def screen_script() -> Path:
    """The script that Streamlit runs."""
    return PACKAGE_FOLDER / "ui" / "app.py"
