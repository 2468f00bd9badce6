"""A position as its player's automatic moves see it: what is asked, and what has happened since they were set."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property

from tielu import Game
from tielu.core.actions import Action, Pass
from tielu.core.events import Event
from tielu.core.share_round import ShareRound
from tielu.core.steps import Step
from tielu.views.position.decision import present_round, step_name
from tielu.views.title import TitleView, view_of

_AUCTION = "auction"


@dataclass(frozen=True)
class Happening:
    """An action taken since, where and by whom, and its events.

    `by_hand` tells whether it was decided by a person or a bot and not by an automatic move.
    """

    actor: str
    deciding: str
    action: Action
    events: tuple[Event, ...]
    in_share_round: bool
    in_auction: bool
    in_step: bool
    step: str
    by_hand: bool


def _in_share_round(game: Game) -> bool:
    """Whether a share round is under way, even if something interrupts it."""
    return any(isinstance(frame, ShareRound) for frame in game.state.stack)


class Situation:
    """What a player must decide now, with the actions from number `since` on; `made` are those taken automatically."""

    def __init__(self, game: Game, since: int, made: Container[int] = ()) -> None:
        self.game = game
        self.me = game.actor or ""
        self.player = game.players.index(self.me)
        self.view: TitleView = view_of(game.title)
        self._since = min(since, len(game.actions))
        self._made = made

    # ---- now ----

    @cached_property
    def offers(self) -> list[Action]:
        return list(self.game.legal_actions())

    @cached_property
    def may_pass(self) -> bool:
        return self.game.why_not(Pass()) is None

    @property
    def share_round(self) -> ShareRound[object] | None:  # type: ignore[type-var]  # of any title
        """The share round, if it asks for this decision itself."""
        top = self.game.state.stack[-1]
        return top if isinstance(top, ShareRound) else None

    @property
    def in_auction(self) -> bool:
        return present_round(self.game) == _AUCTION

    @property
    def in_step(self) -> bool:
        """Whether this is a step in the turn of a railway."""
        return isinstance(self.game.state.stack[-1], Step)

    def price(self, company: str) -> int | None:
        """What a share of a company costs now; None if it has no price."""
        state = self.game.state
        if company not in state.company_ids:
            return None
        index = state.company_ids.index(company)
        return self.view.chart.price(state.cell[index]) if state.founded(index) else None

    # ---- since then ----

    def before(self, since: int) -> Game:
        """The position after `since` actions."""
        game = self.game.clone()
        game.rewind(since)
        return game

    @cached_property
    def _happenings(self) -> list[Happening]:
        again, found = self.before(self._since), []
        for number, action in enumerate(self.game.actions[self._since :], self._since):
            actor, deciding = again.actor or "", again.deciding or ""
            place = _in_share_round(again), present_round(again) == _AUCTION, isinstance(again.state.stack[-1], Step)
            step = step_name(again)
            events = tuple(again.apply_trusted(action))
            found.append(Happening(actor, deciding, action, events, *place, step, number not in self._made))
        return found

    def happenings(self, since: int) -> list[Happening]:
        """What has been done from action number `since` on."""
        return self._happenings[max(0, since - self._since) :]

    def events(self, since: int, *, of_others: bool = False) -> Iterable[tuple[Happening, Event]]:
        """The events from action number `since` on, all or those that others brought about."""
        for happening in self.happenings(since):
            if not (of_others and happening.actor == self.me):
                for event in happening.events:
                    yield happening, event

    @property
    def in_share_round(self) -> bool:
        return _in_share_round(self.game)
