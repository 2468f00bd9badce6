"""The drawings of rules, each made once."""

from __future__ import annotations

from functools import lru_cache

from tielu import TITLES
from tielu.views.rulebook.examples import DrawnExample, draw
from tielu.views.rulebook.title import rulebook_of


def has_example(rule_id: str) -> bool:
    """Whether a drawing explains a rule."""
    title = rule_id.partition(".")[0]
    return title in TITLES and rule_id in rulebook_of(title).examples


@lru_cache(maxsize=512)
def example_of(rule_id: str, lang: str) -> DrawnExample:
    """The drawing of a rule; raises KeyError if there is none."""
    title = rule_id.partition(".")[0]
    return draw(title, rulebook_of(title).examples[rule_id], lang, f"{rule_id.replace('.', '-')}-")
