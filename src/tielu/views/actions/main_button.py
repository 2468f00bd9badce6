"""The main button: a move with what it is about and its sum, short enough to stand on a button."""

from __future__ import annotations

from collections.abc import Mapping

from tielu import Action, Event
from tielu.core.actions import (
    Accept,
    BuyShare,
    FoundCompany,
    LayTile,
    PayDividend,
    PlaceStation,
    RunTrains,
    SellShares,
    Withhold,
)
from tielu.core.events import DividendPaid, IncomeWithheld, ShareBought, SharesSold, StationPlaced, TileLaid
from tielu.core.shares import SHARE
from tielu.i18n import say, say_button, say_main
from tielu.views.actions.amounts import with_amount
from tielu.views.actions.income import income_of_run
from tielu.views.actions.outcome import Trials
from tielu.views.actions.purchases import as_purchase, is_offer
from tielu.views.position.position import position_view
from tielu.views.title import view_of

# The event that tells what a move costs or brings, and where in it.
_SUMS: Mapping[type[Action], tuple[type[Event], str]] = {
    LayTile: (TileLaid, "cost"),
    PlaceStation: (StationPlaced, "cost"),
    BuyShare: (ShareBought, "price"),
    SellShares: (SharesSold, "proceeds"),
    PayDividend: (DividendPaid, "income"),
    Withhold: (IncomeWithheld, "income"),
}


def say_main_button(trials: Trials, action: Action, lang: str, amount: int | None = None) -> str:
    """A move as the main button says it, with this amount if one is named."""
    if isinstance(action, RunTrains) and action.routes:
        return say("run_for", lang, amount=income_of_run(trials, action).income)
    named = as_purchase(trials, action) if amount is None else with_amount(action, amount)
    if is_offer(trials, action):
        return say("offer_for", lang, amount=named.to_json()["price"])
    if (own := view_of(trials.game.title).action_buttons.get(type(action))) is not None:
        return own(trials.game, action, lang)
    offer = position_view(trials.game).offer
    if isinstance(action, Accept) and offer is not None:
        return say("accept_for", lang, amount=offer.price)
    return say_with_sum(named, lang, sum_of(trials, action))


def say_with_sum(action: Action, lang: str, total: int) -> str:
    """A move with what it costs or brings, if that is known and not nothing."""
    words = say_main(action, lang) or say_button(action, lang)
    return say("main_sum", lang, move=words, amount=total) if total else words


def sum_of(trials: Trials, action: Action) -> int:
    """What a move costs or brings where its own fields do not tell; 0 if nothing."""
    if isinstance(action, FoundCompany):
        return action.price * action.director_percent // SHARE
    kind, name = _SUMS.get(type(action), (None, ""))
    found = [each for each in trials.of(action).events if kind is not None and isinstance(each, kind)]
    return int(getattr(found[0], name)) if found else 0
