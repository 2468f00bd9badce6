"""The wheel of `make wheel`, installed into an empty environment far from the sources: everything in it plays."""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import urllib.request
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

import tielu
from tests.test_architecture import ROOT
from tielu._compiled import FINGERPRINT, sources

SOURCES = ROOT / "src"
COMPILED = EXTENSION_SUFFIXES[0]
GAME = """
import tielu
game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
for _ in range(60):
    game.apply(game.legal_actions()[0])
print(tielu.__file__, len(tielu.Game.from_json(game.to_json()).actions))
"""


@pytest.fixture(scope="module")
def wheel() -> Path:
    found = list((ROOT / "dist").glob("*.whl"))
    assert len(found) == 1, "`make wheel` builds it"
    return found[0]


class Installed:
    """An environment with nothing but the wheel; what it depends on is borrowed from the one that runs the tests."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.programs = folder / "env" / "bin"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TIELU_")}
        self.environment.pop("PYTHONPATH", None)
        self.environment["HOME"] = str(folder)
        self._run(sys.executable, "-m", "venv", "--without-pip", "env")
        pip = (sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "--python", self.programs / "python")
        self._run(*pip, "install", "--no-deps", "--no-index", "--no-compile", wheel)
        packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder / "env")}))
        # What this names is searched last; .pth files found there, as that of an editable Tielu, do not count.
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")

    def run(self, program: str, *arguments: object) -> str:
        return self._run(self.programs / program, *arguments)

    def start(self, program: str, *arguments: object) -> subprocess.Popen[str]:
        command = [str(self.programs / program), *map(str, arguments)]
        return subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True)

    def _run(self, *command: object) -> str:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory, wheel) -> Installed:
    return Installed(tmp_path_factory.mktemp("elsewhere"), wheel)


def test_the_wheel_holds_the_sources_as_they_are(wheel):
    """Every module, template, text and script, byte for byte, and nothing that earlier builds have left behind."""
    with ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist() if name.startswith("tielu/")}
    there = {
        path.relative_to(SOURCES).as_posix(): path.read_bytes()
        for path in (SOURCES / "tielu").rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }
    engine = [path.relative_to(SOURCES).with_suffix(COMPILED).as_posix() for path in sources(SOURCES / "tielu")]
    plain = {name for name in there if not name.endswith((".so", ".pyd"))} - {f"tielu/{FINGERPRINT}"}
    expected = plain.union(engine if tielu.FORM == "compiled" else ())
    assert set(packed) == expected
    assert [name for name in sorted(expected) if packed[name] != there[name]] == []


def test_the_installed_program_says_its_form(installed):
    """The engine of the wheel is compiled where that of the working tree is."""
    assert installed.run("tielu", "--version") == f"tielu {tielu.__version__} ({tielu.FORM})\n"


def test_a_game_is_played_with_the_installed_package(installed):
    """Without a path to the sources, and saved and read again."""
    file, actions = installed.run("python", "-c", GAME).split()
    assert Path(file).is_relative_to(installed.folder)
    assert actions == "60"


def test_the_installed_arena_plays(installed):
    """Two games of bots, to their end."""
    options = ("--seats", "random,random,random", "--games", 2, "--workers", 1, "--lang", "en", "--out", "arena")
    assert "Illegal actions: 0; exceptions: 0" in installed.run("tielu", "arena", *options)
    assert len(list((installed.folder / "arena" / "games").iterdir())) == 2


def test_the_installed_table_serves_its_script(installed):
    """The start page comes, and so does the script that it names."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ("--no-browser", "--lang", "en", "--port", port, "--database", "games.sqlite3")
    with installed.start("tielu", "play", *options) as server:
        try:
            assert server.stdout is not None
            assert f"http://127.0.0.1:{port}/" in server.stdout.readline()
            script = re.search(r'<script src="(/static/[^"]+)"', fetched(port, "/").decode())
            assert script is not None
            assert fetched(port, script[1]) == (SOURCES / "tielu/web/static/tielu.js").read_bytes()
        finally:
            server.terminate()


def fetched(port: int, address: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}", timeout=90) as answer:
        assert answer.status == 200
        return bytes(answer.read())


def test_no_wheel_is_built_without_the_script(tmp_path):
    """Whoever has forgotten it is told, and gets no wheel whose pages must be reloaded by hand."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(SOURCES / "tielu", tmp_path / "src" / "tielu", ignore=shutil.ignore_patterns("[!_]*"))
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "bdist_wheel"],
        cwd=tmp_path,
        env={**os.environ, "TIELU_COMPILE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "tielu.js is missing" in done.stderr
    assert not (tmp_path / "dist").exists()
