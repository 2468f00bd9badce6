"""Accounts in the store: links in mails, sessions, names, seats, all data of a person, and their end."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import time, timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from tests.store.conftest import Clock
from tests.store.test_races import ROUNDS, together
from tielu.errors import InvalidInput, NotAllowed, NotFound, TieluError
from tielu.store import Conflict, Store
from tielu.store.models import BotReason, Hint
from tielu.store.people import LINK_LIFETIME, MOST_LINKS, MOST_SESSIONS
from tielu.store.person import SESSION_LIFETIME, SESSION_UNUSED, checked_address, time_zones

PLAYERS = ["Ann", "Bo", "Cy"]
ADDRESS = "ann@mail.example"


@pytest.fixture
def clock():
    return Clock()


def sign_in(store, name="Ann", address=ADDRESS, browser="Firefox, Linux"):
    secret = store.people.ask_link(address)
    return store.people.sign_in_by_link(secret, browser, name=name)


def code_of(do, *arguments, **named):
    with pytest.raises(TieluError) as refused:
        do(*arguments, **named)
    return refused.value.code


def test_what_a_database_does_not_take_is_nobodys_name(store):
    """A bad request, not a fault of the database; SQLite takes more than PostgreSQL."""
    for name in ("A\x00nn", "A\ud800nn"):
        assert code_of(store.people.named, name) in ("cannot_be_stored", "no_such_person")


# ---- links ----


def test_a_link_makes_an_account_and_later_opens_it(store):
    """Whoever reads the mails of an address has its account; small and large letters are the same address."""
    secret = store.people.ask_link("Ann@Mail.Example")
    assert store.people.read_link(secret) == (ADDRESS, None)
    made = store.people.sign_in_by_link(secret, "Firefox", name=" Ann  Li ", language="de", time_zone="Europe/Berlin")
    person = made.person
    assert (person.name, person.language, person.time_zone, person.theme) == ("Ann Li", "de", "Europe/Berlin", "auto")
    again = store.people.ask_link(ADDRESS)
    assert store.people.read_link(again) == (ADDRESS, person)
    assert store.people.sign_in_by_link(again, name="Other").person == person, "the account keeps what was chosen"


def test_a_link_is_good_once_and_for_a_while(store, clock):
    """Also for two who use it at the same moment; with it go the other links of the address."""
    first, second = store.people.ask_link(ADDRESS), store.people.ask_link(ADDRESS)

    def use(_):
        try:
            return store.people.sign_in_by_link(first, name="Ann").secret
        except NotAllowed as refused:
            return refused.code

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(use, range(4)))
    assert found.count("ticket_not_good") == 3
    for secret in (first, second, "", "x" * 27):
        assert code_of(store.people.sign_in_by_link, secret) == "ticket_not_good"
        assert code_of(store.people.read_link, secret) == "ticket_not_good"
    late = store.people.ask_link(ADDRESS)
    clock.now += LINK_LIFETIME
    assert code_of(store.people.sign_in_by_link, late) == "ticket_not_good"


def test_an_address_gets_few_links_at_a_time(store, clock):
    """So nobody fills another's mailbox; later there are more, and other addresses have their own."""
    links = [store.people.ask_link(ADDRESS) for _ in range(MOST_LINKS + 2)]
    assert [each is None for each in links] == [False] * MOST_LINKS + [True, True]
    assert store.people.ask_link("bo@mail.example")
    clock.now += LINK_LIFETIME
    assert store.people.ask_link(ADDRESS)


def test_a_challenge_is_no_link(store):
    """What is good for one thing is good for nothing else, and for one person."""
    ann = sign_in(store).person.id
    store.people.passkeys.add_challenge("c1", ann)
    assert code_of(store.people.sign_in_by_link, "c1") == "ticket_not_good"
    assert code_of(store.people.passkeys.use_challenge, "c1") == "ticket_not_good"
    link = store.people.ask_link(ADDRESS)
    assert code_of(store.people.passkeys.use_challenge, link) == "ticket_not_good"
    store.people.passkeys.add_challenge("c2", ann)
    store.people.passkeys.use_challenge("c2", ann)
    assert code_of(store.people.passkeys.use_challenge, "c2", ann) == "ticket_not_good"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@mail.example",
        "ann@mail.example\nBcc: all@mail.example",
        "ann@mail.example\r\n.",
        "ann@mail.example, bo@mail.example",
        "ann@mail.example>",
        "Ann <ann@mail.example>",
        "ann @mail.example",
        "ann@mail..example",
        "ann@-mail.example",
        '"a b"@mail.example',
        "änn@mail.example",
        "ann@ma\u0131l.example",
        "ann@mail.example\u200b",
        "a..b@mail.example",
        ".ann@mail.example",
        "ann.@mail.example",
        f"{'a' * 65}@mail.example",
        f"ann@{'a.' * 130}example",
        None,
    ],
)
def test_what_is_no_address_gets_no_mail(address):
    """Nothing reaches a header that could begin another one, and no two ways to write one address exist."""
    with pytest.raises(InvalidInput, match="mail_address_wrong"):
        checked_address(address)


# ---- names ----


def test_a_name_is_one_persons(store):
    """Names that look alike are the same, or refused; the link stays good for another try."""
    sign_in(store)
    link = store.people.ask_link("bo@mail.example")
    alike = dict.fromkeys(("Ann", "ann", " ANN ", "Ａｎｎ"), "name_taken")
    alike |= dict.fromkeys(("A\xadnn", "An\u200bn"), "text_unprintable")
    for name, code in alike.items():
        assert code_of(store.people.sign_in_by_link, link, name=name) == code
    bo = store.people.sign_in_by_link(link, name="Bo").person
    for name, code in alike.items():
        assert code_of(store.people.change, bo.id, name=name) == code
    assert store.people.change(bo.id, name="BO").name == "BO", "one's own name may be written otherwise"


def test_what_cannot_be_chosen(store):
    """It is refused, and nothing changes."""
    person = sign_in(store).person
    refused = {"\u3164": "text_missing", "x" * 41: "text_too_long", "a\x00b": "text_unprintable"}
    for name, code in {**refused, "a\u202eb": "text_unprintable"}.items():
        assert code_of(store.people.change, person.id, name=name) == code
    assert code_of(store.people.change, person.id, language="fr") == "unknown_choice"
    assert code_of(store.people.change, person.id, theme="pink") == "unknown_choice"
    assert code_of(store.people.change, person.id, time_zone="../../etc/passwd") == "time_zone_unknown"
    assert store.people.person(person.id) == person


def test_choices_are_kept(store):
    """All at once, and found again by the name."""
    person = sign_in(store).person
    zone = time_zones()[-1]
    changed = store.people.change(person.id, name="Anna", language="ja", theme="dark", time_zone=zone)
    assert (changed.name, changed.language, changed.theme, changed.time_zone) == ("Anna", "ja", "dark", zone)
    assert store.people.named("anna") == changed
    assert code_of(store.people.named, "Ann") == "no_such_person"


# ---- sessions ----


def test_a_session_lasts_while_it_is_used(store, clock):
    """It ends unused, and once a year in any case."""
    person, secret = (signed_in := sign_in(store)).person, signed_in.secret
    begun = clock.now
    while clock.now - begun < SESSION_LIFETIME - SESSION_UNUSED:
        clock.now += SESSION_UNUSED - timedelta(days=1)
        found, session = store.people.session(secret) or pytest.fail("it has ended")
        assert (found, session.browser) == (person, "Firefox, Linux")
    assert store.people.sessions(person.id)[0].used == clock.now
    clock.now = begun + SESSION_LIFETIME
    assert store.people.session(secret) is None
    unused = sign_in(store).secret
    clock.now += SESSION_UNUSED
    assert store.people.session(unused) is None
    assert store.people.sessions(person.id) == []
    sign_in(store, "Bo", "bo@mail.example")
    assert store.people.data(person.id)["sessions"] == [], "what has ended is not kept"


def test_sessions_are_ended_by_their_owner(store):
    """One, or all others; nobody ends another's."""
    ann, bo = sign_in(store), sign_in(store, "Bo", "bo@mail.example")
    second, third = sign_in(store, browser="Safari, iPhone"), sign_in(store)
    (_, session) = store.people.session(second.secret) or pytest.fail("there is one")
    assert code_of(store.people.end_session, bo.person.id, session.id) == "no_such_session"
    store.people.end_session(ann.person.id, session.id)
    assert store.people.session(second.secret) is None
    (_, last) = store.people.session(third.secret) or pytest.fail("there is one")
    store.people.end_other_sessions(ann.person.id, last.id)
    assert [each.id for each in store.people.sessions(ann.person.id)] == [last.id]
    assert store.people.session(bo.secret)


def test_sessions_do_not_pile_up(store, clock):
    """The longest unused one goes."""
    first = sign_in(store)
    for _ in range(MOST_SESSIONS):
        clock.now += timedelta(minutes=1)
        sign_in(store)
    assert len(store.people.sessions(first.person.id)) == MOST_SESSIONS
    assert store.people.session(first.secret) is None


def test_no_secret_is_stored(store, address):
    """Whoever reads the database can use neither links nor sessions."""
    made = sign_in(store)
    link = store.people.ask_link(ADDRESS)
    store.people.passkeys.add_challenge("q" * 27, made.person.id)
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    metadata = sa.MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        rows = str([connection.execute(table.select()).fetchall() for table in metadata.sorted_tables])
    assert ADDRESS in rows
    for secret in (made.secret, link, "q" * 27):
        assert secret not in rows


# ---- seats ----


def test_a_seat_belongs_to_one_account(store):
    """The first who takes it, one in a game; others play on without it."""
    ann, bo = sign_in(store).person.id, sign_in(store, "Bo", "bo@mail.example").person.id
    game = store.create_game("1880", PLAYERS).id
    assert store.people.take_seat(ann, game, 0)
    assert store.people.take_seat(ann, game, 0)
    assert not store.people.take_seat(bo, game, 0)
    assert not store.people.take_seat(ann, game, 1), "one has one seat"
    assert store.people.take_seat(bo, game, 1)
    assert (store.people.seats(ann), store.people.seats(bo)) == ({game: 0}, {game: 1})
    assert code_of(store.people.take_seat, ann, game, 3) == "no_such_seat"
    store.delete_game(game)
    assert store.people.seats(ann) == {}


def test_a_seat_gets_the_name_of_its_person(store):
    """Before the first action, unless another seat is called like that; whoever acted meanwhile looks again."""
    ann, bo = sign_in(store).person.id, sign_in(store, "Bo", "bo@mail.example").person.id
    game = store.create_game("1880", ["Xu", "Yan", "ANN"]).id
    assert store.load(game).game.players == ["Xu", "Yan", "ANN"]
    assert store.people.take_seat(ann, game, 0)
    assert store.people.take_seat(bo, game, 1)
    assert store.load(game).game.players == ["Xu", "Bo", "ANN"]
    begun = store.create_game("1880", PLAYERS).id
    store.append(begun, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
    assert store.people.take_seat(bo, begun, 2)
    assert store.load(begun).game.players == PLAYERS, "it has begun under these names"


def test_an_action_for_a_seat_that_is_just_renamed(store, monkeypatch):
    """It was made for a game with other names: its author looks again, and no game in memory keeps the old ones."""
    bo = sign_in(store, "Bo", "bo@mail.example").person.id
    game = store.create_game("1880", ["Xu", "Yan", "Zoe"]).id
    write = Store._write

    def rename_first(self, *arguments):
        monkeypatch.setattr(Store, "_write", write)
        store.people.take_seat(bo, game, 1)
        return write(self, *arguments)

    monkeypatch.setattr(Store, "_write", rename_first)
    bid = {"type": "bid", "private": "P0", "amount": 5}
    with pytest.raises(Conflict):
        store.append(game, 0, bid, 0)
    assert store.append(game, 0, bid, 0) == 1
    assert store.load(game).game.players == ["Xu", "Bo", "Zoe"]


def test_all_data_of_a_person_and_of_nobody_else(store):
    """What was chosen, done, said and noted; no secrets, not even their hashes."""
    ann, bo = sign_in(store), sign_in(store, "Bo", "bo@mail.example")
    made = store.create_game("1880", PLAYERS)
    store.people.take_seat(ann.person.id, made.id, 0)
    store.people.take_seat(bo.person.id, made.id, 1)
    store.append(made.id, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
    for seat, text in ((0, "from Ann"), (1, "from the other")):
        store.talk.add_message(made.id, seat, text)
        store.talk.write_note(made.id, seat, f"note {text}")
        store.automatic.set(made.id, seat, {"type": "pass_auction", "of": seat})
    store.people.passkeys.add(ann.person.id, "key-of-ann", "public", 0, "Firefox")
    data = store.people.data(ann.person.id)
    (game,) = data["games"]
    assert data["account"]["address"] == ADDRESS
    assert [each["browser"] for each in data["sessions"]] == ["Firefox, Linux"]
    assert [each["id"] for each in data["passkeys"]] == ["key-of-ann"]
    assert (game["game"], game["note"], game["messages"][0]["text"]) == (made.id, "note from Ann", "from Ann")
    assert game["entries"][0]["entry"]["amount"] == 5
    assert game["automatic_moves"] == [{"type": "pass_auction", "of": 0}]
    text = json.dumps(data)
    assert "the other" not in text
    assert "hash" not in text
    assert bo.person.id not in text


def test_a_deleted_account_leaves_games_whole(store, address):
    """The others read on; of the person nothing stays but the name in the game and what was said there."""
    ann = sign_in(store)
    made = store.create_game("1880", PLAYERS)
    store.people.take_seat(ann.person.id, made.id, 0)
    store.append(made.id, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
    store.talk.add_message(made.id, 0, "hello")
    store.talk.write_note(made.id, 0, "mine")
    store.automatic.set(made.id, 0, {"type": "pass_auction"})
    store.bots.keep_hint(made.id, 0, Hint(1, {"type": "pass"}, BotReason("clerk", "why", {})))
    store.people.passkeys.add(ann.person.id, "key", "public", 0)
    link = store.people.ask_link(ADDRESS)
    store.people.delete(ann.person.id, lambda title: "clerk")
    assert store.people.session(ann.secret) is None
    assert code_of(store.people.read_link, link) == "ticket_not_good"
    assert code_of(store.people.passkeys.public_key, "key") == "passkey_unknown"
    assert code_of(store.people.person, ann.person.id) == "no_such_person"
    assert (store.game(made.id).players, store.load(made.id).seq) == (PLAYERS, 1)
    assert [each.text for each in store.talk.messages_since(made.id)] == ["hello"]
    assert store.automatic.moves(made.id, 0) == ()
    assert store.bots.hint(made.id, 0, 1) is None
    assert (store.talk.note(made.id, 0), store.game(made.id).seats[0].person) == ("", None)
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    metadata = sa.MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        rows = str([connection.execute(table.select()).fetchall() for table in metadata.sorted_tables])
    assert ADDRESS not in rows
    assert ann.person.id not in rows
    assert sign_in(store).person.id != ann.person.id, "name and address are free again"


# ---- the operator ----


def test_a_blocked_account_is_out_until_it_is_unblocked(store, caplog):
    """Its sessions end, and no way leads in; each act is stored and told, without the name."""
    caplog.set_level("INFO", "tielu.audit")
    ann = sign_in(store)
    store.people.passkeys.add(ann.person.id, "key", "public", 0)
    store.people.moderation.block("ann")
    assert store.people.session(ann.secret) is None
    link = store.people.ask_link(ADDRESS)
    assert code_of(store.people.sign_in_by_link, link) == "account_blocked"
    assert code_of(store.people.sign_in_by_passkey, "key", 1) == "account_blocked"
    store.people.moderation.unblock("Ann")
    assert store.people.session(ann.secret) is None
    assert store.people.session(store.people.sign_in_by_link(link).secret)
    acts = store.people.moderation.acts()
    assert [(each.act, each.about) for each in acts] == [
        ("account unblocked", {"person": ann.person.id}),
        ("account blocked", {"person": ann.person.id}),
    ]
    told = [record for record in caplog.records if record.message.startswith("account ")]
    assert [record.message for record in told] == ["account made", "account blocked", "account unblocked"]
    assert "Ann" not in str([record.__dict__ for record in told])
    assert code_of(store.people.moderation.block, "Nobody") == "no_such_person"


def test_a_message_is_removed(store):
    """Its words go, its number stays, and the act is stored; who asks for what is not there is told so."""
    game = store.create_game("1880", PLAYERS).id
    for text in ("first", "second"):
        store.talk.add_message(game, 1, text)
    store.people.moderation.remove_message(game, 1)
    assert [(each.number, each.text) for each in store.talk.messages_since(game)] == [(1, ""), (2, "second")]
    assert store.people.moderation.acts()[0].about == {"game": game, "number": 1, "seat": 1}
    assert code_of(store.people.moderation.remove_message, game, 3) == "no_such_message"
    with pytest.raises(NotFound):
        store.people.moderation.remove_message("nothere", 1)


def test_the_operator_finds_accounts(store, clock):
    """By a part of the name, the newest first; signs of a search are letters like others."""
    for name in ("Ann", "Anton", "Bo%"):
        clock.now += timedelta(minutes=1)
        sign_in(store, name, f"{name[:2].lower()}{len(name)}@mail.example".replace("%", "p"))
    found = store.people.moderation.people
    assert [each.name for each in found()] == ["Bo%", "Anton", "Ann"]
    assert [each.name for each in found("AN")] == ["Anton", "Ann"]
    assert [each.name for each in found("%")] == ["Bo%"]


def test_passkeys_belong_to_their_person(store):
    """Nobody removes another's, and none is in two accounts."""
    ann, bo = sign_in(store).person.id, sign_in(store, "Bo", "bo@mail.example").person.id
    store.people.passkeys.add(ann, "key", "public", 3, "Firefox")
    assert code_of(store.people.passkeys.add, bo, "key", "public", 0) == "passkey_known"
    assert code_of(store.people.passkeys.remove, bo, "key") == "no_such_passkey"
    assert store.people.passkeys.public_key("key") == ("public", 3, ann)
    signed_in = store.people.sign_in_by_passkey("key", 4)
    assert (signed_in.person.id, store.people.passkeys.public_key("key")[1]) == (ann, 4)
    store.people.passkeys.remove(ann, "key")
    assert code_of(store.people.sign_in_by_passkey, "key", 5) == "passkey_unknown"


# ---- mutes ----


def test_people_are_muted_and_blocked(store):
    """By name, and for oneself alone; it goes with either account."""
    ann, bo, cy = (sign_in(store, name, f"{name.lower()}@mail.example").person for name in ("Ann", "Bo", "Cy"))
    mutes = store.people.mutes
    mutes.mute(ann.id, " bo ")
    mutes.mute(ann.id, "Cy", blocks=True)
    mutes.mute(ann.id, "Bo", blocks=True)
    assert [(each.name, each.blocks) for each in mutes.of(ann.id)] == [("Bo", True), ("Cy", True)]
    assert mutes.of(bo.id) == ()
    assert code_of(mutes.mute, ann.id, "Nobody") == "no_such_person"
    assert code_of(mutes.mute, ann.id, "ann") == "mutes_oneself"
    assert store.people.data(ann.id)["muted"] == [{"name": "Bo", "blocked": True}, {"name": "Cy", "blocked": True}]
    mutes.end(ann.id, bo.id)
    store.people.delete(cy.id, lambda title: "clerk")
    assert mutes.of(ann.id) == ()
    mutes.mute(bo.id, "Ann")
    store.people.delete(bo.id, lambda title: "clerk")


# ---- twice at once ----


def test_a_double_click_mutes_once(store):
    """Whoever is muted twice at the same moment is muted, also where two mute each other."""
    people = [sign_in(store, name, f"{name.lower()}@mail.example").person for name in ("Ann", "Bo")]
    (ann, bo), mutes = people, store.people.mutes
    works = [partial(mutes.mute, ann.id, "Bo"), partial(mutes.mute, bo.id, "Ann", blocks=True)] * 2
    for _ in range(ROUNDS):
        assert together(*works) == [None] * len(works)
        assert [[each.person for each in mutes.of(person.id)] for person in people] == [[bo.id], [ann.id]]
        mutes.end(ann.id, bo.id)
        mutes.end(bo.id, ann.id)


def test_a_double_click_asks_for_one_address(store):
    """The link that was made last is good, and the other is not."""
    ann = sign_in(store).person.id
    for number in range(ROUNDS):
        address = f"ann{number}@mail.example"
        secrets = together(*[partial(store.people.addresses.ask, ann, address)] * 4)
        good = [each for each in secrets if _is_good(store, each)]
        assert len(good) == 1, secrets
        store.people.addresses.use(good[0])


def _is_good(store, secret):
    try:
        return bool(store.people.addresses.read(secret))
    except NotAllowed:
        return False


def test_a_night_and_a_holiday_set_at_once(store):
    """Neither is lost, whichever tab is the first."""
    today = store.clocks.now().date()
    for number in range(ROUNDS):
        ann = sign_in(store, f"Ann {number}", f"ann{number}@mail.example").person.id
        days = [(today + timedelta(days=each), today + timedelta(days=each)) for each in (1, 3, 5)]
        works = [partial(store.people.add_holiday, ann, each) for each in days]
        together(partial(store.people.set_night, ann, (time(22), time(8))), *works)
        rest = store.people.rest(ann)
        assert (rest.night, rest.holidays) == ((time(22), time(8)), tuple(days))
        together(*(partial(store.people.remove_holiday, ann, each) for each in days[:2]))
        assert store.people.rest(ann).holidays == (days[2],)
