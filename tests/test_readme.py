"""The README keeps its word: its Python runs as shown, and its commands exist."""

import doctest
import re
from pathlib import Path

from tielu.cli import COMMANDS

README = Path(__file__).parents[1] / "README.md"


def test_python_in_the_readme_runs_as_shown():
    """Every line of the session gives what the page says."""
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0


def test_commands_of_the_readme_exist():
    """Every `tielu …` on the page is a command, and every command is on the page."""
    named = set(re.findall(r"`tielu (\w+)", README.read_text("utf-8")))
    assert named == {command.__name__.rpartition(".")[2] for command in COMMANDS}
