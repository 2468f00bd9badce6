"""The table in the terminal: scripted players play, ask, err and leave."""

import io
import random

import pytest

from tielu import Action, Game, new_game
from tielu.core.actions import ACTIONS, BuyTrain, Pass
from tielu.errors import InvalidInput
from tielu.files import load_file
from tielu.i18n import LANGUAGES
from tielu.terminal import TerminalTable, set_up_game
from tielu.terminal.rendering import make_console
from tielu.terminal.setup import split_names
from tielu.terminal.typed_actions import is_typed_action, parse_action, usage
from tielu.views.actions.amounts import with_amount
from tielu.views.actions.menu import MenuChoice, describe, write_menu

PLAYERS = ["Ann", "Bo", "Cy"]


def scripted(lines):
    """Reads the lines one by one, then there are no more."""
    rest = iter(lines)

    def ask(prompt):
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return ask


def sit_down(*lines, game=None, lang="en", autosave=None):
    """Play these lines; returns the table and what it showed."""
    screen = io.StringIO()
    game = game or new_game("1880", PLAYERS)
    table = TerminalTable(game, make_console(file=screen, width=300), scripted(lines), lang, autosave)
    table.play()
    return table, screen.getvalue()


def game_after(count, seed=3, edition="2022"):
    """A game some random actions old, with few passes so that much happens."""
    game, chance = new_game("1880", PLAYERS, edition=edition), random.Random(seed)
    while len(game.actions) < count and not game.finished:
        offers = [action for action in game.legal_actions() if action != Pass()] or list(game.legal_actions())
        kinds = sorted({action.type for action in offers})
        kind = chance.choice(kinds)
        game.apply(chance.choice([action for action in offers if action.type == kind]))
    return game


def first_share_round():
    """The first to be asked has bought every private and investor; companies can be founded."""
    game = new_game("1880", PLAYERS)
    while game.snapshot()["round.type"] != "Stock":
        game.apply(game.legal_actions()[0])
    return game


# -- playing --


def test_numbers_choose_actions():
    """Ann opens with the lowest bid, the others pass, and P0 is hers."""
    table, shown = sit_down("1", "5", "2", "2")
    assert [action.type for action in table.game.actions] == ["bid", "pass", "pass"]
    assert "Ann buys P0 for ¥5." in shown
    assert "Bo decides:" in shown


def test_an_amount_can_follow_the_number():
    """`1 15` is item 1 with 15."""
    table, _ = sit_down("1 15")
    assert table.game.actions == [Action.from_json({"type": "bid", "private": "P0", "amount": 15})]


def test_an_amount_out_of_range_is_refused_with_its_rule():
    """The table asks the rules about amounts, as about everything."""
    table, shown = sit_down("1 12", "0", "1", "1000")
    assert table.game.actions == []
    assert "1880.auction.bid-multiple-of-five" in shown
    assert "there is only ¥600" in shown


def test_typed_actions_are_taken():
    """An action may be typed short or as JSON."""
    table, _ = sit_down("bid P0 10", '{"type": "bid", "private": "P0", "amount": 15}', "bid amount=20 private=p0")
    assert [action.to_json()["amount"] for action in table.game.actions] == [10, 15, 20]


def test_back_goes_one_list_up():
    """0 leaves a list for the one before, as does `back`; at the top there is nothing to leave."""
    game = first_share_round()
    taken, menu = len(game.actions), write_menu(game, game.legal_actions(), "en")
    number = next(number for number, choice in enumerate(menu, 1) if "Found a company" in choice.label)
    _, shown = sit_down(str(number), "1", "0", "back", "0", game=game)
    assert shown.count("Found a company") == 4
    assert "There is no number 0" in shown
    assert len(game.actions) == taken


def test_full_width_digits_are_numbers():
    """Japanese keyboards may type １ instead of 1."""
    table, _ = sit_down("１　１５")
    assert len(table.game.actions) == 1


def test_a_game_can_be_played_to_its_end_by_number():
    """Numbers alone, typed at random, lead from any position to the final score."""
    game, chance, screen = game_after(260, seed=5), random.Random(1), io.StringIO()

    def ask(prompt):
        if game.finished:
            raise EOFError
        return "1 1 1 1 1" if chance.random() < 0.7 else str(chance.randrange(1, 9))

    TerminalTable(game, make_console(file=screen, width=300), ask).play()
    assert game.finished
    assert "Final score" in screen.getvalue()


def test_the_end_of_the_game_is_shown():
    """When the game is over the final score is shown, and the table still answers."""
    game = game_after(10_000)
    assert game.finished
    _, shown = sit_down("", "1", "log 3", "pass", "undo", game=game)
    assert "Final score" in shown
    assert "The game is over" in shown
    assert len(game.actions) > 100
    assert not game.finished


# -- asking --


def test_why_names_the_rule():
    """`why` says which rule forbids an action and what it says, without trying it."""
    table, shown = sit_down("why bid P0 12", "why lay_tile K13 57 0", "why bid P0 15")
    assert "1880.auction.bid-multiple-of-five: Every bid must be a multiple of 5." in shown
    assert "P0 is being auctioned" in shown
    assert "This is allowed: Bid ¥15 for P0" in shown
    assert table.game.actions == []


@pytest.mark.parametrize(("lang", "word"), [("de", "Vielfaches"), ("ja", "5の倍数")])
def test_why_speaks_the_players_language(lang, word):
    """Refusal and rule are said in the language of the table."""
    _, shown = sit_down("why bid P0 12", lang=lang)
    assert word in shown


def test_why_alone_explains_itself():
    """It lists how each action is typed."""
    _, shown = sit_down("why")
    assert {usage(kind) for kind in ACTIONS} <= {line.strip() for line in shown.splitlines()}


def test_undo_takes_back():
    """The last action is taken back, and before the first there is nothing to take back."""
    table, shown = sit_down("1 5", "2", "undo", "undo", "undo")
    assert table.game.actions == []
    assert "Taken back: Bid for a private." in shown
    assert "There is nothing to take back." in shown


def test_language_can_be_switched_at_any_time():
    """Each language shows the menu in its words."""
    _, shown = sit_down("lang de", "lang ja", "lang en", "lang fr", "lang")
    for word in ("Ann entscheidet", "Annの番です", "Ann decides", "one of: en, de, ja"):
        assert word in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("count", [0, 30, 80, 150, 300, 500])
def test_every_screen_can_be_shown_at_any_time(lang, count):
    """All commands that only show something work in every language, early and late."""
    commands = ["help", "?", "board", "market", "position", "privates", "log", "log 3", "log x", "rules p7", "rules"]
    _, shown = sit_down(*commands, *commands[::-1], "1", *commands, game=game_after(count), lang=lang)
    assert "{" not in shown
    assert "}" not in shown


def test_a_hex_is_shown_with_its_neighbours():
    """`board K15` says what lies there and around it; a hex that is not on the map gets the whole list."""
    _, shown = sit_down("board k15", "board Z99")
    for word in ("K15 Shanghai", "K13 Nanjing", "river ¥20", "NW", "Q15 Hong Kong"):
        assert word in shown


def test_rules_are_found_by_id_and_by_word():
    """One rule by its id, several by a word."""
    _, shown = sit_down("rules 1880.trains.must-own", "rules rocket", "rules xyzzy")
    assert "A company must own a train" in shown
    assert "1880.privates.p7-data" in shown
    assert "e.g. “rules" in shown


# -- saving and leaving --


def test_saving_keeps_the_game(tmp_path):
    """`save` writes a file that can be loaded; a name is needed, and other files are left alone."""
    path = tmp_path / "my game.json"
    (tmp_path / "diary").write_text("dear diary", "utf-8")
    table, shown = sit_down("1 5", "save", f"save {path}", f"save {tmp_path}/diary", f"save {tmp_path}/no/x.json")
    assert load_file(path).game().to_json() == table.game.to_json()
    assert (tmp_path / "diary").read_text("utf-8") == "dear diary"
    assert "left as it is" in shown
    assert "cannot be written" in shown.replace("\n", " ")


def test_autosave_keeps_every_action(tmp_path):
    """With a file to keep the game in, each action and each undo is written at once."""
    path = tmp_path / "game.json"
    sit_down("1 5", "2", "undo", autosave=path)
    assert len(load_file(path).game().actions) == 1


def test_a_file_that_cannot_be_kept_is_mentioned_once(tmp_path):
    """The game goes on without it."""
    table, shown = sit_down("1 5", "2", autosave=tmp_path / "no" / "game.json")
    assert shown.count("cannot be written") == 1
    assert len(table.game.actions) == 2


def test_leaving_is_polite():
    """`quit` and the end of input both say goodbye, and whether the game was saved."""
    assert sit_down("quit")[1].endswith("Goodbye.\n")
    assert sit_down()[1].endswith("Goodbye.\n")
    assert sit_down("1 5", "exit")[1].endswith("The game was not saved.\n")


@pytest.mark.parametrize(
    "line",
    [
        "0",
        "99",
        "-1",
        "1 x",
        "1.5",
        "99999999999999999999",
        "½",
        "foo bar",
        "{",
        "{}",
        "[]",
        '{"type": 3}',
        '{"type": "bid"}',
        "[" * 5000,
        "{" * 5000,
        '{"type":' * 5000,
        "bid",
        "bid P0",
        "bid P0 x",
        "bid P0 5 6 7",
        "run_trains",
        "run_trains [}",
        "run_trains []",
        "why",
        "why {",
        "why jump",
        "why run_trains [[]]",
        "lang xx",
        "save \0",
        "save ~nobody-knows/game.json",
        "log -5",
        "rules ../../etc/passwd",
        "undo undo",
        "\x1b[A",
        "[red]bold[/red]",
        "pass pass",
    ],
)
def test_wrong_input_changes_nothing(line):
    """Whatever is typed, the table answers and stays; only actions change the game."""
    game = new_game("1880", ["[red]Ann[/red]", "{player}", "Cy"])
    table, shown = sit_down(line, "position", "quit", game=game)
    assert table.game.actions == []
    assert "[red]Ann[/red]" in shown


# -- the menu --


def actions_in(choices):
    """All actions that a menu leads to."""
    for choice in choices:
        if choice.action is not None:
            yield choice.action
        yield from actions_in(choice.more)


@pytest.mark.parametrize("count", [0, 40, 90, 140, 200, 300, 400])
@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_the_menu_has_every_legal_action(count, edition):
    """Step by step one gets to all actions; of tiles that look the same when turned one way is enough."""
    game = game_after(count, edition=edition)
    offered, found = list(game.legal_actions()), list(actions_in(write_menu(game, game.legal_actions(), "en")))
    assert len(set(found)) == len(found)
    assert set(found) <= set(offered)
    assert {action for action in set(offered) - set(found) if action.type != "lay_tile"} == set()
    laid = {(action.hex, action.tile) for action in offered if action.type == "lay_tile"}
    assert {(action.hex, action.tile) for action in found if action.type == "lay_tile"} == laid


def test_long_lists_go_by_steps():
    """Founding is asked step by step, so no list is longer than a screen."""

    def longest(choices: tuple[MenuChoice, ...]) -> int:
        return max([len(choices), *(longest(choice.more) for choice in choices)], default=0)

    game = first_share_round()
    assert len(game.legal_actions()) > 25
    assert longest(write_menu(game, game.legal_actions(), "en")) <= 25


def test_a_range_takes_an_amount_of_ones_own():
    """The amount is the bid, or the price of a train."""
    assert with_amount(BuyTrain("3", "JHA", 1), 77) == BuyTrain("3", "JHA", 77)


def test_actions_are_described_with_what_the_table_knows():
    """A bid names the private, an investor its home."""
    game = new_game("1880", PLAYERS)
    assert "Woosong Railway" in describe(game, game.legal_actions()[0], "en")


# -- typed actions --


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_action_has_a_usage(kind):
    """It begins with the name of the action."""
    assert usage(kind).split()[0] == kind


@pytest.mark.parametrize(
    ("line", "data"),
    [
        ("pass", {"type": "pass"}),
        ("PASS", {"type": "pass"}),
        ("lay_tile k13 57 2", {"type": "lay_tile", "hex": "K13", "tile": "57", "rotation": 2}),
        (
            "lay_tile K13 57 2 p4",
            {"type": "lay_tile", "hex": "K13", "tile": "57", "rotation": 2, "power": "P4"},
        ),
        ("buy_share jha Bank", {"type": "buy_share", "company": "JHA", "source": "bank"}),
        ("sell_shares JHA 20%", {"type": "sell_shares", "company": "JHA", "percent": 20}),
        ("bid P0 ¥15", {"type": "bid", "private": "P0", "amount": 15}),
        ("buy_train 2+2 bank 180", {"type": "buy_train", "train": "2+2", "seller": "bank", "price": 180}),
        ("merge_money owner", {"type": "merge_money", "to": "owner"}),
        ("merge_station yes", {"type": "merge_station", "replace": True}),
        ("run_trains []", {"type": "run_trains", "routes": []}),
        ("{" + '"type": "pass"}', {"type": "pass"}),
    ],
)
def test_short_forms(line, data):
    """Fields follow in their order; capitals and signs do not matter."""
    assert is_typed_action(line)
    assert parse_action(line).to_json() == data


@pytest.mark.parametrize("line", ["jump", "bid P0", "bid P0 x", "pass 1", "merge_station maybe", "{]", ""])
def test_what_is_no_action_is_refused(line):
    """With InvalidInput, never otherwise."""
    with pytest.raises(InvalidInput):
        parse_action(line)


# -- before the game --


def seated(*lines, **given):
    screen = io.StringIO()
    game = set_up_game(make_console(file=screen, width=300), scripted(lines), "en", **given)
    return game, screen.getvalue()


def test_enter_takes_the_defaults():
    """1880 in its latest edition, with three players."""
    game, _ = seated("", "", "")
    assert (game.title, game.edition, game.players) == ("1880", "2022", ["Ann", "Bo", "Cy"])


def test_the_title_can_be_chosen():
    """1888 has editions and numbers of players of its own."""
    game, shown = seated("1830", "1888", "2010", "18xx.games", "Ann, Bo")
    assert (game.title, game.edition, game.players) == ("1888", "18xx.games", ["Ann", "Bo"])
    assert "one of: 1880, 1888" in shown


def test_a_title_has_its_other_names():
    """Typed or given; its edition is asked for all the same."""
    for lines, given in ((("1888-N", "18xx.games", "Ann, Bo"), {}), (("18xx.games", "Ann, Bo"), {"title": "1888-N"})):
        game, _ = seated(*lines, **given)
        assert (game.title, game.edition, game.players) == ("1888", "18xx.games", ["Ann", "Bo"])


def test_answers_are_asked_again_until_they_will_do():
    """An edition that does not exist and two players are not accepted."""
    game, shown = seated("", "1999", "2010", "Ann, Bo", "Ann, Bo, Ann", " Ann ,Bo、Cy，Di")
    assert (game.edition, game.players) == ("2010", ["Ann", "Bo", "Cy", "Di"])
    assert "3 to 7 players" in shown
    assert "names must differ" in shown


def test_what_is_given_is_not_asked():
    """With all of it on the command line there is no question; what is wrong there is refused."""
    game, _ = seated(title="1880", edition="2010", players=PLAYERS)
    assert isinstance(game, Game)
    with pytest.raises(InvalidInput):
        seated(title="1830", players=PLAYERS)
    with pytest.raises(InvalidInput):
        seated(title="1880", edition="1999", players=PLAYERS)


def test_names_are_split_at_commas():
    """Spaces around names do not count, and empty names are left out."""
    assert split_names(" Ann, Bo ,, Cy Young,") == ["Ann", "Bo", "Cy Young"]
