"""A cell of a counts file is counted or refused, never taken for none."""

import json
from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.formats.counts_json import read_counts


def _file(folder: Path, value: object) -> Path:
    path = folder / "counts.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_table_of_people_by_judge_is_read_and_an_absent_cell_counted_none(
    tmp_path: Path,
) -> None:
    table = {"human fail": {"judge fail": 45}, "human pass": {"judge fail": 15, "judge pass": 85}}
    found = read_counts(_file(tmp_path, table))
    assert (found.tp, found.fn, found.fp, found.tn) == (45, 0, 15, 85)


@pytest.mark.parametrize("wrong", ["judge_pass", "Judge pass", "pass"])
def test_a_cell_under_another_name_is_refused(tmp_path: Path, wrong: str) -> None:
    table = {
        "human fail": {"judge fail": 45, wrong: 5},
        "human pass": {"judge fail": 15, "judge pass": 85},
    }
    with pytest.raises(InputError, match=f"human fail: '{wrong}' is not judge fail or judge pass"):
        read_counts(_file(tmp_path, table))
