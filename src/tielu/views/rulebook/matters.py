"""Where rules matter in a game: what they forbid now, what they are behind, and where they have been at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from tielu import Action, Game
from tielu.i18n import say_action_briefly
from tielu.views.actions.forbidden import Forbidden, forbidden
from tielu.views.actions.outcome import Trials
from tielu.views.history.chronicle import Chronicle
from tielu.views.history.event_rules import cited_ids
from tielu.views.history.sentences import sentences
from tielu.views.position.position import position_view

# This many legal actions of a kind are tried out, and this many actions of the log are told.
_TRIED = 3
_TOLD = 8


@dataclass(frozen=True)
class Possible:
    """Something that can be done now, in words, and the rules behind it."""

    action: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Happened:
    """An action that has been taken: how many came before it, who took it, and what it brought about."""

    index: int
    actor: str
    sentences: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Matters:
    """What rules have to do with a position; each part may be empty."""

    forbids: tuple[Forbidden, ...]
    possible: tuple[Possible, ...]
    happened: tuple[Happened, ...]

    @property
    def any(self) -> bool:
        return bool(self.forbids or self.possible or self.happened)


def what_matters(chronicle: Chronicle, lang: str, rules: Collection[str] = ()) -> Matters:
    """What these rules, or all, have to do with the present position and with what came last."""
    game, wanted = chronicle.game, frozenset(rules)
    legal = [] if game.finished else game.legal_actions()
    forbids = forbidden(game, position_view(game), legal, lang) if legal else ()
    return Matters(
        tuple(each for each in forbids if not wanted or each.rule in wanted),
        tuple(_possible(game, legal, wanted, lang)),
        tuple(islice(_happened(chronicle, wanted, lang), _TOLD)),
    )


def _possible(game: Game, legal: Iterable[Action], wanted: frozenset[str], lang: str) -> Iterator[Possible]:
    """Of each kind of legal action a few, with the rules behind what they bring about; the same rules once."""
    trials, kinds, seen = Trials(game), Counter[str](), set[tuple[str, ...]]()
    for action in legal:
        kinds[action.type] += 1
        rules = cited_ids(game.title, trials.of(action).events) if kinds[action.type] <= _TRIED else ()
        if rules and rules not in seen and (not wanted or wanted & set(rules)):
            seen.add(rules)
            yield Possible(say_action_briefly(action, lang), rules)


def _happened(chronicle: Chronicle, wanted: frozenset[str], lang: str) -> Iterator[Happened]:
    """The actions that these rules explain, the last one first."""
    for index, entry in reversed(list(enumerate(chronicle.entries))):
        rules = cited_ids(chronicle.game.title, entry.events)
        if rules and (not wanted or wanted & set(rules)):
            yield Happened(index, entry.actor, sentences(entry, lang), rules)
