"""What is known of annotators as JSON: agreement, what the sight of the judge did, how each works.

Fractions, and null with its reason where a number was refused, as everywhere.
"""

from collections.abc import Iterable
from dataclasses import fields

from workbench.domain.refusals import Refusal
from workbench.formats.results_json import AGREEMENT_KEYS, Json, plain

ANCHORING_KEYS = ("n", "flipped", "toward", "away", "by_annotator", "sentence")
DRIFT_KEYS = ("n_earlier", "n_later", "earlier", "later", "difference")


def anchoring_json(found: object) -> Json:
    """Give what the sight of the judge did; null with a reason where nobody was shown it."""
    if isinstance(found, Refusal):
        return _refused(found, ANCHORING_KEYS)
    return _fields(found)


def people_json(found: object) -> Json:
    """Give the agreement of people with each other; null with a reason without shared traces."""
    result = _fields(found)
    agreement = getattr(found, "agreement", None)
    if isinstance(agreement, Refusal):
        result["agreement"] = _refused(agreement, AGREEMENT_KEYS)
    return result


def reports_json(reports: Iterable[object]) -> list[Json]:
    """Give each annotator's report."""
    return [_report(report) for report in reports]


def _report(report: object) -> Json:
    result = _fields(report)
    drift = getattr(report, "drift", None)
    if isinstance(drift, Refusal):
        result["drift"] = _refused(drift, DRIFT_KEYS)
    return result


def _fields(value: object) -> Json:
    return {
        field.name: plain(getattr(value, field.name))
        for field in fields(value)  # type: ignore[arg-type]
    }


def _refused(refusal: Refusal, keys: tuple[str, ...]) -> Json:
    nothing: Json = dict.fromkeys(keys)
    return nothing | {
        "code": str(refusal.code),
        "reason": refusal.reason,
        "next_step": refusal.next_step,
    }
