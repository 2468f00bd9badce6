"""Open games in the store: made, joined and left, begun once, called off, followed by another."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from tests.store.conftest import Clock
from tests.store.test_people import code_of, sign_in
from tests.test_forbidden import golden
from tielu.errors import NotFound
from tielu.store import Store
from tielu.store.notices import BEGINS, CALLED_OFF, HOST_GONE, INVITED, REMOVED
from tielu.store.open_game import OpenGameChoices
from tielu.store.open_games import FORGOTTEN, MOST_OPEN_GAMES, OpenGameFilter
from tielu.store.schema import OPEN_GAMES

CHOICES = OpenGameChoices("1880", "2022", 3, 4)
BOT_NAMES = ("Qin", "Han")
# What both databases do alike is asked of one.
in_a_file = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


@pytest.fixture
def clock():
    return Clock(timedelta(seconds=1))


@pytest.fixture
def notices():
    """What people were told."""
    return []


@pytest.fixture
def store(address, clock, notices):
    with Store(address, clock, on_notice=lambda _, notice: notices.append(notice)) as opened:
        yield opened


@pytest.fixture
def people(store):
    """The ids of some people by their names."""
    return {name: sign_in(store, name, f"{name.lower()}@mail.example").person.id for name in ("Ann", "Bo", "Cy", "Di")}


def played_to_its_end(address, store, people):
    """A finished game of the three, as if the open game that they had gathered for had been played to its end."""
    game = store.import_game(golden("1880-2022-3p-101.json.gz")).id
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        store.people.take_seat(people[name], game, seat)
    with sa.create_engine(address, poolclass=sa.NullPool).begin() as connection:
        connection.execute(sa.update(OPEN_GAMES).values(game=game))
    return game


def gathered(store, people, choices=CHOICES, names=("Bo", "Cy")):
    """An open game of Ann's, which these have joined."""
    open_id = store.open_games.make(people["Ann"], choices)
    for name in names:
        store.open_games.join(open_id, people[name])
    return open_id


def test_people_gather_and_the_game_begins(store, people, notices):
    """By name and by themselves; whoever has joined has a seat of the game, which everybody is told of."""
    games = store.open_games
    open_id = games.make(people["Ann"], replace(CHOICES, name="Friday", visibility="private", pace="days", rated=True))
    assert games.invite(open_id, people["Ann"], " BO ") == "Bo"
    games.invite(open_id, people["Ann"], "Bo")
    games.join(open_id, people["Bo"])
    assert code_of(games.start, open_id, people["Ann"], BOT_NAMES) == "people_missing"
    games.join(open_id, people["Cy"])
    found = games.get(open_id)
    assert ([each.name for each in found.joined], found.free, found.missing) == (["Ann", "Bo", "Cy"], 1, 0)
    game = games.start(open_id, people["Ann"], BOT_NAMES)
    info = store.game(game)
    assert {each.name: each.person for each in info.seats} == {name: people[name] for name in ("Ann", "Bo", "Cy")}
    assert (info.name, info.visibility, info.pace, info.rated, info.hints) == ("Friday", "private", "days", True, False)
    assert (games.get(open_id).game, games.of_person(people["Ann"])) == (game, [])
    assert [(each.kind, set(each.people)) for each in notices] == [
        (INVITED, {people["Bo"]}),
        (BEGINS, {people[name] for name in ("Ann", "Bo", "Cy")}),
    ]
    assert notices[-1].game == game
    assert code_of(games.join, open_id, people["Di"]) == "open_game_begun"
    assert code_of(games.leave, open_id, people["Bo"]) == "open_game_begun"


@in_a_file
def test_bots_take_the_seats_that_are_missing(store, people):
    """To the fewest players, under names that nobody has."""
    open_id = store.open_games.make(people["Ann"], replace(CHOICES, bot="clerk"))
    info = store.game(store.open_games.start(open_id, people["Ann"], ("Ann", *BOT_NAMES)))
    assert {each.name: each.bot for each in info.seats} == {"Ann": None, "Qin": "clerk", "Han": "clerk"}


@in_a_file
def test_a_full_game_begins_by_itself_if_so_chosen(store, people):
    """Whoever takes the last seat begins it; nobody else finds a seat."""
    choices = replace(CHOICES, most=3, starts_when_full=True)
    open_id = gathered(store, people, choices, names=["Bo"])
    game = store.open_games.join(open_id, people["Cy"])
    assert store.open_games.get(open_id).game == game != ""
    assert store.open_games.join(open_id, people["Cy"]) == game
    full = gathered(store, people, replace(choices, starts_when_full=False))
    assert code_of(store.open_games.join, full, people["Di"]) == "open_game_full"


def test_the_game_begins_once(address, store, people, notices):
    """Two servers are asked at once, several times each."""
    open_id = gathered(store, people)
    with Store(address) as other, ThreadPoolExecutor(6) as threads:
        asked = [
            threads.submit(each.open_games.start, open_id, people["Ann"], ()) for each in (store, other) for _ in "123"
        ]
        assert len({each.result() for each in asked}) == 1
    assert len(store.list_games().games) == 1


def test_only_as_many_join_as_there_are_seats(address, store, people):
    """Two ask for the last seat at once, at two servers."""
    open_id = gathered(store, people, replace(CHOICES, most=3), names=["Bo"])
    with Store(address) as other, ThreadPoolExecutor(2) as threads:
        asked = [
            threads.submit(each.open_games.join, open_id, people[name]) for each, name in ((store, "Cy"), (other, "Di"))
        ]
        failed = [each.exception() for each in asked]
    assert [getattr(each, "code", None) for each in failed].count("open_game_full") == 1
    assert len(store.open_games.get(open_id).joined) == 3


@in_a_file
def test_people_leave_and_are_removed(store, people, notices):
    """Who left may come back, who was removed only when invited; the host stays, and alone decides that."""
    games, open_id = store.open_games, gathered(store, people)
    games.leave(open_id, people["Bo"])
    games.join(open_id, people["Bo"])
    games.remove(open_id, people["Ann"], people["Bo"])
    assert (notices[-1].kind, notices[-1].people) == (REMOVED, (people["Bo"],))
    assert code_of(games.join, open_id, people["Bo"]) == "removed_from_open_game"
    games.invite(open_id, people["Ann"], "Bo")
    games.join(open_id, people["Bo"])
    assert code_of(games.leave, open_id, people["Ann"]) == "host_stays"
    assert code_of(games.remove, open_id, people["Ann"], people["Ann"]) == "host_stays"
    for do, more in ((games.remove, [people["Cy"]]), (games.start, [()]), (games.call_off, []), (games.invite, ["Di"])):
        assert code_of(do, open_id, people["Bo"], *more) == "host_needed"
    assert code_of(games.invite, open_id, people["Ann"], "Nobody") == "no_such_person"
    games.call_off(open_id, people["Ann"])
    assert (notices[-1].kind, set(notices[-1].people)) == (CALLED_OFF, {people["Bo"], people["Cy"]})
    with pytest.raises(NotFound):
        games.get(open_id)


def test_open_games_go_with_the_account_of_their_host(store, people, notices):
    """Who had joined is told; what is kept until then goes on being kept when the next of them deletes the account."""
    games = store.open_games
    shared, alone = gathered(store, people), games.make(people["Ann"], CHOICES)
    games.invite(shared, people["Ann"], "Di")
    store.people.delete(people["Ann"])
    assert [(each.kind, set(each.people), each.open_game) for each in notices[1:]] == [
        (HOST_GONE, {people["Bo"], people["Cy"]}, shared)
    ]
    for open_id in (shared, alone):
        with pytest.raises(NotFound):
            games.get(open_id)
    assert games.listed() == games.of_person(people["Bo"]) == games.of_person(people["Di"]) == []
    for name in ("Bo", "Cy"):
        store.people.delete(people[name])
    assert len(notices) == 2


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"title": "1899"}, "unknown_title"),
        ({"edition": "1066"}, "unknown_choice"),
        ({"fewest": 2}, "wrong_player_count"),
        ({"most": 8}, "wrong_player_count"),
        ({"fewest": 4, "most": 3}, "fewest_above_most"),
        ({"visibility": "secret"}, "unknown_choice"),
        ({"pace": "fast"}, "unknown_choice"),
        ({"undo": "always"}, "unknown_choice"),
        ({"language": "fr"}, "unknown_choice"),
        ({"name": "x" * 81}, "text_too_long"),
        ({"name": "Fri\u2028day"}, "text_unprintable"),
        ({"name": "Fri\u2029day"}, "text_unprintable"),
    ],
)
@in_a_file
def test_what_cannot_be_chosen(store, people, wrong, code):
    """Is refused, and nothing is made."""
    assert code_of(store.open_games.make, people["Ann"], replace(CHOICES, **wrong)) == code
    assert store.open_games.of_person(people["Ann"]) == []


@in_a_file
def test_the_lobby_lists_public_games(store, people):
    """Free seats first, as wished for; others are found by those who are invited."""
    games = store.open_games
    first = games.make(people["Ann"], replace(CHOICES, language="de"))
    full = gathered(store, people, replace(CHOICES, most=3))
    rated = games.make(people["Bo"], replace(CHOICES, rated=True, pace="days", most=6))
    hidden = [games.make(people["Bo"], replace(CHOICES, visibility=each)) for each in ("link", "private")]
    games.invite(hidden[0], people["Bo"], "Di")

    def listed(**chosen):
        return [each.id for each in games.listed(OpenGameFilter(**chosen))]

    assert listed() == [rated, first, full]
    assert (listed(rated=True), listed(rated=False)) == ([rated], [first, full])
    assert (listed(pace="days"), listed(language="de"), listed(players=5)) == ([rated], [first], [rated])
    assert (listed(title="1888"), listed(title="1880", players=4)) == ([], [rated, first])
    assert [each.id for each in games.of_person(people["Di"])] == [hidden[0]]
    store.people.moderation.block("Ann")
    assert listed() == [rated], "nobody can begin the others"


@in_a_file
def test_limits(store, people, clock):
    """So many open games of a person, of which the forgotten ones go."""
    for _ in range(MOST_OPEN_GAMES):
        store.open_games.make(people["Ann"], CHOICES)
    assert code_of(store.open_games.make, people["Ann"], CHOICES) == "too_many_open_games"
    clock.now += FORGOTTEN + timedelta(hours=1)
    store.open_games.make(people["Ann"], CHOICES)
    assert len(store.open_games.of_person(people["Ann"])) == 1


@in_a_file
def test_a_rematch_invites_the_same_people(address, store, people, notices):
    """Whoever asks first hosts it, whoever asks later finds the same one; games of links have theirs at once."""
    played = golden("1880-2022-3p-101.json.gz")
    open_id = gathered(store, people, replace(CHOICES, name="Friday"))
    game = store.open_games.start(open_id, people["Ann"], ())
    assert code_of(store.open_games.rematch, game, people["Bo"]) == "rematch_too_early"
    game = played_to_its_end(address, store, people)
    assert code_of(store.rematch, game) == "rematch_needs_account"
    following, made = store.open_games.rematch(game, people["Bo"])
    assert made
    assert store.open_games.rematch(game, people["Cy"]) == (following, False)
    found = store.open_games.get(following)
    assert (found.host, found.choices.name, [each.name for each in found.joined]) == (people["Bo"], "Friday", ["Bo"])
    assert {each.name for each in found.invited} == {"Ann", "Cy"}
    assert (notices[-1].kind, set(notices[-1].people)) == (INVITED, {people["Ann"], people["Cy"]})
    for name in ("Ann", "Cy"):
        store.open_games.join(following, people[name])
    assert store.game(game).rematch == ""
    begun = store.open_games.start(following, people["Bo"], ())
    assert store.game(game).rematch == begun
    assert store.open_games.rematch(store.import_game(played).id, people["Bo"]) == ("", False)


@pytest.mark.parametrize(("who", "whom"), [("Bo", "Ann"), ("Ann", "Bo")])
@in_a_file
def test_a_rematch_invites_nobody_who_could_not_join(address, store, people, notices, who, whom):
    """Those whom the new host has blocked are left out, and those who have blocked the host."""
    gathered(store, people)
    game = played_to_its_end(address, store, people)
    store.people.mutes.mute(people[who], whom, blocks=True)
    following, _ = store.open_games.rematch(game, people["Bo"])
    assert [each.name for each in store.open_games.get(following).invited] == ["Cy"]
    assert (notices[-1].kind, notices[-1].people) == (INVITED, (people["Cy"],))


@in_a_file
def test_a_rematch_is_gathered_for_after_the_host_has_gone(address, store, people):
    """The others are asked as ever; made at once it would have a seat that nobody could open."""
    open_id = gathered(store, people, replace(CHOICES, name="Friday", visibility="private"))
    game = played_to_its_end(address, store, people)
    store.people.delete(people["Ann"])
    assert code_of(store.rematch, game) == "rematch_needs_account"
    following, made = store.open_games.rematch(game, people["Cy"])
    found = store.open_games.get(following)
    assert (made, found.choices.name, [each.name for each in found.invited]) == (True, "Friday", ["Bo"])
    store.people.delete(people["Cy"])
    store.people.delete(people["Bo"])
    with pytest.raises(NotFound):
        store.open_games.get(open_id)


@in_a_file
def test_an_account_goes_with_its_open_games(store, people):
    """Those it has made are called off, others have one guest less; all of it is among its data before."""
    own, other = gathered(store, people), store.open_games.make(people["Bo"], CHOICES)
    store.open_games.invite(other, people["Bo"], "Ann")
    told = store.people.data(people["Ann"])["open_games"]
    assert [(each["open_game"], each["host"], each["state"]) for each in told] == [
        (own, True, "joined"),
        (other, False, "invited"),
    ]
    store.people.delete(people["Ann"], lambda title: "clerk")
    assert [each.id for each in store.open_games.of_person(people["Bo"])] == [other]
    assert [each.name for each in store.open_games.get(other).guests] == ["Bo"]


@in_a_file
def test_blocked_people_neither_join_nor_invite(store, people):
    """The games of whoever has blocked them; others go on as they were."""
    store.people.mutes.mute(people["Ann"], "Bo", blocks=True)
    store.people.mutes.mute(people["Ann"], "Cy")
    own, other = gathered(store, people, names=["Cy"]), store.open_games.make(people["Bo"], CHOICES)
    assert code_of(store.open_games.join, own, people["Bo"]) == "removed_from_open_game"
    assert code_of(store.open_games.invite, other, people["Bo"], "Ann") == "takes_no_invitations"
    assert code_of(store.open_games.invite, own, people["Ann"], "Bo") == "invites_blocked"
    store.open_games.join(other, people["Ann"])
    store.people.mutes.end(people["Ann"], people["Bo"])
    store.open_games.join(own, people["Bo"])
