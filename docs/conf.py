"""How Sphinx builds the documentation: `make docs` writes it to build/site."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

from sphinx.application import Sphinx
from sphinx.config import Config

from tielu._version import __version__

HERE = Path(__file__).parent

# The public modules, each with a page of its own in the reference. One that does not exist (yet) has none.
MODULES = (
    "tielu",
    "tielu.actions",
    "tielu.position",
    "tielu.errors",
    "tielu.routing",
    "tielu.bots",
    "tielu.arena",
    "tielu.review",
    "tielu.puzzles",
    "tielu.stats",
    "tielu.env",
    "tielu.store",
    "tielu.interop",
)

project = "Tielu"
author = "The Tielu authors"
project_copyright = author
release = version = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "Tielu 铁路"
html_static_path = ["_static"]
html_css_files = ["tielu.css"]
html_copy_source = False
html_show_sphinx = False

# Links to headings of other pages are written as GitHub reads them, `page.md#heading`.
myst_heading_anchors = 4
myst_links_external_new_tab = False

# The notebook is stored without its output; the build runs it, and fails if a cell does.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120

autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "code"  # docstrings put `names` between single backticks
add_module_names = False


def write_reference(_app: Sphinx, _config: Config) -> None:
    """Write a page for each public module; Sphinx fills it from the docstrings."""
    folder = HERE / "reference"
    folder.mkdir(exist_ok=True)
    modules = [importlib.import_module(name) for name in MODULES if importlib.util.find_spec(name)]
    homes = find_homes(modules)
    pages = {f"{module.__name__}.md": reference_page(module, homes) for module in modules}
    for stale in {path.name for path in folder.glob("*.md")} - set(pages):
        (folder / stale).unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def find_homes(modules: list[ModuleType]) -> dict[int, str]:
    """Where each class and function is described: on one page, and on that of `tielu` only if it is on no other."""
    homes: dict[int, str] = {}
    for module in sorted(modules, key=lambda each: each.__name__ == "tielu"):
        for name, value in exported(module):
            homes.setdefault(id(value), f"{module.__name__}.{name}")
    return homes


def exported(module: ModuleType) -> list[tuple[str, object]]:
    """The classes and functions that a module makes public."""
    names = [(name, getattr(module, name)) for name in module.__all__]
    return [(name, value) for name, value in names if hasattr(value, "__qualname__")]


def reference_page(module: ModuleType, homes: dict[int, str]) -> str:
    """The page of a module; what is described elsewhere is only linked."""
    elsewhere = {
        name: home for name, value in exported(module) if (home := homes[id(value)]) != f"{module.__name__}.{name}"
    }
    lines = [f"# `{module.__name__}`", "", "```{eval-rst}", f".. automodule:: {module.__name__}"]
    if elsewhere:
        links = ", ".join(f":py:obj:`{name} <{home}>`" for name, home in elsewhere.items())
        lines += [f"   :exclude-members: {', '.join(elsewhere)}", "", f"Also exported here: {links}."]
    return "\n".join([*lines, "```", ""])


def setup(app: Sphinx) -> None:
    """Called by Sphinx before it builds anything."""
    app.connect("config-inited", write_reference)
