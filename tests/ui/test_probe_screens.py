"""Probe, failure points, budget, what-if and the gates of one trace, as screens."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.services.probed import generate, import_failures, import_texts, is_right, lines
from tests.ui.screen_app import go, open_app, shown
from workbench.services.housekeeping.make_demo import make_demo
from workbench.services.open_store import open_store
from workbench.services.probing.export_packets import probe_packets
from workbench.services.probing.import_answers import import_answers
from workbench.services.probing.probe_outcomes import probe_outcomes
from workbench.services.triage.failure_points import failure_points
from workbench.services.triage.prompt_budget import prompt_budget
from workbench.services.triage.triage_traces import triage_traces
from workbench.services.triage.what_if import what_if_stages
from workbench.ui import parts

RUN, JUDGE = "spring", "strict@2"
SECTION = "triage-section"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make_demo(path, lambda _said: None)
    return f"sqlite:///{path}"


@pytest.fixture
def app(demo: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return open_app(demo, monkeypatch)


@pytest.fixture
def probed(sqlite_store: Store, tmp_path: Path) -> Store:
    """The four failures, with their answers to the gold passages judged by the file."""
    import_texts(sqlite_store, tmp_path)
    import_failures(sqlite_store, tmp_path)
    answers = []
    for packet in probe_packets(sqlite_store, RUN).packets:
        request_id = str(packet["request_id"])
        texts = {one["doc_id"]: one["text"] for one in packet["passages"]}  # type: ignore[attr-defined]
        answer = generate(request_id, texts)
        answers.append(packet | {"answer": answer, "correct": is_right(request_id, answer)})
    import_answers(sqlite_store, RUN, lines(tmp_path / "answers.jsonl", answers))
    return sqlite_store


def _html(text: str) -> str:
    return parts._text(text)


def test_the_probe_section_says_what_the_service_says(
    probed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = go(open_app(str(probed.engine.url), monkeypatch), "triage", **{SECTION: "Probe"})
    assert not at.exception
    result = probe_outcomes(probed, RUN, JUDGE)
    page = shown(at)
    assert _html(result.sentence) in page
    assert _html(result.reading) in page
    assert at.dataframe[0].value["Traces"].tolist() == [row.n for row in result.outcomes]
    assert at.selectbox(key="choice.run").value == RUN


def test_the_demo_shows_what_its_probes_prove(app: AppTest, demo: str) -> None:
    at = go(app, "triage", **{SECTION: "Probe", "choice.judge": JUDGE})
    assert not at.exception
    result = probe_outcomes(open_store(demo), RUN, JUDGE)
    assert result.n_checked > 50
    assert result.to_read
    assert _html(result.sentence) in shown(at)
    assert len(at.selectbox(key="probe.case").options) == len(result.to_read)


def test_without_answers_the_probe_section_says_how_to_get_them(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_texts(sqlite_store, tmp_path)
    import_failures(sqlite_store, tmp_path)
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), "triage", **{SECTION: "Probe"})
    assert not at.exception
    assert "No trace of this run has an answer to its gold passages yet" in shown(at)
    assert f"workbench probe import answers.jsonl --run {RUN}" in at.code[0].value
    assert any(button.label == "4 packets" for button in at.get("download_button"))


def test_a_run_of_answers_sends_back_to_the_run_it_repeats(
    probed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = go(open_app(str(probed.engine.url), monkeypatch), "triage", **{SECTION: "Probe"})
    at = at.selectbox(key="choice.run").set_value("spring-b").run()
    assert not at.exception
    assert "Choose the run that it repeats" in shown(at)


def test_the_overview_marks_a_run_of_answers(
    probed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_app(str(probed.engine.url), monkeypatch)
    assert not at.exception
    assert "in 1 run and 1 repeat with gold passages" in shown(at)
    assert at.dataframe[0].value["Gold passages of"].tolist()[-1] == RUN


def test_the_failure_points_section_holds_the_service_s_counts(app: AppTest, demo: str) -> None:
    at = go(app, "triage", **{SECTION: "Failure points", "choice.judge": JUDGE})
    assert not at.exception
    found = failure_points(open_store(demo), RUN, JUDGE)
    assert _html(found.sentence) in shown(at)
    assert at.dataframe[0].value["People"].tolist() == [row.human_n for row in found.points]
    # Too long for a column beside seven others, so the buckets stand in a sentence.
    assert "Buckets" not in at.dataframe[0].value.columns
    assert "FP2 is rewrite error or embedding mismatch or retrieval miss" in shown(at)
    assert found.share_note
    assert _html(found.share_note) in shown(at)
    assert "What to run again" in shown(at)


def test_the_budget_section_holds_the_service_s_figures(app: AppTest, demo: str) -> None:
    at = go(app, "triage", **{SECTION: "Budget", "choice.judge": JUDGE})
    assert not at.exception
    found = prompt_budget(open_store(demo), RUN, JUDGE)
    assert _html(found.sentence) in shown(at)
    assert _html(found.places.sentence) in shown(at)
    assert at.dataframe[0].value["Traces"].tolist() == [row.n for row in found.periods]
    assert at.dataframe[1].value["Traces"].tolist() == [row.n for row in found.places.places]


def test_moving_a_slider_shows_the_product_its_cap_and_what_is_exposed(
    app: AppTest, demo: str
) -> None:
    at = go(app, "triage", **{SECTION: "Funnel", "choice.judge": "lenient@1"})
    funnel = triage_traces(open_store(demo), RUN, "lenient@1").funnel
    unmoved = what_if_stages(funnel)
    assert unmoved is not None
    assert _html(unmoved.sentence) in shown(at)
    assert "exposes the next stage" not in shown(at)
    retrieval = next(one for one in at.slider if one.label == "Retrieval")
    at = retrieval.set_value(0.95).run()
    assert not at.exception
    moved = what_if_stages(funnel, {"retrieval": 0.95})
    assert moved is not None
    assert _html(moved.sentence) in shown(at)
    assert _html(moved.exposes) in shown(at)


def test_a_trace_is_explained_gate_by_gate(probed: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    at = go(open_app(str(probed.engine.url), monkeypatch), "explain", **{"explain.part": "partly"})
    assert not at.exception
    page = shown(at)
    assert "gate 3 fails. 1 of 2 needed passages among the top 2." in page
    assert page.count("not reached") == 2
    assert "Owner: search engineer." in page


def test_a_request_is_chosen_among_those_that_match(app: AppTest) -> None:
    at = go(app, "explain", **{"explain.part": "shop-001"})
    assert not at.exception
    options = at.selectbox(key="explain.chosen.shop-001").options
    assert options[0] == "shop-0010"
    assert len(options) == 10
    at = at.text_input(key="explain.part").set_value("shop-0010").run()
    assert len(at.selectbox) == 2
    at = at.text_input(key="explain.part").set_value("nobody").run()
    assert not at.exception
    assert "No such request in this run" in shown(at)


@pytest.mark.parametrize(
    ("screen", "parameters"),
    [
        ("explain", {}),
        ("triage", {SECTION: "Probe"}),
        ("triage", {SECTION: "Failure points"}),
        ("triage", {SECTION: "Budget"}),
    ],
)
def test_hostile_texts_stay_text(
    sqlite_store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    screen: str,
    parameters: dict[str, str],
) -> None:
    bad = "<img src=x onerror=alert(1)>"
    import_failures(
        sqlite_store,
        tmp_path,
        query=bad,
        answer=bad,
        gold_passages=[bad],
        reference_answer=bad,
        model=bad,
        prompt_passages=[bad],
        probe={"answer": bad, "correct": True},
    )
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), screen, **parameters)
    assert not at.exception
    assert "<img" not in shown(at)
    alive = [element.value for element in [*at.markdown, *at.caption, *at.error, *at.warning]]
    assert not any("onerror" in text for text in alive)


@pytest.mark.parametrize("section", ["Probe", "Failure points", "Budget"])
def test_a_run_without_anything_known_says_what_to_do(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, section: str
) -> None:
    import_failures(
        sqlite_store,
        tmp_path,
        judge=None,
        gold_passages=None,
        prompt_passages=None,
        candidates=None,
    )
    at = go(open_app(str(sqlite_store.engine.url), monkeypatch), "triage", **{SECTION: section})
    assert not at.exception
    said = {
        "Probe": "nothing to probe",
        "Failure points": "No failure has a stage yet",
        "Budget": "No prompt was logged passage by passage",
    }
    assert said[section] in shown(at)
