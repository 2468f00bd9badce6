"""Runs Python with a folder in memory for temporary files: `python -m tests.in_memory -m pytest …`.

A thousand tests make a database each; on a disk they wait for it longer than they work. Where memory is scarce, or
cannot hold programs, the folder is where such folders usually are. Either way it is removed in the end.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
# Several times of what the tests use.
ENOUGH_BYTES = 3 * 2**30


def best_folder(memory: Path = MEMORY, enough: int = ENOUGH_BYTES) -> Path | None:
    """The folder in memory if it has room and programs can run from it, else None."""
    if not os.access(memory, os.W_OK):
        return None
    found = os.statvfs(memory)
    if found.f_flag & getattr(os, "ST_NOEXEC", 0):
        return None
    free = min(found.f_bavail * found.f_frsize, available_bytes())
    return memory if free >= enough else None


def available_bytes() -> int:
    """How much memory programs can still have."""
    lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))


def main() -> int:
    """Run Python with the arguments given; returns its exit code."""
    with tempfile.TemporaryDirectory(prefix="tielu-tests-", dir=best_folder(), ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        command = [sys.executable, *sys.argv[1:]]
        with subprocess.Popen(command, env={**os.environ, "TMPDIR": folder}) as running:
            signal.signal(signal.SIGTERM, lambda *_: running.terminate())
            while True:
                try:
                    return running.wait()
                except KeyboardInterrupt:
                    pass  # it has heard that too, and says in its own time what it has found


if __name__ == "__main__":
    sys.exit(main())
