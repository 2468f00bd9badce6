"""Files of games: what is one is read, what is none is refused in a sentence, and nothing of others is overwritten."""

import gzip
import json
from typing import Any

import pytest

from tielu import new_game
from tielu.core.actions import Bid, Pass
from tielu.errors import TieluError
from tielu.files import load_file, save_drawing, save_file, save_page
from tielu.i18n import LANGUAGES, say_error


@pytest.fixture
def game():
    """A game after three actions."""
    game = new_game("1880", ["Ann", "Bo", "Cy"])
    for action in (Bid("P0", 5), Pass(), Pass()):
        game.apply(action)
    return game


PLATFORM_GAME = {
    "id": 1,
    "title": "1880",
    "players": [{"id": 7, "name": "Ann"}, {"id": 8, "name": "Bo"}, {"id": 9, "name": "Cy"}],
    "settings": {"optional_rules": []},
    "actions": [
        {"type": "bid", "entity": 7, "entity_type": "player", "company": "P0", "price": 6, "id": 1},
        {"type": "pass", "entity": 8, "entity_type": "player", "id": 2},
    ],
}


def test_a_saved_game_is_read_again(game, tmp_path):
    """What was saved comes back, with any number of its actions."""
    save_file(tmp_path / "game.json", game)
    recorded = load_file(tmp_path / "game.json")
    assert not recorded.foreign
    assert recorded.game().to_json() == game.to_json()
    assert [len(recorded.game(at).actions) for at in range(4)] == [0, 1, 2, 3]
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_gzipped_files_are_read(game, tmp_path):
    """It does not matter whether a file is packed, nor what it is called."""
    path = tmp_path / "game"
    path.write_bytes(gzip.compress(json.dumps(game.to_json()).encode()))
    assert load_file(str(path)).game().to_json() == game.to_json()


def test_files_of_the_platform_are_read(tmp_path):
    """A game of 18xx.games replays by its readings; actions are counted as in the file."""
    path = tmp_path / "platform.json"
    path.write_text(json.dumps(PLATFORM_GAME), "utf-8")
    recorded = load_file(path)
    assert recorded.foreign
    assert recorded.game().edition == "18xx.games"
    assert recorded.game(0).actor == "Ann"
    assert recorded.game(1).actor == "Bo"
    assert recorded.game().actor == "Cy"


@pytest.mark.parametrize("foreign", [False, True])
def test_a_position_beyond_the_end_is_refused(game, tmp_path, foreign):
    """One cannot look further than the file goes, nor before its beginning."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(PLATFORM_GAME if foreign else game.to_json()), "utf-8")
    wrong: list[tuple[Any, str]] = [(4, "fewer_actions"), (-1, "fewer_actions"), ("1", "not_a_whole_number")]
    for at, code in wrong:
        with pytest.raises(TieluError) as refused:
            load_file(path).game(at)
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_not_json"),
        (b"hello", "file_not_json"),
        (b"\xff\xfe\x00\x01\x02", "file_not_json"),
        (b"\x00" * 100, "file_not_json"),
        (b"[" * 100_000, "file_not_json"),
        (b'{"a":' * 100_000, "file_not_json"),
        (b"9" * 10_000, "file_not_json"),
        (b"\x1f\x8bjunk", "file_broken_gzip"),
        (gzip.compress(b"{}" * 100, mtime=0)[:-9], "file_broken_gzip"),
        (gzip.compress(b"junk", mtime=0), "file_not_json"),
        (b"[]", "file_not_a_game"),
        (b"null", "file_not_a_game"),
        (b'"text"', "file_not_a_game"),
        (b"{}", "file_not_a_game"),
        (b'{"players": 3, "actions": []}', "file_not_a_game"),
        (b'{"players": ["Ann", {"name": "Bo"}], "actions": []}', "file_not_a_game"),
        (b'{"players": [{"id": 3}]}', "file_not_a_game"),
    ],
)
def test_files_without_a_game_are_refused(tmp_path, content, code):
    """Whatever a file holds, the answer is a sentence in each language."""
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(TieluError) as refused:
        load_file(path)
    assert refused.value.code == code
    for lang in LANGUAGES:
        assert str(path) in say_error(refused.value, lang)


def test_missing_files_and_directories_are_refused(tmp_path):
    """So are paths that cannot be one."""
    for path, code in [
        (tmp_path / "none.json", "file_missing"),
        (tmp_path, "file_is_directory"),
        ("a\0b", "file_not_read"),
        ("x" * 5000, "file_not_read"),
    ]:
        with pytest.raises(TieluError) as refused:
            load_file(path)
        assert refused.value.code == code


@pytest.mark.parametrize("players", [[], ["Ann"], [1, 2, 3], [{"id": 1, "name": "Ann"}], [{"name": "A" * 50}] * 3])
@pytest.mark.parametrize("title", [None, "1880", 1880, "1822"])
@pytest.mark.parametrize("actions", [None, 3, [], [3], [{}], [{"type": "pass"}]])
def test_games_that_are_wrong_inside_are_refused(tmp_path, players, title, actions):
    """A file that looks like a game at first sight and is none is refused when it is replayed."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"title": title, "players": players, "actions": actions}), "utf-8")
    with pytest.raises(TieluError):
        load_file(path).game()


def test_letters_of_others_are_not_overwritten(game, tmp_path):
    """A file that holds something else than a saved game stays as it is."""
    for content in (b"dear diary", json.dumps(PLATFORM_GAME).encode(), b"{}"):
        path = tmp_path / "file"
        path.write_bytes(content)
        with pytest.raises(TieluError) as refused:
            save_file(path, game)
        assert refused.value.code == "file_in_the_way"
        assert path.read_bytes() == content


def test_saved_games_and_empty_files_are_overwritten(game, tmp_path):
    """A game that goes on replaces its earlier self."""
    path = tmp_path / "file"
    path.touch()
    save_file(path, game)
    game.apply(Pass())
    save_file(path, game)
    assert len(load_file(path).game().actions) == 4


@pytest.mark.parametrize("name", ["no/such/folder/x.json", "a\0b", "x" * 300])
def test_what_cannot_be_written_is_refused(game, tmp_path, name):
    """The reason is said, and nothing is left behind."""
    with pytest.raises(TieluError) as refused:
        save_file(f"{tmp_path}/{name}", game)
    assert refused.value.code in {"file_not_written", "file_in_the_way"}
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_to_its_end_leaves_nothing(tmp_path):
    """Half of a page is of no use to anybody."""
    with pytest.raises(TieluError):
        save_page(tmp_path / "page.html", "<!doctype html>\ud800")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("save", [save_drawing, save_page])
def test_a_name_that_is_empty_is_said(save):
    """It means the folder in which one is."""
    with pytest.raises(TieluError) as refused:
        save("", "<svg />")
    assert say_error(refused.value, "en").startswith(". ")
