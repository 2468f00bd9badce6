"""Drawings of positions: the map with all that lies on it, runs over it, and the share price chart."""

import gzip
import json
from itertools import pairwise

import pytest

from tests.golden_games import FOLDER
from tests.routes import route
from tests.svg import of_class, parsed, pieces, texts, with_data
from tests.table import Table
from tests.table_1888 import Table1888
from tielu import Action, Game, new_game
from tielu.core.hexes import EDGES, neighbour
from tielu.i18n import LANGUAGES, say
from tielu.routing.model import BrokenRoute
from tielu.views.svg import (
    AUTO,
    PAGE,
    HexLink,
    board_legend,
    board_picture,
    hex_picture,
    marker_places,
    market_picture,
    overview_picture,
    signs_picture,
    sparkline_picture,
    table_picture,
    thumbnail_picture,
    tile_picture,
)
from tielu.views.svg.geometry import centre
from tielu.views.svg.lettering import ON_PAGES
from tielu.views.svg.markup import condensed_width
from tielu.views.svg.overview_texts import SIZE, VALUE_RADIUS, short_name
from tielu.views.title import view_of

PLAYERS = ["Ann", "Bo", "Cy"]
GOLDEN = sorted(path.name for path in FOLDER.glob("*.json.gz"))
TITLES = ("1880", "1888")
LARGEST = 150_000


def golden(name):
    """One of the project's recorded games at its end."""
    return Game.from_json(json.loads(gzip.decompress((FOLDER / name).read_bytes()))["game"])


@pytest.fixture(scope="module")
def finished():
    """A game of each title at its end."""
    names = ("1880-2022-3p-101.json.gz", "1888-18xx.games-4p-909.json.gz")
    return {name[:4]: golden(name) for name in names}


# -- the map --


@pytest.mark.parametrize("title", TITLES)
def test_a_page_finds_every_hex(title):
    """Each hex is a group with its id, its data and an accessible name."""
    game = new_game(title, PLAYERS)
    root = parsed(board_picture(game))
    hexes = {each.get("data-hex"): each for each in of_class(root, "hex")}
    assert set(hexes) == {printed.name for printed in game.state.board.hexes}
    for printed in game.state.board.hexes:
        group = hexes[printed.name]
        assert group.get("id") == f"hex-{printed.name}"
        hint = group.find("title")
        assert hint is not None
        assert (hint.text or "").startswith(f"{printed.name} {printed.place}".strip())
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("title", TITLES)
def test_the_whole_position_is_drawn(finished, title):
    """At the end of a game every tile lies on its hex in its rotation, and every marker stands in its city."""
    game = finished[title]
    root, shot = parsed(board_picture(game)), game.snapshot()
    hexes = {each.get("data-hex"): each for each in of_class(root, "hex")}
    laid = {key[4:]: value for key, value in shot.items() if key.startswith("hex.")}
    assert laid
    for name, (tile, rotation) in laid.items():
        assert (hexes[name].get("data-tile"), hexes[name].get("data-rotation")) == (tile, str(rotation))
        assert [use.get("href") for use in hexes[name].iter("use")][-1] == f"#tielu-{title}-{tile}"
    standing = set()
    for stop in of_class(root, "stop"):
        for marker in stop.iter():
            if marker.get("data-railway") and marker.get("class") != "reserved":
                standing.add((marker.get("data-railway"), stop.get("data-hex"), int(stop.get("data-stop", ""))))
    view = view_of(title)
    keys = {each.id: f"c.{each.id}" for each in view.companies}
    keys |= {each.id: f"m.{each.id.removeprefix('A')}" for each in view.investors}
    expected = {(name, *token) for name, key in keys.items() for token in shot.get(f"{key}.tokens") or ()}
    assert standing == expected


@pytest.mark.parametrize("title", TITLES)
def test_drawings_are_small(finished, title):
    """The map of a whole game is far from 150 kB; the same position gives the same text."""
    picture = board_picture(finished[title])
    assert board_picture(finished[title]) == picture
    assert len(table_picture(finished[title]).text) < LARGEST


def test_what_is_used_is_defined(finished):
    """Every copy has its original in the same drawing."""
    for game in finished.values():
        root = parsed(table_picture(game))
        defined = {each.get("id") for each in root.iter("defs") for each in each.iter()}
        assert {use.get("href", "")[1:] for use in root.iter("use")} <= defined


def test_homes_are_kept_faintly():
    """A company that has no marker yet is awaited in its home; one that has stands there."""
    table = Table()
    table.company("HKR")
    root = parsed(board_picture(table.game))
    stops = {(each.get("data-hex"), each.get("data-stop")): each for each in of_class(root, "stop")}
    markers = {name: with_data(stops[name], "railway") for name in (("K15", "0"), ("K13", "0"), ("F8", "2"))}
    assert markers["K15", "0"]["HKR"].get("class") is None
    assert markers["K13", "0"]["NJR"].get("class") == "reserved"
    assert markers["F8", "2"]["JHA"].get("class") == "reserved"


def test_a_marker_comes_before_an_awaited_one():
    """Where a city has no space left, an awaited company is not drawn, and nobody who stands there is left out."""
    table = Table()
    table.company("HKR", stations=[("K13", 0)])
    root = parsed(board_picture(table.game))
    (stop,) = (each for each in of_class(root, "stop") if each.get("data-hex") == "K13")
    assert list(with_data(stop, "railway")) == ["HKR"]


def test_the_phase_marks_its_values():
    """Off-board places show all values, that of the phase in bold."""
    for phase, now in (("A1", "20"), ("B2", "30"), ("C1", "40"), ("D1", "50")):
        table = Table(phase=phase)
        drawn = texts(parsed(board_picture(table.game)), "now-amount")
        assert drawn[0] == now


def test_companies_have_the_colours_of_their_edition():
    """CKR is red in the first edition and light blue in the second."""

    def colour(edition):
        root = parsed(board_picture(new_game("1880", PLAYERS, edition=edition)))
        disc = with_data(root, "railway")["CKR"].find("circle")
        assert disc is not None
        return disc.get("fill")

    assert colour("2010") == "#c4212f"
    assert colour("2022") == colour("18xx.games") == "#6fb4e6"


def test_barriers_and_coasts_are_drawn():
    """Sides that no track may cross stand out, once each."""
    for title, count in (("1880", 1), ("1888", 3)):
        root = parsed(board_picture(new_game(title, PLAYERS)))
        (barrier,) = of_class(root, "barrier")
        assert barrier.get("d", "").count("M") == count
        assert len(list(of_class(root, "coast"))) == len(list(of_class(root, "border"))) == 1


def test_highlighted_hexes_stand_out():
    """Hexes where something may be done have a class and a ring."""
    root = parsed(board_picture(new_game("1880", PLAYERS), highlighted={"K13", "K15"}))
    assert {each.get("data-hex") for each in of_class(root, "legal")} == {"K13", "K15"}
    assert len(list(of_class(root, "ring"))) == 2


def test_stops_can_be_chosen():
    """The whole hex is pressed where it has one such stop, else each stop by itself; nothing steps back."""
    stops = {("K13", 0): HexLink("/one", "Nanjing"), ("F8", 0): HexLink("/two", "A"), ("F8", 1): HexLink("/three", "B")}
    root = parsed(board_picture(new_game("1880", PLAYERS), stops=stops, theme=PAGE))
    assert (root.get("class"), root.get("role")) == ("tielu", "group")
    links = [each for each in root.iter() if each.get("class") == "next-stop"]
    assert [(each.get("href"), each.get("aria-label")) for each in links] == [
        (link.address, link.label) for link in stops.values()
    ]
    shapes = [{part.tag.rpartition("}")[2] for part in each if part.get("class") == "target"} for each in links]
    assert shapes == [{"use"}, {"circle"}, {"circle"}]


def test_the_picked_hex_has_its_ring_above_the_others():
    """The hex that has been chosen is marked as such, and nothing covers its ring."""
    links = {name: HexLink(f"/{name}", "") for name in ("K13", "K15", "L14")}
    root = parsed(board_picture(new_game("1880", PLAYERS), links=links, picked="K13", theme=PAGE))
    rings = with_data(root, "ring")
    assert list(rings) == ["K15", "L14", "K13"]
    assert [each.get("class") for each in rings.values()] == [None, None, "picked"]


def test_other_hexes_step_back_where_some_are_links():
    """The drawing tells by a class that some of its hexes are lit."""
    game = new_game("1880", PLAYERS)
    assert parsed(board_picture(game, links={"K13": HexLink("/", "")}, theme=PAGE)).get("class") == "tielu lit"
    assert parsed(board_picture(game, theme=PAGE)).get("class") == "tielu"


def test_last_moves_are_marked():
    """A hex that has changed has a dashed ring and a tag with the railway that built there."""
    root = parsed(board_picture(new_game("1880", PLAYERS), changed={"K13": "NJR", "M3": "BCR"}))
    assert len(list(of_class(root, "changed"))) == 2
    assert sorted(texts(root, "tag-name")) == ["BCR", "NJR"]
    assert not list(of_class(parsed(board_picture(new_game("1880", PLAYERS))), "tag"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_speak_the_users_language(lang):
    """Titles name terrain and tiles in the language asked for."""
    hint = {"en": "mountain and river ¥50", "de": "Berg und Fluss ¥50", "ja": "山と川 50元"}[lang]
    assert hint in board_picture(new_game("1880", PLAYERS), lang=lang).text


def test_lines_of_square_letters_do_not_touch():
    """A name in two lines has more room between them where letters fill their squares."""
    sizes = dict(zip(("name", "name small", "name tiny"), ON_PAGES.names, strict=True))
    root = parsed(board_picture(new_game("1880", PLAYERS), lang="ja", theme=PAGE))
    names = [each for each in of_class(root, "name") if "halo" not in each.get("class", "")]
    pairs = [(one, other) for one, other in pairwise(names) if (one.text or "").endswith(" &")]
    assert len(pairs) > 3
    for one, other in pairs:
        assert float(other.get("y", 0)) - float(one.get("y", 0)) > 1.1 * sizes[one.get("class", "")], one.text


def test_notebooks_and_dark_pages():
    """A notebook shows a picture by itself; one that may turn dark says so."""
    game = new_game("1880", PLAYERS)
    picture = board_picture(game, theme=AUTO)
    assert picture._repr_svg_() == str(picture) == picture.text
    assert parsed(picture).get("class") == "tielu auto"
    assert parsed(tile_picture(game.state.board.faces[0])).get("class") == "tielu"


def test_a_page_can_bring_the_style_sheet():
    """Then pictures have none, nor styles of their own, so that a strict page may show them."""
    game = new_game("1888", PLAYERS)
    for picture in (board_picture(game, theme=PAGE), market_picture(game, theme=PAGE)):
        assert "style" not in picture.text


def test_hexes_that_lead_somewhere_are_links():
    """A link has the hex's own words and what can be chosen there; a map with links is no mere image."""
    game = new_game("1880", PLAYERS)
    picture = board_picture(game, links={"K13": HexLink("/lays/K13", "2 tiles & a station")}, theme=PAGE)
    root = parsed(picture)
    (anchor,) = root.iter("a")
    assert anchor.get("href") == "/lays/K13"
    assert anchor.get("aria-label") == "K13 Nanjing, river ¥20, 2 tiles & a station"
    assert [each.get("data-hex") for each in of_class(anchor, "legal")] == ["K13"]
    assert root.get("role") == "group"
    assert parsed(board_picture(game)).get("role") == "img"


# -- the map from afar --


@pytest.mark.parametrize("title", TITLES)
def test_only_pages_have_texts_for_the_whole_map(finished, title):
    """A drawing on a page has the texts of each hex twice; one that stands alone as they are seen from near."""
    page, alone = parsed(board_picture(finished[title], theme=PAGE)), parsed(board_picture(finished[title]))
    assert list(of_class(page, "overview"))
    assert not list(of_class(alone, "overview"))
    assert not list(of_class(alone, "detail"))


@pytest.mark.parametrize("title", TITLES)
def test_from_afar_few_texts_are_left(finished, title):
    """One name, the value of this phase, and costs without signs; neither coordinates nor numbers of tiles."""
    for far in of_class(parsed(board_picture(finished[title], theme=PAGE)), "overview"):
        assert not list(of_class(far, "coordinate")) + list(of_class(far, "tile-number")) + list(far.iter("use"))
        assert len(texts(far, "name")) <= 1
        columns = texts(far, "column-amount")
        assert columns == texts(far, "now-amount")
        assert len(columns) <= 1


@pytest.mark.parametrize("name", GOLDEN)
def test_names_and_values_keep_apart_from_afar(name):
    """In no position of a game's end does a name from afar run into the value of its hex."""
    for far in of_class(parsed(board_picture(golden(name), theme=PAGE)), "overview"):
        for label in of_class(far, "name"):
            x, y = float(label.get("x", 0)), float(label.get("y", 0))
            half = condensed_width(label.text or "", SIZE) / 2
            for value in of_class(far, "value"):
                across = abs(float(value.get("cx", 0)) - x) - half
                down = abs(float(value.get("cy", 0)) - y) - SIZE * 0.35
                assert max(across, down) > VALUE_RADIUS - 2, label.text


def test_names_are_short_from_afar():
    """Of two towns the first is named, of a long name its last word."""
    assert short_name("Changsha & Nanchang") == "Changsha"
    assert short_name("French Indochina") == "Indochina"
    assert short_name("Hong Kong") == "Hong Kong"


@pytest.mark.parametrize("title", TITLES)
def test_small_maps_are_small(finished, title):
    """A map for a card shows all grounds, all track and no texts in a tenth of the bytes; its box is the map's."""
    whole, small, ground = (
        draw(finished[title])
        for draw in (lambda game: board_picture(game, theme=PAGE), thumbnail_picture, overview_picture)
    )
    assert 10 * len(small.text) < len(whole.text)
    assert len(ground.text) < len(small.text)
    for picture in (small, ground):
        root = parsed(picture)
        assert root.get("viewBox") == parsed(whole).get("viewBox")
        assert not list(root.iter("text"))
        assert not [each for each in root.iter() if each.get("id")]
        hexes = sum(each.get("d", "").count("z") for each in root.iter("path"))
        assert hexes == len(finished[title].state.board.hexes)


def test_a_sparkline_begins_with_the_founding():
    """Its line begins where the company has its first price; the dashed one is the starting price."""
    root = parsed(sparkline_picture((None, 70, 80, 60, 90), 70))
    base, line = root.iter("path")
    assert (base.get("class"), base.get("d")) == ("base", "M50,21.3H200")
    assert line.get("d") == "M50,21.3L100,12.7L150,30.0L200,4.0"
    assert not list(parsed(sparkline_picture((None, None), 70)).iter("path"))


def test_two_maps_on_one_page():
    """With a prefix no id of one is an id of the other, and each uses its own."""
    game = golden("1880-2022-3p-101.json.gz")
    first, second = (parsed(board_picture(game, theme=PAGE, prefix=prefix)) for prefix in ("", "past-"))
    ids = [{each.get("id") for each in root.iter() if each.get("id")} for root in (first, second)]
    assert ids[0].isdisjoint(ids[1])
    assert len(ids[0]) == len(ids[1])
    for root, own in zip((first, second), ids, strict=True):
        assert {use.get("href", "")[1:] for use in root.iter("use")} <= own
    assert texts(first, "name") == texts(second, "name")


def test_tiles_on_a_page_define_nothing():
    """They use what the map there defines; a page without a map has the definitions by themselves."""
    game = new_game("1880", PLAYERS)
    defined = {each.get("id") for each in parsed(signs_picture()).iter() if each.get("id")}
    for picture in (hex_picture(game, "K13", theme=PAGE), tile_picture(game.state.board.faces[0], theme=PAGE)):
        root = parsed(picture)
        assert not [each for each in root.iter() if each.get("id")]
        assert {use.get("href", "")[1:] for use in root.iter("use")} <= defined


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_explains_what_is_on_the_map(title, lang):
    """Each kind of terrain with a cost, ferries, barriers and stubs are explained where the title has them, once."""
    game = new_game(title, PLAYERS)
    legend = board_legend(game, lang)
    said = [sample.text for sample in legend]
    assert len(said) == len(set(said))
    hexes = game.state.board.hexes
    expected = {
        "sign_mountain": any("mountain" in each.terrain for each in hexes),
        "sign_river": any({"river", "water"} & set(each.terrain) for each in hexes),
        "sign_wall": any("wall" in each.terrain for each in hexes),
        "sign_stub": any(each.stub for each in hexes),
        "sign_ferry": any(each.ferry for each in hexes),
        "sign_barrier": any(each.barriers for each in hexes),
    }
    for key, there in expected.items():
        assert (say(key, lang) in said) == there, key
    for sample in legend:
        assert not [each for each in parsed(sample.picture).iter() if each.get("id")]


@pytest.mark.parametrize("title", TITLES)
def test_money_on_the_map_is_in_the_readers_words(title):
    """What a hex costs is said with the sign of the language, as everywhere else."""
    game = new_game(title, PLAYERS)
    assert "¥" in str(board_picture(game, lang="en"))
    assert "¥" not in str(board_picture(game, lang="ja"))


@pytest.mark.parametrize("title", TITLES)
def test_the_sea_around_lies_beyond_the_map(title):
    """No hex of the map is painted over, and the sea begins where the map ends."""
    names = {printed.name for printed in new_game(title, PLAYERS).state.board.hexes}
    assert view_of(title).sea.isdisjoint(names)
    assert any(neighbour(name, edge) in names for name in view_of(title).sea for edge in range(EDGES))


@pytest.mark.parametrize("title", TITLES)
def test_the_sea_deepens_away_from_the_map(title):
    """It begins at a shore that has the middle of the map behind it, and is deepest far out."""
    game = new_game(title, PLAYERS)
    root = parsed(board_picture(game))
    (water,) = of_class(root, "beyond-sea")
    (gradient,) = [each for each in root.iter() if each.tag.endswith("linearGradient")]
    assert water.get("fill") == f"url(#{gradient.get('id')})"
    x, y, far_x, far_y = (float(gradient.get(key, "nan")) for key in ("x1", "y1", "x2", "y2"))
    places = [centre(printed.name) for printed in game.state.board.hexes]
    middle = [sum(each) / len(places) for each in zip(*places, strict=True)]
    assert (middle[0] - x) * (far_x - x) + (middle[1] - y) * (far_y - y) < 0
    depths = [float(stop.get("stop-opacity", "nan")) for stop in gradient]
    assert depths[0] == 0
    assert depths[-1] == 1
    assert depths == sorted(depths)


@pytest.mark.parametrize("name", ["1880-18xx.games-4p-606.json.gz", "1888-2022-6p-808.json.gz"])
def test_markers_keep_their_places(name):
    """Whoever comes to a city takes the next space; nobody moves for it."""
    saved = json.loads(gzip.decompress((FOLDER / name).read_bytes()))["game"]
    game, shared = Game.from_json({**saved, "actions": []}), 0
    for action in saved["actions"]:
        before = standing(game) if action["type"] == "place_station" else {}
        game.apply_trusted(Action.from_json(action))
        now = standing(game) if before else {}
        for place, railways in before.items():
            assert now[place][: len(railways)] == railways
            shared += 0 < len(railways) < len(now[place])
    assert shared


def standing(game):
    """Who stands in each city, space by space."""
    found = {}
    for stop in of_class(parsed(board_picture(game)), "stop"):
        shown = [each.get("data-railway") for each in stop.iter() if each.get("data-railway")]
        faint = [each.get("data-railway") for each in of_class(stop, "reserved")]
        found[stop.get("data-hex"), stop.get("data-stop")] = [each for each in shown if each not in faint]
    return found


# -- routes --


def test_a_run_is_drawn_train_by_train():
    """Each route is a line of its own over the hexes it passes, with a rim around the stops it counts."""
    table = Table(phase="B1")
    table.company("HKR", trains=["2", "2"])
    table.tile("K15", "8878", 0)
    table.tile("K13", "57", 1)
    table.tile("L14", "57", 0)
    routes = (route("2", "K15-K13"), route("2", "K15-L14"))
    root = parsed(board_picture(table.game, routes=routes))
    lines = list(of_class(root, "line"))
    assert [line.get("class") for line in lines] == ["line route-0", "line route-1"]
    assert all(line.get("d", "").count("M") == 1 for line in lines)
    hints = [each.find("title") for each in of_class(root, "route")]
    assert all(hint is not None and "K15" in (hint.text or "") for hint in hints)
    assert len(list(of_class(root, "call"))) == 4
    assert texts(root, "badge-name") == ["2", "2"]
    first, second = (line.get("d", "").split("L")[0] for line in lines)
    assert first != second


def test_an_uncounted_stop_has_no_rim():
    """A train that passes a stop without counting it draws its line there, and no rim."""
    table = Table(phase="C3")
    table.company("HKR", trains=["6E"])
    table.tile("K15", "8878", 1)
    table.tile("K13", "57", 1)
    table.tile("K11", "9", 1)
    table.tile("K9", "8852", 1)
    routes = (route("6E", "K15-K13 K13-K11-K9", "K15 K9"),)
    assert len(list(of_class(parsed(board_picture(table.game, routes=routes)), "call"))) == 2


def test_a_route_without_track_is_refused():
    """What no train can run is not drawn."""
    with pytest.raises(BrokenRoute):
        board_picture(new_game("1880", PLAYERS), routes=(route("2", "K15-K13"),))


# -- the share price chart --


def test_the_chart_of_1880():
    """Prices, bonuses, starting prices, the turn order list and the train purchase marker."""
    table = Table()
    table.company("HKR", price=100)
    table.company("BCR", price=80)
    table.price_at("BCR", 1, 3)
    table.marker("BCR")
    table.turn("BCR")
    root = parsed(market_picture(table.game))
    cells = [each for each in root.iter() if each.get("data-row") is not None]
    assert len(cells) == sum(price > 0 for price in view_of("1880").chart.prices)
    assert len(list(of_class(root, "cell", "par"))) == 4 + 4
    assert texts(root, "extra").count("+40") == 1
    shared = next(each for each in cells if (each.get("data-row"), each.get("data-column")) == ("1", "3"))
    assert [each.get("data-railway") for each in shared.iter() if each.get("data-railway")] == ["HKR", "BCR"]
    slots = with_data(root, "slot")
    assert len(slots) == 16
    assert list(with_data(slots["1"], "railway")) == ["HKR"]
    (holder,) = (slot for slot in slots.values() if list(of_class(slot, "purchase-marker")))
    assert list(with_data(holder, "railway")) == ["BCR"]


def test_a_page_finds_companies_and_spaces_of_the_chart():
    """Each marker names its company and each space its row and column."""
    table = Table()
    table.company("HKR", price=100)
    table.turn("HKR")
    root = parsed(market_picture(table.game))
    (cell,) = (each for each in with_data(root, "cell").values() if list(with_data(each, "company")))
    assert cell.get("data-cell") == f"{cell.get('data-row')}-{cell.get('data-column')}"
    assert marker_places(table.game) == {"HKR": tuple(int(each) for each in cell.get("data-cell", "").split("-"))}


def test_a_marker_that_has_moved_has_an_arrow():
    """A dot remains where it was; one that has not moved has neither."""
    table = Table()
    table.company("HKR", price=100)
    table.company("BCR", price=80)
    table.turn("HKR")
    row, column = marker_places(table.game)["HKR"]
    origins = {**marker_places(table.game), "HKR": (row, column - 1)}
    root = parsed(market_picture(table.game, origins=origins))
    assert list(with_data(root, "moved")) == ["HKR"]
    (dot,), (arrow,) = of_class(root, "origin"), of_class(root, "arrow")
    assert float(dot.get("cx", 0)) < column * 46
    assert "rotate(0)" in arrow.get("transform", "")


def test_the_chart_of_1888():
    """Starting prices and the red area, with a word on it; there is no turn order list."""
    table = Table1888()
    table.company("LYR", price=95)
    table.share_round()
    root = parsed(market_picture(table.game))
    assert len(list(of_class(root, "cell", "red"))) == len(view_of("1888").red_area)
    assert len(list(of_class(root, "cell", "par"))) == 6
    assert len(texts(root, "note")) == 1
    assert not list(of_class(root, "order"))
    assert list(with_data(root, "railway")) == ["LYR"]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_a_space_keeps_its_price_above_all_its_markers(count):
    """Two companies have letters; more are tabs in the order of the stack, with their number, each with its name."""
    table = Table1888()
    names = [each.id for each in view_of("1888").companies][:count]
    for name in names:
        table.company(name, price=95)
    table.share_round()
    row, column = marker_places(table.game)[names[0]]
    space = with_data(parsed(market_picture(table.game)), "cell")[f"{row}-{column}"]
    (cell,), (price,), markers = of_class(space, "cell"), of_class(space, "price"), list(of_class(space, "marker"))
    x, y, width, height = (float(cell.get(each, 0)) for each in ("x", "y", "width", "height"))
    assert price.text == "95"
    assert list(with_data(space, "railway")) == names
    assert (texts(space, "letters"), texts(space, "count")) == ((names, []) if count < 3 else ([], [f"×{count}"]))
    assert next(iter(space)).text == f"95: {' '.join(names)}"
    lefts = [float(each.get("x", 0)) for each in markers]
    assert lefts == sorted(lefts)
    for left, each in zip(lefts, markers, strict=True):
        assert x <= left < left + float(each.get("width", 0)) <= x + width
        top = float(each.get("y", 0))
        assert float(price.get("y", 0)) + 8 <= top < top + float(each.get("height", 0)) <= y + height


@pytest.mark.parametrize("name", GOLDEN)
def test_any_position_can_be_drawn(name):
    """Map and chart of every golden game are XML, with all pieces of track of the printed hexes and no more."""
    game = golden(name)
    root = parsed(table_picture(game))
    board = game.state.board
    faces = [board.faces[face] for face in game.state.faces]
    printed = sum(len(face.pieces) for face in faces if not face.tile)
    stubs = sum(len(each.stub) for each, face in zip(board.hexes, faces, strict=True) if not face.tile)
    tiles = {face.tile: len(face.pieces) for face in faces if face.tile}
    assert pieces(root) == printed + stubs + sum(tiles.values())
