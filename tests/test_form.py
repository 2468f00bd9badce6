"""The two forms of the engine: which one runs, and that no compiled form is used for other sources than its own."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import tielu
import tielu.core.game
from tests.test_architecture import ROOT
from tielu._compiled import FINGERPRINT, fingerprint, is_usable, module_names, sources


@pytest.fixture
def package(tmp_path):
    """A package of one module in each folder of the engine, compiled, with the fingerprint of its sources."""
    for part in ("core", "routing", "titles/t18/rules"):
        (tmp_path / part).mkdir(parents=True)
        (tmp_path / part / "__init__.py").write_text(f"PART = '{part}'\n", "utf-8")
        (tmp_path / part / f"__init__{EXTENSION_SUFFIXES[0]}").touch()
    (tmp_path / FINGERPRINT).write_text(fingerprint(tmp_path), "ascii")
    return tmp_path


def form_of_engine(form: str) -> subprocess.CompletedProcess[str]:
    """Another Python that is asked for a form and says where it has found the engine."""
    command = [sys.executable, "-c", "import tielu.core.game; print(tielu.FORM, tielu.core.game.__file__)"]
    environment = {**os.environ, "TIELU_FORM": form}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_engine_runs_in_the_form_that_the_package_names():
    """All modules of the engine come from sources, or none does."""
    package = Path(tielu.__file__).parent
    engine = module_names(package)
    modules = [module for name, module in sys.modules.items() if name.startswith(engine)]
    suffix = ".py" if tielu.FORM == "plain" else EXTENSION_SUFFIXES[0]
    assert {str(module.__file__).endswith(suffix) for module in modules} == {True}
    assert os.environ.get("TIELU_FORM", tielu.FORM) == tielu.FORM


def test_plain_python_can_always_be_had():
    """Whatever is compiled, TIELU_FORM=plain takes the sources."""
    form, path = form_of_engine("plain").stdout.split()
    assert (form, Path(path).name) == ("plain", "game.py")


def test_an_unknown_form_is_refused():
    """A typing error does not silently give another form."""
    asked = form_of_engine("fast")
    assert asked.returncode == 1
    assert "TIELU_FORM is plain or compiled, not 'fast'" in asked.stderr


def test_compiled_sources_that_are_as_they_were_are_used(package):
    """The fingerprint fits."""
    assert is_usable(package)


def test_an_edited_source_makes_the_compiled_form_stale(package):
    """One changed character is enough."""
    (package / "titles" / "t18" / "rules" / "__init__.py").write_text("PART = 'Titles'\n", "utf-8")
    assert not is_usable(package)


def test_a_new_source_makes_the_compiled_form_stale(package):
    """A module that has not been compiled could hide behind one that has."""
    (package / "core" / "new.py").touch()
    assert not is_usable(package)


def test_a_removed_source_makes_the_compiled_form_stale(package):
    """What is gone must not go on working."""
    (package / "routing" / "__init__.py").unlink()
    assert not is_usable(package)


def test_an_installed_package_is_taken_as_it_is(package):
    """A wheel has no fingerprint."""
    (package / FINGERPRINT).unlink()
    assert is_usable(package)


def test_a_package_that_was_not_compiled_for_this_python_is_plain(package):
    """Compiled files of another kind of Python do not count."""
    (package / "core" / f"__init__{EXTENSION_SUFFIXES[0]}").unlink()
    assert not is_usable(package)


def test_the_fingerprint_does_not_depend_on_where_the_package_lies(package, tmp_path_factory):
    """A moved working tree is still fresh."""
    other = tmp_path_factory.mktemp("moved") / "tielu"
    package.rename(other)
    assert is_usable(other)


def test_all_sources_of_the_engine_are_compiled():
    """Core, routing and the rules of titles, with everything below them, and how positions become numbers."""
    names = {path.relative_to(ROOT / "src" / "tielu").as_posix() for path in sources(ROOT / "src" / "tielu")}
    assert {"core/game.py", "routing/check.py", "titles/t1880/rules/map.py"} <= names
    assert {"env/observation.py", "env/page.py", "env/space.py", "titles/t1880/env/observation.py"} <= names
    assert "env/table.py" not in names


def test_the_build_has_the_versions_that_make_installs():
    """pyproject.toml pins the tools of the build as constraints.txt does."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pins = re.findall(r"^[\w-]+==\S+", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    assert set(project["build-system"]["requires"]) <= set(pins)
