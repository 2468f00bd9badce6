"""docs/environment.md says what the code does."""

import re

from tests.env.page import PAGE, described, filled


def test_the_tables_are_those_of_the_code():
    """`python -m tests.env.page` writes them anew."""
    page = PAGE.read_text("utf-8")
    assert filled(page) == page


def test_every_id_is_described():
    assert all(f"`{name}`" in PAGE.read_text("utf-8") for name in described())


def test_the_example_of_the_page_runs():
    """The first piece of Python on the page plays a whole game."""
    code = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert code is not None
    names: dict = {}
    exec(compile(code[1], str(PAGE), "exec"), names)
    assert names["env"].agents == []
