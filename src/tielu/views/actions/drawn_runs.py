"""A run that a player draws on the map, stop by stop: what stands in the address of a page, and what the page tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tielu import Game, IllegalAction
from tielu.core.actions import RouteRun, RunTrains
from tielu.core.track import STOPS_PER_HEX
from tielu.i18n import rule_text, say, say_error
from tielu.i18n.values import say_train
from tielu.routing.best import asked_trains
from tielu.routing.budget import Effort
from tielu.routing.by_hand import DrawnRoute, DrawnRun, NextStop, Prospect, Stroke, drawn_run
from tielu.routing.check import routes_calls
from tielu.routing.model import RunPosition
from tielu.views.actions.income import IncomeView, income_of_run
from tielu.views.actions.outcome import Trials
from tielu.views.actions.runs import STEPS_FOR_PROOF, ShownRun, route_view
from tielu.views.position.board import place_name, stop_text
from tielu.views.position.models import BonusView

# A drawing in an address: the number of the train at hand, then the strokes of each train, longest train first.
_DRAWING = re.compile(r"(\d):([-_.~A-Za-z0-9]*)", re.ASCII)
_STROKE = re.compile(r"(-?)([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)\.(\d)", re.ASCII)
_LONGEST = 4000


def read_strokes(text: str) -> tuple[int, list[list[Stroke]]] | None:
    """The train at hand and the strokes of all trains that a text tells; None if it tells none."""
    found = _DRAWING.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return None
    trains = []
    for part in found[2].split("~"):
        read = [_STROKE.fullmatch(each) for each in part.split("_") if part]
        trains.append([Stroke(tuple(each[2].split("-")), int(each[3]), each[1] == "-") for each in read if each])
        if len(trains[-1]) != len(read):
            return None
    return int(found[1]), trains


def write_strokes(at_hand: int, trains: Sequence[Sequence[Stroke]]) -> str:
    """The text that `read_strokes` reads."""
    parts = ["_".join(_written(stroke) for stroke in strokes) for strokes in trains]
    return f"{at_hand}:{'~'.join(parts)}"


def _written(stroke: Stroke) -> str:
    return f"{'-' if stroke.in_front else ''}{'-'.join(stroke.hexes)}.{stroke.stop}"


@dataclass(frozen=True)
class DrawnStop:
    """A stop of a drawn route; `back_to` is the drawing as it was when this stop had just been drawn."""

    name: str
    value: int | None
    back_to: str


@dataclass(frozen=True)
class DrawnLine:
    """A train and what is drawn for it; `take_up` is the drawing with this train at hand."""

    train: str
    name: str
    stops: tuple[DrawnStop, ...]
    bonuses: tuple[BonusView, ...]
    income: int
    at_hand: bool
    take_up: str


@dataclass(frozen=True)
class NextChoice:
    """A stop that can follow: where it is, what it adds, and the drawing with it; `way` tells tracks apart.

    It may be the last stop once more, by other track `instead`.
    """

    hex: str
    stop: int
    name: str
    way: str
    gain: int
    drawing: str
    instead: bool = False


@dataclass(frozen=True)
class Refusal:
    """Why the drawn run may not be made."""

    reason: str
    rule: str
    rule_text: str


@dataclass(frozen=True)
class RunDrawing:
    """A run as far as it is drawn, and what can follow.

    `drawing` is its text, `routes` are for the map, one for each train; `taken_back` is the drawing without the last
    stroke. `income` counts every stop from the first on, `total` is what comes of the run if it is legal, `best` the
    run that it is compared with, and `prospect` the most that it can still earn.
    """

    drawing: str
    action: RunTrains
    routes: tuple[RouteRun, ...]
    lines: tuple[DrawnLine, ...]
    choices: tuple[NextChoice, ...]
    income: int
    prospect: Prospect
    best: ShownRun
    refusal: Refusal | None
    total: IncomeView | None
    taken_back: str

    @property
    def hand(self) -> DrawnLine:
        """The train at hand."""
        return next(line for line in self.lines if line.at_hand)


class _Sketch:
    """A drawn run with its text."""

    def __init__(self, game: Game, run: DrawnRun, at_hand: int) -> None:
        self.game = game
        self.run = run
        self.at_hand = at_hand

    def text(self, at_hand: int, strokes: Sequence[Stroke] | None = None) -> str:
        """The drawing with a train at hand, for which other strokes may have been made."""
        trains = [route.strokes for route in self.run.routes]
        if strokes is not None:
            trains[at_hand] = tuple(strokes)
        return write_strokes(at_hand, trains)

    def line(self, number: int, lang: str) -> DrawnLine:
        route = self.run.routes[number]
        stops: tuple[DrawnStop, ...] = ()
        bonuses: tuple[BonusView, ...] = ()
        if route.stops:
            view = route_view(self.game.title, self.run.position, self.run.as_drawn(route), lang, route.stops)
            back = self._back_to(number, route)
            stops = tuple(
                DrawnStop(stop.name, stop.value, back[place])
                for stop, place in zip(view.stops, route.stops, strict=True)
            )
            bonuses = view.bonuses
        train, income = route.train.name, self.run.income(route)
        at_hand = number == self.at_hand
        return DrawnLine(train, say_train(train, lang), stops, bonuses, income, at_hand, self.text(number))

    def _back_to(self, number: int, route: DrawnRoute) -> dict[int, str]:
        """For each stop the drawing in which it was the last."""
        board = self.run.position.board
        places = [board.place(stroke.hexes[-1], stroke.stop) for stroke in route.strokes]
        return {place: self.text(number, route.strokes[: drawn + 1]) for drawn, place in enumerate(places)}

    def choices(self, lang: str) -> tuple[NextChoice, ...]:
        """What can follow for the train at hand; at last, other track to the stop that was drawn last."""
        following = self.run.next_stops(self.at_hand)
        ways = Counter(each.place for each in following)
        stops = Counter(place // STOPS_PER_HEX for place in ways)
        found = [self._choice(each, ways[each.place] > 1, stops, lang) for each in following]
        others = [self._choice(each, True, stops, lang) for each in self._other_ways()]
        return (*found, *(replace(each, instead=True) for each in others))

    def _other_ways(self) -> list[NextStop]:
        """Other track to the last stop; the one after the present one comes first."""
        route = self.run.routes[self.at_hand]
        if not route.runs:
            return []
        before = drawn_run(
            self.run.position,
            [each.train for each in self.run.routes],
            [each.strokes[:-1] if each is route else each.strokes for each in self.run.routes],
        )
        assert before is not None
        last = route.strokes[-1]
        same = [each for each in before.next_stops(self.at_hand) if each.stroke.in_front == last.in_front]
        same = [each for each in same if (each.stroke.hexes[-1], each.stroke.stop) == (last.hexes[-1], last.stop)]
        at = next(number for number, each in enumerate(same) if each.stroke == last)
        return same[at + 1 :] + same[:at]

    def _choice(self, following: NextStop, tell_way: bool, stops: Counter[int], lang: str) -> NextChoice:
        board, game = self.run.position.board, self.game
        index = following.place // STOPS_PER_HEX
        name, stop = board.place_name(following.place)
        words = place_name(board, name, lang)
        if stops[index] > 1:
            words = f"{words}, {stop_text(board.faces[game.state.faces[index]], stop, lang)}"
        passed = following.stroke.hexes[:-1]
        way = say("run_way", lang, hexes="–".join(passed)) if tell_way and passed else ""
        gain = self.run.income(following.route) - self.run.income(self.run.routes[self.at_hand])
        return NextChoice(name, stop, words, way, gain, self.text(self.at_hand, following.route.strokes))


def run_drawing(game: Game, best: Sequence[ShownRun], text: str, lang: str) -> RunDrawing | None:
    """The drawing that a text tells, for a railway that is offered runs; None if it tells none that is possible."""
    read = read_strokes(text)
    if read is None or not best:
        return None
    asked, (at_hand, strokes) = asked_trains(game, game.deciding), read
    run = drawn_run(asked.position, asked.trains, strokes)
    if run is None or at_hand >= len(run.routes):
        return None
    sketch, action = _Sketch(game, run, at_hand), run.action
    drawn, refused = run.routes[at_hand].strokes, game.why_not(action)
    return RunDrawing(
        drawing=sketch.text(at_hand),
        action=action,
        routes=tuple(run.as_drawn(route) for route in run.routes),
        lines=tuple(sketch.line(number, lang) for number in range(len(run.routes))),
        choices=sketch.choices(lang),
        income=sum(run.income(route) for route in run.routes),
        prospect=run.prospect(at_hand, Effort(steps=STEPS_FOR_PROOF)),
        best=_to_compare(asked.position, best, action),
        refusal=None if refused is None else _refusal(refused, lang),
        total=income_of_run(Trials(game), action) if refused is None else None,
        taken_back=sketch.text(at_hand, drawn[:-1]) if drawn else "",
    )


def empty_drawing() -> str:
    """The text of a drawing that has not been begun."""
    return write_strokes(0, [()])


def _to_compare(position: RunPosition, best: Sequence[ShownRun], action: RunTrains) -> ShownRun:
    """The best run with as many paid calls as the drawn one, or the best of all."""
    board, earnings = position.board, position.earnings
    calls = routes_calls(board, earnings, action.routes)
    return next((each for each in best if routes_calls(board, earnings, each.action.routes) == calls), best[0])


def _refusal(error: IllegalAction, lang: str) -> Refusal:
    """The refusal in a sentence; a better run is on the map, so its hexes need not be named."""
    values = error.params
    better = {"income", "best"} <= values.keys()
    reason = say("run_lower", lang, income=values["income"], best=values["best"]) if better else say_error(error, lang)
    return Refusal(reason, error.rule, rule_text(error.rule, lang) if error.rule else "")
