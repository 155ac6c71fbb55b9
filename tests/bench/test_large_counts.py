"""A million judged traces cost what ten thousand do, once they are counted."""

from pathlib import Path

import pytest

from tests.bench import large_counts


@pytest.mark.slow
def test_a_million_judged_traces_are_calibrated_and_corrected_in_a_second(tmp_path: Path) -> None:
    found = large_counts.measure(tmp_path)
    assert (found.n_judged, found.n_labels) == (1_000_000, 1_000)
    assert found.card_seconds < 1
    assert max(seconds for _, seconds in found.draws_seconds) < 0.3
    assert found.megabytes_many == pytest.approx(found.megabytes_few, rel=0.05)
    assert found.megabytes_many < 50
