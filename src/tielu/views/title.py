"""The facet `view` of a title: its printed components, and what pages and drawings show in its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tielu import Game
from tielu.core.actions import Action, Amounts, FoundCompany
from tielu.core.events import Event
from tielu.core.flow import Frame
from tielu.core.market import Chart
from tielu.core.position import BidView, OfferView
from tielu.core.track import STOPS_PER_HEX
from tielu.core.trains import TrainType
from tielu.errors import Unavailable
from tielu.titles import facet
from tielu.views.actions.decisions import Decision
from tielu.views.tables import TableColumns
from tielu.views.topics import SHARED_TOPICS, Topic

if TYPE_CHECKING:
    from tielu.views.actions.candidates import ActionKind


@dataclass(frozen=True)
class PrintedCompany:
    """A share company; some titles give it a destination with a bonus."""

    id: str
    name: str
    home: str
    destination: str = ""
    bonus: int = 0


@dataclass(frozen=True)
class PrintedPrivate:
    """A private; `lowest` to `highest` is what a company may pay for it, where companies may buy it."""

    id: str
    name: str
    price: int
    income: int
    lowest: int = 0
    highest: int = 0


@dataclass(frozen=True)
class PrintedInvestor:
    """A small railway that belongs to one player and has no shares."""

    id: str
    name: str
    home: str


@dataclass(frozen=True)
class PositionExtras:
    """What a title shows of a position beyond the snapshot: `order` is that in which founded companies operate.

    `operating_rounds` is the number in a set, `rounds_to_come` how many of the set under way follow the present one;
    `notices` are keys of words that stand in the headline.
    """

    phase: str
    order: tuple[str, ...] = ()
    operating_rounds: int = 0
    rounds_to_come: int | None = None
    bank_broken: bool = False
    notices: tuple[str, ...] = ()
    prices: Mapping[str, int] = field(default_factory=dict)
    bids: Mapping[str, tuple[BidView, ...]] = field(default_factory=dict)
    in_bids: Mapping[str, int] = field(default_factory=dict)
    offer: OfferView | None = None


@dataclass(frozen=True)
class Effect:
    """What the sale of a train brings about: the key of its words, and the values they name."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TrainEffects:
    """What the first train of a type will bring about, and what the last one; nothing that has happened already."""

    first: tuple[Effect, ...] = ()
    last: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class TrainDuty:
    """A train that a company must buy: the cheapest one, who pays for it, and what both together lack."""

    company: str
    train: str
    price: int
    treasury: int
    director: str
    cash: int
    missing: int
    source: str


@dataclass(frozen=True)
class KeyEvent:
    """An event that decides games: `words` is the key of its headline, with `_more` that of what it means.

    Of several the first is told, or the one whose value named `greatest` is highest; a minor one only if there is room.
    """

    words: str
    greatest: str = ""
    minor: bool = False


# The steps of a company's turn.
COMPANY_STEPS: Mapping[str, str] = {
    "track": "step_track",
    "station": "step_station",
    "run": "step_run",
    "dividend": "step_dividend",
    "train": "step_trains",
}


# ---- what suits a title that says nothing else ----


def plain_extras(_game: Game, shot: Mapping[str, Any]) -> PositionExtras:
    """The phase of the snapshot; companies operate in their printed order."""
    return PositionExtras(shot.get("phase", ""))


def no_bonus(_cell: int) -> int:
    """The chart bonus of titles that have none."""
    return 0


def nobody(_game: Game) -> frozenset[str]:
    """No player."""
    return frozenset()


def no_duty(_game: Game) -> TrainDuty | None:
    """No company has to own a train."""
    return None


def no_effects(_game: Game, _train: str) -> TrainEffects:
    """The effects of trains that change nothing."""
    return TrainEffects()


def no_colours(_edition: str) -> Mapping[str, str]:
    """The colours of a title whose charters name none: drawings choose them."""
    return {}


def first_cities(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The first city of each home, for companies without a marker."""
    state = game.state
    return {
        each.id: (state.board.hex_index[each.home] * STOPS_PER_HEX,)
        for company, each in enumerate(view_of(game.title).companies)
        if not state.stations[company]
    }


@dataclass(frozen=True)
class TitleView:
    """What views know of a title: its components are needed, all else only where the title has its own way."""

    # ---- components, each in its printed order ----
    companies: tuple[PrintedCompany, ...]
    trains: tuple[TrainType, ...]
    # The phases, in their order.
    train_limits: Mapping[str, int]
    chart: Chart
    privates: tuple[PrintedPrivate, ...] = ()
    investors: tuple[PrintedInvestor, ...] = ()
    # The places that shares come from.
    sources: tuple[str, ...] = ("ipo", "pool")
    # The phase from which a type of train is sold that begins none.
    sold_from: Mapping[str, str] = field(default_factory=dict)
    # Privates that the snapshot calls otherwise.
    spelling: Mapping[str, str] = field(default_factory=dict)
    # The spaces of the chart whose companies' shares do not count towards the certificate limit.
    red_area: frozenset[int] = frozenset()
    chart_bonus: Callable[[int], int] = no_bonus

    # ---- the card on the start page: keys of its words ----
    about: str = ""
    length: str = ""

    # ---- tables and texts ----
    extras: Callable[[Game, Mapping[str, Any]], PositionExtras] = plain_extras
    tables: TableColumns = field(default_factory=TableColumns)
    # Keys of words: for the bonuses of routes, and for a place whose calls are paid to the treasury.
    pair_bonus: str = "route_bonus"
    stop_bonus: str = "route_bonus"
    treasury_place: str = ""
    # The private that a rule is about, by the second part of the rule's id.
    private_rules: Mapping[str, str] = field(default_factory=dict)
    # The rules that explain an event; `event.value` is for one value only.
    event_rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    # ---- drawings ----
    # The colour of each company in an edition; those that it leaves out get one that is free.
    colours: Callable[[str], Mapping[str, str]] = no_colours
    # For each phase the number of its column where values rise.
    columns: Mapping[str, int] = field(default_factory=dict)
    # The spaces of the chart where prices begin, and how many places each has on the turn order list.
    par_cells: Mapping[int, int] = field(default_factory=dict)
    par_slots: int = 0
    # The places that wait for the first marker of each railway.
    homes: Callable[[Game], Mapping[str, tuple[int, ...]]] = first_cities
    # Hexes beyond the edge of the map that are water. They are no part of the game: geography, for the eye only.
    sea: frozenset[str] = frozenset()

    # ---- actions that only this title has ----
    # What a player would look for of each kind, and the kinds of a round in the order in which they are looked for.
    action_kinds: Mapping[str, ActionKind] = field(default_factory=dict)
    round_kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The private behind a kind that needs one.
    powers: Mapping[str, str] = field(default_factory=dict)
    # Types of powers that keep a step open because it has no choice without them, so that it is never empty.
    asked_powers: tuple[str, ...] = ()
    # More about an action that is legal now, in a language.
    action_details: Mapping[type[Action], Callable[[Game, Any, str], str]] = field(default_factory=dict)
    action_buttons: Mapping[type[Action], Callable[[Game, Any, str], str]] = field(default_factory=dict)
    # Kinds whose choices are weighed against each other: a card for each, and why it is asked now.
    decisions: Mapping[str, Callable[[Game, Sequence[Any], str], Decision]] = field(default_factory=dict)
    # What a player would usually name within a range.
    usual_amounts: Mapping[str, Callable[[Game, Any, Amounts], int]] = field(default_factory=dict)
    # Further actions by which a player gets a share; they stand on the card of the company.
    share_actions: tuple[type[Action], ...] = ()
    # Actions that change hexes which they do not name.
    map_actions: tuple[type[Action], ...] = ()
    # The cheapest way to found a company.
    founding: Callable[[Game, str], FoundCompany] | None = None

    # ---- what actions bring about, beside what is told in any title ----
    # Events that nobody wants to bring about unawares, the gravest first.
    turning_points: tuple[type[Event], ...] = ()
    # What is told of an action before it is done; `treasury_events` are those that pay an amount into the treasury.
    outcome_events: Mapping[type[Action], tuple[type[Event], ...]] = field(default_factory=dict)
    treasury_events: tuple[type[Event], ...] = ()

    # ---- auctions ----
    # The key of how the auction goes; the words for what happens if everybody passes, by the event that tells it.
    auction: str = ""
    all_pass: Mapping[type[Event], str] = field(default_factory=dict)
    # Who bids no more for the private that is being auctioned.
    dropped_out: Callable[[Game], frozenset[str]] = nobody

    # ---- the end of the game ----
    # The key of what a player's worth is made of.
    worth: str = ""
    # What decides games in this title, and the words for why a game is over, by the event that brings it about.
    key_events: Mapping[type[Event], KeyEvent] = field(default_factory=dict)
    endings: Mapping[type[Event], str] = field(default_factory=dict)

    # ---- guided games ----
    # What is explained, the most urgent first.
    topics: tuple[Topic, ...] = SHARED_TOPICS

    # ---- turns ----
    # The lines of steps that a turn can have: each step by the name of its frame, with the key of its words.
    turn_steps: tuple[Mapping[str, str], ...] = (COMPANY_STEPS,)
    # The key of what passing means in a frame, or in one that is made from it.
    pass_labels: Mapping[type[Frame[Any]], str] = field(default_factory=dict)
    # The step that a kind of action belongs to, if the turn has passed it.
    passed_steps: Mapping[str, Callable[[Game], Frame[Any] | None]] = field(default_factory=dict)
    # What the first and the last train of a type do when they are sold.
    train_effects: Callable[[Game, str], TrainEffects] = no_effects
    # The train that the deciding company must buy.
    train_duty: Callable[[Game], TrainDuty | None] = no_duty


def view_of(title: str) -> TitleView:
    """What views know of a title; raises Unavailable if it has no facet for them."""
    view = facet(title, "view")
    if view is None:
        raise Unavailable("title_without_view", title=title)
    assert isinstance(view, TitleView)
    return view
