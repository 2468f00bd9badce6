"""Whether an entry may be written: the rules of the game judge actions, the rules of the table all else."""

from __future__ import annotations

from tielu import Action, Game
from tielu.errors import NotAllowed
from tielu.store.log import ACTION, UNDO, Draft
from tielu.store.positions import Position
from tielu.store.records import GameInfo
from tielu.store.rows import actor_of


def judged(info: GameInfo, position: Position, draft: Draft, *, by_bot: bool) -> tuple[list[Draft], Game | None]:
    """The entries to write, and the game after them, None where it stays as it is; raises if this may not be done."""
    if draft.kind == ACTION:
        return _judged_action(info, position, draft, by_bot=by_bot)
    drafts = position.log.undo_drafts(draft, info.undo, info.humans)
    if drafts[-1].kind != UNDO:
        return drafts, None
    # The present position is not needed: a game that the rules do not let stand any more can be taken back.
    return drafts, position.game_at(position.log.target(drafts[-1].data["to"]))


def _judged_action(info: GameInfo, position: Position, draft: Draft, *, by_bot: bool) -> tuple[list[Draft], Game]:
    game = position.game().clone()
    actor = actor_of(game)
    if actor is not None and actor != draft.seat:
        if info.mode != "hot_seat":
            raise NotAllowed("not_your_turn", player=game.actor)
        draft = Draft(ACTION, draft.data, actor)
    seat = info.seats[draft.seat]
    if by_bot and seat.bot is None:
        raise NotAllowed("seat_of_person", player=seat.name)
    if not by_bot and seat.bot is not None:
        raise NotAllowed("seat_of_bot", player=seat.name)
    game.apply(Action.from_json(draft.data))
    return [draft], game
