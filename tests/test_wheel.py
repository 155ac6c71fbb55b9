"""The wheel alone, in a fresh environment outside the checkout, does the whole walk."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from workbench.resources import sample_data

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the programs of a fresh environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    environment = folder / "env"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run(
        [
            *(programs / "python", "-m", "pip", "install", "--quiet"),
            *(str(wheel), "--constraint", str(ROOT / "constraints.txt")),
        ],
        check=True,
    )
    return programs


def run(programs: Path, folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [programs / "workbench", *arguments],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_imports_and_calibrates_outside_the_checkout(
    installed: Path, tmp_path: Path
) -> None:
    labels = tmp_path / "labels.csv"
    truth = (sample_data() / "truth.csv").read_text(encoding="utf-8").splitlines()
    rows = [line.split(",") for line in truth[1:]]
    labels.write_text(
        "request_id,annotator,verdict,notes,labelled_at\n"
        + "".join(
            f"{row[0]},ada,{'wrong' if row[1] == 'true' else 'correct'},,2026-05-01T10:00:00Z\n"
            for row in rows
            if row[1]
        ),
        encoding="utf-8",
    )
    run(installed, tmp_path, "upgrade")
    run(installed, tmp_path, "simulate", "--questions", "400", "--seed", "7", "-o", "made")
    run(installed, tmp_path, "import", "traces", "made/traces.jsonl")
    run(installed, tmp_path, "import", "verdicts", "labels.csv", "--run", "spring")
    card = json.loads(run(installed, tmp_path, "calibrate", "--judge", "strict@2", "--json"))
    assert card["bias"]["reading"] == "too_pessimistic"
    table = json.loads(
        run(installed, tmp_path, "correct", "--run", "spring", "--judge", "strict@2", "--json")
    )
    assert table["corrected"]["low"] <= 117 / 398 <= table["corrected"]["high"]
    assert run(installed, tmp_path, "doctor").count("ok ") > 3


def test_the_wheel_holds_what_the_app_and_the_demo_need(installed: Path) -> None:
    script = (
        "from workbench.resources import sample_data, screen_script\n"
        "from db.migrate import scripts_folder\n"
        "print(sample_data(), screen_script(), scripts_folder(), sep='\\n')\n"
        "assert (sample_data() / 'traces.jsonl').is_file()\n"
        "assert (screen_script().parent / '.streamlit' / 'config.toml').is_file()\n"
        "assert list((screen_script().parent / 'component').rglob('*.js'))\n"
        "assert list(scripts_folder().glob('versions/0001*.py'))\n"
    )
    done = subprocess.run(
        [installed / "python", "-I", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert str(ROOT / "workbench") not in done.stdout


def test_the_demo_is_made_by_the_wheel(installed: Path, tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\n"
        "from workbench.services.housekeeping.make_demo import make_demo\n"
        "print(make_demo(Path('demo.db'), print).sentence)\n"
    )
    done = subprocess.run(
        [installed / "python", "-I", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "60 labelled by ada" in done.stdout
