"""Hands on the keyboard, eyes on the answer: passages, search, marks, contrast, names."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import AppServer
from tests.ui.label_browser import LabelPage
from tests.ui.label_items import queue_of, record, written
from workbench.services.labelling.guidelines import set_guideline

pytestmark = pytest.mark.browser

BOARD = """
  const board = [...document.querySelectorAll('*')]
    .map((node) => node.shadowRoot && node.shadowRoot.querySelector('.board')).find(Boolean);
"""

# Words marked by a highlight, in the order they stand.
MARKED = "(name) => [...(CSS.highlights.get(name) || [])].map((range) => range.toString()).sort()"

# Contrast of every text with what is behind it, colours resolved by the browser itself.
CONTRAST = (
    "() => {"
    + BOARD
    + """
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((c, n) => c * top[3] + below[n] * (1 - top[3]));
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => {
      const part = c / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const page = getComputedStyle(document.querySelector('.stApp')).backgroundColor;
  const behind = (node) => {
    const layers = [];
    for (let at = node; at && at !== board.parentNode; at = at.parentNode) {
      if (at.nodeType === 1) layers.push(rgba(getComputedStyle(at).backgroundColor));
    }
    return layers.reverse().reduce((below, top) => over(top, below), rgba(page).slice(0, 3));
  };
  const low = [];
  let n = 0;
  for (const node of board.querySelectorAll('*')) {
    const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim());
    if (!own || node.closest('.sr') || !node.getClientRects().length) continue;
    n += 1;
    const style = getComputedStyle(node);
    const ground = behind(node);
    const ink = over(rgba(style.color), ground);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) low.push([node.className, node.textContent.slice(0, 30), ratio.toFixed(2)]);
  }
  return { n, low };
}"""
)

# Everything that takes the focus or a click has a name for a screen reader.
NAMELESS = (
    "() => {"
    + BOARD
    + """
  const named = (node) => node.getAttribute('aria-label') || node.getAttribute('aria-labelledby')
    || node.textContent.trim();
  return [...board.querySelectorAll('button, input, textarea, [tabindex], [role]')]
    .filter((node) => !named(node)).map((node) => node.outerHTML.slice(0, 80));
}"""
)


@pytest.fixture
def label(page: Page, app_server: AppServer) -> LabelPage:
    return LabelPage(page, app_server)


def opened(label: LabelPage, folder: Path, run: str, *records: dict[str, Any]) -> int:
    queue_id = queue_of(label.server.store, written(folder, records), run)
    label.enter("ann1", queue_id)
    return queue_id


def focused(label: LabelPage) -> str | None:
    return label.board.locator(".passage.focused").get_attribute("data-id")


def many(n: int, words: str = "Filler words stand here. ", size: int = 20) -> list[dict[str, Any]]:
    return [
        {"doc_id": f"p{k}", "rank": k, "text": f"Text {k}. " + words * size} for k in range(1, n)
    ]


def test_one_key_opens_the_next_passage_and_closes_the_last(
    label: LabelPage, tmp_path: Path
) -> None:
    opened(label, tmp_path, "next", record("x-1", candidates=many(6), prompt_passages=["p1"]))
    names = [p.get_attribute("data-id") for p in label.board.locator(".passage").all()]
    label.press("x")
    assert focused(label) == names[0]
    label.press("x", "x")
    assert focused(label) == names[2]
    assert label.board.locator(".passage.expanded").count() == 1
    expect(label.board.locator(".passage.expanded header")).to_be_in_viewport()


def test_words_are_found_in_passages_that_are_closed_and_far_down(
    label: LabelPage, tmp_path: Path
) -> None:
    passages = many(40)
    passages[30]["text"] += "The needle is here."
    opened(label, tmp_path, "words", record("w-1", candidates=passages, prompt_passages=["p1"]))
    label.page.keyboard.press("w")
    label.page.keyboard.type("NEEDLE is")
    expect(label.board.locator(".search")).to_contain_text("in 1 passage")
    label.page.keyboard.press("Enter")
    assert focused(label) == "p31"
    expect(label.board.locator(".passage.expanded")).to_have_attribute("data-id", "p31")
    assert label.page.evaluate(MARKED, "workbench-find") == ["needle is"]
    label.page.keyboard.press("Escape")
    assert label.page.evaluate(MARKED, "workbench-find") == []
    label.press("1")
    expect(label.board).to_have_count(0)


def test_the_querys_words_and_the_nearest_sentence_are_marked(
    label: LabelPage, tmp_path: Path
) -> None:
    passages = [
        {"doc_id": "d1", "rank": 1, "text": "Ask us. Tickets are valid until 03:00 each day."},
        {"doc_id": "d2", "rank": 2, "text": "Daytime helmets."},
    ]
    trace = record(
        "m-1", candidates=passages, prompt_passages=["d1"], answer="They are valid until 03:00 [1]."
    )
    opened(label, tmp_path, "marks", trace)
    expect(label.board.locator('[data-id="d1"] .cited')).to_have_text("Cited in the answer")
    assert label.board.locator(".cited").count() == 1
    label.page.wait_for_timeout(300)
    # A word inside a longer one is none of the query's.
    assert label.page.evaluate(MARKED, "workbench-term") == ["Tickets", "day", "valid"]
    assert label.page.evaluate(MARKED, "workbench-near") == [
        "Tickets are valid until 03:00 each day."
    ]


def test_punctuation_in_a_query_or_a_search_is_text(label: LabelPage, tmp_path: Path) -> None:
    signs = r"fontana-hale o'brien re-use (a|b)* [c] {d} ^e$ f\g /h/ i+ j? k.l & ~ # ` < > @"
    passages = [{"doc_id": "d1", "rank": 1, "text": f"Text of {signs} ends."}]
    trace = record("g-1", query=f"What is {signs}", candidates=passages, prompt_passages=["d1"])
    opened(label, tmp_path, "signs", trace)
    label.page.wait_for_timeout(300)
    assert "fontana-hale" in label.page.evaluate(MARKED, "workbench-term")
    label.page.keyboard.press("w")
    label.page.keyboard.insert_text(signs)
    expect(label.board.locator(".search")).to_contain_text("in 1 passage")
    assert label.page.evaluate(MARKED, "workbench-find") == [signs]


def test_a_search_in_the_queue_lists_what_it_finds(label: LabelPage, tmp_path: Path) -> None:
    records = [record(f"s-{n}", answer=f"Answer {'about cats' if n > 2 else ''}") for n in range(5)]
    opened(label, tmp_path, "search", *records)
    label.page.keyboard.press("/")
    label.page.keyboard.type("ABOUT cats")
    label.page.keyboard.press("Enter")
    rows = label.board.locator(".sheet .row code")
    expect(rows).to_have_count(2)
    expect(label.board.locator(".sheet")).not_to_contain_text("the first")
    wanted = rows.nth(1).inner_text()
    label.page.keyboard.press("2")
    expect(label.board.locator(".request")).to_have_text(wanted)
    label.wait()
    label.page.keyboard.press("/")
    label.page.keyboard.type("no such words")
    label.page.keyboard.press("Enter")
    expect(label.line).to_contain_text("holds no item")


def test_scripts_tables_and_code_stay_text(label: LabelPage, tmp_path: Path) -> None:
    texts = {
        "rtl": "التذكرة اليومية صالحة حتى الساعة 3.",
        "cjk": "日付チケットは翌朝3時まで有効です。",
        "emoji": "👩‍👩‍👧‍👦 🇪🇺 ﷽ a\u0301",
        "table": "| a | b |\n|---|---|\n| 1 | 2 |",
        "code": "```\ndef f():\n    return '<b>x</b>'\n```",
        "latex": "$\\frac{a}{b}$ **bold** :red[x] [x](http://evil.test)",
    }
    passages = [{"doc_id": k, "rank": n, "text": t} for n, (k, t) in enumerate(texts.items(), 1)]
    opened(label, tmp_path, "scripts", record("t-1", candidates=passages, prompt_passages=["rtl"]))
    for name, text in texts.items():
        body = label.board.locator(f'[data-id="{name}"] .body')
        assert body.evaluate("node => node.textContent") == text
        assert body.evaluate("node => node.children.length") == 0
    fonts = {
        name: label.board.locator(f'[data-id="{name}"] .body').evaluate(
            "node => getComputedStyle(node).fontFamily"
        )
        for name in texts
    }
    assert fonts["table"] == fonts["code"] != fonts["latex"]
    ways = label.board.locator('[data-id="rtl"] .body').evaluate(
        "n => getComputedStyle(n).direction"
    )
    assert ways == "rtl"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (800, "dark")])
def test_every_text_is_told_from_its_ground_and_every_control_has_a_name(
    browser: Browser, app_server: AppServer, tmp_path: Path, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    label = LabelPage(context.new_page(), app_server)
    run = f"contrast-{scheme}-{width}"
    trace = record("a-1", truncated=True, expected_claims=["Until 03:00"], question_id=run)
    queue_id = queue_of(
        app_server.store, written(tmp_path, [trace, record("a-2", question_id=run)]), run
    )
    set_guideline(app_server.store, queue_id, "# Rule\n\n- `code` and [link](https://a.test)")
    label.enter("ann1", queue_id)
    label.jump("a-1")
    for keys in (
        (),
        ("l",),
        ("Escape", "f", "c"),
        ("1", "2"),
        ("v",),
        ("Escape", "?"),
        ("Escape",),
    ):
        label.press(*keys)
        found = label.page.evaluate(CONTRAST)
        assert found["n"] > 30
        assert found["low"] == [], json.dumps(found["low"])
        assert label.page.evaluate(NAMELESS) == []
    context.close()


@pytest.mark.slow
def test_a_trace_of_megabytes_is_sent_once(label: LabelPage, tmp_path: Path) -> None:
    trace = record("b-1", candidates=many(201, size=400), prompt_passages=["p1", "p2"])
    received: list[int] = []
    label.page.on(
        "websocket", lambda line: line.on("framereceived", lambda data: received.append(len(data)))
    )
    opened(label, tmp_path, "big", trace)
    assert sum(received) > 2_000_000
    received.clear()
    label.press("c", "f")
    assert 0 < sum(received) < 100_000
    # Another screen and back: the page that is drawn anew asks for the passages.
    label.page.get_by_role("link", name="Overview").click()
    expect(label.board).to_have_count(0)
    label.page.get_by_role("link", name="Label").click()
    expect(label.board.locator(".passage")).to_have_count(200, timeout=15_000)
    expect(label.board.locator(".chip.flag")).to_be_visible()
