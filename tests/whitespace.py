"""Text files end with one newline and no line ends with a blank: `python -m tests.whitespace FILE…` says where not."""

from __future__ import annotations

import sys
from pathlib import Path


def faults(text: str) -> list[str]:
    """What is wrong with the text, each with its line."""
    lines = text.split("\n")
    found = [f"{number}: trailing whitespace" for number, line in enumerate(lines, 1) if line != line.rstrip()]
    if text and (not text.endswith("\n") or text.endswith("\n\n")):
        found.append(f"{len(lines)}: not one newline at the end")
    return found


def main(names: list[str]) -> int:
    complaints = [f"{name}:{fault}" for name in names for fault in faults(Path(name).read_text("utf-8"))]
    sys.stdout.writelines(f"{complaint}\n" for complaint in complaints)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
