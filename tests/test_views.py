"""Views of a position: what lies on the table, as plain values."""

import random
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from tielu import new_game
from tielu.core.actions import Bid, FoundCompany, Pass
from tielu.core.position import HoldingView, TrainStackView
from tielu.core.tiles import FIRST_STOP
from tielu.i18n import LANGUAGES
from tielu.titles.t1880.rules.actions import ChooseInvestor
from tielu.views.history.log import apply_logged, history, latest
from tielu.views.position.board import place_name, stop_text, tile_face, track_text
from tielu.views.position.position import position_view

PLAYERS = ["Ann", "Bo", "Cy"]


def after_the_auction():
    """Everything is sold to whoever opens; Bo has P6 and with it BCR, and each player an investor."""
    game = new_game("1880", PLAYERS)
    while game.snapshot()["round.type"] == "Auction":
        offers = game.legal_actions()
        game.apply(
            offers[0] if isinstance(offers[0], Bid | FoundCompany) and len(game.actions) % 3 == 0 else offers[-1]
        )
    for investor in ("A1", "A4", "A5"):
        game.apply(ChooseInvestor(investor))
    return game


def test_a_new_game_lies_on_the_table():
    """Everybody has their starting money, all privates are unsold, and the bank has all trains."""
    view = position_view(new_game("1880", PLAYERS))
    assert [(player.name, player.cash) for player in view.players] == [("Ann", 600), ("Bo", 600), ("Cy", 600)]
    assert (view.round, view.phase, view.train_limit, view.certificate_limit) == ("auction", "A1", 4, 20)
    assert (view.actor, view.deciding, view.players[0].acting) == ("Ann", "Ann", True)
    assert [private.owner for private in view.privates] == [None] * 8
    assert view.depot[0] == TrainStackView("2", 100, 10)
    assert view.depot[-1] == TrainStackView("10", 1000, None)
    assert len(view.unfounded) == 14
    assert view.companies == ()


def test_restored_trains_are_not_on_sale_at_first():
    """The 2R is shown from the phase on in which it is sold."""
    assert "2R" not in {stack.train for stack in position_view(new_game("1880", PLAYERS)).depot}


def test_owners_and_directors_are_named():
    """Privates, investors and companies are shown with those they belong to."""
    game = after_the_auction()
    view = position_view(game)
    (company,) = view.companies
    director = next(player for player in view.players if player.name == company.director)
    assert (company.id, company.par, company.price, company.in_bank) == ("BCR", 100, 100, 70)
    assert HoldingView("BCR", 20, director=True) in director.holdings
    assert {investor.id for investor in view.investors} == {"A1", "A4", "A5"}
    assert [investor.company for investor in view.investors if investor.owner == director.name] == ["BCR"]
    assert next(private for private in view.privates if private.id == "P6").closed
    assert sum(len(player.privates) for player in view.players) == 7


def test_the_market_shows_the_markers():
    """BCR's marker lies on its space of the chart and on the turn order list."""
    view = position_view(after_the_auction())
    cells = [cell for row in view.market for cell in row if cell is not None]
    assert [(cell.price, cell.companies) for cell in cells if cell.companies] == [(100, ("BCR",))]
    assert view.pars[0].price == 100
    assert view.pars[0].slots == ("BCR", None, None, None)


def test_the_map_shows_stations():
    """Investors' markers stand in their homes."""
    view = position_view(after_the_auction())
    assert {(place.name, place.stations) for place in view.board} == {
        ("A3", ("A1",)),
        ("H14", ("A4",)),
        ("Q15", ("A5",)),
    }


def test_views_cannot_be_changed():
    """A view is a value, down to its parts."""
    view = position_view(after_the_auction())
    with pytest.raises(FrozenInstanceError):
        view.phase = "D3"  # type: ignore[misc]  # that is the point

    def check(value):
        if is_dataclass(value):
            for each in fields(value):
                check(getattr(value, each.name))
        elif isinstance(value, tuple):
            for each in value:
                check(each)
        else:
            assert isinstance(value, str | int | bool | None)

    check(view)


def test_positions_of_a_whole_game_can_be_viewed():
    """From the first action to the last, and money and shares add up as in the state."""
    game, chance = new_game("1880", [*PLAYERS, "Di"]), random.Random(11)
    while not game.finished:
        kinds = sorted({action.type for action in game.legal_actions()})
        kind = chance.choice([each for each in kinds if each != "pass"] or kinds)
        game.apply(chance.choice([action for action in game.legal_actions() if action.type == kind]))
        view = position_view(game)
        assert sum(player.cash for player in view.players) == sum(game.state.cash)
        # At the very end the investors leave the table with the shares still reserved on them.
        for company in view.companies if view.actor else ():
            held = sum(
                each.percent for player in view.players for each in player.holdings if each.company == company.id
            )
            reserved = 10 * sum(investor.company == company.id for investor in view.investors)
            assert held + reserved + company.in_bank == 100
    end = position_view(game)
    assert end.finished
    assert end.actor is None


def test_the_log_is_found_again():
    """Replaying a game tells who did what, and what came of it."""
    game = new_game("1880", PLAYERS)
    entries = [apply_logged(game, action) for action in (Bid("P0", 5), Pass(), Pass())]
    assert [(entry.actor, len(entry.events)) for entry in entries] == [("Ann", 1), ("Bo", 1), ("Cy", 2)]
    assert history(game) == entries
    assert latest(game, 2) == entries[-2:]
    assert latest(game, len(entries) + 1) == entries
    assert latest(game, 0) == []


def test_track_is_described_by_the_compass():
    """Where a tile leads, in each language; a tile that does not exist has no face."""
    board = new_game("1880", PLAYERS).state.board
    straight, city, double = (tile_face(board, tile, 0) for tile in ("9", "57", "8854"))
    assert straight is not None
    assert city is not None
    assert double is not None
    assert track_text(straight, "en") == "SW-NE"
    assert track_text(straight, "de") == "SW-NO"
    assert track_text(straight, "ja") == "南西-北東"
    assert track_text(city, "en") == "city SW-NE"
    assert track_text(double, "en") == "town SW-NE, town E-SE"
    assert stop_text(double, 1, "de") == "Kleinstadt O-SO"
    assert tile_face(board, "no such tile", 0) is None
    assert place_name(board, "K13", "en") == "K13 Nanjing"
    assert place_name(board, "A9", "en") == "A9"


def test_every_face_can_be_described():
    """All tiles in all rotations, and all printed hexes; every end of track is mentioned."""
    board = new_game("1880", PLAYERS).state.board
    for face in board.faces:
        edges = {edge for piece in face.pieces for edge in piece if edge < FIRST_STOP}
        for lang in LANGUAGES:
            text = track_text(face, lang)
            assert bool(text) == bool(face.stops or face.pieces)
            assert len(edges) <= len(text)
