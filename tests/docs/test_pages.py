"""The pages keep their word: their Python runs as shown, their commands exist, their links lead somewhere."""

import doctest
import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import BY_NAME, README, ROOT, anchors, fenced, links, text_of, tokens
from tielu.cli import COMMANDS

COMMAND_NAMES = {command.__name__.rpartition(".")[2] for command in COMMANDS}
WITH_SESSIONS = [name for name, page in BY_NAME.items() if fenced(page, "pycon")]
SOURCES = [
    path.as_posix()
    for folder in ("bench", "docs", "frontend/src", "src", "tests")
    for path in [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.ts")]
]
# A class or a function, as it stands between backticks: not a part of a path, nor a file.
CODE_NAME = re.compile(r"(?<![\w./-])([A-Z][a-z]+[A-Z]\w*|[a-z]+_\w+)\b(?![./]\w)")
# They quote names that are gone, that were not chosen, or that belong to others.
QUOTING_OTHER_NAMES = {"CHANGELOG.md", "CONTRIBUTING.md", *(name for name in BY_NAME if "/adr/" in name)}
WIDEST_LINE = 120
# Pages whose tables list the modules of a folder, each by its path or by the folder it is in.
MODULES_OF_PAGES = [
    ("docs/automatic.md", "src/tielu/automatic", "*.py"),
    ("docs/drawing.md", "src/tielu/views/svg", "*.py"),
    ("docs/routing.md", "src/tielu/routing", "*.py"),
    ("docs/store.md", "src/tielu/store", "*.py"),
    ("docs/web.md", "src/tielu/web", "*.py"),
    ("docs/web.md", "frontend/src", "*.ts"),
]
# Tables, headings and blocks of code cannot be wrapped.
WRAPPED = {"paragraph_open", "bullet_list_open", "ordered_list_open"}


def test_pages_with_python_are_found():
    """The readme and the pages on the engine show Python sessions."""
    assert {"README.md", "docs/getting-started.md", "docs/engine.md"} <= set(WITH_SESSIONS)


@pytest.mark.parametrize("name", WITH_SESSIONS)
def test_python_runs_as_shown(name, tmp_path, monkeypatch):
    """Every line of a page's sessions, one after the other, gives what the page says."""
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    globs: dict = {}
    said: list[str] = []
    for line, session in fenced(BY_NAME[name], "pycon"):
        test = doctest.DocTestParser().get_doctest(session, globs, name, str(BY_NAME[name]), line)
        runner.run(test, out=said.append, clear_globs=False)
        globs = test.globs
    assert runner.tries > 3
    assert runner.failures == 0, "".join(said)


def test_every_command_is_in_the_readme():
    """Its table has every command of `tielu`, and no other."""
    assert set(re.findall(r"`tielu (\w+)", text_of(README))) == COMMAND_NAMES


@pytest.mark.parametrize("name", BY_NAME)
def test_commands_exist(name):
    """Whatever a page says to type after `tielu` is a command."""
    typed = re.findall(r"(?:^|`|bin/)tielu ([a-z]+)", text_of(BY_NAME[name]), re.MULTILINE)
    assert set(typed) <= COMMAND_NAMES


@pytest.mark.parametrize("name", BY_NAME)
def test_links_lead_to_files_and_headings(name):
    """A link to a file of the project names one that exists, and a heading that is on it."""
    page = BY_NAME[name]
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


@pytest.mark.parametrize("name", BY_NAME)
def test_files_named_on_pages_exist(name):
    """Whoever is sent to a source file finds one of that name."""
    named = set(re.findall(r"`([\w/]+\.(?:py|ts))`", text_of(BY_NAME[name])))
    assert {each for each in named if not any(path.endswith(f"/{each}") for path in SOURCES)} == set()


@cache
def words_of_sources() -> frozenset[str]:
    """Every word of the sources, in lower case: cookies are spelt `httponly` there, and `HttpOnly` elsewhere."""
    return frozenset(word.lower() for path in SOURCES for word in re.findall(r"\w+", Path(path).read_text("utf-8")))


@pytest.mark.parametrize(("name", "folder", "pattern"), MODULES_OF_PAGES)
def test_tables_of_modules_are_complete(name, folder, pattern):
    """A reader who looks for a module on the page of its folder finds it, or the folder it is in."""
    named = set(re.findall(r"`([\w./-]+)`", text_of(BY_NAME[name])))
    found = [path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob(pattern) if path.stem != "__init__"]
    places = [{path.as_posix(), *(f"{parent.as_posix()}/" for parent in path.parents)} for path in found]
    assert found
    assert [path.as_posix() for path, place in zip(found, places, strict=True) if not named & place] == []


@pytest.mark.parametrize("name", sorted(set(BY_NAME) - QUOTING_OTHER_NAMES))
def test_names_on_pages_exist(name):
    """A class or function that a page names has not been renamed since."""
    spans = [
        child.content
        for token in tokens(BY_NAME[name])
        for child in token.children or ()
        if child.type == "code_inline"
    ]
    named = {found for span in spans for found in CODE_NAME.findall(span)}
    assert {each for each in named if each.lower() not in words_of_sources()} == set()


@pytest.mark.parametrize("name", BY_NAME)
def test_text_is_wrapped(name):
    """Paragraphs and lists are wrapped at 120 columns."""
    lines = text_of(BY_NAME[name]).splitlines()
    spans = [token.map for token in tokens(BY_NAME[name]) if token.type in WRAPPED and token.map]
    numbers = sorted({number for first, end in spans for number in range(first, end)})
    assert [number + 1 for number in numbers if len(lines[number]) > WIDEST_LINE] == []
