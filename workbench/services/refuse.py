"""Turns a trouble of the statistics into the refusal that stands in the number's place."""

import re

from workbench.domain.refusals import Code, Refusal
from workbench.errors import StatisticsError, UninformativeJudge

CODE = re.compile(r"^([A-Z][A-Z_]+): ")


def refusal_of(error: StatisticsError, code: str = Code.NOT_ENOUGH_LABELS) -> Refusal:
    """Give the refusal that the error's message describes; `code` where the message names none."""
    text = str(error)
    named = CODE.match(text)
    if named:
        code, text = named.group(1), text[named.end() :]
    elif isinstance(error, UninformativeJudge):
        code = Code.JUDGE_UNINFORMATIVE
    reason, _, next_step = text.partition("; ")
    return Refusal(code, reason, _sentence(next_step))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
