"""The strip of a guided game: what is decided now, what can be done, and why bots have moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.position import PositionView
from tielu.i18n import rule_text
from tielu.store import GameInfo
from tielu.views.actions.guide import GuideContext, say_topic, topics_now
from tielu.views.actions.overview import OfferedKind, offered_kinds
from tielu.views.history.event_rules import CitedRule
from tielu.views.topics import Topic
from tielu.web.guide.explained import FADED, IN_FULL, Explained
from tielu.web.table.log import LogRound, LogTurn

# This many turns of bots are told at most; the log has the others.
_MOST_TURNS = 5


@dataclass(frozen=True)
class Explanation:
    """A topic in words: `text` stands on the strip and is empty once it has faded, `full` is told to whoever asks."""

    topic: str
    text: str
    full: str
    rule: CitedRule | None

    @property
    def is_full(self) -> bool:
        return self.text == self.full


@dataclass(frozen=True)
class Guide:
    """What the strip shows: the reader's own decision explained, all that may be done, and the last turns of bots.

    `explained` is what the reader has been told with it.
    """

    explanation: Explanation | None
    kinds: tuple[OfferedKind, ...]
    turns: tuple[LogTurn, ...]
    explained: Explained


def guide_of(
    info: GameInfo,
    game: Game,
    position: PositionView,
    actions: Sequence[Action],
    rounds: Sequence[LogRound],
    seq: int,
    explained: Explained,
    lang: str,
) -> Guide:
    """The strip in a position; without legal actions it is somebody else's turn."""
    turns = bot_turns(info, rounds)
    context = GuideContext(game, position, actions)
    topics = {each.key: each for each in topics_now(context)} if actions else {}
    if not topics:
        return Guide(None, offered_kinds(game, actions, lang), turns, explained)
    explained = explained.tell(info.id, context.auctioned or str(seq), tuple(topics))
    assert explained.last is not None
    explanation = _explanation(context, topics[explained.last.topic], explained.last.level, lang)
    return Guide(explanation, offered_kinds(game, actions, lang), turns, explained)


def _explanation(context: GuideContext, topic: Topic, level: int, lang: str) -> Explanation:
    full = say_topic(context, topic.key, lang)
    if level == IN_FULL:
        text = full
    else:
        text = "" if level >= FADED else say_topic(context, f"{topic.key}.short", lang)
    return Explanation(
        topic.key, text, full, CitedRule(topic.rule, rule_text(topic.rule, lang)) if topic.rule else None
    )


def bot_turns(info: GameInfo, rounds: Sequence[LogRound]) -> tuple[LogTurn, ...]:
    """The turns of bots since a person acted, the last one first."""
    people = {info.players[seat] for seat in info.humans}
    found: list[LogTurn] = []
    for block in (block for each in rounds for block in each.blocks):
        if not isinstance(block, LogTurn) or block.actor in people or len(found) == _MOST_TURNS:
            break
        found.append(block)
    return tuple(found)
