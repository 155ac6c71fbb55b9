"""A comparison of two runs as JSON, with the keys that other programs may rely on."""

from dataclasses import fields

from workbench.domain.refusals import Refusal
from workbench.formats.results_json import Json, plain

FLIP_KEYS = ("fixed", "broken", "p_value", "method")
PREFIXES = {"flips": "", "judge_flips": "judge_"}


def compare_json(comparison: object) -> Json:
    """Give the comparison as JSON; null with a `reason` where refused."""
    result: Json = {}
    for field in fields(comparison):  # type: ignore[arg-type]
        value = getattr(comparison, field.name)
        if field.name in PREFIXES:
            result |= _flips(value, PREFIXES[field.name])
        elif field.name == "moves":
            result["moves"] = [
                {"from": move.from_bucket, "to": move.to_bucket, "n": move.n} for move in value
            ]
        else:
            result[field.name] = plain(value)
    return result


def several_json(several: object) -> Json:
    """Give several comparisons as JSON: each as that of two, with its adjusted p-values."""
    result: Json = {}
    for field in fields(several):  # type: ignore[arg-type]
        value = getattr(several, field.name)
        if field.name != "runs":
            result[field.name] = plain(value)
            continue
        result["runs"] = [
            {
                "run": row.run,
                "reading": row.reading,
                "adjusted_p_value": plain(row.adjusted_p_value),
                "judge_adjusted_p_value": plain(row.judge_adjusted_p_value),
                **compare_json(row.comparison),
            }
            for row in value
        ]
    return result


def _flips(flips: object, prefix: str) -> Json:
    if isinstance(flips, Refusal):
        nothing: Json = dict.fromkeys(f"{prefix}{key}" for key in FLIP_KEYS)
        return nothing | {
            f"{prefix}reason": flips.reason,
            f"{prefix}next_step": flips.next_step,
        }
    return {f"{prefix}{key}": plain(getattr(flips, key)) for key in FLIP_KEYS}
