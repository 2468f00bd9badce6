"""The API keeps to its own description: whatever is sent, the answer is one of those that it names.

`TIELU_EXAMPLES=500 python -m pytest tests/web/test_described.py` tries more.
"""

import os
import tempfile
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import ChecksConfig, PositiveDataAcceptanceConfig, ProjectConfig, ProjectsConfig
from schemathesis.python.asgi import HOST, shutdown_lifespans
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tielu.store import Store
from tielu.web import create_app

EXAMPLES = int(os.environ.get("TIELU_EXAMPLES", "12"))
ANSWERS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# What is well-formed can still be against the rules of the game, or name two players alike.
RULES_DECIDE = ["2xx", "400", "401", "403", "404", "409", "422"]


def described():
    """The API by its description, from which the tests are made; news never end, so they are tested elsewhere."""
    acceptance = PositiveDataAcceptanceConfig(expected_statuses=RULES_DECIDE)
    project = ProjectConfig(checks=ChecksConfig(positive_data_acceptance=acceptance))
    config = schemathesis.Config(projects=ProjectsConfig(default=project))
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "games.sqlite3")) as unused:
        schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(unused, [HOST]), config=config)
        shutdown_lifespans()  # or the bots go on asking a store whose folder is gone, in a thread
    return schema.exclude(path="/api/games/{game_id}/events")


schema = described()


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store(tmp_path_factory.mktemp("described") / "games.sqlite3") as opened:
        yield opened


@pytest.fixture(scope="module")
def app(store):
    yield create_app(store, [HOST])
    shutdown_lifespans()


@pytest.fixture(scope="module")
def game(store):
    """A game at one screen, which everybody may play."""
    return store.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_described(case, app, game):
    """Good and bad requests, to games that are not there and to one that is; all checks there are."""
    case.call_and_validate(app=app)
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = game
        case.call_and_validate(app=app, checks=ANSWERS)
