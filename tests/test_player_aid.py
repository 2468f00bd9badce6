"""The player aid: its figures are those of the title's tables, and it is there in every language and edition."""

import dataclasses

import pytest

from tielu import TITLES
from tielu.i18n import LANGUAGES
from tielu.titles.t1880.rules import components as parts_1880
from tielu.titles.t1888n.rules import components as parts_1888
from tielu.views.rulebook.aid import AidLine, AidLines, AidTable, print_size
from tielu.views.rulebook.title import has_aid, rulebook_of


def pages(title, edition="2022", lang="en"):
    make = rulebook_of(title).aid
    assert make is not None
    return make(edition, lang)


def texts(title, edition="2022", lang="en"):
    """All that stands in the tables."""
    blocks = [block for page in pages(title, edition, lang) for block in page]
    return [cell.text for block in blocks if isinstance(block, AidTable) for row in block.rows for cell in row]


def lines(title, edition="2022", lang="en"):
    """All rules that are told."""
    blocks = [block for page in pages(title, edition, lang) for block in page]
    return [line for block in blocks if isinstance(block, AidLines) for line in block.lines]


@pytest.mark.parametrize("title", ["1880", "1888"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_pages_for_every_edition(title, lang):
    """Two pages, whose rules are those of the book in the reader's language."""
    for edition in TITLES[title].editions:
        found = pages(title, edition, lang)
        assert len(found) == 2
        assert all(len(page) > 4 and all(block.heading for block in page) for page in found)
        rules = lines(title, edition, lang)
        assert len(rules) > 35
        assert len({line.rule for line in rules}) == len(rules)


def test_figures_come_from_the_tables(monkeypatch):
    """A train that costs more costs more in the aid; so do privates, stations, and what players begin with."""
    assert "¥987" not in texts("1880")
    dearer = tuple(dataclasses.replace(each, price=987) if each.name == "4" else each for each in parts_1880.TRAINS)
    monkeypatch.setattr("tielu.titles.t1880.rulebook.aid.parts", _Changed(parts_1880, TRAINS=dearer))
    assert "¥987" in texts("1880")
    changed = _Changed(parts_1888, STARTING_CASH={3: 123, 4: 99}, PRIVATES=parts_1888.PRIVATES[:2])
    monkeypatch.setattr("tielu.titles.t1888n.rulebook.aid.parts", changed)
    found = texts("1888")
    assert "¥123" in found
    assert "¥1200" not in found
    assert "FC" not in found


class _Changed:
    """A module with other values for some of its names."""

    def __init__(self, module, **values):
        self._module, self._values = module, values

    def __getattr__(self, name):
        return self._values[name] if name in self._values else getattr(self._module, name)


def test_figures_of_editions_differ_where_the_editions_do():
    """1888-N: what stations cost and how many certificates two may hold; and what the platform does otherwise."""
    printed, platform = texts("1888"), texts("1888", "18xx.games")
    assert "28" in printed
    assert "28" not in platform
    assert {"¥60", "¥80"} <= set(platform)
    assert "¥60" not in printed
    assert any(line.readings for line in lines("1888", "18xx.games"))
    assert not any(line.readings for line in lines("1888"))


def test_fuller_pages_are_printed_smaller():
    """The fuller of the two pages decides; a letter of Japanese takes more room than one of ours."""

    def aid(*texts):
        return tuple((AidLines("", (AidLine("rule", text, ()),)),) for text in texts)

    assert [print_size(aid("x" * count, "x")) for count in (0, 4400, 5000, 6000)] == [0, 1, 2, 3]
    assert print_size(aid("x", "x" * 6000)) == 3
    assert print_size(aid("\N{HIRAGANA LETTER KA}" * 2000)) == 2


def test_a_title_may_have_none():
    """Both of ours have one; a title without the facet has none."""
    assert has_aid("1880")
    assert has_aid("1888")
