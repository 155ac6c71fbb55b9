"""What the room of statistics may load."""

import subprocess
import sys


def test_statistics_load_quickly_and_without_frames() -> None:
    # A command that only counts must start in a moment: scipy.stats alone takes a second.
    program = (
        "import sys, pkgutil, importlib, workbench.stats as room\n"
        "for module in pkgutil.iter_modules(room.__path__):\n"
        "    importlib.import_module('workbench.stats.' + module.name)\n"
        "heavy = {'scipy.stats', 'scipy.optimize', 'pandas', 'sqlalchemy', 'streamlit'}\n"
        "sys.stdout.write(' '.join(sorted(heavy & set(sys.modules))))\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, "")
