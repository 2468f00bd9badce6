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
from tielu.core.shares import SHARE
from tielu.core.tiles import CITY, WHITE
from tielu.titles.t1880.rules.actions import AssignPermit, ChooseInvestor, ExchangeRocket, RepayDebt
from tielu.titles.t1888n.rules.actions import LayFerry, TakeShare
from tielu.views.position.models import PlayerView, PositionView
from tielu.views.registry_of_views import FACTS
from tielu.views.title import Facts


@dataclass(frozen=True)
class Asked:
    """A position as the candidates see it: `deciding` is the railway or player for whom somebody decides."""

    game: Game
    position: PositionView
    facts: Facts
    deciding: str

    @property
    def actor(self) -> PlayerView:
        return next(player for player in self.position.players if player.acting)

    def has_power(self, kind: str) -> bool:
        """Whether the railway that operates, or the player who acts, has the private behind this kind of action."""
        owners = {each.id: each.owner for each in self.position.privates}
        return owners.get(self.facts.powers.get(kind, "")) in (self.deciding, self.actor.name)

    def directed(self) -> list[str]:
        """The companies of the player who acts."""
        return [each.id for each in self.position.companies if each.director == self.actor.name]


# ---- candidates, kind by kind ----


def _pass(_asked: Asked) -> Iterator[Action]:
    yield Pass()


def _bids(asked: Asked) -> Iterator[Action]:
    for private in asked.position.privates:
        if private.owner is None and not private.closed:
            yield Bid(private.id, private.asked)


def _investors(asked: Asked) -> Iterator[Action]:
    yield from (ChooseInvestor(each.id) for each in asked.facts.investors)


def _foundings(asked: Asked) -> Iterator[Action]:
    """The cheapest way: who cannot pay for that can pay for none."""
    yield from (asked.facts.founding(asked.game, company) for company in asked.position.unfounded)


def _purchases(asked: Asked) -> Iterator[Action]:
    """From each place that shares come from; an empty one tells nothing, unless no share is left anywhere."""
    for company in asked.position.companies:
        lying = {"ipo": company.in_offering, "pool": company.in_pool, "bank": company.in_bank}
        sources = asked.facts.sources
        there = [source for source in sources if lying[source]] or sources[:1]
        yield from (BuyShare(company.id, source) for source in there)


def _sales(asked: Asked) -> Iterator[Action]:
    for held in asked.actor.holdings:
        yield from (SellShares(held.company, percent) for percent in range(SHARE, held.percent + 1, SHARE))


def _repayments(asked: Asked) -> Iterator[Action]:
    if asked.actor.debt:
        yield RepayDebt(asked.actor.debt)


def _takings(asked: Asked) -> Iterator[Action]:
    if asked.has_power("take_share"):
        for company in asked.position.companies:
            yield from (TakeShare(company.id, source) for source in asked.facts.sources)


def _lays(asked: Asked) -> Iterator[Action]:
    """Where the railway stands and next to it, one tile that could follow on what lies there."""
    state = asked.game.state
    board = state.board
    standing = [place.name for place in asked.position.board if asked.deciding in place.stations]
    hexes = [board.hex_index[name] for name in standing]
    around = [board.across[index * EDGES + edge] for index in hexes for edge in range(EDGES)]
    for index in dict.fromkeys([*hexes, *(other for other in around if other >= 0)]):
        face = state.faces[index]
        following = board.successors(index, face)
        if following or board.faces[face].colour == WHITE:
            fitting = [each.face for each in board.replacements(index, face)]
            tile, turn = divmod(fitting[0], EDGES) if fitting else (board.tile_index[min(following)], 0)
            yield LayTile(board.hexes[index].name, board.tiles[tile].number, turn)


def _stations(asked: Asked) -> Iterator[Action]:
    """Cities with track on their hex; nobody looks for others."""
    state = asked.game.state
    for index, printed in enumerate(state.board.hexes):
        face = state.board.faces[state.faces[index]]
        for stop, each in enumerate(face.stops if face.pieces else ()):
            if each.kind == CITY:
                yield PlaceStation(printed.name, stop)


def _runs(_asked: Asked) -> Iterator[Action]:
    yield RunTrains(())


def _dividends(_asked: Asked) -> Iterator[Action]:
    yield PayDividend()


def _withholding(_asked: Asked) -> Iterator[Action]:
    yield Withhold()


def _trains(asked: Asked) -> Iterator[Action]:
    """Each type that the bank still has, those of the pool, and those of other companies for the least price."""
    prices = {train.name: train.price for train in asked.facts.trains}
    for stack in asked.position.depot:
        yield BuyTrain(stack.train, "bank", stack.price)
    for train in dict.fromkeys(asked.position.train_pool):
        yield BuyTrain(train, "pool", prices[train])
    for company in asked.position.companies:
        if company.id != asked.deciding:
            yield from (BuyTrain(train, company.id, 1) for train in dict.fromkeys(company.trains))


def _privates(asked: Asked) -> Iterator[Action]:
    """Those that belong to players, where companies may buy any at all."""
    for private in asked.position.privates:
        if private.highest and private.owner in asked.game.players:
            yield BuyPrivate(private.id, private.lowest)


def _ferry(asked: Asked) -> Iterator[Action]:
    if asked.has_power("lay_ferry"):
        yield LayFerry()


def _rocket(asked: Asked) -> Iterator[Action]:
    if asked.has_power("exchange_rocket"):
        yield from (ExchangeRocket(company) for company in asked.directed())


def _permits(asked: Asked) -> Iterator[Action]:
    if asked.has_power("assign_permit"):
        yield from (AssignPermit(company) for company in asked.directed())


@dataclass(frozen=True)
class Kind:
    """A kind of action: what is asked about, and the fields that tell one from another, whatever its amount."""

    candidates: Callable[[Asked], Iterator[Action]]
    fields: tuple[str, ...] = ()


KINDS: Mapping[str, Kind] = {
    "bid": Kind(_bids, ("private",)),
    "choose_investor": Kind(_investors, ("investor",)),
    "found_company": Kind(_foundings, ("company",)),
    "buy_share": Kind(_purchases, ("company", "source")),
    "sell_shares": Kind(_sales, ("company", "percent")),
    "repay_debt": Kind(_repayments),
    "take_share": Kind(_takings, ("company", "source")),
    "lay_tile": Kind(_lays, ("hex",)),
    "lay_ferry": Kind(_ferry),
    "place_station": Kind(_stations, ("hex", "city")),
    "run_trains": Kind(_runs),
    "pay_dividend": Kind(_dividends),
    "withhold": Kind(_withholding),
    "buy_train": Kind(_trains, ("train", "seller")),
    "buy_private": Kind(_privates, ("private",)),
    "exchange_rocket": Kind(_rocket, ("company",)),
    "assign_permit": Kind(_permits, ("company",)),
    "pass": Kind(_pass),
}
# What belongs to each round; selling is looked for in operating rounds too, where a train must be paid for.
ROUNDS: Mapping[str, tuple[str, ...]] = {
    "auction": ("bid", "pass"),
    "investors": ("choose_investor", "pass"),
    "share": (
        "found_company",
        "buy_share",
        "sell_shares",
        "repay_debt",
        "take_share",
        "assign_permit",
        "exchange_rocket",
        "pass",
    ),
    "operating": (
        "lay_tile",
        "lay_ferry",
        "place_station",
        "run_trains",
        "pay_dividend",
        "withhold",
        "buy_train",
        "buy_private",
        "sell_shares",
        "exchange_rocket",
        "assign_permit",
        "pass",
    ),
}


def looked_for(game: Game, position: PositionView) -> Iterator[Action]:
    """What a player would look for in this position; some of it may be legal."""
    asked = Asked(game, position, FACTS[game.title], position.deciding or "")
    for kind in ROUNDS.get(position.round, ()):
        yield from KINDS[kind].candidates(asked)


def identity(action: Action) -> tuple[object, ...]:
    """What an action is about: two that differ in an amount or a rotation only are the same to a player."""
    return (action.type, *(getattr(action, name) for name in KINDS[action.type].fields))
