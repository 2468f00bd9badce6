"""A PostgreSQL server for tests: the machine's own binaries, a folder of its own, reached through a Unix socket."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.ci import must_be_there

MISSING = "no PostgreSQL: install the package `postgresql` (Debian), or put initdb and pg_ctl on the PATH"
USER = "tielu"
# Debian keeps the binaries of each version in a folder that is not on the PATH.
DEBIAN = Path("/usr/lib/postgresql")
# Nothing here has to survive a power cut; a kill of the server loses nothing all the same. The files may be in memory,
# so its log does not grow for long.
SETTINGS = (
    "-c fsync=off",
    "-c full_page_writes=off",
    "-c listen_addresses=''",
    "-c max_connections=200",
    "-c max_wal_size=128MB",
)


def binaries() -> Path | None:
    """The folder of initdb and pg_ctl: that of the PATH, or Debian's newest; None if there is none."""
    found = shutil.which("initdb")
    if found is not None and Path(found).with_name("pg_ctl").exists():
        return Path(found).parent
    versions = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    return max(versions, key=lambda path: float(path.parent.name), default=None)


class PostgresServer:
    """A server in a new folder; whoever makes one starts it, and removes it in the end."""

    def __init__(self, programs: Path, settings: Sequence[str] = SETTINGS) -> None:
        self._programs = programs
        self._settings = settings
        self._folder = Path(tempfile.mkdtemp(prefix="tielu-pg-"))
        # PostgreSQL refuses to run as root.
        self._as_user: dict[str, Any] = {}
        if hasattr(os, "getuid") and os.getuid() == 0:
            self._as_user = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self._folder, "postgres", "postgres")
        self._run("initdb", "--username", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")

    def start(self) -> None:
        settings = " ".join([*self._settings, f"-k {self._folder}"])
        self._run("pg_ctl", "start", "--wait", "--log", str(self._folder / "log"), "--options", settings)

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: `immediate` ends it as a kill would."""
        self._run("pg_ctl", "stop", "--wait", "--mode", mode)

    def remove(self) -> None:
        if (self._folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self._folder)

    @property
    def process(self) -> int:
        """The process of the server, from which all others of it descend."""
        return int((self._folder / "data" / "postmaster.pid").read_text("utf-8").split()[0])

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    @contextmanager
    def database(self, template: str = "template1") -> Iterator[str]:
        """The URL of a new database, empty or as another one is, which is dropped in the end."""
        name = f"tielu_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Run a statement outside a transaction."""
        import psycopg  # here, because most tests need no driver

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments, "--pgdata", str(self._folder / "data")]
        # The server inherits the output of pg_ctl, so a pipe would never end.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(command, stdout=output, stderr=output, cwd="/", check=False, **self._as_user)
            output.seek(0)
            assert done.returncode == 0, output.read().decode()


def started_server() -> PostgresServer:
    """A running server; without PostgreSQL on this machine the test is skipped, in continuous integration it fails."""
    programs = binaries()
    if programs is None:
        if must_be_there():
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    server = PostgresServer(programs)
    server.start()
    return server
