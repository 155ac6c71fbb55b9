"""Drives the label screen by its keyboard, and reads what stands on it."""

from playwright.sync_api import Locator, Page, expect

from tests.ui.conftest import AppServer

SETTLED = 340


class LabelPage:
    """The label screen in one tab."""

    def __init__(self, page: Page, server: AppServer) -> None:
        self.page = page
        self.server = server

    def enter(self, name: str, queue_id: int) -> None:
        """Open the queue from its address and confirm the name."""
        self.page.goto(f"{self.server.url}/label?annotator={name}&queue={queue_id}")
        self.page.get_by_role("button", name="Yes, go on").click()
        self.wait()

    def wait(self) -> None:
        """Wait until an item is on the screen and has been there long enough to be answered."""
        self.board.locator(".question h2").wait_for()
        self.page.wait_for_timeout(SETTLED)

    @property
    def board(self) -> Locator:
        return self.page.locator(".board")

    @property
    def name(self) -> str:
        return self.board.locator(".request").inner_text()

    @property
    def note(self) -> Locator:
        return self.board.locator("textarea.note")

    @property
    def line(self) -> Locator:
        return self.board.locator(".lines")

    @property
    def question(self) -> str:
        return self.board.locator(".question h2").inner_text()

    @property
    def done(self) -> str:
        return self.board.locator(".done").inner_text()

    def press(self, *keys: str) -> None:
        """Press keys as a person does: what each one did is seen before the next."""
        for key in keys:
            self.idle()
            self.page.keyboard.press(key)
            self.idle()
            self.page.wait_for_timeout(SETTLED)

    def idle(self) -> None:
        """Wait until no act is on its way."""
        expect(self.board.and_(self.page.locator(".busy"))).to_have_count(0)

    def jump(self, request_id: str) -> None:
        """Go to an item by its request id."""
        self.idle()
        self.page.keyboard.press("/")
        self.page.keyboard.type(request_id)
        self.page.keyboard.press("Enter")
        self.idle()
        expect(self.board.locator(".request")).to_have_text(request_id)
        self.page.wait_for_timeout(SETTLED)

    def write_note(self, text: str) -> None:
        """Write a note and leave it."""
        self.idle()
        self.page.keyboard.press("n")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Escape")
