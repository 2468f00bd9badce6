"""The player aid on paper: two pages of A4 in each language, well filled, and nothing is cut off or too small."""

import re

import pytest

from tielu import TITLES
from tielu.i18n import LANGUAGES

# How far the last block of a page may lie beside its columns, in pixels: not at all.
BESIDE = """[...document.querySelectorAll('.blocks')].map(each => each.scrollWidth - each.clientWidth)"""
# Which part of its sheet the fuller column of a page fills.
FILLED = """[...document.querySelectorAll('.sheet-of-aid')].map(sheet => {
  const page = sheet.getBoundingClientRect();
  const ends = [...sheet.querySelectorAll('.block')].map(each => each.getBoundingClientRect().bottom);
  return (Math.max(...ends) - page.top) / page.height;
})"""
# The smallest letters, in points; in drawings, those of the paper.
SMALLEST = """Math.min(...[...document.querySelectorAll('.sheet-of-aid :is(td, th, li, h2, text, .roundel)')]
  .filter(each => each.textContent.trim())
  .map(each => parseFloat(getComputedStyle(each).fontSize) * .75 * (each.getScreenCTM?.().a ?? 1)))"""
# How much of it must be filled; boxes instead of Japanese letters, on a machine that has none, are narrower.
WELL_FILLED = {"en": 0.75, "de": 0.75, "ja": 0.6}
A4 = "595 x 842"


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_two_pages_of_paper(readers, title):
    """In every language and edition; the letters are as large as the fuller page allows."""
    page = readers.at_desk()
    for edition in TITLES[title].editions:
        for lang in LANGUAGES:
            page.goto(f"/rules/{title}/aid?edition={edition}&lang={lang}")
            page.emulate_media(media="print")
            assert page.evaluate(BESIDE) == [0, 0], (edition, lang)
            assert max(page.evaluate(FILLED)) > WELL_FILLED[lang], (edition, lang)
            assert page.evaluate(SMALLEST) >= 7, (edition, lang)
            printed = page.pdf(prefer_css_page_size=True, print_background=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2, (edition, lang)
            assert {_size(box) for box in re.findall(rb"/MediaBox\s*\[([^]]+)]", printed)} == {A4}, (edition, lang)
            page.emulate_media(media="screen")


def _size(box: bytes) -> str:
    """Width and height of a page of a PDF in whole points."""
    left, top, right, bottom = (float(number) for number in box.split())
    return f"{right - left:.0f} x {bottom - top:.0f}"
