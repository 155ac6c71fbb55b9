"""Signing in at a provider, through the browser: roles by address, and the way out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.services.labelling import census, judged
from tests.ui.conftest import AppServer, free_port, served

pytest.importorskip("authlib", reason="the extra for sign-in is not installed")
from tests.ui.oidc_provider import Provider, provider, secrets_of

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def signing_in(
    migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[AppServer, Provider]]:
    """The app that sends people to a provider on loopback."""
    folder = tmp_path_factory.mktemp("sign-in")
    port = free_port()
    environment = {
        "WORKBENCH_OWNERS": "olga@example.org",
        "WORKBENCH_ANNOTATORS": "ann@example.org",
    }
    with provider() as running:
        (folder / ".streamlit").mkdir()
        secrets = folder / ".streamlit" / "secrets.toml"
        secrets.write_text(secrets_of(running, port), encoding="utf-8")
        with served(migrated_file, folder, environment, port, folder) as server:
            census(server.store, judged(1, 2))
            # The provider sends people back to this name.
            yield AppServer(f"http://localhost:{port}", server.store), running


def sign_in(page: Page, server: AppServer, running: Provider, email: str) -> None:
    running.email = email
    page.goto(server.url)
    page.get_by_role("button", name="Sign in").click(timeout=30_000)


@pytest.mark.slow
def test_an_annotator_signs_in_labels_under_the_address_and_signs_out(
    page: Page, signing_in: tuple[AppServer, Provider]
) -> None:
    server, running = signing_in
    running.is_verified = True
    sign_in(page, server, running, "ann@example.org")
    expect(page.locator(".wb-who")).to_have_text("ann@example.org · annotator", timeout=30_000)
    expect(page.locator(".wb-title h1")).to_have_text("My labels")
    page.get_by_role("button", name="Start labelling").click()
    expect(page.get_by_label("Your name")).to_have_value("ann@example.org")
    page.get_by_role("button", name="Start labelling").click()
    page.locator(".board .question h2").wait_for()
    page.goto(server.url)
    page.get_by_role("button", name="Sign out").click(timeout=30_000)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible(timeout=30_000)


def test_the_owner_sees_every_screen(page: Page, signing_in: tuple[AppServer, Provider]) -> None:
    server, running = signing_in
    running.is_verified = True
    sign_in(page, server, running, "olga@example.org")
    expect(page.locator(".wb-who")).to_have_text("olga@example.org · owner", timeout=30_000)
    page.get_by_role("link", name="Data").click()
    expect(page.locator(".wb-title h1")).to_have_text("Data")


def test_somebody_whom_nobody_listed_sees_nothing(
    page: Page, signing_in: tuple[AppServer, Provider]
) -> None:
    server, running = signing_in
    running.is_verified = True
    sign_in(page, server, running, "mallory@evil.org")
    expect(page.get_by_text("mallory@evil.org has no role here")).to_be_visible(timeout=30_000)
    assert page.locator("header a").count() == 0


def test_an_address_that_the_provider_did_not_verify_is_nobody(
    page: Page, signing_in: tuple[AppServer, Provider]
) -> None:
    server, running = signing_in
    running.is_verified = False
    with page.expect_response("**/oauth2callback*"):
        sign_in(page, server, running, "olga@example.org")
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    page.reload()
    expect(page.get_by_text("Sign in to go on")).to_be_visible(timeout=30_000)
    expect(page.locator(".wb-who")).to_have_count(0)
