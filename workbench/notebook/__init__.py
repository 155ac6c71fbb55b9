"""For notebooks: counts or data frames in, results out, without a store.

Stands beside cli and ui on top of the services; may import pandas, and nothing imports it.
A frame has one row for each trace. Verdicts are words that say what they mean (`fail`, `pass`,
`wrong`, `correct`, a stage such as `retrieval`); of any other value say which one fails, with
`fail=`. What labels cannot carry is a `Refusal` with its reason, or, from a function that gives
one number, an error with the same words.
"""

from workbench.notebook.buckets import correct_frame
from workbench.notebook.calibration import Calibration, as_frame, calibrate
from workbench.notebook.counts import correct, plan
from workbench.notebook.over_time import JudgeChange, adjust, judge_change, rank_systems
from workbench.notebook.pairs import agreement, bias, compare
from workbench.services.triage.retrieval_tables import retrieval_metrics

__all__ = [
    "Calibration",
    "JudgeChange",
    "adjust",
    "agreement",
    "as_frame",
    "bias",
    "calibrate",
    "compare",
    "correct",
    "correct_frame",
    "judge_change",
    "plan",
    "rank_systems",
    "retrieval_metrics",
]
