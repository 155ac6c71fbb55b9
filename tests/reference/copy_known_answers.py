"""Copies the known answers of methods in use from the collection of outside files.

The collection is not part of a clone; `known_answers.json` is, so that every clone can test
against values made by other software. Run from the root: python tests/reference/copy_known_answers.py
"""

import json
import os
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("WORKBENCH_SHARED", HERE.parents[2] / "shared"))
NOT_SHIPPED = {
    "rogan_gladen_delta",
    "rogan_gladen_profile_lr",
    "rogan_gladen_bayes_flat",
    "ppi",
    "ppi_plus_plus",
}

if __name__ == "__main__":
    collection = json.loads((SHARED / "stats_reference.json").read_text())
    kept = [case for case in collection["cases"] if case["method"] not in NOT_SHIPPED]
    text = json.dumps({"about": collection["about"], "cases": kept}, indent=1)
    (HERE / "known_answers.json").write_text(text + "\n")
