"""Cards of a share round and of an auction: companies with their shares, founding, privates with their bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tielu import Action, Game
from tielu.core.actions import Bid, BuyPrivate, BuyShare, FoundCompany, SellShares
from tielu.core.events import CompanyFounded, PrivateBought
from tielu.core.position import BidView, CompanyView, ParView, PositionView, PrivateView
from tielu.core.shares import SHARE
from tielu.i18n import say_action, say_button, say_error, say_error_briefly
from tielu.views.actions.candidates import looked_for
from tielu.views.actions.empty_steps import uses_power
from tielu.views.actions.forbidden import RefusedCandidate, refused_trades
from tielu.views.actions.founding import Answer, FoundingSum, answers_of, founding_answers, founding_sum
from tielu.views.actions.main_button import sum_of
from tielu.views.actions.outcome import Trials
from tielu.views.history.chronicle import Chronicle, LastRun
from tielu.views.svg import Picture, sparkline_picture
from tielu.views.title import view_of
from tielu.web.table.armed import ArmedMove, Chosen

# A box of a company card that belongs to no player.
NOBODY = -1


@dataclass(frozen=True)
class Trade:
    """A purchase or sale on a card: a word for it, what is paid or received; `note` tells several sales apart.

    One that is not possible now has a `refusal`, and the same in a word or two unless the card shows it anyway.
    """

    action: Action
    word: str
    money: int = 0
    note: str = ""
    armed: bool = False
    refusal: str = ""
    briefly: str = ""


@dataclass(frozen=True)
class ShareBox:
    """One of a company's shares: the seat of its holder, and a name where a share lies with somebody else."""

    seat: int
    director: bool = False
    name: str = ""


@dataclass(frozen=True)
class CompanyCard:
    """A founded company with what can be done with its shares; `founded` counts the foundings before its own."""

    view: CompanyView
    founded: int
    boxes: tuple[ShareBox, ...]
    held: tuple[tuple[int, int], ...]
    last_run: LastRun | None
    last_move: tuple[int, int] | None
    prices: Picture
    buys: tuple[Trade, ...]
    sells: tuple[Trade, ...]

    @property
    def a_share(self) -> int:
        """What the last run paid for each share; 0 if nothing was paid out."""
        return self.last_run.income // 10 if self.last_run is not None and self.last_run.paid else 0


@dataclass(frozen=True)
class PriceRow:
    """An initial price with its places in the order of play, and the answers that choose it: one, or one a place."""

    price: int
    places: tuple[str | None, ...]
    answers: tuple[Answer, ...]

    @property
    def answer(self) -> Answer | None:
        """The one answer for the whole row; None if the row is full, or its places are chosen one by one."""
        return self.answers[0] if self.answers and not self.answers[0].choice else None

    def at(self, place: int) -> Answer | None:
        """The answer that chooses a place of the row."""
        return next((each for each in self.answers if each.choice == str(place)), None)


@dataclass(frozen=True)
class FoundingCard:
    """Founding a company: the answers that are legal with those chosen so far, the chosen ones, and their account."""

    companies: tuple[Answer, ...]
    prices: tuple[PriceRow, ...]
    certificates: tuple[tuple[int, tuple[Answer, ...]], ...]
    company: str
    price: str
    certificate: str
    account: FoundingSum | None

    @property
    def name(self) -> str:
        """The chosen company in words; empty if none is chosen."""
        return next((each.label for each in self.companies if each.value == self.company), "")


@dataclass(frozen=True)
class PrivateCard:
    """A private in an auction: the highest bid of each player, best first, and what the reader can do with it.

    Once it is `sold` it keeps its place.
    """

    view: PrivateView
    bids: tuple[BidView, ...]
    action: Action | None
    armed: bool
    sold: BidView | None


def company_cards(
    game: Game,
    position: PositionView,
    chronicle: Chronicle,
    actions: Sequence[Action],
    armed: ArmedMove | None,
    lang: str,
) -> tuple[CompanyCard, ...]:
    """A card for each founded company."""
    trials = Trials(game)
    trades: dict[str, list[Trade]] = {}
    for action in actions:
        if isinstance(action, (BuyShare, SellShares, *view_of(game.title).share_actions)):
            company = str(getattr(action, "company", ""))
            trades.setdefault(company, []).append(_trade(trials, action, armed, lang))
    for each in refused_trades(game, position, actions):
        trades.setdefault(str(getattr(each.action, "company", "")), []).append(_refused_trade(each, lang))
    founded = _founding_order(chronicle)
    return tuple(
        _company_card(game, position, chronicle, each, trades.get(each.id, []), founded.get(each.id, len(founded)))
        for each in position.companies
    )


def _founding_order(chronicle: Chronicle) -> Mapping[str, int]:
    """The companies in the order of their founding, from 0."""
    events = (event for entry in chronicle.entries for event in entry.events if isinstance(event, CompanyFounded))
    return {event.company: number for number, event in enumerate(events)}


def _trade(trials: Trials, action: Action, armed: ArmedMove | None, lang: str) -> Trade:
    note = f"{action.percent}%" if isinstance(action, SellShares) else say_action(action, lang)
    power = view_of(trials.game.title).powers.get(action.type)
    money = sum_of(trials, action)
    return Trade(action, power or say_button(action, lang), money, note, armed is not None and armed.action == action)


def _refused_trade(refused: RefusedCandidate, lang: str) -> Trade:
    return Trade(
        refused.action,
        say_button(refused.action, lang),
        refusal=say_error(refused.refusal, lang),
        # That the reader holds none is seen on the card.
        briefly="" if refused.refusal.code == "not_held" else say_error_briefly(refused.refusal, lang),
    )


def _company_card(
    game: Game, position: PositionView, chronicle: Chronicle, company: CompanyView, trades: list[Trade], founded: int
) -> CompanyCard:
    boxes: list[ShareBox] = []
    held = [
        (game.players.index(player.name), holding.percent, holding.director)
        for player in position.players
        for holding in player.holdings
        if holding.company == company.id
    ]
    held.sort(key=lambda each: (not each[2], -each[1]))
    for seat, percent, director in held:
        boxes += [ShareBox(seat, director=director and number == 0) for number in range(percent // SHARE)]
    boxes += [ShareBox(NOBODY, name=each.id) for each in position.investors if each.company == company.id]
    boxes += [ShareBox(NOBODY)] * (100 // SHARE - len(boxes))
    return CompanyCard(
        view=company,
        founded=founded,
        boxes=tuple(boxes),
        held=tuple((seat, percent) for seat, percent, _ in held),
        last_run=chronicle.last_runs.get(company.id),
        last_move=chronicle.last_moves.get(company.id),
        prices=sparkline_picture(_prices(chronicle, company), company.par),
        buys=_by_source(game, [each for each in trades if not isinstance(each.action, SellShares)]),
        sells=tuple(each for each in trades if isinstance(each.action, SellShares)),
    )


def _by_source(game: Game, buys: list[Trade]) -> tuple[Trade, ...]:
    """Purchases in the order of the places that shares come from, possible or not; then other ways to a share."""
    sources = view_of(game.title).sources
    return tuple(
        sorted(buys, key=lambda each: sources.index(each.action.source) if isinstance(each.action, BuyShare) else 9)
    )


def _prices(chronicle: Chronicle, company: CompanyView) -> tuple[int | None, ...]:
    """The company's price at the beginning of each round, and now; None before its founding."""
    return (*(moment.prices.get(company.id) for moment in chronicle.moments), company.price)


def founding_card(
    game: Game,
    position: PositionView,
    actions: Sequence[Action],
    chosen: Chosen,
    armed: ArmedMove | None,
    lang: str,
) -> FoundingCard | None:
    """The card for founding a company; each question offers what is legal with the answers before it."""
    ways = [each for each in actions if isinstance(each, FoundCompany)]
    if not ways:
        return None
    found = armed.action if armed is not None and isinstance(armed.action, FoundCompany) else None
    # A suggestion answers the questions, too.
    given = (chosen.company, chosen.price, chosen.certificate) if found is None else answers_of(found)
    companies, prices, certificates = founding_answers(game, ways, given[0], given[1], lang)
    return FoundingCard(
        companies,
        _price_rows(game, prices, position.pars),
        tuple((percent, tuple(group)) for percent, group in groupby(certificates, lambda each: each.amount)),
        *given,
        None if found is None else founding_sum(Trials(game), found),
    )


def founding_refusal(game: Game, position: PositionView, actions: Sequence[Action], lang: str) -> str:
    """Why the reader, whose turn it is in a share round, can found no company; empty if one can be founded."""
    if not actions or position.round != "share" or any(isinstance(each, FoundCompany) for each in actions):
        return ""
    asked = (game.why_not(each) for each in looked_for(game, position) if isinstance(each, FoundCompany))
    return next((say_error(refusal, lang) for refusal in asked if refusal is not None), "")


def _price_rows(game: Game, prices: Sequence[Answer], pars: Sequence[ParView]) -> tuple[PriceRow, ...]:
    """The initial prices, also those with no free place in the order of play; in titles without places, the offered."""
    view = view_of(game.title)
    taken = {par.price: par.slots for par in pars}
    rows = view.par_cells if view.par_slots else dict.fromkeys(each.amount for each in prices)
    return tuple(
        PriceRow(
            price,
            taken.get(price, (None,) * view.par_slots),
            tuple(each for each in prices if each.amount == price),
        )
        for price in rows
    )


def power_actions(game: Game, actions: Sequence[Action]) -> Mapping[str, Action]:
    """What can be done with each private now, where it is not done on the map; for the reader's company if it can."""
    found: dict[str, Action] = {}
    for action in actions:
        private = view_of(game.title).powers.get(action.type) or getattr(action, "private", None)
        if private is None or not uses_power(game, action):
            continue
        if private not in found or getattr(action, "company", "") == game.deciding:
            found[private] = action
    return found


def private_cards(
    position: PositionView, chronicle: Chronicle, actions: Sequence[Action], armed: ArmedMove | None
) -> tuple[PrivateCard, ...]:
    """The privates in their order, each with the reader's bid or purchase, or with who has bought it."""
    offers: Mapping[str, Action] = {each.private: each for each in actions if isinstance(each, Bid | BuyPrivate)}
    events = [event for entry in chronicle.entries for event in entry.events]
    sold = {each.private: BidView(each.player, each.amount) for each in events if isinstance(each, PrivateBought)}
    return tuple(
        PrivateCard(
            private,
            highest_bids(private.bids),
            offers.get(private.id),
            armed is not None and armed.action == offers.get(private.id),
            sold.get(private.id),
        )
        for private in position.privates
    )


def highest_bids(bids: Sequence[BidView]) -> tuple[BidView, ...]:
    """The highest bid of each player who has bid, best first."""
    highest: dict[str, BidView] = {}
    for bid in sorted(bids, key=lambda bid: -bid.amount):
        highest.setdefault(bid.player, bid)
    return tuple(highest.values())
