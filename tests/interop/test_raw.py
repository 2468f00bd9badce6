"""Files of 18xx.games as they come: what counts as a game, and which of its actions stand."""

import pytest

from tests.corpus import needs_corpus, read_recorded
from tielu import InvalidAction
from tielu.interop import linear_actions, load_18xx_games


def bid(number, price, **more):
    return {"type": "bid", "entity": 0, "entity_type": "player", "company": "P0", "price": price, "id": number, **more}


def undo(number, **more):
    return {"type": "undo", "entity": 0, "entity_type": "player", "id": number, **more}


def redo(number):
    return {"type": "redo", "entity": 0, "entity_type": "player", "id": number}


def chat(number):
    return {"type": "message", "entity": 0, "entity_type": "player", "id": number, "message": "hello"}


def prices(actions):
    return [action["price"] for action in linear_actions(actions)]


def test_an_undo_takes_back_the_last_move():
    """What was undone is gone, and play goes on from there."""
    assert prices([bid(1, 5), bid(2, 10), undo(3), bid(4, 15)]) == [5, 15]


def test_several_undos_take_back_several_moves():
    """Each undo takes back one more of the moves that still stand."""
    assert prices([bid(1, 5), bid(2, 10), undo(3), undo(4), bid(5, 15)]) == [15]


def test_an_undo_to_an_action_keeps_that_action():
    """An undo that names an action takes back all that follows it; naming 0 takes back everything."""
    moves = [bid(1, 5), bid(2, 10), bid(3, 15)]
    assert prices([*moves, undo(4, action_id=1), bid(5, 20)]) == [5, 20]
    assert prices([*moves, undo(4, action_id=0), bid(5, 20)]) == [20]


def test_a_redo_restores_what_the_last_undo_took():
    """Undo and redo cancel out, one by one and many at once."""
    assert prices([bid(1, 5), bid(2, 10), undo(3), redo(4)]) == [5, 10]
    assert prices([bid(1, 5), bid(2, 10), undo(3, action_id=0), redo(4), undo(5)]) == [5]


def test_nothing_can_be_redone_after_a_new_move():
    """A redo needs an undo right before it, chat aside."""
    assert prices([bid(1, 5), undo(2), chat(3), redo(4)]) == [5]
    with pytest.raises(InvalidAction, match="nothing_to_redo"):
        linear_actions([bid(1, 5), undo(2), bid(3, 10), redo(4)])


def test_chat_is_no_move():
    """Messages are dropped, and an undo looks past them."""
    assert prices([bid(1, 5), bid(2, 10), chat(3), undo(4)]) == [5]


def test_an_undone_action_is_redone_in_its_place():
    """A restored action stands where it stood before, not at the end."""
    actions = [bid(1, 5), bid(2, 10), undo(3), undo(4), redo(5), redo(6)]
    assert prices(actions) == [5, 10]


def test_moves_of_programs_are_inlined():
    """A program is no move; what it did follows the action it answered, and is undone with it."""
    programmed = bid(2, 10, auto_actions=[bid(None, 15), {"type": "program_disable", "entity": 0}])
    program = {"type": "program_share_pass", "entity": 0, "entity_type": "player", "id": 3}
    answered = {**program, "auto_actions": [bid(None, 20)]}
    assert prices([bid(1, 5), programmed, answered]) == [5, 10, 15, 20]
    assert prices([bid(1, 5), programmed, undo(3)]) == [5]


def test_bookkeeping_is_left_out():
    """Ids, times and users are not part of a decision."""
    (action,) = linear_actions([bid(1, 5, created_at=123, user=7)])
    assert set(action) == {"type", "entity", "entity_type", "company", "price"}


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ({}, "actions_not_a_list"),
        (["bid"], "foreign_action_malformed"),
        ([{"entity": 0}], "foreign_action_malformed"),
        ([{"type": "bid"}], "foreign_action_malformed"),
        ([{"type": "bid", "entity": 0, "entity_type": "bank"}], "foreign_action_malformed"),
        ([{"type": "bid", "entity": 0, "entity_type": ["player"]}], "foreign_action_malformed"),
        ([bid(1, 5, auto_actions="none")], "foreign_action_malformed"),
        ([bid(1, 5, auto_actions=[3])], "foreign_action_malformed"),
        ([undo(1)], "nothing_to_undo"),
        ([bid(1, 5), undo(2, action_id=9)], "undo_target_unknown"),
    ],
)
def test_malformed_lists_of_actions_are_refused(actions, code):
    """A list that no platform has written gets a clear word."""
    with pytest.raises(InvalidAction, match=code):
        linear_actions(actions)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "not_a_game"),
        ([], "not_a_game"),
        ("1880", "not_a_game"),
        ({}, "missing_game_field"),
        ({"title": "1880", "players": []}, "missing_game_field"),
        ({"title": 1880, "players": [], "actions": []}, "unknown_title"),
        ({"title": "1880", "players": "Ann", "actions": []}, "players_not_a_list"),
        ({"title": "1880", "players": ["Ann", "Bo", "Cy"], "actions": []}, "player_malformed"),
        ({"title": "1880", "players": [{"id": 1, "name": "Ann"}] * 3, "actions": []}, "player_malformed"),
        ({"title": "1880", "players": [{"id": 1, "name": "Ann"}], "actions": []}, "wrong_player_count"),
        ({"title": "1846", "players": [{"id": 1, "name": "Ann"}], "actions": []}, "title_not_supported"),
        ({"title": "1888", "players": [], "settings": {}, "actions": []}, "prototype_rules"),
        ({"title": "1888", "players": [], "settings": {"optional_rules": ["east"]}, "actions": []}, "prototype_rules"),
    ],
)
def test_a_file_that_is_no_game_is_refused_at_once(data, code):
    """The check comes before the first action is asked for."""
    with pytest.raises(InvalidAction, match=code):
        load_18xx_games(data)


@needs_corpus
def test_an_export_of_the_platform_is_the_recorded_game():
    """The raw file of a game that people played, a hundred undos resolved, is its recorded line of actions."""
    raw, recorded = (read_recorded(folder, "1880_3p_human.json.gz") for folder in ("raw", "1880"))
    assert linear_actions(raw["actions"]) == recorded["actions"]
