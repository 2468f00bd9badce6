"""What a title knows of its own rulebook: the facet `rulebook`, in the module `rulebook` of its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tielu.titles import facet
from tielu.views.rulebook.examples import Example


@dataclass(frozen=True)
class TitleRulebook:
    """What stands beside the texts of the rules."""

    # The switches of each edition, which begin with those that are usually played.
    editions: Mapping[str, object] = field(default_factory=dict)
    # For each switch in which editions differ the rules that it is about.
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Rules that a drawing explains; the section `examples` of the messages has its words.
    examples: Mapping[str, Example] = field(default_factory=dict)
    # The player aid for an edition in a language: the blocks of each page (`views/rulebook/aid.py`).
    aid: Callable[[str, str], Any] | None = None


def rulebook_of(title: str) -> TitleRulebook:
    """The facet of a title; an empty one if it has none."""
    found = facet(title, "rulebook")
    assert found is None or isinstance(found, TitleRulebook)
    return found or TitleRulebook()


def has_aid(title: str) -> bool:
    """Whether a title has a player aid."""
    return rulebook_of(title).aid is not None
