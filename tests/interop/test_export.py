"""Games written for 18xx.games: they can be read again, and they are what the platform would have recorded."""

import json
from dataclasses import replace

import pytest

from tests.corpus import needs_corpus, read_recorded, recorded_games
from tests.play import STYLES, fingerprint, new_game, play_out
from tests.table import NAMES, Table
from tielu import TITLES, Game, InvalidAction
from tielu import new_game as tielu_game
from tielu.core.actions import Bid, FoundCompany, Pass, RouteRun, RunTrains
from tielu.interop import export_18xx_games, linear_actions, load_18xx_games, open_replay
from tielu.interop.ledgers import TileLedger
from tielu.titles.t1880.platform.ledgers import Shares
from tielu.titles.t1880.platform.writer import Writer1880

EDITIONS = ("18xx.games", "2022", "2010")
# What the platform leaves to the player: which of several equal trains or shares, which circle of a city.
FREE_CHOICE = frozenset({"train", "shares", "slot", "routes", "variant"})
INCIDENTAL = frozenset({"share_price", "tokener", "extra_revenue", "subsidy"})


def imported(data: dict) -> Game:
    replay = open_replay(data)
    for _ in replay.steps():
        pass
    return replay.game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 5, 7])
def test_a_game_written_and_read_again_is_the_same(edition, players):
    """Whole games of every edition: equal states at the end, through JSON and back."""
    game = play_out(new_game(players, edition), seed=players, style=sorted(STYLES)[players % len(STYLES)])
    data = json.loads(json.dumps(export_18xx_games(game)))
    again = imported(data)
    assert again.edition == edition
    assert again.snapshot() == game.snapshot()
    assert fingerprint(again.state) == fingerprint(game.state)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_in_progress_can_be_written(edition):
    """At any moment: what has been decided so far is what is read again."""
    whole = play_out(new_game(4, edition), seed=11).actions
    game = new_game(4, edition)
    for number, action in enumerate(whole[:400]):
        game.apply_trusted(action)
        if number % 40 == 0:
            assert imported(export_18xx_games(game)).snapshot() == game.snapshot(), number


def test_the_file_has_what_the_platform_expects():
    """Title, players with ids, settings, numbered actions and, at the end, the result by player id."""
    game = play_out(new_game(3, "18xx.games"), seed=5)
    data = export_18xx_games(game)
    assert data["title"] == "1880"
    assert data["players"] == [{"id": seat, "name": name} for seat, name in enumerate(NAMES[:3])]
    assert data["settings"] == {"optional_rules": [], "tielu_revision": 2}
    assert [action["id"] for action in data["actions"]] == [*range(1, len(data["actions"]) + 1)]
    assert data["result"] == {str(NAMES.index(name)): worth for name, worth in game.standings()}
    assert data["status"] == "finished"


@pytest.mark.parametrize("revision", [1, 2])
def test_the_revision_travels_in_the_settings(revision):
    """A game that was begun before a repair is read again by the rules of its time."""
    game = tielu_game("1888", ["Ann", "Bo", "Cy"], revision=revision)
    assert open_replay(export_18xx_games(game)).game.revision == revision


def test_the_edition_travels_in_the_settings():
    """The platform knows one edition; a game of another names it, and can be asked to replay in a third."""
    game = new_game(3, "2010")
    game.apply(Bid("P0", 5))
    data = export_18xx_games(game)
    assert data["settings"]["tielu_edition"] == "2010"
    *_, (_, _, again) = load_18xx_games(data)
    assert again.edition == "2010"
    *_, (_, _, again) = load_18xx_games(data, edition="2022")
    assert again.edition == "2022"


def test_unknown_editions_are_refused():
    """A file that names an edition nobody knows gets a clear word."""
    data = {**export_18xx_games(new_game(3, "2022")), "settings": {"tielu_edition": "1492"}}
    with pytest.raises(InvalidAction, match="unknown_edition"):
        open_replay(data)


def test_stops_that_are_not_the_best_are_named():
    """The platform counts the best stops of an express; where a player counted others the file says so."""
    best, other = _written_run((("Q13", 0), ("P12", 0), ("O15", 0))), _written_run((("P12", 0), ("O15", 0)))
    assert "stops" not in best
    assert other["stops"] == [["P12", 0], ["O15", 0]]
    assert best["nodes"] == other["nodes"] == ["Q13-0", "P12-0", "O15-0"]
    assert best["revenue"] > other["revenue"]


def _written_run(stops):
    """The run of a 6E over three stops, as the writer puts it."""
    table = Table(phase="C3")
    table.company("NXR", "Ann", 20, trains=["6E"], stations=[("P12", 0)])
    table.tile("P12", "6", 3)
    table.tile("O13", "8", 4)
    table.tile("O15", "8851", 3)
    table.turn("NXR", "run")
    writer = Writer1880()
    writer._trains.take("NXR", "6E-0")
    route = RouteRun("6E", stops, (("Q13", "P12"), ("P12", "O13", "O15")))
    (written,) = writer.take(table.game, RunTrains((route,)))
    return written["routes"][0]


def test_replaced_tiles_go_to_the_end():
    """Copies of a tile are numbered; the first free one is laid, and one that comes back waits for its turn."""
    tiles = TileLedger({"57": 2, "14": 1})
    assert [tiles.lay("M3", "57"), tiles.lay("M3", "14"), tiles.lay("M7", "57")] == ["57-0", "14-0", "57-1"]
    assert tiles.lay("O5", "57") == "57-0"
    assert tiles.id_at("M3") == "14-0"
    assert tiles.id_at("Q7") == "Q7-0"


def test_certificates_change_hands_as_on_the_platform():
    """The director's is number 0; a buyer gets the first that can be had, and who directs hands over the oldest."""
    shares = Shares()
    shares.found(0, 30, all_available=False)
    assert shares.next_in_bank(all_available=False) == 1
    shares.reserve(4)
    shares.buy(1, all_available=False)
    assert shares.of(1) == [2]
    shares.buy(1, all_available=True)
    shares.buy(1, all_available=True)
    shares.buy(1, all_available=True)
    assert shares.of(1) == [2, 4, 5, 6]
    shares.change_director(0, 1)
    assert (shares.of(0), shares.of(1)) == ([2, 4, 5], [6, 0])
    assert shares.sale(1, 20) == [6, 0]
    shares.sell(1, 20, director=0)
    assert shares.of(0) == [0]
    assert len(shares.of(1)) == 2


def test_a_title_without_the_facet_is_neither_read_nor_written(monkeypatch):
    """A title need not know the platform; the refusal names the titles that do."""
    monkeypatch.setitem(TITLES, "no platform", replace(TITLES["1880"], name="no platform", package="tests.env"))
    game = tielu_game("no platform", NAMES[:3])
    with pytest.raises(InvalidAction, match="title_not_supported") as refusal:
        export_18xx_games(game)
    assert refusal.value.params["known"] == ("1880", "1888")
    with pytest.raises(InvalidAction, match="title_not_supported"):
        open_replay({**export_18xx_games(new_game(3, "2022")), "title": "no platform"})


def test_only_known_titles_are_written():
    """A title that the platform's writer does not know gets a clear word."""

    game = new_game(3, "2022")
    title = replace(game.definition, name="1846")
    other = Game(title, game.edition, tuple(game.players), game.state)
    with pytest.raises(InvalidAction, match="title_not_supported"):
        export_18xx_games(other)


def test_founding_is_written_in_the_platforms_parts():
    """Par, the size if there is a choice, then the permits."""
    table = Table(edition="18xx.games")
    table.share_round("Ann")
    written = Writer1880().take(table.game, FoundCompany("HKR", 90, 30, "BC", 2))
    assert [action["type"] for action in written] == ["par", "choose", "choose"]
    assert written[0]["share_price"] == "90,3,3"
    assert [action["choice"] for action in written[1:]] == [30, "BC"]


@needs_corpus
@pytest.mark.parametrize("name", recorded_games("1880"))
def test_recorded_games_are_written_as_they_were_recorded(name):
    """Imported and written again, a game is its record, but for choices among equal trains, shares and circles."""
    recorded = read_recorded("1880", name)
    replay = open_replay(recorded)
    for _ in replay.steps():
        pass
    written = export_18xx_games(replay.game)
    assert [_core(action) for action in linear_actions(written["actions"])] == [
        _core(action) for action in recorded["actions"]
    ]
    assert written["result"] == recorded["result"]
    assert imported(written).snapshot() == replay.game.snapshot()


def _core(action: dict) -> dict:
    """An action without what may differ between two records of the same game."""
    return {
        key: value for key, value in action.items() if key not in FREE_CHOICE | INCIDENTAL or action["type"] == "par"
    }


def test_passing_is_written_for_whoever_passes():
    """A player's pass in an auction is the player's."""
    game = new_game(3, "18xx.games")
    game.apply(Pass())
    (action,) = linear_actions(export_18xx_games(game)["actions"])
    assert action == {"type": "pass", "entity": 0, "entity_type": "player"}
