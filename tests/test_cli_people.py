"""`tielu people`: what an operator types about accounts and chats, and that each act is on record."""

import pytest

from tielu.cli import main
from tielu.store import Store


@pytest.fixture
def database(tmp_path, monkeypatch):
    """A database with Ann and Bo, and a game whose only message is the id of the game."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    with Store(tmp_path / "games.sqlite3") as store:
        for name in ("Ann", "Bo"):
            store.people.sign_in_by_link(store.people.ask_link(f"{name}@mail.example") or "", name=name)
        game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
        store.talk.add_message(game, 0, game)
    return tmp_path / "games.sqlite3"


def people(capsys, database, *arguments):
    """The exit code of a command, what it prints, and its errors."""
    code = main(["people", "--database", str(database), *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_an_operator_blocks_and_unblocks(capsys, database):
    """By name; the list says who is blocked, and the acts say what was done."""
    assert people(capsys, database, "block", "ann") == (0, "The account of ann is blocked.\n", "")
    listed = people(capsys, database, "list")[1].splitlines()
    assert [line.split()[1:] for line in listed] == [["Bo", "bo@mail.example"], ["Ann", "ann@mail.example", "blocked"]]
    assert people(capsys, database, "unblock", "Ann")[0] == 0
    assert "blocked" not in people(capsys, database, "list", "an")[1]
    acts = people(capsys, database, "acts")[1].splitlines()
    assert ["account unblocked" in acts[0], "account blocked" in acts[1]] == [True, True]
    assert people(capsys, database, "block", "Eve") == (2, "", "tielu: There is no such account.\n")


def test_an_operator_removes_a_message(capsys, database):
    """By the id of its game and its number."""
    with Store(database) as store:
        game = store.list_games().games[0].id
    assert people(capsys, database, "remove-message", game, 1)[0] == 0
    with Store(database) as store:
        assert [each.text for each in store.talk.messages_since(game)] == [""]
    assert "message removed" in people(capsys, database, "acts")[1]
    assert people(capsys, database, "remove-message", game, 2) == (2, "", "tielu: There is no such message.\n")
