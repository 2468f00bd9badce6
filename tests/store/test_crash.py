"""Killed at any moment, a store has lost nothing that it acknowledged.

`TIELU_KILLS=1000 python -m pytest tests/store/test_crash.py -s` kills more often.
"""

import os
import re
import subprocess
import sys

import pytest

from tests.test_architecture import ROOT

KILLS = os.environ.get("TIELU_KILLS", "30")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def kill(what, where):
    """Kill as often as wished, and return what was found: numbers by name."""
    command = [sys.executable, "-m", "tests.store.killing", what, str(where), KILLS, "1880"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sys.stdout.write(done.stdout)
    return {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", done.stdout)}


def test_whatever_was_acknowledged_is_there_after_a_kill(address):
    """Processes that append are killed with SIGKILL; each acknowledged entry is there, and the log has no gap."""
    found = kill("appending", address)
    assert found["acknowledged"] > 0
    assert found["written"] == found["acknowledged"] + found["unreported"]


def test_a_database_survives_a_kill_while_it_is_opened(tmp_path):
    """New or being migrated, it opens at the next attempt, with all that it held."""
    assert kill("opening", tmp_path)["kills"] == int(KILLS)
