"""The glossary: the page of the documentation and the words of the pages are the same, and texts name them."""

import re
from pathlib import Path

import pytest

from tielu.i18n import LANGUAGES
from tielu.i18n.glossary import glossary, term, terms_in

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
# Words of the screen and remarks on style are no terms of the game.
NOT_OF_THE_GAME = "## At the table on screen"


def rows():
    """The cells of the tables of the page, in English, German and Japanese, without remarks in brackets."""
    text = PAGE.read_text("utf-8").partition(NOT_OF_THE_GAME)[0]
    found = re.findall(r"^\| (?!English|---)(.+?) \| (.+?) \| (.+?) \| .*\|$", text, re.MULTILINE)
    return [tuple(re.sub(r" \(.*?\)|°", "", cell).strip() for cell in row) for row in found]


def test_the_page_has_the_same_words():
    """Every row of the page is a term, in the same order and with the same words in each language."""
    words = [[each.word for each in glossary(lang)] for lang in LANGUAGES]
    assert list(zip(*words, strict=True)) == rows()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_explained(lang):
    """Each has a meaning of one sentence, and a key of its own."""
    terms = glossary(lang)
    assert len({each.key for each in terms}) == len(terms) > 100
    assert all(each.means.endswith(("。", ".")) and len(each.means) < 140 for each in terms)
    assert sum(bool(each.forms) for each in terms) > 50


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "The director certificate makes a director.", ["director-s-certificate", "director"]),
        ("en", "Operating rounds follow; privates pay.", ["operating-round", "private-company"]),
        ("en", "Directors redirect nothing particular.", ["director"]),
        ("de", "Der Besitzer des Baurechts in der Aktienrunde.", ["building-permit", "share-round"]),
        ("de", "Direktorwechsel", []),
        ("ja", "社長株を持つ社長", ["director-s-certificate", "director"]),
        ("en", "", []),
    ],
)
def test_words_are_found_in_texts(lang, text, expected):
    """The longest word counts, in its other forms too, and never a part of another word."""
    parts = list(terms_in(text, lang))
    assert "".join(part for part, _ in parts) == text
    assert [key for _, key in parts if key] == expected


def test_unknown_terms():
    """A label that is no word of the glossary is a mistake of ours."""
    with pytest.raises(KeyError):
        term("nothing", "en")
