"""Games that replay to another position than the one that was played: noticed, with the entry, and a way on."""

import random
from dataclasses import replace

import pytest
import sqlalchemy as sa

from tests.play import choose
from tielu import TITLES, Action, Game, IllegalAction, new_game
from tielu.core.errors import RefusedAction
from tielu.errors import InvalidInput, NotAllowed
from tielu.store import ChangedPosition, Store
from tielu.store.positions import position_hash
from tielu.store.schema import LOG

NAMES = ["Ann", "Bo", "Cy"]
TITLE = "1888"
SEED = 20


def diverging_actions() -> tuple[list[Action], int]:
    """Actions that both revisions of the rules allow, and the index of the first that leads to two positions."""
    new, old = new_game(TITLE, NAMES), new_game(TITLE, NAMES, revision=1)
    rng, first = random.Random(SEED), None
    for index in range(100):
        action = choose(new, rng, "any")
        try:
            old.apply(action)
        except IllegalAction:
            assert first is not None, "the seed must give a game that differs before it is refused"
            return new.actions, first
        new.apply(action)
        if first is None and position_hash(new) != position_hash(old):
            first = index
    raise AssertionError("no seed for this test")


def seat_in_turn(game: Game) -> int:
    assert game.actor is not None
    return NAMES.index(game.actor)


def played(store: Store, actions: list[Action], **options) -> str:
    """The id of a game in the store after these actions."""
    game_id = store.create_game(TITLE, NAMES, **options).id
    for action in actions:
        loaded = store.load(game_id)
        store.append(game_id, loaded.seq, action, seat_in_turn(loaded.game))
    return game_id


@pytest.fixture
def changed_rules(monkeypatch):
    """The rules change without a new revision: from now on new games begin by the first one, whatever they say."""

    def change() -> None:
        title = TITLES[TITLE]
        changed = replace(title, start=lambda names, edition, revision: title.start(names, edition, 1))
        monkeypatch.setitem(TITLES, TITLE, changed)

    return change


@pytest.mark.parametrize("further", [0, 1])
def test_a_silent_change_is_noticed_with_its_entry(store, address, changed_rules, further):
    """The last position is compared when a game is loaded, and the first that differs is named."""
    actions, first = diverging_actions()
    game_id = played(store, actions[: first + 1 + further])
    with Store(address) as before_the_change:
        assert before_the_change.load(game_id).seq == first + 1 + further
    changed_rules()
    with Store(address) as after_the_change, pytest.raises(ChangedPosition) as changed:
        after_the_change.load(game_id)
    assert (changed.value.index, changed.value.seq) == (first, first + 1)
    assert changed.value.params == {"seq": first + 1}


def test_a_game_that_the_change_does_not_touch_goes_on(store, address, changed_rules):
    actions, first = diverging_actions()
    game_id = played(store, actions[:first])
    changed_rules()
    with Store(address) as after_the_change:
        assert len(after_the_change.load(game_id).game.actions) == first


@pytest.mark.parametrize("known", [None, "0123456789abcdef"])
def test_entries_without_a_hash_are_taken_as_they_are(store, address, changed_rules, known):
    """Games of the time before hashes have none; hashes of another format are not compared."""
    actions, first = diverging_actions()
    game_id = played(store, actions[: first + 1])
    with store._engine.begin() as connection:
        connection.execute(sa.update(LOG).where(LOG.c.game == game_id).values(position_hash=known))
    changed_rules()
    with Store(address) as after_the_change:
        assert after_the_change.load(game_id).seq == first + 1


def test_every_entry_that_was_played_has_a_hash_and_an_imported_one_in_sixteen(store):
    actions, first = diverging_actions()
    game_id = played(store, actions[:first])
    assert all(entry.position_hash for entry in store.entries_since(game_id, 0))
    saved = store.export_game(game_id)
    imported = store.import_game(saved).id
    hashed = [entry.seq for entry in store.entries_since(imported, 0) if entry.position_hash]
    assert hashed == sorted({*range(1, first + 1, 16), first})


@pytest.mark.parametrize("undo", ["free", "own", "none"])
def test_a_changed_game_goes_on_from_before_the_change(store, address, changed_rules, undo):
    """Anybody may take it back to its last good position, whatever the rule of undo, but only to that one."""
    actions, first = diverging_actions()
    game_id = played(store, actions[: first + 1], undo=undo)
    somebody_else = (seat_in_turn(store.load(game_id, first).game) + 1) % len(NAMES)
    changed_rules()
    with Store(address) as after_the_change:
        if undo != "free":
            with pytest.raises(NotAllowed):
                after_the_change.append(game_id, first + 1, {"type": "undo", "to": first - 1}, somebody_else)
        after_the_change.append(game_id, first + 1, {"type": "undo", "to": first}, somebody_else)
        assert len(after_the_change.load(game_id).game.actions) == first


@pytest.mark.parametrize("undo", ["free", "own", "none", "consent"])
def test_a_changed_position_can_be_accepted(store, address, changed_rules, undo):
    """Then the game goes on from the present position, and its new entries are compared again."""
    actions, first = diverging_actions()
    game_id = played(store, actions[: first + 1], undo=undo)
    changed_rules()
    accept = {"type": "accept_position"}
    with Store(address) as after_the_change:
        seq = after_the_change.append(game_id, first + 1, accept, 0)
        game = after_the_change.load(game_id).game
        assert len(game.actions) == first + 1
        after_the_change.append(game_id, seq, game.legal_actions()[0], seat_in_turn(game))
        assert [*range(1, first + 2), first + 3] == after_the_change.effective_entries(game_id)
        with pytest.raises(InvalidInput, match="position_not_changed"):
            after_the_change.append(game_id, seq + 1, accept, 0)
    with Store(address) as opened_again:
        assert len(opened_again.load(game_id).game.actions) == first + 2
        with opened_again._engine.begin() as connection:
            this_entry = sa.and_(LOG.c.game == game_id, LOG.c.seq == seq + 1)
            connection.execute(sa.update(LOG).where(this_entry).values(position_hash="1" + "0" * 15))
    with Store(address) as changed_once_more, pytest.raises(ChangedPosition) as changed:
        changed_once_more.load(game_id)
    assert changed.value.seq == seq + 1


@pytest.mark.parametrize("undo", ["own", "none"])
def test_a_refused_game_goes_on_from_before_the_refused_action(store, address, undo):
    """Under `own` and `none`, too, anybody may take back what the rules refuse, and no more."""
    game_id = store.create_game("1880", NAMES, undo=undo).id
    for amount, seat in ((5, 0), (10, 1), (15, 2)):
        store.append(game_id, seat, {"type": "bid", "private": "P0", "amount": amount}, seat)
    with store._engine.begin() as connection:
        third = sa.and_(LOG.c.game == game_id, LOG.c.seq == 3)
        connection.execute(sa.update(LOG).where(third).values(data='{"type":"bid","private":"P0","amount":12}'))
    with Store(address) as opened:
        with pytest.raises(RefusedAction):
            opened.load(game_id)
        with pytest.raises(NotAllowed):
            opened.append(game_id, 3, {"type": "undo", "to": 1}, 0)
        opened.append(game_id, 3, {"type": "undo", "to": 2}, 0)
        assert len(opened.load(game_id).game.actions) == 2
        with pytest.raises(NotAllowed):
            opened.append(game_id, 4, {"type": "undo", "to": 1}, 0)
