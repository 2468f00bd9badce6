"""Calls in the store: written with what causes them, made once, and over when the person has been there."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from tests.store.conftest import Clock
from tests.web.test_results import finished
from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store import Progress
from tielu.store.addresses import CHANGE_LIFETIME, MOST_CHANGES
from tielu.store.call_settings import KINDS, MAIL, WAYS
from tielu.store.calls import MOST_ATTEMPTS, end_of_quiet
from tielu.store.open_game import OpenGameChoices
from tielu.store.person import Person

PLAYERS = ["Ann", "Bo", "Cy"]
SILENCE, MAIL_AFTER = timedelta(seconds=20), timedelta(minutes=10)
BID = {"type": "bid", "private": "P0", "amount": 5}

# What asks the database in no other way than others do is tried in one of them.
in_a_file = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


@pytest.fixture
def clock():
    return Clock()


class Table:
    """A game with an account at each seat, and what its people are called for."""

    def __init__(self, store, clock):
        self.store, self.clock = store, clock
        self.people = {}
        self.sessions = {}
        for name in PLAYERS:
            link = store.people.ask_link(f"{name.lower()}@mail.example")
            self.people[name] = store.people.sign_in_by_link(link, name=name).person
            self.sessions[name] = store.people.sessions(self.people[name].id)[0].id
        self.game = store.create_game("1880", PLAYERS).id
        for seat, person in enumerate(self.people.values()):
            store.people.take_seat(person.id, self.game, seat)

    def id(self, name):
        return self.people[name].id

    def subscribe(self, name, endpoint="https://push.example/1"):
        self.store.people.calls.subscribe(self.id(name), self.sessions[name], f"{endpoint}/{name}", "key", "auth")

    def sent(self, after=MAIL_AFTER):
        """Let so much time pass, and return who is then called for what and how."""
        self.clock.now += after
        self.store.calls.spread(SILENCE, MAIL_AFTER)
        taken = [self.store.calls.take(call_id) for call_id, _ in self.store.calls.due()]
        for call in filter(None, taken):
            self.store.calls.sent(call)
        return sorted((call.person.name, call.kind, call.way) for call in taken if call)


@pytest.fixture
def table(store, clock):
    return Table(store, clock)


def test_who_must_decide_is_called(store, table):
    """By mail some minutes after the move before, and by browser as soon as it is clear that they are not there."""
    table.subscribe("Bo")
    store.append(table.game, 0, BID, 0)
    assert table.sent(timedelta(seconds=5)) == []
    assert table.sent(SILENCE) == [("Bo", "turn", "push")]
    assert table.sent() == [("Bo", "turn", "mail")]
    assert table.sent() == []


@in_a_file
def test_who_looks_is_not_called(store, table):
    """Whoever has seen the position in time; somebody who has seen an earlier one is."""
    store.append(table.game, 0, BID, 0)
    store.calls.been_there(table.id("Bo"), table.game, Progress(0, 0))
    assert len(store.people.data(table.id("Bo"))["calls"]["calls"]) == 1
    store.calls.been_there(table.id("Bo"), table.game, Progress(1, 0))
    assert table.sent() == []


@in_a_file
def test_who_has_acted_is_not_called(store, table):
    """Somebody may act without a page, and the game may have gone on before the call is due."""
    store.append(table.game, 0, BID, 0)
    store.append(table.game, 1, {**BID, "amount": 10}, 1)
    assert table.sent() == [("Cy", "turn", "mail")]


def test_one_mail_for_a_silence(store, table):
    """Whatever else happens; after a visit the next one may come. A turn is told once although a message was before."""
    store.people.calls.choose(table.id("Bo"), {(kind, MAIL) for kind in KINDS}, None)
    store.talk.add_message(table.game, 0, "hello")
    assert table.sent() == [("Bo", "message", "mail")]
    store.talk.add_message(table.game, 0, "are you there?")
    assert table.sent() == []
    store.append(table.game, 0, BID, 0)
    assert table.sent() == [("Bo", "turn", "mail")]
    store.append(table.game, 1, {"type": "undo", "to": 0}, 0)
    store.append(table.game, 2, BID, 0)
    store.talk.add_message(table.game, 2, "hello?")
    assert table.sent() == []
    store.calls.been_there(table.id("Bo"), table.game, Progress(3, 3))
    store.talk.add_message(table.game, 0, "still there?")
    assert table.sent() == [("Bo", "message", "mail")]


@in_a_file
def test_a_message_calls_the_others_once(store, table):
    """Neither who has said it, nor for what the table says; what an operator has removed is told to nobody."""
    for name in PLAYERS:
        table.subscribe(name)
    store.talk.add_message(table.game, 0, "one")
    store.talk.add_message(table.game, 0, "two")
    store.talk.add_notice(table.game, "Ann has taken the seat of Xu.")
    assert table.sent() == [("Bo", "message", "push"), ("Cy", "message", "push")]
    store.calls.been_there(table.id("Bo"), table.game, Progress(0, 3))
    store.talk.add_message(table.game, 2, "shameful")
    store.people.moderation.remove_message(table.game, 4)
    assert table.sent() == []


@in_a_file
def test_nobody_is_called_for_words_of_those_they_have_muted(store, table):
    """Neither of a player nor of a spectator."""
    for name in PLAYERS:
        table.subscribe(name)
    store.people.mutes.mute(table.id("Bo"), "Ann")
    store.talk.add_message(table.game, 0, "one")
    assert table.sent() == [("Cy", "message", "push")]
    game = store.create_game("1880", ["Xu", "Bo", "Cy"], spectators_talk=True).id
    for seat, name in ((1, "Bo"), (2, "Cy")):
        store.people.take_seat(table.id(name), game, seat)
    store.talk.add_message_of_spectator(game, "Ann", "two")
    assert table.sent() == [("Cy", "message", "push")]


@in_a_file
def test_the_end_and_the_next_game(store, table):
    """All are called at the end, and when a rematch begins; whose turn it is only once."""
    game = finished(store, "1880").id
    for seat, name in enumerate(PLAYERS):
        store.people.take_seat(table.id(name), game, seat)
        table.subscribe(name)
    last = store.load(game).seq
    store.append(game, last, {"type": "undo", "to": last - 1}, 0)
    entry = store.entries_since(game, last - 1)[0]
    store.append(game, last + 1, entry.data, entry.seat)
    others = [name for name in PLAYERS if name != PLAYERS[entry.seat]]
    assert table.sent() == [(name, "over", "push") for name in others]
    store.rematch(game)
    ways = ("mail", "push")
    assert table.sent() == [(name, "begins", way) for name in PLAYERS for way in ways]


def test_who_does_not_want_it_is_not_called(store, table):
    """Decided at the last moment, whatever was chosen when the call was written."""
    calls, bo, game = store.people.calls, table.id("Bo"), table.game
    doings = {
        ("mail", "silenced"): lambda: calls.silence(bo, game, True),
        ("mail", "deleted"): lambda: store.delete_game(game),
        ("mail", "a bot plays"): lambda: store.give_to_bot(game, 1, "clerk"),
        ("mail", "not wanted"): lambda: calls.choose(bo, set(), None),
        ("push", "browser removed"): lambda: calls.unsubscribe(bo, calls.subscriptions(bo)[0].id),
        ("push", "signed out"): lambda: store.people.end_session(bo, table.sessions["Bo"]),
        ("mail", "blocked"): lambda: store.people.moderation.block("Bo"),
    }
    for (way, reason), change in doings.items():
        game = store.create_game("1880", PLAYERS).id
        store.people.take_seat(bo, game, 1)
        table.subscribe("Bo")
        calls.choose(bo, {("turn", way)}, None)
        store.append(game, 0, BID, 0)
        store.calls.spread(-SILENCE, timedelta(0))
        assert len(store.calls.due()) == 1, reason
        change()
        assert table.sent() == [], reason


@in_a_file
def test_a_silenced_game_can_be_heard_again(store, table):
    """And only by who has a seat there."""
    calls = store.people.calls
    calls.silence(table.id("Bo"), table.game, True)
    calls.silence(table.id("Bo"), table.game, True)
    assert calls.silenced(table.id("Bo")) == {table.game}
    calls.silence(table.id("Bo"), table.game, False)
    store.append(table.game, 0, BID, 0)
    assert table.sent() == [("Bo", "turn", "mail")]
    with pytest.raises(NotAllowed):
        calls.silence(table.id("Bo"), store.create_game("1880", PLAYERS).id, True)


def test_of_several_who_would_send_a_call_one_does(store, table):
    """Each marks it before sending it; of two at once only one succeeds."""
    store.append(table.game, 0, BID, 0)
    store.calls.spread(-SILENCE, timedelta(0))
    ((call_id, _),) = store.calls.due()
    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(lambda _: store.calls.take(call_id), range(4)))
    assert len(list(filter(None, taken))) == 1
    assert store.calls.due() == [], "what somebody is sending is nobody else's, even if they were killed"


@in_a_file
def test_what_has_not_arrived_is_sent_again_some_times(store, table, clock):
    """Later each time, as the sender says, and then no more."""
    store.append(table.game, 0, BID, 0)
    store.calls.spread(-SILENCE, timedelta(0))
    for attempt in range(MOST_ATTEMPTS):
        ((call_id, _),) = store.calls.due()
        call = store.calls.take(call_id)
        assert call.attempts == attempt
        store.calls.failed(call, timedelta(minutes=1))
        assert store.calls.due() == []
        clock.now += timedelta(minutes=1)
    assert store.calls.due() == []


@in_a_file
def test_quiet_hours_end(store, table, clock):
    """A call waits for their end by the clock of the person, and is then made if it is still worth it."""
    store.people.change(table.id("Bo"), time_zone="Asia/Tokyo")
    store.people.calls.choose(table.id("Bo"), {("turn", "mail")}, (22 * 60, 8 * 60))
    store.append(table.game, 0, BID, 0)  # at noon, 21:00 in Tokyo
    assert table.sent(timedelta(hours=2)) == []
    assert table.sent(timedelta(hours=8, minutes=59)) == []
    assert table.sent(timedelta(minutes=2)) == [("Bo", "turn", "mail")]
    with pytest.raises(InvalidInput):
        store.people.calls.choose(table.id("Bo"), set(), (0, 24 * 60))


@pytest.mark.parametrize(
    ("quiet", "hour", "ends"),
    [
        ((60, 120), 0, None),
        ((60, 120), 1, (15, 2)),
        ((60, 120), 2, None),
        ((1320, 480), 21, None),
        ((1320, 480), 23, (16, 8)),
        ((1320, 480), 7, (15, 8)),
        ((480, 480), 8, None),
    ],
)
def test_when_quiet_hours_end(quiet, hour, ends):
    """On the same day or the next; hours that end when they begin are none."""
    person = Person("a", "Ann", "a@b", "en", "UTC", "auto", datetime(2026, 1, 1, tzinfo=UTC))
    expected = None if ends is None else datetime(2026, 11, ends[0], ends[1], tzinfo=UTC)
    assert end_of_quiet(quiet, person, datetime(2026, 11, 15, hour, tzinfo=UTC)) == expected


@in_a_file
def test_for_whom_the_server_moves_nobody_is_called(store, table):
    """Only once their automatic moves have nothing to do."""
    store.automatic.set(table.game, 1, {"type": "bid_up_to", "private": "P0", "limit": 10})
    store.append(table.game, 0, BID, 0)
    assert table.sent() == []
    store.automatic.note_asked(table.game, 1, 1)
    assert table.sent() == [("Bo", "turn", "mail")]


@in_a_file
def test_a_browser_is_of_one_person(store, table):
    """Whoever signs in there next has it; one that its push service does not know is forgotten."""
    calls = store.people.calls
    for name in ("Ann", "Bo"):
        calls.subscribe(table.id(name), table.sessions[name], "https://push.example/same", "key", "auth")
    assert (calls.subscriptions(table.id("Ann")), len(calls.subscriptions(table.id("Bo")))) == ([], 1)
    with pytest.raises(NotFound):
        calls.unsubscribe(table.id("Ann"), calls.subscriptions(table.id("Bo"))[0].id)
    store.append(table.game, 0, BID, 0)
    store.calls.spread(-SILENCE, MAIL_AFTER)
    call = store.calls.take(store.calls.due()[0][0])
    store.calls.browser_is_gone(call)
    assert calls.subscriptions(table.id("Bo")) == []


@in_a_file
def test_mails_are_ended_by_their_secret(store, table):
    """By whoever reads one; all else stays."""
    calls, ann = store.people.calls, table.id("Ann")
    calls.choose(ann, {(kind, way) for kind in KINDS for way in WAYS}, (60, 120))
    assert calls.person_of_stop(calls.of(ann).stop_secret) == ann
    begun: list[object] = []
    sa.event.listen(store._engine, "begin", begun.append)
    calls.stop_mails(ann)
    assert len(begun) == 1, "what somebody chooses meanwhile is not lost"
    assert calls.of(ann).wanted == {(kind, way) for kind in KINDS for way in WAYS if way != MAIL}
    assert calls.of(ann).quiet == (60, 120)
    with pytest.raises(NotAllowed):
        calls.person_of_stop("x" * 27)


@in_a_file
def test_an_address_changes_by_its_link(store, table, clock):
    """Once, in time, to an address that nobody else has; who asked first has no right to it."""
    addresses, ann = store.people.addresses, table.id("Ann")
    first = addresses.ask(ann, "Other@Mail.Example")
    second = addresses.ask(ann, "new@mail.example")
    with pytest.raises(NotAllowed):
        addresses.use(first)
    assert [each if isinstance(each, str) else each.address for each in addresses.use(second)] == [
        "ann@mail.example",
        "new@mail.example",
    ]
    assert store.people.person(ann).address == "new@mail.example"
    with pytest.raises(NotAllowed):
        addresses.use(second)
    with pytest.raises(InvalidInput):
        addresses.use(addresses.ask(ann, "bo@mail.example"))
    late = addresses.ask(ann, "late@mail.example")
    clock.now += CHANGE_LIFETIME
    with pytest.raises(NotAllowed):
        addresses.read(late)


@in_a_file
def test_nobody_is_flooded_with_new_addresses(store, table):
    """An address is asked for a few people at a time."""
    addresses = store.people.addresses
    for number in range(MOST_CHANGES + 1):
        link = store.people.ask_link(f"x{number}@mail.example")
        person = store.people.sign_in_by_link(link, name=f"X{number}").person
        assert (addresses.ask(person.id, "victim@mail.example") is None) == (number == MOST_CHANGES)


def test_all_of_it_is_given_out_and_goes_with_the_account(store, table):
    """Choices, browsers, webhook, silenced games, calls and an address that is not confirmed."""
    bo, calls = table.id("Bo"), store.people.calls
    calls.choose(bo, {("turn", "mail")}, (0, 60))
    calls.set_webhook(bo, "https://hooks.example/bo", "discord")
    calls.silence(bo, table.game, True)
    table.subscribe("Bo")
    store.append(table.game, 0, BID, 0)
    store.people.addresses.ask(bo, "new@mail.example")
    data = store.people.data(bo)["calls"]
    assert (data["wanted"], data["quiet_minutes"]) == ([["turn", "mail"]], [0, 60])
    assert data["webhook"] == {"address": "https://hooks.example/bo", "form": "discord"}
    assert (data["silenced_games"], data["new_address"]) == ([table.game], "new@mail.example")
    assert [each["endpoint"] for each in data["browsers"]] == ["https://push.example/1/Bo"]
    assert [(each["kind"], each["way"]) for each in data["calls"]] == [("turn", None)]
    store.people.delete(bo, lambda title: "clerk")
    with store._engine.connect() as connection:
        for name in (
            "calls",
            "call_settings",
            "call_choices",
            "silenced_games",
            "push_subscriptions",
            "address_changes",
        ):
            assert connection.scalar(sa.text(f"SELECT count(*) FROM {name} WHERE person = :bo"), {"bo": bo}) == 0


@in_a_file
def test_the_invited_are_called_until_they_answer(store, table):
    """And all who have joined when the game begins; the open game's own page counts as having been there."""
    people = [table.id(name) for name in PLAYERS]
    choices = OpenGameChoices("1880", "2022", 3, 4, "Friday", starts_when_full=False)
    first, second = (store.open_games.make(people[0], choices) for _ in range(2))
    for open_id in (first, second):
        for name in ("Bo", "Cy"):
            store.open_games.invite(open_id, people[0], name)
    store.open_games.join(first, people[1])
    store.calls.been_there(people[2], second, Progress(0, 0))
    assert table.sent() == [("Bo", "invited", "mail"), ("Cy", "invited", "mail")]
    store.open_games.join(first, people[2])
    store.open_games.start(first, people[0], ["Qin"])
    assert table.sent() == [(name, "begins", "mail") for name in PLAYERS]


def test_who_loses_a_place_in_an_open_game_is_called(store, table):
    """Whoever is removed, and all when it is called off; as who has chosen to hear when games begin."""
    ann, bo, cy = (table.id(name) for name in PLAYERS)
    choices = OpenGameChoices("1880", "2022", 3, 4, "Friday")
    open_id = store.open_games.make(ann, choices)
    for person in (bo, cy):
        store.open_games.join(open_id, person)
    store.open_games.remove(open_id, ann, bo)
    call = sent_call(store, table)
    assert (call.person.name, call.kind, call.way, call.by) == ("Bo", "removed", "mail", "Ann")
    assert (call.place.name, call.place.path, set(call.place.players)) == ("Friday", "/lobby", {"Ann", "Cy"})
    store.open_games.call_off(open_id, ann)
    call = sent_call(store, table)
    assert (call.person.name, call.kind, call.way, call.by) == ("Cy", "called_off", "mail", "Ann")
    assert (call.place.name, call.place.title) == ("Friday", "1880")
    store.people.calls.choose(cy, {("turn", MAIL)}, None)
    other = store.open_games.make(ann, choices)
    store.open_games.join(other, cy)
    store.open_games.call_off(other, ann)
    assert table.sent() == []


def sent_call(store, table):
    """The only call that is sent some minutes later."""
    table.clock.now += MAIL_AFTER
    store.calls.spread(SILENCE, MAIL_AFTER)
    (call,) = filter(None, [store.calls.take(call_id) for call_id, _ in store.calls.due()])
    store.calls.sent(call)
    return call


@in_a_file
def test_nobody_hears_the_end_of_what_they_have_not_heard_of(store, table):
    """An invitation that is taken back in time was none; and who is invited again is not told of being removed."""
    ann, bo, cy = (table.id(name) for name in PLAYERS)
    open_id = store.open_games.make(ann, OpenGameChoices("1880", "2022", 3, 4))
    for name in ("Bo", "Cy"):
        store.open_games.invite(open_id, ann, name)
    store.open_games.remove(open_id, ann, bo)
    assert table.sent() == [("Cy", "invited", "mail")]
    store.calls.been_there(cy, open_id, Progress(0, 0))
    store.open_games.join(open_id, cy)
    store.open_games.remove(open_id, ann, cy)
    store.open_games.invite(open_id, ann, "Cy")
    assert table.sent() == [("Cy", "invited", "mail")]
