"""A store, and browsers that look at its pages."""

import html
import re
from dataclasses import dataclass

import pytest
from fastapi.testclient import TestClient

from tests.stores import ready_file
from tielu.store import Store
from tielu.web import create_app

PLAYERS = ["Ann", "Bo", "Cy"]


@pytest.fixture
def store(tmp_path):
    """An empty store."""
    with Store(ready_file(tmp_path)) as opened:
        yield opened


@pytest.fixture
def app(store):
    """The application on it."""
    return create_app(store)


@dataclass
class Browser:
    """A reader with cookies of their own; `send` fills in the token that the last page's forms carry."""

    client: TestClient
    page: str = ""

    def get(self, path, **options):
        answer = self.client.get(path, **options)
        self.page = answer.text
        return answer

    def send(self, path, data, **options):
        answer = self.client.post(path, data={"token": self.token, **data}, **options)
        self.page = answer.text
        return answer

    @property
    def token(self):
        return re.findall(r'name="token" value="([^"]+)"', self.page)[0]

    @property
    def seq(self):
        return int(re.findall(r'name="seq" value="(\d+)"', self.page)[0])

    @property
    def buttons(self):
        """The actions of all buttons and forms, as their JSON; passing and taking back come last."""
        found = re.findall(r'name="(?:action|arm)" value="([^"]+)"', self.page)
        actions = dict.fromkeys(html.unescape(each) for each in found)
        return sorted(actions, key=lambda each: '"pass"' in each or "undo" in each)

    def new_game(self, rules="1880/2022", players=PLAYERS, **more):
        self.get("/")
        return self.send("/games", {"rules": rules, "players": players, **more})


@pytest.fixture
def browser(app):
    """Somebody at this machine."""
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield Browser(client)


@pytest.fixture
def other(app):
    """Somebody else."""
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield Browser(client)


@pytest.fixture
def game(browser, store):
    """The id of a new game of 1880 at one screen, its page open in the browser."""
    browser.new_game()
    return store.list_games().games[0].id
