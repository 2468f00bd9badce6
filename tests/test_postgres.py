"""The PostgreSQL server of the tests: which binaries are used, and what happens where there are none."""

import pytest

from tests import postgres


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_missing_postgresql_skips_tests_and_fails_in_continuous_integration(monkeypatch, ci, outcome):
    """Who has no PostgreSQL is told what to install; continuous integration must have it."""
    monkeypatch.setattr(postgres, "binaries", lambda: None)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="initdb"):
        postgres.started_server()


def test_the_newest_version_is_used(monkeypatch, tmp_path):
    """Debian's folders are named after the versions, which are numbers and not words."""
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path)
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert postgres.binaries() is None
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    assert postgres.binaries() == tmp_path / "17" / "bin"
