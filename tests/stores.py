"""Databases that are ready for use: made once by each process of the tests and then copied.

A new database goes through all migrations, which takes a tenth of a second; a thousand tests want one.
"""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from tielu.store import Store


@cache
def _made() -> Path:
    file = Path(tempfile.mkdtemp(prefix="tielu-made-")) / "games.sqlite3"
    Store(file).close()
    return file


def ready_file(folder: Path) -> Path:
    """A new database of SQLite in a folder, with the newest schema and no games."""
    return Path(shutil.copyfile(_made(), folder / "games.sqlite3"))
