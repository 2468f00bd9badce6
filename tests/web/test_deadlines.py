"""Deadlines: jobs in PostgreSQL, the scheduler of one process, and a game over three weeks in which time runs out."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from sqlalchemy.event import listen

from tests.store.conftest import Clock
from tests.web.public_servers import worker
from tests.web.tables_with_bots import until
from tielu.clocks import CONSENT, WAIT, TimeControl
from tielu.store import BotReason, Store
from tielu.web import create_app
from tielu.web.bots.jobs import BotJobs, connection_string
from tielu.web.clocks.deadlines import expire_due_clocks, time_over_notice
from tielu.web.clocks.jobs import TASK, defer_deadline

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SLOW = TimeControl(DAY, DAY, 3 * DAY, bot="random")
PEOPLE = ["Ann", "Bo", "Cy"]


def bid(amount):
    return {"type": "bid", "private": "P0", "amount": amount}


def told(store, game):
    return [message.text for message in store.talk.messages_since(game) if "time is up" in message.text]


def jobs_of(url):
    with psycopg.connect(connection_string(url)) as connection:
        query = "SELECT args ->> 'game_id', scheduled_at FROM procrastinate_jobs WHERE task_name = %s ORDER BY id"
        return connection.execute(query, [TASK]).fetchall()


def test_a_game_waits_for_one_job(postgres_url):
    """A turn defers its deadline in its own transaction, unless a job comes before it anyway."""
    clock = Clock()
    now = clock.now = datetime.now(UTC)
    with Store(postgres_url, clock, on_deadline=defer_deadline) as store:
        BotJobs(postgres_url).install()
        game = store.create_game("1880", PEOPLE, time_control=SLOW).id
        assert jobs_of(postgres_url) == [(game, now + DAY)]
        clock.now += HOUR
        store.append(game, 0, bid(5), 0)
        store.append(game, 1, bid(10), 1)
        assert jobs_of(postgres_url) == [(game, now + DAY)]
        assert store.clocks.of_games([game])[game].deadline == now + 25 * HOUR
        clock.now += 21 * HOUR
        store.append(game, 2, bid(15), 2)
        assert [due for _, due in jobs_of(postgres_url)] == [now + DAY]


def test_a_deadline_that_comes_earlier_moves_the_job(postgres_url):
    """So a game has one job that waits, due at the deadline or before."""
    now = datetime.now(UTC)
    with Store(postgres_url) as store:
        BotJobs(postgres_url).install()
        for hours, due in ((24, 24), (30, 24), (5, 5), (9, 5)):
            with store._engine.begin() as connection:
                defer_deadline(connection, "game", now + hours * HOUR)
                defer_deadline(connection, "other", now + 48 * HOUR)
            assert jobs_of(postgres_url) == [("game", now + due * HOUR), ("other", now + 48 * HOUR)]


def set_doing(url):
    """As if a worker did every job of a deadline."""
    with psycopg.connect(connection_string(url)) as connection:
        [(living,)] = connection.execute("INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id")
        doing = "UPDATE procrastinate_jobs SET status = 'doing', worker_id = %s WHERE task_name = %s RETURNING id"
        return [job for (job,) in connection.execute(doing, [living, TASK])]


def test_a_job_that_is_being_done_leaves_its_place_to_the_next(postgres_url):
    """A time that begins to run meanwhile has a job of its own, and the first one can be tried again all the same."""
    now = datetime.now(UTC)
    with Store(postgres_url) as store:
        BotJobs(postgres_url).install()
        with store._engine.begin() as connection:
            defer_deadline(connection, "game", now + HOUR)
        [first] = set_doing(postgres_url)
        with store._engine.begin() as connection:
            defer_deadline(connection, "game", now + DAY)
        with psycopg.connect(connection_string(postgres_url)) as connection:
            again = "SELECT procrastinate_retry_job_v2(%s, %s, NULL, NULL, NULL)"
            connection.execute(again, [first, now + 2 * HOUR])
        assert [due for _, due in jobs_of(postgres_url)] == [now + 2 * HOUR, now + DAY]


def test_jobs_of_earlier_versions_do_no_harm(postgres_url, tmp_path):
    """They had no queueing lock: theirs is done, finds the time running, and the deadline has its own job."""
    now = datetime.now(UTC)
    with Store(postgres_url, on_deadline=defer_deadline) as store:
        BotJobs(postgres_url).install()
        game = store.create_game("1880", PEOPLE, time_control=SLOW).id
        with psycopg.connect(connection_string(postgres_url)) as connection:
            earlier = "UPDATE procrastinate_jobs SET queueing_lock = NULL, scheduled_at = %s WHERE task_name = %s"
            connection.execute(earlier, [now, TASK])
        with worker(postgres_url, tmp_path / "work.log"):
            until(lambda: [due > now + HOUR for _, due in jobs_of(postgres_url)] == [True])
        assert told(store, game) == []


def test_the_job_of_a_game_is_found_without_a_look_at_all(postgres_url):
    """However many games have clocks, a move looks into an index."""
    with Store(postgres_url) as store:
        BotJobs(postgres_url).install()
        with store._engine.begin() as connection:
            connection.exec_driver_sql(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args, scheduled_at)"
                " SELECT 'bots-quick', 'tielu.deadline', n, 'deadline:' || n, '{}', now() + interval '1 day'"
                " FROM generate_series(1, 5000) AS n"
            )
            connection.exec_driver_sql("ANALYZE procrastinate_jobs")
            seen = []
            listen(connection, "before_cursor_execute", lambda *given: seen.append(given[2:4]))
            defer_deadline(connection, "4000", datetime.now(UTC) + HOUR)
            defer_deadline(connection, "none", datetime.now(UTC) + HOUR)
            asked = [(text, given) for text, given in seen if "procrastinate_jobs" in text]
            plans = ["\n".join(connection.exec_driver_sql(f"EXPLAIN {text}", given).scalars()) for text, given in asked]
        assert len(plans) == 4
        assert all("Seq Scan" not in plan for plan in plans), plans
        assert ["procrastinate_jobs_queueing_lock_idx" in plan for plan in plans] == [True, True, True, False]


def test_a_worker_that_was_down_does_it_later(postgres_url, tmp_path):
    """Time was over while nobody worked: the next worker gives the seat to a bot, which plays, and says so once."""
    with ExitStack() as stack:
        then = stack.enter_context(Store(postgres_url, lambda: datetime.now(UTC) - 2 * DAY, on_deadline=defer_deadline))
        BotJobs(postgres_url).install()
        game = then.create_game("1880", PEOPLE, time_control=SLOW).id
        for number in range(2):
            stack.enter_context(worker(postgres_url, tmp_path / f"work-{number}.log"))
        now = stack.enter_context(Store(postgres_url))
        until(lambda: now.read(game).seq)
        assert told(now, game) == ["Ann’s time is up. Random plays until Ann is back."]
        seats = now.game(game).seats
        assert [seat.bot for seat in seats] == ["random", None, None]
        assert now.clocks.of_games([game])[game].seat == 1


def test_one_process_looks_at_clocks_itself(tmp_path):
    """With SQLite the scheduler of bots does it."""
    now = datetime.now(UTC)
    with Store(tmp_path / "games.sqlite3", lambda: now - 2 * DAY) as store:
        game = store.create_game("1880", PEOPLE, time_control=SLOW).id
    with Store(tmp_path / "games.sqlite3") as store:
        scheduler = create_app(store).state.scheduler
        scheduler.start()
        try:
            until(lambda: store.read(game).seq)
        finally:
            scheduler.close()
        assert len(told(store, game)) == 1


@pytest.mark.parametrize("when_over", [WAIT, CONSENT])
def test_the_chat_says_what_happens_next(store, when_over):
    """In the language of somebody else at the table."""
    control = TimeControl(DAY, DAY, DAY, when_over, "" if when_over == WAIT else "clerk")
    info = store.game(store.create_game("1880", PEOPLE, time_control=control).id)
    assert time_over_notice(info, 0, control).startswith("Ann’s time is up. ")


class Table:
    """A game over weeks: people who come and go, bots that play for them, and two workers that look at the clocks."""

    def __init__(self, address, stack):
        self.clock = Clock()
        self.stores = [stack.enter_context(Store(address, self.clock)) for _ in range(2)]
        self.workers = stack.enter_context(ThreadPoolExecutor(2))
        self.chance = random.Random(17)
        self.game = self.stores[0].create_game("1880", PEOPLE, undo="none", time_control=SLOW).id
        self.deadlines, self.fired, self.days = 0, 0, 0

    def look_at_clocks(self):
        """Two workers at the same moment, unless they are down."""
        if self.chance.random() < 0.15:
            return
        before = self.stores[0].clocks.of(self.game)
        self.deadlines += before.deadline is not None and before.deadline <= self.clock.now
        found = self.workers.map(expire_due_clocks, self.stores)
        self.fired += sum(map(len, found))

    def move(self):
        """Whoever is there moves: bots at once, people when they look, which some do rarely."""
        store = self.chance.choice(self.stores)
        for seat in store.game(self.game).seats:
            if seat.bot is not None and self.chance.random() < 0.05:
                store.take_from_bot(self.game, seat.number)
        for _ in range(40):
            loaded, info = store.load(self.game), store.game(self.game)
            if info.actor is None:
                return
            action = self.chance.choice(list(loaded.game.legal_actions()))
            if info.seats[info.actor].bot is not None:
                store.append_for_bot(self.game, loaded.seq, action, info.actor, BotReason("random", "random"))
            elif self.chance.random() < (0.5, 0.5, 0.04)[info.actor]:
                store.append(self.game, loaded.seq, action, info.actor)
            else:
                return


def test_three_weeks(tmp_path):
    """Every deadline is met by exactly one worker, and the chat says each once; who was represented comes back."""
    with ExitStack() as stack:
        table = Table(f"sqlite:///{tmp_path}/games.sqlite3", stack)
        for _ in range(21 * 8):
            table.clock.now += 3 * HOUR
            table.look_at_clocks()
            table.move()
        store = table.stores[0]
        assert table.deadlines == table.fired == len(told(store, table.game)) >= 5
        assert store.read(table.game).seq > 40
        clock = store.clocks.of(table.game)
        assert all(seat.left <= 3 * DAY for seat in clock.seats)
        away = {number for number, seat in enumerate(clock.seats) if seat.represented}
        assert away == {seat.number for seat in store.game(table.game).seats if seat.bot}
