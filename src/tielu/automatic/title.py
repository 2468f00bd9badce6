"""What a title tells the automatic moves: its facet `automatic`, which it may do without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tielu.core.events import Event
from tielu.titles import facet


@dataclass(frozen=True)
class TitleAutomatic:
    """The constant `AUTOMATIC` of a title's module `automatic`.

    `powers` are types of actions that use the power of a private, beside those that its pages know. `unasked` are
    events that no automatic move brings about.
    """

    powers: Mapping[str, str] = field(default_factory=dict)
    unasked: tuple[type[Event], ...] = ()


def automatic_of(title: str) -> TitleAutomatic:
    """The title's facet for automatic moves."""
    found = facet(title, "automatic")
    return found if isinstance(found, TitleAutomatic) else TitleAutomatic()
