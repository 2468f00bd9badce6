"""The player aid on paper: two pages of A4 in each language, and nothing is cut off."""

import re

import pytest

from tielu.i18n import LANGUAGES

# How far the last block of a page may lie beside its columns, in pixels: not at all.
BESIDE = """[...document.querySelectorAll('.blocks')].map(each => each.scrollWidth - each.clientWidth)"""


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_two_pages_of_paper(readers, title):
    """In every language, also where an edition says more."""
    page = readers.at_desk()
    for lang in LANGUAGES:
        page.goto(f"/rules/{title}/aid?edition=18xx.games&lang={lang}")
        page.emulate_media(media="print")
        assert page.evaluate(BESIDE) == [0, 0], lang
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2, lang
        page.emulate_media(media="screen")
