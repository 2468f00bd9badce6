"""The hand of a person at the page of a game: finds the control of an action, opens what hides it, and uses it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tielu import Action, Game
from tielu.core.actions import FoundCompany, LayTile
from tielu.views.actions.details import track_of

AMOUNTS = ("amount", "price")
# The first press chooses a tile, each further one turns it.
MOST_PRESSES = 7


@dataclass(frozen=True)
class Control:
    """What the page offers for an action: a button, or a form that asks for an amount."""

    action: dict[str, Any]
    where: Locator
    amount: int | None = None


class Hand:
    """Acts on one page of one game."""

    def __init__(self, page: Page, *, tap: bool = False) -> None:
        self.page = page
        self._tap = tap

    # ---- looking ----

    @property
    def seq(self) -> int:
        """How many entries the position on the page has."""
        return int(self.page.locator("#main").get_attribute("data-entries") or -1)

    def offers(self) -> list[dict[str, Any]]:
        """Every action that the page offers, as its JSON; undo is none."""
        return [offer for offer, _ in self._offers()]

    def _offers(self) -> list[tuple[dict[str, Any], bool]]:
        """The offers, and whether each is a button; else it is a form that asks for an amount."""
        found = self.page.locator(_OFFERS).evaluate_all("all => all.map(one => [one.value, one.tagName === 'BUTTON'])")
        return [(json.loads(value), is_button) for value, is_button in found]

    def control(self, game: Game, wanted: Action) -> Control:
        """The control for an action in this position; for a lay one that brings the same track will do."""
        data, offers = wanted.to_json(), self._offers()
        for number, (offer, is_button) in enumerate(offers):
            where = self.page.locator(_OFFERS).nth(number)
            if is_button and (offer == data or _same_track(game, offer, wanted)):
                return Control(offer, where)
            if not is_button and _same_but_amount(offer, data):
                return Control(data, where, next(data[name] for name in AMOUNTS if name in data))
        raise AssertionError(f"no control for {data} among {[offer for offer, _ in offers]}")

    # ---- acting ----

    def take(self, game: Game, wanted: Action) -> Action:
        """Use the control of an action and wait for the page that follows; returns what was sent."""
        before = self.seq
        if isinstance(wanted, FoundCompany) and self.page.locator(".founding").count():
            self.found(wanted)
            self.arrived(before + 1)
            return wanted
        control = self.control(game, wanted)
        if "hex" in control.action:
            self.build(control.action)
        else:
            self.press(control)
        self.arrived(before + 1)
        return Action.from_json(control.action)

    def found(self, action: FoundCompany) -> None:
        """Answer the three questions of a founding, look at what it brings, and confirm."""
        form = self.page.locator(".founding")
        answers: dict[str, list[object]] = {
            "company": [action.company],
            "price": [action.price, action.slot],
            "certificate": [action.director_percent, action.permits],
        }
        for name, parts in answers.items():
            wanted = [str(part) for part in parts if part is not None]
            menu = form.locator(f"select[name={name}]")
            values = menu.locator("option").evaluate_all("all => all.map(one => one.value)")
            menu.select_option(next(value for value in values if re.findall(r"\w+", value) == wanted))
        self.use(form.get_by_role("button"))
        self.use(self.page.locator("button[name=action]"))

    def build(self, action: dict[str, Any]) -> None:
        """Build on the map: press the hex, in its box the tile until it lies right, then the button."""
        box = self.open_hex(action["hex"])
        offers = box.locator("[name=action].lay")
        values = [json.loads(value) for value in offers.evaluate_all("all => all.map(one => one.value)")]
        wanted = offers.nth(values.index(action))
        turns = wanted.locator("xpath=..").locator(".lay:visible")
        for _ in range(MOST_PRESSES):
            if wanted.get_attribute("aria-pressed") == "true":
                break
            self.use(turns)
        self.use(box.locator(".confirm"))

    def open_hex(self, name: str) -> Locator:
        """Press a hex on the map; returns the box of what can be built there."""
        self.use(self.page.locator(f"#map svg a[href*='/lays/{name}?'] .ground"))
        box = self.page.get_by_role("dialog")
        expect(box).to_be_visible()
        return box

    def press_first(self, kind: str) -> None:
        """Press the first control of a kind of action, with the amount that stands there."""
        for number, (offer, is_button) in enumerate(self._offers()):
            if offer["type"] == kind:
                amount = None if is_button else next(offer[name] for name in AMOUNTS if name in offer)
                self.press(Control(offer, self.page.locator(_OFFERS).nth(number), amount))
                return
        raise AssertionError(f"no {kind} among {self.offers()}")

    def press(self, control: Control) -> None:
        """Open what the control is in, fill in the amount, and press the button."""
        for outer in control.where.locator("xpath=ancestor::details").all():
            if outer.get_attribute("open") is None:
                self.use(outer.locator("xpath=./summary"))
        button = control.where
        if control.amount is not None:
            form = control.where.locator("xpath=ancestor::form")
            form.locator("input[name=amount]").fill(str(control.amount))
            button = form.locator("button:not([name])")
        self.use(button)

    def use(self, where: Locator) -> None:
        """Press with the mouse, or with a finger."""
        where.tap() if self._tap else where.click()

    def arrived(self, seq: int) -> None:
        """Wait until the page shows the position after this entry."""
        expect(self.page.locator("#main")).to_have_attribute("data-entries", str(seq))


_OFFERS = ".panel [name=action]:not([value*='_undo']):not([value*='\"undo\"'])"


def _same_but_amount(offer: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return offer.keys() == wanted.keys() and all(offer[name] == wanted[name] for name in offer if name not in AMOUNTS)


def _same_track(game: Game, offer: dict[str, Any], wanted: Action) -> bool:
    if not isinstance(wanted, LayTile):
        return False
    if any(offer.get(name) != getattr(wanted, name) for name in ("type", "hex", "tile", "power")):
        return False
    offered = Action.from_json(offer)
    assert isinstance(offered, LayTile)
    return track_of(game, offered, "en") == track_of(game, wanted, "en")
