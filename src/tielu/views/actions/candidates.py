"""What a player would look for in each round, legal or not: for each kind of action the ones worth asking about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tielu import Game
from tielu.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.hexes import EDGES
from tielu.core.position import PlayerView, PositionView
from tielu.core.shares import SHARE
from tielu.core.tiles import CITY, WHITE
from tielu.views.title import TitleView, view_of


@dataclass(frozen=True)
class CandidateContext:
    """A position as the candidates see it: `deciding` is the railway or player for whom somebody decides."""

    game: Game
    position: PositionView
    view: TitleView
    deciding: str

    @property
    def actor(self) -> PlayerView:
        return next(player for player in self.position.players if player.acting)

    def has_power(self, kind: str) -> bool:
        """Whether the railway that operates, or the player who acts, has the private behind this kind of action."""
        owners = {each.id: each.owner for each in self.position.privates}
        return owners.get(self.view.powers.get(kind, "")) in (self.deciding, self.actor.name)

    def directed(self) -> list[str]:
        """The companies of the player who acts."""
        return [each.id for each in self.position.companies if each.director == self.actor.name]


# ---- candidates, kind by kind ----


def _pass(_context: CandidateContext) -> Iterator[Action]:
    yield Pass()


def _bids(context: CandidateContext) -> Iterator[Action]:
    for private in context.position.privates:
        if private.owner is None and not private.closed:
            yield Bid(private.id, private.asked)


def _foundings(context: CandidateContext) -> Iterator[Action]:
    """The cheapest way: who cannot pay for that can pay for none."""
    founding = context.view.founding
    if founding is not None:
        yield from (founding(context.game, company) for company in context.position.unfounded)


def _purchases(context: CandidateContext) -> Iterator[Action]:
    """From each place that shares come from; an empty one tells nothing, unless no share is left anywhere."""
    for company in context.position.companies:
        lying = {"ipo": company.in_offering, "pool": company.in_pool, "bank": company.in_bank}
        sources = context.view.sources
        there = [source for source in sources if lying[source]] or sources[:1]
        yield from (BuyShare(company.id, source) for source in there)


def _sales(context: CandidateContext) -> Iterator[Action]:
    for held in context.actor.holdings:
        yield from (SellShares(held.company, percent) for percent in range(SHARE, held.percent + 1, SHARE))


def _lays(context: CandidateContext) -> Iterator[Action]:
    """Where the railway stands and next to it, one tile that could follow on what lies there."""
    state = context.game.state
    board = state.board
    standing = [place.name for place in context.position.board if context.deciding in place.stations]
    hexes = [board.hex_index[name] for name in standing]
    around = [board.across[index * EDGES + edge] for index in hexes for edge in range(EDGES)]
    for index in dict.fromkeys([*hexes, *(other for other in around if other >= 0)]):
        face = state.faces[index]
        following = board.successors(index, face)
        if following or board.faces[face].colour == WHITE:
            fitting = [each.face for each in board.replacements(index, face)]
            tile, turn = divmod(fitting[0], EDGES) if fitting else (board.tile_index[min(following)], 0)
            yield LayTile(board.hexes[index].name, board.tiles[tile].number, turn)


def _stations(context: CandidateContext) -> Iterator[Action]:
    """Cities with track on their hex; nobody looks for others."""
    state = context.game.state
    for index, printed in enumerate(state.board.hexes):
        face = state.board.faces[state.faces[index]]
        for stop, each in enumerate(face.stops if face.pieces else ()):
            if each.kind == CITY:
                yield PlaceStation(printed.name, stop)


def _runs(_context: CandidateContext) -> Iterator[Action]:
    yield RunTrains(())


def _dividends(_context: CandidateContext) -> Iterator[Action]:
    yield PayDividend()


def _withholding(_context: CandidateContext) -> Iterator[Action]:
    yield Withhold()


def _trains(context: CandidateContext) -> Iterator[Action]:
    """Each type that the bank still has, those of the pool, and those of other companies for the least price."""
    prices = {train.name: train.price for train in context.view.trains}
    for stack in context.position.depot:
        yield BuyTrain(stack.train, "bank", stack.price)
    for train in dict.fromkeys(context.position.train_pool):
        yield BuyTrain(train, "pool", prices[train])
    for company in context.position.companies:
        if company.id != context.deciding:
            yield from (BuyTrain(train, company.id, 1) for train in dict.fromkeys(company.trains))


def _privates(context: CandidateContext) -> Iterator[Action]:
    """Those that belong to players, where companies may buy any at all."""
    for private in context.position.privates:
        if private.highest and private.owner in context.game.players:
            yield BuyPrivate(private.id, private.lowest)


@dataclass(frozen=True)
class ActionKind:
    """A kind of action: what is asked about, and the fields that tell one from another, whatever its amount."""

    candidates: Callable[[CandidateContext], Iterator[Action]]
    fields: tuple[str, ...] = ()


# The kinds of any title, and what belongs to each round unless a title says otherwise. Selling is looked for in
# operating rounds too, where a train must be paid for.
KINDS: Mapping[str, ActionKind] = {
    "bid": ActionKind(_bids, ("private",)),
    "found_company": ActionKind(_foundings, ("company",)),
    "buy_share": ActionKind(_purchases, ("company", "source")),
    "sell_shares": ActionKind(_sales, ("company", "percent")),
    "lay_tile": ActionKind(_lays, ("hex",)),
    "place_station": ActionKind(_stations, ("hex", "city")),
    "run_trains": ActionKind(_runs),
    "pay_dividend": ActionKind(_dividends),
    "withhold": ActionKind(_withholding),
    "buy_train": ActionKind(_trains, ("train", "seller")),
    "buy_private": ActionKind(_privates, ("private",)),
    "pass": ActionKind(_pass),
}
ROUNDS: Mapping[str, tuple[str, ...]] = {
    "auction": ("bid", "pass"),
    "share": ("found_company", "buy_share", "sell_shares", "pass"),
    "operating": (
        "lay_tile",
        "place_station",
        "run_trains",
        "pay_dividend",
        "withhold",
        "buy_train",
        "buy_private",
        "sell_shares",
        "pass",
    ),
}


def kinds_of(title: str) -> Mapping[str, ActionKind]:
    """The kinds of action that a player of this title would look for."""
    return {**KINDS, **view_of(title).action_kinds}


def rounds_of(title: str) -> Mapping[str, tuple[str, ...]]:
    """The kinds that are looked for in each round of this title, in order."""
    return {**ROUNDS, **view_of(title).round_kinds}


def looked_for(game: Game, position: PositionView) -> Iterator[Action]:
    """What a player would look for in this position; some of it may be legal."""
    context = CandidateContext(game, position, view_of(game.title), position.deciding or "")
    kinds = kinds_of(game.title)
    for kind in rounds_of(game.title).get(position.round, ()):
        yield from kinds[kind].candidates(context)


def identity(action: Action, kinds: Mapping[str, ActionKind]) -> tuple[object, ...]:
    """What an action is about: two that differ in an amount or a rotation only are the same to a player."""
    return (action.type, *(getattr(action, name) for name in kinds[action.type].fields))
