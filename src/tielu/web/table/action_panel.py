"""The action panel: the legal actions in sections, and forbidden ones with the rule that forbids them."""

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
    """The legal actions of one kind, or a form to choose one of many ways to found a company."""

    kind: str
    heading: str
    choices: tuple[MenuChoice, ...]
    founding: Founding | None = None

    @property
    def heading_is_redundant(self) -> bool:
        """Whether the only button begins with the heading."""
        return len(self.choices) == 1 and self.choices[0].label.startswith(self.heading)

    @property
    def count(self) -> int:
        """The number of actions in the section, including nested lists."""
        return sum(_count(choice) for choice in self.choices)


def _count(choice: MenuChoice) -> int:
    return sum(_count(each) for each in choice.more) if choice.more else 1


@dataclass(frozen=True)
class ActionPanel:
    """The panel; empty for a reader who may not act now."""

    sections: tuple[Section, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()


@dataclass(frozen=True)
class RejectedAmount:
    """An amount that was rejected: the action as its form sent it, and the text that was typed."""

    action: str = ""
    amount: str = ""


def action_panel(game: Game, position: PositionView, actions: list[Action], undo: str, lang: str) -> ActionPanel:
    """The panel for these legal actions; where undo is off every action asks for confirmation."""
    if not actions:
        return ActionPanel()
    sections = _sections(game, actions, ALL if undo == "none" else WEIGHTY, lang)
    return ActionPanel(sections, forbidden(game, position, actions, lang))


def _sections(game: Game, actions: list[Action], warned: str, lang: str) -> tuple[Section, ...]:
    """The menu by kinds of actions, with pass last."""
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
