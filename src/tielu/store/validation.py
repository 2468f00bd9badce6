"""Validation of entries: actions by the rules of the game, undo by the rules of the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from tielu import Action, Game
from tielu.core.errors import RefusedAction
from tielu.errors import InvalidInput, NotAllowed
from tielu.store.errors import ChangedPosition
from tielu.store.log import ACCEPT, ACTION, UNDO, DraftEntry
from tielu.store.models import GameInfo
from tielu.store.positions import Position, position_hash
from tielu.store.rows import actor_of
from tielu.views.history.log import rounds_among, rounds_begun
from tielu.views.position.decision import present_round

# Of an imported game's entries one in this many has a hash of its position, and the last one.
_IMPORTED_PER_HASH = 16


@dataclass(frozen=True)
class Validated:
    """The entries to write, and the game after them, None if it does not change.

    `new_round` tells whether another round may be under way than before; then `rounds` has how many of each kind have
    begun, which otherwise need not be known.
    """

    drafts: list[DraftEntry]
    game: Game | None
    rounds: Counter[str] | None = None
    new_round: bool = False


def validated(
    info: GameInfo, position: Position, draft: DraftEntry, by_bots: frozenset[int], *, by_bot: bool
) -> Validated:
    """What an entry would bring about; raises TieluError if it is not allowed.

    `by_bots` are the entries that bots have made for people.
    """
    if draft.kind == ACTION:
        return _validated_action(info, position, draft, by_bot=by_bot)
    if draft.kind == ACCEPT:
        return _to_another_position([draft], _changed_game(position))
    check_undo(info, draft)
    allowed = "free" if info.undo in ("own", "none") and _is_repair(position, draft) else info.undo
    drafts = position.log.undo_drafts(draft, allowed, info, by_bots)
    if drafts[-1].kind != UNDO:
        return Validated(drafts, None)
    # The present position is not replayed, so that an undo can repair a game that the rules now refuse.
    return _to_another_position(drafts, position.game_at(position.log.target(drafts[-1].data["to"])))


def _to_another_position(drafts: list[DraftEntry], game: Game) -> Validated:
    return Validated(drafts, game, rounds_begun(game), new_round=True)


def check_undo(info: GameInfo, draft: DraftEntry) -> None:
    """Raise NotAllowed for an undo that no table allows.

    A rated game stays over, and nobody leaves the position on which a what-if board was opened.
    """
    if info.rated and info.finished:
        raise NotAllowed("rated_game_over")
    if info.origin is not None and draft.kind == UNDO and draft.data["to"] < info.origin.entries:
        raise NotAllowed("undo_before_what_if")


def check_player(info: GameInfo, seat: int, *, by_bot: bool) -> None:
    """Raise NotAllowed if a bot would move for a person, or a person for a bot."""
    if by_bot and info.seats[seat].bot is None:
        raise NotAllowed("seat_of_person", player=info.seats[seat].name)
    if not by_bot and info.seats[seat].bot is not None:
        raise NotAllowed("seat_of_bot", player=info.seats[seat].name)


def _validated_action(info: GameInfo, position: Position, draft: DraftEntry, *, by_bot: bool) -> Validated:
    game = position.game().clone()
    actor = actor_of(game)
    if actor is not None and actor != draft.seat:
        if info.mode != "hot_seat":
            raise NotAllowed("not_your_turn", player=game.actor)
        draft = DraftEntry(ACTION, draft.data, actor)
    check_player(info, draft.seat, by_bot=by_bot)
    before, events = present_round(game), game.apply(Action.from_json(draft.data))
    # A round can also be interrupted by another one, and go on.
    begun, rounds = rounds_among(events), position.rounds
    new_round = bool(begun) or present_round(game) != before
    if new_round:
        rounds = rounds_begun(game) if rounds is None else rounds + Counter(begun)
    return Validated([replace(draft, position_hash=position_hash(game))], game, rounds, new_round)


def _is_repair(position: Position, draft: DraftEntry) -> bool:
    """Whether this undo takes a game that cannot go on back to its last good position, which everybody may do."""
    if draft.kind != UNDO:
        return False
    try:
        position.game()
    except (RefusedAction, ChangedPosition) as fault:
        return bool(draft.data["to"] == position.log.entry_before(fault.index))
    return False


def _changed_game(position: Position) -> Game:
    """The game as it replays now; raises InvalidInput if that is the position that was played."""
    try:
        position.game()
    except ChangedPosition:
        return position.replay(position.log.branch)
    raise InvalidInput("position_not_changed")


def drafts_of(saved: Game) -> list[DraftEntry]:
    """The log of a game that has been played elsewhere."""
    game = saved.at_start()
    drafts: list[DraftEntry] = []
    for action in saved.actions:
        actor = actor_of(game)
        assert actor is not None, "the saved game has been replayed, so somebody took this action"
        game.apply_trusted(action)
        hashed = len(drafts) % _IMPORTED_PER_HASH == 0 or len(drafts) == len(saved.actions) - 1
        drafts.append(DraftEntry(ACTION, action.to_json(), actor, position_hash(game) if hashed else None))
    return drafts
