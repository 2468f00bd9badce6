"""Which browser is used, and what happens where there is none."""

from pathlib import Path

import pytest

from tests.browser import chromium


def test_browser_of_the_environment_comes_first(monkeypatch, playwright):
    """Who names a browser gets that one; else it is the first that the system has."""
    monkeypatch.setenv(chromium.VARIABLE, "/opt/some/browser")
    assert chromium.find(playwright) == Path("/opt/some/browser")
    monkeypatch.delenv(chromium.VARIABLE)
    monkeypatch.setattr("shutil.which", {"google-chrome": "/opt/chrome"}.get)
    assert chromium.find(playwright) == Path("/opt/chrome")


def test_the_shell_comes_first_unless_a_whole_browser_is_wanted(monkeypatch, playwright):
    """It is quicker, and shows no notifications; alone it is not enough."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    both = {chromium.SHELL: "/opt/shell", "chromium": "/opt/chromium"}
    monkeypatch.setattr("shutil.which", both.get)
    assert chromium.find(playwright) == Path("/opt/shell")
    assert chromium.find(playwright, whole=True) == Path("/opt/chromium")


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("false", 0), ("true", 1), ("1", 1)])
def test_missing_browser_is_told_and_fails_in_continuous_integration(monkeypatch, capsys, ci, status):
    """One is fetched where there is none; if that fails, it is said aloud, and with CI set it is an error."""
    fetched = []
    monkeypatch.setattr(chromium, "_found", lambda: None)
    monkeypatch.setattr(chromium, "_fetch", lambda: fetched.append(True))
    monkeypatch.setenv("CI", ci)
    assert chromium.main() == status
    assert fetched == [True]
    assert "NO CHROMIUM" in capsys.readouterr().out
