"""The kinds of puzzles: what is asked, what counts as an answer, what an answer brings, and the proof over all of them.

| kind | the question | what an answer brings |
| --- | --- | --- |
| run | the run that earns most | its income, against the best run of the solver with its proof |
| lay | the tile that helps the railway most | its best run afterwards, for every legal lay |
| station | the marker that helps the railway most | its best run afterwards, for every place |
| block | the marker that hurts a rival most | what the rival's best run loses, for every place |
| train | the train that helps the railway most | its best run with it, for every train that may be bought |
| takeover | a directorship to be had with one action | whether the player directs one more company, for every action |
| keep | the most money without losing the directorship | the proceeds, for every sale of the company |
| hand_over | another player as director, at the least loss of shares | the shares kept, for every sale of the company |
| rescue | the train that must be bought, at the least cost | the player's worth once it is bought, over all sales |
| timing | which train to buy from the bank now, or none | the margin at the end, for every answer played on |
| endgame | what to do in the last share round | the margin at the end, for every action played on |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Final

from tielu import Action, Game
from tielu.core.actions import BuyShare, BuyTrain, GoBankrupt, LayTile, Pass, PlaceStation, RunTrains, SellShares
from tielu.core.events import DirectorChanged, SharesSold, TrainsRun
from tielu.puzzles.naive import stop_by_stop
from tielu.puzzles.playing_on import ROLLOUTS, answer_of, fresh_dice, margin, margin_after, played_answers
from tielu.puzzles.proof import Proof, Verdict, after, is_legal, proof_of
from tielu.routing import best_run
from tielu.routing.best import asked_trains

# A railway that never runs out of choices is not searched to the end: this many positions of a forced purchase at most.
_MOST_POSITIONS = 4000


@dataclass(frozen=True)
class Kind:
    """A kind of puzzles.

    `subjects` are the companies that a question in this position can be about, `is_answer` tells which actions answer
    it, `value` what a legal one brings (None if it misses the point), and `proof` finds the best of all.
    """

    name: str
    subjects: Callable[[Game], tuple[str, ...]]
    is_answer: Callable[[Action, str], bool]
    value: Callable[[Game, Action, str], int | None]
    proof: Callable[[Game, str], Proof | None]

    def verdict(self, game: Game, subject: str, best: int, action: Action) -> Verdict:
        """Whether an action answers the question in this position, and as well as can be."""
        if not self.is_answer(action, subject) or not is_legal(game, action):
            return Verdict.NO_ANSWER
        value = self.value(game, action, subject)
        return Verdict.SOLVED if value is not None and value >= best else Verdict.MISSED


def _proof_by(
    is_answer: Callable[[Action, str], bool],
    value: Callable[[Game, Action, str], int | None],
    before: Callable[[Game, str], int],
) -> Callable[[Game, str], Proof | None]:
    """The proof that asks for the value of every legal action that is an answer."""

    def prove(game: Game, subject: str) -> Proof | None:
        answers = [action for action in game.legal_actions() if is_answer(action, subject)]
        valued = [(action, value(game, action, subject)) for action in answers]
        least = min((each for _, each in valued if each is not None), default=0) - 1
        return proof_of([(action, least if each is None else each) for action, each in valued], before(game, subject))

    return prove


def income_of(game: Game, railway: str) -> int:
    """What the best run of a railway earns, proven."""
    return best_run(game, railway).revenue


def _in_turn(game: Game) -> tuple[str, ...]:
    """The railway whose turn it is, if it has trains to run."""
    railway = game.deciding
    if railway is None or railway == game.actor or not asked_trains(game, railway).trains:
        return ()
    return (railway,)


# ---- run ----


def _run_subjects(game: Game) -> tuple[str, ...]:
    return _in_turn(game) if any(isinstance(each, RunTrains) for each in game.legal_actions()) else ()


def _is_run(action: Action, _railway: str) -> bool:
    return isinstance(action, RunTrains)


def _run_value(game: Game, action: Action, _railway: str) -> int:
    """What a run earns by the rules of the title."""
    events = game.clone().apply_trusted(action)
    return sum(event.income for event in events if isinstance(event, TrainsRun))


def _run_proof(game: Game, railway: str) -> Proof | None:
    """The best run of all, against the one that a hurried reader finds."""
    run = best_run(game, railway)
    best = [RunTrains(each.routes) for each in run.alternatives.values() if each.revenue == run.revenue]
    best = [each for each in best if game.why_not(each) is None]
    if not run.proven or not best:
        return None
    value = _run_value(game, best[0], railway)
    lesser = value - (run.revenue - stop_by_stop(game, railway))
    return Proof(value, lesser, 0, len(asked_trains(game, railway).trains), tuple(best))


# ---- track, markers and trains ----


def _helps(game: Game, action: Action, railway: str) -> int:
    return income_of(after(game, action), railway)


def _has_choice(game: Game, kind: type[Action]) -> bool:
    return sum(isinstance(each, kind) for each in game.legal_actions()) > 1


def _lay_subjects(game: Game) -> tuple[str, ...]:
    return _in_turn(game) if _has_choice(game, LayTile) else ()


def _is_lay(action: Action, _railway: str) -> bool:
    return isinstance(action, LayTile)


def _station_subjects(game: Game) -> tuple[str, ...]:
    return _in_turn(game) if _has_choice(game, PlaceStation) else ()


def _is_station(action: Action, _railway: str) -> bool:
    return isinstance(action, PlaceStation)


def _rivals(game: Game) -> tuple[str, ...]:
    """Companies of other directors that have trains, while a marker can be placed."""
    if not _has_choice(game, PlaceStation) or game.deciding == game.actor:
        return ()
    companies = game.position.companies
    return tuple(each.id for each in companies if each.director != game.actor and each.trains and each.floated)


def _hurts(game: Game, action: Action, rival: str) -> int:
    return income_of(game, rival) - income_of(after(game, action), rival)


def _no_loss(_game: Game, _rival: str) -> int:
    return 0


def _train_subjects(game: Game) -> tuple[str, ...]:
    railway = game.deciding
    return (railway,) if railway and railway != game.actor and _has_choice(game, BuyTrain) else ()


def _is_purchase(action: Action, _railway: str) -> bool:
    return isinstance(action, BuyTrain)


# ---- shares ----


def _changes_of_director(game: Game, action: Action) -> dict[str, str]:
    """Who directs which company after an action, of those whose director changes by it."""
    events = game.clone().apply_trusted(action)
    return {event.company: event.player for event in events if isinstance(event, DirectorChanged)}


def _directed(game: Game) -> set[str]:
    """The companies that the player who decides directs."""
    return {company.id for company in game.position.companies if company.director == game.actor}


def _takeover_subjects(game: Game) -> tuple[str, ...]:
    """The companies that the player who trades can take over with one action; only one makes a puzzle."""
    if game.actor != game.deciding:
        return ()
    taken = {
        company
        for action in game.legal_actions()
        for company, player in _changes_of_director(game, action).items()
        if player == game.actor
    }
    return tuple(taken) if len(taken) == 1 else ()


def _is_any(_action: Action, _company: str) -> bool:
    return True


def _takes_over(game: Game, action: Action, company: str) -> int:
    return int(_changes_of_director(game, action).get(company) == game.actor)


def _own_companies(game: Game) -> tuple[str, ...]:
    """The companies of a player who acts for themselves and may sell shares."""
    sold = {each.company for each in game.legal_actions() if isinstance(each, SellShares)}
    return tuple(sorted(sold & _directed(game))) if sold and game.actor == game.deciding else ()


def _is_sale(action: Action, company: str) -> bool:
    return isinstance(action, SellShares) and action.company == company


def _proceeds_of_keeper(game: Game, action: Action, company: str) -> int | None:
    """What a sale brings that leaves the directorship where it is."""
    events = game.clone().apply_trusted(action)
    if any(isinstance(event, DirectorChanged) and event.company == company for event in events):
        return None
    return sum(event.proceeds for event in events if isinstance(event, SharesSold))


def _kept_by_giver(game: Game, action: Action, company: str) -> int | None:
    """The percentage that is kept by a sale after which somebody else directs the company."""
    assert isinstance(action, SellShares)
    if company not in _changes_of_director(game, action):
        return None
    return _percent_before(game, company) - action.percent


def _percent_before(game: Game, company: str) -> int:
    """What the player who decides holds of a company, in percent."""
    player = next(each for each in game.position.players if each.name == game.actor)
    return next((each.percent for each in player.holdings if each.company == company), 0)


# ---- a train that must be bought ----


def _rescue_subjects(game: Game) -> tuple[str, ...]:
    """A company that must have a train for which its director has to sell shares."""
    railway = game.deciding
    if railway is None or railway == game.actor:
        return ()
    return (railway,) if any(isinstance(each, SellShares) for each in game.legal_actions()) else ()


def _is_way_out(action: Action, _railway: str) -> bool:
    return isinstance(action, (SellShares, BuyTrain, GoBankrupt))


def _worth_rescued(game: Game, action: Action, railway: str) -> int | None:
    """The most that the director can be worth once the company has the train it needs, if this is done first."""
    return _most_after(game, action, railway, _player(game), [_MOST_POSITIONS])


def _most_after(game: Game, action: Action, railway: str, player: int, budget: list[int]) -> int | None:
    budget[0] -= 1
    then = after(game, action)
    if then.finished or budget[0] < 0:
        return None
    if isinstance(action, BuyTrain) and _is_served(then, railway):
        return then.worths()[player]
    found = [_most_after(then, each, railway, player, budget) for each in _ways_on(then, railway)]
    return max((each for each in found if each is not None), default=None)


def _is_served(game: Game, railway: str) -> bool:
    """Whether it has a train and need not buy another; one that does not count does not end its step either."""
    has_train = any(company.trains for company in game.position.companies if company.id == railway)
    return has_train and (game.deciding != railway or game.why_not(Pass()) is None)


def _ways_on(game: Game, railway: str) -> Iterator[Action]:
    """What may follow until the train is bought; a train of another company has to be agreed on, and is none."""
    if game.deciding != railway:
        return
    for action in game.legal_actions():
        if isinstance(action, SellShares) or (isinstance(action, BuyTrain) and action.amounts is None):
            yield action


def _player(game: Game) -> int:
    return game.players.index(game.actor or "")


def _worth_now(game: Game, _railway: str) -> int:
    return game.worths()[_player(game)]


# ---- what only playing on can tell ----


def _timing_subjects(game: Game) -> tuple[str, ...]:
    """The railway in turn, if it may buy from the bank and may as well leave it."""
    railway = game.deciding
    if railway is None or railway == game.actor:
        return ()
    answers = _timing_answers(game, railway)
    return (railway,) if Pass() in answers and any(isinstance(each, BuyTrain) for each in answers) else ()


def _timing_answers(game: Game, _railway: str) -> list[Action]:
    """Every train at a fixed price, and none; what another company asks for its trains has to be agreed on."""
    return [each for each in game.legal_actions() if each == Pass() or _has_fixed_price(each)]


def _has_fixed_price(action: Action) -> bool:
    return isinstance(action, BuyTrain) and action.amounts is None


def _is_purchase_or_none(action: Action, _railway: str) -> bool:
    return isinstance(action, (BuyTrain, Pass))


def _endgame_subjects(game: Game) -> tuple[str, ...]:
    """A player who may sell shares of a company, or buy one; whom that is about, the answer tells."""
    trades = any(isinstance(each, (SellShares, BuyShare)) for each in game.legal_actions())
    return ("",) if trades and game.actor == game.deciding else ()


def _endgame_answers(game: Game, _player: str) -> list[Action]:
    return list(game.legal_actions())


def _margin_now(game: Game, _subject: str) -> int:
    return margin(game.worths(), _player(game))


def _mean_margin(game: Game, action: Action, _subject: str) -> int:
    return round(fmean(margin_after(game, action, sample) for sample in fresh_dice(ROLLOUTS)))


def _played_on(
    name: str,
    subjects: Callable[[Game], tuple[str, ...]],
    is_answer: Callable[[Action, str], bool],
    answers: Callable[[Game, str], list[Action]],
    least: float,
) -> Kind:
    """A kind whose answers are played on; the best must be ahead of each other one by `least` yuan for certain."""

    def prove(game: Game, subject: str) -> Proof | None:
        played = played_answers(game, answers(game, subject), least)
        if played is None:
            return None
        best, second = played[0], played[1]
        before = _margin_now(game, subject)
        choices = len({answer_of(each.action) for each in played})
        return Proof(best.margin, second.margin, before, choices, (best.action,), played)

    return Kind(name, subjects, is_answer, _mean_margin, prove)


def _kind(
    name: str,
    subjects: Callable[[Game], tuple[str, ...]],
    is_answer: Callable[[Action, str], bool],
    value: Callable[[Game, Action, str], int | None],
    before: Callable[[Game, str], int],
) -> Kind:
    return Kind(name, subjects, is_answer, value, _proof_by(is_answer, value, before))


_ALL: Final = (
    Kind("run", _run_subjects, _is_run, _run_value, _run_proof),
    _kind("lay", _lay_subjects, _is_lay, _helps, income_of),
    _kind("station", _station_subjects, _is_station, _helps, income_of),
    _kind("block", _rivals, _is_station, _hurts, _no_loss),
    _kind("train", _train_subjects, _is_purchase, _helps, income_of),
    _kind("takeover", _takeover_subjects, _is_any, _takes_over, _percent_before),
    _kind("keep", _own_companies, _is_sale, _proceeds_of_keeper, _percent_before),
    _kind("hand_over", _own_companies, _is_sale, _kept_by_giver, _percent_before),
    _kind("rescue", _rescue_subjects, _is_way_out, _worth_rescued, _worth_now),
    _played_on("timing", _timing_subjects, _is_purchase_or_none, _timing_answers, 100.0),
    _played_on("endgame", _endgame_subjects, _is_any, _endgame_answers, 20.0),
)
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in _ALL})
