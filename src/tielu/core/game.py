"""A game: its title, edition, players and actions, and the state they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from .actions import Action, check_fields
from .errors import IllegalAction, InvalidAction, RefusedAction
from .events import Event
from .flow import settle
from .position import PositionView
from .revisions import FIRST_REVISION, checked_revision
from .setup_input import checked_names, quoted, saved_fields
from .state import State
from .title import Title, check_player_count, find_title

# A copy of the state is kept every so many actions, so that undo replays only a few.
CHECKPOINT_EVERY: Final = 32
GAME_OVER: Final = "game_over"
# How many actions are named where legal actions are shown in a line.
SHOWN_ACTIONS: Final = 8


# How a game is shown: as a typed position, and as a drawing. The core knows no views: the package puts them here.
SHOWN_BY: Final[dict[str, Callable[[Game], Any]]] = {}


class _Past:
    """The actions taken so far, as a chain that copies of a game share."""

    __slots__ = ("action", "before", "length")

    def __init__(self, before: _Past | None, action: Action) -> None:
        self.before = before
        self.action = action
        self.length: int = 1 if before is None else before.length + 1


class LegalActions(Sequence[Action]):
    """The legal actions of a position, as a list; `in` asks the rules, so amounts within a range are found too.

    >>> import tielu
    >>> from tielu.actions import Bid
    >>> legal = tielu.new_game("1880", ["Ann", "Bo", "Cy"]).legal_actions()
    >>> legal
    <LegalActions: Bid(private='P0', amount=5), Pass()>
    >>> len(legal), Bid("P0", 15) in legal, Bid("P0", 16) in legal
    (2, True, False)
    """

    def __init__(self, game: Game, offers: list[Action]) -> None:
        self._game = game
        self._offers = offers

    def __getitem__(self, index: Any) -> Any:
        return self._offers[index]

    def __len__(self) -> int:
        return len(self._offers)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._offers)

    def __contains__(self, action: object) -> bool:
        try:
            return isinstance(action, Action) and self._game.why_not(action) is None
        except InvalidAction:  # what is no action is not among the legal ones
            return False

    def __repr__(self) -> str:
        shown = [repr(offer) for offer in self._offers[:SHOWN_ACTIONS]]
        if len(self._offers) > SHOWN_ACTIONS:
            shown.append(f"… {len(self._offers) - SHOWN_ACTIONS} more")
        return f"<LegalActions: {', '.join(shown) or 'none'}>"


class Game:  # noqa: PLW1641 - a game goes on, so it has no hash
    """A game in progress or finished; `tielu.new_game` makes one.

    >>> import tielu
    >>> game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    >>> game
    <Game 1880: China, 2022, Ann, Bo, Cy: 0 actions, Ann decides>
    >>> game.apply({"type": "bid", "private": "P0", "amount": 5})
    [BidPlaced(player='Ann', private='P0', amount=5)]
    >>> game.actor, game.finished
    ('Bo', False)
    >>> game.undo()
    Bid(private='P0', amount=5)

    Games with the same beginning and the same actions are equal; they can be copied and pickled. What other programs
    hand in is typed as `object`, so that it is refused with a clear code, whatever it is.
    """

    def __init__(
        self,
        title: Title,
        edition: str,
        players: tuple[str, ...],
        state: State,
        past: _Past | None = None,
        checkpoints: tuple[State, ...] = (),
        revision: int = FIRST_REVISION,
    ) -> None:
        self._title = title
        self._revision = revision
        self._players = players
        self._edition = edition
        self._past = past
        self.state = state
        self._checkpoints = checkpoints or (state.copy(),)

    @property
    def definition(self) -> Title:
        """The title itself: its editions, numbers of players, and rules as functions."""
        return self._title

    @property
    def title(self) -> str:
        return self._title.name

    @property
    def edition(self) -> str:
        return self._edition

    @property
    def revision(self) -> int:
        """The revision of the rules with which the game was begun, and by which it is played to its end."""
        return self._revision

    @property
    def players(self) -> list[str]:
        return list(self._players)

    @property
    def actions(self) -> list[Action]:
        taken: list[Action] = []
        past = self._past
        while past is not None:
            taken.append(past.action)
            past = past.before
        taken.reverse()
        return taken

    @property
    def finished(self) -> bool:
        return self.state.finished

    @property
    def actor(self) -> str | None:
        """The name of the player who must decide now, or None when the game is over."""
        if self.state.finished:
            return None
        return self._players[self.state.stack[-1].actor(self.state)]

    @property
    def deciding(self) -> str | None:
        """The entity the actor decides for: the player's name, or the id of a company or investor."""
        if self.state.finished:
            return None
        return self.state.stack[-1].deciding(self.state)

    def legal_actions(self) -> LegalActions:
        offers = [] if self.state.finished else self.state.stack[-1].offers(self.state)
        return LegalActions(self, offers)

    def why_not(self, action: object) -> IllegalAction | None:
        """The refusal of an action or its JSON, or None if it is legal; raises InvalidAction if it is no action."""
        if not isinstance(action, Action):
            return self.why_not(_read_action(action))
        check_fields(action)
        if self.state.finished:
            return IllegalAction(GAME_OVER, self._title.finished_rule(self.state), {})
        return self.state.stack[-1].why_not(self.state, action)

    def verify(self, action: object) -> None:
        """Raise IllegalAction if the rules forbid an action, or its JSON, now; the state is never changed."""
        self._verified(action)

    def _verified(self, action: object) -> Action:
        meant = action if isinstance(action, Action) else _read_action(action)
        refusal = self.why_not(meant)
        if refusal is not None:
            raise refusal
        return meant

    def apply(self, action: object) -> list[Event]:
        """Verify and carry out an action, or its JSON; returns the events it caused."""
        return self.apply_trusted(self._verified(action))

    def apply_trusted(self, action: Action) -> list[Event]:
        """Carry out an action that is known to be legal, such as one just offered or one from a saved game."""
        events = _carry_out(self.state, action)
        self._past = _Past(self._past, action)
        if self._past.length % CHECKPOINT_EVERY == 0:
            self._checkpoints = (*self._checkpoints, self.state.copy())
        return events

    def undo(self) -> Action:
        """Take back the last action, exactly; returns it. Raises InvalidAction when there is none."""
        if self._past is None:
            raise InvalidAction("nothing_to_undo")
        undone = self._past.action
        self.rewind(self._past.length - 1)
        return undone

    def rewind(self, length: int) -> None:
        """Take back all actions but the first `length`; where there are no more, nothing changes.

        However long the game is, only a few actions are replayed, from the last checkpoint before.
        """
        length = max(0, length)
        if length >= self._length():
            return
        while self._past is not None and self._past.length > length:
            self._past = self._past.before
        kept = length // CHECKPOINT_EVERY
        self._checkpoints = self._checkpoints[: kept + 1]
        self.state = self._checkpoints[kept].copy()
        again: list[Action] = []
        past = self._past
        while past is not None and past.length > kept * CHECKPOINT_EVERY:
            again.append(past.action)
            past = past.before
        for action in reversed(again):
            _carry_out(self.state, action)

    def at_start(self) -> Game:
        """A game with the same beginning and no actions: title, edition, revision and players."""
        return begin(self.title, self._players, self._edition, self._revision)

    def clone(self) -> Game:
        """An independent copy; what never changes is shared."""
        state = self.state.copy()
        return Game(self._title, self._edition, self._players, state, self._past, self._checkpoints, self._revision)

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_json, (self.to_json(),)

    def __eq__(self, other: object) -> bool:
        """Games with the same beginning and the same actions are equal."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            (self.title, self._edition, self._revision, self._players)
            == (other.title, other._edition, other._revision, other._players)
            and self._length() == other._length()
            and self.actions == other.actions
        )

    def __repr__(self) -> str:
        now = "finished" if self.finished else f"{self.actor} decides"
        if not self.finished and self.deciding != self.actor:
            now += f" for {self.deciding}"
        return (
            f"<Game {self._title.label}, {self._edition}, {', '.join(self._players)}: {self._length()} actions, {now}>"
        )

    def _length(self) -> int:
        """The number of actions taken."""
        return 0 if self._past is None else self._past.length

    @property
    def position(self) -> PositionView:
        """Players, companies, market, map, trains, round, step and order of play, as typed values."""
        shown = SHOWN_BY["position"](self)
        assert isinstance(shown, PositionView)
        return shown

    def _repr_svg_(self) -> str:
        """The board, drawn; notebooks ask for this."""
        return str(SHOWN_BY["drawing"](self))

    def snapshot(self) -> dict[str, Any]:
        """The position in the spelling of recorded games, as dotted keys; what is absent is 0, empty or none."""
        return self._title.snapshot(self.state)

    def worths(self) -> list[int]:
        """What everybody is worth now, in seating order."""
        return [self._title.worth(self.state, player) for player in range(len(self._players))]

    def standings(self) -> list[tuple[str, int]]:
        """The players and their worth, best first; equals in seating order."""
        worth = self.worths()
        order = sorted(self.state.seating, key=lambda player: -worth[player])
        return [(self._players[player], worth[player]) for player in order]

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "edition": self.edition,
            "revision": self.revision,
            "players": self.players,
            "actions": [action.to_json() for action in self.actions],
        }

    @staticmethod
    def from_json(data: object) -> Game:
        """The game that `to_json` wrote; raises InvalidAction or RefusedAction, with the index of a bad action."""
        fields = saved_fields(data)
        game = begin(fields["title"], fields["players"], fields["edition"], fields.get("revision", FIRST_REVISION))
        for index, saved in enumerate(fields["actions"]):
            _replay(game, index, saved)
        return game


def _carry_out(state: State, action: Action) -> list[Event]:
    """Carry out a legal action and all that follows without a decision; a state has the events of one action only."""
    state.stack[-1].apply(state, action)
    settle(state)
    events, state.events = state.events, []
    return events


def begin(title: object, players: object, edition: object = None, revision: object = None) -> Game:
    """A new game, the players in seating order; raises InvalidAction if any of these is not possible.

    By default it is played in the title's usual edition and by the newest revision of its rules.
    """
    chosen = find_title(title)
    if edition is None:
        edition = chosen.editions[0]
    if not isinstance(edition, str) or edition not in chosen.editions:
        raise InvalidAction("unknown_edition", title=chosen.name, edition=quoted(edition), known=chosen.editions)
    names = checked_names(players)
    check_player_count(chosen, len(names))
    number = checked_revision(chosen.revision, revision)
    state = chosen.start(names, edition, number)
    settle(state)
    state.events = []
    return Game(chosen, edition, names, state, revision=number)


def _read_action(data: object) -> Action:
    """The action that was handed in as JSON; raises InvalidAction if it is none."""
    if not isinstance(data, dict):
        raise InvalidAction("not_an_action", found=type(data).__name__)
    return Action.from_json(data)


def _replay(game: Game, index: int, saved: object) -> None:
    """Apply one saved action; a refusal says at which index it came."""
    try:
        game.apply(Action.from_json(saved))
    except InvalidAction as error:
        raise InvalidAction(error.code, **{**error.params, "index": index}) from error
    except IllegalAction as refusal:
        raise RefusedAction(refusal, index, saved) from refusal
