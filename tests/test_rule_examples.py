"""The drawings beside rules: each is of a rule that exists, has its words, and shows what the rule says."""

import itertools

import pytest

import tielu
from tielu.core.hexes import neighbour
from tielu.core.stations import entries_in_reach, face_at
from tielu.core.tiles import WHITE
from tielu.i18n import LANGUAGES, rule, say_example
from tielu.i18n.catalogue import catalogue
from tielu.views.rulebook.drawings import example_of, has_example
from tielu.views.rulebook.examples import ChartExample, MapExample, TilesExample, moved, position, routes_of
from tielu.views.rulebook.title import rulebook_of
from tielu.views.title import view_of

each_title = pytest.mark.parametrize("title", ["1880", "1888"])


@each_title
def test_examples_are_of_rules_and_have_words(title):
    """At least 25 for each title, each with words in every language; no words are left over."""
    examples = rulebook_of(title).examples
    assert len(examples) >= 25
    assert [each for each in examples if rule(each) is None] == []
    for lang in LANGUAGES:
        told = {each for each in catalogue(lang)["examples"] if each.startswith(f"{title}.")}
        assert told == set(examples)


@each_title
def test_every_example_can_be_drawn(title):
    """Tiles, hexes and spaces are there, every route has track under it, and two drawings share no id."""
    ids = []
    for each, example in rulebook_of(title).examples.items():
        drawn = example_of(each, "en")
        assert all(str(picture).startswith("<svg") for row in drawn.rows for picture in row)
        if isinstance(example, MapExample):
            text = str(drawn.rows[0][0])
            ids += [part.split('"')[0] for part in text.split(' id="')[1:]]
            assert all(f'data-hex="{name}"' in text for name in example.hexes.split())
            assert text.count('class="route') >= len(example.routes)
    assert len(ids) == len(set(ids))


@each_title
def test_tiles_become_what_the_board_allows(title):
    """Each tile of a row may become the next one, unless the example shows that it must not."""
    board = tielu.new_game(title, ["Ann", "Bo", "Cy"]).state.board
    for each, example in rulebook_of(title).examples.items():
        if isinstance(example, TilesExample) and not example.choice:
            for row in example.rows:
                for old, new in itertools.pairwise(row):
                    allowed = new in board.tiles[board.tile_index[old]].upgrades_to
                    assert allowed != example.crossed, f"{each}: {old} {new}"


@each_title
def test_stations_and_stops_of_routes_are_cities_and_stops(title):
    """A marker stands in a city, and a train calls where its hex has a stop; one of them is the company's own."""
    for each, example in rulebook_of(title).examples.items():
        if not isinstance(example, MapExample) or not example.routes:
            continue
        game = tielu.new_game(title, ["Ann", "Bo", "Cy"])
        position(game, example)
        state = game.state
        own = {name.partition(".")[0] for name in example.stations}
        for route in routes_of(example):
            assert own & {name for name, _ in route.stops}, each
            for name, stop in route.stops:
                assert stop < len(state.board.faces[state.faces[state.board.hex_index[name]]].stops), each


def lit_of(rule_id):
    """The position of an example, the hexes it shows, and those of them that are lit."""
    title = rule_id.partition(".")[0]
    example = rulebook_of(title).examples[rule_id]
    assert isinstance(example, MapExample)
    game = tielu.new_game(title, ["Ann", "Bo", "Cy"])
    position(game, example)
    names = {name for each in example.hexes.split() for name in (each, *(neighbour(each, edge) for edge in range(6)))}
    return game.state, names & set(game.state.board.hex_index), set(example.lit.split())


@each_title
def test_what_is_lit_is_shown(title):
    """No hex is lit that the drawing leaves out."""
    for each, example in rulebook_of(title).examples.items():
        if isinstance(example, MapExample):
            _, shown, lit = lit_of(each)
            assert lit <= shown, each


@each_title
def test_tiles_lie_as_they_may(title):
    """Track leads nowhere it must not, and keeps what is printed."""
    for each, example in rulebook_of(title).examples.items():
        if not isinstance(example, MapExample):
            continue
        state, _, _ = lit_of(each)
        board = state.board
        for index, number in enumerate(state.faces):
            face, printed = board.faces[number], board.faces[board.printed_face(index)]
            if number < board.first_printed_face:
                assert not face.exits & ~board.open_edges[index], (each, board.hexes[index].name)
                assert not printed.exits & ~face.exits, (each, board.hexes[index].name)


@pytest.mark.parametrize(
    ("rule_id", "builder", "also"),
    [("1880.track.must-extend-own-network", "NJR", {"L12"}), ("1888.track.reachable", "ZDR", set())],
)
def test_where_a_company_may_go_on_its_track_leads(rule_id, builder, also):
    """The hexes that are lit are those without a tile into which the track leads that is drawn; `also` others."""
    state, _, lit = lit_of(rule_id)
    reached = {index for index, _ in entries_in_reach(state, state.company_ids.index(builder))}
    empty = {state.board.hexes[index].name for index in reached if face_at(state, index).colour == WHITE}
    assert empty == lit | also


def test_every_figure_of_terrain_is_lit():
    """All hexes with a cost, those of the Great Wall all with the wall, but Beijing."""
    state, shown, lit = lit_of("1888.track.terrain-cost")
    hexes = {name: state.board.hexes[state.board.hex_index[name]] for name in shown}
    assert lit == {name for name, printed in hexes.items() if printed.cost}
    state, shown, lit = lit_of("1888.great-wall.free-yellow")
    hexes = {name: state.board.hexes[state.board.hex_index[name]] for name in shown}
    assert lit == {name for name, printed in hexes.items() if "wall" in printed.terrain} - {"C9"}
    assert {hexes[name].cost for name in lit} == {10, 20, 30, 40}


def test_first_tile_lies_alone():
    """ZDR has laid its home tile and nothing else."""
    state, _, _ = lit_of("1888.track.first-turn-home-tile")
    board = state.board
    laid = [board.hexes[index].name for index, face in enumerate(state.faces) if face < board.first_printed_face]
    assert laid == ["G11"]


@pytest.mark.parametrize(
    ("rule_id", "before", "after"),
    [
        ("1880.price.dividend-right", 95, 100),
        ("1880.price.no-dividend-left", 95, 90),
        ("1888.price.dividend-right", 95, 100),
        ("1888.price.no-dividend-left", 90, 85),
    ],
)
def test_prices_of_the_words_are_those_of_the_chart(rule_id, before, after):
    """What the words say is what the chart says."""
    title = rule_id.partition(".")[0]
    example = rulebook_of(title).examples[rule_id]
    assert isinstance(example, ChartExample)
    chart = view_of(title).chart
    (company,) = example.markers
    places = example.markers[company], moved(title, example, company)
    prices = [chart.price(row * chart.width + column) for row, column in places]
    assert prices == [before, after]
    assert f"{before}" in say_example(rule_id, "en")
    assert f"{after}" in say_example(rule_id, "ja")


def test_rules_without_a_drawing():
    """Most have none, and an unknown title has none either."""
    assert has_example("1880.price.dividend-right")
    assert not has_example("1880.trains.must-own")
    assert not has_example("18Valley.none")
