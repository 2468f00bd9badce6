"""What the table tells about an action beyond its own fields: names, track, income, costs."""

from __future__ import annotations

from typing import Any

from tielu import Game
from tielu.core.actions import (
    Accept,
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    FoundCompany,
    LayTile,
    Pass,
    PayDividend,
    PlaceStation,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import (
    DividendPaid,
    DividendReceived,
    Event,
    IncomeWithheld,
    PriceMoved,
    PrivateBought,
    StationPlaced,
    TileLaid,
)
from tielu.core.position import OfferView, PositionView
from tielu.i18n import say
from tielu.i18n.values import say_money, say_name, say_value
from tielu.views.actions.income import IncomeView, income_of_run
from tielu.views.actions.main_button import sum_of
from tielu.views.actions.outcome import Trials
from tielu.views.actions.pass_labels import say_passing
from tielu.views.actions.purchases import is_offer
from tielu.views.position.board import place_name, stop_text, tile_face, track_text
from tielu.views.position.position import position_view
from tielu.views.title import TitleView, view_of


def details(game: Game, action: Action, lang: str, trials: Trials | None = None) -> str:
    """More about an action that is legal now, or an empty text; `trials` keeps what was tried for others to see."""
    parts: list[str] = []
    trials = trials or Trials(game)
    if isinstance(action, LayTile):
        parts = [
            value_details(game, "hex", action.hex, lang),
            track_of(game, action, lang),
            *outcome(trials, action, lang),
        ]
    elif isinstance(action, PlaceStation):
        parts = [*_station(game, action, lang), *outcome(trials, action, lang)]
    elif isinstance(action, RunTrains):
        parts = outcome(trials, action, lang)
    elif isinstance(action, PayDividend | Withhold):
        parts = [*outcome(trials, action, lang), _price(trials, action, lang)]
    elif isinstance(action, BuyShare | SellShares | FoundCompany):
        company = value_details(game, "company", action.company, lang) if isinstance(action, FoundCompany) else ""
        parts = [company, _payment(trials, action, lang)]
    elif isinstance(action, Bid):
        name, standing = value_details(game, "private", action.private, lang), _highest_bid(game, action.private, lang)
        parts = [name, standing, *outcome(trials, action, lang)]
    elif isinstance(action, BuyPrivate):
        from_whom = _consent(trials, action, lang) or _owner(game, action.private, lang)
        parts = [value_details(game, "private", action.private, lang), from_whom]
    elif isinstance(action, Accept | Decline):
        parts = [_offer(game, lang)]
    elif isinstance(action, BuyTrain):
        parts = [_consent(trials, action, lang) or _director(game, action.seller, lang)]
    elif isinstance(action, Pass):
        parts = [say_passing(game, lang)]
    elif (own := view_of(game.title).action_details.get(type(action))) is not None:
        parts = [own(game, action, lang)]
    return say("comma", lang).join(part for part in parts if part)


def track_of(game: Game, action: LayTile, lang: str) -> str:
    """Where the track of the tile would lead."""
    face = tile_face(game.state.board, action.tile, action.rotation)
    return track_text(face, lang) if face is not None else ""


def value_details(game: Game, name: str, value: Any, lang: str) -> str:
    """The printed name behind an id: of a hex, company, private (or the power of one) or investor."""
    view, board = view_of(game.title), game.state.board
    if name == "hex":
        index = board.hex_index.get(value)
        return say_name(board.hexes[index].place, lang) if index is not None else ""
    for private in view.privates:
        if name in {"private", "power"} and private.id == value:
            return say_name(private.name, lang)
    for company in view.companies:
        if name == "company" and company.id == value:
            goal = f" → {place_name(board, company.destination, lang)} +{company.bonus}" if company.destination else ""
            return f"{company.name}, {place_name(board, company.home, lang)}{goal}"
    for investor in view.investors:
        if name == "investor" and investor.id == value:
            return say("comma", lang).join([say_name(investor.name, lang), place_name(board, investor.home, lang)])
    return ""


def _consent(trials: Trials, action: Action, lang: str) -> str:
    """Who has to agree to a purchase; empty if nobody has."""
    return say("must_agree", lang, player=trials.of(action).after.actor) if is_offer(trials, action) else ""


def _owner(game: Game, private: str, lang: str) -> str:
    """From whom a company would buy a private."""
    owners = [each.owner for each in position_view(game).privates if each.id == private]
    return say("bought_from", lang, player=owners[0]) if owners and owners[0] else ""


def _director(game: Game, seller: str, lang: str) -> str:
    """With whom a price is agreed: the director of a company that sells, nobody where the bank does."""
    found = [each.director for each in position_view(game).companies if each.id == seller]
    return say("led_by", lang, player=found[0]) if found else ""


def _highest_bid(game: Game, private: str, lang: str) -> str:
    """Who has bid most for a private so far."""
    standing = [bid for each in position_view(game).privates if each.id == private for bid in each.bids]
    best = max(standing, key=lambda bid: bid.amount, default=None)
    return say("bid_highest", lang, player=best.player, amount=best.amount) if best is not None else ""


def _price(trials: Trials, action: Action, lang: str) -> str:
    """How the share price of the company would move."""
    company = position_view(trials.game).deciding
    for event in trials.of(action).events:
        if isinstance(event, PriceMoved) and event.company == company:
            return say("price_goes", lang, old=event.old, new=event.new)
    return say("price_stays", lang)


def _offer(game: Game, lang: str) -> str:
    """The offer that is accepted or declined."""
    offer = position_view(game).offer
    return say_offer(offer, lang).rstrip(".。") if offer is not None else ""


def _station(game: Game, action: PlaceStation, lang: str) -> list[str]:
    """Where the marker would stand; which city, if the hex has several."""
    index = game.state.board.hex_index[action.hex]
    face = game.state.board.faces[game.state.faces[index]]
    which = stop_text(face, action.city, lang) if len(face.stops) > 1 else ""
    return [say_name(game.state.board.hexes[index].place, lang), which]


# What a player wants to know of the events of an action, in any title.
_OUTCOME_EVENTS: dict[type[Action], tuple[type[Event], ...]] = {
    Bid: (PrivateBought,),
    LayTile: (TileLaid,),
    PlaceStation: (StationPlaced,),
    RunTrains: (),
    PayDividend: (DividendPaid, DividendReceived),
    Withhold: (IncomeWithheld,),
}


def outcome(trials: Trials, action: Action, lang: str) -> list[str]:
    """What the action would cost or bring, found by trying it on a copy."""
    trial = trials.of(action)
    events, parts = list(trial.events), []
    view = view_of(trials.game.title)
    if isinstance(action, RunTrains):
        if not trial.after.finished and trial.after.why_not(Withhold()) is None:
            # What trains earn for the treasury is paid together with the income.
            events += trial.after.clone().apply_trusted(Withhold())
        parts.append(say_income(income_of_run(trials, action), lang))
    for kind in (*_OUTCOME_EVENTS[type(action)], *view.outcome_events.get(type(action), ())):
        found = [_say_money(view, event, lang) for event in events if isinstance(event, kind)]
        # What happens twice has begun with somebody else's turn; only dividends go to several players.
        parts += found if kind is DividendReceived else found[:1]
    return [part for part in parts if part]


def say_income(income: IncomeView, lang: str) -> str:
    """What a run brings, as a sum where the title adds something to what the trains earn."""
    if not income.bonus:
        return say("income_of", lang, amount=income.income)
    return say("income_sum", lang, earned=income.trains, bonus=income.bonus, amount=income.income)


def _say_money(view: TitleView, event: Event, lang: str) -> str:
    """What an event says about money; an empty text if it cost nothing."""
    if isinstance(event, TileLaid | StationPlaced):
        return say("cost_of", lang, amount=event.cost) if event.cost else ""
    if isinstance(event, DividendPaid | IncomeWithheld):
        return say("income_of", lang, amount=event.income)
    if isinstance(event, view.treasury_events):
        return say("treasury_of", lang, amount=event.params()["amount"])
    if isinstance(event, PrivateBought):
        return say("bought_by", lang, player=event.player, amount=event.amount)
    return f"{event.player} {say_money(event.amount, lang)}" if isinstance(event, DividendReceived) else ""


def _payment(trials: Trials, action: Action, lang: str) -> str:
    """What the acting player would pay or receive for shares, whatever else the end of the round brings."""
    total = sum_of(trials, action)
    if isinstance(action, FoundCompany):
        # Only in a share round is a director's certificate paid for.
        if position_view(trials.game).round != "share":
            return ""
        return say("founding_sum", lang, percent=action.director_percent, price=action.price, amount=total)
    return say("income_of" if isinstance(action, SellShares) else "cost_of", lang, amount=total) if total else ""


def say_offer(offer: OfferView, lang: str) -> str:
    """A purchase that waits for its answer."""
    item = say_value("item", offer.item, lang)
    return say("offer_waits", lang, buyer=offer.buyer, player=offer.player, price=offer.price, item=item)


def say_rounds(view: PositionView, lang: str) -> str:
    """How many operating rounds there are, or, within a set of them, what follows; empty in titles without sets."""
    if view.rounds_to_come is None:
        return say("operating_rounds", lang, count=view.operating_rounds) if view.operating_rounds else ""
    if view.rounds_to_come:
        return say("rounds_to_come", lang, count=view.rounds_to_come)
    return say("rounds_end" if view.bank_broken else "rounds_none", lang)
