"""Standing in the store: games are rated once, people see what others let them see, and all goes with the account."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from tests.store.test_people import code_of, sign_in
from tests.test_forbidden import golden
from tielu.store import Player, Store
from tielu.store.schema import GAMES, RATED_SEATS
from tielu.store.standing import GameFilter

PLAYED = golden("1880-2022-3p-101.json.gz")


@pytest.fixture
def people(store):
    """The ids of some people by their names."""
    return {name: sign_in(store, name, f"{name.lower()}@mail.example").person.id for name in ("Ann", "Bo", "Cy")}


@pytest.fixture
def change(address):
    """Writes columns of a game, as an open game does when it begins."""
    engine = sa.create_engine(address, poolclass=sa.NullPool)

    def write(game_id, **values):
        with engine.begin() as connection:
            connection.execute(sa.update(GAMES).where(GAMES.c.id == game_id).values(**values))

    return write


def almost_over(store, change, people, *, bots=(), **values):
    """A rated game of these people in their order that ends with the next action; returns its id."""
    names = PLAYED["players"]
    seats = [Player(name, bot="clerk" if seat in bots else None) for seat, name in enumerate(names)]
    game_id = store.import_game({**PLAYED, "actions": PLAYED["actions"][:-1]}, seats).id
    for seat, person in enumerate(people):
        assert person is None or store.people.take_seat(person, game_id, seat)
    change(game_id, **({"rated": True, "pace": "days"} | values))
    return game_id


def end(store, game_id):
    """Take the last action, for whoever must."""
    info = store.game(game_id)
    store.append(game_id, len(PLAYED["actions"]) - 1, PLAYED["actions"][-1], info.actor)
    return store.game(game_id)


def test_a_rated_game_changes_ratings_once(store, change, people):
    """By place, for the title and the pace it was played at; it stays over, and others begin anew."""
    game_id = almost_over(store, change, people.values())
    assert store.standing.changes(game_id) == []
    info = end(store, game_id)
    changes = store.standing.changes(game_id)
    by_place = sorted(changes, key=lambda each: info.places[each.seat])
    assert [each.points for each in by_place] == sorted((each.points for each in changes), reverse=True)
    assert by_place[0].points > by_place[0].before == 1000 > by_place[-1].points
    for change_, person in zip(changes, people.values(), strict=True):
        assert {key: (each.points, each.games) for key, each in store.standing.ratings(person).items()} == {
            ("1880", "days"): (change_.points, 1)
        }
    for entry in ({"type": "undo", "to": 3}, {"type": "ask_undo", "to": 3}):
        assert code_of(store.append, game_id, len(PLAYED["actions"]), entry, 0) == "rated_game_over"
    assert not store.read(game_id).may_undo(3, 0)


def test_a_friendly_game_changes_nothing(store, change, people):
    """And can be undone after its end."""
    game_id = almost_over(store, change, people.values(), rated=False)
    end(store, game_id)
    assert store.standing.changes(game_id) == []
    store.append(game_id, len(PLAYED["actions"]), {"type": "undo", "to": 3}, 0)


def test_who_is_rated(store, change, people):
    """People with accounts, and bots; one player alone is compared with nobody."""
    against_bots = almost_over(store, change, [people["Ann"], None, None], bots=(2,))
    end(store, against_bots)
    assert [each.seat for each in store.standing.changes(against_bots)] == [0, 2]
    alone = almost_over(store, change, [people["Ann"], None, None])
    end(store, alone)
    assert store.standing.changes(alone) == []
    assert store.standing.ratings(people["Ann"])["1880", "days"].games == 1


def test_games_that_end_at_the_same_moment(address, store, change, people):
    """Each is counted, and none waits for another for ever."""
    games = [almost_over(store, change, order) for order in (list(people.values()), list(people.values())[::-1]) * 2]
    with Store(address) as other, ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda each: end(each[0], each[1]), zip((store, other) * 2, games, strict=True)))
    assert [store.standing.ratings(person)["1880", "days"].games for person in people.values()] == [4, 4, 4]


def test_lists_have_those_who_want_it(store, change, people):
    """From the third game on; bots are always there, and blocked people never."""
    for _ in range(3):
        end(store, almost_over(store, change, [people["Ann"], people["Bo"], None], bots=(2,)))
    end(store, almost_over(store, change, [people["Ann"], people["Cy"], None]))
    assert [(each.name, each.bot) for each in store.standing.best("1880", "days")] == [("", "clerk")]
    for name in ("Ann", "Bo", "Cy"):
        store.standing.show(people[name], shown=True)
    listed = store.standing.best("1880", "days")
    assert {each.name or each.bot for each in listed} == {"Ann", "Bo", "clerk"}, "Cy has played once"
    proven = [each.rating.proven for each in listed]
    assert proven == sorted(proven, reverse=True)
    assert store.standing.best("1880", "live") == store.standing.best("1888", "days") == []
    store.people.moderation.block("Bo")
    assert "Bo" not in {each.name for each in store.standing.best("1880", "days")}
    assert set(store.standing.shown_people(list(people.values()))) == {people["Ann"], people["Cy"]}


def test_results_of_a_person(store, change, people):
    """The last first; others see those of public games."""
    first = end(store, almost_over(store, change, people.values()))
    second = end(store, almost_over(store, change, people.values(), visibility="private"))
    almost_over(store, change, people.values())
    own = store.standing.results(people["Bo"], public=False)
    assert [each.game.id for each in own] == [second.id, first.id]
    assert [(each.seat, each.place, each.won) for each in own] == [(1, first.places[1], first.places[1] == 1)] * 2
    assert [each.game.id for each in store.standing.results(people["Bo"], public=True)] == [first.id]


def test_games_to_learn_from(store, change, people):
    """Finished ones that everybody may see, by title, number of players, length and rating."""
    rated = end(store, almost_over(store, change, people.values())).id
    friendly = end(store, almost_over(store, change, people.values(), rated=False)).id
    end(store, almost_over(store, change, people.values(), visibility="link"))
    almost_over(store, change, people.values())

    def found(**wish):
        return [each.info.id for each in store.standing.games(GameFilter(**wish))]

    length = len(PLAYED["actions"])
    assert found() == found(title="1880", players=3, most_entries=length) == [friendly, rated]
    assert found(title="1888") == found(players=4) == found(most_entries=length - 1) == found(least_points=1001) == []
    assert found(least_points=1000) == [rated]
    assert [(each.entries, each.points) for each in store.standing.games(GameFilter())] == [
        (length, None),
        (length, 1000),
    ]


def test_ratings_go_with_the_account(store, change, people, address):
    """The data has them; afterwards nothing tells whose they were."""
    end(store, almost_over(store, change, people.values()))
    data = store.people.data(people["Ann"])
    assert [(each["title"], each["pace"], each["games"]) for each in data["ratings"]] == [("1880", "days", 1)]
    assert data["account"]["shown"] is False
    store.people.delete(people["Ann"])
    assert store.standing.ratings(people["Ann"]) == {}
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    with engine.connect() as connection:
        assert set(connection.scalars(sa.select(RATED_SEATS.c.player))) == {"", people["Bo"], people["Cy"]}


def test_strangers_search_by_an_index(store):
    """Neither the search for games nor that for games to be counted reads all games, in the order they ended."""
    statements = []
    event.listen(store._engine, "before_cursor_execute", lambda *args: statements.append(args[2:4]))
    store.standing.games(GameFilter())
    store.tallies.uncounted(1)
    searches = [each for each in statements if "FROM games" in each[0]]
    assert len(searches) == 2
    with store._engine.begin() as connection:
        explain = "EXPLAIN QUERY PLAN"
        if connection.dialect.name == "postgresql":
            explain = "EXPLAIN"
            for dear in ("seqscan", "sort", "bitmapscan"):  # in a small table they would be cheaper
                connection.exec_driver_sql(f"SET LOCAL enable_{dear} = off")
        for statement, values in searches:
            plan = " ".join(map(str, connection.exec_driver_sql(f"{explain} {statement}", values)))
            assert "games_finished_in_public" in plan
            assert "ORDER BY" not in plan
