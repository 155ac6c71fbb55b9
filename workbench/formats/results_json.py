"""Results as plain JSON objects, with the keys that other programs may rely on.

Fractions, never percent; numbers as they were computed; null with its reason where a number was
refused; no NaN, since JSON has none. Keys are the fields of the results, so a field added there
is a key here.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from math import isfinite

from workbench.domain.records import JudgeId
from workbench.domain.refusals import Refusal
from workbench.stats.interval import Estimate, Interval

Json = dict[str, object]

ESTIMATE_KEYS = ("estimate", "low", "high", "method", "n")
BIAS_KEYS = ("reading", "difference", "low", "high", "p_value")
JUDGE_KEYS = ("name", "version", "prompt_fingerprint")
AGREEMENT_KEYS = ("observed", "kappa", "ac1", "alpha")


def calibrate_json(card: object) -> Json:
    """Give the judge card as JSON."""
    result = fields_json(card)
    for name, keys in (("bias", BIAS_KEYS), ("agreement", AGREEMENT_KEYS)):
        value = getattr(card, name)
        if isinstance(value, Refusal):
            result[name] = refused_json(value, keys)
    return result


def correct_json(table: object) -> Json:
    """Give the corrected table as JSON; `corrected` null with a `reason` where refused."""
    result = fields_json(table)
    corrected = getattr(table, "corrected", None)
    if isinstance(corrected, Refusal):
        result |= refused_json(corrected, ("corrected",))
    return result


def triage_json(result: object) -> Json:
    """Give the triage as JSON."""
    return fields_json(result)


def plain(value: object) -> object:
    """Give any part of a result as what JSON knows; a number that is none becomes null."""
    if isinstance(value, Estimate):
        return _estimate(value)
    if isinstance(value, Refusal):
        return refused_json(value, ESTIMATE_KEYS)
    if isinstance(value, JudgeId):
        return {name: getattr(value, name) for name in JUDGE_KEYS}
    if isinstance(value, Interval):
        return {"low": plain(value.low), "high": plain(value.high)}
    if is_dataclass(value):
        return fields_json(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        # Minus zero is a rounding artefact.
        return value + 0.0 if isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def fields_json(value: object) -> Json:
    """Give a result's fields by their names."""
    return {
        field.name: plain(getattr(value, field.name))
        for field in fields(value)  # type: ignore[arg-type]
    }


def _estimate(value: Estimate) -> Json:
    return {
        "estimate": plain(value.estimate),
        "low": plain(value.low),
        "high": plain(value.high),
        "method": value.method,
        "n": value.n,
        "unit": value.unit,
        "n_effective": plain(value.n_effective),
        "design_effect": plain(value.design_effect),
        "assumption": value.assumption,
        "unclipped": plain(value.unclipped),
        "flags": list(value.flags),
    }


def refused_json(refusal: Refusal, keys: tuple[str, ...]) -> Json:
    """Give null for each key, and the refusal's code, reason and next step."""
    nothing: Json = dict.fromkeys(keys)
    return nothing | {
        "code": str(refusal.code),
        "reason": refusal.reason,
        "next_step": refusal.next_step,
    }
