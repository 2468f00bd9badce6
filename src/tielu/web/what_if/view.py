"""What the page of a what-if board tells: where it comes from, what has changed since, the best run, the bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tielu import Game
from tielu.i18n import say
from tielu.routing import best_run
from tielu.store import GameInfo, Origin, Store
from tielu.web.bots.view import bot_choices

# What stands before the id of a game in its address.
_PATH = "/games/"


@dataclass(frozen=True)
class BestRun:
    """What the best run of a company would bring, and how much more than where the board began."""

    company: str
    income: int
    change: int


@dataclass(frozen=True)
class WhatIf:
    """A what-if board; `own` tells whether the reader plays on it.

    `game` names the game it comes from, `changes` has what each player has gained since. `person` is the player who
    stays with the owner when bots play for the others, `bots` the strength of those that do.
    """

    origin: Origin
    game: str
    own: bool
    changes: Mapping[str, int]
    run: BestRun | None
    person: str
    bots: str | None
    strengths: tuple[tuple[str, str], ...]


def what_if_of(store: Store, info: GameInfo, game: Game, seat: int | None, lang: str) -> WhatIf | None:
    """The board as the reader on this seat sees it in this position; None for an ordinary game or a lesson."""
    if info.origin is None or info.origin.exercise:
        return None
    start, played = _start(store, info.id, info.origin.entries), store.game(info.origin.game)
    gained = [now - before for now, before in zip(game.worths(), start.worths(), strict=True)]
    return WhatIf(
        origin=info.origin,
        game=played.name or say("comma", lang).join(played.players),
        own=seat is not None,
        changes=dict(zip(game.players, gained, strict=True)),
        run=_best_run(game, start),
        person=info.players[person_on(info)],
        bots=next((each.bot for each in info.seats if each.bot is not None), None),
        strengths=bot_choices(lang, info.title),
    )


@lru_cache(maxsize=64)
def _start(store: Store, board: str, entries: int) -> Game:
    """The position on which a board was opened, which never changes."""
    return store.load(board, entries).game


def _best_run(game: Game, start: Game) -> BestRun | None:
    """The best run of the company whose turn it is; None if it is nobody's."""
    company = game.deciding
    if company is None or company == game.actor or company not in _railways(game):
        return None
    income = best_run(game, company).revenue
    before = best_run(start, company).revenue if company in _railways(start) else 0
    return BestRun(company, income, income - before)


def _railways(game: Game) -> set[str]:
    return {company.id for company in game.position.companies}


def person_on(info: GameInfo) -> int:
    """The seat of the owner where bots play for the others: the only one left, or the one whose turn it is."""
    if len(info.humans) == 1:
        return min(info.humans)
    return info.actor if info.actor is not None else 0


def with_link(note: str, name: str, address: str) -> str:
    """A note with the name and address of a board in a line of its own, instead of the one it had."""
    path = address[address.rindex(_PATH) :]
    lines = [line for line in note.splitlines() if not line.endswith(path)]
    return "\n".join([*lines, f"{name}: {address}"])


def noted_boards(note: str | None) -> tuple[tuple[str, str], ...]:
    """The tables whose addresses end a line of a note, each with what stands before."""
    found = []
    for line in (note or "").splitlines():
        before, path, game_id = line.rpartition(_PATH)
        if path and game_id.isascii() and game_id.isalnum():
            name = before.rpartition(" ")[0].rstrip(" :")
            found.append((name or path + game_id, path + game_id))
    return tuple(found)
