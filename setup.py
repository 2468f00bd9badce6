"""Compiles the engine with mypyc where mypy and a C compiler are there; everything else stands in pyproject.toml.

`TIELU_COMPILE=0` in the environment forbids it; with `TIELU_COMPILE=1` it is an error if it cannot be done.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError

PACKAGE = Path("src", "tielu")
SCRIPT = PACKAGE / "web" / "static" / "tielu.js"
WISH = os.environ.get("TIELU_COMPILE", "")
CORES = os.cpu_count() or 1

sys.path.insert(0, str(PACKAGE))
import _compiled  # noqa: E402 - the package itself cannot be imported while it is being built


class NotCompiled(Exception):
    """The engine could not be compiled; the text says why."""


class CompiledDistribution(Distribution):
    """A distribution with compiled modules; which ones is found out only when they are built."""

    def has_ext_modules(self) -> bool:
        return True


class CompileEngine(build_ext):
    """Builds all modules of the engine or none, with as many compilers at work as there are cores."""

    def finalize_options(self) -> None:
        require_compiler()
        self.distribution.ext_modules = engine_modules()
        super().finalize_options()
        self.parallel = CORES

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            raise NotCompiled("the C compiler failed") from error
        if self.inplace:
            remove_leftovers()
            (PACKAGE / _compiled.FINGERPRINT).write_text(_compiled.fingerprint(PACKAGE), "ascii")

    def build_extensions(self) -> None:
        one_by_one = self.compiler.compile

        def together(sources: list[str], **options: Any) -> list[str]:
            longest_first = sorted(sources, key=lambda name: -Path(name).stat().st_size)
            with ThreadPoolExecutor(CORES) as pool:
                made = pool.map(lambda source: one_by_one([source], **options), longest_first)
                return [name for names in made for name in names]

        self.compiler.compile = together
        super().build_extensions()


class CopyEngine(build_ext):
    """Takes the modules of the engine that have been compiled in place, from the sources as they are."""

    def run(self) -> None:
        for module in (Path("tielu__mypyc.py"), *(path.relative_to("src") for path in _compiled.sources(PACKAGE))):
            compiled = module.with_suffix(EXTENSION_SUFFIXES[0])
            self.mkpath(str(Path(self.build_lib, compiled).parent))
            self.copy_file(str(Path("src", compiled)), str(Path(self.build_lib, compiled)))


class Wheel(bdist_wheel):
    """A wheel with the script of the pages, and without modules that only an earlier build has known."""

    def run(self) -> None:
        if not SCRIPT.exists():
            raise SetupError(f"{SCRIPT} is missing, which the pages of a wheel need; `make wheel` builds both")
        for leftover in (self.get_finalized_command("build").build_lib, self.bdist_dir):
            shutil.rmtree(leftover, ignore_errors=True)
        super().run()


def is_compiled_in_place() -> bool:
    """Whether the engine has been compiled in the working tree, by this kind of Python and from these sources."""
    return (PACKAGE / _compiled.FINGERPRINT).exists() and _compiled.is_usable(PACKAGE)


def remove_leftovers() -> None:
    """Remove compiled modules whose source has moved or gone: Python would still import them."""
    known = {path.with_suffix(EXTENSION_SUFFIXES[0]) for path in _compiled.sources(PACKAGE)}
    for compiled in PACKAGE.rglob(f"*{EXTENSION_SUFFIXES[0]}"):
        if compiled not in known:
            compiled.unlink()


def require_compiler() -> None:
    """Raise NotCompiled if the C compiler that this Python names is not there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if command and shutil.which(shlex.split(command)[0]) is None:
        raise NotCompiled(f"there is no C compiler ({command})")


def engine_modules() -> list[Any]:
    """The modules of the engine, written in C by mypyc; raises NotCompiled if it is missing or does not take them."""
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        raise NotCompiled("mypy is not installed") from error
    files = [str(path) for path in _compiled.sources(PACKAGE)]
    try:
        # What the engine is imported with may need more than is installed here: only its own sources are checked.
        files.insert(0, "--follow-imports=silent")
        # A C file for each module keeps the compiler fast; more than -O1 makes it slow and the engine no faster.
        return mypycify(files, group_name="tielu", multi_file=True, opt_level="1", debug_level="0")
    except SystemExit as error:
        raise NotCompiled("mypyc does not take the sources") from error


def main() -> None:
    """Build with the engine compiled if that is wished and possible, else without."""
    if WISH == "0":
        setup(cmdclass={"bdist_wheel": Wheel})
        return
    # Whoever names build_ext wants it compiled; the steps of a wheel, its metadata too, take what is there.
    build_engine = CopyEngine if "build_ext" not in sys.argv and is_compiled_in_place() else CompileEngine
    try:
        setup(distclass=CompiledDistribution, cmdclass={"build_ext": build_engine, "bdist_wheel": Wheel})
    except NotCompiled as reason:
        if WISH == "1":
            raise
        print(f"tielu: NOT COMPILED, the engine will run as plain Python: {reason}", file=sys.stderr)
        setup(cmdclass={"bdist_wheel": Wheel})


main()
