"""Empty steps: only a private's power keeps them open, so that a player would hardly do anything but pass."""

from __future__ import annotations

from typing import Any, NamedTuple

from tielu import Action, Game
from tielu.core.actions import BuyPrivate, Pass
from tielu.core.steps import Step
from tielu.views.actions.amounts import amounts_of
from tielu.views.position.decision import frame_name
from tielu.views.title import view_of

_AMOUNT_FIELDS = ("amount", "price")
_AFTER_ALL = 1000


class _Place(NamedTuple):
    """A step: who decides for which railway, and its number in the turn."""

    actor: str | None
    deciding: str | None
    number: int


def is_empty_step(game: Game) -> bool:
    """Whether the step that asks now has no choice of its own, and may be passed."""
    frame = _step(game)
    if frame is None or frame.why_not_pass(game.state) is not None:
        return False
    if frame.has_choice(game.state):
        # Its choice may be a power, which is not among its choices.
        asked = view_of(game.title).asked_powers
        return not frame.choices(game.state) and all(each.type not in asked for each in powers(game))
    return True


def powers(game: Game) -> list[Action]:
    """What privates let the railway in turn do now; empty between turns."""
    frame = _step(game)
    return [] if frame is None else list(frame.power_offers(game.state))


def uses_power(game: Game, action: Action) -> bool:
    """Whether this is an action of a private rather than of the step."""
    frame = _step(game)
    return frame is not None and frame.uses_power(action)


def empty_steps_ahead(game: Game, asked: Game | None) -> int:
    """How many steps can be passed for the player, beginning with the present one.

    No use of a power is lost by it: each can be made in a later step of the turn that is asked, or could be made at
    `asked`, where somebody last decided. Where it could not, the last step of the turn is not passed. A private may be
    bought with what is left, so that the turn ends by itself only after the player has passed a chance to buy it.
    """
    trial, offered, count = game.clone(), set[str](), 0
    while is_empty_step(trial):
        offered |= _keys(trial)
        before = _place(trial)
        trial.apply(Pass())
        if not _is_later(before, _place(trial)):
            return count + 1 if offered <= _known(game, asked) else count
        count += 1
    return count


def _known(game: Game, asked: Game | None) -> set[str]:
    """The uses of powers that the player has left aside at the last decision, if that was in this turn."""
    if asked is None or not in_one_turn(asked, game):
        return set()
    answer = game.actions[len(asked.actions)]
    return _keys(asked, purchases=isinstance(answer, Pass))


def in_one_turn(earlier: Game, later: Game) -> bool:
    """Whether two positions are steps of one turn, in this order; the same railway may be in turn again."""
    return _is_later(_place(earlier), _place(later))


def _step(game: Game) -> Step[Any] | None:
    frame = None if game.finished else game.state.stack[-1]
    return frame if isinstance(frame, Step) else None


def _place(game: Game) -> _Place | None:
    """The step in its turn; None if none asks."""
    frame = _step(game)
    if frame is None:
        return None
    name = frame_name(frame)
    # A step that is not on the line of the turn comes after those that are.
    numbers = [list(each).index(name) for each in view_of(game.title).turn_steps if name in each]
    return _Place(game.actor, game.deciding, min(numbers, default=_AFTER_ALL))


def _is_later(earlier: _Place | None, later: _Place | None) -> bool:
    if earlier is None or later is None:
        return False
    same = (earlier.actor, earlier.deciding) == (later.actor, later.deciding)
    return same and earlier.number <= later.number


def _keys(game: Game, *, purchases: bool = True) -> set[str]:
    """The uses of powers that are possible now, whatever their amounts; with or without purchases of privates."""
    found = set()
    for action in powers(game):
        if isinstance(action, BuyPrivate) and not purchases:
            continue
        free = _AMOUNT_FIELDS if amounts_of(action) is not None else ()
        found.add(str([each for each in sorted(action.to_json().items()) if each[0] not in free]))
    return found
