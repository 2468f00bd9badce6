"""Words of the game in texts: each says what it means when it is pressed, also without a script."""

from __future__ import annotations

from markupsafe import Markup, escape

from tielu.i18n.glossary import Term, glossary, term, terms_in

_BUTTON = Markup('<button type="button" class="term" popovertarget="term-{key}">{word}</button>')
_LINK = Markup('<a class="term" href="/rules/glossary#{key}" title="{means}" hx-boost="false">{word}</a>')


def with_terms(text: str, lang: str, seen: set[str]) -> Markup:
    """A text in which words of the game can be pressed, each but once for a set of those that were seen."""
    parts = []
    for part, key in terms_in(text, lang):
        if key and key not in seen:
            seen.add(key)
            parts.append(_BUTTON.format(key=key, word=part))
        else:
            parts.append(escape(part))
    return Markup("").join(parts)


def explained(lang: str) -> tuple[Term, ...]:
    """The terms that texts explain."""
    return tuple(each for each in glossary(lang) if each.forms)


def labelled(key: str, word: str, lang: str) -> Markup:
    """A label that is a word of the game: it tells what it means, and leads to the glossary."""
    return _LINK.format(key=key, means=term(key, lang).means, word=word)
