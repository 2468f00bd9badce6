"""Two servers and a worker on one PostgreSQL: what one does the others know, and bots think once."""

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy.event import listen

from tests.test_architecture import ROOT
from tests.web.tables_with_bots import BID, until
from tielu.automatic import PassAuction
from tielu.store import Store
from tielu.web.bots.jobs import BotJobs, connection_string
from tielu.web.bots.worker import PatientConnection

PROGRAM = "import sys; from tielu.cli import main; sys.exit(main())"


@contextmanager
def process(*command, **options):
    """A process that says that it is ready; it is killed in the end, if it has not ended by itself."""
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True, **options
    ) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline(), "it did not start"
            yield started
        finally:
            if started.poll() is None:
                os.killpg(started.pid, signal.SIGKILL)


@contextmanager
def server(url):
    """The port of a `tielu serve`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with process("-c", PROGRAM, "serve", "--lang", "en", "--database", url, "--port", str(port)):
        yield port


def worker(url, thoughts, fault="none"):
    return process("-m", "tests.web.counting_worker", "work", url, fault, str(thoughts))


def ask(port, method, path, body=None):
    """Ask a server; returns the status and the JSON it answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, f"/api{path}", json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    found = json.loads(answer.read())
    connection.close()
    return answer.status, found


def new_game(port, bot="clerk"):
    players = [{"name": "Ann"}, {"name": "Bo", "bot": bot}, {"name": "Cy", "bot": bot}]
    status, made = ask(port, "POST", "/games", {"title": "1880", "players": players, "mode": "hot_seat"})
    assert status == 201
    return made["id"]


def is_persons_turn(store, game_id, after):
    info = store.game(game_id)
    return store.progress(game_id).entries > after and info.actor is not None and info.seats[info.actor].bot is None


def test_two_servers_and_two_workers_play_one_game(postgres_url, tmp_path):
    """An action at one server is told at the other, and every turn of a bot is thought about once."""
    thoughts = tmp_path / "thoughts"
    with ExitStack() as stack:
        here, there = (stack.enter_context(server(postgres_url)) for _ in range(2))
        for _ in range(2):
            stack.enter_context(worker(postgres_url, thoughts))
        store = stack.enter_context(Store(postgres_url))
        game_id = new_game(here)
        stream = http.client.HTTPConnection("127.0.0.1", there, timeout=60)
        stack.callback(stream.close)
        stream.request("GET", f"/games/{game_id}/events?since=0-0")
        events = stream.getresponse()
        for port in (here, there, here):
            seq = store.progress(game_id).entries
            _, position = ask(port, "GET", f"/games/{game_id}")
            assert position["seq"] == seq
            action = BID if seq == 0 else {"type": "pass"}
            assert ask(port, "POST", f"/games/{game_id}/act", {"seq": seq, "action": action})[0] == 200
            until(lambda after=seq + 1: is_persons_turn(store, game_id, after))
        while (line := events.readline()) != b"event: entry\n":
            assert line, "the stream has ended without the news"
        asked = thoughts.read_text("utf-8").split()
        assert len(asked) == len(store.reasons(game_id))
        assert len(asked) == len(set(asked))
        # An automatic move is made by a worker, too.
        ann = stack.enter_context(Store(postgres_url, on_bot_turn=BotJobs(postgres_url).defer))
        seq = ann.progress(game_id).entries
        ann.automatic.set(game_id, 0, PassAuction().to_json())
        until(lambda: seq + 1 in ann.automatic.entries(game_id, 0))


def test_the_turn_of_a_killed_worker_is_taken_by_another(postgres_url, tmp_path):
    """It was killed while it thought: after a while of silence the turn is thought about again, and moves once."""
    thoughts = tmp_path / "thoughts"
    jobs = BotJobs(postgres_url)
    with Store(postgres_url, on_bot_turn=jobs.defer) as store, worker(postgres_url, thoughts, "hangs") as first:
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
        for seat in (1, 2):
            store.give_to_bot(game_id, seat, "clerk")
        store.append(game_id, 0, BID, 0)
        until(lambda: thoughts.exists() and thoughts.read_text("utf-8"))
        os.killpg(first.pid, signal.SIGKILL)
        assert store.progress(game_id).entries == 1
        with worker(postgres_url, thoughts):
            until(lambda: is_persons_turn(store, game_id, 1))
        assert thoughts.read_text("utf-8").split()[:2] == ["1", "1"]
        assert len(store.reasons(game_id)) == len(thoughts.read_text("utf-8").split()) - 1


def test_workers_go_on_when_the_database_is_back(postgres, postgres_url, tmp_path):
    """A database that was killed is found again, and so are the turns."""
    thoughts = tmp_path / "thoughts"
    jobs = BotJobs(postgres_url)
    with Store(postgres_url, on_bot_turn=jobs.defer) as store, worker(postgres_url, thoughts):
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
        for seat in (1, 2):
            store.give_to_bot(game_id, seat, "clerk")
        postgres.stop("immediate")
        postgres.start()
        store.append(game_id, 0, BID, 0)
        until(lambda: is_persons_turn(store, game_id, 1))


def test_a_worker_ends_when_told_and_refuses_a_file(postgres_url, tmp_path):
    """SIGTERM is enough; where bots think in the server there is nothing to do."""
    with process("-c", PROGRAM, "work", "--lang", "en", "--database", postgres_url) as working:
        working.send_signal(signal.SIGTERM)
        assert working.wait(30) == 0
    command = [sys.executable, "-c", PROGRAM, "work", "--lang", "en", "--database", str(tmp_path / "games.sqlite3")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "PostgreSQL" in done.stderr


@pytest.mark.parametrize(("undone", "queue"), [(False, "bots-quick"), (True, "bots-quick")])
def test_a_turn_has_one_job(postgres_url, undone, queue):
    """Whoever hands it on again adds none; only a pause that somebody ends has a second, which comes first."""
    jobs = BotJobs(postgres_url)
    with Store(postgres_url, on_bot_turn=jobs.defer) as store:
        jobs.install()
        jobs.install()
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
        store.give_to_bot(game_id, 1, "clerk")
        store.append(game_id, 0, BID, 0)
        if undone:
            store.give_to_bot(game_id, 0, "clerk")
            store.append(game_id, 1, {"type": "undo", "to": 0}, 2)
            store.bots.resume(game_id, 2)
        for _ in range(2):
            store.bots.hand_on_turns()
        with store._engine.connect() as connection:
            found = connection.exec_driver_sql("SELECT queue_name, lock FROM procrastinate_jobs ORDER BY id").fetchall()
        turns = [f"{game_id}:{seq}" for seq in ((1, 2, 2) if undone else (1,))]
        assert [tuple(each) for each in found] == [(queue, turn) for turn in turns]


def test_the_job_of_a_turn_is_found_without_a_look_at_all(postgres_url):
    """However many deadlines and turns wait, whoever hands on a turn looks into an index."""
    jobs = BotJobs(postgres_url)
    with Store(postgres_url, on_bot_turn=jobs.defer) as store:
        jobs.install()
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
        seen = []
        with store._engine.begin() as connection:
            connection.exec_driver_sql(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, lock)"
                " SELECT 'bots-deep', 'tielu.bot_turn', 'game:' || n FROM generate_series(1, 5000) AS n"
            )
            connection.exec_driver_sql("ANALYZE procrastinate_jobs")
        listen(store._engine, "before_cursor_execute", lambda *given: seen.append(given[2:4]))
        store.give_to_bot(game_id, 0, "clerk")
        [(text, given)] = [each for each in seen if "FROM procrastinate_jobs" in each[0]]
        with store._engine.connect() as connection:
            plan = "\n".join(connection.exec_driver_sql(f"EXPLAIN {text}", given).scalars())
        assert "Index Scan using tielu_jobs_by_lock" in plan
        assert "Index Cond: (lock =" in plan


def test_jobs_understand_the_options_of_a_url(postgres_url):
    """Spaces and equals signs in them too, as the store does."""
    with psycopg.connect(
        connection_string(f"{postgres_url}&options=-c%20lock_timeout%3D2s%20-c%20work_mem%3D8MB")
    ) as jobs:
        assert [jobs.execute(f"SHOW {name}").fetchone() for name in ("lock_timeout", "work_mem")] == [("2s",), ("8MB",)]


def test_a_worker_that_waits_does_nothing(postgres_url):
    """Its connections hear at once of what is announced, and do not look up meanwhile."""

    async def hear(listening):
        return [news.channel async for news in listening.notifies(timeout=20.0, stop_after=1)]

    async def timers_while_waiting():
        loop: Any = asyncio.get_running_loop()
        async with await PatientConnection.connect(connection_string(postgres_url), autocommit=True) as listening:
            await listening.execute("LISTEN tielu_test")
            heard = asyncio.ensure_future(hear(listening))
            await asyncio.sleep(0)
            timers = [timer.when() - loop.time() for timer in loop._scheduled if not timer.cancelled()]
            with psycopg.connect(postgres_url, autocommit=True) as telling:
                telling.execute("NOTIFY tielu_test")
            assert await heard == ["tielu_test"]
            return timers

    assert min(asyncio.run(timers_while_waiting())) > 10.0
