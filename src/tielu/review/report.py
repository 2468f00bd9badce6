"""What the decisions judged so far tell: sums of losses, turning points, chances missed, the course of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from tielu import Game
from tielu.bots.director import lead
from tielu.bots.title import bots_of
from tielu.i18n import say
from tielu.views.history.chronicle import Chronicle, Moment, chronicle
from tielu.views.history.graphs import Graph, GraphLine, place_name

from .chances import Chance
from .decision_judge import JudgedDecision
from .plan import ReviewSettings

MOST_TURNING_POINTS: Final = 10
MOST_SWINGS: Final = 5


@dataclass(frozen=True)
class PlayerTotal:
    """The decisions of a player: how many there were, with how many the bot agrees, and what the others have cost."""

    seat: int
    decisions: int
    agreed: int
    loss: float
    error: float


@dataclass(frozen=True)
class Swing:
    """What an action has done to somebody's prospects, compared with the others: `gain` in yuan, of the `seat`."""

    index: int
    seat: int
    gain: float


class Review:
    """What the decisions judged so far tell of a game; all of them belong to its actions as they are now."""

    def __init__(
        self, game: Game, settings: ReviewSettings, judged: Iterable[JudgedDecision], told: Chronicle | None = None
    ) -> None:
        """`told` is the chronicle of the game, if it is known already."""
        self.game = game
        self.settings = settings
        self.judged = tuple(sorted(judged, key=lambda each: each.index))
        self.actions = len(game.actions)
        self._told = told

    def total(self, seat: int) -> PlayerTotal:
        """The decisions of a player, those without a choice left out."""
        own = [each for each in self.judged if each.seat == seat and not each.forced]
        error = sum(each.error**2 for each in own) ** 0.5
        agreed = sum(each.agrees for each in own)
        return PlayerTotal(seat, len(own), agreed, sum(each.loss for each in own), error)

    def worst(self, seat: int | None = None, most: int = MOST_TURNING_POINTS) -> list[JudgedDecision]:
        """The decisions that have cost most, the worst first: by what of the loss uncertainty does not explain."""
        costly = [each for each in self.judged if each.loss > 0 and seat in (None, each.seat)]
        return sorted(costly, key=lambda each: (-each.believed, each.index))[:most]

    def finds(self, seat: int | None = None, most: int = MOST_SWINGS) -> list[JudgedDecision]:
        """The decisions that turned out better than the bot's own by more than uncertainty, the best first."""
        better = [each for each in self.judged if -each.loss > each.uncertainty and seat in (None, each.seat)]
        return sorted(better, key=lambda each: (each.loss + each.uncertainty, each.index))[:most]

    def swings(self, seat: int | None = None, most: int = MOST_SWINGS) -> list[Swing]:
        """The actions that have changed what the players can expect most, whoever took them."""
        ends = [(each.index, each.expected) for each in self.judged]
        if self.game.finished:
            ends.append((self.actions, tuple(float(worth) for worth in self.game.worths())))
        found = []
        for (index, before), (following, after) in pairwise(ends):
            if following == index + 1:
                seats = range(len(before)) if seat is None else (seat,)
                gains = [(lead(after, each) - lead(before, each), each) for each in seats]
                gain, who = max(gains, key=lambda one: abs(one[0]))
                found.append(Swing(index, who, gain))
        return sorted(found, key=lambda each: (-abs(each.gain), each.index))[:most]

    def missed(self, seat: int | None = None) -> list[tuple[JudgedDecision, Chance]]:
        """The chances missed in the order of the game; those without exact numbers only where the bot believes them."""
        return [
            (each, chance)
            for each in self.judged
            if seat in (None, each.seat)
            for chance in each.chances
            if chance.is_exact or each.believed > 0
        ]

    def foreseen_part(self, index: int) -> float:
        """What part of the differences at the end the judging bot foresees at this point of the game, from 0 to 1.

        It was measured for each quarter of a game; of one that goes on nobody knows in which it is.
        """
        quarters = bots_of(self.game.title).explained.get(self.settings.bot) or (0.0,)
        return quarters[index * len(quarters) // self.actions if self.game.finished else 0]

    @cached_property
    def told(self) -> Chronicle:
        return self._told or chronicle(self.game)

    def price_later(self, index: int, company: str) -> tuple[Moment, int] | None:
        """The price of a company when the next share round begins after an action, or at the end; None without one."""
        later = [each for each in (*self.told.moments, self.told.now) if each.actions > index]
        found = next((each for each in later if each.round == "share"), later[-1])
        return (found, found.prices[company]) if company in found.prices else None

    def graph(self, lang: str) -> Graph:
        """What everybody was expected to be worth at the end, from round to round; what is not judged has no value."""
        moments = self.told.moments
        values = [_expected_at(self.judged, each.actions) for each in moments]
        places = [place_name(each, lang) for each in moments]
        if self.game.finished:
            values.append(tuple(self.game.worths()))
            places.append(place_name(self.told.now, lang))
        lines = [
            GraphLine(player, tuple(None if each is None else each[seat] for each in values), seat)
            for seat, player in enumerate(self.game.players)
        ]
        known = tuple(line for line in lines if any(value is not None for value in line.values))
        return Graph("expected", say("review_expected", lang), tuple(places), known)


def _expected_at(judged: Sequence[JudgedDecision], actions: int) -> tuple[int, ...] | None:
    """What was expected at the first judged decision after this many actions."""
    found = next((each for each in judged if each.index >= actions), None)
    return None if found is None else tuple(round(worth) for worth in found.expected)
