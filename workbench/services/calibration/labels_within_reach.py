"""What to label next, where the usual advice asks for items that there are not.

The formulas see labels alone, so that they ask for more of what the judge failed or passed; only
here is it known how many of those there are and how many of them are labelled.
"""

import re
from dataclasses import replace
from typing import TypeVar

from workbench.domain.refusals import Refusal, Warning_
from workbench.services.results import JudgeCounts
from workbench.services.triage.observe_run import Target

ASKED = re.compile(r"\b[Ll]abel .*\bthe judge (flagged|failed|passed)")

T = TypeVar("T")


def within_reach(value: T, target: Target, counts: JudgeCounts) -> T:
    """Give the refusal or warning with a step that can be taken; anything else as it is."""
    if not isinstance(value, Refusal | Warning_):
        return value
    asked = ASKED.search(value.next_step)
    if asked is None:
        return value
    word = asked.group(1)
    n_target, n_labelled = (
        (target.n_passed, counts.fn + counts.tn)
        if word == "passed"
        else (target.n_flagged, counts.tp + counts.fp)
    )
    if n_labelled < n_target:
        return value
    if n_target == 0:
        more = "only more traces can tell" if counts.n >= target.n_judged else "label others"
        return replace(value, next_step=f"The judge {word} none: {more}.")
    here = "The one here is labelled" if n_target == 1 else f"All {n_target} here are labelled"
    return replace(value, next_step=f"{value.next_step} {here}: import more traces.")
