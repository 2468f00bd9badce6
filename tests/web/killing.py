"""Kills the server while it is asked, time and again: `python -m tests.web.killing FOLDER TIMES SEED`.

Most servers are forked from this process, which has read all modules already, so that a hundred kills take half a
minute; what runs is the whole of `tielu play`. Some are begun as a user begins them. It is a process of its own
because it forks.
"""

from __future__ import annotations

import atexit
import http.client
import itertools
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import tielu
import tielu.web.server  # read once, before all forks
from tests.play import choose
from tielu.cli import main

PLAYERS = ["Ann", "Bo", "Cy"]
# So often the server is begun as a process of its own.
PLAIN_START_EVERY = 25
# A life is at most this long, in seconds or in the time that so many doings take on this machine.
LONGEST_LIFE, DOINGS_OF_LONGEST_LIFE = 0.25, 8
# In this life, the first of a forked server, the time of doings is taken.
MEASURED = 1
PATIENCE = 60.0
BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)


class Server:
    """`tielu play` on a port, which is killed when its time is up."""

    def __init__(self, database: Path, port: int) -> None:
        self.port = port
        self._options = ["play", "--no-browser", "--port", str(port), "--database", str(database)]
        self._process: subprocess.Popen[bytes] | None = None
        self._child = 0

    def start(self, *, plain: bool) -> None:
        if plain:
            command = [sys.executable, "-c", "import sys; from tielu.cli import main; sys.exit(main())", *self._options]
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            self._child = self._process.pid
        else:
            self._process = None
            self._child = os.fork()
            if self._child == 0:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os._exit(main(self._options))
        self._wait_until_it_answers()

    def kill_after(self, seconds: float) -> None:
        """Kill it with SIGKILL then, whatever this process is doing."""
        signal.signal(signal.SIGALRM, lambda *_: self.kill())
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def kill(self) -> None:
        os.kill(self._child, signal.SIGKILL)

    def kill_if_alive(self) -> None:
        """Whatever was found, no server outlives this process."""
        if self._child:
            with suppress(ProcessLookupError):
                self.kill()

    def wait_until_dead(self) -> None:
        if self._process is not None:
            ended = self._process.wait(PATIENCE)
        else:
            ended = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        self._child = 0
        assert ended == -signal.SIGKILL, f"the server ended by itself: {ended}"

    def _wait_until_it_answers(self) -> None:
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.005)
            else:
                return
        raise AssertionError("the server does not answer")


class Client:
    """Asks over one connection; broken ones show as one of BROKEN."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def get(self, path: str) -> Any:
        return self._json("GET", path)

    def post(self, path: str, data: Any) -> Any:
        return self._json("POST", path, json.dumps(data), {"Content-Type": "application/json"})

    def _json(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> Any:
        status, text, _ = self.ask(method, path, body, headers or {})
        assert status in (200, 201), (status, path, text)
        return json.loads(text)

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str, list[str]]:
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers.get_all("set-cookie") or []

    def close(self) -> None:
        self._connection.close()


class Player:
    """Plays one game and starts others, and knows what was acknowledged and what was under way."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.game_id = ""
        self.acknowledged: list[Any] = []
        self.under_way: Any = None
        self.games: set[str] = set()
        self.said: list[str] = []
        self.saying: str | None = None

    def play(self, client: Client, times: int | None = None) -> None:
        """So often, or until the server is gone: actions, undos, messages and new games, by the API and by forms."""
        if not self.game_id:
            self.game_id = self._new_game(client)
        doings: list[Callable[[Client], None]] = [self._act_by_form, self._say, self._another_game]
        doings += [self._act] * 6
        for _ in itertools.count() if times is None else range(times):
            self._rng.choice(doings)(client)

    def _new_game(self, client: Client) -> str:
        made = client.post("/api/games", {"title": "1880", "players": PLAYERS, "mode": "hot_seat"})
        self.games.add(made["id"])
        return str(made["id"])

    def _another_game(self, client: Client) -> None:
        self._new_game(client)

    def _entry(self) -> Any:
        game = replayed(self.acknowledged)
        if game.finished or (game.actions and self._rng.random() < 0.1):
            return {"type": "undo", "to": 0 if game.finished else len(self.acknowledged) - 1}
        return choose(game, self._rng).to_json()

    def _act(self, client: Client) -> None:
        self.under_way = self._entry()
        seq = len(self.acknowledged)
        written = client.post(f"/api/games/{self.game_id}/act", {"seq": seq, "action": self.under_way})
        assert written == {"seq": seq + 1}
        self._done()

    def _act_by_form(self, client: Client) -> None:
        _, page, cookies = client.ask("GET", f"/games/{self.game_id}", None, {})
        token = re.findall(r'name="token" value="([^"]+)"', page)[0]
        self.under_way = self._entry()
        form = urlencode({"token": token, "seq": len(self.acknowledged), "action": json.dumps(self.under_way)})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(cookie.partition(";")[0] for cookie in cookies),
        }
        status, text, _ = client.ask("POST", f"/games/{self.game_id}/act", form, headers)
        assert status == 303, (status, text)
        self._done()

    def _done(self) -> None:
        self.acknowledged.append(self.under_way)
        self.under_way = None

    def _say(self, client: Client) -> None:
        self.saying = f"message {len(self.said)}"
        client.post(f"/api/games/{self.game_id}/chat", {"text": self.saying})
        self.said.append(self.saying)
        self.saying = None

    def look(self, client: Client) -> int:
        """Compare what is there with what was acknowledged; returns how many things were done but not acknowledged."""
        games = {game["id"]: game for game in client.get("/api/games?limit=200")["games"]}
        assert self.games <= set(games), "a game is gone"
        assert all(game["players"] == PLAYERS for game in games.values()), "half a game"
        self.games = set(games)
        if not self.game_id:
            return 0
        entries = client.get(f"/api/games/{self.game_id}/entries")
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
        kept = [entry["entry"] for entry in entries]
        extra = kept[len(self.acknowledged) :]
        assert kept[: len(self.acknowledged)] == self.acknowledged, "acknowledged and lost"
        assert extra in ([], [self.under_way]), "something that nobody did"
        self.acknowledged, self.under_way = kept, None
        game, position = replayed(kept), client.get(f"/api/games/{self.game_id}")
        assert json.loads(json.dumps(game.snapshot())) == position["snapshot"], "half an action"
        actor = None if game.actor is None else PLAYERS.index(game.actor)
        assert (games[self.game_id]["actor"], games[self.game_id]["finished"]) == (actor, game.finished)
        said = [message["text"] for message in client.get(f"/api/games/{self.game_id}/chat")]
        assert said[: len(self.said)] == self.said, "a message is gone"
        assert said[len(self.said) :] in ([], [self.saying])
        extra_said = len(said) - len(self.said)
        self.said, self.saying = said, None
        return len(extra) + extra_said


def replayed(entries: list[Any]) -> tielu.Game:
    """The game after these entries, by the engine alone; an undo goes back to the position after the entry it names."""
    lines: list[list[Any]] = [[]]
    for entry in entries:
        lines.append(lines[entry["to"]] if entry["type"] == "undo" else [*lines[-1], entry])
    game = tielu.new_game("1880", PLAYERS)
    for action in lines[-1]:
        game.apply_trusted(tielu.Action.from_json(action))
    return game


def kill_again_and_again(folder: Path, times: int, rng: random.Random) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server, player = Server(folder / "games.sqlite3", port), Player(rng)
    atexit.register(server.kill_if_alive)
    unacknowledged = broken = 0
    longest_life = LONGEST_LIFE
    for number in range(times + 1):
        server.start(plain=number % PLAIN_START_EVERY == 0)
        client = Client(port)
        unacknowledged += player.look(client)
        if number == times:
            client.close()
            server.kill()
            server.wait_until_dead()
            break
        if number == MEASURED:
            began = time.monotonic()
            player.play(client, DOINGS_OF_LONGEST_LIFE)
            longest_life = max(longest_life, time.monotonic() - began)
        server.kill_after(rng.uniform(0.0, longest_life))
        try:
            player.play(client)
        except BROKEN:
            broken += 1
        client.close()
        server.wait_until_dead()
    sys.stdout.write(
        f"kills={times} broken={broken} acknowledged={len(player.acknowledged)} unacknowledged={unacknowledged} "
        f"games={len(player.games)} messages={len(player.said)}\n"
    )


if __name__ == "__main__":
    where, how_often, seed = sys.argv[1:]
    kill_again_and_again(Path(where), int(how_often), random.Random(int(seed)))
