"""Counts of traces that stay elsewhere: of the target, of the labels, or of its strata."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

import orjson

from workbench.domain.vocabulary import Evidence, JudgeVerdict
from workbench.errors import InputError
from workbench.formats.text_lines import read_text

LabelsFrom = Literal["elsewhere", "these-items"]
CELLS = ("tp", "fn", "fp", "tn")
JUDGE_SAYS = ("judge fail", "judge pass")
NO_VERDICT = "none"
STAGE_NAMES = {"generation": Evidence.REACHED, "correct": Evidence.REACHED, "": Evidence.UNKNOWN}


class StratumCount(NamedTuple):
    """How many target traces lose their evidence there and got that verdict."""

    evidence: Evidence
    verdict: str
    n: int


class CountsFile(NamedTuple):
    """What a counts file says; what it leaves out is None, strata are then empty."""

    judged: int | None
    flagged: int | None
    tp: int | None
    fn: int | None
    fp: int | None
    tn: int | None
    labels_from: LabelsFrom
    strata: tuple[StratumCount, ...]


def read_counts(path: Path) -> CountsFile:
    """Read a counts file of either shape; raises InputError naming the field."""
    try:
        value = orjson.loads(read_text(path))
    except orjson.JSONDecodeError as error:
        raise InputError(f"{path.name}, line {error.lineno}: not valid JSON: {error.msg}") from None
    if not isinstance(value, dict):
        raise InputError(f"{path.name}: a JSON object is needed.")
    if "human fail" in value or "human pass" in value:
        value = {**value, **_from_nested(value, path.name)}
    labels_from = value.get("labels_from", "elsewhere")
    if labels_from not in ("elsewhere", "these-items"):
        raise InputError(f"{path.name}, labels_from: say elsewhere or these-items.")
    numbers = {name: _number(value, name, path.name) for name in ("judged", "flagged", *CELLS)}
    strata = value.get("strata", [])
    if not isinstance(strata, list):
        raise InputError(f"{path.name}, strata: must be a list.")
    read = tuple(_stratum(item, f"{path.name}, strata[{at}]") for at, item in enumerate(strata))
    if not read and all(number is None for number in numbers.values()):
        raise InputError(
            f"{path.name}: holds no counts. Give judged and flagged, tp, fn, fp and tn, or strata."
        )
    judged, flagged = numbers["judged"], numbers["flagged"]
    if judged is not None and flagged is not None and flagged > judged:
        raise InputError(f"{path.name}, flagged: {flagged} of {judged} judged is impossible.")
    return CountsFile(labels_from=labels_from, strata=read, **numbers)


def _from_nested(value: Mapping[str, object], name: str) -> dict[str, object]:
    cells: dict[str, object] = {}
    for human, pair in (("human fail", ("tp", "fn")), ("human pass", ("fp", "tn"))):
        row = value.get(human)
        if not isinstance(row, dict):
            raise InputError(f"{name}, {human}: must hold judge fail and judge pass.")
        # A table without a cell counted none there; a name that is none hides a count.
        if unknown := [key for key in row if key not in JUDGE_SAYS]:
            raise InputError(f"{name}, {human}: {unknown[0]!r} is not {' or '.join(JUDGE_SAYS)}.")
        for judge, cell in zip(JUDGE_SAYS, pair, strict=True):
            cells[cell] = row.get(judge, 0)
    return cells


def _number(value: Mapping[str, object], field: str, name: str) -> int | None:
    number = value.get(field)
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise InputError(f"{name}, {field}: must be a whole number from 0.")
    return number


def _stratum(value: object, name: str) -> StratumCount:
    if not isinstance(value, dict):
        raise InputError(f"{name}: must be an object with stage, verdict and n.")
    stage = str(value.get("stage") or value.get("evidence") or "")
    try:
        evidence = STAGE_NAMES.get(stage) or Evidence(stage)
    except ValueError:
        known = ", ".join(Evidence)
        raise InputError(f"{name}, stage: {stage!r} is not one of {known}.") from None
    verdict = value.get("verdict") or NO_VERDICT
    if verdict not in (*JudgeVerdict, NO_VERDICT):
        raise InputError(f"{name}, verdict: {verdict!r} is not fail, pass or none.")
    number = _number(value, "n", name)
    if number is None:
        raise InputError(f"{name}, n: is missing.")
    return StratumCount(evidence, str(verdict), number)
