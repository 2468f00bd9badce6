"""Whether these tests run in continuous integration."""

from __future__ import annotations

import os


def must_be_there() -> bool:
    """Continuous integration does not put up with tests that are skipped."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")
