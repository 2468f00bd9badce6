"""The folder for temporary files in which `make test` runs: in memory where that can be, and gone in the end."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import in_memory
from tests.in_memory import best_folder
from tests.test_architecture import ROOT

NOWHERE = Path("/nowhere/at/all")


def started(code: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.in_memory", "-c", code]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_temporary_files_are_gone_in_the_end():
    """Python runs with a folder that others may enter; its exit code is passed on, and nothing is left behind."""
    code = "import os, tempfile as t; print(t.mkdtemp(), oct(os.stat(t.gettempdir()).st_mode)); exit(3)"
    with started(code) as running:
        made, mode = running.communicate()[0].split()
    assert running.returncode == 3
    assert Path(made).parent.name.startswith("tielu-tests-")
    assert mode.endswith("755")
    assert not Path(made).parent.exists()


def test_who_is_told_to_end_leaves_nothing_either():
    """Files in memory would stay there until the machine is started again."""
    with started("import tempfile, time; print(tempfile.mkdtemp(), flush=True); time.sleep(600)") as running:
        assert running.stdout is not None
        made = Path(running.stdout.readline().strip())
        assert made.is_dir()
        running.terminate()
        assert running.wait(60) != 0
    assert not made.parent.exists()


@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="only Linux tells how much memory there is")
def test_memory_is_used_where_there_is_enough(tmp_path, monkeypatch):
    """Too little room in the folder or the machine, no programs or no folder: files go where they always go."""
    monkeypatch.setattr(in_memory, "available_bytes", lambda: 1000)
    assert best_folder(tmp_path, 1000) == tmp_path
    assert best_folder(tmp_path, 1001) is None
    monkeypatch.setattr(in_memory, "available_bytes", lambda: 2**62)
    assert best_folder(tmp_path, 2**61) is None
    assert best_folder(NOWHERE, 0) is None
    no_programs = SimpleNamespace(f_bavail=2**50, f_frsize=2**12, f_flag=os.ST_NOEXEC)
    monkeypatch.setattr(os, "statvfs", lambda path: no_programs)
    assert best_folder(tmp_path, 1000) is None
