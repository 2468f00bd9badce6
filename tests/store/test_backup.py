"""Copies of a database that is in use, brought back; files that have lost a part; ends that leave nothing open."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from tests.store.test_database import first_schema
from tests.web.test_serving import PROGRAM
from tielu.cli import main
from tielu.errors import InvalidInput, NotFound
from tielu.store import Store, StoreError
from tielu.store.backup import back_up, bring_back

PLAYERS = ["Ann", "Bo", "Cy"]
PASS = {"type": "pass"}


@pytest.fixture
def store(file):
    """A file of SQLite."""
    with Store(file) as opened:
        yield opened


def test_a_copy_of_a_database_in_use_is_whole(store, file, tmp_path):
    """While somebody writes without a pause, every copy holds all that was acknowledged before it."""
    game = store.create_game("1880", PLAYERS).id
    written, stop = [0], threading.Event()

    def write():
        while not stop.is_set():
            written[0] = store.talk.add_message(game, 0, "word").number

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            known = written[0]
            back_up(file, tmp_path / f"copy-{number}")
            with Store(tmp_path / f"copy-{number}") as copy:
                found = len(copy.talk.messages_since(game))
            assert known <= found <= written[0] + 1
    finally:
        stop.set()
        writer.join()
    assert written[0] > 0


def test_what_is_brought_back_is_there_at_once(store, file, tmp_path):
    """A store that is open goes on with it, in memory too, and can write; what was there before is in another file."""
    game = store.create_game("1880", PLAYERS, mode="hot_seat").id
    store.append(game, 0, {"type": "bid", "private": "P0", "amount": 5}, 0)
    back_up(file, tmp_path / "copy")
    store.append(game, 1, PASS, 1)
    store.append(game, 2, PASS, 2)
    later = store.create_game("1880", PLAYERS).id
    before = bring_back(tmp_path / "copy", file)
    assert store.load(game).seq == len(store.load(game).game.actions) == 1
    assert [info.id for info in store.list_games().games] == [game]
    store.append(game, 1, {"type": "bid", "private": "P0", "amount": 10}, 1)
    assert [action.to_json()["type"] for action in store.load(game).game.actions] == ["bid", "bid"]
    assert before is not None
    with Store(before) as kept:
        assert kept.load(game).seq == 3
        assert kept.game(later).id == later


def test_another_store_has_written_since(store, file, tmp_path):
    """What this one has in memory is of a game that was never played; it notices by the last entry."""
    game = store.create_game("1880", PLAYERS, mode="hot_seat").id
    back_up(file, tmp_path / "copy")
    store.append(game, 0, PASS, 0)
    assert store.load(game).game.actor == "Bo"
    bring_back(tmp_path / "copy", file)
    with Store(file) as another:
        for seq, entry in enumerate([{"type": "bid", "private": "P0", "amount": 5}, PASS]):
            another.append(game, seq, entry, seq)
    assert [action.to_json()["type"] for action in store.load(game).game.actions] == ["bid", "pass"]


def test_an_older_copy_is_brought_up_to_date(file, tmp_path):
    """A server that runs knows its own schema only."""
    old = tmp_path / "old.sqlite3"
    first_schema(f"sqlite:///{old}")
    with Store(file) as store:
        bring_back(old, file)
        assert store.list_games().games


def test_nothing_is_overwritten_and_nothing_broken_is_brought_back(store, file, tmp_path):
    """Neither a file of somebody else nor the games that are there."""
    game = store.create_game("1880", PLAYERS).id
    other = tmp_path / "other"
    other.write_text("mine")
    with pytest.raises(InvalidInput, match="backup_in_the_way"):
        back_up(file, other)
    with pytest.raises(NotFound, match="file_missing"):
        back_up(tmp_path / "nowhere", tmp_path / "copy")
    with pytest.raises(NotFound, match="file_missing"):
        bring_back(tmp_path / "nowhere", file)
    with pytest.raises(StoreError):
        bring_back(other, file)
    back_up(file, tmp_path / "cut")
    os.truncate(tmp_path / "cut", 9 * 4096)
    with pytest.raises(StoreError):
        bring_back(tmp_path / "cut", file)
    assert store.game(game).id == game
    assert not list(tmp_path.glob("*.part*"))


def foreign_files(folder):
    """Files that hold no games: of another program, empty, and no database at all."""
    with closing(sqlite3.connect(folder / "other.sqlite3")) as other:
        other.execute("CREATE TABLE things (name TEXT)")
        other.commit()
    (folder / "empty.sqlite3").touch()
    (folder / "text.json").write_text('{"players": ["Ann"]}')
    return [folder / name for name in ("other.sqlite3", "empty.sqlite3", "text.json")]


def test_what_holds_no_games_is_neither_copied_nor_brought_back(store, file, tmp_path):
    """An empty file least of all: the games that are there would be gone."""
    game = store.create_game("1880", PLAYERS).id
    for foreign in foreign_files(tmp_path):
        for attempt in (lambda: back_up(foreign, tmp_path / "copy"), lambda: bring_back(foreign, file)):  # noqa: B023
            with pytest.raises(StoreError) as refused:
                attempt()
            assert refused.value.code in ("store_foreign", "store_not_opened")
            assert refused.value.params["store"] == str(foreign)
    assert store.game(game).id == game
    names = {"games.sqlite3", "other.sqlite3", "empty.sqlite3", "text.json"}
    assert {path.name for path in tmp_path.iterdir()} - {"games.sqlite3-wal", "games.sqlite3-shm"} == names


def test_games_take_nobody_elses_place(store, file, tmp_path):
    """A file of another program stays as it is; an empty one, and one that is not there yet, take the games."""
    game = store.create_game("1880", PLAYERS).id
    back_up(file, tmp_path / "copy")
    other, empty, text = foreign_files(tmp_path)
    for foreign in (other, text):
        before = foreign.read_bytes()
        with pytest.raises(StoreError) as refused:
            bring_back(tmp_path / "copy", foreign)
        assert refused.value.params["store"] == str(foreign)
        assert foreign.read_bytes() == before
    for target in (empty, tmp_path / "new"):
        bring_back(tmp_path / "copy", target)
        with Store(target) as opened:
            assert opened.game(game).id == game
    assert not list(tmp_path.glob("text.json?*"))
    assert not list(tmp_path.glob("*.part*"))


def test_a_copy_that_cannot_be_written_is_told_with_both_names(store, file, tmp_path, capsys):
    """Nobody is told that the database is out of date."""
    store.create_game("1880", PLAYERS)
    nowhere = tmp_path / "nowhere" / "copy"
    assert main(["backup", str(nowhere), "--database", str(file), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"tielu: {file} could not be copied to {nowhere}: unable to open")
    back_up(file, tmp_path / "copy")
    assert main(["restore", str(tmp_path / "copy"), "--database", str(nowhere), "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"tielu: {tmp_path / 'copy'} could not be copied to {nowhere}: unable to open")
    assert said.endswith(". Nothing has been changed.\n")


def test_commands(store, file, tmp_path, capsys):
    """`tielu backup` and `tielu restore` say how many games there are, and what they will not do."""
    store.create_game("1880", PLAYERS)
    copy = str(tmp_path / "copy")
    assert main(["backup", copy, "--database", str(file), "--lang", "en"]) == 0
    store.create_game("1880", PLAYERS)
    assert main(["restore", copy, "--database", str(file), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "1 games from games.sqlite3" in said
    assert f"{file}-before-restore" in said
    assert len(store.list_games().games) == 1
    assert main(["backup", copy, "--database", str(file)]) == 2
    assert main(["backup", copy, "--database", "postgresql://localhost/games"]) == 2


# -- what is damaged --


def filled(file):
    """A database of some pages, closed."""
    with Store(file) as store:
        for _ in range(20):
            store.create_game("1880", PLAYERS)
    return file.stat().st_size


@pytest.mark.parametrize("left", [0.5, 0.95, -1])
def test_a_file_that_was_cut_is_not_served(file, left):
    """By half, by a page or by a byte; it stays as it is."""
    size = filled(file)
    os.truncate(file, int(size * left) if left > 0 else size - 1)
    before = file.read_bytes()
    with pytest.raises(StoreError):
        Store(file)
    assert file.read_bytes() == before


def test_a_file_with_a_hole_is_not_served(file):
    """Pages that were overwritten with something else."""
    size = filled(file)
    with file.open("rb+") as opened:
        opened.seek(size // 2 // 4096 * 4096)
        opened.write(b"\xff" * 4096 * 3)
    with pytest.raises(StoreError, match="store_damaged"):
        Store(file)


@pytest.mark.parametrize("left", [0.5, 0.0, None])
def test_a_log_that_was_cut_is_not_served(file, tmp_path, left):
    """SQLite would drop the changes at its end, which had been acknowledged, without a word."""
    killed = tmp_path / "killed"
    killed.mkdir()
    with Store(file) as store:
        for _ in range(5):
            store.create_game("1880", PLAYERS)
        for end in ("", "-wal", "-shm"):  # as a kill would leave them
            shutil.copy(f"{file}{end}", f"{killed / file.name}{end}")
    log = killed / f"{file.name}-wal"
    if left is None:
        log.unlink()
    else:
        os.truncate(log, int(log.stat().st_size * left))
    with pytest.raises(StoreError, match="store_damaged"):
        Store(killed / file.name)


def test_a_log_that_is_whole_is_read(file, tmp_path):
    """What a kill leaves is served as ever."""
    killed = tmp_path / "killed"
    killed.mkdir()
    with Store(file) as store:
        game = store.create_game("1880", PLAYERS).id
        for end in ("", "-wal", "-shm"):
            shutil.copy(f"{file}{end}", f"{killed / file.name}{end}")
    with Store(killed / file.name) as store:
        assert store.game(game).id == game


# -- the end --


def test_sigterm_leaves_a_file_that_is_whole(file, tmp_path):
    """After `tielu play` was told to end, the file alone has everything; it ends with 0."""
    port = "28884"
    options = ["play", "--no-browser", "--lang", "en", "--port", port, "--database", str(file)]
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *options], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            server.stdout.readline()
            with Store(file) as store:
                game = store.create_game("1880", PLAYERS).id
            with closing(sqlite3.connect(file)) as reader:
                reader.execute("select count(*) from games").fetchone()
                # Somebody who reads does not keep the server from writing its changes into the file.
                server.send_signal(signal.SIGTERM)
                assert server.wait(30) == 0
                shutil.copy(file, tmp_path / "alone.sqlite3")
        finally:
            server.kill()
    with Store(tmp_path / "alone.sqlite3") as copy:
        assert copy.game(game).id == game


# -- who waits for whom --


def test_a_file_opened_again_keeps_its_locks(file):
    """A process that reads and closes a file loses its locks on it, so a file in use is not checked again."""
    write = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('update games set name = 1')"
    with Store(file) as store, closing(sqlite3.connect(file, isolation_level=None)) as holder:
        store.create_game("1880", PLAYERS)
        holder.execute("begin immediate")
        again = Store(file)
        other = subprocess.run([sys.executable, "-c", write, str(file)], capture_output=True, text=True, check=False)
        holder.execute("rollback")
        again.close()
    assert "database is locked" in other.stderr


def test_a_database_that_somebody_holds_leaves_room_to_read(file):
    """Of many who would write few wait; the others are told at once, so that threads are left for readers."""
    with Store(file) as store, closing(sqlite3.connect(file, isolation_level=None)) as holder:
        games = [store.create_game("1880", PLAYERS).id for _ in range(8)]
        holder.execute("begin immediate")
        codes = []

        def write(game):
            try:
                store.talk.add_message(game, None, "word")
            except StoreError as error:
                codes.append(error.code)

        writers = [threading.Thread(target=write, args=[game], daemon=True) for game in games for _ in range(5)]
        for each in writers:
            each.start()
        until = time.monotonic() + 12
        while len(codes) < 24:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert set(codes) == {"store_busy"}
        assert store.game(games[0]).id == games[0]
        holder.execute("rollback")
        for each in writers:
            each.join()
    assert len(codes) == 24
