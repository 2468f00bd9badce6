"""People before a screen: at a desk or with a phone, each with cookies of their own."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


class Readers:
    """The readers of one test. What their pages complain of is collected; what is expected can be pardoned."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for context in self._contexts:
            context.close()

    def at_desk(self, lang: str = "en", **options: Any) -> Page:
        """A page in a window of 1280 × 900."""
        return self.reader(locale=lang, viewport=DESK, **options)

    def with_phone(self, lang: str = "en", **options: Any) -> Page:
        """A page on a phone of 390 × 844, which is touched."""
        return self.reader(**{"locale": lang, "viewport": PHONE, "has_touch": True, "is_mobile": True, **options})

    def reader(self, **options: Any) -> Page:
        """A page; motion would only cost time, and those who want to see it ask for it."""
        context = self._browser.new_context(base_url=self.address, **{"reduced_motion": "reduce", **options})
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._heard)
        page.on("dialog", self._asked)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, dialog: Dialog) -> None:
        """None of our pages opens a window; markup that has slipped through would."""
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def pardon(self, *words: str) -> None:
        """Forget the complaints that contain one of these words: the test has brought them about."""
        self.complaints = [each for each in self.complaints if not any(word in each for word in words)]

    def look_for_complaints(self) -> None:
        assert self.complaints == [], "\n".join(self.complaints)
