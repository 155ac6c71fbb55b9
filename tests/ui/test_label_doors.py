import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from db.store import Store
from tests.services.labelling import answer
from tests.ui.label_items import current, entries, queue_of, record, written
from workbench.domain.records import JudgeId, JudgeOpinion
from workbench.domain.vocabulary import JudgeVerdict
from workbench.resources import screen_script
from workbench.services.importing.import_traces import import_traces
from workbench.services.labelling.label_traces import next_item, record_entry
from workbench.settings import DATABASE_VARIABLE
from workbench.ui import session


@pytest.fixture
def screen(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    monkeypatch.setenv(DATABASE_VARIABLE, str(sqlite_store.engine.url))
    st.cache_resource.clear()
    st.cache_data.clear()
    yield AppTest.from_file(screen_script(), default_timeout=60)
    st.cache_resource.clear()


def opened(screen: AppTest) -> AppTest:
    screen.run()
    screen.switch_page("screens/label.py").run()
    assert not screen.exception
    return screen


def html(screen: AppTest) -> str:
    return " ".join(element.proto.body for element in screen.get("html"))


def items(screen: AppTest) -> list[dict[str, object]]:
    sent = [each.proto.bytes for each in screen.get("bidi_component")]
    return [json.loads(page) for page in sent if page]


def drawn(screen: AppTest) -> dict[str, object]:
    (item,) = items(screen)
    return item


def test_an_empty_store_says_to_import_first(screen: AppTest) -> None:
    opened(screen)
    assert "nothing to label yet" in html(screen)
    assert not screen.text_input


def test_a_run_without_a_queue_can_be_labelled_whole(
    screen: AppTest, sqlite_store: Store, tmp_path: Path
) -> None:
    import_traces(sqlite_store, written(tmp_path, [record("q-1"), record("q-2")]), run="spring")
    opened(screen)
    assert "No queue has been drawn yet" in html(screen)
    screen.button(key="label.census").click().run()
    assert screen.text_input[0].label == "Your name"
    assert screen.selectbox[0].options == ["spring-1 · run spring · 2 items"]


def test_nothing_starts_without_a_name(
    screen: AppTest, sqlite_store: Store, tmp_path: Path
) -> None:
    queue_of(sqlite_store, written(tmp_path, [record("q-1")]))
    opened(screen)
    assert screen.text_input[0].value == ""
    screen.text_input[0].set_value("   ")
    screen.button[0].click().run()
    assert "Give your name" in screen.error[0].value
    assert not screen.get("bidi_component")


def test_the_item_comes_after_the_name_and_says_nothing_of_the_judge(
    screen: AppTest, sqlite_store: Store, cases: Path
) -> None:
    (folder,) = cases.glob("lab-11*")
    queue_of(sqlite_store, folder / "traces.jsonl")
    opened(screen)
    screen.text_input[0].set_value("ann1")
    screen.button[0].click().run()
    assert not screen.exception
    assert screen.query_params["annotator"] == "ann1"
    data = drawn(screen)
    assert data["who"] == "ann1"
    assert data["bar"]["done"] == "0 of 2"
    for sentinel in (folder / "sentinels.txt").read_text().split():
        assert sentinel not in json.dumps(data)


def test_a_name_in_the_address_is_confirmed_before_it_counts(
    screen: AppTest, sqlite_store: Store, tmp_path: Path
) -> None:
    queue_id = queue_of(sqlite_store, written(tmp_path, [record("q-1")]))
    screen.query_params["annotator"] = "ann1"
    screen.query_params["queue"] = str(queue_id)
    opened(screen)
    screen.query_params["annotator"] = "ann1"
    screen.query_params["queue"] = str(queue_id)
    screen.run()
    assert not items(screen)
    assert screen.code[0].value == "ann1"
    screen.button(key="label.somebody_else").click().run()
    assert screen.text_input[0].value == ""
    assert entries(sqlite_store) == []


def test_a_finished_queue_shows_what_was_done_and_can_be_undone(
    screen: AppTest, sqlite_store: Store, tmp_path: Path
) -> None:
    queue_id = queue_of(sqlite_store, written(tmp_path, [record("q-1")]))
    item = next_item(sqlite_store, queue_id, "ann1")
    assert item is not None
    record_entry(sqlite_store, answer(item, "ann1"))
    opened(screen)
    screen.text_input[0].set_value("ann1")
    screen.button[0].click().run()
    assert "1 of 1" in html(screen)
    screen.button(key="label.undo").click().run()
    assert drawn(screen)["name"] == "q-1"
    assert current(sqlite_store) == {}


def test_an_undo_that_the_shown_judge_forbids_puts_the_item_there_and_says_why(
    screen: AppTest, sqlite_store: Store, cases: Path
) -> None:
    (folder,) = cases.glob("lab-11*")
    queue_id = queue_of(sqlite_store, folder / "traces.jsonl", reveals_judge=True)
    opened(screen)
    screen.text_input[0].set_value("ann1")
    screen.button[0].click().run()
    desk = screen.session_state[session.DESK]
    for _ in range(2):
        item = next_item(sqlite_store, queue_id, "ann1")
        assert item is not None
        record_entry(sqlite_store, answer(item, "ann1"))
        desk = replace(desk, last_saved=(item.trace_id, ""), trace_id=None, shown=None)
    said = JudgeOpinion(
        JudgeId("strict", "2"), JudgeVerdict.FAIL, "fail", rationale="It names <no> day."
    )
    screen.session_state[session.DESK] = replace(desk, opinions=(said,))
    screen.run()
    assert "strict@2 said fail" in html(screen)
    assert "It names &lt;no&gt; day." in html(screen)
    screen.button(key="label.undo").click().run()
    assert not screen.exception
    shown = drawn(screen)
    assert "blind answer stays" in shown["line"]["text"]
    assert shown["trail"][0] == "Your verdict"
    assert len(entries(sqlite_store)) == 2


def test_an_item_that_is_gone_leads_back_to_the_choice_of_a_queue(
    screen: AppTest, sqlite_store: Store, tmp_path: Path
) -> None:
    queue_of(sqlite_store, written(tmp_path, [record("q-1")]))
    opened(screen)
    screen.text_input[0].set_value("ann1")
    screen.button[0].click().run()
    screen.session_state[session.DESK] = replace(
        screen.session_state[session.DESK], trace_id=99, shown=None
    )
    screen.run()
    assert "holds no item 99" in screen.code[0].value
    assert screen.button[0].label == "Start labelling"
