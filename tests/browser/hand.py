"""The hand of a person at the page of a game: chooses on the map, a card or the sheet, and presses the button."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tielu import Action, Game
from tielu.core.actions import FoundCompany, LayTile, Pass
from tielu.views.actions.details import track_of
from tielu.views.actions.lays import hex_labels

AMOUNTS = ("amount", "price")
# The first press chooses a tile, each further one turns it.
MOST_PRESSES = 7
HEXES = "#map svg a[href*='/lays/']"
# What can be chosen, and what the main button would do.
_CHOICES = "button[name=arm]:not(.ticket)"
_ARMED = ".bar button[data-main][name=action], .bar .amount input[name=action]"
_OFFERS = f"{_CHOICES}, {_ARMED}, .bar .pass[name=action]"


class Hand:
    """Acts on one page of one game: presses controls with the mouse, with a finger (`Locator.tap`), or by keys."""

    def __init__(self, page: Page, use: Callable[[Locator], None] = Locator.click) -> None:
        self.page = page
        self.use = use

    # ---- looking ----

    @property
    def seq(self) -> int:
        """How many entries the position on the page has."""
        return int(self.page.locator("#main").get_attribute("data-entries") or -1)

    @property
    def main(self) -> Locator:
        """The main button, which does what has been chosen."""
        return self.page.locator(".bar [data-main]")

    @property
    def decision(self) -> Locator:
        """The heading of the action bar: what has been chosen, or who decides."""
        return self.page.locator("#decide")

    @property
    def turn(self) -> Locator:
        """The part of the ribbon that says who decides, and whether that is up to the reader."""
        return self.page.locator(".ribbon .turn")

    def offers(self) -> list[str]:
        """Everything that the page offers: actions as their JSON, hexes by their links, the card of a founding."""
        found = self.page.locator(f"{_OFFERS}, {HEXES}, .founding")
        texts: list[str] = found.evaluate_all("all => all.map(one => one.value ?? one.getAttribute('href') ?? 'found')")
        return texts

    def armed(self) -> dict[str, Any] | None:
        """What the main button would do, as JSON; None if nothing has been chosen."""
        found = self.page.locator(_ARMED)
        return json.loads(found.get_attribute("value") or "null") if found.count() else None

    # ---- acting ----

    def take(self, game: Game, wanted: Action) -> Action:
        """Choose an action, do it, and wait for the page that follows; returns what was sent.

        For a lay one that brings the same track will do.
        """
        sent = self.choose(game, wanted)
        self.confirm(sent)
        return sent

    def confirm(self, chosen: Action) -> None:
        """Do what has been chosen, and wait for the page that follows."""
        before = self.seq
        if isinstance(chosen, Pass):
            self.pass_on()
        else:
            self.do()
        self.arrived(before + 1)

    def choose(self, game: Game, wanted: Action) -> Action:
        """Choose an action where the page offers it, with its amount; passing need not be chosen."""
        place = next(iter(hex_labels(game, [wanted], "en")), None)
        if isinstance(wanted, Pass):
            return wanted
        if place is not None and self.page.locator(HEXES).count():
            return self.choose_on_map(game, place, wanted)
        if isinstance(wanted, FoundCompany) and self.page.locator(".founding").count():
            self.choose_founding(wanted)
            return wanted
        data = wanted.to_json()
        if not _same_but_amount(self.armed() or {}, data):
            self.arm(self._choice(data))
        if self.page.locator(".bar .amount").count():
            amount = next(data[name] for name in AMOUNTS if name in data)
            field = self.page.locator(".stepper input")
            self.use(field)
            field.press("ControlOrMeta+a")
            self.page.keyboard.type(str(amount))
        return wanted

    def _choice(self, data: dict[str, Any]) -> Locator:
        """The button that chooses an action, whatever its amount."""
        found = self.page.locator(_CHOICES)
        values = [json.loads(value) for value in found.evaluate_all("all => all.map(one => one.value)")]
        for number, value in enumerate(values):
            if value == data or _same_but_amount(value, data):
                return found.nth(number)
        raise AssertionError(f"no choice for {data} among {values}")

    def arm(self, button: Locator) -> None:
        """Press a choice, after opening the lists that it is in, and wait until the bar has it."""
        for outer in button.locator("xpath=ancestor::details").all():
            if outer.get_attribute("open") is None:
                self.use(outer.locator("xpath=./summary"))
        value = button.get_attribute("value") or ""
        self.use(button)
        # Counted: where an expectation about one element is not met at once, Playwright describes the whole page.
        expect(self.page.locator(_with_value(_ARMED, value))).to_have_count(1)

    def choose_founding(self, action: FoundCompany) -> None:
        """Answer the three questions of a founding; the page follows each answer."""
        form = self.page.locator(".founding")
        answers: dict[str, list[object]] = {
            "company": [action.company],
            "price": [action.price, action.slot],
            "certificate": [action.director_percent, action.permits],
        }
        for name, parts in answers.items():
            wanted = [str(part) for part in parts if part is not None]
            radios = form.locator(f"input[name={name}]")
            values = radios.evaluate_all("all => all.map(one => one.value)")
            number = next(each for each, value in enumerate(values) if re.findall(r"\w+", value) == wanted)
            if radios.nth(number).get_attribute("checked") is None:
                with self.page.expect_response(lambda response: "company=" in response.url):
                    self.use(radios.nth(number))
            expect(form.locator(_with_value(f"input[name={name}][checked]", values[number]))).to_have_count(1)
        expect(self.page.locator(_ARMED)).to_have_count(1)

    def choose_on_map(self, game: Game, place: str, wanted: Action) -> Action:
        """Press a hex, and in its box the tile until it lies right."""
        box = self.open_hex(place)
        offers = box.locator("[name=action].lay")
        values = [json.loads(value) for value in offers.evaluate_all("all => all.map(one => one.value)")]
        data = wanted.to_json()
        found = [value for value in values if value == data] or [
            value for value in values if _same_track(game, value, wanted)
        ]
        assert found, f"no choice for {data} among {values}"
        lay = offers.nth(values.index(found[0]))
        turns = lay.locator("xpath=..").locator(".lay:visible")
        for _ in range(MOST_PRESSES):
            if lay.get_attribute("aria-pressed") == "true":
                break
            self.use(turns)
        assert self.armed() == found[0]
        return Action.from_json(found[0])

    def open_hex(self, name: str) -> Locator:
        """Press a hex on the map; returns the box of what can be built there."""
        self.use(self.page.locator(f"#map svg a[href*='/lays/{name}?'] .ground"))
        box = self.page.get_by_role("dialog")
        box.wait_for()
        return box

    def press_first(self, kind: str) -> None:
        """Do the first action of a kind that is offered, with the amount that stands there."""
        if kind == "pass":
            self.pass_on()
            return
        if (self.armed() or {}).get("type") != kind:
            self.arm(self.page.locator(f'{_CHOICES}[value*=\'"type":"{kind}"\']').first)
        self.do()

    def pass_on(self) -> None:
        """Press the button that passes."""
        self.use(self.page.locator(".bar .pass"))

    def do(self) -> None:
        """Press the main button."""
        self.use(self.main)

    def open_drawer(self, name: str) -> None:
        """Show the log, the chat or the notes."""
        self.use(self.page.locator(".tabs label", has_text=name))

    def open_menu(self) -> None:
        """Open the menu of the table: other pages, language, settings."""
        self.use(self.page.locator("#menu > summary"))

    def take_advice(self) -> None:
        """Ask for a suggestion, which chooses a move and says why, and do it."""
        self.use(self.page.get_by_role("button", name="Suggest"))
        expect(self.page.locator(".bar .advice")).to_contain_text("Chairman")
        self.do()

    def arrived(self, seq: int) -> None:
        """Wait until the page shows the position after this entry, or after passes that have followed by themselves."""
        # Asked now and then: by default Playwright asks in every frame, for which the browser has to make one.
        shown = "seq => Number(document.querySelector('#main')?.dataset.entries) >= seq"
        self.page.wait_for_function(shown, arg=seq, polling=20)


def _with_value(selectors: str, value: str) -> str:
    """Those of the selected elements that have this value."""
    return f":is({selectors})[value={json.dumps(value, ensure_ascii=False)}]"


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
