"""Games in lists: whose turn it is, what is decided, and how a finished one ended; no log is replayed for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from tielu import TITLES
from tielu.clocks import GameClock
from tielu.i18n import say
from tielu.i18n.values import say_value, title_label
from tielu.store import GameInfo, Store
from tielu.views.svg.models import MarkerDrawing
from tielu.views.svg.scene import company_markers
from tielu.web.clocks.words import say_time_left

# How many of their games a reader sees on the start page.
MOST_CARDS = 8

# Steps by the word that the catalogues have for them; others are told by their round.
_STEPS = {
    "track": "track",
    "investor_track": "track",
    "station": "station",
    "run": "run",
    "investor_run": "run",
    "dividend": "dividend",
    "train": "trains",
    "private": "privates",
}
_ROUNDS = frozenset({"auction", "share", "operating"})
# Rounds that are counted, with the key of their short names.
_COUNTED = {"share": "short_share", "operating": "short_operating"}

_AGES = (("web_minutes_ago", timedelta(minutes=1)), ("web_hours_ago", timedelta(hours=1)))
_DAY = timedelta(days=1)
# From then on a date says more than a number of days.
_LONG_AGO = timedelta(days=14)
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class GameCard:
    """A game in a list; `mark` is whose turn it is, if the game waits for the reader, and `status` what goes on.

    `own` tells whether the reader plays in it or made it. `link` is the message on the button that leads to the table,
    `time_left` how long the reader has to decide.
    """

    info: GameInfo
    title: str
    entries: int
    own: bool
    mark: str
    status: str
    age: str
    link: str
    company: MarkerDrawing | None
    time_left: str = ""

    @property
    def waits(self) -> bool:
        return bool(self.mark)


@dataclass(frozen=True)
class Reader:
    """The reader of a list: the games remembered by the browser with its seats, and whether all sit at this machine.

    If nobody else can reach the server, every game at one screen is the reader's. `person` is the reader's account.
    """

    games: Mapping[str, int | None]
    is_alone: bool
    person: str | None = None

    def sees(self, info: GameInfo) -> bool:
        """Whether the reader may know of a game; what a browser remembers proves nothing."""
        return info.visibility != "private" or any(seat.person == self.person is not None for seat in info.seats)

    def owns(self, info: GameInfo) -> bool:
        return info.id in self.games or (self.is_alone and info.mode == "hot_seat")

    def seat(self, info: GameInfo) -> int | None:
        """The reader's seat; at one screen that of the only person."""
        if info.mode == "hot_seat":
            return min(info.humans) if self.owns(info) and len(info.humans) == 1 else None
        number = self.games.get(info.id)
        return number if number is not None and number < len(info.seats) else None

    def is_awaited(self, info: GameInfo) -> bool:
        """Whether the game waits for the reader, or for one of several at the reader's screen."""
        if info.finished or info.actor is None or info.actor not in info.humans:
            return False
        return info.actor == self.seat(info) or (info.mode == "hot_seat" and self.owns(info))


def own_cards(store: Store, reader: Reader, lang: str, now: datetime) -> list[GameCard]:
    """The reader's games: those that wait for the reader, then other running ones, then finished ones."""
    found = {info.id: info for info in store.games_with_ids(reader.games) if reader.sees(info)}
    if reader.is_alone:
        found |= {info.id: info for info in store.list_games().games if reader.owns(info)}
    games = sorted(found.values(), key=lambda info: info.changed, reverse=True)
    clocks = _clocks(store, games, reader)
    deadlines = {game_id: clock.deadline or _NEVER for game_id, clock in clocks.items()}
    games.sort(key=lambda info: (not reader.is_awaited(info), info.finished, deadlines.get(info.id, _NEVER)))
    return game_cards(store, games, reader, lang, now, clocks)


def game_cards(
    store: Store,
    games: Collection[GameInfo],
    reader: Reader,
    lang: str,
    now: datetime,
    clocks: Mapping[str, GameClock] | None = None,
) -> list[GameCard]:
    """The cards of these games; their clocks are looked up unless the caller knows them."""
    progress = store.progress_of([info.id for info in games])
    clocks = _clocks(store, games, reader) if clocks is None else clocks
    cards = [_card(info, progress[info.id].entries if info.id in progress else 0, reader, lang, now) for info in games]
    return [replace(each, time_left=_time_left(clocks.get(each.info.id), now, lang)) for each in cards]


def _clocks(store: Store, games: Iterable[GameInfo], reader: Reader) -> dict[str, GameClock]:
    """The clocks of those of these games that wait for the reader."""
    return store.clocks.of_games([info.id for info in games if reader.is_awaited(info)])


def _time_left(clock: GameClock | None, now: datetime, lang: str) -> str:
    """How long whoever must decide still has; empty where no time runs."""
    if clock is None or clock.seat is None or not clock.runs:
        return ""
    time = say_time_left(clock.left(clock.seat, now), lang, live=clock.control.is_live)
    return say("web_card_time_left", lang, time=time)


def _card(info: GameInfo, entries: int, reader: Reader, lang: str, now: datetime) -> GameCard:
    seat, mark = reader.seat(info), ""
    if reader.is_awaited(info):
        mark = say("web_card_your_turn", lang) if info.actor == seat else _decides(info, lang)
    markers = company_markers(info.title, info.edition) if info.title in TITLES else {}
    return GameCard(
        info=info,
        title=title_label(info.title),
        entries=entries,
        own=reader.owns(info),
        mark=mark,
        status=_result(info, seat, lang) if info.finished else _present(info, lang, marked=bool(mark)),
        age=age_text(now - info.changed, info.changed, lang),
        link=_link(info, reader, awaited=bool(mark)),
        company=markers.get(info.company),
    )


def _link(info: GameInfo, reader: Reader, *, awaited: bool) -> str:
    if info.finished:
        return "web_card_review"
    if awaited:
        return "web_continue"
    return "web_card_open" if reader.owns(info) else "web_card_watch"


def _present(info: GameInfo, lang: str, *, marked: bool) -> str:
    """What goes on; whose turn it is only where no mark says it."""
    return _step(info, lang) if marked else " · ".join(filter(None, (_decides(info, lang), _round(info, lang))))


def _decides(info: GameInfo, lang: str) -> str:
    """Who decides, and for whom."""
    if info.actor is None:
        return ""
    if info.company:
        return say("web_card_decides_for", lang, player=info.players[info.actor], company=info.company)
    return say("web_card_decides", lang, player=info.players[info.actor])


def _step(info: GameInfo, lang: str) -> str:
    """What is decided: the round, with its number where rounds are counted, and the step of a company's turn."""
    if info.step not in _STEPS:
        return _round(info, lang)
    step = say_value("step", _STEPS[info.step], lang)
    return say("web_card_step", lang, round=_round(info, lang), step=step) if info.round_number else step


def _round(info: GameInfo, lang: str) -> str:
    if info.round in _COUNTED and info.round_number:
        return say(_COUNTED[info.round], lang, number=info.round_number)
    return say_value("round", info.round, lang) if info.round in _ROUNDS else ""


def _result(info: GameInfo, seat: int | None, lang: str) -> str:
    """The place of the reader; for others who has won."""
    if not info.places:
        return say("game_over", lang)
    if seat is None:
        winners = [name for name, place in zip(info.players, info.places, strict=True) if place == 1]
        return say("web_card_won", lang, players=say_value("players", winners, lang))
    if info.places[seat] == 1:
        return say("web_card_you_won", lang)
    place = say("web_card_places", lang).split()[info.places[seat] - 1]
    return say("web_card_place", lang, place=place, count=len(info.players))


def age_text(age: timedelta, changed: datetime, lang: str) -> str:
    """How long ago something was, which is the same in every time zone; the date if it was long ago."""
    if age >= _LONG_AGO:
        return changed.date().isoformat()
    if age >= _DAY:
        return say("web_days_ago", lang, count=age.days)
    for words, unit in reversed(_AGES):
        if age >= unit:
            return say(words, lang, count=age // unit)
    return say("web_just_now", lang)


def waiting(cards: Iterable[GameCard]) -> int:
    """How many of these games wait for the reader."""
    return sum(card.waits for card in cards)
