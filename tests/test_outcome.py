"""What actions bring about, which of them are looked at twice, and which amounts are offered."""

import pytest

from tests.golden_games import FOLDER
from tests.table_1888 import Table1888
from tests.test_forbidden import golden, position_after
from tielu import TITLES, Action, Game, new_game
from tielu.core.actions import (
    Amounts,
    Bid,
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    FoundCompany,
    Pass,
    RunTrains,
    SellShares,
)
from tielu.core.events import Event
from tielu.i18n import LANGUAGES
from tielu.titles.t1880.rules.actions import RepayDebt
from tielu.views.actions.amounts import amounts_of, quick_amounts, usual_amount
from tielu.views.actions.menu import MenuChoice, write_menu
from tielu.views.actions.outcome import TURNING_POINTS, Trials, told_outcome
from tielu.views.position.position import position_view
from tielu.views.title import view_of


def leaves(choices):
    """All choices that are actions."""
    for choice in choices:
        yield from leaves(choice.more) if choice.more else [choice]


def positions(name, step):
    """Positions of a whole game."""
    saved = golden(name)
    game = Game.from_json({**saved, "actions": []})
    for number, each in enumerate(saved["actions"]):
        if number % step == 0:
            yield game
        game.apply_trusted(Action.from_json(each))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("1880-2022-7p-303.json.gz", {"buy_train", "withhold"}),
        ("1888-2022-6p-808.json.gz", {"buy_share", "pass"}),
    ],
)
def test_what_is_told_of_an_action_is_what_then_happens(name, expected):
    """Each turning point is told, and nothing else is."""
    found = set()
    for game in positions(name, 13):
        trials = Trials(game)
        for action in game.legal_actions():
            if amounts_of(action) is None and not isinstance(action, DiscardTrain):
                points = (*TURNING_POINTS, *view_of(game.title).turning_points)
                happened = {type(event) for event in game.clone().apply(action) if isinstance(event, points)}
                told = told_outcome(trials, action, "en")
                assert len(told) >= len(happened)
                assert bool(told) == bool(happened)
                found |= {action.type} if told else set()
    assert expected <= found


def before_the_first_4_train() -> Table1888:
    """LYR may buy it; SSL has two 2-trains, which it scraps."""
    table = Table1888(phase="3")
    table.company("LYR", director="Ann", cash=900, trains=["3"])
    table.company("SSL", director="Bo", trains=["2", "2"])
    table.depot("4", 5)
    table.turn("LYR", "trains")
    return table


@pytest.mark.parametrize(
    ("lang", "begins", "goes"),
    [("en", "Phase 4 begins.", "Scrapped: SSL 2 2."), ("de", "Phase 4", "Verschrottet: SSL 2 2.")],
)
def test_a_train_that_begins_a_phase_is_looked_at_twice(lang, begins, goes):
    """The first 4-train of 1888 scraps the 2-trains of others; the second one changes nothing for anybody."""
    table, first = before_the_first_4_train(), BuyTrain("4", "bank", 300)
    told = told_outcome(Trials(table.game), first, lang)
    assert begins in told[0]
    assert told[1:] == (goes,)
    table.do(first)
    assert told_outcome(Trials(table.game), first, lang) == ()


def test_trying_changes_nothing():
    """The game that is tried on stays as it is."""
    game = position_after(168)
    before = game.snapshot()
    for lang in LANGUAGES:
        write_menu(game, game.legal_actions(), lang)
    assert game.snapshot() == before


def test_every_turning_point_is_an_event():
    """The table names classes of events, each once."""
    for title in TITLES:
        events = (*TURNING_POINTS, *view_of(title).turning_points)
        assert all(issubclass(each, Event) for each in events)
        assert len(set(events)) == len(events)


# ---- runs ----


@pytest.mark.parametrize("path", sorted(FOLDER.glob("1888*.gz")), ids=lambda path: path.name)
def test_the_best_run_comes_first(path):
    """Of several runs the one that earns most stands at the top."""
    seen = 0
    for game in positions(path.name, 1):
        runs = [action for action in game.legal_actions() if isinstance(action, RunTrains)]
        if runs:
            listed = [choice.action for choice in leaves(write_menu(game, runs, "en"))]
            incomes = [Trials(game).of(action).events[0].params().get("income", 0) for action in listed]
            assert incomes == sorted(incomes, reverse=True)
            assert incomes[0] == max(incomes)
            seen += 1
    assert seen


# ---- amounts ----


def test_bids_begin_at_the_lowest():
    """The lowest bid is filled in, and raises are quickly chosen; each of them is legal."""
    game = new_game("1880", ["Ann", "Bo", "Cy"])
    bid = game.legal_actions()[0]
    amounts = amounts_of(bid)
    assert amounts is not None
    assert usual_amount(game, bid, amounts) == amounts.low == 5
    assert quick_amounts(game, bid, amounts) == (10, 15, 25)
    for amount in quick_amounts(game, bid, amounts):
        assert game.why_not(Bid("P0", amount)) is None


def test_every_amount_that_is_offered_is_legal():
    """In recorded positions of both titles the usual and the quick amounts pass the rules."""
    seen = set()
    for name in ("1880-2022-3p-101.json.gz", "1888-2022-6p-808.json.gz", "1888-18xx.games-4p-909.json.gz"):
        for game in positions(name, 3):
            for choice in leaves(write_menu(game, game.legal_actions(), "en")):
                if choice.amounts is not None:
                    seen.add(choice.action.type)
                    field = "amount" if hasattr(choice.action, "amount") else "price"
                    for amount in (choice.usual, *choice.quick):
                        named = Action.from_json({**choice.action.to_json(), field: amount})
                        assert game.why_not(named) is None
                        assert amount in choice.amounts
                    assert choice.usual not in choice.quick
    assert {"bid", "buy_private", "buy_train"} <= seen


def test_a_debt_is_repaid_as_far_as_possible():
    """Interest grows with what is left."""
    game = new_game("1880", ["Ann", "Bo", "Cy"])
    assert usual_amount(game, RepayDebt(1), Amounts(1, 70)) == 70


def test_what_a_train_or_private_of_somebody_else_usually_costs():
    """Among one's own companies a train changes hands for the least; a stranger is offered the printed price."""
    seen = set()
    for game in positions("1888-18xx.games-4p-909.json.gz", 1):
        directors = {
            game.state.company_id(company): player for company, player in enumerate(game.state.director) if player >= 0
        }
        actor = game.players.index(game.actor)
        for action in game.legal_actions():
            amounts = amounts_of(action)
            if isinstance(action, BuyTrain) and amounts is not None:
                own = directors[action.seller] == actor
                usual = usual_amount(game, action, amounts)
                assert (usual == amounts.low) == (own or amounts.low >= 180)
                seen.add(own)
    assert seen


def test_privates_of_the_director_are_sold_dearly():
    """From one's own hand to one's own company: as much as the rules allow."""
    found: dict[bool, list[tuple[int, Amounts]]] = {}
    for game in positions("1888-2022-6p-808.json.gz", 1):
        for action in game.legal_actions():
            amounts = amounts_of(action)
            if isinstance(action, BuyPrivate) and amounts is not None:
                owner = next(each.owner for each in position_view(game).privates if each.id == action.private)
                found.setdefault(owner == game.actor, []).append((usual_amount(game, action, amounts), amounts))
    assert all(usual == amounts.high for usual, amounts in found.get(True, []))
    assert all(amounts.low <= usual <= amounts.high for usual, amounts in found.get(False, []))
    assert found


def test_choices_without_a_range_have_no_amount():
    """Passing and selling need no number."""
    assert amounts_of(Pass()) is None
    assert MenuChoice("x", SellShares("CKR", 10)).amounts is None
    assert MenuChoice("x", FoundCompany("CKR", 100, 20)).amounts is None
