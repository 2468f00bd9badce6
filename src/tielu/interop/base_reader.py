"""What the readers of all titles share; a title adds the actions and the memory that are its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from tielu import Game
from tielu.core.actions import (
    Action,
    DiscardTrain,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.errors import IllegalAction, InvalidAction, illegal
from tielu.core.flow import Frame
from tielu.core.steps import Step as CompanyStep

from .fields import company_of_shares, malformed, number, numbered, objects, text
from .records import Foreign, PlatformRecord
from .replay import Entity, Reader, RecordedDecision
from .routes import walk
from .words import PAYOUT, WITHHOLD

Frames: TypeAlias = tuple[type[Frame], ...]  # type: ignore[type-arg]  # of whatever state the title has
ReadAction: TypeAlias = Callable[[Game, Foreign], Action | None]

_LONGEST_QUOTE = 40
# The actions that belong to one step of a railway's turn.
_STEP_ACTIONS = frozenset({"buy_train", "dividend", "lay_tile", "place_token", "run_routes"})


class BaseReader(Reader):
    """Reads the actions that mean the same in every title, and remembers where each tile and train has gone."""

    # -- what a title defines --

    company_index: ClassVar[Mapping[str, int]]
    # Frames in which a player decides for nobody else.
    player_frames: ClassVar[Frames]
    dividend_frames: ClassVar[Frames]
    # Frames that ask several companies to discard trains.
    surplus_frames: ClassVar[Frames]
    # Steps during which the platform lets nobody use a power.
    frames_without_powers: ClassVar[Frames]
    # The rules that say whose turn it is, by frame; that of a railway's turn; and that by which the game is over.
    turn_rules: ClassVar[Mapping[type, str]]
    turn_order_rule: ClassVar[str]
    game_over_rule: ClassVar[str]

    def __init__(self, record: PlatformRecord) -> None:
        self._players = record.players
        self._earned_nothing: Entity | None = None
        self._tile_at: dict[str, str] = {}
        self._train_at: dict[str, str] = {}
        self._readers: dict[str, ReadAction] = {
            "discard_train": self._discard_train,
            "dividend": self._dividend,
            "lay_tile": self._lay_tile,
            "pass": lambda _game, _foreign: Pass(),
            "place_token": self._place_station,
            "run_routes": self._run_trains,
            "sell_shares": self._sell_shares,
            **self._own_readers(),
        }

    @abstractmethod
    def _own_readers(self) -> dict[str, ReadAction]:
        """What reads the actions that the title knows, or reads in its own way, by their types."""

    @abstractmethod
    def _entity(self, game: Game, foreign: Foreign) -> Entity | None:
        """Who decides; None for a private that has left our game."""

    def _check_continuation(self, foreign: Foreign) -> None:
        """Raise InvalidAction if half a decision was read before and this is not its other half."""

    def _note_own(self, game: Game, foreign: Foreign, decision: RecordedDecision) -> None:
        """Remember what later actions of this title refer to."""

    # -- what follows from it --

    def read(self, game: Game, foreign: Foreign) -> RecordedDecision | None:
        """The decision that is complete with this action, or None if it is only a part of one."""
        kind = foreign["type"]
        if kind not in self._readers:
            raise InvalidAction("foreign_action_unknown", type=kind[:_LONGEST_QUOTE])
        self._check_continuation(foreign)
        by = self._entity(game, foreign)
        if by is None:
            return RecordedDecision(Entity(""), None)
        action = self._readers[kind](game, foreign)
        return None if action is None else self._decision(game, foreign, by, action)

    def note(self, game: Game, foreign: Foreign, decision: RecordedDecision) -> None:
        """Remember what later actions refer to, now that the decision has been carried out."""
        action, self._earned_nothing = decision.action, None
        if isinstance(action, LayTile):
            self._tile_at[text(foreign, "tile")] = action.hex
        elif isinstance(action, RunTrains):
            if not self._pays_now(game, decision.by):
                self._earned_nothing = decision.by
        else:
            self._note_own(game, foreign, decision)

    def _decision(self, game: Game, foreign: Foreign, by: Entity, action: Action) -> RecordedDecision:
        """The decision that is complete with this action."""
        return RecordedDecision(by, None if self._done_already(game, foreign, by, action) else action)

    def _done_already(self, game: Game, _foreign: Foreign, by: Entity, action: Action) -> bool:
        """Whether our game has done this by itself where the platform asks, though there is but one answer.

        The platform asks whether an income of nothing is paid out, and which of several equal trains is given up.
        """
        if isinstance(action, PayDividend | Withhold):
            return by == self._earned_nothing
        if isinstance(action, DiscardTrain) and action.company in self.company_index:
            # Every title has the current phase and the rules of its edition in its state.
            state: Any = game.state
            fits = len(state.trains[self.company_index[action.company]]) <= state.current_phase.train_limit
            return fits and not state.rules.steps_wait_for_pass
        return False

    def _pays_now(self, game: Game, railway: Entity) -> bool:
        """Whether the railway has just earned something that it can pay out or withhold."""
        waits = not game.finished and isinstance(game.state.stack[-1], self.dividend_frames)
        return waits and game.deciding == railway.name

    def deciders(self, game: Game) -> frozenset[Entity]:
        """Who may decide now: a player, and the railway for which that player decides, if any."""
        if game.finished:
            return frozenset()
        player, railway = Entity(game.actor or "", is_player=True), Entity(game.deciding or "")
        frame = game.state.stack[-1]
        if isinstance(frame, self.surplus_frames):
            # Any company over the limit may be first; the action says which.
            return frozenset(Entity(company) for company in self.company_index)
        return frozenset({player} if isinstance(frame, self.player_frames) else {player, railway})

    def out_of_turn(self, game: Game, decision: RecordedDecision) -> IllegalAction:
        """The refusal of a decision by somebody who may not decide now."""
        if game.finished:
            return illegal("game_over", self.game_over_rule)
        frame = game.state.stack[-1]
        rules = (rule for kind, rule in self.turn_rules.items() if isinstance(frame, kind))
        rule = next(rules, self.turn_order_rule)
        return illegal("foreign_out_of_turn", rule, entity=decision.by.name, asked=game.deciding)

    def preview(self, game: Game, foreign: Foreign) -> Action | None:
        """What a railway's foreign action would mean in this position, or None if that cannot be told yet."""
        known = foreign["type"] in _STEP_ACTIONS and foreign["entity_type"] in ("corporation", "minor")
        return self._readers[foreign["type"]](game, foreign) if known else None

    def only_powers(self, game: Game, power_next: bool) -> bool:
        """Whether a railway can do nothing but use a power or pass, and not here if one is used next.

        The platform lets powers be used while it waits for track or trains.
        """
        frame = game.state.stack[-1]
        if not isinstance(frame, CompanyStep) or (power_next and not isinstance(frame, self.frames_without_powers)):
            return False
        may_pass = game.why_not(Pass()) is None
        return may_pass and all(isinstance(offer, Pass) or frame.uses_power(offer) for offer in game.legal_actions())

    def _player(self, foreign: Foreign) -> Entity:
        """The player who decides; raises InvalidAction if there is none of this id."""
        entity = foreign["entity"]
        if isinstance(entity, bool) or not isinstance(entity, int | str) or entity not in self._players:
            raise malformed(foreign, "entity")
        return Entity(self._players[entity], is_player=True)

    # -- actions that mean the same in every title --

    def _sell_shares(self, _game: Game, foreign: Foreign) -> Action:
        return SellShares(company_of_shares(foreign), number(foreign, "percent"))

    def _lay_tile(self, _game: Game, foreign: Foreign) -> Action | None:
        return LayTile(text(foreign, "hex"), numbered(foreign, "tile")[0], number(foreign, "rotation"))

    def _place_station(self, game: Game, foreign: Foreign) -> Action:
        """A city is `57-1-0`: the tile, which one of its kind, the city on it; `Q7-0-0` on a printed hex."""
        tile, city = numbered(foreign, "city")
        name = tile.rpartition("-")[0]
        where = name if name in game.state.board.hex_index else self._tile_at.get(tile)
        if where is None:
            raise malformed(foreign, "city")
        return PlaceStation(where, city)

    def _run_trains(self, game: Game, foreign: Foreign) -> Action:
        """Every train counts all stops that it passes."""
        routes = []
        for route in objects(foreign, "routes"):
            run = walk(game.state, route)
            routes.append(RouteRun(numbered(route, "train")[0], run.stops, run.links))
        return RunTrains(tuple(routes))

    def _dividend(self, _game: Game, foreign: Foreign) -> Action:
        kind = text(foreign, "kind")
        if kind not in (PAYOUT, WITHHOLD):
            raise malformed(foreign, "kind")
        return PayDividend() if kind == PAYOUT else Withhold()

    def _discard_train(self, _game: Game, foreign: Foreign) -> Action:
        return DiscardTrain(text(foreign, "entity"), numbered(foreign, "train")[0])
