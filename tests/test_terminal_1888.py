"""1888-N at the table in the terminal: what it shows, and decisions that 1880 does not know."""

import io
import random

import pytest

from tests.table_1888 import Table1888
from tests.test_terminal import actions_in, sit_down
from tielu import TITLES, new_game
from tielu.core.actions import Accept, Bid, BuyPrivate, Decline, FoundCompany, GoBankrupt, Pass, RunTrains, SellShares
from tielu.i18n import LANGUAGES
from tielu.i18n.catalogue import catalogue
from tielu.terminal import TerminalTable
from tielu.terminal.rendering import make_console
from tielu.views.actions.menu import describe, write_menu
from tielu.views.tables import COMPANY_COLUMNS, PRIVATE_COLUMNS
from tielu.views.title import view_of

PLAYERS = ["Ann", "Bo", "Cy"]


def game_after(count, seed=5, edition="2022"):
    """A game some actions old: the privates sold at their prices, then anything but sales and passes."""
    game, chance = new_game("1888", PLAYERS, edition=edition), random.Random(seed)
    while len(game.actions) < count and not game.finished:
        legal = list(game.legal_actions())
        if isinstance(legal[0], Bid):
            game.apply(legal[0])
            continue
        offers = [action for action in legal if not isinstance(action, Pass | SellShares)] or legal
        kind = chance.choice(sorted({action.type for action in offers}))
        game.apply(chance.choice([action for action in offers if action.type == kind]))
    return game


def in_phase_3(*privates):
    """LYR, directed by Ann, may buy trains; Bo has these privates, and JHR with a 3-train."""
    table = Table1888(phase="3")
    table.company("LYR", director="Ann", cash=400, trains=["2"])
    table.company("JHR", director="Bo", cash=100, trains=["3"])
    for private in privates:
        table.private(private, "Bo")
    table.turn("LYR", "trains")
    return table


# -- what is shown --


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("count", [0, 4, 40, 110, 250])
def test_every_screen_can_be_shown_at_any_time(lang, count):
    """All commands that only show something work in every language, early and late."""
    commands = ["help", "board", "market", "position", "privates", "log 3", "rules heng", "board C9"]
    _, shown = sit_down(*commands, "1", *commands, game=game_after(count), lang=lang)
    assert "{" not in shown
    assert "}" not in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_column_has_a_heading(title, lang):
    """The key of a column, of a heading and of a legend is a word of the screen, and each column can be written."""
    tables, words = view_of(title).tables, catalogue(lang)["ui"]
    assert {tables.heading, tables.legend, *tables.companies, *tables.privates} <= set(words)
    assert set(tables.companies) <= set(COMPANY_COLUMNS)
    assert set(tables.privates) - set(PRIVATE_COLUMNS) == {"owner"}


def test_the_table_shows_what_1888_has():
    """Bank, what follows the round, privates of players and companies, offering and pool, trains in the pool."""
    table = in_phase_3("FC")
    table.private("GW", "LYR")
    table.pool("2", "3")
    table.company("CDL", director="Cy", price=70, in_pool=10)
    table.price_at("CDL", 8, 0)
    _, shown = sit_down("market", game=table.game)
    for word in ("then a share round", "bank ¥", "Trains in the bank pool  2 3", "(40)", "red area"):
        assert word in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["LYR", "Ann", "95", "95", "¥400", "2", "GW", "F16", "(+2)", "80%", "0%"] in rows
    assert any(row[:1] == ["Bo"] and row[-1] == "FC" for row in rows)


def test_bids_are_shown_while_there_are_any():
    """Who has bid how much on which private, and what is set aside; a bid on the cheapest buys it at once."""
    game = new_game("1888", PLAYERS)
    _, shown = sit_down("bid HS 80", "bid HS 90", game=game)
    assert "Bo ¥90, Ann ¥80" in shown
    assert "¥800 (¥90 in bids)" in shown
    assert "Buy KT for ¥25 (Kaiping Tramway, Cy buys it for ¥25)" in shown


def test_a_reduced_price_is_shown():
    """When all have passed, Kaiping Tramway costs less than its face value."""
    _, shown = sit_down("pass", "pass", "pass", "privates", game=new_game("1888", PLAYERS))
    assert "¥25 → ¥20" in shown


# -- offers across owners --


@pytest.mark.parametrize(("answer", "owner"), [(1, "LYR"), (2, "Bo")])
def test_the_owner_of_a_private_answers(answer, owner):
    """Bo is shown what LYR offers for Heng Shan, and accepts or declines."""
    table = in_phase_3("HS")
    _, shown = sit_down("buy_private HS 100", str(answer), "privates", game=table.game)
    assert "LYR offers Bo ¥100 for HS." in shown
    assert "Bo decides:" in shown
    assert "Accept the offer (LYR offers Bo ¥100 for HS)" in shown
    assert table.of("priv.HS") == (owner if owner == "LYR" else "p1")
    assert ("declines" in shown) == (owner == "Bo")


def test_the_director_of_the_seller_answers():
    """JHR's director decides about JHR's train, and is told so in every language."""
    for lang, words in (("en", "the 3-train of JHR"), ("de", "die 3er-Lok der JHR"), ("ja", "JHRの3列車")):
        table = in_phase_3()
        _, shown = sit_down("buy_train 3 JHR 50", game=table.game, lang=lang)
        assert words in shown
        assert set(table.legal()) == {Accept(), Decline()}


def test_a_private_is_offered_with_its_name_and_owner():
    """What a company may buy says from whom."""
    table = in_phase_3("HS")
    (offer,) = (action for action in table.legal() if isinstance(action, BuyPrivate))
    assert describe(table.game, offer, "en") == "Offer Bo ¥38 to ¥112 for HS (Heng Shan, Bo must agree)"


# -- the end --


def test_a_bankrupt_player_is_named():
    """The only thing left to do is in the menu, and afterwards the score is shown and who is bankrupt."""
    table = Table1888(phase="5", cash=0)
    table.company("LYR", director="Ann", cash=10)
    table.turn("LYR", "trains")
    assert table.legal() == [GoBankrupt()]
    _, shown = sit_down("1", "position", game=table.game)
    assert "Final score" in shown
    assert shown.count("Ann is bankrupt.") == 2


def numbers(choices, chance):
    """The numbers to type for a choice made at random, through all sublists, with the lowest amount if one is asked."""
    number = chance.randrange(len(choices))
    chosen = choices[number]
    if chosen.more:
        return [number + 1, *numbers(chosen.more, chance)]
    return [number + 1, chosen.amounts.low] if chosen.amounts else [number + 1]


def test_a_game_can_be_played_to_its_end_by_number():
    """Numbers alone lead from the middle of a game to its final score, each line taking an action."""
    game, chance, screen = game_after(120, edition="18xx.games"), random.Random(1), io.StringIO()
    begun, lines = len(game.actions), list[str]()
    assert not game.finished

    def ask(prompt):
        if game.finished or len(lines) == 3000:
            raise EOFError
        lines.append(" ".join(map(str, numbers(write_menu(game, game.legal_actions(), "en"), chance))))
        return lines[-1]

    TerminalTable(game, make_console(file=screen, width=300), ask).play()
    assert game.finished
    assert len(game.actions) == begun + len(lines)
    assert "Final score" in screen.getvalue()


# -- the menu --


@pytest.mark.parametrize("count", [0, 8, 60, 120, 160])
@pytest.mark.parametrize("edition", ["2022", "18xx.games"])
def test_the_menu_has_every_legal_action(count, edition):
    """Step by step one gets to all actions; of tiles that look the same when turned one way is enough."""
    game = game_after(count, edition=edition)
    offered, found = list(game.legal_actions()), list(actions_in(write_menu(game, game.legal_actions(), "en")))
    assert len(set(found)) == len(found)
    assert set(found) <= set(offered)
    assert {action for action in set(offered) - set(found) if action.type != "lay_tile"} == set()


def test_powers_are_named_in_the_menu():
    """Tiles that a private lets a company lay stand under its name."""
    table = Table1888(phase="3")
    table.company("JZR", director="Ann", cash=400, trains=["2"])
    table.private("GW", "JZR")
    table.turn("JZR", "track")
    (laying,) = (choice for choice in write_menu(table.game, table.legal(), "en") if "track tile" in choice.label)
    labels = [choice.label for choice in laying.more]
    assert labels[0].startswith("without a private")
    assert labels[1].startswith("with GW Great Wall")


def test_a_company_is_founded_with_its_destination_in_view():
    """Home, destination and bonus stand beside the name."""
    table = Table1888()
    table.share_round("Ann")
    assert "Jingha Railway, C9 Beijing → D12 Tangshan +30" in describe(table.game, FoundCompany("JHR", 95, 20), "en")


def test_heng_shan_money_is_told_with_the_run():
    """A run that calls at the mountain says what it brings to the treasury."""
    table = Table1888(phase="3")
    table.company("JZR", director="Ann", cash=400, trains=["2"])
    table.tile("C7", "9", 1)
    table.tile("C5", "L41", 0)
    table.turn("JZR", "run")
    runs = [describe(table.game, action, "en") for action in table.legal() if isinstance(action, RunTrains)]
    assert any("¥40 for the treasury" in run for run in runs), runs
