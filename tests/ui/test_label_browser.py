import csv
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import AppServer
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import current, entries, queue_of, record, written
from workbench.services.exporting.export_tables import export

pytestmark = pytest.mark.browser


@pytest.fixture
def label(page: Page, app_server: AppServer) -> LabelPage:
    return LabelPage(page, app_server)


def case_queue(server: AppServer, cases: Path, name: str) -> tuple[str, int]:
    (folder,) = cases.glob(f"{name}*")
    run = f"{name}-run"
    return run, queue_of(server.store, folder / "traces.jsonl", run)


def test_ten_items_by_keyboard_alone_are_what_the_store_holds(
    label: LabelPage, tmp_path: Path
) -> None:
    run = "keyboard"
    path = written(tmp_path, [record(f"k-{n}") for n in range(1, 13)])
    queue_id = queue_of(label.server.store, path, run)
    label.enter("ann1", queue_id)
    expected: dict[str, tuple[object, ...]] = {}
    for n in range(10):
        name = label.name
        if n == 3:
            label.press("s")
            expected[name] = ("skip", None, None, None)
        elif n == 4:
            label.write_note("à demander: l’équipe")
            label.press("1")
            expected[name] = ("verdict", "correct", None, "à demander: l’équipe")
        elif n == 5:
            label.press("2", "2", "z")
            assert label.name == name
            label.press("1")
            expected[name] = ("verdict", "correct", None, None)
        elif n == 6:
            label.press("1")
            shown = label.name
            label.page.reload()
            label.wait()
            assert label.name == shown
            expected[name] = ("verdict", "correct", None, None)
        else:
            label.press("2", "4")
            expected[name] = ("verdict", "wrong", "generation", None)
        assert label.name != name
    assert current(label.server.store, run) == expected
    assert label.done == "9 of 12"
    kinds = [entry["kind"] for entry in entries(label.server.store, run)]
    assert kinds.count("undo") == 1
    table = tmp_path / "verdicts.csv"
    export(label.server.store, "verdicts", "csv", table, run=run)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    written_down = {row["request_id"]: (row["kind"], row["notes"]) for row in rows}
    assert written_down == {name: (e[0], e[3] or "") for name, e in expected.items()}


def test_five_presses_in_a_moment_label_one_item(label: LabelPage, cases: Path) -> None:
    run, queue_id = case_queue(label.server, cases, "lab-01")
    label.enter("ann1", queue_id)
    label.jump("q-1")
    label.write_note("wrong year")
    label.press("2")
    for _ in range(5):
        label.page.keyboard.press("1")
        label.page.wait_for_timeout(60)
    expect(label.board.locator(".done")).to_have_text("1 of 3")
    label.page.wait_for_timeout(500)
    assert current(label.server.store, run) == {
        "q-1": ("verdict", "wrong", "generation", "wrong year")
    }
    assert len(entries(label.server.store, run)) == 1


def test_a_key_held_down_answers_once(label: LabelPage, tmp_path: Path) -> None:
    path = written(tmp_path, [record(f"h-{n}") for n in range(1, 5)])
    label.enter("ann1", queue_of(label.server.store, path, "held"))
    label.page.evaluate(
        """() => { for (let n = 0; n < 25; n++) document.dispatchEvent(
        new KeyboardEvent("keydown", { key: "1", code: "Digit1", repeat: n > 0 })); }"""
    )
    expect(label.board.locator(".done")).to_have_text("1 of 4")
    label.page.wait_for_timeout(600)
    assert len(entries(label.server.store, "held")) == 1


def test_letters_of_a_note_begun_before_the_next_item_came_are_no_keys(
    label: LabelPage, tmp_path: Path
) -> None:
    path = written(tmp_path, [record(f"early-{n}") for n in range(1, 4)])
    label.enter("ann1", queue_of(label.server.store, path, "early"))
    first = label.name
    label.idle()
    label.page.keyboard.press("1")
    label.page.keyboard.press("n")
    label.page.keyboard.type("a sad zoo", delay=60)
    label.idle()
    assert label.name != first
    assert label.question == "Is the answer right?"
    assert label.note.input_value().endswith("zoo")
    assert current(label.server.store, "early") == {first: ("verdict", "correct", None, None)}


def test_nothing_of_one_item_is_on_the_next(label: LabelPage, cases: Path) -> None:
    run, queue_id = case_queue(label.server, cases, "app-03")
    label.enter("ann1", queue_id)
    label.jump("q-1")
    label.write_note("note-of-q-1")
    label.press("2", "2")
    label.jump("q-2")
    assert label.note.input_value() == ""
    assert label.board.locator('[aria-selected="true"]').count() == 0
    label.press("Enter")
    assert "Nothing chosen yet" in label.line.inner_text()
    label.jump("q-1")
    assert label.note.input_value() == "note-of-q-1"
    assert "Wrong" in label.board.locator(".trail").inner_text()
    label.jump("q-2")
    assert label.note.input_value() == ""
    label.press("1")
    assert current(label.server.store, run) == {
        "q-1": ("verdict", "wrong", "generation", "note-of-q-1"),
        "q-2": ("verdict", "correct", None, None),
    }


def test_a_reload_goes_on_at_the_open_item_under_the_same_name(
    label: LabelPage, cases: Path
) -> None:
    run, queue_id = case_queue(label.server, cases, "app-07")
    label.enter("ann1", queue_id)
    label.jump("q-1")
    label.press("1")
    label.jump("q-2")
    label.press("2", "1")
    label.jump("q-3")
    label.page.keyboard.press("n")
    label.page.keyboard.type("half a thought")
    label.page.reload()
    label.wait()
    assert (label.name, label.done) == ("q-3", "2 of 4")
    assert label.note.input_value() == "half a thought"
    label.jump("q-4")
    assert label.note.input_value() == ""
    assert [(e["request_id"], e["annotator"]) for e in entries(label.server.store, run)] == [
        ("q-1", "ann1"),
        ("q-2", "ann1"),
    ]


def test_somebody_else_gives_their_own_name_and_nothing_is_saved_without_one(
    label: LabelPage, cases: Path
) -> None:
    run, queue_id = case_queue(label.server, cases, "lab-09")
    label.page.goto(f"{label.server.url}/label?annotator=ann1&queue={queue_id}")
    label.page.get_by_role("button", name="I am somebody else").click()
    name = label.page.get_by_label("Your name")
    expect(name).to_have_value("")
    label.page.get_by_role("button", name="Start labelling").click()
    expect(label.page.get_by_text("nothing can be saved without one")).to_be_visible()
    assert entries(label.server.store, run) == []
    name.fill("ann2")
    name.press("Enter")
    label.wait()
    label.press("s")
    assert [e["annotator"] for e in entries(label.server.store, run)] == ["ann2"]
    assert "annotator=ann2" in label.page.url


def test_a_second_tab_stops_the_first_from_saving(
    label: LabelPage, browser: Browser, cases: Path
) -> None:
    run, queue_id = case_queue(label.server, cases, "app-09")
    label.enter("ann1", queue_id)
    label.jump("q-1")
    other = LabelPage(label.page.context.new_page(), label.server)
    other.enter("ann1", queue_id)
    other.jump("q-1")
    other.press("1")
    label.page.bring_to_front()
    label.write_note("from tab A")
    label.press("2")
    assert "labelled by you meanwhile" in label.line.inner_text()
    assert label.name == "q-1"
    assert label.note.input_value() == "from tab A"
    assert current(label.server.store, run) == {"q-1": ("verdict", "correct", None, None)}


def test_nothing_of_the_judge_reaches_the_page_before_the_verdict(
    label: LabelPage, cases: Path
) -> None:
    run, queue_id = case_queue(label.server, cases, "lab-11")
    (folder,) = cases.glob("lab-11*")
    sentinels = (folder / "sentinels.txt").read_text().split()
    received: list[bytes] = []

    def keep(payload: str | bytes) -> None:
        received.append(payload.encode() if isinstance(payload, str) else payload)

    label.page.on("websocket", lambda socket: socket.on("framereceived", keep))
    label.enter("ann1", queue_id)
    label.jump("q-1")
    label.press("h", "Escape", "j", "e")
    sent = b"".join(received)
    assert b"How long is a day ticket valid?" in sent
    shown = label.page.content() + label.page.title() + label.page.url + label.board.inner_html()
    for sentinel in sentinels:
        assert sentinel.encode() not in sent
        assert sentinel not in shown
    assert entries(label.server.store, run) == []


def test_hostile_text_is_shown_as_text(label: LabelPage, tmp_path: Path) -> None:
    hostile = "<script>window.bad=1</script> ![x](http://evil.test/x.png) $\\frac{a}{b}$ :red[x]"
    asked: list[str] = []
    label.page.on("request", lambda request: asked.append(request.url))
    trace = record(
        "<b>x</b>",
        query=hostile,
        answer=f'{hostile} <img src="http://evil.test/y.png" onerror="window.bad=1">',
        reference_answer="مرحبا بكم 👩‍👩‍👧‍👦 " + "longword" * 200,
    )
    label.enter("<i>eve</i>", queue_of(label.server.store, written(tmp_path, [trace]), "hostile"))
    assert label.name == "<b>x</b>"
    assert label.board.locator(".query .body").inner_text() == hostile
    assert "onerror" in label.board.locator(".answer .body").inner_text()
    assert label.page.evaluate("window.bad") is None
    assert not [url for url in asked if "evil" in url]
    assert label.board.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_a_passage_is_marked_as_a_source_by_keyboard(label: LabelPage, cases: Path) -> None:
    _, queue_id = case_queue(label.server, cases, "rag-03")
    label.enter("ann1", queue_id)
    label.jump("q-1")
    twin = label.board.locator('.passage[data-id="d-900"]')
    assert "Same text as gold d-100" in twin.inner_text()
    while "focused" not in (twin.get_attribute("class") or ""):
        label.page.keyboard.press("j")
    label.press("g")
    assert "Gold" in twin.inner_text()
    assert "from ids" in label.board.locator(".ladder").inner_text()
    assert label.question == "Is the answer right?"


def test_the_end_of_a_queue_offers_the_skipped_ones(label: LabelPage, tmp_path: Path) -> None:
    path = written(tmp_path, [record(f"e-{n}") for n in (1, 2)])
    label.enter("ann1", queue_of(label.server.store, path, "end"))
    label.press("s")
    skipped = label.line.inner_text()
    label.page.keyboard.press("1")
    label.page.get_by_role("button", name="Go through the skipped ones").click()
    label.wait()
    assert label.name in skipped
    assert "skipped this item before" in label.board.locator(".trail").inner_text()


def test_a_narrow_window_shows_one_list_and_never_scrolls_sideways(
    label: LabelPage, tmp_path: Path
) -> None:
    path = written(tmp_path, [record("n-1", answer="longword" * 90)])
    label.page.set_viewport_size({"width": 800, "height": 900})
    label.enter("ann1", queue_of(label.server.store, path, "narrow"))
    assert label.board.locator(".column").count() == 1
    badges = label.board.locator(".passage .badge").all_inner_texts()
    assert badges == ["In the prompt", "Retrieved only"]
    expect(label.board.locator(".question h2")).to_be_in_viewport()
    assert label.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    label.press("1")
    assert current(label.server.store, "narrow") == {"n-1": ("verdict", "correct", None, None)}
