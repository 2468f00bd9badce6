"""The exact search: hand-counted positions, and the same answers as trying every route that the check lets pass."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product

import pytest

from tests.routes import route
from tests.table_1888 import Table1888
from tielu.core.actions import LayTile, RouteRun
from tielu.core.trains import TrainType
from tielu.routing.check import RouteCheck
from tielu.routing.model import BrokenRoute, trace
from tielu.routing.reference import FoundRun, ReferenceSearch
from tielu.titles.t1888n.rules.components import COMPANIES, COMPANY_INDEX, TRAIN_INDEX, TRAINS
from tielu.titles.t1888n.rules.running import route_check, run_position


def types(trains: str) -> list[TrainType]:
    return [TRAINS[TRAIN_INDEX[train]] for train in trains.split()]


def search(table: Table1888, company: str) -> ReferenceSearch:
    return ReferenceSearch(run_position(table.state, COMPANY_INDEX[company]))


def best_by_calls(table: Table1888, company: str, trains: str) -> dict[int, int]:
    """The best revenue for each number of calls at Heng Shan; every run is legal and earns what is said of it."""
    found = search(table, company).best_by_calls(types(trains))
    check = route_check(table.state, COMPANY_INDEX[company])
    for calls, run in found.items():
        assert check.why_not(run.routes, types(trains)) is None
        assert (check.income(run.routes), check.calls(run.routes)) == (run.revenue, calls)
    return {calls: run.revenue for calls, run in sorted(found.items())}


def best(table: Table1888, company: str, trains: str) -> FoundRun:
    """The best run, which is the best of those for each number of calls."""
    run = search(table, company).best(types(trains))
    assert run.revenue == max(best_by_calls(table, company, trains).values(), default=0)
    return run


# -- positions --


def lay(table: Table1888, tiles: str) -> Table1888:
    """Put tiles on the map, written like "G15:9/0"."""
    for each in tiles.split():
        hex_name, _, face = each.partition(":")
        tile, _, rotation = face.partition("/")
        table.tile(hex_name, tile, int(rotation))
    return table


def coast() -> Table1888:
    """LYR: Yantai (40), Qingdao (20) and the harbour (10) one way, Weifang (10) the other way; bonus 20."""
    table = lay(Table1888(), "G15:9/0 H14:5/3 F14:8/4 G13:4/0")
    table.company("LYR")
    return table


def xuzhou() -> Table1888:
    """LYR: Yantai (40), Qingdao (20), and red Xuzhou (30) beyond it; bonus 20."""
    table = lay(Table1888(), "G15:9/0 H14:6/1 H12:8/4")
    table.company("LYR")
    return table


def zibo() -> Table1888:
    """ZDR: Zibo (30) between Dongying (10), Weifang (10) and Jinan (20), the first two joined; bonus 40."""
    table = lay(Table1888(phase="3"), "G11:14/0 F12:3/5 G13:3/1 G9:57/1")
    table.company("ZDR")
    return table


def baotou() -> Table1888:
    """TJL in Datong (20): Hohhot (10) and Baotou (40) one way, Baotou over B4 the other way."""
    table = lay(Table1888(), "B2:4/2 C3:5/2 B4:8/0")
    table.company("TJL")
    table.station("TJL", "C3")
    return table


def mountain() -> Table1888:
    """JZR in Beijing (30): a junction to Heng Shan (0) with Datong (20) behind it, or to Baoding (10)."""
    table = lay(Table1888(), "C7:27/4 C5:L41/0 B4:7/5 C3:5/3 D8:8/0 E7:4/0")
    table.company("JZR")
    return table


def beijing() -> Table1888:
    """JZR in Beijing (30): a line that comes back to its other city (30) by Tianjin (20)."""
    table = lay(Table1888(), "C7:7/4 D8:8/2 D10:5/1")
    table.company("JZR")
    return table


def crossing() -> Table1888:
    """LYR: Yantai (40), Qingdao (20) and, on a line that crosses the first, Weifang (10); bonus 20."""
    table = lay(Table1888(), "G15:20/0 H14:6/1 G13:4/1 G17:7/1")
    table.company("LYR")
    return table


def great_line() -> Table1888:
    """LYR: Xuzhou 40, Qingdao 20, Yantai 40, by ferry Dalian 30, Dandong 30, Benxi 40, Changchun 30; bonus 20."""
    table = lay(Table1888(phase="3"), "H14:6/1 H12:8/4 G15:9/0 F16:L40b/0 E17:L40a/0 D18:8/4 B20:8859/0")
    table.company("LYR")
    return table


POSITIONS: dict[str, tuple[Callable[[], Table1888], str]] = {
    "coast": (coast, "LYR"),
    "xuzhou": (xuzhou, "LYR"),
    "zibo": (zibo, "ZDR"),
    "baotou": (baotou, "TJL"),
    "mountain": (mountain, "JZR"),
    "beijing": (beijing, "JZR"),
    "crossing": (crossing, "LYR"),
    "great_line": (great_line, "LYR"),
}


# -- hand-counted --


@pytest.mark.parametrize(
    ("position", "trains", "revenue"),
    [
        # The harbour (10) takes no range: 40 + 20 + 10 and the bonus.
        ("coast", "2", 90),
        # Weifang comes as the third location, the harbour still for nothing.
        ("coast", "3", 100),
        ("coast", "D", 100),
        # In competition for the line the 3-train gives way: 90, and 40 + 10 on the other line.
        ("coast", "2 3", 140),
        ("coast", "2 2", 140),
        # A third train finds no line of its own.
        ("coast", "2 3 4", 140),
        ("xuzhou", "2", 80),
        ("xuzhou", "3", 110),
        # Without a station in Qingdao a second train has no route beyond it.
        ("xuzhou", "2 3", 110),
        # The bonus makes Dongying better than Jinan: 30 + 10 + 40.
        ("zibo", "2", 80),
        # Jinan, Zibo, Dongying: 20 + 30 + 10 + 40.
        ("zibo", "3", 100),
        # Weifang too, by the line between the towns.
        ("zibo", "4", 110),
        # Both trains earn the bonus: 80 straight to Dongying, 90 by Weifang.
        ("zibo", "2 3", 170),
        # Three 2-trains: 80, 50 and 40.
        ("zibo", "2 2 2", 170),
        # Baotou counts once in a route: 40 + 10 + 20 or 10 + 20 + 40, not 110.
        ("baotou", "2", 60),
        ("baotou", "3", 70),
        ("baotou", "4", 70),
        ("baotou", "D", 70),
        # Two trains may both run to Baotou: 70 and 60.
        ("baotou", "2 3", 130),
        # Beijing to Beijing: 30 + 20 + 30.
        ("beijing", "2", 50),
        ("beijing", "3", 80),
        ("beijing", "D D", 80),
        # A line that crosses another is free for a second train: 80 and 50.
        ("crossing", "2", 80),
        ("crossing", "2 2", 130),
        ("crossing", "3", 90),
        # Seven locations for a diesel; a 6-train leaves Changchun out; a 4-train has Dalian and the bonus.
        ("great_line", "D", 250),
        ("great_line", "6", 220),
        ("great_line", "5", 180),
        ("great_line", "4", 150),
        ("great_line", "3", 120),
    ],
)
def test_best_run_of_a_position(position: str, trains: str, revenue: int) -> None:
    """The search finds what one counts by hand on the map."""
    build, company = POSITIONS[position]
    assert best(build(), company, trains).revenue == revenue


def test_heng_shan_alternatives() -> None:
    """For each number of trains that call at Heng Shan there is a best run of its own."""
    assert best_by_calls(mountain(), "JZR", "2") == {0: 40, 1: 30}
    assert best_by_calls(mountain(), "JZR", "3") == {0: 40, 1: 50}
    assert best_by_calls(mountain(), "JZR", "3 3") == {0: 40, 1: 50}
    table = mountain()
    table.station("JZR", "C3")
    assert best_by_calls(table, "JZR", "2") == {0: 40, 1: 30}
    assert best_by_calls(table, "JZR", "2 2") == {0: 40, 1: 60, 2: 50}


def test_of_equal_revenue_the_run_with_more_calls_is_best() -> None:
    """Where Heng Shan costs nothing its money comes on top."""
    table = lay(Table1888(), "C5:L41/1 C3:5/4 B6:56/3")
    table.company("TJL")
    table.station("TJL", "C3")
    run = best(table, "TJL", "3")
    assert (run.revenue, run.calls) == (30, 1)


@pytest.mark.parametrize(("companies", "revenue"), [((), 110), (("ZDR",), 80), (("LYR",), 110)])
def test_blocked_city_is_an_end(companies: tuple[str, ...], revenue: int) -> None:
    """With ZDR in Qingdao LYR's train ends there; with nobody, or LYR itself, it goes on to Xuzhou."""
    table = xuzhou()
    table.company("ZDR")
    for company in companies:
        table.station(company, "H14")
    assert best(table, "LYR", "3").revenue == revenue


def test_blocked_city_with_a_free_space_is_passed() -> None:
    """Green Qingdao with one station of ZDR is open: 40 + 30 + 30 and the bonus."""
    table = xuzhou()
    table.tile("H14", "15", 1)
    table.company("ZDR")
    table.station("ZDR", "H14")
    assert best(table, "LYR", "3").revenue == 120


def test_no_route_is_an_empty_run() -> None:
    """Without track, or without a train, there is nothing to run."""
    table = Table1888()
    table.company("LYR")
    assert best(table, "LYR", "2 3") == FoundRun(0, 0, ())
    assert best(coast(), "LYR", "") == FoundRun(0, 0, ())


def test_train_left_without_track_stays_at_home() -> None:
    """A run names only the trains that have a route."""
    assert {each.train for each in best(xuzhou(), "LYR", "2 3").routes} == {"3"}


def test_route_is_written_as_it_is_run() -> None:
    """Stops in their order, and for each link the hexes it passes."""
    assert best(xuzhou(), "LYR", "3").routes in (
        (route("3", "F16-G15-H14 H14-H12-I11"),),
        (route("3", "I11-H12-H14 H14-G15-F16"),),
    )


# -- against everything that the check lets pass --

LONGEST_LINK = 7


def all_links(check: RouteCheck) -> list[tuple[str, ...]]:
    """Every way over plain track from a stop to the next, found by asking whether the hexes make a route."""
    names = [each.name for each in check.board.hexes]
    found = []

    def extend(path: tuple[str, ...]) -> None:
        index = check.board.hex_index[path[-1]]
        for other in check.board.across[index * 6 : index * 6 + 6]:
            if other < 0 or not check.board.faces[check.faces[other]].exits:
                continue
            longer = (*path, names[other])
            try:
                trace(check.board, check.faces, RouteRun("", (), (longer,)))
                found.append(longer)
            except BrokenRoute as broken:
                ends_on_plain_track = (broken.code, broken.params.get("hex")) == ("no_track", names[other])
                if len(longer) < LONGEST_LINK and ends_on_plain_track:
                    extend(longer)

    for index, name in enumerate(names):
        if check.board.faces[check.faces[index]].stops:
            extend((name,))
    return found


def all_routes(check: RouteCheck, train: TrainType) -> list[RouteRun]:
    """Every legal route of a train, each in both directions."""
    links, found = all_links(check), []

    def extend(path: tuple[tuple[str, ...], ...]) -> None:
        try:
            passed = trace(check.board, check.faces, RouteRun(train.name, (), path))
        except BrokenRoute:
            return
        run = RouteRun(train.name, tuple(check.board.place_name(place) for place in passed.stops), path)
        if check.why_not([run], [train]) is None:
            found.append(run)
        if len(path) <= train.stops:
            for link in links:
                if link[0] == path[-1][-1]:
                    extend((*path, link))

    for link in links:
        extend((link,))
    return found


def tried_out(check: RouteCheck, trains: Sequence[TrainType]) -> dict[int, int]:
    """The best revenue for each number of calls among all combinations of legal routes."""
    choices = [[None, *_different(check, all_routes(check, train))] for train in trains]
    found: dict[int, int] = {}
    for chosen in product(*choices):
        routes = [each for each in chosen if each is not None]
        if routes and check.why_not(routes, trains) is None:
            calls, income = check.calls(routes), check.income(routes)
            found[calls] = max(income, found.get(calls, 0))
    return dict(sorted(found.items()))


def _different(check: RouteCheck, routes: list[RouteRun]) -> list[RouteRun]:
    """One route for each set of track and stops."""
    return list({(trace(check.board, check.faces, run).sides, frozenset(run.stops)): run for run in routes}.values())


@pytest.mark.parametrize("trains", ["2", "3", "2 2", "2 3"])
@pytest.mark.parametrize("position", sorted(POSITIONS))
def test_search_agrees_with_trying_everything(position: str, trains: str) -> None:
    """In every position, for every number of calls, the search finds the best of all legal runs."""
    build, company = POSITIONS[position]
    table = build()
    check = route_check(table.state, COMPANY_INDEX[company])
    assert best_by_calls(table, company, trains) == tried_out(check, types(trains))


def random_map(seed: int) -> tuple[Table1888, str]:
    """A map on which three companies have laid what they could, with a few stations, and one of them."""
    rng = random.Random(seed)
    table = Table1888(phase="5")
    companies = rng.sample([each.id for each in COMPANIES], 3)
    for company in companies:
        table.company(company, cash=1000)
    if rng.random() < 0.5:
        table.tile("C5", "L41", rng.randrange(2))
    for turn in range(24):
        company = companies[turn % 3]
        table.turn(company, "track")
        offers = [each for each in table.legal("lay_tile") if isinstance(each, LayTile)]
        if offers:
            table.do(rng.choice(offers))
        places = table.legal("place_station") if table.game.deciding == company else []
        if places and rng.random() < 0.3:
            table.do(rng.choice(places))
    return table, rng.choice(companies)


@pytest.mark.parametrize("seed", range(12))
def test_search_agrees_on_random_maps(seed: int) -> None:
    """On maps that nobody drew the search is as good as trying everything."""
    table, company = random_map(seed)
    index = COMPANY_INDEX[company]
    check = route_check(table.state, index)
    for trains in ("2", "3", "2 2"):
        assert best_by_calls(table, company, trains) == tried_out(check, types(trains))
