"""The chairman: its network is read and evaluated, and it plays with it."""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import math
import subprocess
import sys
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import tielu
from tests.bots.networks import features_of, names_of, random_network
from tests.golden_games import FOLDER
from tests.play import new_game
from tielu.bots import Clerk, can_play, check_bot, make_bot
from tielu.bots.chairman import Chairman, _title_network, judgement, network_judge, title_judge
from tielu.bots.chairman.network import (
    LAYERS,
    VERSION,
    NetworkFile,
    NumpyNetwork,
    PlainNetwork,
    load_network,
    product,
    read_network,
)
from tielu.bots.clerk import MapCache
from tielu.bots.director import Judge, hurried
from tielu.bots.features import Features
from tielu.bots.title import bots_of
from tielu.core.game import Game
from tielu.errors import InvalidInput
from tielu.i18n import say_error

# A look at this clock takes a millisecond, so that a budget is a number of moves.
TICK = 0.001
MOST_BYTES = 4_000_000
# In yuan, five actions before the end.
NEARLY = 800
# What the networks of 2026-11-17 expect in golden games after so many actions.
EXPECTED = [
    ("1880-2022-3p-101", 76, [5725.777, 5439.176, 5856.648], [0.32375, 0.24044, 0.43581]),
    ("1880-2022-3p-101", 268, [236.811, 484.814, 365.464], [0.77935, 0.08371, 0.13694]),
    ("1880-2010-6p-505", 14, [4230.315, 4202.48, 4144.522, 4184.016, 4190.492, 4183.069], None),
    ("1880-2010-6p-505", 490, [1299.213, 591.78, 1365.908, 1755.88, 584.854, 1095.286], None),
    ("1888-18xx.games-4p-909", 6, [5883.486, 5953.716, 5869.787, 5885.496], [0.24082, 0.27266, 0.23995, 0.24657]),
    ("1888-18xx.games-4p-909", 221, [4427.924, 4140.731, 4344.078, 4014.519], [0.35668, 0.21134, 0.29992, 0.13206]),
    ("1888-2022-6p-808", 409, [1776.134, 1789.846, 1943.776, 1894.983, 1850.874, 1846.504], None),
    ("1888-2022-6p-808", 864, [1317.598, 1869.157, 3005.764, 1364.001, 2052.112, 3034.679], None),
]


def after(title: str, actions: int, players: int = 4) -> Game:
    """A game of clerks that has gone so far."""
    game = new_game(players, tielu.TITLES[title].editions[0], title)
    clerks = [Clerk(seat) for seat in range(players)]
    for _ in range(actions):
        assert game.actor is not None
        game.apply(clerks[game.players.index(game.actor)].choose(game).action)
    return game


def packed(numbers: list[float]) -> str:
    return base64.b64encode(array("f", numbers).tobytes()).decode("ascii")


def as_json(file: NetworkFile, version: int = VERSION) -> dict[str, Any]:
    """What training writes."""
    layers = file.layers
    return {
        "version": version,
        "card": {"title": "any"},
        "features": {"game": file.names.game, "company": file.names.company, "player": file.names.player},
        "layers": {
            name: {"columns": len(layers[name].rows[0]), "data": packed([x for row in layers[name].rows for x in row])}
            for name in LAYERS
        },
        "biases": {name: packed(layers[name].bias) for name in LAYERS},
    }


@pytest.mark.parametrize("title", tielu.TITLES)
@pytest.mark.parametrize("actions", [0, 150])
def test_numpy_and_plain_python_agree(title: str, actions: int) -> None:
    """Before any company is founded and after; chances add up to one."""
    file, features = random_network(title), features_of(after(title, actions))
    quick, slow = NumpyNetwork(file).judge(features), PlainNetwork(file).judge(features)
    assert quick.worths == pytest.approx(slow.worths)
    assert quick.chances == pytest.approx(slow.chances)
    assert sum(quick.chances) == pytest.approx(1)
    assert len({round(each, 6) for each in quick.worths}) > 1


def test_the_order_of_players_does_not_matter() -> None:
    """Players in another order are judged the same, each in the new place."""
    file, found = random_network("1888"), features_of(after("1888", 150))
    turned = Features(
        found.game,
        found.companies,
        found.players[::-1],
        found.held[::-1],
        found.directs[::-1],
        found.worths[::-1],
        found.names,
    )
    first, second = load_network(file).judge(found), load_network(file).judge(turned)
    assert first.worths == pytest.approx(second.worths[::-1])
    assert first.chances == pytest.approx(second.chances[::-1])


def test_a_network_is_read_from_its_file(tmp_path: Path) -> None:
    """It judges as the one that was written; a file of another version is refused."""
    file, features = random_network("1880"), features_of(after("1880", 150))
    path = tmp_path / "network.json"
    path.write_text(json.dumps(as_json(file)), "utf-8")
    read = read_network(path)
    assert read.names == file.names
    assert read.card == {"title": "any"}
    expected = PlainNetwork(file).judge(features)
    assert PlainNetwork(read).judge(features).worths == pytest.approx(expected.worths, rel=1e-4)
    path.write_text(json.dumps(as_json(file, VERSION + 1)), "utf-8")
    with pytest.raises(ValueError, match="version"):
        read_network(path)


def only_worth(saved: Any) -> None:
    """Leave out the head that tells chances."""
    saved["layers"]["heads"]["data"] = packed([0.0] * saved["layers"]["heads"]["columns"])
    saved["biases"]["heads"] = packed([0.0])


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda saved: saved["features"]["company"].pop(), "company_in does not fit"),
        (lambda saved: saved["layers"]["player_out"].update(columns=3), "player_out does not fit"),
        (lambda saved: saved["biases"].update(heads=packed([0.0])), "heads does not fit"),
        (only_worth, "worth and chance"),
        (lambda saved: saved["biases"].update(heads=packed([0.0, math.nan])), "infinite, or none"),
        (lambda saved: saved["biases"].update(heads=packed([0.0, math.inf])), "infinite, or none"),
        (lambda saved: saved["features"]["game"].append(5), "names are a list of texts"),
        (lambda saved: saved["features"].update(game="cash"), "names are a list of texts"),
        (lambda saved: saved.update(policy={}), "'kinds'"),
        (lambda saved: saved.pop("card"), "'card'"),
        (lambda saved: saved.pop("version"), "'version'"),
        (lambda saved: saved.update(version="1"), "version '1', expected 1"),
    ],
)
def test_a_damaged_network_is_refused(tmp_path: Path, damage: Callable[[Any], object], says: str) -> None:
    """Whatever is missing or too much, the file is named; nothing is judged by half a network."""
    saved = json.loads(json.dumps(as_json(random_network("1880"))))
    damage(saved)
    path = tmp_path / "network.json"
    path.write_text(json.dumps(saved), "utf-8")
    with pytest.raises(ValueError, match=rf"network\.json cannot be read as a network: .*{says}"):
        read_network(path)


class Watched(np.ndarray[Any, Any]):
    """A matrix that notes how many multiplications its products take."""

    taken: ClassVar[list[tuple[int, int]]] = []

    def __matmul__(self, other: Any) -> Any:
        self.taken.append((self.shape[0], self.shape[0] * other.shape[0] * other.shape[1]))
        return np.asarray(self) @ other


@pytest.mark.parametrize(("rows", "width", "columns"), [(4, 768, 256), (7, 290, 256), (1, 160, 96), (1, 64, 160)])
def test_products_stay_on_one_core(rows: int, width: int, columns: int) -> None:
    """Large ones are made in parts that OpenBLAS does not share among threads, with the same result."""
    rng = np.random.default_rng(1)
    left, right = rng.normal(size=(rows, width)), rng.normal(size=(width, columns))
    Watched.taken.clear()
    assert product(left.view(Watched), right, np) == pytest.approx(left @ right)
    assert len(Watched.taken) > 1
    assert all(taken <= (65_536 * 4 if many > 1 else 2_304 * 4) for many, taken in Watched.taken)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_a_game_that_is_over_is_judged_by_its_end(title: str) -> None:
    """Worths are what everybody has, and the winner has won."""
    kept = next(each for each in sorted(FOLDER.glob(f"{title}-2022-*.json.gz")))
    game = Game.from_json(json.loads(gzip.decompress(kept.read_bytes()))["game"])
    assert game.finished
    seen = judgement(game)
    assert seen.worths == game.worths()
    assert sum(seen.chances) == 1
    winners = [seat for seat, worth in enumerate(game.worths()) if worth == max(game.worths())]
    assert [seat for seat, chance in enumerate(seen.chances) if chance] == winners


def chairman(title: str, looks: int = 60) -> Chairman:
    ticks = itertools.count()
    judge = network_judge(random_network(title))
    return Chairman(3, looks * TICK, clock=lambda: next(ticks) * TICK, judge_of=lambda _: judge, glance_of=None)


@pytest.mark.parametrize("title", tielu.TITLES)
@pytest.mark.parametrize("actions", [30, 200])
def test_same_steps_same_answer(title: str, actions: int) -> None:
    """Counted in steps, the answer depends on seed and position alone; it is legal, and the game is not touched."""
    game = after(title, actions)
    before = game.snapshot()
    decision = chairman(title).choose(game)
    assert game.why_not(decision.action) is None
    assert chairman(title).choose(game.clone()) == decision
    assert game.snapshot() == before


def test_a_judge_who_knows_better_is_followed() -> None:
    """Where only money in treasuries counts, the company keeps what the clerk would pay out."""
    game = after("1888", 0)
    clerks = [Clerk(seat) for seat in range(4)]
    while True:
        assert game.actor is not None
        usual = clerks[game.players.index(game.actor)].choose(game).action
        if usual.type == "pay_dividend":
            break
        game.apply(usual)

    def judge(game: Game, cache: MapCache) -> list[float]:
        state = game.state
        directed = [[each for each, its in enumerate(state.director) if its == player] for player in range(4)]
        return [1000.0 * sum(state.treasury[company] for company in own) for own in directed]

    ticks = itertools.count()
    bot = Chairman(3, 500 * TICK, clock=lambda: next(ticks) * TICK, judge_of=lambda _: judge, glance_of=None)
    decision = bot.choose(game)
    assert decision.action.type == "withhold"
    assert decision.reason.values["instead"] == {"type": "pay_dividend"}


@pytest.mark.parametrize("title", tielu.TITLES)
def test_the_network_of_a_title_fits_its_features(title: str) -> None:
    """Features may be added, but none that it was trained on may go; its file is small and tells how it was made."""
    path = bots_of(title).network
    assert path is not None
    assert path.stat().st_size < MOST_BYTES
    file = read_network(path)
    given = names_of(title)
    assert set(file.names.game) <= set(given.game)
    assert set(file.names.company) <= set(given.company)
    assert set(file.names.player) <= set(given.player)
    assert file.card["title"] == title
    assert file.card.keys() >= {"data", "games", "settings", "held_out", "strength", "limits"}
    for row in file.card["held_out"]:
        assert row["network_explained"] > row["linear_explained"]
        assert row["network_log_loss"] < row["linear_log_loss"]


@pytest.mark.parametrize(("name", "actions", "worths", "chances"), EXPECTED)
def test_features_that_are_added_change_no_judgement(
    name: str, actions: int, worths: list[float], chances: list[float] | None
) -> None:
    """A network goes on judging by what it was trained on; with new weights, record new numbers."""
    saved = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))["game"]
    found = judgement(Game.from_json({**saved, "actions": saved["actions"][:actions]}))
    assert found.worths == pytest.approx(worths, abs=0.001)
    assert chances is None or found.chances == pytest.approx(chances, abs=0.00001)


@pytest.mark.parametrize("title", tielu.TITLES)
def test_the_network_of_a_title_knows_who_is_ahead(title: str) -> None:
    """Near the end of a game of clerks, players are judged nearly as the game then ends."""
    game, quick = after(title, 0), hurried(bots_of(title).searching_weights)
    clerks, past = [Clerk(seat, quick) for seat in range(4)], []
    while game.actor is not None:
        past.append(game.clone())
        game.apply(clerks[game.players.index(game.actor)].choose(game).action)
    path = bots_of(title).network
    assert path is not None
    late = past[-5]
    found = load_network(read_network(path)).judge(features_of(late))
    assert found.worths == pytest.approx(game.worths(), abs=NEARLY)
    assert found.chances.index(max(found.chances)) == game.worths().index(max(game.worths()))


def test_one_chairman_plays_both_titles() -> None:
    """The network is chosen by the game that is asked about."""
    bot = make_bot("chairman", seed=1, seconds=0.05)
    for title in ("1880", "1888", "1880"):
        game = after(title, 60)
        assert game.why_not(bot.choose(game).action) is None


def test_a_title_without_a_network_has_no_chairman(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others play it all the same."""
    monkeypatch.setattr("tielu.bots.chairman.bots_of", lambda title: replace(bots_of(title), network=None))
    title_judge.cache_clear()
    _title_network.cache_clear()
    with pytest.raises(InvalidInput) as refused:
        Chairman().choose(new_game(3, "2022", "1888"))
    assert refused.value.code == "bot_not_for_title"
    assert say_error(refused.value, "en") == "This bot cannot play 1888-N; the random bot can play any title."
    assert not can_play("chairman", "1888")
    assert can_play("director", "1888")
    with pytest.raises(InvalidInput):
        check_bot("chairman", "1888")


def test_reading_the_network_is_part_of_the_decision() -> None:
    """What it takes is not there for thinking, and is not mistaken for a slow move."""
    passed, asked = [0], []
    judge = network_judge(random_network("1888"))

    def clock() -> float:
        passed[0] += 1
        return passed[0] * TICK

    def slowly(title: str) -> Judge:
        asked.append(title)
        passed[0] += 600
        return judge

    bot = Chairman(3, 1000 * TICK, clock=clock, judge_of=slowly, glance_of=None)
    game = after("1888", 30)
    for _ in range(2):
        began = passed[0]
        bot.choose(game)
        assert 800 < passed[0] - began <= 1000
    assert asked == ["1888"]


def test_first_decision_does_not_wait_for_numpy() -> None:
    """It is imported when the bot is made, by a process that has not needed it before."""
    script = """
import sys
from tielu.bots import make_bot
assert "numpy" not in sys.modules
make_bot("chairman")
assert "numpy" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)
