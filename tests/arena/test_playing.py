"""Games between bots: their records, what goes wrong in them, and the folder that keeps them."""

import itertools
import json
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from tielu import Game
from tielu.arena import ArenaPlan, MatchRecord, Results, in_this_process, play_match, report
from tielu.arena.playing import MOMENTS, Failure, spread
from tielu.arena.plots import wins_picture, worth_picture
from tielu.arena.results import LINES, PLAN
from tielu.arena.times import Times
from tielu.bots import BOTS, Decision, RandomBot, Reason
from tielu.core.actions import PayDividend
from tielu.errors import InvalidInput, Unavailable


class _Bad:
    """A bot that plays well enough for a while."""

    name = "bad"

    def __init__(self, seed):
        self._inner, self._left = RandomBot(seed), 12

    def choose(self, game):
        self._left -= 1
        return self._inner.choose(game) if self._left > 0 else self.fail(game)

    def fail(self, game):
        raise NotImplementedError


class Illegal(_Bad):
    def fail(self, game):
        return Decision(PayDividend(), Reason("random"))


class Crash(_Bad):
    def fail(self, game):
        raise ZeroDivisionError("out of luck")


class Meddler(_Bad):
    """Changes the game that it is shown."""

    def choose(self, game):
        game.state.cash = [cash + 1000 for cash in game.state.cash]
        return self._inner.choose(game)


@pytest.fixture(autouse=True)
def bad_bots(monkeypatch):
    for name, cls in (("illegal", Illegal), ("crash", Crash), ("meddler", Meddler)):
        monkeypatch.setitem(BOTS, name, lambda seed, _, cls=cls: cls(seed))


def plan_of(seats="random,random,random", games=2, title="1880", seed=3):
    return ArenaPlan.make(title, seats, games, seed)


def records_in(folder, plan):
    with Results(folder, plan) as results:
        return results.records


@pytest.fixture(scope="module")
def played():
    return [play_match(match) for match in plan_of().matches()]


def test_a_game_is_played_to_its_end(played):
    """The record agrees with the saved game, which replays action by action."""
    for each in played:
        game, record = Game.from_json(each.game), each.record
        assert record.failure is None
        assert game.finished
        assert record.actions == len(game.actions) == sum(times.decisions for times in record.times)
        worth = dict(game.standings())
        assert record.worth == tuple(worth[name] for name in game.players) == record.course[-1]
        assert len(record.course) == MOMENTS
        assert record.course[0] == (600, 600, 600)


def test_a_record_survives_writing_and_reading(played):
    for each in played:
        again = MatchRecord.from_json(json.loads(json.dumps(each.record.to_json())))
        assert again == each.record


def test_the_same_match_is_the_same_game(played):
    again = play_match(next(plan_of().matches()))
    assert again.game == played[0].game
    assert again.record.worth == played[0].record.worth


@pytest.mark.parametrize(
    ("seats", "kind"), [("illegal,random,random", "illegal"), ("crash,random,random", "exception")]
)
def test_what_a_bot_does_wrong_is_recorded_with_its_seed(tmp_path, seats, kind):
    """The game counts for nobody, the report names bot, game and seed, and what happened."""
    plan = plan_of(seats, games=1)
    with Results(tmp_path / "out", plan) as results:
        for each in in_this_process(results.missing()):
            results.add(each)
    found = report(plan, records_in(tmp_path / "out", plan))
    assert found.finished == 0
    (trouble,) = found.troubles
    assert (trouble.bot, trouble.kind) == (f"{seats.split(',')[0]}:0.1", kind)
    assert trouble.seed == next(plan.matches()).seed
    assert ("pay_dividend" if kind == "illegal" else "out of luck") in trouble.text
    assert found.to_json()["illegal_actions"] == (kind == "illegal")
    assert found.to_json()["exceptions"] == (kind == "exception")
    assert results.load_game(0).actions


def test_a_game_is_left_in_time_and_played_on(played):
    """Nothing is played when the time is over; what was begun goes on, and the clock that is named measures it."""
    match = next(plan_of().matches())
    left = play_match(match, until=0.0)
    assert (left.game["actions"], left.record.failure) == ([], None)
    whole = played[0].game
    ticks = itertools.count()
    on = play_match(match, Game.from_json({**whole, "actions": whole["actions"][:30]}), lambda: next(ticks))
    assert on.game["actions"][:30] == whole["actions"][:30]
    assert on.record.actions == len(on.game["actions"]) - 30 > 0
    assert {each.longest for each in on.record.times} == {1}


def test_a_bot_cannot_change_the_game():
    """It is shown a copy."""
    record = play_match(next(plan_of("meddler,random,random").matches())).record
    assert all(sum(moment) < 100_000 for moment in record.course)
    assert record.failure is None or record.failure.kind == "illegal"


def test_finished_games_are_not_played_again(tmp_path, played):
    """Opening again goes on behind what is there; more games may be asked for."""
    plan = plan_of(games=3)
    with Results(tmp_path, plan) as results:
        results.add(played[0])
    with Results(tmp_path, plan) as again:
        assert again.records == [played[0].record]
        assert [match.number for match in again.missing()] == [1, 2]
    with Results(tmp_path, plan_of(games=1)) as fewer:
        assert list(fewer.missing()) == []


def test_half_a_line_is_dropped_and_its_game_played_again(tmp_path, played):
    """As a kill leaves it behind; what is appended next stands on a line of its own."""
    plan = plan_of(games=2)
    with Results(tmp_path, plan) as results:
        for each in played:
            results.add(each)
    lines = tmp_path / LINES
    lines.write_bytes(lines.read_bytes()[:-200])
    with Results(tmp_path, plan) as again:
        assert [match.number for match in again.missing()] == [1]
        again.add(played[1])
    assert records_in(tmp_path, plan) == [each.record for each in played]


def test_two_runs_do_not_share_a_folder(tmp_path):
    """The second is refused until the first has ended."""
    with Results(tmp_path, plan_of()), pytest.raises(Unavailable, match="arena_folder_busy"):
        Results(tmp_path, plan_of())
    assert records_in(tmp_path, plan_of()) == []


def test_a_folder_belongs_to_one_plan(tmp_path, played):
    with Results(tmp_path / "a", plan_of()) as results:
        results.add(played[0])
    for other in (plan_of(seed=4), plan_of("clerk,random,random"), plan_of("random,random,random", title="1888")):
        with pytest.raises(InvalidInput, match="arena_other_plan"):
            Results(tmp_path / "a", other)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("Dear Ann")
    with pytest.raises(InvalidInput, match="arena_folder_in_use"):
        Results(tmp_path / "b", plan_of())
    with pytest.raises(Unavailable, match="file_not_written"):
        Results(tmp_path / "b" / "letter.txt", plan_of())
    (tmp_path / "a" / PLAN).write_text("{")
    with pytest.raises(Unavailable, match="file_not_read"):
        Results(tmp_path / "a", plan_of())


def test_a_broken_line_is_named(tmp_path, played):
    with Results(tmp_path, plan_of()) as results:
        results.add(played[0])
    with (tmp_path / LINES).open("a") as file:
        file.write('{"number": 1}\n')
    with pytest.raises(InvalidInput) as refusal:
        Results(tmp_path, plan_of())
    assert (refusal.value.code, refusal.value.params["line"]) == ("arena_line_broken", 2)


@pytest.mark.parametrize(
    "damage",
    [
        {"number": "x"},
        {"number": -1},
        {"seating": [0, 0, 0]},
        {"seating": [9, 1, 2]},
        {"seating": [0, 1]},
        {"worth": [1]},
        {"worth": [1, 2, "x"]},
        {"times": []},
        {"times": [{"counts": {"1": "x"}, "longest": 0, "total": 0, "late": 0}] * 3},
        {"course": []},
        {"course": [[1, 2]] * MOMENTS},
        {"seconds": "x"},
        {"failure": {"kind": "illegal", "seat": 3, "action": 1, "text": ""}},
        {"failure": {"kind": "illegal", "seat": 1, "action": 1, "text": 5}},
    ],
)
def test_a_line_is_a_result_of_the_plan_or_broken(tmp_path, played, damage):
    """Whatever does not fit is refused when the folder is opened, not counted or found out in a report."""
    with Results(tmp_path, plan_of()) as results:
        results.add(played[0])
    record = {**played[0].record.to_json(), **damage}
    (tmp_path / LINES).write_text(json.dumps(record) + "\n", "utf-8")
    with pytest.raises(InvalidInput, match="arena_line_broken"):
        Results(tmp_path, plan_of())


def made_up(plan, worths):
    """Records with these results and nothing else."""
    for match, worth in zip(plan.matches(), worths, strict=True):
        times = Times()
        times.add(0.2, 0.12)
        course = spread([(100,) * len(worth), worth], MOMENTS)
        yield MatchRecord(match.number, match.seed, match.seating, worth, 1, 0.2, (times,) * len(worth), course)


def test_rows_count_seats_by_bot():
    """Three games: the clerk wins two and shares none; seats with the same bot are one row."""
    plan = plan_of("clerk,random,random", games=3)
    records = list(made_up(plan, [(900, 100, 200), (500, 800, 300), (700, 100, 700)]))
    assert [record.seating.index(0) for record in records] == [0, 1, 2]
    clerk, chance = report(plan, records).rows
    assert (clerk.bot, clerk.games, clerk.wins) == ("clerk", 3, 2.5)
    assert clerk.worth == pytest.approx((900 + 800 + 700) / 3)
    assert clerk.rank == pytest.approx((1 + 1 + 1.5) / 3)
    assert (chance.games, chance.wins) == (6, 0.5)
    assert clerk.fair == pytest.approx(1 / 3)
    assert clerk.elo > chance.elo
    assert clerk.late == 3


def test_a_game_that_failed_says_nothing_about_times():
    """It is left out of all figures."""
    plan = plan_of("clerk,random,random", games=3)
    first, *others = made_up(plan, [(900, 100, 200), (500, 800, 300), (700, 100, 700)])
    failed = replace(first, failure=Failure("exception", 1, 0, "out of luck"))
    rows = report(plan, [failed, *others]).rows
    assert [(row.games, row.decisions, row.late) for row in rows] == [(2, 2, 2), (4, 4, 4)]


def test_drawings_are_well_formed():
    """One line for each seat of the plan, one bar for each bot."""
    plan = plan_of("clerk,random,random", games=3)
    found = report(plan, list(made_up(plan, [(900, 100, 200), (500, 800, 300), (700, 100, -700)])))
    for lang in ("en", "de", "ja"):
        worth, wins = (ElementTree.fromstring(draw(found, lang).text) for draw in (worth_picture, wins_picture))
        assert {each.get("data-line") for each in worth.iter() if each.get("data-line")} == {
            "clerk",
            "random #1",
            "random #2",
        }
        bars = [each for each in wins.iter() if each.get("data-bot")]
        assert [each.get("data-bot") for each in bars] == ["clerk", "random"]


def test_percentiles_are_exact_to_a_twentieth():
    """Times of many decisions, put together from parts and read again."""
    rng, times, all_times = random.Random(2), Times(), []
    for _ in range(5):
        part = Times()
        for _ in range(400):
            seconds = rng.expovariate(20)
            part.add(seconds, 0.1)
            all_times.append(seconds)
        times.merge(Times.from_json(json.loads(json.dumps(part.to_json()))))
    all_times.sort()
    for percent in (50, 95):
        exact = all_times[len(all_times) * percent // 100 - 1]
        assert exact <= times.percentile(percent) <= exact * 1.06
    assert times.longest == pytest.approx(all_times[-1], abs=1e-5)
    assert times.late == sum(each > 0.1 for each in all_times)
    assert Times().percentile(50) == 0
