"""Drawings of tiles and hexes: every face of both titles with all its track, stops and spaces."""

import math
import re

import pytest

from tests.svg import of_class, parsed, pieces, texts, with_data
from tielu import new_game
from tielu.core.hexes import EDGES, neighbour, opposite
from tielu.core.tiles import CITY, FIRST_STOP, OFFBOARD, TOWN
from tielu.titles.t1880.rules.preparation import BOARD as BOARD_1880
from tielu.titles.t1888n.rules.preparation import BOARD as BOARD_1888
from tielu.views.svg import hex_picture, page_style_sheet, tile_picture, tile_sheet
from tielu.views.svg.colours import COMPANY, DARK, INVESTOR, LIGHT, ROUTES, SEATS, contrast, ink_on
from tielu.views.svg.geometry import HALF_WIDTH, along, centre, distance, edge_point, plus, through
from tielu.views.svg.labels import room_on
from tielu.views.svg.layout import SPACE, plan_of, track_curve
from tielu.views.svg.markup import element, text
from tielu.views.svg.markup import number as short
from tielu.views.svg.models import HexDrawing, MarkerDrawing
from tielu.views.svg.page_style import DIMMED_BY_DAY, DIMMED_BY_NIGHT
from tielu.views.svg.ranges import RangeRow, ranges_picture
from tielu.views.svg.rivers import courses
from tielu.views.svg.style import style_sheet
from tielu.views.svg.tiles import stops
from tielu.web.assets import STATIC

BOARDS = {"1880": BOARD_1880, "1888": BOARD_1888}
TILES = [pytest.param(tile, id=f"{title}-{tile.number}") for title, board in BOARDS.items() for tile in board.tiles]
PRINTED = [
    pytest.param(board, index, id=f"{title}-{printed.name}")
    for title, board in BOARDS.items()
    for index, printed in enumerate(board.hexes)
]


# -- tiles --


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_is_drawn_whole_in_every_rotation(tile):
    """Each piece of track, each stop and each space for a marker is there, with number, letter and value."""
    for face in (tile.face(rotation) for rotation in range(EDGES)):
        root = parsed(tile_picture(face))
        assert pieces(root) == len(face.pieces)
        assert len(with_data(root, "stop")) == len(face.stops)
        assert len(list(of_class(root, "city"))) == sum(stop.slots for stop in face.stops if stop.kind == CITY)
        towns = len(list(of_class(root, "town"))) + len(list(of_class(root, "bar")))
        assert towns == sum(stop.kind == TOWN for stop in face.stops)
        assert texts(root, "tile-number") == [face.tile]
        assert texts(root, "letter") == ([face.label] if face.label else [])
        amounts = {str(value) for stop in face.stops for value in stop.values if value}
        assert set(texts(root, "amount") + texts(root, "column-amount")) == amounts


@pytest.mark.parametrize("tile", TILES)
def test_track_goes_where_the_facts_say(tile):
    """In every rotation a piece begins in the middle of its edge and ends at the other edge or at its stop."""
    for face in (tile.face(rotation) for rotation in range(EDGES)):
        plan = plan_of(face)
        for piece in face.pieces:
            edge, end = min(piece), max(piece)
            curve = track_curve(face, edge, end)
            goal = edge_point(end) if end < FIRST_STOP else plan.stops[end - FIRST_STOP].at
            assert distance(curve[0], edge_point(edge)) < 0.01
            assert distance(curve[3], goal) < 0.01


@pytest.mark.parametrize("tile", TILES)
def test_stops_stand_apart_and_inside(tile):
    """Cities neither cover each other nor reach over the side of the hex."""
    places = plan_of(tile.face(0)).stops
    cities = [(number, space) for number, place in enumerate(places) for space in place.spaces]
    for number, space in cities:
        assert max(space[0] * x + space[1] * y for x, y in (edge_point(e, 1.0) for e in range(EDGES))) < HALF_WIDTH - 10
        for other, further in cities:
            if other != number:
                assert distance(space, further) > 2 * SPACE


@pytest.mark.parametrize("tile", TILES)
def test_values_and_letters_stay_clear_of_track(tile):
    """Whatever the rotation, a value's circle and the letters of a tile lie beside track and cities."""
    for face in (tile.face(rotation) for rotation in range(EDGES)):
        root = parsed(tile_picture(face))
        circles = room_on(face, plan_of(face)).circles
        spots = [(float(each.get("cx", 0)), float(each.get("cy", 0))) for each in of_class(root, "value")]
        spots += [(float(each.get("x", 0)), float(each.get("y", 0))) for each in of_class(root, "letter")]
        for spot in spots:
            assert all(math.hypot(spot[0] - x, spot[1] - y) > radius for x, y, radius, _ in circles)


def test_curves_are_arcs():
    """Sharp and gentle turns are parts of circles around a corner or the middle of a neighbour's neighbour."""
    for first, second, around, radius in (
        (0, 1, plus(edge_point(0.5, 50.0), (0.0, 0.0)), 25.0),
        (0, 2, edge_point(1, 2 * HALF_WIDTH), 75.0),
    ):
        for share in (0.0, 0.25, 0.5, 0.9):
            assert distance(along(through(first, second), share), around) == pytest.approx(radius, abs=0.2)


def test_neighbours_lie_over_their_edges():
    """The middle of an edge lies half-way between two hexes that share it, as the names of the core have it."""
    for edge in range(EDGES):
        other = neighbour("H8", edge)
        here = plus(centre("H8"), edge_point(edge))
        assert distance(here, plus(centre(other), edge_point(opposite(edge)))) < 0.01


@pytest.mark.parametrize("title", BOARDS)
def test_the_sheet_shows_every_tile(title):
    """All tiles of a title are on one sheet."""
    board = BOARDS[title]
    assert list(with_data(parsed(tile_sheet(board)), "tile")) == [tile.number for tile in board.tiles]


# -- hexes of the map --


def name_of(root):
    """The lines of a name, without its halo."""
    return [each.text for each in of_class(root, "name") if "halo" not in each.get("class", "")]


@pytest.mark.parametrize(("board", "index"), PRINTED)
def test_every_printed_hex_is_drawn_whole(board, index):
    """Track, stops, name, coordinates, cost and values of a hex of the map are all there."""
    title = next(name for name, each in BOARDS.items() if each is board)
    printed = board.hexes[index]
    root = parsed(hex_picture(new_game(title, ["Ann", "Bo", "Cy"]), printed.name))
    stubs = sum(each.get("d", "").count("M") for each in of_class(root, "stub"))
    assert pieces(root) == len(printed.pieces) + len(printed.stub)
    assert stubs == len(printed.stub)
    assert len(with_data(root, "stop")) == len(printed.stops)
    assert texts(root, "coordinate") == [printed.name]
    assert texts(root, "cost") == ([str(printed.cost)] if printed.cost else [])
    assert " ".join(name_of(root)) == (printed.place or "".join({stop.group for stop in printed.stops}))
    for stop in printed.stops:
        if len(stop.values) > 1:
            assert sorted(texts(root, "column-amount")) == sorted(map(str, stop.values))
            assert len(list(of_class(root, "now"))) == 1
        if stop.kind == OFFBOARD:
            assert len(list(of_class(root, "tielu-far"))) == 1


def test_a_tile_can_be_tried_on_its_hex():
    """A tile on its hex shows the hex's name, and the markers that would stand on it."""
    game = new_game("1880", ["Ann", "Bo", "Cy"])
    root = parsed(hex_picture(game, "B8", tile="57", rotation=1))
    assert texts(root, "tile-number") == ["57"]
    assert name_of(root) == ["Harbin"]
    assert "BZU" in with_data(root, "railway")
    assert next(of_class(root, "hex")).get("data-tile") == "57"
    with pytest.raises(KeyError):
        hex_picture(game, "Z99")
    with pytest.raises(KeyError):
        hex_picture(game, "B8", tile="none")


@pytest.mark.parametrize(("name", "left"), [("B18", True), ("B20", False)])
def test_a_value_stands_beside_its_stop(name, left):
    """Where only one of two cities is worth something, the figure is nearer to that one."""
    root = parsed(hex_picture(new_game("1888", ["Ann", "Bo", "Cy"]), name))
    (value,) = of_class(root, "value")
    assert (float(value.get("cx", 0)) < 0) == left


@pytest.mark.parametrize("title", BOARDS)
def test_rivers_run_through_their_hexes(title):
    """A river crosses each of its hexes once, and what leaves one hex of it enters the next."""
    board = BOARDS[title]
    found = courses(board)
    assert {board.hexes[index].name for index in found} == {
        printed.name for printed in board.hexes if {"river", "water"} & set(printed.terrain)
    }
    for index, ends in found.items():
        for edge in ends:
            other = board.across[index * EDGES + edge] if edge >= 0 else -1
            if other in found:
                assert opposite(edge) in found[other]


def test_the_yellow_river_makes_its_bend():
    """In 1880 it comes from Baotou and turns south through G5 before it flows to the sea."""
    names = {BOARD_1880.hexes[index].name: ends for index, ends in courses(BOARD_1880).items()}
    assert set(names["G5"]) == {0, 1}
    assert set(names["G11"]) == {0, 3}


# -- colours and text --


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_can_be_read_on_their_ground(palette):
    """Every text has the contrast that WCAG asks for, by day and by night."""
    map_grounds = ("white", "mountain", "yellow", "green", "brown", "grey", "red", "blue", "city")
    pairs = [(ink, ground) for ink in ("ink", "faint-ink") for ground in map_grounds]
    pairs += [("cell-ink", ground) for ground in ("cell", "cell-par", "cell-bonus", "cell-red")]
    pairs += [("cell-quiet", "cell"), ("cell-up", "cell-bonus"), ("changed-under", "changed")]
    pairs += [(ink, "paper") for ink in ("paper-ink", "quiet-ink", *(f"seat-{seat}" for seat in range(SEATS)))]
    for ink, ground in pairs:
        assert contrast(palette[ink], palette[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize(("palette", "left"), [(LIGHT, DIMMED_BY_DAY), (DARK, DIMMED_BY_NIGHT)], ids=["light", "dark"])
def test_texts_can_be_read_where_the_ground_steps_back(palette, left):
    """Where other hexes are lit, the ground of the rest mingles with the paper and still carries its texts."""
    for ground in ("white", "mountain", "yellow", "green", "brown", "grey", "red", "blue"):
        assert contrast(palette["ink"], mingled(palette[ground], palette["paper"], left)) >= 4.5, ground


def mingled(above, below, share):
    """What is seen of a colour through which another one shines."""
    channels = ((int(above[at : at + 2], 16), int(below[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in channels)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_rings_stand_out(palette):
    """A ring is seen on every ground, by its own line or by the one under it, and is no barrier nor a red marker."""
    for ground in ("white", "mountain", "yellow", "green", "brown", "grey", "red", "blue"):
        seen = max(contrast(palette[line], palette[ground]) for line in ("highlight", "highlight-under"))
        assert seen >= 2.9, ground
    assert contrast(palette["highlight"], palette["highlight-under"]) >= 4.5
    for red in (palette["barrier"], COMPANY["red"]):
        apart = [contrast(red, palette[line]) for line in ("highlight", "highlight-under")]
        assert max(apart) >= 2.5


def test_seats_have_the_colours_of_the_pages():
    """What a chart says of a player is what the page says."""
    tokens = (STATIC / "tokens.css").read_text("utf-8")
    for seat in range(SEATS):
        day, night = LIGHT[f"seat-{seat}"], DARK[f"seat-{seat}"]
        assert f"--p{seat}: light-dark({day}, {night})" in tokens


def test_letters_on_markers_can_be_read():
    """Letters stand out from the colour of every company, which are all different."""
    for colour in (*COMPANY.values(), INVESTOR):
        assert contrast(ink_on(colour), colour) >= 4.5
    assert len(set(COMPANY.values())) == len(COMPANY)


@pytest.mark.parametrize("title", BOARDS)
def test_no_space_covers_the_letters_of_a_marker(title):
    """On a small map letters are wider than their space: markers are drawn after all the spaces of their city."""
    face = next(face for face in BOARDS[title].faces if any(stop.slots > 1 for stop in face.stops))
    place = next(number for number, stop in enumerate(face.stops) if stop.slots > 1)
    shown = ((),) * place + ((MarkerDrawing("KLR", "#123456", "#ffffff"),),)
    drawn = stops(HexDrawing("A1", "", "", face, 0, markers=shown))
    assert drawn.count('class="city"') >= 2
    assert drawn.index("KLR") > drawn.rindex('class="city"')


def test_palettes_have_the_same_colours():
    """What a page can set by day it can set by night, and the style sheet uses all of it."""
    assert LIGHT.keys() == DARK.keys()
    sheet = style_sheet("board", "routes", "market", "chart")
    assert {name for name in LIGHT if f"var(--tielu-{name}," not in sheet} == set()


def test_rules_keep_to_the_drawing():
    """No rule of a drawing's style sheet can touch the page around it."""
    plain, rest = style_sheet("board", "routes", "market").split("@supports (color:var(--tielu-ink)){")
    sheet = plain + rest.split("}}@media")[0]
    assert "var(" not in plain
    selectors = [rule.split("{")[0] for rule in sheet.split("}") if rule]
    assert selectors
    assert all(each.startswith((".tielu ", ".tielu-")) for each in selectors)


def test_rules_of_pages_keep_to_the_drawings():
    """The style sheet of the pages sets custom properties at the root, and everything else inside of drawings."""
    sheet = page_style_sheet()
    selectors = [each.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", sheet) for each in rule.split(",")]
    inside = [each for each in selectors if ".tielu" in each or each.startswith(".spark")]
    assert {each for each in selectors if each not in inside} <= {
        ":root",
        ":root[data-theme=dark]",
        ":root:not([data-theme=light])",
    }


def test_routes_have_colours_of_their_own():
    """Six trains are told apart by colour and by dashes."""
    sheet = style_sheet("routes")
    assert len({sheet.split(f".route-{number}{{")[1].split("}")[0] for number in range(len(ROUTES))}) == 6


def test_text_is_escaped():
    """Names with signs of XML, and characters that XML forbids, do no harm."""
    assert text("<A & B>", (0, 0), "name").count("<") == 2
    assert "&lt;A &amp; B&gt;" in text("<A & B>", (0, 0), "name")
    assert "\x00" not in text("a\x00b", (0, 0), "name")
    assert element("g", data_name='"<&>"') == "<g data-name='\"&lt;&amp;&gt;\"'/>"


def test_numbers_are_short():
    """One digit after the point, and none where it is a zero."""
    assert [short(each) for each in (1.0, -0.04, 2.25, -3.5)] == ["1", "0", "2.2", "-3.5"]


def test_japanese_names_beside_bars_have_room():
    """On a page the names of rows are drawn larger than in a file: they begin on the sheet all the same."""
    name = "P7 煙大フェリー"
    drawn = parsed(ranges_picture([RangeRow(name, 1, 2, 3, "2 (1-3)")], "", width=640))
    (tick,) = of_class(drawn, "tick")
    assert float(tick.attrib["x"]) >= 14 * len("煙大フェリー") + 14
