"""Limits for a build: what no known draw stands behind does not hold."""

import pytest

from db.store import Store
from tests.builders import trace
from tests.services.planted import plant_label, plant_label_set, plant_traces
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import JudgeVerdict
from workbench.services.reporting.check_limits import Limits, check_limits

LIMITS = Limits(min_sensitivity=0.5, max_false_positive_rate=0.5)


@pytest.mark.parametrize(("design", "holds"), [("uniform", True), ("unknown", False)])
def test_error_rates_hold_only_where_the_draw_is_known(
    sqlite_store: Store, design: str, holds: bool
) -> None:
    # A judge without an error on 60 of 80 traces: only the draw tells the two stores apart.
    says = [JudgeVerdict.FAIL if n % 2 else JudgeVerdict.PASS for n in range(80)]
    judge = JudgeId("owl", "1")
    ids = plant_traces(
        sqlite_store,
        [
            trace(f"q-{n}", run="r", judges=(JudgeOpinion(judge, verdict, str(verdict)),))
            for n, verdict in enumerate(says)
        ],
    )
    label_set = plant_label_set(sqlite_store, "r", design)
    for n in range(60):
        answer = "wrong" if says[n] is JudgeVerdict.FAIL else "correct"
        plant_label(sqlite_store, ids[f"q-{n}"], answer, label_set_id=label_set)
    found = check_limits(sqlite_store, "r", "owl@1", LIMITS)
    assert [one.holds for one in found.checks] == [holds, holds]
    assert found.holds is holds
    if not holds:
        assert all("--design" in str(one.reason) for one in found.checks)
