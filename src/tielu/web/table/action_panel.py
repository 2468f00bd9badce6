"""The action panel: legal actions in sections, and what is not possible with the rule that forbids it."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.position import PositionView
from tielu.i18n import say_kind
from tielu.views.actions.forbidden import Forbidden, forbidden
from tielu.views.actions.founding import Founding, founding_of
from tielu.views.actions.menu import ALL, LONGEST_LIST, WEIGHTY, MenuChoice, write_menu


@dataclass(frozen=True)
class Section:
    """The legal actions of one kind; where they are too many to list, `founding` asks for one."""

    kind: str
    heading: str
    choices: tuple[MenuChoice, ...]
    founding: Founding | None = None

    @property
    def says_it_twice(self) -> bool:
        """Whether the heading says no more than the only button does."""
        return len(self.choices) == 1 and self.choices[0].label.startswith(self.heading)

    @property
    def count(self) -> int:
        """How many actions there are in all lists of the section."""
        return sum(_count(choice) for choice in self.choices)


def _count(choice: MenuChoice) -> int:
    return sum(_count(each) for each in choice.more) if choice.more else 1


@dataclass(frozen=True)
class Panel:
    """Nothing of it is there for somebody who does not decide now."""

    sections: tuple[Section, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()


@dataclass(frozen=True)
class Typed:
    """An amount that was refused: the action as its form sent it, and what was typed."""

    action: str = ""
    amount: str = ""


def panel_of(game: Game, position: PositionView, actions: list[Action], undo: str, lang: str) -> Panel:
    """The panel of whoever decides; where nothing can be taken back every action is looked at twice."""
    if not actions:
        return Panel()
    sections = _sections(game, actions, ALL if undo == "none" else WEIGHTY, lang)
    return Panel(sections, forbidden(game, position, actions, lang))


def _sections(game: Game, actions: list[Action], warned: str, lang: str) -> tuple[Section, ...]:
    """The menu, kind by kind; a kind that is asked for step by step begins with its first step."""
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        kinds.setdefault(action.type, []).append(action)
    sections = []
    for kind in sorted(kinds, key=lambda kind: kind == "pass"):
        if kind == "found_company" and len(kinds[kind]) > LONGEST_LIST:
            sections.append(Section(kind, say_kind(kind, lang), (), founding_of(game, kinds[kind], lang)))
            continue
        choices = write_menu(game, kinds[kind], lang, warned)
        if len(choices) == 1 and choices[0].more:
            choices = choices[0].more
        sections.append(Section(kind, say_kind(kind, lang), choices))
    return tuple(sections)
