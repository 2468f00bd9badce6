"""What processes take, as Linux tells: processor time and memory, with those that they have begun."""

from __future__ import annotations

import os
import re
from pathlib import Path


def tree_of(pid: int) -> list[int]:
    """A process and all that descend from it."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended meanwhile
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found


def processor_seconds(pid: int) -> float:
    """The processor time of a process and of its children that have ended; 0 where it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """The memory of a process and all that descend from it in MB; what they share is counted once."""
    kilobytes = 0
    for each in tree_of(pid):
        try:
            text = Path(f"/proc/{each}/smaps_rollup").read_text("utf-8")
        except OSError:
            continue
        kilobytes += int(re.findall(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)[0])
    return round(kilobytes * 1024 / 1e6)
