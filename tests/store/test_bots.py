"""Bots in the store: whose turn it is, what they did and why, seats that change hands, and taking back among them."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from tests.store.test_database import at_schema, first_schema
from tielu.errors import TieluError
from tielu.i18n import LANGUAGES, say_error
from tielu.store import BotReason, Conflict, Hint, Player, Store
from tielu.store.schema import REASONS
from tielu.store.validation import validated

BID = {"type": "bid", "private": "P0", "amount": 5}
PASS = {"type": "pass"}
WHY = BotReason("clerk", "bid", {"price": 5, "private": "P0", "most": 35})
ANN, BO, CY = range(3)


def clerks(store, *, people=("Ann",), mode="links", **options):
    """A game of 1880 in which clerks sit where no people do."""
    players = [Player(name, bot=None if name in people else "clerk") for name in ("Ann", "Bo", "Cy")]
    return store.create_game("1880", players, mode=mode, **options).id


def refused(code, do, *given):
    with pytest.raises(TieluError) as caught:
        do(*given)
    assert caught.value.code == code
    assert all(code not in say_error(caught.value, lang) for lang in LANGUAGES)


def test_a_bot_acts_and_says_why(store):
    """The reason stands beside the entry, not in it."""
    game = clerks(store)
    store.append(game, 0, BID, ANN)
    assert store.append_for_bot(game, 1, PASS, BO, WHY) == 2
    assert store.reasons(game) == {2: WHY}
    assert store.reasons(game, 2) == {}
    assert store.entries_since(game, 1)[0].data == PASS
    with pytest.raises(Conflict):
        store.append_for_bot(game, 1, PASS, CY, WHY)
    assert len(store.reasons(game)) == 1


@pytest.mark.parametrize("mode", ["links", "hot_seat"])
def test_people_and_bots_act_for_themselves(store, mode):
    """A person does not move for a bot, nor a bot for a person; nothing is written then."""
    game = clerks(store, mode=mode)
    refused("seat_of_person", store.append_for_bot, game, 0, BID, ANN, WHY)
    store.append(game, 0, BID, ANN)
    refused("seat_of_bot", store.append, game, 1, PASS, BO)
    assert store.load(game).seq == 1
    assert store.reasons(game) == {}


def test_bots_whose_turn_it_is(store):
    """One line for each running game in which a bot must decide, with all that is needed to find when it should."""
    game, others = clerks(store), store.create_game("1880", ["Ann", "Bo", "Cy"]).id
    assert store.bot_turns() == []
    store.append(game, 0, BID, ANN)
    store.append(others, 0, BID, ANN)
    (turn,) = store.bot_turns()
    assert (turn.game_id, turn.seq, turn.undone, turn.people) == (game, 1, False, 1)
    assert turn.seat == store.game(game).seats[BO]
    store.append_for_bot(game, 1, PASS, BO, WHY)
    store.append_for_bot(game, 2, PASS, CY, WHY)
    store.append(game, 3, {"type": "undo", "to": 1}, ANN)
    (turn,) = store.bot_turns()
    assert (turn.seq, turn.undone) == (4, True)
    store.delete_game(game)
    assert store.bot_turns() == []


def test_the_index_finds_every_turn_of_a_bot(store):
    """Whatever brings a bot's turn about or ends it, the turns found by the index are those found game by game."""
    game = clerks(store, undo="free")
    at_once = store.create_game("1880", [Player("Ann", bot="clerk"), "Bo", "Cy"]).id
    boards = []
    for change, waiting in (
        (lambda: None, {at_once}),
        (lambda: store.append(game, 0, BID, ANN), {at_once, game}),
        (lambda: store.take_from_bot(at_once, ANN), {game}),
        (lambda: store.give_to_bot(at_once, CY, "clerk"), {game}),
        (lambda: store.append_for_bot(game, 1, PASS, BO, WHY), {game}),
        (lambda: store.delete_game(game), set()),
        (lambda: store.restore_game(game), {game}),
        (lambda: store.append_for_bot(game, 2, PASS, CY, WHY), {game}),
        (lambda: store.append(game, 3, {"type": "undo", "to": 1}, ANN), {game}),
        (lambda: store.new_secret(game, BO), set()),
        (lambda: store.give_to_bot(game, BO, "random"), {game}),
        (lambda: boards.append(store.open_what_if(game, "secret")), {game}),
        (lambda: store.give_to_bot(boards[0], BO, "random"), {game, "board"}),
    ):
        change()
        assert {"board" if turn.game_id in boards else turn.game_id for turn in store.bot_turns()} == waiting
        assert store.bot_turns() == store.bot_turns([game, at_once, *boards])


def test_turns_of_bots_are_looked_up_and_not_searched(store):
    """The database walks through the games that wait for a bot or have automatic moves, and not through all of them."""
    engine = store._engine
    asked = []
    sa.event.listen(engine, "before_cursor_execute", lambda *given: asked.append((given[2], given[3])))
    store.bot_turns()
    queries = asked[-2:]
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET enable_seqscan = off")
        kind = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
        plans = [connection.exec_driver_sql(f"{kind} {each}", values).fetchall() for each, values in queries]
    assert "games_that_await_bots" in str(plans[0])
    assert "automatic_moves_in_force" in str(plans[1])


def test_the_seed_stays_with_the_seat(store, address):
    """Random for each bot, the same for good: its moves can be found again."""
    game = clerks(store)
    seeds = [seat.seed for seat in store.game(game).seats]
    assert seeds[ANN] is None
    assert seeds[BO] != seeds[CY]
    store.take_from_bot(game, BO)
    store.give_to_bot(game, BO, "random")
    with Store(address) as again:
        assert [seat.seed for seat in again.game(game).seats] == seeds


def test_a_seat_is_lent_and_taken_back(store):
    """Its secret opens it all the time; only who plays there acts."""
    made = store.create_game("1880", ["Ann", "Bo", "Cy"])
    store.give_to_bot(made.id, ANN, "clerk")
    seat = store.seat_of_secret(made.id, made.secrets[ANN])
    assert (seat.number, seat.bot, seat.owned) == (ANN, "clerk", True)
    refused("seat_of_bot", store.append, made.id, 0, BID, ANN)
    (turn,) = store.bot_turns()
    assert turn.people == 2
    store.append_for_bot(made.id, 0, BID, ANN, WHY)
    store.take_from_bot(made.id, ANN)
    store.append(made.id, 1, PASS, BO)
    store.append(made.id, 2, PASS, CY)
    assert store.bot_turns() == []


@pytest.mark.parametrize(
    ("mode", "people", "hints"),
    [
        ("hot_seat", ("Ann", "Bo", "Cy"), True),
        ("links", ("Ann", "Bo"), False),
        ("links", ("Ann",), True),
        ("links", (), True),
    ],
)
def test_who_may_ask_for_advice(store, mode, people, hints):
    """At one screen, and alone with bots; people with links only if they have said so. A choice goes before that."""
    assert store.game(clerks(store, people=people, mode=mode)).hints is hints
    for chosen in (True, False):
        assert store.game(clerks(store, people=people, mode=mode, hints=chosen)).hints is chosen


# -- taking back --


def answered(store, undo, people=("Ann",)):
    """Ann has bid, and the two others have answered."""
    game = clerks(store, people=people, undo=undo)
    store.append(game, 0, BID, ANN)
    for seq, seat, name in ((1, BO, "Bo"), (2, CY, "Cy")):
        if name in people:
            store.append(game, seq, PASS, seat)
        else:
            store.append_for_bot(game, seq, PASS, seat, WHY)
    return game


def test_own_actions_go_with_the_answers_of_bots(store):
    """What bots did is nobody's: it is taken back with the action before it."""
    game = answered(store, "own")
    store.append(game, 3, {"type": "undo", "to": 0}, ANN)
    assert store.load(game).game.actions == []
    store.append(game, 4, {"type": "undo", "to": 3}, ANN)
    assert len(store.load(game).game.actions) == 3


def test_answers_of_bots_alone_are_not_ones_own(store):
    """Whoever has done nothing has nothing to take back; a bot would answer the same again."""
    refused("undo_not_own", store.append, answered(store, "own"), 3, {"type": "undo", "to": 1}, ANN)


def test_what_other_people_did_stays(store):
    """A bot in between makes no difference."""
    game = answered(store, "own", people=("Ann", "Bo"))
    refused("undo_not_own", store.append, game, 3, {"type": "undo", "to": 0}, ANN)
    store.append(game, 3, {"type": "undo", "to": 1}, BO)
    assert len(store.load(game).game.actions) == 1


def test_what_people_did_stays_when_a_bot_plays_for_them(store):
    """Their own moves are theirs, whoever sits there now; the bot's go with the action before them."""
    game = answered(store, "own", people=("Ann", "Bo"))
    store.give_to_bot(game, BO, "clerk")
    refused("undo_not_own", store.append, game, 3, {"type": "undo", "to": 0}, ANN)
    assert not store.read(game).may_undo(0, ANN)
    lent = clerks(store, people=("Ann", "Bo"), undo="own")
    store.give_to_bot(lent, BO, "clerk")
    store.append(lent, 0, BID, ANN)
    for seq, seat in ((1, BO), (2, CY)):
        store.append_for_bot(lent, seq, PASS, seat, WHY)
    assert store.read(lent).may_undo(0, ANN)
    store.append(lent, 3, {"type": "undo", "to": 0}, ANN)
    assert store.load(lent).game.actions == []


@pytest.mark.parametrize("by_bot", [True, False])
def test_a_seat_that_changes_hands_meanwhile(store, monkeypatch, by_bot):
    """Who may move is asked again when the move is written."""
    game = clerks(store)
    store.append(game, 0, BID, ANN)
    if not by_bot:
        store.take_from_bot(game, BO)

    def changed(*given, **more):
        step = validated(*given, **more)
        store.take_from_bot(game, BO) if by_bot else store.give_to_bot(game, BO, "clerk")
        return step

    monkeypatch.setattr("tielu.store.store.validated", changed)
    if by_bot:
        refused("seat_of_person", store.append_for_bot, game, 1, PASS, BO, WHY)
    else:
        refused("seat_of_bot", store.append, game, 1, PASS, BO)
    assert store.progress(game).entries == 1


def test_bots_agree_to_every_undo(store):
    """Only people are asked."""
    game = answered(store, "consent", people=("Ann", "Bo"))
    assert store.append(game, 3, {"type": "ask_undo", "to": 0}, ANN) == 4
    assert store.append(game, 4, {"type": "agree_undo"}, BO) == 6
    assert store.load(game).game.actions == []


# -- older databases --


def test_an_older_database_learns_of_bots(address):
    """Games with links are without hints; a seat can be given to a bot, also where nobody knew who is to act."""
    first_schema(address)
    with Store(address) as store:
        info = store.game("aaa")
        assert (info.hints, info.actor, [seat.seed for seat in info.seats]) == (False, None, [None] * 3)
        assert not any(seat.owned for seat in info.seats)
        store.give_to_bot("aaa", 2, "clerk")
        (turn,) = store.bot_turns()
        assert (turn.game_id, turn.seat.number, turn.seq) == ("aaa", 2, 2)


def test_a_migrated_database_knows_who_waits_for_bots(address):
    """Turns that had begun before there was an index are found in it."""
    engine, old = at_schema(address, "0013")
    now = datetime(2026, 1, 1, tzinfo=UTC)
    columns = {"title": "1880", "edition": "2022", "name": "", "format": 1, "mode": "links", "undo": "free"}
    columns |= {"created": now, "changed": now, "finished": False, "hints": False, "revision": 1, "actor": 0}
    with engine.begin() as connection:
        for game, bot in (("bots", "clerk"), ("people", None)):
            connection.execute(old.tables["games"].insert(), {"id": game, **columns})
            seats = [
                {"game": game, "number": seat, "name": f"P{seat}", "language": "de", "bot": bot} for seat in range(3)
            ]
            connection.execute(old.tables["seats"].insert(), seats)
    with Store(address) as store:
        assert [turn.game_id for turn in store.bot_turns()] == ["bots"]


def test_a_reason_belongs_to_an_entry(store, address):
    """The database itself refuses one without."""
    game = clerks(store)
    engine = sa.create_engine(address, poolclass=sa.NullPool)
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        with pytest.raises(sa.exc.IntegrityError):
            connection.execute(sa.insert(REASONS).values(game=game, seq=9, bot="clerk", reason="pass", numbers="{}"))


# -- what servers share --


def test_a_bot_need_not_wait_after_an_undo_that_was_resumed(store):
    """Whoever lets bots go on does so for this undo only, and only while it is the last entry."""
    game = clerks(store, undo="free")
    store.append(game, 0, BID, ANN)
    store.append_for_bot(game, 1, PASS, BO, WHY)
    store.append(game, 2, {"type": "undo", "to": 1}, ANN)
    turn = store.bots.turn(game)
    assert turn is not None
    assert (turn.seq, turn.undone) == (3, True)
    with pytest.raises(Conflict):
        store.bots.resume(game, 2)
    store.bots.resume(game, 3)
    assert store.game(game).resumed == 3
    assert store.bot_turns()[0].undone is False


def test_failures_count_until_the_game_goes_on(store):
    """A failure in an earlier position does not count, and an entry forgets them."""
    game = clerks(store)
    store.append(game, 0, BID, ANN)
    for seq in (0, 1, 1):
        store.bots.record_failure(game, seq)
    assert (store.game(game).bot_failures, store.bot_turns()[0].failures) == (2, 2)
    store.append_for_bot(game, 1, PASS, BO, WHY)
    assert (store.game(game).bot_failures, store.bot_turns()[0].failures) == (0, 0)


def test_visits_count_where_bots_are_among_themselves(address):
    """A visit is written once in a while, and only for such a game."""
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    with Store(address, clock=lambda: now[0]) as store:
        alone, with_people = clerks(store, people=()), clerks(store)
        assert store.bots.record_visit([alone, with_people]) is True
        assert store.bots.record_visit([alone, with_people]) is False
        now[0] += timedelta(minutes=1)
        assert store.bots.record_visit([with_people]) is False
        assert store.bots.record_visit([alone]) is True
        assert [turn.visited for turn in store.bot_turns()] == [now[0]]


def test_a_hint_is_kept_for_its_seat_and_position(store):
    """The next hint replaces it."""
    game = clerks(store)
    first, second = Hint(0, BID, WHY), Hint(0, PASS, WHY)
    store.bots.keep_hint(game, ANN, first)
    assert store.bots.hint(game, ANN, 0) == first
    assert store.bots.hint(game, ANN, 1) is None
    assert store.bots.hint(game, BO, 0) is None
    store.bots.keep_hint(game, ANN, second)
    assert store.bots.hint(game, ANN, 0) == second


def test_turns_are_handed_on_with_what_began_them(address):
    """Whoever wants to know is told in the same transaction: new games, entries, seats, visits, pauses that end."""
    told = []
    with Store(address, on_bot_turn=lambda _, turn: told.append((turn.game_id, turn.seq))) as store:
        alone = clerks(store, people=())
        game = clerks(store, undo="free")
        store.append(game, 0, BID, ANN)
        store.append_for_bot(game, 1, PASS, BO, WHY)
        store.append(game, 2, {"type": "undo", "to": 1}, ANN)
        store.bots.resume(game, 3)
        store.bots.record_visit([alone])
        store.append(game, 3, {"type": "undo", "to": 0}, ANN)
        store.give_to_bot(game, ANN, "clerk")
        assert told == [(alone, 0), *((game, seq) for seq in (1, 2, 3, 3)), (alone, 0), (game, 4)]

        def fail(*_):
            raise ZeroDivisionError

        store.bots._on_turn = fail
        with pytest.raises(ZeroDivisionError):
            store.append_for_bot(game, 4, BID, ANN, WHY)
        assert store.progress(game).entries == 4
