"""Requests to every route: made by schemathesis from a description of all of them, and led to what exists."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import schemathesis
from fastapi.openapi.utils import get_openapi
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tests.fuzz.known import TOKEN, Known
from tielu.store import Store
from tielu.web import create_app
from tielu.web.operations.metrics import Metrics
from tielu.web.operations.watch import Watch
from tielu.web.public import add_operations
from tielu.web.settings import Settings

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH")
# What no router describes.
MOUNTED = ("/api/openapi.json", "/static/tielu.js", "/static/nothing", "/static/../app.py", "/static/fonts")
ODD_HEADERS = (
    ("Accept", "application/json"),
    ("Accept-Language", "de-DE,de;q=0.5"),
    ("Accept-Language", "ja"),
    ("Accept-Encoding", "gzip"),
    ("X-Forwarded-For", "203.0.113.7"),
    ("X-Forwarded-For", "not an address"),
    ("X-Forwarded-Proto", "https"),
    ("If-None-Match", "*"),
    ("Range", "bytes=0-1"),
    ("Tielu-Hidden", "1"),
    ("HX-Request", "true"),
    ("Last-Event-ID", "7-x"),
    ("Upgrade", "websocket"),
    ("Expect", "100-continue"),
)
BOUNDARY = "x-part-x"

# Values by the names of fields.
Values = Callable[[str], Any]


@dataclass(frozen=True)
class Sent:
    """One request, before it is written."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""

    @property
    def is_stream(self) -> bool:
        """Whether its answer never ends."""
        return self.method == "GET" and self.target.partition("?")[0].endswith("/events")

    def raw(self) -> bytes:
        headers = [("Host", "localhost"), ("Connection", "close"), *self.headers]
        if self.body or self.method not in ("GET", "HEAD"):
            headers.append(("Content-Length", str(len(self.body))))
        lines = [f"{self.method} {self.target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + self.body


@dataclass(frozen=True)
class Operation:
    """A route as its description has it: the names of what it takes, and cases that schemathesis has made of it."""

    method: str
    path: str
    query: tuple[str, ...]
    fields: tuple[str, ...]
    media_type: str
    cases: tuple[Any, ...]


def description() -> dict[str, Any]:
    """OpenAPI of all routes of the public server, also of those that are pages."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder, "games.sqlite3")) as store:
        app = create_app(store)
        health = add_operations(app, store, Watch(store, None), Metrics(), Settings())
        routes = [*app.state.routes, *health.router.routes]
    shown = [route.include_in_schema for route in routes]
    try:
        for route in routes:
            route.include_in_schema = True
        found = get_openapi(title="all", version="1", routes=routes)
    finally:
        for route, is_shown in zip(routes, shown, strict=True):  # all applications of this process share them
            route.include_in_schema = is_shown
    assert sum(len(methods) for methods in found["paths"].values()) == len(routes), "a route is not described"
    return found


def operations(number: int, examples: int, kinds: Sequence[GenerationMode] = tuple(GenerationMode)) -> list[Operation]:
    """All routes with cases of these kinds for each, the same for the same number."""
    described = description()
    schemas = described["components"]["schemas"]
    found = []
    for each in schemathesis.openapi.from_dict(described).get_all_operations():
        assert isinstance(each, Ok)
        made = each.ok()
        method, definition = made.method.upper(), described["paths"][made.path][made.method]
        media_type, fields = _body(definition, schemas)
        query = tuple(one["name"] for one in definition.get("parameters", ()) if one["in"] == "query")
        modes = kinds if query or fields else [GenerationMode.POSITIVE]
        cases = tuple(case for mode in modes for case in _cases(made, mode, number, examples))
        found.append(Operation(method, made.path, query, fields, media_type, cases))
    return found


def _body(definition: Mapping[str, Any], schemas: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The media type of a body and the names of its fields."""
    for media_type, content in definition.get("requestBody", {}).get("content", {}).items():
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        return media_type, tuple(schemas.get(name, {}).get("properties", ()))
    return "", ()


def _cases(operation: Any, mode: GenerationMode, number: int, examples: int) -> list[Any]:
    found: list[Any] = []

    @seed(number)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def collect(case: Any) -> None:
        found.append(case)

    try:
        collect()
    except Unsatisfiable:  # nothing that could be sent there is wrong
        return []
    return found


def requests(
    all_routes: list[Operation], known: Known, rng: random.Random, port: int, sessions: Iterator[str]
) -> Iterator[Sent]:
    """Requests without end: every route in each round, in another order, for where games stand by then.

    In each round somebody signs in anew.
    """
    while True:
        known.look(port, rng)
        known.sessions.extend(islice(sessions, 1))
        for operation in rng.sample(all_routes, len(all_routes)):
            yield request_of(operation, known, rng)
        yield Sent(rng.choice(METHODS), rng.choice(MOUNTED), _headers(known, rng))


def request_of(operation: Operation, known: Known, rng: random.Random) -> Sent:
    """A request to a route: partly what schemathesis has made, partly what is known."""
    case = rng.choice(operation.cases)
    path, game_id = operation.path, str(known.value("game_id", rng))
    for name, value in (case.path_parameters or {}).items():
        chosen = known.value(name, rng) if rng.random() < 0.9 else value
        chosen = game_id if name == "game_id" else chosen
        path = path.replace(f"{{{name}}}", quote(str(chosen), safe="%", errors="replace"))
    known_here = partial(known.value, rng=rng, game_id=game_id)
    query = _filled(case.query if isinstance(case.query, dict) else {}, operation.query, known_here, rng)
    target = path + (f"?{_encoded(query)}" if query else "")
    method = operation.method if rng.random() < 0.97 else rng.choice(METHODS)
    kind, body = _written(operation, case.body, known_here, rng)
    headers = _headers(known, rng)
    return Sent(method, target, (*headers, ("Content-Type", kind)) if kind else headers, body)


def _filled(made: Mapping[str, Any], names: tuple[str, ...], known: Values, rng: random.Random) -> dict[str, Any]:
    """What was made, with known values for most names, and more of them."""
    found = {name: value for name, value in made.items() if rng.random() < 0.5}
    found |= {name: known(name) for name in names if rng.random() < 0.7}
    if "token" in names and rng.random() < 0.95:
        found["token"] = TOKEN
    return found


def _written(operation: Operation, made: Any, known: Values, rng: random.Random) -> tuple[str, bytes]:
    """The media type and the bytes of a body."""
    if not operation.media_type:
        return "", b""
    if not isinstance(made, dict) and rng.random() < 0.2:
        return operation.media_type, made if isinstance(made, bytes) else repr(made).encode("utf-8", "replace")
    filled = _filled(made if isinstance(made, dict) else {}, operation.fields, known, rng)
    if operation.media_type == "application/json":
        return operation.media_type, json.dumps(
            {name: _as_json(name, value) for name, value in filled.items()}
        ).encode()
    if operation.media_type == "multipart/form-data":
        return f"multipart/form-data; boundary={BOUNDARY}", _parts(filled, known, rng)
    return operation.media_type, _encoded(filled).encode()


def _as_json(name: str, value: Any) -> Any:
    """The value of a field as JSON has it: an action is an object there, and players are a list."""
    if name == "action" and isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    if name == "players" and isinstance(value, str):
        return [{"name": each} for each in (value, "Li", "Wang")]
    return repr(value) if isinstance(value, bytes) else value


def _parts(fields: Mapping[str, Any], known: Values, rng: random.Random) -> bytes:
    """A form in parts, with a file that may be a game."""
    saved = {"title": "1880", "edition": "2022", "players": ["Ann", "Bo", "Cy"], "actions": []}
    if rng.random() < 0.5:
        saved[rng.choice(list(saved))] = known("action")
    file = json.dumps(saved).encode() if rng.random() < 0.8 else rng.randbytes(200)
    parts = [(f'name="{name}"', _bytes(value)) for name, value in fields.items() if name != "file"]
    parts.append(('name="file"; filename="game.json"', file))
    heads = (b"--%s\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % (BOUNDARY.encode(), _bytes(head), text)
             for head, text in parts)  # fmt: skip
    return b"".join(heads) + b"--%s--\r\n" % BOUNDARY.encode()


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def _encoded(fields: Mapping[str, Any]) -> str:
    return urlencode([(_bytes(name), _bytes(value)) for name, value in fields.items()])


def _headers(known: Known, rng: random.Random) -> tuple[tuple[str, str], ...]:
    """Cookies of some browser, and whatever else is sent."""
    secret = known.value("secret", rng)
    cookies = {
        "tielu_form": TOKEN,
        "tielu_seat": secret,
        "tielu_keeper": known.value("secret", rng),
        "tielu_what_if": "w" * 27,
        "tielu_lang": known.value("lang", rng),
        "tielu_games": f"{known.value('game_id', rng)}.{known.value('number', rng)}",
        "tielu_name": known.value("players", rng),
        "tielu_seen": f"{known.value('seq', rng)}-{known.value('seq', rng)}",
    }
    if known.sessions:
        cookies["tielu_session"] = rng.choice(known.sessions)
    kept = {name: quote(str(value), errors="replace") for name, value in cookies.items() if rng.random() < 0.9}
    found = [("Cookie", "; ".join(f"{name}={value}" for name, value in kept.items()))]
    if rng.random() < 0.3:
        found.append(("Authorization", f"Bearer {quote(secret, errors='replace')}"))
    return (*found, *rng.sample(ODD_HEADERS, rng.choice((0, 0, 1, 3))))
