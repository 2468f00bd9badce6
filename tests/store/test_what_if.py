"""What-if boards: opened on a position, played by their owner, in no list; the game itself learns nothing of them."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

import tielu
from tests.store.conftest import Clock
from tests.store.test_games import recorded
from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store import Origin, Player
from tielu.store.positions import position_hash
from tielu.store.schema import CHAT, GAMES, LOG, METADATA, NOTES, REASONS, SEATS
from tielu.store.what_if import MOST_BOARDS, UNTOUCHED

OWNER, STRANGER = "the secret of an owner", "the secret of somebody else"
BEGUN = 80


@pytest.fixture
def clock():
    return Clock(timedelta(seconds=1))


@pytest.fixture
def game(store):
    """A game with links in its first operating round; its last entry but one was taken back."""
    saved = recorded("1880-2022-3p-101")
    players = [Player(saved["players"][0]), Player(saved["players"][1], "de"), Player(saved["players"][2], bot="clerk")]
    made = store.import_game({**saved, "actions": saved["actions"][:BEGUN]}, players, name="Tuesday", undo="free")
    store.append(made.id, BEGUN, {"type": "undo", "to": BEGUN - 2}, 0)
    store.talk.write_note(made.id, 0, "Buy the last 3-train.")
    store.talk.add_message(made.id, 0, "Hello!")
    return made.id


def rows_of(store, game_id):
    """Everything that the database holds of a game, and of people."""
    with store._engine.connect() as connection:
        rows = []
        for table in METADATA.sorted_tables:
            column = table.c.id if table is GAMES else table.c.get("game")
            query = sa.select(table) if column is None else sa.select(table).where(column == game_id)
            rows.append(connection.execute(query).fetchall())
        return rows


def secret_hashes(store, game_id):
    """The hashes of the secrets of a game's seats."""
    with store._engine.connect() as connection:
        return set(connection.scalars(sa.select(SEATS.c.secret_hash).where(SEATS.c.game == game_id))) - {None}


def a_move(store, board):
    """Any legal action on a board."""
    return next(iter(store.load(board).game.legal_actions())).to_json()


def test_a_board_has_the_position_and_leaves_the_game_alone(store, game):
    """Moves, undo and bots on the board change nothing that is stored of the game."""
    before = rows_of(store, game)
    board = store.open_what_if(game, OWNER)
    opened, there = store.load(board), store.load(game)
    assert position_hash(opened.game) == position_hash(there.game)
    assert (opened.game.title, opened.game.edition, opened.game.revision) == ("1880", "2022", there.game.revision)
    assert store.game(board).origin == Origin(game, BEGUN + 1, BEGUN - 2)
    store.append(board, opened.seq, a_move(store, board), 0)
    store.append(board, opened.seq + 1, {"type": "undo", "to": opened.seq}, 0)
    store.give_to_bot(board, 1, "clerk")
    assert position_hash(store.load(board).game) == position_hash(there.game)
    assert rows_of(store, game) == before


def test_a_board_of_a_past_position(store, game):
    """The position after an entry, also after one that was undone later; 0 is the beginning."""
    for at in (0, 40, BEGUN - 1):
        board = store.open_what_if(game, OWNER, at)
        assert position_hash(store.load(board).game) == position_hash(store.load(game, at).game)
        assert store.game(board).origin == Origin(game, at, at)
    with pytest.raises(NotFound):
        store.open_what_if(game, OWNER, BEGUN + 2)


def test_a_board_carries_nothing_private(store, game):
    """Neither chat, notes and secrets nor the seeds of bots, whose moves could be foreseen; no bot at first."""
    board = store.open_what_if(game, OWNER)
    info = store.game(board)
    assert [seat.bot for seat in info.seats] == [seat.seed for seat in info.seats] == [None] * 3
    assert store.talk.messages_since(board) == []
    assert [store.talk.note(board, seat) for seat in range(3)] == [""] * 3
    assert secret_hashes(store, board).isdisjoint(secret_hashes(store, game))


def test_a_board_is_in_no_list(store, game):
    """Not among all, running or deleted games, nor when asked for by its id."""
    board = store.open_what_if(game, OWNER)
    assert [info.id for info in store.list_games().games] == [game]
    assert [info.id for info in store.list_games("running").games] == [game]
    assert [info.id for info in store.games_with_ids([game, board])] == [game]
    store.delete_game(board)
    assert store.list_games("deleted").games == ()


def test_only_the_owner_has_it(store, game):
    """The owner's secret opens it and lists it; nobody else's does."""
    first, second = store.open_what_if(game, OWNER), store.open_what_if(game, OWNER, 40)
    assert [info.id for info in store.what_ifs(game, OWNER)] == [second, first]
    assert store.what_ifs(game, STRANGER) == ()
    assert store.is_keeper(first, OWNER)
    assert not store.is_keeper(first, STRANGER)


def test_undo_ends_where_the_board_begins(store, game):
    """What the players did is not taken back on a board; a board on an earlier position can be opened instead."""
    board = store.open_what_if(game, OWNER)
    begun = store.game(board).origin.entries
    assert not store.read(board).may_undo(begun - 1, 0)
    with pytest.raises(NotAllowed, match="what_if"):
        store.append(board, begun, {"type": "undo", "to": begun - 1}, 0)


def test_a_board_on_a_board(store, game):
    """It goes on from there, and still comes from the game; on an earlier position it comes from there."""
    board = store.open_what_if(game, OWNER, 40)
    store.append(board, 40, a_move(store, board), 0)
    copy = store.open_what_if(board, STRANGER)
    assert position_hash(store.load(copy).game) == position_hash(store.load(board).game)
    assert store.game(copy).origin == Origin(game, 40, 40)
    assert [info.id for info in store.what_ifs(game, STRANGER)] == [copy]
    assert store.game(store.open_what_if(board, STRANGER, 12)).origin == Origin(game, 12, 12)
    assert store.game(store.open_what_if(board, STRANGER, 0)).origin == Origin(game, 0, 0)


def test_suggestions_as_in_the_game(store, game):
    """Where nobody may ask bots, a board is no way round it; once the game is over there is nothing to protect."""
    assert not store.game(store.open_what_if(store.create_game("1880", ["Ann", "Bo", "Cy"]).id, OWNER)).hints
    assert store.game(store.open_what_if(store.create_game("1880", ["A", "B", "C"], hints=True).id, OWNER)).hints
    finished = store.import_game(recorded("1880-2022-3p-101"), hints=False)
    assert store.game(store.open_what_if(finished.id, OWNER, 40)).hints


def test_a_discarded_board_is_gone(store, game):
    """With its log, seats and reasons; a game is not discarded."""
    board = store.open_what_if(game, OWNER)
    store.discard_what_if(board)
    with store._engine.connect() as connection:
        for table in (LOG, SEATS, CHAT, NOTES, REASONS):
            assert connection.scalar(sa.select(sa.func.count()).where(table.c.game == board)) == 0
    with pytest.raises(NotFound):
        store.load(board)
    for method in (store.discard_what_if, lambda each: store.name_what_if(each, "Mine")):
        with pytest.raises(InvalidInput, match="not_a_what_if"):
            method(game)
    assert store.game(game).name == "Tuesday"


def test_forgotten_boards_make_room(store, game, clock):
    """Untouched for a month, unless they have a name; so does the oldest one when there are too many."""
    kept, forgotten = store.open_what_if(game, OWNER, 0), store.open_what_if(game, STRANGER, 0)
    store.name_what_if(kept, "Without P1")
    clock.now += UNTOUCHED + timedelta(minutes=1)
    boards = [store.open_what_if(game, OWNER, 0) for _ in range(MOST_BOARDS - 1)]
    with pytest.raises(NotFound):
        store.game(forgotten)
    more = store.open_what_if(game, OWNER, 0)
    assert {info.id for info in store.what_ifs(game, OWNER)} == {kept, more, *boards[1:]}
    assert store.game(kept).name == "Without P1"
    for board in store.what_ifs(game, OWNER):
        store.name_what_if(board.id, "Kept")
    with pytest.raises(InvalidInput, match="too_many_what_ifs"):
        store.open_what_if(game, OWNER, 0)
    store.open_what_if(game, STRANGER, 0)


def test_boards_with_shared_positions_stay(store, game, clock):
    """A link to a position outlasts all boards that come later, until it is withdrawn; at last there is no room."""
    first = store.open_what_if(game, OWNER, 0)
    link = store.shared.share(first, 0, "", OWNER)
    boards = [store.open_what_if(game, OWNER, 0) for _ in range(MOST_BOARDS + 3)]
    assert store.shared.get(link).game == first
    assert {info.id for info in store.what_ifs(game, OWNER)} == {first, *boards[-MOST_BOARDS + 1 :]}
    for board in boards[-MOST_BOARDS + 1 :]:
        store.shared.share(board, 0, "", OWNER)
    with pytest.raises(InvalidInput, match="too_many_what_ifs"):
        store.open_what_if(game, OWNER, 0)
    store.shared.withdraw(link)
    store.open_what_if(game, OWNER, 0)
    with pytest.raises(NotFound):
        store.game(first)


def test_a_lesson_begun_again_leaves_shared_positions(store):
    """The board of the link stays beside the one that is played on, of which there is one."""
    start = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    boards = [store.open_exercise("1880/lesson", start, ["Ann", "Bo", "Cy"], OWNER)]
    link = store.shared.share(boards[0], 0, "", OWNER)
    boards += [store.open_exercise("1880/lesson", start, ["Ann", "Bo", "Cy"], OWNER) for _ in range(3)]
    assert store.shared.get(link).game == boards[0]
    assert store.game(boards[-1]).origin.exercise == "1880/lesson"
    for board in boards[1:-1]:
        with pytest.raises(NotFound):
            store.game(board)
    for _ in range(MOST_BOARDS - 2):
        store.shared.share(store.open_exercise("1880/lesson", start, ["Ann", "Bo", "Cy"], OWNER), 0, "", OWNER)
