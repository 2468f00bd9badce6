"""1880 in the words of 18xx.games: what the platform would record for each of our actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tielu import Game
from tielu.core.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RouteRun,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import Event, TrainDiscarded
from tielu.core.shares import SHARE
from tielu.core.state import NOBODY
from tielu.interop.ledgers import Slots, Tiles
from tielu.interop.records import Foreign
from tielu.routing.model import best_count, trace
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
    RepayDebt,
)
from tielu.titles.t1880.rules.auction import ImperialCharter
from tielu.titles.t1880.rules.companies import free_slots
from tielu.titles.t1880.rules.components import (
    B1,
    CHART,
    COMPANIES,
    COMPANY_INDEX,
    DIRECTOR_SIZES,
    FIRST_INVESTOR,
    INVESTORS,
    P0,
    P5,
    P7,
    PAR_CELL,
    PRIVATES,
    RAILWAYS,
    T4,
    TRAIN_INDEX,
    TRAINS,
)
from tielu.titles.t1880.rules.ending import owner_part
from tielu.titles.t1880.rules.events import RocketExchanged
from tielu.titles.t1880.rules.forced_rocket import ForcedRocket
from tielu.titles.t1880.rules.investors import InvestorRun, associated
from tielu.titles.t1880.rules.operating_round import RunStep
from tielu.titles.t1880.rules.phases import on_offer
from tielu.titles.t1880.rules.privates import P0_PAYMENTS, PaymentClaim
from tielu.titles.t1880.rules.running import can_run, earnings
from tielu.titles.t1880.rules.state import State1880
from tielu.titles.t1880.rules.tiles import TILES

from .implied_actions import answers_to_events, dividend_of_nothing, homes_set, investors_pass, opener_passes
from .ledgers import Shares, Trains, home_circles
from .words import (
    AMOUNT,
    BANK,
    DISCARD,
    PAYOUT,
    PLAYER_FRAMES,
    REPLACE,
    STOPS,
    TREASURY,
    WITHHOLD,
    by_player,
    by_private,
    by_railway,
    last_train_id,
    money,
    next_train_id,
    state_of,
)


class Writer1880:
    """Writes a game of 1880 while replaying it, with the numbers that the platform gives to tiles and trains."""

    def __init__(self) -> None:
        self._tiles = Tiles({tile.number: tile.count for tile in TILES})
        self._trains = Trains()
        self._shares = [Shares() for _ in COMPANIES]
        self._slots = Slots(home_circles)
        self._writers: dict[type[Action], Callable[[State1880, Any], list[Foreign]]] = {
            AssignPermit: self._assign_permit,
            Bid: self._bid,
            BuyShare: self._buy_share,
            BuyTrain: self._buy_train,
            ChooseInvestor: self._choose_investor,
            ClaimPayment: self._claim_payment,
            DiscardTrain: self._discard_train,
            ExchangeRocket: self._exchange_rocket,
            FoundCompany: self._found_company,
            LayTile: self._lay_tile,
            MergeMoney: self._merge_money,
            MergeStation: self._merge_station,
            Pass: self._pass,
            PayDividend: self._pay_dividend,
            PlaceStation: self._place_station,
            RepayDebt: self._repay_debt,
            RunTrains: self._run_trains,
            SellShares: self._sell_shares,
            Withhold: self._withhold,
        }

    def take(self, game: Game, action: Action) -> list[Foreign]:
        """Carry out `action` in `game`; returns what the platform would have recorded, and asked for, meanwhile."""
        before = state_of(game).copy()
        railway = game.deciding or ""
        written = self._writers[type(action)](before, action)
        events = game.apply_trusted(action)
        state = state_of(game)
        self._follow_shares(before, state, action)
        self._trains.drop_scrapped(state)
        written += self._forced_choices(state, action, events)
        written += dividend_of_nothing(state, action, railway)
        written += answers_to_events(state, action, events)
        for home in homes_set(state, action, events):
            place, company = state.board.place(home.hex, home.city), COMPANY_INDEX[home.railway]
            written.append(self._token(state, company, place))
        self._slots.follow(state)
        written += opener_passes(before, state, events)
        written += investors_pass(before, state, action)
        return written

    # -- auction, investors, share rounds --

    def _bid(self, state: State1880, action: Bid) -> list[Foreign]:
        return [by_player(_actor(state), "bid", company=action.private, price=action.amount)]

    def _choose_investor(self, state: State1880, action: ChooseInvestor) -> list[Foreign]:
        return [by_player(_actor(state), "bid", minor=action.investor.removeprefix("A"), price=0)]

    def _found_company(self, state: State1880, action: FoundCompany) -> list[Foreign]:
        """Price and slot, then the size of the certificate if there is a choice, then the permits."""
        player = _actor(state)
        slot = free_slots(state, action.price)[0] if action.slot is None else action.slot
        row, column = CHART.position(PAR_CELL[action.price])
        price = f"{action.price},{row},{column}"
        written = [by_player(player, "par", corporation=action.company, share_price=price, slot=slot)]
        affordable = [size for size in DIRECTOR_SIZES if action.price * size // SHARE <= state.cash[player]]
        if len(affordable) > 1 and not isinstance(state.stack[-1], ImperialCharter):
            written.append(by_player(player, "choose", choice=action.director_percent))
        return [*written, by_player(player, "choose", choice=action.permits)]

    def _buy_share(self, state: State1880, action: BuyShare) -> list[Foreign]:
        shares = self._shares[COMPANY_INDEX[action.company]]
        certificate = shares.next_in_bank(all_available=state.phase >= B1)
        named = [f"{action.company}_{certificate}"]
        return [by_player(_actor(state), "buy_shares", shares=named, percent=SHARE)]

    def _sell_shares(self, state: State1880, action: SellShares) -> list[Foreign]:
        certificates = self._shares[COMPANY_INDEX[action.company]].sale(_actor(state), action.percent)
        named = [f"{action.company}_{certificate}" for certificate in certificates]
        return [by_player(_actor(state), "sell_shares", shares=named, percent=action.percent)]

    def _repay_debt(self, state: State1880, action: RepayDebt) -> list[Foreign]:
        player = _actor(state)
        whole = action.amount == min(state.cash[player], state.debt[player])
        return [by_player(player, "payoff_player_debt", **({} if whole else {AMOUNT: action.amount}))]

    def _follow_shares(self, before: State1880, state: State1880, action: Action) -> None:
        """Move certificates as the action has moved shares."""
        player = _actor(before)
        if isinstance(action, FoundCompany):
            shares = self._shares[COMPANY_INDEX[action.company]]
            shares.found(player, action.director_percent, all_available=before.phase >= B1)
        elif isinstance(action, BuyShare):
            self._shares[COMPANY_INDEX[action.company]].buy(player, all_available=before.phase >= B1)
        elif isinstance(action, SellShares):
            company = COMPANY_INDEX[action.company]
            self._shares[company].sell(player, action.percent, state.director[company])
        for investor in range(len(INVESTORS)):
            company = state.associated[investor]
            if company != before.associated[investor]:
                self._shares[company].reserve(investor)
            elif company != NOBODY and isinstance(action, MergeMoney) and state.merged[investor]:
                self._shares[company].merge(investor, before.investor_owner[investor])
        for company, director in enumerate(state.director):
            if before.director[company] not in (NOBODY, director):
                self._shares[company].change_director(before.director[company], director)

    # -- powers of privates --

    def _claim_payment(self, state: State1880, _action: ClaimPayment) -> list[Foreign]:
        frame = state.stack[-1]
        assert isinstance(frame, PaymentClaim)
        choice = f"Receive {PRIVATES[P0].name} payment of {money(P0_PAYMENTS[frame.train])}"
        return [by_private(P0, "choose", choice=choice)]

    def _assign_permit(self, _state: State1880, action: AssignPermit) -> list[Foreign]:
        return [by_private(P5, "assign", target=action.company, target_type="corporation")]

    def _exchange_rocket(self, state: State1880, action: ExchangeRocket) -> list[Foreign]:
        if not isinstance(state.stack[-1], ForcedRocket):
            self._trains.take_from_bank(state, action.company, on_offer(state))
            return [by_private(P7, "purchase_train")]
        self._trains.take_from_bank(state, action.company, T4)
        written = [by_private(P7, "assign", target=action.company, target_type="corporation")]
        if action.surrender is not None:
            given = self._trains.give(action.company, action.surrender)
            written.append(by_railway(action.company, "discard_train", train=given))
        return written

    def _forced_choices(self, state: State1880, action: Action, events: list[Event]) -> list[Foreign]:
        """Trains that our game has given out or taken away because there was no choice."""
        written: list[Foreign] = []
        for event in events:
            if isinstance(event, RocketExchanged) and not isinstance(action, ExchangeRocket):
                self._trains.take(event.company, last_train_id(state, TRAIN_INDEX[event.train]))
                written.append(by_private(P7, "assign", target=event.company, target_type="corporation"))
            elif isinstance(event, TrainDiscarded) and not isinstance(action, DiscardTrain):
                train = self._trains.give(event.company, event.train)
                written.append(by_railway(event.company, "discard_train", train=train))
        return written

    # -- turns --

    def _pass(self, state: State1880, _action: Pass) -> list[Foreign]:
        frame = state.stack[-1]
        if isinstance(frame, PaymentClaim):
            return [by_private(P0, "pass")]
        if isinstance(frame, ForcedRocket):
            return [by_private(P7, "pass")]
        if isinstance(frame, PLAYER_FRAMES):
            return [by_player(_actor(state), "pass")]
        if isinstance(frame, RunStep | InvestorRun) and can_run(state, frame.railway):
            return self._run_trains(state, RunTrains(()))
        return [by_railway(frame.deciding(state), "pass")]

    def _lay_tile(self, state: State1880, action: LayTile) -> list[Foreign]:
        tile = self._tiles.lay(action.hex, action.tile)
        return [by_railway(_deciding(state), "lay_tile", hex=action.hex, tile=tile, rotation=action.rotation)]

    def _place_station(self, state: State1880, action: PlaceStation) -> list[Foreign]:
        company = COMPANY_INDEX[_deciding(state)]
        return [self._token(state, company, state.board.place(action.hex, action.city))]

    def _token(self, state: State1880, company: int, place: int) -> Foreign:
        name, city = state.board.place_name(place)
        slot = self._slots.free(state, place, company)
        return by_railway(RAILWAYS[company], "place_token", city=f"{self._tiles.id_at(name)}-{city}", slot=slot)

    def _run_trains(self, state: State1880, action: RunTrains) -> list[Foreign]:
        railway = RAILWAYS.index(_deciding(state))
        spare: dict[str, list[str]] = {}
        routes = []
        for route in action.routes:
            ids = spare.setdefault(route.train, self._train_ids(state, railway, route.train))
            routes.append(_route(state, railway, route, ids.pop(0)))
        return [by_railway(RAILWAYS[railway], "run_routes", routes=routes, extra_revenue=0, subsidy=0)]

    def _train_ids(self, state: State1880, railway: int, train: str) -> list[str]:
        if railway >= FIRST_INVESTOR:
            return [next_train_id(state, TRAIN_INDEX[train])]
        return self._trains.of_type(RAILWAYS[railway], train)

    def _pay_dividend(self, state: State1880, _action: PayDividend) -> list[Foreign]:
        return [by_railway(_deciding(state), "dividend", kind=PAYOUT)]

    def _withhold(self, state: State1880, _action: Withhold) -> list[Foreign]:
        return [by_railway(_deciding(state), "dividend", kind=WITHHOLD)]

    def _buy_train(self, state: State1880, action: BuyTrain) -> list[Foreign]:
        company = _deciding(state)
        if action.seller == BANK:
            train = self._trains.take_from_bank(state, company, TRAIN_INDEX[action.train])
        else:
            train = self._trains.give(action.seller, action.train)
            self._trains.take(company, train)
        return [by_railway(company, "buy_train", train=train, price=action.price, variant=action.train)]

    def _discard_train(self, _state: State1880, action: DiscardTrain) -> list[Foreign]:
        train = self._trains.give(action.company, action.train)
        return [by_railway(action.company, "discard_train", train=train)]

    # -- mergers --

    def _merge_money(self, state: State1880, action: MergeMoney) -> list[Foreign]:
        name = _deciding(state)
        investor = RAILWAYS.index(name)
        treasury = state.treasury[investor]
        written = [by_railway(name, "destination_connection")]
        if treasury:
            owner = state.players[state.owner_of(investor)]
            company = state.company_id(associated(state, investor))
            to_owner = f"{money(owner_part(treasury))} to {owner}"
            choice = to_owner if action.to == "owner" else f"{money(treasury)} to {company} {TREASURY}"
            written.append(by_railway(name, "choose", choice=choice))
        return written

    def _merge_station(self, state: State1880, action: MergeStation) -> list[Foreign]:
        return [by_railway(_deciding(state), "choose", choice=REPLACE if action.replace else DISCARD)]


def _actor(state: State1880) -> int:
    return state.stack[-1].actor(state)


def _deciding(state: State1880) -> str:
    return state.stack[-1].deciding(state)


def _route(state: State1880, railway: int, route: RouteRun, train_id: str) -> Foreign:
    """A run with all stops it passes; those it counts are named only where they are not the best ones."""
    path, pays = trace(state.board, state.faces, route), earnings(state, railway)
    passed = [state.board.place_name(place) for place in path.stops]
    counted = tuple(state.board.place(*stop) for stop in route.stops)
    hexes = [name for name, _ in passed]
    written = {
        "train": train_id,
        "connections": [list(link) for link in route.path],
        "hexes": hexes,
        "revenue": pays.income(counted, path.ferries),
        "revenue_str": "-".join(hexes),
        "nodes": [f"{name}-{stop}" for name, stop in passed],
    }
    own = frozenset(state.stations[railway])
    _, best = best_count(path.stops, TRAINS[TRAIN_INDEX[route.train]], own, pays, path.ferries)
    if set(best) != set(counted):
        written[STOPS] = [list(stop) for stop in route.stops]
    return written
