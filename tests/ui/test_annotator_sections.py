"""Overlap, anchoring and annotators: page and services say the same."""

import pytest
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.services.labelling import answer, census, judged
from tests.ui.screen_app import go, open_app, shown
from workbench.domain.refusals import Refusal
from workbench.report.percent import percent
from workbench.services.labelling.anchoring import Anchoring, anchoring
from workbench.services.labelling.annotator_report import annotator_reports
from workbench.services.labelling.label_traces import next_item, read_item, record_entry
from workbench.services.labelling.people_agreement import people_agreement
from workbench.ui import annotator_view, parts

RUN, JUDGE = "default", "strict@2"


@pytest.fixture
def labelled(sqlite_store: Store) -> Store:
    """Ada and ben on 24 traces of a queue that shows the judge; ada is fast and changes two."""
    queue_id = census(sqlite_store, judged(12, 12), wanted_labels=2, reveals_judge=True)
    for name, every, seconds in (("ada", 3, 0.1), ("ben", 4, 20.0)):
        for n in range(24):
            item = next_item(sqlite_store, queue_id, name)
            assert item is not None
            given = answer(item, name, is_right=n % every != 0, seconds_spent=seconds)
            record_entry(sqlite_store, given)
    n_changed = 0
    for trace_id in range(1, 13):
        item = read_item(sqlite_store, queue_id, "ada", trace_id)
        if item.own is not None and item.own.answer == "correct" and n_changed < 2:
            record_entry(sqlite_store, answer(item, "ada", is_right=False))
            n_changed += 1
    return sqlite_store


@pytest.fixture
def app(labelled: Store, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    url = labelled.engine.url.render_as_string(hide_password=False)
    return open_app(url, monkeypatch)


def test_the_overlap_says_what_the_service_says(app: AppTest, labelled: Store) -> None:
    at = go(app, "judge", **{"judge-section": "Overlap"})
    assert not at.exception
    found = people_agreement(labelled, RUN)
    assert not isinstance(found.agreement, Refusal)
    page = shown(at)
    assert parts._text(found.sentence) in page
    assert found.agreement.kappa is not None
    assert f"{found.agreement.kappa.estimate:.2f}" in page
    (table,) = (one.value for one in at.dataframe)
    assert table["Same"].tolist() == [percent(found.agreement.observed.estimate)]
    assert table["Both failing"].tolist() == [found.pairs[0].both_failing]
    assert at.button(key="to-adjudicate-None").label == "Decide where they differ"


def test_anchoring_says_what_the_service_says(app: AppTest, labelled: Store) -> None:
    at = go(app, "judge", **{"judge-section": "Anchoring"})
    assert not at.exception
    found = anchoring(labelled, JUDGE, RUN)
    assert isinstance(found, Anchoring)
    assert (found.n, found.n_toward, found.n_away) == (48, 2, 0)
    page = shown(at)
    assert parts._text(found.sentence) in page
    assert parts._text(percent(found.flipped.estimate)) in page
    (table,) = (one.value for one in at.dataframe)
    assert table["Changed"].tolist() == [2, 0]


def test_every_annotator_has_a_line_and_one_is_shown_in_full(app: AppTest, labelled: Store) -> None:
    at = go(app, "data", section="Annotators")
    assert not at.exception
    ada, ben = annotator_reports(labelled)
    everybody, fast = (one.value for one in at.dataframe)
    assert everybody["Annotator"].tolist() == ["ada", "ben"]
    assert everybody["Too fast"].tolist() == [24, 0]
    assert len(fast) == len(ada.fast_answers) == 24
    assert parts._text(ada.sentence) in shown(at)
    at.selectbox(key="annotators.one").set_value(1).run()
    assert not at.exception
    assert parts._text(ben.sentence) in shown(at)
    assert "600 words a minute" in shown(at)


def test_without_overlap_or_reveal_each_section_says_what_to_do(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    census(sqlite_store, judged(2, 2))
    app = open_app(sqlite_store.engine.url.render_as_string(hide_password=False), monkeypatch)
    at = go(app, "judge", **{"judge-section": "Overlap"})
    assert "ask for two labels each" in shown(at)
    at = go(app, "judge", **{"judge-section": "Anchoring"})
    assert "--reveal" in shown(at)
    assert at.button(key="to-data-Queues").label == "Draw a queue"


def test_a_figure_that_is_not_defined_says_why(sqlite_store: Store) -> None:
    queue_id = census(sqlite_store, judged(0, 4), wanted_labels=2)
    for name in ("ada", "ben"):
        for _ in range(4):
            item = next_item(sqlite_store, queue_id, name)
            assert item is not None
            record_entry(sqlite_store, answer(item, name))
    figures = annotator_view.agreement_figures(people_agreement(sqlite_store, RUN))
    by_name = {figure.label: figure for figure in figures}
    assert by_name["Kappa"].value == "not defined"
    assert "one class only" in by_name["Kappa"].reading
    assert by_name["AC1"].value == "1.00"
