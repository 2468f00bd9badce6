"""A third title, in a package of its own: nothing in `src/` knows it, and it is played everywhere.

`tests/third_title` holds the package and what `pip` would have written beside it, so a Python that has the folder on
its path finds the title through its entry point.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "third_title"
NAME = "18Valley"
TIELU = "import sys; from tielu.cli import main; sys.exit(main())"


def environment() -> dict[str, str]:
    """The environment of a Python that has the package."""
    path = os.pathsep.join(filter(None, [str(FOLDER), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1", "LANG": "en"}


def python(code: str, *arguments: str, typed: str = "") -> str:
    """What a Python with the package prints; it must succeed."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, env=environment(), input=typed, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_title_is_found_and_played_from_python():
    """Its entry point is enough; its games can be saved, copied, drawn and compared."""
    said = python(
        """
import copy, pickle, random, tielu
game = tielu.new_game("valley", ["Ann", "Bo"])
chance = random.Random(4)
while not game.finished:
    game.apply(chance.choice(game.legal_actions()))
    game.apply(game.undo())
assert tielu.Game.from_json(game.to_json()) == game == pickle.loads(pickle.dumps(game)) == copy.copy(game)
assert game.position.companies and game._repr_svg_().startswith("<svg ")
print(game.title, sorted({action.type for action in game.actions}))
"""
    )
    assert said.startswith(NAME)
    assert "blow_whistle" in said


def test_its_own_action_is_refused_with_its_own_rule():
    """A title that nobody knew says why not, in its own words."""
    said = python(
        """
import tielu
from tielu.i18n import rule_text, say_error
game = tielu.new_game("18Valley", ["Ann", "Bo"])
for action in ({"type": "buy_share", "company": "UP", "source": "bank"}, *[{"type": "pass"}] * 3):
    game.apply(action)
try:
    game.apply({"type": "blow_whistle", "times": 9})
except tielu.IllegalAction as error:
    print(error.code, error.rule, say_error(error, "en"), rule_text(error.rule, "de"), sep="|")
"""
    )
    assert said.strip() == "too_loud|18Valley.whistle|The whistle blows 3 times at most.|Höchstens drei Pfiffe."


def test_it_is_played_in_the_terminal(tmp_path):
    """By number, from the first share to the last dividend."""
    saved = tmp_path / "valley.json"
    asked = ("play", "--terminal", "--title", NAME, "--players", "Ann,Bo", "--save", str(saved))
    assert "Ann" in python(TIELU, *asked, typed="1\n" * 200)
    finished = "import json, sys, tielu; print(tielu.Game.from_json(json.load(open(sys.argv[1]))).finished)"
    assert python(finished, str(saved)).strip() == "True"


def test_it_is_played_in_the_arena(tmp_path):
    """Only the random bot knows how, and says nothing wrong."""
    said = python(TIELU, "arena", "--title", NAME, "--seats", "random,random", "--games", "4", "--out", str(tmp_path))
    assert "random" in said
    refused = subprocess.run(
        [sys.executable, "-c", TIELU, "arena", "--title", NAME, "--seats", "clerk,random", "--games", "1"],
        env=environment(), capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert refused.returncode == 2
    assert "18Valley" in refused.stderr


def test_it_is_played_in_the_environment():
    """PettingZoo's own test passes, and many tables step side by side."""
    said = python(
        """
import warnings
import numpy as np
import tielu.env
from pettingzoo.test import api_test
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    api_test(tielu.env.make("valley/18valley-v0", players=2), num_cycles=200)
tables = tielu.env.make_vector("valley/18valley-v0", 3, players=2)
chance = np.random.default_rng(1)
print("ended", sum(len(tables.step(tables.random_choices(chance))) for _ in range(300)))
"""
    )
    assert int(said.split()[-1]) > 3


# ---- at the web table ----


@contextmanager
def served(tmp_path):
    """The real server with the third title; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", TIELU, "play", "--no-browser", "--port", str(port)]
    command += ["--database", str(tmp_path / "games.sqlite3")]
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, env=environment(), stdout=log, stderr=log) as server,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(address, timeout=5).close()
                    break
                except urllib.error.URLError:
                    assert server.poll() is None, (tmp_path / "log").read_text()
                    time.sleep(0.1)
            yield address
        finally:
            server.terminate()


class Reader:
    """A browser without a script: it keeps cookies, and sends forms with the token of the page."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open

    def get(self, path: str) -> str:
        with self._open(self.address + path, timeout=90) as answer:
            return str(answer.read().decode())

    def ask(self, path: str, data: object = None) -> Any:
        """What the API answers."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"})
        with self._open(request, timeout=90) as answer:
            return json.loads(answer.read())

    def send(self, path: str, **fields: object) -> str:
        """The page that follows a form, sent with the token that every page has."""
        token = re.search(r'name="token" value="([^"]+)"', self.get("/"))
        assert token is not None
        body = urllib.parse.urlencode({"token": token[1], **fields}).encode()
        with self._open(self.address + path, body, timeout=90) as answer:
            return str(answer.read().decode())


def test_it_is_played_at_the_web_table(tmp_path):
    """A card on the start page, the form of a new game, the page of the game, and every action to the end."""
    with served(tmp_path) as address:
        reader = Reader(address)
        assert NAME in reader.get("/")
        assert "Ein Tal" in reader.get("/?lang=de")
        made = reader.ask("/api/games", {"title": NAME, "players": ["Ann", "Bo"], "mode": "hot_seat"})
        game, seen, seq = f"/games/{made['id']}", set(), 0
        while (legal := reader.ask(f"/api{game}/legal")["actions"]) and seq < 100:
            seen |= {each["action"]["type"] for each in legal}
            assert "<svg" in reader.send(f"{game}/act", seq=seq, action=json.dumps(legal[0]["action"]))
            seq += 1
        assert reader.ask(f"/api{game}")["finished"]
        assert {"buy_share", "lay_tile", "blow_whistle", "run_trains", "pay_dividend"} <= seen
        assert "Pfiffe" in reader.get(f"{game}/log?lang=de")


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_its_words_are_in_its_folder(lang):
    """Each language has them; the page never falls back to keys."""
    words = json.loads((FOLDER / "tielu_valley" / "messages" / f"{lang}.json").read_text("utf-8"))
    assert set(words) == {"actions", "errors", "events", "kinds", "ui"}
