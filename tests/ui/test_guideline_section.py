"""The guideline of a queue on the Data page."""

from pathlib import Path

import pytest

from db.store import Store
from tests.ui.label_items import queue_of, record, written
from tests.ui.screen_app import go, open_app, shown
from workbench.services.labelling.guidelines import guideline_versions


def test_a_guideline_is_written_seen_and_replaced(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue_id = queue_of(sqlite_store, written(tmp_path, [record("q-1")]), "spring")
    app = go(open_app(str(sqlite_store.engine.url), monkeypatch), "data", section="Queues")
    assert "no guideline yet" in shown(app)
    for text in ("# First", "# Second <b>x</b> ![y](http://evil.test/y.png)"):
        app.text_area[0].set_value(text)
        save = next(b for b in app.button if b.label == "Save as a new version")
        save.click().run()
        assert not app.exception
    versions = guideline_versions(sqlite_store, queue_id)
    assert [v.version for v in versions] == [2, 1]
    page = shown(app)
    assert "<h3>Second &lt;b&gt;x&lt;/b&gt; [image: y]</h3>" in page
    assert "<img" not in page


def test_an_empty_guideline_says_what_to_write(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue_id = queue_of(sqlite_store, written(tmp_path, [record("q-1")]), "spring")
    app = go(open_app(str(sqlite_store.engine.url), monkeypatch), "data", section="Queues")
    next(b for b in app.button if b.label == "Save as a new version").click().run()
    assert not app.exception
    assert any("The guideline is empty" in code.value for code in app.code)
    assert guideline_versions(sqlite_store, queue_id) == ()
