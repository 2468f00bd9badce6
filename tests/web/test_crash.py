"""Killed while it answers, the server has lost nothing that it acknowledged, and done nothing by halves.

`TIELU_WEB_KILLS=1000 python -m pytest tests/web/test_crash.py -s` kills more often.
"""

import os
import re
import subprocess
import sys

import pytest

from tests.test_architecture import ROOT

KILLS = os.environ.get("TIELU_WEB_KILLS", "40")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_whatever_was_acknowledged_is_there_after_a_kill(tmp_path):
    """Actions, undos, messages and new games, by the API and by forms; SIGKILL at random moments, and a new start."""
    command = [sys.executable, "-m", "tests.web.killing", str(tmp_path), KILLS, "1880"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sys.stdout.write(done.stdout)
    found = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", done.stdout)}
    assert found["broken"] == found["kills"] == int(KILLS)
    assert found["acknowledged"] > int(KILLS)
    assert found["games"] > 1
