"""The observation: every field says what the table shows, from the reader's seat."""

import random

import numpy as np
import pytest

from bench.games import choose
from tielu import TITLES
from tielu.core.game import Game
from tielu.core.tiles import COLOURS
from tielu.env import Setup, Table
from tielu.views.position.position import position_view

CASES = [
    ("1880", "2022", 3),
    ("1880", "2010", 5),
    ("1880", "18xx.games", 7),
    ("1888", "2022", 2),
    ("1888", "18xx.games", 6),
]


# Where the fields of a released id lie must not change: another layout is a new version.
FINGERPRINTS = {
    ("1880", 4): "263ad6a7941b770c",
    ("1880", 7): "48300a980c10ba3a",
    ("1888", 4): "46488f4ad3ed2840",
    ("1888", 2): "e5acfb0608a0c12e",
}


@pytest.mark.parametrize(("title", "players"), FINGERPRINTS)
def test_fields_lie_where_they_lay_when_the_id_was_released(title, players):
    """A changed hash is a new version of the id, not a new hash."""
    assert Table(Setup(title, players)).layout.fingerprint() == FINGERPRINTS[title, players]


def positions(table: Table, seed: int, style: str = "builder") -> list[Game]:
    """Positions of a game, from its beginning to its end."""
    rng, game, found = random.Random(seed), table.setup.new_game(), []
    while not game.finished:
        if rng.random() < 0.1:
            found.append(game.clone())
        game.apply_trusted(choose(game, rng, style))
    return [*found, game]


def seen(table: Table, game: Game, seat: int) -> dict[str, np.ndarray]:
    """The fields in the numbers of the table."""
    table.continue_from(game)
    layout = table.layout
    observation = table.observation(seat)
    assert (observation >= layout.per_place("low")).all()
    assert (observation <= layout.per_place("high")).all()
    return {name: part * layout.fields[name].unit for name, part in layout.named(observation).items()}


@pytest.fixture(params=CASES, ids=["-".join(map(str, case)) for case in CASES])
def table(request):
    title, edition, players = request.param
    return Table(Setup(title, players, edition))


def test_the_reader_comes_first_and_the_others_clockwise(table):
    """Money, worth, certificates and shares of each player, as the snapshot has them."""
    for game in positions(table, 1):
        shot = game.snapshot()
        for reader in range(table.setup.players):
            fields, order = seen(table, game, reader), game.state.clockwise_from(reader)
            assert order[0] == reader
            for seat, player in enumerate(order):
                assert fields["cash"][seat] == pytest.approx(shot[f"p.{player}.cash"], abs=0.01)
                assert fields["worth"][seat] == pytest.approx(shot[f"p.{player}.value"], abs=0.01)
                assert fields["certificates"][seat] == pytest.approx(shot[f"p.{player}.certs"], abs=0.01)
                for number, company in enumerate(table.layout.fields["par"].axes[0].labels):
                    held = shot.get(f"sh.{company}.p{player}", 0)
                    assert fields["shares"][number, seat] == pytest.approx(held, abs=0.01)
            assert fields["priority"].argmax() == order.index(shot["priority"])
            assert fields["acting"].sum() == (not game.finished)
            if game.actor is not None:
                assert fields["acting"][order.index(game.players.index(game.actor))] == 1


def test_companies_as_the_table_shows_them(table):
    """Price, treasury, trains, stations and directors of founded companies; nothing of the others."""
    for game in positions(table, 2, "trader"):
        fields, view = seen(table, game, 0), position_view(game)
        layout = table.layout
        ids, trains = layout.fields["par"].axes[0].labels, layout.fields["trains"].axes[1].labels
        assert {ids[number] for number in fields["par"].nonzero()[0]} == {company.id for company in view.companies}
        for company in view.companies:
            number = ids.index(company.id)
            assert fields["price"][number] == pytest.approx(company.price, abs=0.01)
            assert fields["par"][number] == pytest.approx(company.par, abs=0.01)
            assert fields["treasury"][number] == pytest.approx(company.treasury, abs=0.01)
            assert bool(fields["floated"][number]) == company.floated
            for column, train in enumerate(trains):
                assert fields["trains"][number, column] == pytest.approx(company.trains.count(train), abs=0.01)
            director = game.state.clockwise_from(0)[int(fields["director"][number].argmax())]
            assert game.players[director] == company.director
            assert fields["markers_left"][number] == pytest.approx(company.markers_left, abs=0.01)


def test_the_map_as_it_lies(table):
    """Colour, track, stops and markers of every hex."""
    for game in positions(table, 3)[::5]:
        fields, state = seen(table, game, 1), game.state
        for index in range(len(state.board.hexes)):
            face = state.board.faces[state.faces[index]]
            assert COLOURS[round(float(fields["colour"][index]))] == COLOURS[face.colour]
            pairs = table.layout.fields["track"].axes[1].labels
            joined = {pairs[number] for number in fields["track"][index].nonzero()[0]}
            assert joined == {f"{min(a, b)}-{max(a, b)}" for a, b in face.pieces if max(a, b) < 6}
            stops = [round(float(value)) for value in fields["to_stop"][index]]
            assert stops == [max([0, *[end - 5 for end in face.from_edge[edge] if end > 5]]) for edge in range(6)]
        for railway, places in enumerate(state.stations):
            marked = fields["stations"][railway]
            assert round(float(marked.sum())) == sum(1 << place % 8 for place in places)
            assert {place // 8 for place in places} == set(marked.nonzero()[0])


def test_all_readers_see_the_same_but_for_the_order(table):
    """Nothing is hidden: the money of all players is the same to each of them."""
    for game in positions(table, 4)[::3]:
        purses = [sorted(seen(table, game, reader)["cash"]) for reader in range(table.setup.players)]
        assert all(np.allclose(purse, purses[0]) for purse in purses)


def test_the_auction_of_1880_is_seen():
    """The private on offer, the bid to beat, and who has passed."""
    table = Table(Setup("1880", 3))
    for number in (3, 0):
        table.step(number)
    fields = {
        name: part * table.layout.fields[name].unit for name, part in table.layout.named(table.observation(2)).items()
    }
    assert fields["auctioned"].argmax() == 0
    assert fields["high_bid"][0] == pytest.approx(15, abs=0.01)
    assert list(fields["leader"]) == [0, 1, 0]
    assert list(fields["out"]) == [0, 0, 1]


def test_bids_of_1888_are_seen():
    table = Table(Setup("1888", 3))
    space = table.space
    bid = next(number for number, action in table.choices.items() if action.to_json().get("private") == "FC")
    assert space.meaning(bid)["amount"] == "lowest + 0"
    table.step(bid)
    fields = table.layout.named(table.observation(0))
    assert fields["bids"][0, 5] * 1000 == pytest.approx(155, abs=0.01)


def test_a_step_exists_for_every_decision():
    """Whatever frame asks for a decision has its place in the field `step`; a missing one would raise KeyError."""
    for title, rules in TITLES.items():
        for edition in rules.editions:
            table = Table(Setup(title, 4, edition))
            steps = set()
            for game in positions(table, 5, "hoarder"):
                if not game.finished:
                    fields = seen(table, game, 0)
                    assert fields["step"].sum() == 1
                    steps.add(int(fields["step"].argmax()))
            assert len(steps) > 4
