"""The share round: the turns go round the table until everybody has passed in succession."""

from __future__ import annotations

from typing import ClassVar

from tielu._mypyc import mypyc_attr

from .actions import SellShares
from .errors import IllegalAction
from .events import PlayerPassed, PriorityPassed
from .flow import Frame, S
from .shares import sales_of
from .state import NOBODY, State


def give_priority(state: State, player: int) -> None:
    state.priority = player
    state.log(PriorityPassed(state.players[player]))


@mypyc_attr(allow_interpreted_subclasses=True)
class ShareRound(Frame[S]):
    """Whose turn it is, what each player has sold, how many have passed in succession and who acted last.

    `acted` says that the player has done something in this turn already, so that ending it is no pass.
    """

    round_name: ClassVar[str] = "Stock"

    def __init__(
        self,
        player: int,
        sold: tuple[int, ...],
        passes: int = 0,
        last_actor: int = NOBODY,
        acted: bool = False,
    ) -> None:
        self.player = player
        self.sold = sold
        self.passes = passes
        self.last_actor = last_actor
        self.acted = acted

    # -- what a title defines --

    def has_choice(self, state: S) -> bool:
        """Whether the player can do anything but pass."""
        raise NotImplementedError

    def why_not_sell(self, state: S, action: SellShares) -> IllegalAction | None:
        raise NotImplementedError

    def close(self, state: S) -> None:
        """Leave the round, everybody having passed."""
        raise NotImplementedError

    def turn(self, player: int, sold: tuple[int, ...], passes: int, last_actor: int, acted: bool) -> ShareRound[S]:
        """The same round at another moment."""
        raise NotImplementedError

    # -- what follows from it --

    def actor(self, state: S) -> int:
        return self.player

    def settle(self, state: S) -> bool:
        if self.passes == len(state.players):
            self.close(state)
        elif self.has_choice(state):
            return False
        else:
            self.end_turn(state)
        return True

    def sales(self, state: S) -> list[SellShares]:
        """Every legal sale."""
        return [sale for sale in sales_of(state, self.player) if self.why_not_sell(state, sale) is None]

    def go_on(self, state: S) -> None:
        """The player has acted, and the turn goes on."""
        state.replace(self.turn(self.player, self.sold, self.passes, self.player, True))

    def go_on_after_sale(self, state: S, company: int) -> None:
        """The player has sold shares of a company, and the turn goes on."""
        sold = list(self.sold)
        sold[self.player] |= 1 << company
        state.replace(self.turn(self.player, tuple(sold), self.passes, self.player, True))

    def end_turn(self, state: S) -> None:
        """The player does nothing more: a pass, unless something was done before."""
        if not self.acted:
            state.log(PlayerPassed(state.players[self.player]))
        self.next_player(state, self.acted)

    def next_player(self, state: S, acted: bool) -> None:
        """The turn goes on clockwise; whoever has acted is asked again before the round can end."""
        passes = 0 if acted else self.passes + 1
        last_actor = self.player if acted else self.last_actor
        state.replace(self.turn(state.left_of(self.player), self.sold, passes, last_actor, False))
