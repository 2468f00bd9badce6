"""A person without a mouse: goes from control to control by Tab, and always sees where they are."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

# More stops than any of our pages has.
MOST_STOPS = 400
PATIENCE = 60
# Whether the focus is on something, within the window, and marked: by an outline, or in a drawing by the hex's own.
SEEN = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return 'nothing has the focus';
    const box = one.getBoundingClientRect();
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return 'out of sight';
    const marked = style => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
    const ground = one.querySelector('.ground');
    if (marked(getComputedStyle(one)) || (ground && parseFloat(getComputedStyle(ground).strokeWidth) >= 4)) return '';
    return 'not marked: ' + one.outerHTML.slice(0, 120);
}"""


class Keys:
    """Uses one page by keys alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, where: Locator) -> None:
        """Press Tab until the focus is there; it must be seen at every stop."""
        for _ in range(MOST_STOPS):
            if where.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement !== document.body"):  # else the page begins anew
                self.is_seen()
        raise AssertionError(f"Tab does not lead to {where}")

    def is_seen(self) -> None:
        """The reader sees where the focus is, once the page has come to rest."""
        for _ in range(PATIENCE):
            if not self.page.evaluate(SEEN):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(self.page.evaluate(SEEN))

    def press(self, where: Locator, key: str = "Enter") -> None:
        self.go_to(where)
        self.page.keyboard.press(key)

    def build_first(self) -> dict[str, Any]:
        """Open the first hex that is lit, which chooses its first tile; turn it once and lay it. Returns the action."""
        self.press(self.page.locator("#map svg a[href*='/lays/']").first)
        tile = self.page.get_by_role("dialog").locator(".lay[aria-pressed=true]")
        expect(tile).to_be_focused()
        self.is_seen()
        self.page.keyboard.press("Space")
        expect(tile).to_be_focused()
        action: dict[str, Any] = json.loads(tile.get_attribute("value") or "{}")
        self.page.keyboard.press("Enter")
        return action
