"""What an operator sees of `tielu serve` and `tielu work`: health, figures and logs, from real processes."""

import json
import re
import socket
import time
from urllib.parse import urlencode

import psycopg
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.test_architecture import ROOT
from tests.web.public_servers import public_server, worker
from tests.web.tables_with_bots import BID, until
from tielu.cli import main
from tielu.store import Store
from tielu.store.ids_and_secrets import new_id, new_secret
from tielu.store.schema import NEWEST, VERSION_TABLE
from tielu.web import create_app
from tielu.web.bots.jobs import BotJobs, queue_of
from tielu.web.operations import health
from tielu.web.operations.metrics import Metrics
from tielu.web.operations.watch import Watch
from tielu.web.work import _listening

# How long the database lets somebody wait for a lock; whoever does not wait is told sooner, also on a busy machine.
LOCK_SECONDS = 20
VISITOR = {"X_Forwarded_For": "203.0.113.9"}


@pytest.fixture(scope="module")
def url(postgres):
    """A database for all servers of this module."""
    with postgres.database() as address:
        yield address


@pytest.fixture(scope="module")
def server(url, tmp_path_factory):
    """A public server."""
    log = tmp_path_factory.mktemp("server") / "log"
    with public_server(url, log, boards_per_address="1/hour") as running:
        yield running


def new_game(server, **more):
    players = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    status, text = server.ask("/api/games", "POST", {"title": "1880", "players": players, **more})
    assert status == 201
    return json.loads(text)


def figure(text, name):
    """The value of a line of /metrics."""
    return float(re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)[0])


class FormReader:
    """A visitor with cookies, who sends forms."""

    def __init__(self, server):
        self.server = server
        self.cookies = {}
        self.page = ""

    def ask(self, path, **fields):
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        method, body = "GET", None
        if fields:
            method, body = "POST", urlencode({"token": self.cookies["tielu_form"], **fields}, doseq=True)
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        status, self.page, found = self.server.exchange(path, method, body, {**sent, "X-Forwarded-For": "203.0.113.9"})
        self.cookies |= found
        return status


def test_a_server_lives_is_ready_and_counts(server):
    """Requests are counted by the template of their route; only trusted addresses may read that."""
    game_id = new_game(server)["id"]
    server.ask(f"/games/{game_id}")
    server.ask("/nowhere")
    assert json.loads(server.ask("/healthz")[1])["status"] == "alive"
    assert server.ask("/readyz") == (200, '{"status":"ready"}')
    assert [server.ask(path, "HEAD") for path in ("/healthz", "/readyz", "/metrics")] == [(200, "")] * 3
    status, text = server.ask("/metrics")
    assert status == 200
    assert figure(text, 'tielu_requests_total{method="GET",route="/games/{game_id}",status="200"}') >= 1
    assert figure(text, 'tielu_requests_total{method="GET",route="none",status="404"}') >= 1
    assert figure(text, 'tielu_request_seconds_count{route="/games/{game_id}"}') >= 1
    assert (figure(text, "tielu_streams"), figure(text, "tielu_database_up")) == (0, 1)
    assert game_id not in text
    assert server.ask("/metrics", **VISITOR)[0] == 403


def test_limits_are_settings(server):
    """Of what this server allows once an hour, the second is refused; who is at the machine is not limited."""
    path = f"/api/games/{new_game(server)['id']}/what_if"
    assert [server.ask(path, "POST", {}, **VISITOR)[0] for _ in range(2)] == [201, 429]
    assert server.ask(path, "POST", {})[0] == 201


def test_logs_tell_what_was_done_and_no_secret(server):
    """A whole evening of one visitor: every line is JSON, the audit has each act, and nothing opens a seat."""
    reader = FormReader(server)
    reader.ask("/")
    reader.ask("/games", rules="1880/2022", players=["Ann", "Bo", "Cy"], languages=["en"] * 3, mode="links")
    path, secrets = re.findall(r"(/games/\w+)/seat", reader.page)[0], re.findall(r"/seat[/#](\w+)", reader.page)
    game_id = path.rpartition("/")[2]
    reader.ask(f"{path}/seat/{secrets[0]}")
    reader.ask(f"{path}/seat/{secrets[0]}x?secret={secrets[1]}")
    reader.ask(f"{path}/chat", text="write to ann@mail.example")
    reader.ask(f"{path}/seats/1/link", go="")
    secrets += re.findall(r"/seat[/#](\w+)", reader.page)
    for do, bot in (("seats/0/bot", "clerk"), ("seats/0/bot", ""), ("delete", ""), ("restore", "")):
        assert reader.ask(f"{path}/{do}", bot=bot) == 303
    server.ask(f"/api/games/{game_id}/chat", "POST", {"text": "hi"}, Authorization=f"Bearer {secrets[2]}")
    until(lambda: server.events("game restored"))
    acts = [(line["event"], line["address"]) for line in server.lines if line["logger"] == "tielu.audit"]
    assert [event for event, address in acts if address == "203.0.113.9"] == [
        "game made",
        "seat opened",
        "new link made",
        "seat given to a bot",
        "seat taken from a bot",
        "game deleted",
        "game restored",
    ]
    opened = [line for line in server.events("request") if line["route"] == "/games/{game_id}/seat/{secret}"]
    assert {line["status"] for line in opened} == {303, 403}
    assert all(line["game"] == game_id for line in opened)
    told = server.log.read_text("utf-8")
    cookies = [value for name, value in reader.cookies.items() if name in ("tielu_form", "tielu_seat", "tielu_keeper")]
    assert len(cookies) == 3
    assert len(set(secrets)) == 4
    for secret in (*secrets, *cookies, "ann@mail.example"):
        assert secret not in told


def test_without_its_database_a_server_lives_but_is_not_ready(server, postgres):
    """It says so without a word on where the database is, and is ready again when it is back."""
    postgres.stop("immediate")
    try:
        assert server.ask("/healthz")[0] == 200
        assert server.ask("/readyz") == (503, '{"status":"database does not answer"}')
    finally:
        postgres.start()
    assert server.ask("/readyz")[0] == 200


def test_a_server_is_not_ready_for_a_schema_it_cannot_use(server, url):
    """A newer one may say that this version can go on with it."""
    with psycopg.connect(url, autocommit=True) as connection:
        answers = []
        for revision in (f"0099_from_{NEWEST[:4]}", "0099_from_0098", "0099", NEWEST):
            connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '{revision}'".encode())
            answers.append(server.ask("/readyz"))
    ready, refused = (200, '{"status":"ready"}'), (503, '{"status":"database has another schema"}')
    assert answers == [ready, refused, refused, ready]


def test_a_database_that_hangs_is_no_reason_to_wait(postgres_url, monkeypatch):
    """Whoever asks whether the server is ready is told in time that it is not."""
    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.2)
    app = FastAPI()
    patient = f"{postgres_url}&options=-clock_timeout={LOCK_SECONDS}s"
    with Store(patient) as store, psycopg.connect(postgres_url) as hanging, TestClient(app) as client:
        app.include_router(health.Health(store, Watch(store), Metrics(), []).router)
        assert client.get("/readyz").status_code == 200
        hanging.execute(f"LOCK TABLE {VERSION_TABLE}".encode())
        began = time.monotonic()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "database does not answer"})
        assert time.monotonic() - began < LOCK_SECONDS / 2
        hanging.rollback()
        until(lambda: "Current Checked out connections: 0" in store._engine.pool.status())


def test_a_worker_tells_how_long_its_bots_think(server, url, tmp_path):
    """It answers like a server where its settings say so, and everybody can see that it works."""
    with worker(url, tmp_path / "log") as working:
        game_id = new_game(server, mode="hot_seat")["id"]
        with Store(url, on_bot_turn=BotJobs(url).defer) as store:
            for seat in (1, 2):
                store.give_to_bot(game_id, seat, "clerk")
            store.append(game_id, 0, BID, 0)
            until(lambda: store.reasons(game_id))
            assert store.ask(queue_of).workers == 1
        assert figure(working.ask("/metrics")[1], 'tielu_bot_seconds_count{bot="clerk"}') >= 1
        assert working.end() == 0
    assert [line["event"] for line in working.lines] == ["working", "stopping"]


def test_bots_that_wait_in_vain_are_noticed(postgres_url, caplog):
    """A warning tells how many turns wait while no worker runs, once, and that they no longer do."""
    jobs = BotJobs(postgres_url)
    with Store(postgres_url, on_bot_turn=jobs.defer) as store:
        jobs.install()
        watch = Watch(store, queue_of)
        watch.look()
        assert watch.seen is not None
        assert (watch.seen.live_games, watch.stalled) == (0, 0)
        game_id = store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id
        store.give_to_bot(game_id, 1, "clerk")
        store.append(game_id, 0, BID, 0)
        watch.look()
        assert watch.stalled == 0, "a worker may be just starting"
        watch.look()
        watch.look()
        assert (watch.seen.live_games, watch.stalled) == (0, 1), "games are counted once a minute only"
        another = Watch(store, queue_of)
        another.look()
        assert another.seen is not None
        assert another.seen.live_games == 1
        with store._engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM procrastinate_jobs")
        watch.look()
    assert [record.message for record in caplog.records] == [
        "bots wait, and no worker runs",
        "bots no longer wait for a worker",
    ]


@pytest.mark.parametrize(("host", "family"), [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)])
def test_a_worker_whose_port_is_taken_says_which_setting_to_change(monkeypatch, capsys, host, family):
    """It has no options for that; and where the port is free, it answers on addresses of both kinds."""
    try:
        taken = socket.create_server((host, 0), family=family)
    except OSError:
        pytest.skip(f"this machine has no {host}")
    monkeypatch.setattr("tielu.web.operations.logs.log_as_json", lambda: None)
    port = taken.getsockname()[1]
    monkeypatch.setenv("TIELU_HOST", host)
    monkeypatch.setenv("TIELU_WORK_PORT", str(port))
    with taken:
        assert main(["work", "--lang", "en", "--database", "postgresql://127.0.0.1:1/games"]) == 2
    told = capsys.readouterr().err
    assert f"{host}, port {port}" in told
    assert "work_port" in told
    assert "--" not in told
    with _listening(host, port) as free:
        assert free.getsockname()[:2] == (host, port)


def test_the_proxy_logs_no_secret_of_an_address(postgres_url):
    """Whatever route has one in its path."""
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    ((wanted, shown),) = re.findall(r'request>uri regexp "(.+)" "(.+)"', text)
    with Store(postgres_url) as store:
        paths = {route.path for route in create_app(store).state.routes if "{secret}" in route.path}
    assert len(paths) == 2
    for path in paths:
        asked = path.replace("{game_id}", new_id()).replace("{secret}", secret := new_secret())
        assert re.search(wanted, asked), path
        assert secret not in re.sub(wanted, shown, asked), path
