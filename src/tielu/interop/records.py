"""Files of 18xx.games: checked, and reduced to the actions that make up the game.

The platform keeps actions that were undone, the chat, and the programs that players have set; what a program did is
nested in the action that it answered. The game is what remains when all of that is resolved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tielu import TITLES
from tielu.core.errors import InvalidAction
from tielu.core.setup_input import quoted

Foreign = dict[str, Any]

# What the platform notes beside an action, and what is no decision in the game.
_BOOKKEEPING = frozenset({"id", "user", "created_at", "auto_actions"})
_NO_MOVES = frozenset({"message", "end_game"})
_PROGRAM = "program_"
_ENTITY_TYPES = frozenset({"player", "corporation", "minor", "company"})
_LONGEST_QUOTE = 40
# In the settings of a file that we have exported: the edition and the revision by which the game was played.
EDITION_SETTING = "tielu_edition"
REVISION_SETTING = "tielu_revision"


@dataclass(frozen=True)
class PlatformRecord:
    """A game as 18xx.games has recorded it; `players` are their names by the platform's ids, in seating order."""

    title: str
    players: dict[int | str, str]
    settings: dict[str, Any]
    actions: list[Foreign]


def read_record(data: object) -> PlatformRecord:
    """The game that a file of 18xx.games holds; raises InvalidAction if it holds none."""
    if not isinstance(data, dict):
        raise InvalidAction("not_a_game", found=type(data).__name__)
    for field in ("title", "players", "actions"):
        if field not in data:
            raise InvalidAction("missing_game_field", field=field)
    settings = data.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    title = data["title"]
    if not isinstance(title, str):
        raise InvalidAction("unknown_title", title=quoted(title), known=tuple(TITLES))
    return PlatformRecord(title, _players(data["players"]), settings, linear_actions(data["actions"]))


def _players(listed: object) -> dict[int | str, str]:
    if not isinstance(listed, list):
        raise InvalidAction("players_not_a_list", found=type(listed).__name__)
    players: dict[int | str, str] = {}
    for seat, each in enumerate(listed, 1):
        if not isinstance(each, dict) or not isinstance(each.get("name"), str):
            raise InvalidAction("player_malformed", seat=seat)
        # Very old files know their players by name alone.
        known_by = each.get("id", each["name"])
        if isinstance(known_by, bool) or not isinstance(known_by, int | str) or known_by in players:
            raise InvalidAction("player_malformed", seat=seat)
        players[known_by] = each["name"]
    return players


def linear_actions(actions: object) -> list[Foreign]:
    """The decisions that stand, in order, without bookkeeping; raises InvalidAction if one is malformed."""
    if not isinstance(actions, list):
        raise InvalidAction("actions_not_a_list", found=type(actions).__name__)
    standing = _without_undone([_checked(action) for action in actions])
    return [move for action in standing for move in _moves(action)]


def _checked(action: object) -> Foreign:
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise InvalidAction("foreign_action_malformed", found=str(action)[:_LONGEST_QUOTE])
    return action


def _without_undone(actions: list[Foreign]) -> list[Foreign]:
    """The actions that are left when every undo and redo has been carried out; chat is never undone."""
    standing: list[Foreign | None] = [None] * len(actions)
    undone: list[list[int]] = []
    for index, action in enumerate(actions):
        if action["type"] == "undo":
            first = _undone_from(actions, standing, action)
            gone = [each for each in range(first, index) if (kept := standing[each]) and kept["type"] != "message"]
            for each in gone:
                standing[each] = None
            undone.append(gone)
        elif action["type"] == "redo":
            if not undone:
                raise InvalidAction("nothing_to_redo", index=index)
            for each in undone.pop():
                standing[each] = actions[each]
        else:
            if action["type"] != "message":
                undone.clear()
            standing[index] = action
    return [action for action in standing if action is not None]


def _undone_from(actions: list[Foreign], standing: list[Foreign | None], undo: Foreign) -> int:
    """The first position that an undo takes back: the last move, or what follows the action it names."""
    target = undo.get("action_id")
    if target is None:
        moves = [index for index, kept in enumerate(standing) if kept and kept["type"] != "message"]
        if not moves:
            raise InvalidAction("nothing_to_undo")
        return moves[-1]
    if target == 0:
        return 0
    for index, action in enumerate(actions):
        if action.get("id") == target:
            return index + 1
    raise InvalidAction("undo_target_unknown", action_id=str(target)[:_LONGEST_QUOTE])


def _moves(action: Foreign) -> list[Foreign]:
    """The decision itself, unless it is none, and then what programs did in answer to it."""
    moves = []
    if action["type"] not in _NO_MOVES and not action["type"].startswith(_PROGRAM):
        kind = action.get("entity_type")
        if not isinstance(kind, str) or kind not in _ENTITY_TYPES or "entity" not in action:
            raise InvalidAction("foreign_action_malformed", found=action["type"][:_LONGEST_QUOTE])
        moves.append({name: value for name, value in action.items() if name not in _BOOKKEEPING})
    answers = action.get("auto_actions") or []
    if not isinstance(answers, list):
        raise InvalidAction("foreign_action_malformed", found=action["type"][:_LONGEST_QUOTE])
    for answer in answers:
        moves += _moves(_checked(answer))
    return moves
