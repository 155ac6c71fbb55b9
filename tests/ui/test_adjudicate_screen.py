"""The adjudication screen by keyboard: two keys decide, names come after, nothing comes early."""

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from tests.services.labelling import answer, census, judged, label_all
from tests.ui.conftest import AppServer
from tests.ui.screen_app import go, open_app, shown
from workbench.domain.vocabulary import Answer
from workbench.services.labelling.adjudicate import Reason, Ruling, decide, disputed_cases
from workbench.services.labelling.build_queue import build_queue
from workbench.services.labelling.label_traces import next_item, record_entry
from workbench.services.open_store import Store

pytestmark = pytest.mark.browser


def idle(page: Page) -> None:
    """Wait until the page has answered, and the step has stood long enough to be answered."""
    page.wait_for_timeout(200)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(350)


def text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        idle(page)


def enter(page: Page, server: AppServer, name: str) -> None:
    page.goto(f"{server.url}/adjudicate")
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    idle(page)


def a_line(page: Page, text: str) -> None:
    expect(page.locator(".wb-callout-title")).to_contain_text(text)


@pytest.fixture(scope="module")
def disputed(app_server: AppServer) -> AppServer:
    """Three traces on which ada and ben differ, in a queue that wants two labels."""
    queue_id = census(app_server.store, judged(2, 1), wanted_labels=2)
    label_all(app_server.store, queue_id, "ada", is_right=True, note="Ada's note: é 漢")
    label_all(app_server.store, queue_id, "ben", is_right=False, note="Ben's note")
    return app_server


def test_two_keys_decide_and_names_come_after(page: Page, disputed: AppServer) -> None:
    enter(page, disputed, "dan")
    expect(page.get_by_role("tab", name="To decide (3)")).to_be_visible()
    body = page.locator(".stMain").inner_text()
    assert "Ada's note: é 漢" in body
    assert "Ben's note" in body
    assert "strict" not in body
    for name in ("ada was", "was ada", "ben was", "was ben"):
        assert name not in body
    first = disputed_cases(disputed.store, "dan").open[0]
    press(page, "1", "2")
    a_line(page, f"Decided {first.request_id}.")
    assert "was ada" in page.locator(".wb-callout-title").inner_text()
    expect(page.get_by_role("tab", name="To decide (2)")).to_be_visible()
    (case,) = disputed_cases(disputed.store, "dan").decided
    assert case.decision is not None
    assert (case.decision.answer, case.decision.reason) == (Answer.CORRECT, Reason.GUIDELINE_GAP)
    press(page, "z")
    a_line(page, "open again")
    assert disputed_cases(disputed.store, "dan").decided == ()


def test_a_key_pressed_twice_decides_nothing_more(page: Page, disputed: AppServer) -> None:
    enter(page, disputed, "dan")
    page.keyboard.press("2")
    page.wait_for_timeout(60)
    page.keyboard.press("2")
    idle(page)
    expect(page.get_by_text("Which stage lost it?")).to_be_visible()
    press(page, "7", "2")
    expect(page.get_by_text("Wrong · generation · misread the passage")).to_be_visible()
    press(page, "z", "z", "z")
    expect(page.get_by_text("What is the verdict?")).to_be_visible()


@pytest.mark.slow
def test_digits_in_the_note_are_text_and_the_note_is_kept(page: Page, disputed: AppServer) -> None:
    enter(page, disputed, "dan")
    case = disputed_cases(disputed.store, "dan").open[0]
    page.get_by_role("textbox", name="Note").click()
    page.keyboard.type("1 of 2, naïve 漢")
    page.keyboard.press("Tab")
    idle(page)
    press(page, "5", "3")
    a_line(page, "Decided")
    decided = disputed_cases(disputed.store, "dan").decided
    (found,) = (one for one in decided if one.trace_id == case.trace_id)
    assert found.decision is not None
    assert found.decision.note == "1 of 2, naïve 漢"
    assert found.decision.answer is Answer.CANT_TELL
    press(page, "z")


@pytest.mark.slow
def test_arrows_go_through_the_cases(page: Page, disputed: AppServer) -> None:
    enter(page, disputed, "dan")
    names = []
    for _ in range(4):
        names.append(page.locator(".wb-reading").first.inner_text().split(" · ")[1])
        press(page, "ArrowRight")
    assert len(set(names)) == 3
    assert names[3] == names[0]
    press(page, "ArrowLeft")
    assert page.locator(".wb-reading").first.inner_text().split(" · ")[1] == names[3]


@pytest.mark.slow
def test_what_was_decided_stands_with_its_history_and_opens_again(
    page: Page, disputed: AppServer
) -> None:
    case = disputed_cases(disputed.store, "dan").open[0]
    decide(disputed.store, Ruling(case.trace_id, "dan", Answer.WRONG, Reason.SLIP))
    decide(disputed.store, Ruling(case.trace_id, "eve", Answer.CORRECT, Reason.EXPERTISE))
    enter(page, disputed, "dan")
    page.get_by_role("tab", name="Decided (1)").click()
    idle(page)
    body = page.locator(".stMain").inner_text()
    for text in ("ada", "ben", "eve,", "dan,", "no longer counts"):
        assert text in body
    page.get_by_role("button", name="Open it again").click()
    idle(page)
    expect(page.get_by_role("tab", name="Decided (0)")).to_be_visible()


def test_somebody_who_has_yet_to_label_sees_no_case_in_anything_sent(
    page: Page, app_server: AppServer, disputed: AppServer
) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda f: sent.append(text(f))))
    store: Store = disputed.store
    # A third label is wanted now, so that the items are open for everybody who gave none.
    queue_id = build_queue(
        store, run="default", judge=None, size=None, seed=5, name="third", wanted_labels=3
    ).queue_id
    enter(page, disputed, "fay")
    expect(page.get_by_text("3 cases are not shown to you")).to_be_visible()
    assert any("cases are not shown to you" in frame for frame in sent)
    assert not any("Ada's note" in frame or "Ben's note" in frame for frame in sent)
    item = next_item(store, queue_id, "fay")
    assert item is not None
    record_entry(store, answer(item, "fay"))
    page.reload()
    enter(page, disputed, "fay")
    expect(page.get_by_text("2 cases are not shown to you")).to_be_visible()
    expect(page.get_by_role("tab", name="To decide (1)")).to_be_visible()


def test_without_disputes_the_screen_says_how_they_come_about(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = sqlite_store.engine.url.render_as_string(hide_password=False)
    at: AppTest = go(open_app(url, monkeypatch), "adjudicate")
    assert not at.exception
    at.text_input[0].set_value("dan")
    at.button[0].click().run()
    assert not at.exception
    assert "Nothing waits for a decision" in shown(at)
    assert at.button(key="to-data-Queues").label == "Draw a queue"
