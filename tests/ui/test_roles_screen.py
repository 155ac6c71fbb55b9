"""Who signs in as what sees which screens; without sign-in there is one local owner."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from streamlit.testing.v1 import AppTest

from tests.services.labelling import census, judged, label_all
from tests.ui.conftest import AppServer, served
from tests.ui.screen_app import SCREENS, open_app, shown
from workbench.services.labelling.label_traces import next_item
from workbench.services.open_store import open_store

SIGN_IN = {"cookie_secret": "a secret of the test, long enough", "client_id": "test"}
HEADER = "X-Forwarded-Email"


@pytest.fixture
def app(migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app with sign-in configured, before anybody signed in."""
    path = tmp_path / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    monkeypatch.setenv("WORKBENCH_OWNERS", "olga@example.org")
    monkeypatch.setenv("WORKBENCH_ANNOTATORS", "@example.org")
    monkeypatch.setenv("WORKBENCH_VIEWERS", "vera@elsewhere.org")
    app = open_app(f"sqlite:///{path}", monkeypatch)
    app.secrets["auth"] = SIGN_IN
    return app


def as_who(app: AppTest, address: str, **claims: object) -> AppTest:
    app.user = {"is_logged_in": True, "email": address} | claims
    return app.run()


def can_open(app: AppTest, screen: str) -> bool:
    """Whether the navigation holds the screen."""
    app.switch_page(str(SCREENS / f"{screen}.py"))
    app.run()
    # Who may not open it is at the first screen instead.
    titles = {"judge": "<h1>Judge</h1>", "data": "<h1>Data</h1>", "label": "<h1>Label</h1>"}
    return titles[screen] in shown(app)


def test_before_sign_in_there_is_a_button_and_nothing_else(app: AppTest) -> None:
    at = app.run()
    assert not at.exception
    assert "Sign in to go on" in shown(at)
    assert [button.label for button in at.button] == ["Sign in"]


def test_people_without_a_role_see_nothing(app: AppTest) -> None:
    at = as_who(app, "mallory@evil.org")
    assert not at.exception
    assert "mallory@evil.org has no role here" in shown(at)
    assert "Ask an owner" in shown(at)


def test_an_address_that_is_not_verified_is_nobody(app: AppTest) -> None:
    at = as_who(app, "olga@example.org", email_verified=False)
    assert "Sign in to go on" in shown(at)


def test_as_long_as_no_owner_is_named_nobody_enters(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("WORKBENCH_OWNERS", "WORKBENCH_ANNOTATORS", "WORKBENCH_VIEWERS"):
        monkeypatch.delenv(variable)
    at = as_who(app, "olga@example.org")
    assert "No owner is named yet" in shown(at)
    assert "WORKBENCH_OWNERS" in shown(at)


def test_listed_people_without_any_sign_in_are_asked_for_one(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    monkeypatch.setenv("WORKBENCH_OWNERS", "test@example.com")
    # The test's user has this very address, but nothing says that it was signed in with.
    at = open_app(f"sqlite:///{path}", monkeypatch)
    assert not at.exception
    assert "Nobody is signed in" in shown(at)


def test_the_owner_opens_everything(app: AppTest) -> None:
    at = as_who(app, "Olga@Example.org")
    assert not at.exception
    assert "olga@example.org · owner" in shown(at)
    assert "import a file of traces" in shown(at)
    assert can_open(at, "data")
    assert can_open(at, "label")


def test_an_annotator_begins_with_their_own_labels_and_sees_no_judge(app: AppTest) -> None:
    at = as_who(app, "ann@example.org")
    assert not at.exception
    page = shown(at)
    assert "<h1>My labels</h1>" in page
    assert "ann@example.org · annotator" in page
    assert "The owner has to draw a queue first." in page
    assert can_open(at, "label")


@pytest.fixture(scope="module")
def team(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The app behind a proxy that says who is there."""
    environment = {
        "STREAMLIT_SERVER_TRUSTED_USER_HEADERS": f'{{"{HEADER}": "email"}}',
        "WORKBENCH_OWNERS": "olga@example.org",
        "WORKBENCH_ANNOTATORS": "ann@example.org, ben@example.org",
        "WORKBENCH_VIEWERS": "vera@example.org",
    }
    with served(migrated_file, tmp_path_factory.mktemp("team"), environment) as server:
        queue_id = census(server.store, judged(2, 1), wanted_labels=2)
        label_all(server.store, queue_id, "ben@example.org", note="SENTINEL-NOTE")
        yield server


def raw(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def seen_by(browser: Browser, address: str | None) -> Page:
    headers = {} if address is None else {HEADER: address}
    return browser.new_context(
        viewport={"width": 1280, "height": 800}, extra_http_headers=headers
    ).new_page()


@pytest.mark.slow
@pytest.mark.browser
def test_behind_a_proxy_the_address_decides_what_is_there(
    browser: Browser, team: AppServer
) -> None:
    for address, some, none in (
        ("olga@example.org", {"Label", "Judge", "Data"}, {"My labels"}),
        ("vera@example.org", {"Overview", "Judge"}, {"Label", "Data"}),
        ("ann@example.org", {"My labels", "Label"}, {"Judge", "Overview", "Data"}),
    ):
        page = seen_by(browser, address)
        page.goto(team.url)
        expect(page.locator(".wb-who")).to_contain_text(address, timeout=30_000)
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        names = set(page.locator("header a").all_inner_texts())
        names = {name.split("\n")[-1] for name in names}
        assert some <= names, (address, names)
        assert not none & names, (address, names)
        page.context.close()


@pytest.mark.browser
def test_an_annotator_cannot_reach_the_judge_by_its_address(
    browser: Browser, team: AppServer
) -> None:
    page = seen_by(browser, "ann@example.org")
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda f: sent.append(raw(f))))
    for path in ("judge", "triage", "data", "adjudicate", "judge?judge-section=Disagreements"):
        page.goto(f"{team.url}/{path}")
        expect(page.locator(".wb-title h1")).to_have_text("My labels", timeout=30_000)
    assert any(b"My labels" in frame for frame in sent)
    assert not any(b"SENTINEL-NOTE" in frame or b"strict" in frame for frame in sent)
    page.context.close()


@pytest.mark.browser
def test_nobody_labels_under_another_name_than_the_one_signed_in_with(
    browser: Browser, team: AppServer
) -> None:
    page = seen_by(browser, "ann@example.org")
    page.goto(f"{team.url}/label?annotator=ben@example.org")
    name = page.get_by_label("Your name")
    expect(name).to_have_value("ann@example.org", timeout=30_000)
    expect(name).to_be_disabled()
    page.get_by_role("button", name="Start labelling").click()
    page.locator(".board .question h2").wait_for()
    assert "annotator=ann" in page.url
    page.context.close()
    item = next_item(team.store, 1, "ann@example.org")
    assert item is not None


@pytest.mark.browser
def test_without_the_proxys_header_nothing_is_shown(browser: Browser, team: AppServer) -> None:
    page = seen_by(browser, None)
    page.goto(team.url)
    expect(page.get_by_text("Nobody is signed in")).to_be_visible(timeout=30_000)
    assert page.locator("header a").count() == 0
    page.context.close()


def test_a_local_user_is_the_owner_and_is_asked_nothing(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(migrated_file.read_bytes())
    open_store(f"sqlite:///{path}").close()
    at = open_app(f"sqlite:///{path}", monkeypatch)
    assert not at.exception
    assert '<p class="wb-who">' not in shown(at)
    assert can_open(at, "data")
