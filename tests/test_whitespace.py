"""Text files are tidy, and the hooks that run before a commit call tools that exist."""

import subprocess
from pathlib import Path

import pytest
import yaml

from tests.whitespace import faults

ROOT = Path(__file__).parents[1]
TEXT = {".cfg", ".css", ".html", ".ini", ".ipynb", ".json", ".md", ".py", ".toml", ".ts", ".txt", ".yaml", ".yml"}


def tracked() -> list[Path]:
    """The text files that git knows."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [path for name in listed if (path := ROOT / name).suffix in TEXT and path.is_file()]


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("a\n", 0), ("a\n\nb\n", 0), ("a", 1), ("a\n\n", 1), ("a \nb\t\n", 2), ("a\r\n", 1)],
)
def test_untidy_text_is_found(text, count):
    """Blanks at the end of a line, a missing newline at the end of a file, and one too many."""
    assert len(faults(text)) == count


def test_text_files_are_tidy():
    """No file of the project ends a line with a blank or lacks its last newline."""
    assert {str(path): found for path in tracked() if (found := faults(path.read_text("utf-8")))} == {}


def test_hooks_need_no_address():
    """Every hook before a commit runs a tool of .venv, so nothing is fetched from elsewhere."""
    repos = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]
    hooks = {hook["id"]: hook["entry"].split()[0] for repo in repos for hook in repo["hooks"]}
    assert {"ruff-check", "ruff-format", "mypy", "whitespace"} == set(hooks)
    assert set(hooks.values()) <= {f".venv/bin/{tool}" for tool in ("ruff", "mypy", "python")}


def test_hosted_integration_only_calls_make():
    """The workflow has no checks of its own: what `make test` says on each Python is the verdict."""
    (job,) = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"))["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands == ["make test PYTHON=python${{ matrix.python }}"]
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
