"""The choices that stand neither on the map nor on cards, in sections; and forbidden actions with their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.actions import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    FoundCompany,
    GoBankrupt,
    LayTile,
    Pass,
    PlaceStation,
    SellShares,
)
from tielu.core.position import PositionView
from tielu.i18n import say_kind
from tielu.views.actions.decisions import Decision
from tielu.views.actions.forbidden import Forbidden, forbidden
from tielu.views.actions.menu import MenuChoice, write_menu
from tielu.views.actions.outcome import Trials
from tielu.views.actions.pass_labels import say_passing
from tielu.views.actions.purchases import RefusedTrain, TrainPurchase, refused_trains, train_purchases
from tielu.views.actions.shared_decisions import SHARED_DECISIONS, TOGETHER
from tielu.views.title import TitleView, TrainDuty, view_of

# What stands in the middle of the table: the map, the companies, or the privates.
MAP, COMPANIES, PRIVATES = "map", "companies", "privates"


@dataclass(frozen=True)
class Section:
    """The legal actions of one kind."""

    kind: str
    heading: str
    choices: tuple[MenuChoice, ...]
    # The same choices as cards, where they are weighed against each other.
    decision: Decision | None = None
    # Whether it may be left for later, since something else is to be decided now.
    beside: bool = False

    @property
    def is_single(self) -> bool:
        """Whether the only choice says all, so that no heading is needed."""
        return len(self.choices) == 1 and not self.choices[0].more

    @property
    def grave(self) -> bool:
        """Whether it ends the game for the player, and so stands apart from the rest."""
        return isinstance(self.choices[0].action, GoBankrupt)


@dataclass(frozen=True)
class ActionPanel:
    """The panel; empty for a reader who may not act now. Passing has its own button and meaning, trains have a list."""

    sections: tuple[Section, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    passing: Action | None = None
    pass_means: str = ""
    trains: tuple[TrainPurchase, ...] = ()
    refused_trains: tuple[RefusedTrain, ...] = ()
    duty: TrainDuty | None = None
    may_act: bool = False
    # The key of the sentence that says where to choose.
    where: str = ""

    @property
    def places(self) -> Mapping[str, Action]:
        """The hexes on the map that choose one of the cards."""
        found: dict[str, Action] = {}
        for each in self.sections:
            found |= {} if each.decision is None else each.decision.on_map
        return found


@dataclass(frozen=True)
class RejectedAmount:
    """An amount that was rejected: the action as its form sent it, and the text that was typed."""

    action: str = ""
    amount: str = ""


def stage_of(position: PositionView) -> str:
    """What is acted on: the companies in share rounds, the privates in auctions, else the map."""
    if position.finished:
        return MAP
    unsold = any(private.owner is None and not private.closed for private in position.privates)
    return {"share": COMPANIES, "auction": PRIVATES if unsold else MAP}.get(position.round, MAP)


def action_panel(game: Game, position: PositionView, actions: list[Action], lang: str) -> ActionPanel:
    """The panel for these legal actions."""
    if not actions:
        return ActionPanel()
    passing = next((each for each in actions if isinstance(each, Pass)), None)
    sections, duty = _sections(game, position, actions, lang), view_of(game.title).train_duty(game)
    trains = train_purchases(Trials(game), actions, lang)
    return ActionPanel(
        sections,
        forbidden(game, position, actions, lang),
        passing,
        "" if passing is None else say_passing(game, lang),
        trains,
        refused_trains(game, actions, lang, trains) if trains or duty is not None else (),
        duty,
        may_act=True,
        where=_where(position, actions, sections, view_of(game.title)),
    )


def _on_stage(position: PositionView, view: TitleView) -> tuple[type[Action], ...]:
    """The actions that are chosen on the map or on cards, whatever stands in the middle."""
    return {
        MAP: (LayTile, PlaceStation, *view.map_actions),
        COMPANIES: (BuyShare, SellShares, FoundCompany, *view.share_actions),
        PRIVATES: (Bid, BuyPrivate),
    }[stage_of(position)]


def _where(position: PositionView, actions: list[Action], sections: tuple[Section, ...], view: TitleView) -> str:
    """Where the choices stand: only what can be pressed now is named."""
    if any(isinstance(each, BuyTrain) for each in actions):
        return "web_choose_train"
    if any(each.decision is not None and each.decision.on_map for each in sections):
        return "web_choose_map_or_below"
    if not any(isinstance(each, _on_stage(position, view)) for each in actions):
        return "web_choose_below"
    if stage_of(position) != MAP:
        return f"web_choose_{stage_of(position)}"
    return "web_choose_map_or_below" if sections else "web_choose_map"


def _sections(game: Game, position: PositionView, actions: list[Action], lang: str) -> tuple[Section, ...]:
    """The menu by kinds of actions, without those that are chosen elsewhere."""
    view = view_of(game.title)
    elsewhere = _on_stage(position, view)
    kinds: dict[str, list[Action]] = {}
    for action in actions:
        if not isinstance(action, (Pass, BuyTrain, *elsewhere)):
            kinds.setdefault(TOGETHER.get(action.type, action.type), []).append(action)
    decisions = {**SHARED_DECISIONS, **view.decisions}
    sections = []
    for kind, same in kinds.items():
        choices = write_menu(game, same, lang)
        if len(choices) == 1 and choices[0].more:
            choices = choices[0].more
        decision = decisions[kind](game, same, lang) if kind in decisions else None
        beside = any(not isinstance(each, Pass) and each not in same for each in actions)
        sections.append(Section(kind, say_kind(kind, lang), choices, decision, beside))
    return tuple(sections)
