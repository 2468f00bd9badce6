"""Games in the store: made, listed, deleted, imported and exported; seats and their secrets; chat and notes."""

import gzip
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.golden_games import FOLDER
from tests.store.conftest import Clock
from tielu import TITLES, Action, Game, new_game
from tielu.core.errors import RefusedAction
from tielu.errors import InvalidInput, NotFound, TieluError
from tielu.files import load_file, save_file
from tielu.i18n import LANGUAGES, say_error
from tielu.store import Player, Store, StoreError
from tielu.store.ids_and_secrets import hash_secret, secret_matches
from tielu.store.schema import GAMES, METADATA
from tielu.views.history.chronicle import chronicle
from tielu.views.history.log import rounds_begun

NAMES = ["Ann", "Bo", "Cy"]
BID = {"type": "bid", "private": "P0", "amount": 5}


@pytest.fixture
def clock():
    return Clock(timedelta(seconds=1))


def recorded(name: str) -> dict[str, Any]:
    """One of the project's recorded games."""
    game: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))["game"]
    return game


# -- games --


def test_lists_tell_what_is_to_be_decided(store):
    """Round, step and company stand there after every action, also after an undo, and the places in the end."""
    saved = recorded("1880-2022-3p-101")
    game, made = Game.from_json({**saved, "actions": []}), store.create_game("1880", saved["players"])
    told = store.game(made.id)
    assert (told.round, told.step, told.company, told.places) == ("auction", "auction", "", ())
    seen = []
    for number, action in enumerate(saved["actions"][:80]):
        store.append(made.id, number, action, game.players.index(game.actor or ""))
        game.apply(Action.from_json(action))
        seen.append(store.game(made.id))
        assert seen[-1].company == ("" if game.deciding == game.actor else game.deciding)
    assert {"auction", "share", "operating"} <= {info.round for info in seen}
    assert ("operating", "investor_track") in {(info.round, info.step) for info in seen}
    store.append(made.id, 80, {"type": "undo", "to": 40}, 0)
    undone, then = store.game(made.id), seen[39]
    assert (undone.round, undone.step, undone.company) == (then.round, then.step, then.company)
    finished = store.game(store.import_game(saved).id)
    assert finished.places == (3, 2, 1)
    assert (finished.round, finished.step, finished.company) == ("", "", "")


def test_lists_tell_the_number_of_the_round(store):
    """Each kind of round is counted, as the chronicle counts it, also after an undo; there is none after the end."""
    saved = recorded("1880-2022-3p-101")
    game = Game.from_json({**saved, "actions": saved["actions"][:150]})
    made = store.import_game(game.to_json())
    for number, action in enumerate(saved["actions"][150:170], 150):
        told, moments = store.game(made.id), chronicle(game).moments
        assert told.round_number == max(each.number for each in moments if each.round == told.round)
        store.append(made.id, number, action, game.players.index(game.actor or ""))
        game.apply(Action.from_json(action))
    assert (store.game(made.id).round, store.game(made.id).round_number) == ("operating", 4)
    store.append(made.id, 170, {"type": "undo", "to": 150}, 0)
    assert (store.game(made.id).round, store.game(made.id).round_number) == ("share", 4)
    assert store.game(store.import_game(saved).id).round_number is None


def test_rounds_are_counted_once_and_then_one_by_one(store, monkeypatch):
    """A game is not replayed for its number of rounds whenever another one begins."""
    counted = []

    def counting(game):
        counted.append(len(game.actions))
        return rounds_begun(game)

    monkeypatch.setattr("tielu.store.validation.rounds_begun", counting)
    saved = recorded("1880-2022-3p-101")
    game, made = Game.from_json({**saved, "actions": []}), store.create_game("1880", saved["players"])
    for number, action in enumerate(saved["actions"][:80]):
        store.append(made.id, number, action, game.players.index(game.actor or ""))
        game.apply(Action.from_json(action))
    told, begun = store.game(made.id), rounds_begun(game)
    assert begun.total() > 2
    assert told.round_number == begun[told.round]
    assert len(counted) == 1


def test_games_are_found_by_their_ids(store):
    """Those that exist, last changed first; what is no id, unknown or deleted is left out."""
    first, second, third = (store.create_game("1888", NAMES).id for _ in range(3))
    store.delete_game(second)
    found = store.games_with_ids([first, second, third, "nothere", "no-id", "", "x" * 99])
    assert [info.id for info in found] == [third, first]
    assert found[0] == store.game(third)
    assert store.games_with_ids([]) == ()


def test_a_new_game_is_as_it_was_ordered(store):
    """Title, edition, name, seats and settings are kept, and the game is about to begin."""
    players = [Player("Ann", "de"), "Bo", Player("鉄", "ja", bot="clerk")]
    made = store.create_game("1880", players, "2010", name="Freitagsrunde", undo="own")
    info = store.game(made.id)
    assert (info.title, info.edition, info.name, info.mode, info.undo) == (
        "1880",
        "2010",
        "Freitagsrunde",
        "links",
        "own",
    )
    assert info.players == ["Ann", "Bo", "鉄"]
    assert [(seat.number, seat.language, seat.bot) for seat in info.seats] == [
        (0, "de", None),
        (1, "en", None),
        (2, "ja", "clerk"),
    ]
    assert (info.finished, info.actor, info.deleted) == (False, 0, None)
    assert info.created == info.changed
    loaded = store.load(made.id)
    assert loaded.seq == 0
    assert loaded.game.snapshot() == new_game("1880", info.players, "2010").snapshot()


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"title": "1830"}, "unknown_title"),
        ({"edition": "1999"}, "unknown_edition"),
        ({"players": "Ann"}, "players_not_a_list"),
        ({"players": None}, "players_not_a_list"),
        ({"players": ["Ann", "Ann", "Bo"]}, "name_twice"),
        ({"players": ["Ann", None, "Bo"]}, "name_not_a_text"),
        ({"players": ["Ann", "Bo", "x\0y"]}, "name_unprintable"),
        ({"players": [Player("Ann", "fr"), "Bo", "Cy"]}, "unknown_choice"),
        ({"players": [Player("Ann", bot=""), "Bo", "Cy"]}, "text_missing"),
        ({"players": ["Ann"]}, "wrong_player_count"),
        ({"name": "x" * 81}, "text_too_long"),
        ({"name": "\ud800"}, "text_unprintable"),
        ({"name": None}, "text_missing"),
        ({"mode": "telepathy"}, "unknown_choice"),
        ({"undo": "never"}, "unknown_choice"),
        ({"undo": "own", "mode": "hot_seat"}, "undo_at_hot_seat"),
        ({"hints": "yes"}, "cannot_be_stored"),
        ({"spectators_talk": 5}, "cannot_be_stored"),
    ],
)
def test_a_game_that_cannot_be_is_not_made(store, order, code):
    """Each refusal has a code with a message, and leaves no game behind."""
    with pytest.raises(InvalidInput) as caught:
        store.create_game(**{"title": "1880", "players": NAMES, **order})
    assert caught.value.code == code
    assert all(say_error(caught.value, lang) for lang in LANGUAGES)
    assert store.list_games().games == ()


@pytest.mark.parametrize("game_id", ["nothere", "", "a'b", "x" * 99, None, 7, "a\0"])
def test_an_unknown_game_is_said_to_be_unknown(store, game_id):
    """Whatever is asked of it, and whatever the id looks like."""
    for ask in (store.game, store.load, store.delete_game, store.export_game, store.talk.messages_since):
        with pytest.raises(NotFound, match="unknown_game"):
            ask(game_id)
    with pytest.raises(NotFound, match="unknown_game"):
        store.append(game_id, 0, BID, 0)
    assert store.seat_of_secret(game_id, "x") is None


def test_ids_are_not_guessed_and_fit_into_an_address(store):
    """Random letters and digits."""
    ids = {store.create_game("1880", NAMES).id for _ in range(20)}
    assert len(ids) == 20
    assert all(len(each) == 16 and each.isascii() and each.isalnum() for each in ids)


def test_lists_come_in_pages_last_changed_first(store):
    """Each game is on one page, also while others change."""
    ids = [store.create_game("1880", NAMES).id for _ in range(7)]
    store.append(ids[2], 0, BID, 0)
    order = [ids[2], *(each for each in reversed(ids) if each != ids[2])]
    assert [info.id for info in store.list_games().games] == order
    first = store.list_games(limit=3)
    store.append(order[-1], 0, BID, 0)
    second = store.list_games(limit=3, after=first.more)
    assert [info.id for page in (first, second) for info in page.games] == order[:-1]
    assert second.more is None
    assert [len(info.seats) for info in first.games] == [3, 3, 3]


def test_lists_know_running_finished_and_deleted_games(store):
    """Also those that finish, and whose end is taken back."""
    running = store.create_game("1880", NAMES).id
    finished = store.import_game(recorded("1888-2022-6p-808")).id
    gone = store.create_game("1888", NAMES).id
    store.delete_game(gone)

    def listed(state):
        return {info.id for info in store.list_games(state).games}

    assert (listed("running"), listed("finished"), listed("deleted")) == ({running}, {finished}, {gone})
    assert listed(None) == {running, finished}
    seq = store.load(finished).seq
    store.append(finished, seq, {"type": "undo", "to": seq - 1}, 0)
    assert listed("running") == {running, finished}
    last = store.entries_since(finished, seq - 1)[0]
    store.append(finished, seq + 1, last.data, last.seat)
    assert listed("finished") == {finished}


@pytest.mark.parametrize("mark", ["", "x", "1.", ".abc", "-1.abc", "9" * 40 + ".abc", "1.a'b", "٣.abc", 7])
def test_a_list_that_goes_on_nowhere_is_refused(store, mark):
    """Marks come back from browsers, so they may be anything."""
    with pytest.raises(InvalidInput, match="page_mark"):
        store.list_games(after=mark)
    with pytest.raises(InvalidInput, match="unknown_choice"):
        store.list_games("lost")


def test_a_deleted_game_keeps_its_data(store):
    """It cannot be played or read, and comes back whole."""
    game_id = store.create_game("1880", NAMES).id
    store.append(game_id, 0, BID, 0)
    store.delete_game(game_id)
    store.delete_game(game_id)
    assert store.game(game_id).deleted is not None
    for refused in (store.load, store.export_game, lambda each: store.append(each, 1, {"type": "pass"}, 1)):
        with pytest.raises(NotFound, match="game_deleted"):
            refused(game_id)
    store.restore_game(game_id)
    assert store.load(game_id).seq == 1


def test_a_game_of_a_newer_format_is_refused(address, store):
    """Its entries may mean what this version does not know."""
    game_id = store.create_game("1880", NAMES).id
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        connection.execute(sa.update(GAMES).values(format=2))
    engine.dispose()
    with pytest.raises(StoreError, match="store_game_newer"):
        store.load(game_id)
    with pytest.raises(StoreError, match="store_game_newer"):
        store.append(game_id, 0, BID, 0)
    for read in (store.entries_since, store.reasons, store.talk.messages_since):
        with pytest.raises(StoreError, match="store_game_newer"):
            read(game_id, 0)


# -- revisions of the rules --


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_a_game_keeps_the_revision_with_which_it_was_begun(store, address, title):
    """New games have the newest; an old one that comes in stays what it was, also for who reads it from the disk."""
    newest = TITLES[title].revision
    assert newest > 1
    fresh = store.create_game(title, NAMES).id
    old = store.import_game(new_game(title, NAMES, revision=1).to_json()).id
    with Store(address) as other:
        for reader in (store, other):
            assert [reader.game(each).revision for each in (fresh, old)] == [newest, 1]
            assert [reader.load(each).game.revision for each in (fresh, old)] == [newest, 1]
            assert reader.export_log(old)["revision"] == 1


# -- in and out --


def test_a_saved_game_comes_in_and_goes_out_as_it_was(store, tmp_path):
    """Through a file of Tielu's own format and back."""
    data = recorded("1880-2022-3p-101")
    made = store.import_game(data, [Player(name, "de") for name in data["players"]], name="Archiv")
    assert store.export_game(made.id) == store.export_log(made.id) == {**data, "revision": 1}
    save_file(tmp_path / "game.json", store.load(made.id).game)
    again = store.import_game(load_file(tmp_path / "game.json").data)
    assert store.load(again.id).game.snapshot() == store.load(made.id).game.snapshot()


def test_imported_actions_have_the_seats_of_those_who_took_them(store):
    """As if the game had been played here."""
    data = recorded("1888-18xx.games-4p-909")
    game_id = store.import_game(data).id
    game = Game.from_json({**data, "actions": []})
    for entry, action in zip(store.entries_since(game_id, 0), data["actions"], strict=True):
        assert data["players"][entry.seat] == game.actor
        assert entry.data == action
        game.apply(Action.from_json(action))


def test_what_is_taken_back_is_not_exported(store):
    """A saved game has only the actions that count."""
    game_id = store.create_game("1880", NAMES).id
    store.append(game_id, 0, BID, 0)
    store.append(game_id, 1, {"type": "undo", "to": 0}, 0)
    assert store.export_game(game_id)["actions"] == []


def test_the_log_can_be_exported_without_being_judged(store):
    """What counts, as it was written: the same as the game's own JSON where the rules let it stand."""
    game_id = store.create_game("1880", NAMES).id
    store.append(game_id, 0, BID, 0)
    store.append(game_id, 1, {"type": "undo", "to": 0}, 0)
    store.append(game_id, 2, {"type": "bid", "private": "P0", "amount": 20}, 0)
    assert store.export_log(game_id) == store.export_game(game_id)
    assert [seat for seat, _ in store.read(game_id).times] == [0, 0, 0]
    times = [at for _, at in store.read(game_id).times]
    assert times == [entry.at for entry in store.entries_since(game_id, 0)]


def test_an_undo_that_is_asked_for_is_known(store):
    """Without replaying the game."""
    game_id = store.create_game("1880", NAMES, undo="consent").id
    store.append(game_id, 0, BID, 0)
    assert store.read(game_id).request is None
    store.append(game_id, 1, {"type": "ask_undo", "to": 0}, 0)
    assert store.read(game_id).request == store.load(game_id).request is not None


def test_what_is_no_saved_game_is_not_imported(store):
    """Nothing of it is kept, not even the good beginning."""
    good = new_game("1880", NAMES).to_json()
    with pytest.raises(RefusedAction):
        store.import_game({**good, "actions": [BID, {"type": "bid", "private": "P0", "amount": 12}]})
    bad_ones: list[object] = [None, [], {}, {**good, "more": 1}, {**good, "actions": [BID, {"type": "jump"}]}]
    for bad in bad_ones:
        with pytest.raises(InvalidInput):
            store.import_game(bad)
    with pytest.raises(InvalidInput, match="other_players"):
        store.import_game(good, [Player("Ann"), Player("Bo"), Player("Di")])
    assert store.list_games().games == ()


# -- seats --


def test_a_near_miss_is_a_miss():
    """The whole hash is compared, and where none is kept nothing secret_matches."""
    kept = hash_secret("a secret")
    assert secret_matches("a secret", kept)
    for other in ("b" * 64, kept[:-1] + chr(ord(kept[-1]) ^ 1), kept[:-1], "", None):
        assert not secret_matches("a secret", other)
    assert not secret_matches(kept, kept)


def test_a_secret_opens_its_seat_only(store):
    """In its own game, and until it is replaced; a bot has none."""
    made, other = store.create_game("1880", ["Ann", "Bo", Player("Cy", bot="clerk")]), store.create_game("1880", NAMES)
    assert made.secrets[2] is None
    assert [store.seat_of_secret(made.id, secret).number for secret in made.secrets[:2]] == [0, 1]
    for wrong in (other.secrets[0], made.secrets[0][:-1], made.secrets[0] + "x", "", "\ud800", "é"):
        assert store.seat_of_secret(made.id, wrong) is None
    new = store.new_secret(made.id, 0)
    assert store.seat_of_secret(made.id, made.secrets[0]) is None
    assert store.seat_of_secret(made.id, new).name == "Ann"


def test_who_made_a_game_keeps_it(store):
    """One secret for each game, which opens no seat; nothing else will do."""
    made, other = (store.create_game("1880", ["Ann", "Bo", "Cy"]) for _ in range(2))
    assert store.is_keeper(made.id, made.keeper)
    assert store.seat_of_secret(made.id, made.keeper) is None
    for wrong in (other.keeper, made.secrets[0], made.keeper[:-1], "", "\ud800"):
        assert not store.is_keeper(made.id, wrong)
    assert not store.is_keeper("nothere", made.keeper)
    assert not store.is_keeper("../x", made.keeper)


def test_secrets_are_long_and_not_kept(address, store):
    """At least 128 bits each; neither the tables nor the file contain one."""
    made = store.create_game("1880", NAMES)
    secrets = [*made.secrets, store.new_secret(made.id, 1), made.keeper]
    assert all(len(secret) * 5.95 >= 128 for secret in secrets)
    assert len(set(secrets)) == 5
    engine = sa.create_engine(address)
    with engine.connect() as connection:
        kept = repr([connection.execute(sa.select(table)).fetchall() for table in METADATA.sorted_tables])
    engine.dispose()
    assert made.id in kept
    assert not any(secret in kept for secret in secrets)
    if address.startswith("sqlite"):
        files = b"".join(path.read_bytes() for path in Path(address.removeprefix("sqlite:///")).parent.iterdir())
        assert made.id.encode() in files
        assert not any(secret.encode() in files for secret in secrets)


def test_seats_change_hands(store):
    """A bot takes over and a person comes back; languages change."""
    made = store.create_game("1880", NAMES)
    store.give_to_bot(made.id, 1, "clerk")
    store.set_language(made.id, 2, "ja")
    assert store.seat_of_secret(made.id, made.secrets[1]).bot == "clerk"
    assert [seat.bot for seat in store.game(made.id).seats] == [None, "clerk", None]
    assert store.game(made.id).seats[2].language == "ja"
    store.new_secret(made.id, 1)
    assert store.game(made.id).seats[1].bot is None
    assert store.seat_of_secret(made.id, made.secrets[1]) is None
    for refused in (
        lambda: store.set_language(made.id, 0, "fr"),
        lambda: store.set_language(made.id, 3, "de"),
        lambda: store.give_to_bot(made.id, 0, ""),
        lambda: store.new_secret(made.id, -1),
    ):
        with pytest.raises(TieluError):
            refused()


def test_who_is_there_is_written_down_now_and_then(store, clock):
    """Not with every look, since each costs a write."""
    game_id = store.create_game("1880", NAMES).id
    store.seen(game_id, 1)
    first = store.game(game_id).seats[1].last_seen
    store.seen(game_id, 1)
    assert store.game(game_id).seats[1].last_seen == first
    clock.now += timedelta(minutes=2)
    store.seen(game_id, 1)
    assert store.game(game_id).seats[1].last_seen > first
    assert store.game(game_id).seats[0].last_seen is None


# -- chat and notes --


def test_chat_is_kept_in_its_order(store):
    """By players and by the table itself, each message with a number of its own in its game."""
    game_id, other = store.create_game("1880", NAMES).id, store.create_game("1880", NAMES).id
    store.talk.add_message(other, 0, "hello there")
    said = ((0, "你好\n!"), (None, "Bo is late"), (1, "😀"))
    sent = [store.talk.add_message(game_id, seat, text) for seat, text in said]
    assert [message.number for message in sent] == [1, 2, 3]
    assert store.talk.messages_since(game_id) == sent
    assert store.talk.messages_since(game_id, 2) == sent[2:]
    for seat, text in ((0, ""), (0, " \n"), (0, "x" * 2001), (0, "a\0b"), (0, "\ud800"), (0, None), (3, "who?")):
        with pytest.raises(TieluError):
            store.talk.add_message(game_id, seat, text)
    assert store.talk.messages_since(game_id) == sent


def test_notes_are_kept_for_each_seat(store):
    """The last one counts, and an empty one clears it."""
    game_id = store.create_game("1880", NAMES).id
    assert store.talk.note(game_id, 0) == ""
    store.talk.write_note(game_id, 0, "buy HKR")
    store.talk.write_note(game_id, 1, "sell HKR")
    store.talk.write_note(game_id, 0, "no, WNR\n\tat 90")
    assert [store.talk.note(game_id, seat) for seat in range(3)] == ["no, WNR\n\tat 90", "sell HKR", ""]
    store.talk.write_note(game_id, 0, "")
    assert store.talk.note(game_id, 0) == ""
    with pytest.raises(InvalidInput, match="text_too_long"):
        store.talk.write_note(game_id, 1, "x" * 20_001)
    with pytest.raises(NotFound, match="no_such_seat"):
        store.talk.note(game_id, 3)
    assert store.talk.note(game_id, 1) == "sell HKR"


def test_times_are_moments(address):
    """A time without a time zone is refused rather than guessed."""
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 - that it has no zone is the point
    with Store(address, lambda: naive) as odd, pytest.raises(InvalidInput, match="cannot_be_stored") as refused:
        odd.create_game("1880", NAMES)
    assert "without a time zone" in str(refused.value.__cause__)
