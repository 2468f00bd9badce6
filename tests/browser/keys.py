"""A person without a mouse: goes from control to control by Tab, and always sees where they are."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import ElementHandle, Locator, Page, expect

# More stops than any of our pages has.
MOST_STOPS = 400
PATIENCE = 60
# What takes the focus where the mouse would press: a control, the one that a label names, the link around a drawing.
CONTROL = """one => {
    const found = one.closest('a[href], button, summary, input, label');
    return found instanceof HTMLLabelElement ? found.control : found;
}"""
IS_BEHIND = "one => Boolean(document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)"
# Whether the focus is on something, within the window, and marked: by an outline, or in a drawing by the hex's own.
SEEN = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return 'nothing has the focus';
    const box = one.getBoundingClientRect();
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return 'out of sight';
    const marked = style => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
    const ground = one.querySelector('.ground');
    const drawn = getComputedStyle(one).opacity === '0' ? one.closest('label') : one;
    if (marked(getComputedStyle(drawn)) || (ground && parseFloat(getComputedStyle(ground).strokeWidth) >= 4)) return '';
    return 'not marked: ' + one.outerHTML.slice(0, 120);
}"""
# Where Enter makes the armed move: nowhere in particular, on the choice that is armed, on the tile, on an answer.
ENTER_DOES = """() => document.activeElement.matches(
    'body, #decide, [name=arm][aria-pressed=true], .lay[aria-pressed=true], .founding input')"""
# Whether the focus has arrived; a group of radio buttons is one stop, and arrows lead on from there. The last stop of a
# page leads to the browser itself, and from there the page begins anew.
AT = f"""wanted => {{
    const one = document.activeElement;
    const together = one.type === 'radio' && one.name === wanted.name && one.form === wanted.form;
    if (one === wanted || together) return 'there';
    return one === document.body || !({SEEN})();
}}"""


class Keys:
    """Uses one page by keys alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, where: Locator | ElementHandle) -> None:
        """Press Tab, or Shift and Tab if it lies behind, until the focus is there; it must be seen at every stop."""
        wanted = where if isinstance(where, ElementHandle) else where.element_handle()
        key = "Shift+Tab" if wanted.evaluate(IS_BEHIND) else "Tab"
        for _ in range(MOST_STOPS):
            seen = wanted.evaluate(AT)
            if seen == "there":
                return
            if not seen:
                self.is_seen()
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {wanted.evaluate('one => one.outerHTML')}")

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

    def use(self, where: Locator) -> None:
        """Do what a press of the mouse would do: Space on a button, Enter on links and lists, arrows among answers.

        What is used in every turn has a key of its own: P passes, Enter makes the armed move.
        """
        if where.evaluate("one => one.matches('.bar .pass')"):
            self.page.keyboard.press("p")
            return
        if where.evaluate("one => one.matches('.bar [data-main]')") and self.page.evaluate(ENTER_DOES):
            self.page.keyboard.press("Enter")
            return
        control = where.evaluate_handle(CONTROL).as_element()
        assert control, f"nothing to be focused at {where}"
        kind = control.get_attribute("type")
        self.go_to(control)
        if kind == "radio":
            self._turn_to(control.get_attribute("name") or "", control.get_attribute("value") or "")
        elif kind != "number":
            self.page.keyboard.press("Space" if control.evaluate("one => one.matches('button')") else "Enter")

    def _turn_to(self, name: str, value: str) -> None:
        """Press an arrow key until this answer of a question is chosen; the page follows each of them."""
        for _ in range(MOST_STOPS):
            chosen = self.page.locator(f"input[name={name}]:checked")
            if chosen.count() and chosen.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown" if chosen.count() else "Space")
            expect(self.page.locator(f"input[name={name}][checked]")).to_have_value(chosen.input_value())
        raise AssertionError(f"no arrow leads to {name} {value}")

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
