"""What is known of annotators as JSON: agreement, what the sight of the judge did, how each works.

Fractions, and null with its reason where a number was refused, as everywhere.
"""

from collections.abc import Iterable

from workbench.domain.refusals import Refusal
from workbench.formats.results_json import AGREEMENT_KEYS, Json, fields_json, refused_json

ANCHORING_KEYS = ("n", "flipped", "toward", "away", "by_annotator", "sentence")
DRIFT_KEYS = ("n_earlier", "n_later", "earlier", "later", "difference")


def anchoring_json(found: object) -> Json:
    """Give what the sight of the judge did; null with a reason where nobody was shown it."""
    if isinstance(found, Refusal):
        return refused_json(found, ANCHORING_KEYS)
    return fields_json(found)


def people_json(found: object) -> Json:
    """Give the agreement of people with each other; null with a reason without shared traces."""
    result = fields_json(found)
    agreement = getattr(found, "agreement", None)
    if isinstance(agreement, Refusal):
        result["agreement"] = refused_json(agreement, AGREEMENT_KEYS)
    return result


def reports_json(reports: Iterable[object]) -> list[Json]:
    """Give each annotator's report."""
    return [_report(report) for report in reports]


def _report(report: object) -> Json:
    result = fields_json(report)
    drift = getattr(report, "drift", None)
    if isinstance(drift, Refusal):
        result["drift"] = refused_json(drift, DRIFT_KEYS)
    return result
