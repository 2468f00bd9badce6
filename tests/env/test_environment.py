"""The environment keeps PettingZoo's promises, and pays what it says."""

import copy
import pickle
import warnings
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import tielu
import tielu.env
from tielu.env import environment_ids
from tielu.env.rewards import REWARDS, by_rank, by_share, by_win
from tielu.errors import InvalidInput
from tielu.i18n import say_error
from tielu.titles.t1880 import env as env_1880
from tielu.titles.t1888n import env as env_1888

PLAYERS = [("tielu/1880-v0", players) for players in range(3, 8)] + [
    ("tielu/1888-v0", players) for players in range(2, 7)
]
# Said of every environment whose observations are dictionaries, unless its name is on PettingZoo's own list.
EXPECTED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


def test_of_pettingzoo(name, test, **options):
    """Run a test of PettingZoo; it may warn of nothing but the dictionary."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        test(name, **options)
    assert {str(each.message) for each in said} <= EXPECTED


test_of_pettingzoo.__test__ = False  # type: ignore[attr-defined]  # a helper


def _api(name, cycles, **options):
    api_test(tielu.env.make(name, **options), num_cycles=cycles)


def _seeds(name, cycles, **options):
    seed_test(lambda: tielu.env.make(name, **options), num_cycles=cycles)


@pytest.mark.parametrize("name", environment_ids())
def test_api(name, capsys):
    """PettingZoo's own test, for a thousand steps and more."""
    test_of_pettingzoo(name, _api, cycles=400)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_api_with_any_number_of_players(name, players, capsys):
    test_of_pettingzoo(name, _api, cycles=20, players=players)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_seeds(name, players):
    """The same seed and the same choices give the same game, with seats at random too."""
    test_of_pettingzoo(name, _seeds, cycles=20, players=players)
    test_of_pettingzoo(name, _seeds, cycles=5, players=players, shuffle=True)


def play(env, seed):
    """A random game to its end; returns what each agent got in total."""
    env.reset(seed=seed)
    rng, total = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert info["action_mask"] is observation["action_mask"]
        env.step(int(rng.choice(observation["action_mask"].nonzero()[0])))
    return total


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_come_at_the_end_and_add_up_to_nothing(reward):
    env = tielu.env.raw_env("tielu/1880-v0", players=3, reward=reward)
    total = play(env, 4)
    worth = dict(env.table.game.standings())
    assert sum(total.values()) == pytest.approx(0)
    expected = REWARDS[reward]([worth[agent] for agent in env.possible_agents])
    assert list(total.values()) == pytest.approx(expected)


def test_reward_functions():
    """Shares of worth, ranks and wins, with equals and with debts."""
    assert by_share([300, 100, 0, -50]) == pytest.approx([0.5, 0, -0.25, -0.25])
    assert by_share([0, -5]) == [0, 0]
    assert by_rank([5, 9, 5]) == pytest.approx([-0.5, 1, -0.5])
    assert by_win([7, 7, 1, 0]) == pytest.approx([0.25, 0.25, -0.25, -0.25])


def test_shuffled_agents_sit_where_the_seed_puts_them():
    """Another seed, another seating; the mask belongs to the agent whose seat is to act."""
    env = tielu.env.raw_env("tielu/1888-v0", players=6, shuffle=True)
    seatings = set()
    for seed in range(8):
        env.reset(seed=seed)
        seatings.add(tuple(env.seat(agent) for agent in env.agents))
        assert env.seat(env.agent_selection) == env.table.actor
    assert len(seatings) > 4


def test_whoever_chooses_illegally_loses():
    """In its wrappers the environment ends with -1; without them it raises and nothing has changed."""
    env = tielu.env.make("tielu/1880-v0", players=3)
    env.reset()
    first = env.agent_selection
    _, _, _, _, info = env.last()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int((info["action_mask"] == 0).argmax()))
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards[first] == -1
    raw = tielu.env.raw_env("tielu/1880-v0", players=3)
    raw.reset()
    before = raw.table.game.snapshot()
    with pytest.raises(InvalidInput, match="choice_not_open"):
        raw.step(9_999)
    with pytest.raises(InvalidInput, match="choice_missing"):
        raw.step(None)
    for choice in ("0", 0.9, [0]):
        with pytest.raises(InvalidInput, match="not_a_whole_number"):
            raw.step(choice)  # type: ignore[arg-type]  # what is refused
    assert raw.table.game.snapshot() == before


def test_a_truncated_game_pays_nobody():
    env = tielu.env.raw_env("tielu/1888-v0", players=4, max_actions=10)
    total = play(env, 1)
    assert env.table.actions == 10
    assert set(total.values()) == {0.0}
    assert env.agents == []


def test_a_reset_that_is_refused_changes_nothing():
    """Neither the game nor how agents will be seated."""
    one, other = (tielu.env.raw_env("tielu/1888-v0", players=4, shuffle=True) for _ in range(2))
    for env in (one, other):
        env.reset(seed=3)
    for wrong in ({"seed": 5, "options": {"game": 5}}, {"seed": "5"}):
        with pytest.raises(InvalidInput):
            one.reset(**wrong)
    for env in (one, other):
        env.reset()
    assert [one.seat(agent) for agent in one.agents] == [other.seat(agent) for agent in other.agents]


def test_it_goes_on_with_a_game_of_the_engine():
    """The game that is handed in stays as it is; one of another kind is refused."""
    game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
    game.apply(tielu.Action.from_json({"type": "bid", "private": "P0", "amount": 20}))
    env = tielu.env.raw_env("tielu/1880-v0", players=3)
    env.reset(options={"game": game})
    assert env.agent_selection == "player_1"
    env.step(0)
    assert len(game.actions) == 1
    with pytest.raises(InvalidInput, match="other_game"):
        tielu.env.raw_env("tielu/1880-v0", players=4).reset(options={"game": game})
    with pytest.raises(InvalidInput, match="not_to_be_continued"):
        env.reset(options={"game": game.to_json()})


@pytest.mark.parametrize("make", [tielu.env.raw_env, tielu.env.make])
def test_a_game_that_is_over_is_over_at_once(make):
    """Whoever begins with a finished game gets its rewards, and nobody is asked for a choice."""
    env = tielu.env.raw_env("tielu/1880-v0", players=3)
    expected = play(env, 4)
    again = make("tielu/1880-v0", players=3)
    again.reset(options={"game": env.table.game})
    total = dict.fromkeys(again.possible_agents, 0.0)
    for agent in again.agent_iter(10):
        _, reward, terminated, _, _ = again.last()
        assert terminated
        total[agent] += reward
        again.step(None)
    assert total == expected
    assert again.agents == []


@pytest.mark.parametrize("make", [tielu.env.raw_env, tielu.env.make])
def test_environments_can_be_copied_and_pickled(make):
    """A copy goes on where the environment was, and leaves it alone."""
    env = make("tielu/1888-v0", players=3, shuffle=True)
    env.reset(seed=1)
    for _ in range(30):
        env.step(int(env.last()[0]["action_mask"].nonzero()[0][0]))
    table, seen = env.unwrapped.table, env.last()[0]
    actions = len(table.game.actions)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert (twin.agent_selection, twin.unwrapped.table.actions) == (env.agent_selection, 30)
        assert np.array_equal(twin.last()[0]["observation"], seen["observation"])
        assert np.array_equal(twin.last()[0]["action_mask"], seen["action_mask"])
        assert twin.unwrapped.space is env.unwrapped.space
        twin.step(int(seen["action_mask"].nonzero()[0][0]))
        assert len(table.game.actions) == actions == len(twin.unwrapped.table.game.actions) - 1


@pytest.mark.parametrize("name", environment_ids())
def test_it_can_be_looked_at(name):
    """As text with the players in it, as a well-formed picture, or not at all."""
    text = tielu.env.raw_env(name, render_mode="ansi")
    text.reset()
    assert "player_3" in (text.render() or "")
    picture = tielu.env.raw_env(name, render_mode="svg")
    picture.reset()
    assert ElementTree.fromstring(picture.render() or "").tag.endswith("svg")
    silent = tielu.env.raw_env(name)
    silent.reset()
    assert silent.render() is None


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("unknown_environment", {"name": "tielu/1830-v0"}),
        ("unknown_environment", {"name": ["tielu/1880-v0"]}),
        ("unknown_edition", {"edition": "1999"}),
        ("wrong_player_count", {"players": 9}),
        ("not_a_whole_number", {"players": "4"}),
        ("not_a_whole_number", {"players": 4.0}),
        ("unknown_reward", {"reward": "fame"}),
        ("unknown_reward", {"reward": ["share"]}),
        ("unknown_render_mode", {"render_mode": "human"}),
        ("no_actions", {"max_actions": 0}),
        ("no_actions", {"max_actions": -1}),
        ("not_a_whole_number", {"max_actions": "5"}),
        ("not_a_whole_number", {"max_actions": float("nan")}),
    ],
)
def test_what_there_is_not_is_refused(code, options):
    with pytest.raises(InvalidInput) as refusal:
        tielu.env.make(**{"name": "tielu/1880-v0", **options})
    assert refusal.value.code == code
    assert "?" not in say_error(refusal.value, "en")


@pytest.mark.parametrize("players", [-1, 9])
def test_a_number_of_players_is_refused_as_it_was_given(players, monkeypatch):
    """Before anybody gets a name, of which there might be more than memory has room for."""
    monkeypatch.setattr(tielu.env.Setup, "names", property(lambda _: pytest.fail("names were made")))
    with pytest.raises(InvalidInput) as refusal:
        tielu.env.Setup("1880", players)
    assert (refusal.value.code, refusal.value.params["count"]) == ("wrong_player_count", players)


def test_they_are_imported_as_pettingzoos_own_games():
    """The `env` of each title has `env`, in the wrappers, and `raw_env`."""
    for module, name in ((env_1880, "tielu/1880-v0"), (env_1888, "tielu/1888-v0")):
        env, raw = module.env(players=3), module.raw_env(players=3)
        assert str(env) == str(raw) == name
        env.reset(seed=1)
        assert len(env.agents) == 3


def test_the_state_is_what_the_first_seat_sees():
    env = tielu.env.raw_env("tielu/1880-v0", players=3)
    env.reset()
    assert env.state_space.contains(env.state())
    assert np.array_equal(env.state(), env.observe("player_0")["observation"])
