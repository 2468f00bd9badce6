"""1880 in the words of 18xx.games: what the platform would record for each of our actions."""

from __future__ import annotations

from collections.abc import Sequence

from tielu.core.actions import (
    Action,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    Pass,
    RouteRun,
    RunTrains,
)
from tielu.core.events import Event, TrainDiscarded
from tielu.core.shares import SHARE
from tielu.core.state import NOBODY
from tielu.interop.base_writer import BaseWriter, WriteAction, actor, deciding, written_run
from tielu.interop.records import Foreign
from tielu.interop.words import BANK, by_player
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
    DISCARD,
    PLAYER_FRAMES,
    REPLACE,
    STOPS,
    TREASURY,
    by_private,
    by_railway,
    last_train_id,
    money,
    next_train_id,
)


class Writer1880(BaseWriter[State1880]):
    """Writes a game of 1880 while replaying it."""

    company_index = COMPANY_INDEX
    by_railway = staticmethod(by_railway)
    _shares: list[Shares]

    def __init__(self) -> None:
        super().__init__({tile.number: tile.count for tile in TILES}, [Shares() for _ in COMPANIES], home_circles)
        self._trains = Trains()

    def _own_writers(self) -> dict[type[Action], WriteAction[State1880]]:
        return {
            AssignPermit: self._assign_permit,
            BuyShare: self._buy_share,
            BuyTrain: self._buy_train,
            ChooseInvestor: self._choose_investor,
            ClaimPayment: self._claim_payment,
            DiscardTrain: self._discard_train,
            ExchangeRocket: self._exchange_rocket,
            FoundCompany: self._found_company,
            MergeMoney: self._merge_money,
            MergeStation: self._merge_station,
            Pass: self._pass,
            RepayDebt: self._repay_debt,
        }

    def _follow(self, before: State1880, state: State1880, action: Action, events: Sequence[Event]) -> list[Foreign]:
        self._follow_shares(before, state, action)
        self._trains.drop_scrapped(state)
        written = self._forced_choices(state, action, events)
        written += dividend_of_nothing(state, action, deciding(before))
        written += answers_to_events(state, action, events)
        written += [self._token(state, home.railway, home.hex, home.city) for home in homes_set(state, action, events)]
        self._circles.follow(state)
        written += opener_passes(before, state, events)
        written += investors_pass(before, state, action)
        return written

    # -- auction, investors, share rounds --

    def _choose_investor(self, state: State1880, action: ChooseInvestor) -> list[Foreign]:
        return [by_player(actor(state), "bid", minor=action.investor.removeprefix("A"), price=0)]

    def _found_company(self, state: State1880, action: FoundCompany) -> list[Foreign]:
        """Price and slot, then the size of the certificate if there is a choice, then the permits."""
        player = actor(state)
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
        return [by_player(actor(state), "buy_shares", shares=named, percent=SHARE)]

    def _repay_debt(self, state: State1880, action: RepayDebt) -> list[Foreign]:
        player = actor(state)
        whole = action.amount == min(state.cash[player], state.debt[player])
        return [by_player(player, "payoff_player_debt", **({} if whole else {AMOUNT: action.amount}))]

    def _follow_own_shares(self, before: State1880, state: State1880, action: Action) -> None:
        player = actor(before)
        if isinstance(action, FoundCompany):
            shares = self._shares[COMPANY_INDEX[action.company]]
            shares.found(player, action.director_percent, all_available=before.phase >= B1)
        elif isinstance(action, BuyShare):
            self._shares[COMPANY_INDEX[action.company]].buy(player, all_available=before.phase >= B1)
        for investor in range(len(INVESTORS)):
            company = state.associated[investor]
            if company != before.associated[investor]:
                self._shares[company].reserve(investor)
            elif company != NOBODY and isinstance(action, MergeMoney) and state.merged[investor]:
                self._shares[company].merge(investor, before.investor_owner[investor])

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

    def _forced_choices(self, state: State1880, action: Action, events: Sequence[Event]) -> list[Foreign]:
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
            return [by_player(actor(state), "pass")]
        if isinstance(frame, RunStep | InvestorRun) and can_run(state, frame.railway):
            return self._run_trains(state, RunTrains(()))
        return [by_railway(frame.deciding(state), "pass")]

    def _train_ids(self, state: State1880, railway: str, train: str) -> list[str]:
        """Investors run the next train of the bank."""
        if railway not in COMPANY_INDEX:
            return [next_train_id(state, TRAIN_INDEX[train])]
        return self._trains.of_type(railway, train)

    def _route(self, state: State1880, railway: str, route: RouteRun, train_id: str) -> Foreign:
        """A run; the stops that it counts are named only where they are not the best ones."""
        index = RAILWAYS.index(railway)
        path, pays = trace(state.board, state.faces, route), earnings(state, index)
        counted = tuple(state.board.place(*stop) for stop in route.stops)
        written = written_run(state, path, route, train_id, pays.income(counted, path.ferries))
        own = frozenset(state.stations[index])
        _, best = best_count(path.stops, TRAINS[TRAIN_INDEX[route.train]], own, pays, path.ferries)
        if set(best) != set(counted):
            written[STOPS] = [list(stop) for stop in route.stops]
        return written

    def _buy_train(self, state: State1880, action: BuyTrain) -> list[Foreign]:
        company = deciding(state)
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
        name = deciding(state)
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
        return [by_railway(deciding(state), "choose", choice=REPLACE if action.replace else DISCARD)]
