"""Purchases in words: what somebody must agree to is an offer, and trains are one list."""

from __future__ import annotations

import pytest

from tests.table_1888 import Table1888
from tests.track_1888 import build
from tielu.core.actions import Action, BuyPrivate, BuyTrain
from tielu.i18n import say_action
from tielu.views.actions.menu import describe
from tielu.views.actions.outcome import Trials
from tielu.views.actions.purchases import is_offer, say_move, say_move_briefly, train_purchases
from tielu.web.table.armed import Chosen, armed_move


def at_trains() -> Table1888:
    """Ann's LYR buys trains in Phase 3; Bo's CDL has some, and so has Ann's other company."""
    table = Table1888(phase="3")
    build(table, "F16-G15-H14")
    table.company("LYR", director="Ann", cash=900, holdings={"Ann": 30})
    table.company("CDL", director="Bo", trains=["2", "3"], cash=0)
    table.company("SSL", director="Ann", trains=["2"], cash=0)
    table.private("GW", "Ann")
    table.private("TA", "Bo")
    table.turn("LYR", "trains")
    return table


def offered(table: Table1888, kind: type[Action], **values: str) -> Action:
    """The legal action of this kind with these values."""
    (found,) = [
        each
        for each in table.legal()
        if isinstance(each, kind) and all(getattr(each, name) == value for name, value in values.items())
    ]
    return found


def test_what_somebody_else_sells_is_an_offer() -> None:
    """Bo's private and his company's trains; not Ann's own, nor what the bank sells."""
    table = at_trains()
    trials = Trials(table.game)
    offers = {str(each) for each in table.legal() if is_offer(trials, each)}
    assert offers == {
        str(offered(table, BuyPrivate, private="TA")),
        str(offered(table, BuyTrain, seller="CDL", train="2")),
        str(offered(table, BuyTrain, seller="CDL", train="3")),
    }


@pytest.mark.parametrize(
    ("lang", "sentence", "button"),
    [
        ("en", "Offer Bo ¥25 to ¥75 for TA", "Offer ¥{amount}"),
        ("de", "Bo ¥25 bis ¥75 für TA bieten", "¥{amount} bieten"),
        ("ja", "Boに\u2068TA\u2069", "{amount}元で申し出る"),
    ],
)
def test_an_offer_is_called_one(lang: str, sentence: str, button: str) -> None:
    """In menus, on the bar and on its button; a purchase is still called a purchase."""
    table = at_trains()
    trials, action = Trials(table.game), offered(table, BuyPrivate, private="TA")
    plain = {ord("\u2068"): None, ord("\u2069"): None}
    assert say_move(trials, action, lang).translate(plain).startswith(sentence.translate(plain))
    assert describe(table.game, action, lang).startswith(say_move(trials, action, lang))
    chosen = Chosen(action='{"type":"buy_private","private":"TA","price":25}')
    armed = armed_move(table.game, table.legal(), chosen, 0, None, lang)
    assert armed is not None
    assert (armed.sentence, armed.button) == (say_move_briefly(trials, action, lang, armed.usual), button)
    assert armed.words.replace("{amount}", str(armed.usual)) == armed.sentence
    own = offered(table, BuyPrivate, private="GW")
    assert say_move(trials, own, lang) == say_action(own, lang)


def test_trains_are_one_list_with_what_they_bring_about() -> None:
    """By train; from whom, at which price, who must agree, and what the first one of a type does."""
    table = at_trains()
    found = train_purchases(Trials(table.game), table.legal(), "en")
    assert [(each.train, each.company or each.source, each.is_offer) for each in found] == [
        ("2", "SSL", False),
        ("2", "CDL", True),
        ("3", "Bank", False),
        ("3", "CDL", True),
    ]
    assert found[2].price == 180
    assert found[1].director == "Bo"
    assert found[1].amounts is not None
    assert (found[1].amounts.low, found[1].amounts.high) == (1, 900)


def test_the_train_that_begins_a_phase_says_so() -> None:
    """The first 4-train begins Phase 4 and scraps trains."""
    table = at_trains()
    state = table.game.state
    state.depot = [0 if number <= 1 else left for number, left in enumerate(state.depot)]
    (bank,) = [each for each in train_purchases(Trials(table.game), table.legal(), "en") if not each.company]
    assert bank.train == "4"
    assert any("Phase 4" in effect for effect in bank.effects)
    assert any("Scrapped" in effect for effect in bank.effects)
