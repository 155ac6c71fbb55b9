"""People's errors, thresholds and judges side by side: page and services say the same."""

import csv
import io
import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.screen_app import go, open_app, shown
from workbench.domain.refusals import Refusal
from workbench.report.charts import png_bytes, rows_to_csv, svg_bytes
from workbench.report.threshold_chart import threshold_chart
from workbench.resources import sample_data
from workbench.services.calibration.calibrate_judge import calibrate_judge
from workbench.services.calibration.compare_judges import compare_judges
from workbench.services.calibration.human_error_band import HumanErrorBand, human_error
from workbench.services.calibration.threshold_curve import ThresholdCurve, threshold_curve
from workbench.services.housekeeping.make_demo import make_demo
from workbench.services.importing.import_traces import import_traces
from workbench.services.open_store import open_store
from workbench.ui import judges_view, parts

RUN, JUDGE = "spring", "strict@2"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _said: None)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def curve(demo: str) -> ThresholdCurve:
    return threshold_curve(open_store(demo), JUDGE, RUN)


@pytest.fixture
def app(demo: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return open_app(demo, monkeypatch)


def test_the_card_says_what_if_people_err_too(app: AppTest, demo: str) -> None:
    at = go(app, "judge")
    assert not at.exception
    store = open_store(demo)
    band = human_error(store, calibrate_judge(store, JUDGE, RUN), JUDGE, RUN)
    assert isinstance(band, HumanErrorBand)
    page = shown(at)
    assert "If people err too" in page
    assert parts._text(band.sentence) in page
    assert "choose an overlap" in page
    (table,) = (one.value for one in at.dataframe if "Error" in one.value.columns)
    assert table["Truly fails"].tolist() == ["26.7 %", "25.2 %", "24.1 %"]


def test_the_thresholds_stand_in_a_chart_and_its_table(app: AppTest, curve: ThresholdCurve) -> None:
    at = go(app, "judge", **{"judge-section": "Thresholds"})
    assert not at.exception
    page = shown(at)
    assert parts._text(curve.sentence) in page
    assert "measure it on others" in page
    # The card's limits are narrower, and the page says why.
    assert "it parts the labels by the stage" in page
    first, second = (one.value for one in at.dataframe)
    assert not isinstance(curve.points, Refusal)
    assert first["Threshold"].tolist() == [f"{point.threshold:g}" for point in curve.points]
    assert first["In use"].tolist().count("in use") == 1
    assert not isinstance(curve.corrected, Refusal)
    assert len(second) == len(curve.corrected.bins)
    assert parts._text(curve.corrected.sentence) in page
    labels = [button.label for button in at.get("download_button")]
    assert labels == ["CSV", "PNG", "SVG", "CSV"]


def test_judges_stand_side_by_side(app: AppTest, demo: str) -> None:
    at = go(app, "judge", **{"judge-section": "Judges"})
    assert not at.exception
    comparison = compare_judges(open_store(demo), RUN)
    assert parts._text(comparison.sentence) in shown(at)
    (table,) = (one.value for one in at.dataframe)
    assert table["Judge"].tolist() == ["lenient@1", "strict@2"]
    assert table["Labels for ± 5.0"].tolist() == [row.labels_needed for row in comparison.judges]


def test_without_labels_each_section_says_why(
    tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bare.db"
    path.write_bytes(migrated_file.read_bytes())
    store = open_store(f"sqlite:///{path}")
    assert import_traces(store, sample_data() / "traces.jsonl").is_imported
    store.close()
    app = open_app(f"sqlite:///{path}", monkeypatch)
    at = go(app, "judge", **{"judge-section": "Thresholds"})
    assert not at.exception
    assert "cannot be said" in shown(at)
    assert "is not calibrated" in shown(at)
    at = go(app, "judge", **{"judge-section": "Judges"})
    assert not at.exception
    assert "The labels do not say what each judge would cost." in shown(at)
    assert "Why some numbers are missing" in shown(at)


def test_the_chart_marks_the_threshold_in_use_and_becomes_pictures(curve: ThresholdCurve) -> None:
    assert not isinstance(curve.points, Refusal)
    figure = threshold_chart(curve.points)
    text = svg_bytes(figure).decode("utf-8")
    for said in ("in use: 0.7", "Wrong answers flagged", "Right answers flagged"):
        assert said in text
    assert png_bytes(figure).startswith(b"\x89PNG")
    spec = json.dumps(figure.to_dict())
    assert all(f'"threshold": {point.threshold}' in spec for point in curve.points)


def test_the_file_under_the_chart_holds_fractions(curve: ThresholdCurve) -> None:
    assert not isinstance(curve.points, Refusal)
    written = rows_to_csv(judges_view.threshold_rows(curve.points)).decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(written)))
    assert len(rows) == len(curve.points)
    assert all(0 <= float(row["Sensitivity"]) <= 1 for row in rows)
