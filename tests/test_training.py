"""From recorded games to arrays and figures: what training reads, and how a network is compared. Needs no PyTorch."""

from __future__ import annotations

import importlib
import itertools
import json
import lzma
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tielu
from tests.bots.networks import features_of, fewer_names, names_of, random_network
from tests.golden_games import FOLDER
from tests.play import new_game
from tielu.bots import Clerk
from tielu.bots.chairman import chairman_weights, title_judge
from tielu.bots.chairman.network import NetworkFile, NumpyNetwork, PlainNetwork, read_network
from tielu.bots.clerk import MapCache
from tielu.bots.decision import Option
from tielu.bots.director import hurried
from tielu.bots.title import bots_of
from tielu.core.actions import Action
from training import compare, curves, decisions, explorer, jumps, play, positions, session
from training.glance import GlancePlayer
from training.records import beginning, saved_games
from training.returns import returns
from training.widened import widened


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of two clerks, as self-play records it."""
    game = new_game(2, "2022", "1888")
    quick = hurried(bots_of("1888").searching_weights)
    clerks = [Clerk(1, quick), Clerk(2, quick)]
    while game.actor is not None:
        game.apply(clerks[game.players.index(game.actor)].choose(game).action)
    return {**game.to_json(), "players": 2, "bots": ["clerk", "clerk"], "seed": 16, "worth": game.worths()}


def title_network(title: str = "1888") -> NetworkFile:
    path = bots_of(title).network
    assert path is not None
    return read_network(path)


def cut(record: dict[str, Any], count: int, seed: int = 16) -> dict[str, Any]:
    """The first actions of a game, as if it had ended there."""
    actions = record["actions"][:count]
    game = beginning(record)
    for action in actions:
        game.apply_trusted(Action.from_json(action))
    return {**record, "seed": seed, "worth": game.worths(), "actions": actions}


def packed(path: Path, *games: dict[str, Any]) -> Path:
    """A shard with these games."""
    # The title comes first, as in every shard.
    path.write_bytes(lzma.compress("".join(json.dumps(game) + "\n" for game in games).encode()))
    return path


@pytest.fixture(scope="module")
def found(record: dict[str, Any]) -> positions.Positions:
    return positions.Positions(**positions.noted_many([json.dumps(record)], 10))


def test_positions_of_a_game_become_rows(record: dict[str, Any], found: positions.Positions) -> None:
    """One of ten, each with all players and companies at their places; seats that are empty hold nothing."""
    names, actions = names_of("1888"), len(record["actions"])
    assert actions / 20 < len(found) < actions / 5
    assert found.game.shape == (len(found), len(names.game))
    assert found.company.shape == (len(found), 8, len(names.company))
    assert found.player.shape == (len(found), 7, len(names.player))
    assert found.held.shape == found.directs.shape == (len(found), 7, 8)
    assert not found.player[:, 2:].any()
    assert (found.final[:, :2] == record["worth"]).all()
    assert (found.seated.sum(axis=1) == 2).all()
    assert (np.diff(found.stage) > 0).all()
    assert found.held_out.all()
    assert not found.equals.any()
    assert len(found.only(found.stage < 0.5)) < len(found)


def test_ends_of_turns_are_taken_more_often(record: dict[str, Any], found: positions.Positions) -> None:
    """Four times as often as others, and so are positions before a dividend, each with the one after it."""
    ends = positions.Positions(**positions.noted_many([json.dumps(record)], 10, "ends"))
    assert len(ends) > 1.5 * len(found)
    waits = (ends.company[..., names_of("1888").company.index("earned")] > 0).any(axis=1)
    after = np.flatnonzero(ends.follows)
    assert len(after) > 10
    assert waits[after - 1].all()
    assert not waits[after].any()
    assert not found.follows.any()


def test_only_some_features_are_read(found: positions.Positions) -> None:
    """Those of an older network."""
    names = fewer_names("1888", "to_")
    fewer = found.reading(names, names_of("1888"))
    assert fewer.player.shape[-1] == len(names.player) < found.player.shape[-1]
    assert (fewer.player[..., 0] == found.player[..., 0]).all()
    assert (fewer.final == found.final).all()


@pytest.mark.parametrize("title", tielu.TITLES)
def test_a_network_begins_where_one_with_fewer_features_ended(title: str) -> None:
    """It reads all features and judges as before, until it is trained; a feature cannot be lost on the way."""
    fewer = fewer_names(title, "to_")
    file = random_network(title, names=fewer)
    wide = widened(file, names_of(title))
    assert wide.names == names_of(title) != fewer
    game = new_game(4, tielu.TITLES[title].editions[0], title)
    clerks = [Clerk(seat) for seat in range(4)]
    for _ in range(3):
        for _ in range(50):
            game.apply(clerks[game.players.index(game.actor or "")].choose(game).action)
        features = features_of(game)
        before, after = PlainNetwork(file).judge(features), PlainNetwork(wide).judge(features)
        assert after.worths == pytest.approx(before.worths, abs=1e-6)
        assert after.chances == pytest.approx(before.chances, abs=1e-9)
    with pytest.raises(ValueError, match="to_run"):
        widened(wide, fewer)


def test_a_game_that_ends_otherwise_is_refused(record: dict[str, Any]) -> None:
    """Records of other rules teach nothing."""
    with pytest.raises(ValueError, match="16"):
        positions.noted(json.dumps({**record, "worth": [0, 0]}), 10_000)


def test_games_of_one_seed_are_told_apart(
    record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seed comes up again at other tables and in other folders; each game is counted, and learned for itself."""
    monkeypatch.setattr(positions, "BATCH", 2)
    games = [cut(record, count) for count in (60, 120, 90)]
    found = positions.read_positions([packed(tmp_path / "games.jsonl.xz", *games)], "1888", 3, 1)
    assert sorted(set(found.number.tolist())) == [0, 1, 2]
    assert found.held_out.all()
    rows = compare.comparison(found, found.final.astype(float), compare.winners(found.final, found.seated))
    assert {row["games"] for row in rows} == {3}
    learned = returns(found.number, found.linear * 0, found.final, 0.5)
    last = [int(np.flatnonzero(found.number == number)[-1]) for number in range(3)]
    assert learned[last, :2].tolist() == [game["worth"] for game in games]


def test_games_without_a_position_are_passed_over(
    record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch may have none, or none with a company; if there is none at all, that is said."""
    monkeypatch.setattr(positions, "BATCH", 1)
    games = [cut(record, count) for count in (1, 10, 120)]
    shard = packed(tmp_path / "games.jsonl.xz", *games)
    found = positions.read_positions([shard], "1888", 3, 1)
    assert sorted(set(found.number.tolist())) == [1, 2]
    assert not found.company[found.number == 1].any()
    assert found.company.shape == (len(found), 8, len(names_of("1888").company))
    with pytest.raises(ValueError, match="no position of 1888 was drawn"):
        positions.read_positions([shard], "1888", 10**9, 1)


def test_only_games_of_the_title_are_read(record: dict[str, Any], tmp_path: Path) -> None:
    """Shards hold games of all titles."""
    shard = packed(tmp_path / "games.jsonl.xz", {**record, "title": "1880"}, record, {**record, "worth": None})
    assert [json.loads(line)["title"] for line in positions.records([shard], "1888")] == ["1888"]


def test_shards_without_a_game_to_learn_from_are_refused(record: dict[str, Any], tmp_path: Path) -> None:
    """Nothing to read is said as such."""
    shard = packed(tmp_path / "games.jsonl.xz", {**record, "title": "1880", "weighed": []})
    with pytest.raises(ValueError, match="no finished game of 1888"):
        positions.read_positions([shard], "1888", 10, 1)
    with pytest.raises(ValueError, match="no game of 1880 tells what was weighed"):
        decisions.read_decisions([shard], "1880", tmp_path, 1, 1)


def test_who_knows_the_end_explains_everything(found: positions.Positions) -> None:
    """Perfect foresight explains all and is never surprised; the linear valuation lies below."""
    won = compare.winners(found.final, found.seated)
    rows = compare.comparison(found, found.final.astype(float), won)
    assert [row["quarter"] for row in rows] == [1, 2, 3, 4, "1 and 2"]
    for row in rows:
        assert row["network_explained"] == pytest.approx(1)
        assert row["network_log_loss"] == pytest.approx(0)
        assert row["linear_explained"] < 1
        assert row["linear_log_loss"] > 0
    assert len(compare.table_lines(rows)) == 2 + len(rows)


def test_the_network_is_asked_as_the_bot_asks_it(found: positions.Positions) -> None:
    """From arrays back to features; near the end it explains most."""
    worths, chances = compare.judged(NumpyNetwork(title_network()), found, names_of("1888"))
    assert chances.sum(axis=1) == pytest.approx(1)
    late = found.stage > 0.9
    assert np.abs(worths - found.final)[late].max() < 1500


def test_a_player_by_a_glance_takes_what_promises_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than one move ahead, of the clerk's first moves; where nothing promises more, the clerk decides."""
    game = new_game(4, "2022", "1888")
    clerks = [Clerk(seat) for seat in range(4)]
    while len(Clerk(5, chairman_weights("1888")).options(game)) < 4:
        game.apply(clerks[game.players.index(game.actor or "")].choose(game).action)
    options = Clerk(5, chairman_weights("1888")).options(game)
    played, wanted = len(game.actions), options[3].action

    class FondOf:
        def look(self, game: tielu.Game, option: Option, cache: MapCache) -> bool:
            return option.action == wanted

        def promise(self, game: tielu.Game, looks: Sequence[bool]) -> list[float]:
            assert len(looks) <= 8
            return [fondness * look for look in looks]

    fondness = 10.0
    assert GlancePlayer(5, lambda _: FondOf()).choose(game).action == wanted
    assert len(game.actions) == played
    fondness = 0.0
    monkeypatch.setattr("training.glance.TREMBLE", 0.0)
    assert GlancePlayer(5, lambda _: FondOf()).choose(game).action == options[0].action


@pytest.fixture(scope="module")
def searched() -> dict[str, Any]:
    """A game of 1888-N for two as far as sixteen actions, all by searches that explore and count steps, not seconds."""
    plan = play.Plan(("1888",), {"explorers": 1.0}, (0.02,))
    assert {play.Table.of(plan, seed).bots[0] for seed in range(5)} == {"explorer:0.02"}
    game, steps, weighed = tielu.new_game("1888", ["p0", "p1"], "2022"), itertools.count(), []
    players = [explorer.explorer(seat, 2000.0, lambda: float(next(steps))) for seat in range(2)]
    while len(game.actions) < 16:
        decision = players[game.players.index(game.actor or "")].choose(game.clone())
        if decision.weighed:
            weighed.append([len(game.actions), play.candidates_of(decision)])
        game.apply(decision.action)
    bots = ["explorer", "explorer"]
    return {**game.to_json(), "players": 2, "bots": bots, "seed": 8, "worth": game.worths(), "weighed": weighed}


def test_decisions_of_searches_become_rows(searched: dict[str, Any], tmp_path: Path) -> None:
    """Candidates one after the other, each with its look; one of each decision was chosen, the others not."""
    shard = packed(tmp_path / "games.jsonl.xz", searched)
    path = bots_of("1888").network
    assert path is not None
    found = decisions.read_decisions([shard], "1888", path, 1, 1)
    weighed = [each for each in searched["weighed"] if len(each[1]) > 1]
    assert len(weighed) > 10
    assert found.decision.tolist() == [index for index, candidates in weighed for _ in candidates]
    assert found.found.tolist() == [each[2] for _, candidates in weighed for each in candidates]
    assert found.kind.tolist() == [each[0]["type"] for _, candidates in weighed for each in candidates]
    assert found.code.shape == (len(found.found), 256)
    assert set(found.number.tolist()) == {0}
    assert found.held_out.all()
    chosen = [sum(found.chosen[found.decision == index]) for index, _ in weighed]
    assert chosen == [1] * len(weighed)
    assert len(found.only(found.chosen).found) == len(weighed)


def test_decisions_of_games_with_one_seed_are_told_apart(
    searched: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game has a number of its own, also where neighbours decide at the same action."""
    monkeypatch.setattr(decisions, "BATCH", 2)
    once = {**searched, "weighed": [each for each in searched["weighed"] if len(each[1]) > 1][:1]}
    path = bots_of("1888").network
    assert path is not None
    found = decisions.read_decisions([packed(tmp_path / "games.jsonl.xz", once, once, once)], "1888", path, 1, 1)
    assert found.number[found.chosen].tolist() == [0, 1, 2]


def test_decisions_are_read_only_of_games_that_end_as_recorded(searched: dict[str, Any], tmp_path: Path) -> None:
    """A game without a revision has the first one, as for positions; if no decision was drawn, that is said."""
    shard, path = tmp_path / "games.jsonl.xz", bots_of("1888").network
    assert path is not None
    early = {name: value for name, value in searched.items() if name != "revision"}
    assert len(decisions.read_decisions([packed(shard, early)], "1888", path, 4, 1).found)
    with pytest.raises(ValueError, match="no decision of 1888 was drawn"):
        decisions.read_decisions([shard], "1888", path, 10**9, 1)
    with pytest.raises(ValueError, match="game 8 does not end as it was recorded"):
        decisions.read_decisions([packed(shard, {**searched, "worth": [0, 0]})], "1888", path, 4, 1)


def test_explorers_play_on_what_looks_bad_too() -> None:
    """The usual move apart, half are the best at a glance, and the rest differ from seed to seed."""
    game = tielu.new_game("1888", ["p0", "p1"])
    leads = [0.0, *[float(number) for number in range(30)]]
    drawn = []
    for seed in range(4):
        promise = explorer.ExplorersGlance(title_judge("1888"), random.Random(seed)).promise(game, leads)
        order = sorted(range(1, len(leads)), key=lambda number: -promise[number])[:9]
        assert set(range(26, 31)) <= set(order)
        drawn.append(tuple(sorted(set(order) - set(range(26, 31)))))
    assert len(set(drawn)) > 1


def test_positions_are_learned_as_what_came_later() -> None:
    """Half the next target and half what was expected there; the last position of each game has how it ended."""
    number = np.array([5, 5, 5, 6, 6])
    expected = np.array([[0.0], [4.0], [6.0], [0.0], [2.0]])
    ends = np.array([[10.0], [10.0], [10.0], [1.0], [1.0]])
    assert returns(number, expected, ends, 0.5)[:, 0].tolist() == [6.0, 8.0, 10.0, 1.5, 1.0]
    assert returns(number, expected, ends, 1.0).tolist() == ends.tolist()
    assert returns(number, expected, ends, 0.0)[:, 0].tolist() == [4.0, 6.0, 10.0, 2.0, 1.0]


def test_curves_are_drawn() -> None:
    """A line for each figure, with its lowest value."""
    found = [{"worth": 0.6, "surprise": 1.4, "epoch": 0}, {"worth": 0.4, "surprise": 1.1, "epoch": 1}]
    drawn = curves.drawn(found, ("worth", "surprise"))
    assert drawn.count("<polyline") == 2
    assert "lowest 0.400" in drawn


def test_jumps_are_told_by_kind_of_action(record: dict[str, Any], tmp_path: Path) -> None:
    """Every kind has its part in all movement; how far a dividend moves the judgement can be read off."""
    shard = tmp_path / "games.jsonl.xz"
    shard.write_bytes(lzma.compress(json.dumps(record).encode() + b"\n"))
    saved = list(saved_games([shard], "1888"))
    assert saved[0]["players"] == ["p0", "p1"]
    saved[0] |= {"actions": saved[0]["actions"][:120], "worth": None}
    games, (first, second) = jumps.movement([NumpyNetwork(title_network())] * 2, saved, 0.0)
    assert games == 1
    assert first.rows() == second.rows()
    rows = {row["kind"]: row for row in first.rows()}
    assert sum(row["count"] for row in rows.values()) == 120
    assert sum(row["part"] for row in rows.values()) == pytest.approx(1)
    assert rows["pay_dividend"]["absolute"] >= abs(rows["pay_dividend"]["actor"])
    assert any(line.startswith("| pay_dividend |") for line in jumps.table_lines(first))


def test_jumps_are_told_only_of_games_that_end_as_recorded(record: dict[str, Any]) -> None:
    """Records of other rules tell nothing."""
    other = {**cut(record, 3), "worth": [0, 0]}
    with pytest.raises(ValueError, match="game 16 does not end as it was recorded"):
        jumps.movement([NumpyNetwork(title_network())], [other], 0.0)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": None}, "game None: seed is no int"),
        ({"actions": 5}, "game 16: actions is no list"),
        ({"actions": [{"type": "lay_tile", "hex": "A1", "tile": "9", "rotation": 0}]}, "game 16 cannot be replayed"),
        ({"actions": [{"amount": 5}]}, "game 16: an action has no type"),
        ({"actions": []}, "game 16 does not end as it was recorded"),
    ],
)
def test_what_cannot_have_been_played_is_not_learned(
    record: dict[str, Any], tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    """A damaged or an illegal game is named, whoever reads the shard."""
    shard = tmp_path / "games.jsonl.xz"
    with lzma.open(shard, "wt", encoding="utf-8") as lines:
        lines.write(json.dumps({**record, **changes}) + "\n")
    with pytest.raises(ValueError, match=told):
        positions.read_positions([shard], "1888", 30, 1)


NETWORK = str(bots_of("1888").network)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ((compare, NETWORK, "--shards", "nothing.xz"), "No such file or directory: 'nothing.xz'"),
        ((compare, NETWORK, "--shards", "empty.xz"), "empty.xz holds no recorded games"),
        ((compare, NETWORK, "--shards", "garbage.xz"), "garbage.xz holds no recorded games"),
        ((compare, NETWORK, "--shards", "garbage.xz", "--workers", "0"), "'0' is not a whole number above 0"),
        ((compare, "bad.json", "--shards", "empty.xz"), "bad.json cannot be read as a network"),
        ((jumps, "1888", "--games", "bad.json"), "bad.json holds no recorded games"),
        ((jumps, "1889", "--games", "bad.json"), "invalid choice: '1889'"),
        ((jumps, "1888", "--games", "bad.json", "--minutes", "nan"), "'nan' is not a number of minutes"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(
    command: tuple[Any, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With exit code 2, and with the name of the file."""
    monkeypatch.chdir(tmp_path)
    for name, contents in (("empty.xz", b""), ("garbage.xz", b"garbage"), ("bad.json", b'{"a":1}')):
        Path(name).write_bytes(contents)
    module, *arguments = command
    monkeypatch.setattr("sys.argv", [module.__name__, *arguments])
    with pytest.raises(SystemExit, match="2"):
        module.main()
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("module", ["training.__main__", "training.policy"])
def test_what_training_needs_is_told_in_a_sentence(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without PyTorch nothing is trained."""
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(SystemExit, match="2"):
        importlib.import_module(module)
    assert "pip install 'tielu[train]'" in capsys.readouterr().err


def test_golden_games_are_read() -> None:
    """They lie in files of their own, beside the hashes of their positions."""
    (saved,) = saved_games(sorted(FOLDER.glob("1888-18xx.games-4p-*.json.gz")), "1888")
    assert len(saved["players"]) == 4
    assert not list(saved_games(sorted(FOLDER.glob("1888-18xx.games-4p-*.json.gz")), "1880"))


def test_shards_are_packed_into_few_files(
    record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them can be read like a shard; what is too much stays behind."""
    line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
    shards = [tmp_path / f"{number}.jsonl.xz" for number in range(7)]
    for shard in shards:
        shard.write_bytes(lzma.compress(line))
    monkeypatch.setattr(session, "MOST_BYTES", 2 * shards[0].stat().st_size)
    monkeypatch.setattr(session, "MOST_FILES", 3)
    packed = session.pack(shards, tmp_path / ".", 5)
    assert [path.name for path in packed] == [f"games-00000005-{number}.jsonl.xz" for number in range(3)]
    assert len(list(saved_games(packed, "1888"))) == 6
