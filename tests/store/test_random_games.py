"""Random games with undos in between: what is stored and loaded is what was played.

`TIELU_STORE_GAMES=40 python -m pytest tests/store/test_random_games.py` plays more of them.
"""

import os
import random

import pytest

from tests.play import STYLES, choose, fingerprint
from tielu import new_game
from tielu.store import Store
from tielu.store.positions import Position

GAMES = int(os.environ.get("TIELU_STORE_GAMES", "2"))
LONGEST = 250
NAMES = ["Ann", "Bo", "Cy", "Di"]


@pytest.mark.parametrize("title", ["1880", "1888"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_was_played_is_what_is_loaded(address, title, seed):
    """After every entry, at the end in a store that knows nothing yet, and at every earlier entry."""
    rng, style = random.Random(seed), sorted(STYLES)[seed % len(STYLES)]
    with Store(address) as store:
        game_id = store.create_game(title, NAMES).id
        # What the game was after each entry, kept apart from the store.
        played = [new_game(title, NAMES)]
        while len(played) <= LONGEST and not played[-1].finished:
            played.append(_one_entry(store, game_id, played, rng, style))
            seq = len(played) - 1
            loaded = store.load(game_id)
            assert loaded.seq == seq
            assert loaded.game.snapshot() == played[-1].snapshot()
    with Store(address) as store:
        assert fingerprint(store.load(game_id).game.state) == fingerprint(played[-1].state)
        assert store.export_game(game_id) == played[-1].to_json()
        for at in rng.sample(range(len(played)), 25):
            loaded = store.load(game_id, at)
            assert fingerprint(loaded.game.state) == fingerprint(played[at].state)
        # Piece by piece the same comes out as all at once.
        position = Position.of_new_game(new_game(title, NAMES))
        entries = store.entries_since(game_id, 0)
        while position.log.seq < len(entries):
            at = position.log.seq
            position = position.after(entries[at : at + rng.randint(1, 60)])
            assert fingerprint(position.game().state) == fingerprint(played[position.log.seq].state)


def _one_entry(store, game_id, played, rng, style):
    """Append an action or, now and then, an undo to a near or far entry; returns the game as it should be then."""
    seq, game = len(played) - 1, played[-1]
    if seq > 2 and rng.random() < 0.08:
        to = rng.randrange(seq) if rng.random() < 0.2 else max(0, seq - rng.randint(1, 6))
        if played[to].to_json() != game.to_json():
            store.append(game_id, seq, {"type": "undo", "to": to}, rng.randrange(len(NAMES)))
            return played[to]
    action = choose(game, rng, style)
    store.append(game_id, seq, action.to_json(), NAMES.index(game.actor))
    after = game.clone()
    after.apply(action)
    return after
