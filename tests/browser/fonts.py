"""The fonts Chromium may use: all of the machine's, or a single family of them.

How a page looks depends on the machine's fonts; whether it can be read and pressed must not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

VARIABLE = "TIELU_FONT"
GENERIC = ("sans-serif", "monospace")
MISSING = "no fontconfig: install it, so that fc-list and fc-match can name the fonts of this machine"
# A file may hold several families; all but the one that is wanted are rejected.
_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>{folder}/fonts</dir>
<cachedir>{folder}/cache</cachedir>
<selectfont>
<acceptfont><pattern><patelt name="family"><string>{family}</string></patelt></pattern></acceptfont>
<rejectfont><pattern></pattern></rejectfont>
</selectfont>
</fontconfig>
"""


def can_be_chosen() -> bool:
    """Whether this machine has fontconfig's programs."""
    return all(shutil.which(program) for program in ("fc-list", "fc-match"))


def family(name: str) -> str:
    """The family of this name; for `sans-serif` and `monospace`, the one that this machine uses for them."""
    return _told("fc-match", "--format", "%{family[0]}", name) if name in GENERIC else name


def only(name: str, folder: Path) -> Path:
    """Write a configuration of fontconfig that knows one family; LookupError if the machine does not have it."""
    wanted = family(name)
    listed = (line.split("\t") for line in _told("fc-list", "--format", "%{family[0]}\t%{file}\n").splitlines())
    files = sorted({file for each, file in listed if each == wanted})
    if not files:
        raise LookupError(f"no font of the family {wanted} on this machine")
    (folder / "fonts").mkdir()
    for number, file in enumerate(files):
        (folder / "fonts" / f"{number}{Path(file).suffix}").symlink_to(file)
    configuration = folder / "fonts.conf"
    configuration.write_text(_CONFIGURATION.format(folder=escape(str(folder)), family=escape(wanted)), "utf-8")
    return configuration


def environment(configuration: Path | None) -> dict[str, str | float | bool]:
    """The environment of a Chromium with these fonts; with all of the machine's if no configuration is given."""
    return {**os.environ} if configuration is None else {**os.environ, "FONTCONFIG_FILE": str(configuration)}


def _told(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
