"""Automatic moves as their player sees them: what is set, why something has stopped, and what can be set now."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tielu import Game
from tielu.automatic import Stop, move_from_json
from tielu.automatic.moves import FOUNDED, INCOME, LEVEL, PHASE, RAILWAY_ENDS, SHARE_ENDS, SOLD, TRACK
from tielu.automatic.words import say_move, say_why
from tielu.core.position import PositionView
from tielu.errors import InvalidInput
from tielu.i18n import say_automatic
from tielu.store import GameInfo, Store, StoredGame, StoredMove
from tielu.store.automatic import may_be_set
from tielu.views.position.position import position_view
from tielu.web.automatic.turns import decision

_AUCTIONS = ("auction", "investors")
# The ends that are ticked from the start.
_USUAL = frozenset({SOLD, LEVEL, FOUNDED, PHASE, TRACK, INCOME})


@dataclass(frozen=True)
class ShownMove:
    """A move in words; `reason` says why it has stopped, empty while it is in force."""

    number: int
    text: str
    reason: str


@dataclass(frozen=True)
class AutomaticMark:
    """What the table tells its player of automatic moves: how many are in force, and why one stops right here.

    `follows` tells whether one is about to be made, so that its player need not come.
    """

    active: int
    reason: str = ""
    follows: bool = False


@dataclass(frozen=True)
class End:
    """Something that can end a move, to be ticked."""

    value: str
    words: str
    usual: bool


@dataclass(frozen=True)
class AutomaticSheet:
    """What is set and what can be set; forms without anything to choose from are left out."""

    moves: tuple[ShownMove, ...]
    in_auction: bool
    privates: tuple[tuple[str, str], ...]
    companies: tuple[str, ...]
    railways: tuple[str, ...]
    powers: tuple[tuple[str, str], ...]
    share_ends: tuple[End, ...]
    railway_ends: tuple[End, ...]


def automatic_seat(info: GameInfo, seat: int | None) -> int | None:
    """The seat whose automatic moves the reader on this seat may see and set, None if there is none."""
    if seat is None:
        return None
    own = min(info.humans, default=seat) if info.mode == "hot_seat" else seat
    return own if may_be_set(info, own) and not info.finished else None


def automatic_mark(store: Store, stored: StoredGame, game: Game, seat: int | None, lang: str) -> AutomaticMark | None:
    """What the table tells the reader on this seat; None for those who have no automatic moves."""
    own = automatic_seat(stored.info, seat)
    if own is None:
        return None
    moves = store.automatic.moves(stored.info.id, own)
    active = sum(each.stopped_at is None for each in moves)
    if game.actor != game.players[own]:
        return AutomaticMark(active)
    # What the server has not noted yet is found here, so that nobody wonders why nothing happens.
    stops, act = decision(store, stored, game, own) if active else ((), None)
    noted = [Stop(each.number, each.reason, each.values) for each in moves if each.stopped_at == stored.seq]
    reason = next((say_why(stop, lang) for stop in (*noted, *stops) if not stop.fulfilled), "")
    return AutomaticMark(active, reason, follows=act is not None)


def automatic_sheet(store: Store, info: GameInfo, game: Game, seat: int, lang: str) -> AutomaticSheet:
    """All that the sheet of a seat shows."""
    position, me = position_view(game), game.players[seat]
    in_auction = position.round in _AUCTIONS
    return AutomaticSheet(
        moves=_shown(store.automatic.moves(info.id, seat), lang),
        in_auction=in_auction,
        privates=tuple((each.id, each.name) for each in position.privates if each.owner is None and not each.closed),
        companies=() if in_auction else tuple(each.id for each in position.companies),
        railways=tuple(_railways(position, me)),
        powers=tuple(_powers(position, me)),
        share_ends=_ends(SHARE_ENDS, lang),
        railway_ends=_ends(RAILWAY_ENDS, lang),
    )


def _shown(moves: Sequence[StoredMove], lang: str) -> tuple[ShownMove, ...]:
    """The moves in words, those in force first; a move of a newer version cannot be said."""
    found = []
    for each in moves:
        with suppress(InvalidInput):
            stop = Stop(each.number, each.reason, each.values)
            reason = "" if each.stopped_at is None else say_why(stop, lang)
            found.append(ShownMove(each.number, say_move(move_from_json(dict(each.move)), lang), reason))
    return tuple(sorted(found, key=lambda move: (bool(move.reason), -move.number if move.reason else move.number)))


def _railways(position: PositionView, me: str) -> list[str]:
    """The companies that the player directs, and the player's investor."""
    return [each.id for each in position.companies if each.director == me] + [
        each.id for each in position.investors if each.owner == me
    ]


def _powers(position: PositionView, me: str) -> list[tuple[str, str]]:
    """The open privates of the player and of the player's companies."""
    mine = {me, *_railways(position, me)}
    return [(each.id, each.name) for each in position.privates if each.owner in mine and not each.closed]


def _ends(ends: Sequence[str], lang: str) -> tuple[End, ...]:
    return tuple(End(each, say_automatic(f"until_{each}", {}, lang), each in _USUAL) for each in ends)
