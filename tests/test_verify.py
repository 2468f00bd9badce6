"""Recorded games are replayed and compared: what agrees, what is reported, and what the printed editions refuse."""

import copy
import gzip
import json
from functools import cache

import pytest

from tests.corpus import corpus_path, needs_corpus, recorded_games
from tests.play import new_game, play_out
from tielu import InvalidAction
from tielu.i18n import say_error
from tielu.interop import export_18xx_games, linear_actions, open_replay
from tielu.verify import Verification, verify_file, verify_game

PLATFORM = "18xx.games"


@cache
def _recorded() -> dict:
    """A game of our own, recorded as the corpus records games: actions, states as changes, revenue, result."""
    game = play_out(new_game(3, PLATFORM), seed=21, style="builder")
    written = export_18xx_games(game)
    actions = linear_actions(written["actions"])
    replay = open_replay(written)
    states, routes, before = [], {}, replay.game.snapshot()
    initial = before
    for step in replay.steps():
        now = replay.game.snapshot()
        gone = dict.fromkeys(before.keys() - now.keys())
        states.append({**{key: value for key, value in now.items() if before.get(key) != value}, **gone})
        if step.foreign["type"] == "run_routes":
            routes[str(step.index)] = [{"revenue": route["revenue"]} for route in step.foreign["routes"]]
        before = now
    return {**written, "actions": actions, "initial": initial, "states": states, "routes": routes}


@pytest.fixture
def recorded():
    return copy.deepcopy(_recorded())


def keys(report: Verification) -> list[tuple[int, str]]:
    return [(mismatch.index, mismatch.key) for mismatch in report.mismatches]


def test_a_true_record_agrees(recorded):
    """Every state, the revenue of every run and the result are equal; all actions are counted."""
    report = verify_game("ours", recorded)
    assert report.mismatches == []
    assert report.actions == len(recorded["actions"])


@pytest.mark.parametrize("index", [0, 37, 200, -1])
def test_a_tampered_state_is_reported_once(recorded, index):
    """One wrong number is a mismatch: where it is, what was expected, what came; what stays wrong is said once."""
    index %= len(recorded["states"])
    recorded["states"][index]["bank"] = 123456
    report = verify_game("ours", recorded)
    (mismatch,) = report.mismatches
    assert (mismatch.key, mismatch.expected) == ("bank", 123456)
    assert index <= mismatch.index <= index + 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("p.0.cash", 1),
        ("sh.BCR.ipo", 5),
        ("c.BCR.trains", ["2", "99"]),
        ("c.BCR.tokens", [["A1", 0, 0]]),
        ("m.1.owner", "p9"),
        ("priv.P1", "p9"),
        ("hex.M3", ["57", 9]),
        ("depot.2", 77),
        ("x.marker", "XYZ"),
        ("x.parchart", [[100, ["XYZ", None, None, None]]]),
        ("phase", "Z9"),
        ("round.type", "Tea"),
        ("finished", True),
    ],
)
def test_every_kind_of_key_is_compared(recorded, key, value):
    """Money, shares, companies, investors, privates, map, depot, chart and phase: each is looked at."""
    full = {**recorded["initial"], **{k: v for state in recorded["states"][:101] for k, v in state.items()}}
    recorded["states"][100] = {"full": {**{k: v for k, v in full.items() if v is not None}, key: value}}
    recorded["states"][101] = {"full": {k: v for k, v in full.items() if v is not None}, **recorded["states"][101]}
    assert any(found == key for _, found in keys(verify_game("ours", recorded)))


@pytest.mark.parametrize("key", ["round.num", "turn", "entity", "priority", "c.BCR.buyable", "x.final_or", "x.permit"])
def test_some_keys_are_for_display_only(recorded, key):
    """What the record keeps for show is not compared."""
    recorded["states"][100][key] = "something else"
    assert verify_game("ours", recorded).mismatches == []


def test_trains_compare_in_any_order_and_markers_by_hex_and_city(recorded):
    """The order of a company's trains and the circle of a marker do not matter."""
    for state in recorded["states"]:
        for key, value in state.items():
            if key.endswith(".trains") and value:
                state[key] = value[::-1]
            if key.endswith(".tokens") and value:
                state[key] = [[*token[:2], 5] for token in value][::-1]
    assert verify_game("ours", recorded).mismatches == []


def test_the_playing_order_counts_when_a_share_round_starts(recorded):
    """It is compared there and nowhere else."""
    stock = [index for index, state in enumerate(recorded["states"]) if state.get("round.type") == "Stock"]
    later = stock[3]
    recorded["states"][later]["order"] = [9, 9, 9]
    assert any(key == "order" for _, key in keys(verify_game("ours", recorded)))


def test_revenue_and_result_are_compared(recorded):
    """What the trains earned in a run, and what everybody was worth at the end."""
    index = next(iter(recorded["routes"]))
    recorded["routes"][index][0]["revenue"] += 10
    recorded["result"]["0"] += 1
    found = keys(verify_game("ours", recorded))
    assert (int(index), "revenue") in found
    assert found[-1][1] == "result"


def test_a_refused_action_is_a_mismatch_with_its_rule(recorded):
    """The replay cannot go on, and says why."""
    index = next(i for i, action in enumerate(recorded["actions"]) if action["type"] == "lay_tile")
    recorded["actions"][index]["tile"] = "8888-0"
    report = verify_game("ours", recorded)
    assert report.mismatches[-1].key == "refused"
    assert report.mismatches[-1].index == index
    assert report.mismatches[-1].rule.startswith("1880.")


def test_a_record_without_states_is_replayed(recorded):
    """An export of the platform has none: its actions must be legal and its result right."""
    for field in ("states", "routes", "initial"):
        del recorded[field]
    assert verify_game("ours", recorded).mismatches == []
    recorded["result"]["1"] += 1
    assert [key for _, key in keys(verify_game("ours", recorded))] == ["result"]


@pytest.mark.parametrize("field", ["initial", "routes", "result"])
@pytest.mark.parametrize("value", [5, "none", [1]])
def test_a_record_that_is_wrong_beside_its_actions_is_refused(recorded, field, value):
    """A file may be damaged anywhere; the field is named."""
    with pytest.raises(InvalidAction, match="record_malformed") as refused:
        verify_game("ours", {**recorded, field: value})
    assert f"“{field}”" in say_error(refused.value, "en")


@pytest.mark.parametrize("value", [5, "none", [1]])
def test_routes_of_a_run_that_are_none_are_refused(recorded, value):
    """With the number of the action."""
    with pytest.raises(InvalidAction, match="record_malformed") as refused:
        verify_game("ours", {**recorded, "routes": dict.fromkeys(recorded["routes"], value)})
    assert say_error(refused.value, "en").startswith("Action ")


def test_a_full_state_that_is_none_is_refused(recorded):
    """As one that is no change of the state before."""
    with pytest.raises(InvalidAction, match="states_malformed"):
        verify_game("ours", {**recorded, "states": [{"full": 5} for _ in recorded["states"]]})


@pytest.mark.parametrize("states", [{}, [], "none"])
def test_states_that_do_not_fit_are_refused(recorded, states):
    """There is one state for each action, or none at all."""
    with pytest.raises(InvalidAction, match="states_malformed"):
        verify_game("ours", {**recorded, "states": states})


def test_states_of_no_sense_are_mismatches(recorded):
    """Odd values do not stop the comparison."""
    recorded["states"][100].update({"c.BCR.tokens": [7], "c.BCR.trains": [1, "2"], "p.0.cash": [["x"]]})
    found = {key for _, key in keys(verify_game("ours", recorded))}
    assert {"c.BCR.tokens", "c.BCR.trains", "p.0.cash"} <= found


def test_files_are_read_plain_and_gzipped(recorded, tmp_path):
    """The report goes by the name of the file."""
    text = json.dumps(recorded).encode()
    (tmp_path / "plain.json").write_bytes(text)
    (tmp_path / "packed.json.gz").write_bytes(gzip.compress(text))
    for name in ("plain.json", "packed.json.gz"):
        report = verify_file(tmp_path / name)
        assert (report.game, report.mismatches) == (name, [])


@needs_corpus
@pytest.mark.parametrize("name", recorded_games("1880"))
def test_recorded_games_replay_state_for_state(name):
    """Every game of the corpus: no mismatch."""
    report = verify_file(corpus_path("1880", name))
    assert report.mismatches == []
    assert report.actions > 0


@needs_corpus
def test_a_raw_export_of_the_platform_replays():
    """The same game as the platform wrote it, with all that was undone."""
    report = verify_file(corpus_path("raw", "1880_3p_human.json.gz"))
    assert (report.actions, report.mismatches) == (649, [])


# Where the platform departs from the printed rules: the number in docs/rulings.md, and how a replay shows it.
def departure(report: Verification) -> str:
    """The departure that explains the first difference of a game, by its number in the rulings."""
    first = report.mismatches[0].index
    seen = {mismatch.key for mismatch in report.mismatches if mismatch.index == first}
    rules = {mismatch.rule for mismatch in report.mismatches if mismatch.rule}
    if "1880.auction.starter-rotates-left" in rules:
        return "5.10 a private forced at ¥0 advances the opener twice"
    if "1880.p0.one-off-payment" in rules:
        return "1.2 in 2010 P0 is not paid for trains removed"
    if any(key.endswith(".funded") for key in seen):
        return "5.12 second capital at once for a company that has not floated"
    if {"c.QSR.tokens", "c.SCR.tokens"} & seen:
        return "5.13 QSR and SCR set their home again"
    if "x.parchart" in seen:
        return "5.1 the par slot is chosen"
    if "round.type" in seen or any(key.endswith(".trains") for key in seen):
        return "5.7 surplus trains after the share round"
    return ""


@needs_corpus
@pytest.mark.parametrize("edition", ["2022", "2010"])
@pytest.mark.parametrize("name", recorded_games("1880"))
def test_printed_editions_part_from_recorded_games_where_the_rulings_say(name, edition):
    """The first refusal or difference of each game is a known departure of the platform."""
    report = verify_file(corpus_path("1880", name), edition)
    assert report.mismatches, "the platform departs from print in every one of these games"
    assert departure(report), report.mismatches[:3]
