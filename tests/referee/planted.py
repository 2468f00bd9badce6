"""Plant each fault in a copy of the engine and let the referee look for it: `python -m tests.referee.planted`.

Names of faults as arguments restrict it to these.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .faults import FAULTS, Fault
from .watch import BROKE

ROOT = Path(__file__).resolve().parents[2]
# Games of chance first, since they are quick; then builders on every position, who get about the map; then clerks, who
# grow rich enough to meet every limit.
LOOKS = (
    ("--games", "24"),
    ("--games", "12", "--kinds", "builder", "--every", "1"),
    ("--games", "3", "--kinds", "clerk"),
)


def main() -> int:
    """Ends with 1 if a fault was not found, or something without one."""
    chosen = [fault for fault in FAULTS if not sys.argv[1:] or fault.name in sys.argv[1:]]
    for title in sorted({fault.title for fault in chosen}):
        report = look_for(Fault("no fault", title, "__init__.py", "", ""))
        assert report is None, f"a complaint without a fault: {report}"
        print(f"{title}: no complaint without a fault", flush=True)
    found = 0
    for fault in chosen:
        report = look_for(fault)
        found += report is not None
        print(f"{'found' if report else 'NOT FOUND'}: {fault.name} ({fault.title}, {fault.file})", flush=True)
        if report:
            print(f"    {report}", flush=True)
    print(f"faults={len(chosen)} found={found}")
    return 0 if found == len(chosen) else 1


def look_for(fault: Fault) -> str | None:
    """The first complaint about an engine with this fault, or None."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "src")
        left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "_compiled.txt", "static")
        shutil.copytree(ROOT / "src", source, ignore=left_out)
        if fault.before:
            plant(source, fault)
        # Plain sources, found before the project's own, and nobody else's bytecode.
        env = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}", "TIELU_FORM": "plain"}
        where = _python(env, "-c", "import tielu; print(tielu.__file__)")
        assert where.stdout.startswith(folder), f"the copy is not used: {where.stdout}{where.stderr}"
        for look in LOOKS:
            run = _python(env, "-m", "tests.referee", "--title", fault.title, "--every", "2", "--stop", *look)
            assert run.returncode in (0, 1), run.stderr
            # An engine that refuses its own offer gives itself away; that is no merit of the referee.
            if run.returncode and BROKE not in run.stdout:
                return run.stdout.splitlines()[0]
    return None


def plant(source: Path, fault: Fault) -> None:
    file = source / "tielu" / fault.file
    text = file.read_text("utf-8")
    assert text.count(fault.before) == 1, f"{fault.name}: the text is {text.count(fault.before)} times in {fault.file}"
    file.write_text(text.replace(fault.before, fault.after), "utf-8")


def _python(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
