"""What the page of a review shows: how far it is, sums, the graph, turning points as cards, chances and swings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tielu.core.actions import BuyTrain, LayTile, PlaceStation, RunTrains
from tielu.i18n import say, say_action_briefly
from tielu.i18n.values import say_money
from tielu.review import Chance, JudgedDecision, PlayerTotal, Review, unjudged
from tielu.review.words import say_amount, say_chance, say_judge, say_played, say_why, say_worths, trust_key
from tielu.store import GameInfo, Store
from tielu.store.reviews import FAILED, STOPPED, WANTED
from tielu.views.history.graphs import Graph
from tielu.views.svg import Picture
from tielu.views.svg.charts import chart_picture
from tielu.web.review.decisions import GameDecisions, decisions_of
from tielu.web.table.sidebar import chronicle_of

_DESK, _PHONE = (620.0, 400.0), (360.0, 300.0)
# How many chances are listed: the largest ones.
_MOST_CHANCES = 12
# Decisions for which a look at the map helps.
_ON_THE_MAP = (LayTile, PlaceStation, RunTrains, BuyTrain)


@dataclass(frozen=True)
class DecisionCard:
    """A decision as a card; `before` is the entry before it, on which a what-if board is opened.

    `trust` is how much the bot sees there (`low`, `part`, `good`), `company` who it was made for, if not the player.
    """

    number: int
    before: int
    seat: int
    player: str
    company: str
    loss: str
    gained: bool
    played: str
    best: str
    why: str
    worths: str
    chances: tuple[str, ...]
    trust: str
    trust_text: str
    map: bool


@dataclass(frozen=True)
class PlayerRow:
    """The sums of a player: what decisions have cost or `gained`, and how often the bot would have done the same."""

    total: PlayerTotal
    name: str
    loss: str
    gained: bool
    percent: int


@dataclass(frozen=True)
class SwingLine:
    """An action that has changed what players can expect; `at` is the entry that it is."""

    at: int
    seat: int
    text: str
    gain: int


@dataclass(frozen=True)
class ChanceLine:
    """A chance that was missed, and the entry before."""

    number: int
    before: int
    seat: int
    text: str


@dataclass(frozen=True)
class ReviewPage:
    """The page of a review; `seat` is the player that it is about, None for all.

    `state` is `new`, `running`, `stopped`, `failed` or `done`; of a new one nothing is judged yet.
    """

    state: str
    done: int
    count: int
    judge: str
    seat: int | None
    rows: tuple[PlayerRow, ...]
    graph: Graph | None
    picture: Picture | None
    narrow: Picture | None
    worst: tuple[DecisionCard, ...]
    finds: tuple[DecisionCard, ...]
    swings: tuple[SwingLine, ...]
    chances: tuple[ChanceLine, ...]

    @property
    def percent(self) -> int:
        return 100 * self.done // max(1, self.count)


def review_page(store: Store, info: GameInfo, seat: int | None, lang: str) -> ReviewPage:
    """The review as far as it is; raises InvalidInput if no bot can judge the title."""
    found = decisions_of(store, info.id)
    review = Review(found.game, found.settings, found.judged, chronicle_of(info.id, found.game))
    graph = review.graph(lang) if found.judged else None
    drawn = graph if graph is not None and graph.lines else None
    done = len(found.tasks) - len(unjudged(found.tasks, found.judged))
    shown = _Shown(review, found.entries, lang)
    return ReviewPage(
        state=_state(store.reviews.state(info.id), done, len(found.tasks)),
        done=done,
        count=len(found.tasks),
        judge=say_judge(review, lang),
        seat=seat,
        rows=_rows(review, found, lang),
        graph=drawn,
        picture=None if drawn is None else chart_picture(drawn, width=_DESK[0], height=_DESK[1], style=False),
        narrow=None if drawn is None else chart_picture(drawn, width=_PHONE[0], height=_PHONE[1], style=False),
        worst=tuple(shown.card(each) for each in review.worst(seat) if each.believed > 0),
        finds=tuple(shown.card(each) for each in review.finds(seat)),
        swings=shown.swings(seat),
        chances=shown.chances(seat),
    )


def _state(stored: str, done: int, count: int) -> str:
    if done == count:
        return "done"
    if stored == WANTED:
        return "running"
    return stored if stored in (STOPPED, FAILED) else "stopped" if done else "new"


def _rows(review: Review, found: GameDecisions, lang: str) -> tuple[PlayerRow, ...]:
    """The players who are reviewed, whoever has lost least first."""
    totals = [review.total(seat) for seat in sorted({task.seat for task in found.tasks})]
    return tuple(
        PlayerRow(
            each,
            review.game.players[each.seat],
            say_amount(abs(each.loss), each.error, lang),
            each.loss < 0,
            round(100 * each.agreed / max(1, each.decisions)),
        )
        for each in sorted(totals, key=lambda one: one.loss)
    )


class _Shown:
    """Decisions of a review in the words of a language, with the entries that they are."""

    def __init__(self, review: Review, entries: Sequence[int], lang: str) -> None:
        self._review = review
        self._entries = entries
        self._lang = lang

    def card(self, decision: JudgedDecision) -> DecisionCard:
        foreseen = self._review.foreseen_part(decision.index)
        player = self._review.game.players[decision.seat]
        return DecisionCard(
            number=self._entries[decision.index],
            before=self._before(decision.index),
            seat=decision.seat,
            player=player,
            company=decision.railway,
            loss=say_amount(abs(decision.loss), decision.uncertainty, self._lang),
            gained=decision.loss < 0,
            played=say_played(self._review, decision, self._lang),
            best=say_action_briefly(decision.best, self._lang),
            why=say_why(decision, self._lang),
            worths=say_worths(decision, self._lang),
            chances=tuple(say_chance(self._review, decision, each, self._lang) for each in decision.chances),
            trust=trust_key(foreseen),
            trust_text=say(f"review_seen_{trust_key(foreseen)}", self._lang, percent=round(100 * foreseen)),
            map=isinstance(decision.played, _ON_THE_MAP) or isinstance(decision.best, _ON_THE_MAP),
        )

    def swings(self, seat: int | None) -> tuple[SwingLine, ...]:
        found = []
        for each in self._review.swings(seat):
            entry = self._review.told.entries[each.index]
            told = say_played(self._review, self._decision(each.index), self._lang)
            amount = say_money(abs(round(each.gain)), self._lang)
            key = "review_swing_up" if each.gain > 0 else "review_swing_down"
            text = say(key, self._lang, player=self._review.game.players[each.seat], amount=amount, actor=entry.actor)
            text = told + say("space", self._lang) + text
            found.append(SwingLine(self._entries[each.index], each.seat, text, round(each.gain)))
        return tuple(found)

    def chances(self, seat: int | None) -> tuple[ChanceLine, ...]:
        return tuple(
            ChanceLine(
                self._entries[decision.index],
                self._before(decision.index),
                decision.seat,
                say_chance(self._review, decision, chance, self._lang),
            )
            for decision, chance in self._largest(self._review.missed(seat))
        )

    def _largest(self, missed: Sequence[tuple[JudgedDecision, Chance]]) -> list[tuple[JudgedDecision, Chance]]:
        """The largest chances in the order of the game."""
        largest = sorted(missed, key=lambda each: -each[1].amount)[:_MOST_CHANCES]
        return sorted(largest, key=lambda each: each[0].index)

    def _decision(self, index: int) -> JudgedDecision:
        return next(each for each in self._review.judged if each.index == index)

    def _before(self, index: int) -> int:
        return self._entries[index - 1] if index else 0
