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
from schemathesis.python.asgi import HOST
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


# The tests are made from the description, so the application is there before them.
FOLDER = tempfile.TemporaryDirectory()
STORE = Store(Path(FOLDER.name, "games.sqlite3"))


@pytest.fixture(scope="module", autouse=True)
def _close():
    yield
    STORE.close()
    FOLDER.cleanup()


@pytest.fixture(scope="module")
def game():
    """A game at one screen, which everybody may play."""
    return STORE.create_game("1880", ["Ann", "Bo", "Cy"], mode="hot_seat").id


def described():
    """The API by its description; news never end, so they are tested elsewhere."""
    acceptance = PositiveDataAcceptanceConfig(expected_statuses=RULES_DECIDE)
    project = ProjectConfig(checks=ChecksConfig(positive_data_acceptance=acceptance))
    config = schemathesis.Config(projects=ProjectsConfig(default=project))
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(STORE, [HOST]), config=config)
    return schema.exclude(path="/api/games/{game_id}/events")


schema = described()


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_described(case, game):
    """Good and bad requests, to games that are not there and to one that is; all checks there are."""
    case.call_and_validate()
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = game
        case.call_and_validate(checks=ANSWERS)
