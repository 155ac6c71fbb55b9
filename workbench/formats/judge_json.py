"""What else is known of judges as JSON: people's errors, thresholds, judges side by side.

Fractions, and null with its reason where a number was refused, as everywhere.
"""

from workbench.domain.refusals import Refusal
from workbench.formats.results_json import BIAS_KEYS, Json, fields_json, refused_json


def human_error_json(band: object) -> Json:
    """Give the band of people's errors; `rows` null with a reason where it was refused."""
    if isinstance(band, Refusal):
        return refused_json(band, ("n_double", "n_disagree", "error", "rows", "turns", "sentence"))
    return fields_json(band)


def threshold_json(curve: object) -> Json:
    """Give the thresholds; `points` and `corrected` null with a reason where refused."""
    result = fields_json(curve)
    for name, keys in (("corrected", ("by_score_bins", "by_verdict", "bins", "sentence")),):
        value = getattr(curve, name)
        if isinstance(value, Refusal):
            result[name] = refused_json(value, keys)
    points = getattr(curve, "points", None)
    if isinstance(points, Refusal):
        result |= refused_json(points, ("points",))
    return result


def comparison_json(comparison: object) -> Json:
    """Give the judges side by side; in a line, what is refused is null with a reason."""
    result = fields_json(comparison)
    result["judges"] = [_judge(row) for row in getattr(comparison, "judges", ())]
    return result


def _judge(row: object) -> Json:
    result = fields_json(row)
    needed, bias = getattr(row, "labels_needed", None), getattr(row, "bias", None)
    if isinstance(needed, Refusal):
        result |= {"labels_needed": None, "labels_needed_reason": needed.reason}
    if isinstance(bias, Refusal):
        result["bias"] = refused_json(bias, BIAS_KEYS)
    return result
