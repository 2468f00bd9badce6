"""What is not possible now, and the rule that forbids it, as the engine says; alike refusals stand together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tielu import Action, Game, IllegalAction
from tielu.core.actions import BuyShare, FoundCompany, SellShares
from tielu.core.position import PositionView
from tielu.core.shares import SHARE
from tielu.i18n import rule_text, say, say_error, say_kind
from tielu.i18n.values import say_value
from tielu.views.actions.candidates import ActionKind, identity, kinds_of, looked_for
from tielu.views.title import view_of

# This many of one sort are named; of the others only the number is told.
MOST_NAMED = 8
_OTHER_STEP = "other_step"


@dataclass(frozen=True)
class RefusedCandidate:
    """An action that is not legal, and why."""

    action: Action
    refusal: IllegalAction


@dataclass(frozen=True)
class Forbidden:
    """Actions that one rule forbids: their words, the reason, those that it holds for likewise, and the rule."""

    actions: tuple[str, ...]
    reason: str
    likewise: tuple[str, ...]
    rule: str
    rule_text: str


def refused_actions(game: Game, position: PositionView, legal: Iterable[Action]) -> tuple[RefusedCandidate, ...]:
    """Of what a player would look for, all that the engine refuses; nothing that is legal in any form."""
    if game.finished:
        return ()
    kinds = kinds_of(game.title)
    offered = {identity(action, kinds) for action in legal if action.type in kinds}
    found = []
    for action in looked_for(game, position):
        refusal = game.why_not(action) if identity(action, kinds) not in offered else None
        if refusal is not None:
            found.append(RefusedCandidate(action, refusal))
    return tuple(found)


def refused_trades(game: Game, position: PositionView, legal: Sequence[Action]) -> tuple[RefusedCandidate, ...]:
    """In a turn of a share round: of each company the purchases that are refused, and its sale if none is legal."""
    if position.round != "share" or not any(isinstance(each, BuyShare | SellShares | FoundCompany) for each in legal):
        return ()
    offered = {(each.company, each.source) for each in legal if isinstance(each, BuyShare)}
    sold = {each.company for each in legal if isinstance(each, SellShares)}
    asked: list[Action] = [
        each
        for each in looked_for(game, position)
        if isinstance(each, BuyShare) and (each.company, each.source) not in offered
    ]
    asked += [SellShares(each.id, SHARE) for each in position.companies if each.id not in sold]
    return tuple(RefusedCandidate(each, refusal) for each in asked if (refusal := game.why_not(each)) is not None)


def forbidden(game: Game, position: PositionView, legal: Iterable[Action], lang: str) -> tuple[Forbidden, ...]:
    """The lines of the panel: what is not possible, and why."""
    legal = list(legal)
    refused = refused_actions(game, position, legal)
    grouped = _grouped(refused, kinds_of(game.title), {action.type for action in legal}, lang)
    return (*grouped, *_absent_steps(game, refused, lang))


def _grouped(
    refused: tuple[RefusedCandidate, ...], kinds: Mapping[str, ActionKind], offered: set[str], lang: str
) -> Iterator[Forbidden]:
    """One line for each reason, whatever it forbids."""
    reasons: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for words, refusal, reason in _worded(refused, kinds, offered, lang):
        reasons.setdefault((refusal.code, refusal.rule), []).append((words, reason))
    for (_, rule), entries in reasons.items():
        reason = entries[0][1]
        same = [words for words, text in entries if text == reason]
        others = [words for words, text in entries if text != reason]
        yield Forbidden(_shortened(same, lang), reason, _shortened(others, lang), rule, rule_text(rule, lang))


def _worded(
    refused: tuple[RefusedCandidate, ...], kinds: Mapping[str, ActionKind], offered: set[str], lang: str
) -> Iterator[tuple[str, IllegalAction, str]]:
    """Each refusal with the words for its action and its own; a kind that is refused as a whole is named once."""
    by_kind: dict[str, list[tuple[RefusedCandidate, str]]] = {}
    for each in refused:
        by_kind.setdefault(each.action.type, []).append((each, say_error(each.refusal, lang)))
    for kind, found in by_kind.items():
        if kind not in offered and len({reason for _, reason in found}) == 1:
            yield say_kind(kind, lang), found[0][0].refusal, found[0][1]
        else:
            yield from ((_words(each.action, kinds[kind], lang), each.refusal, reason) for each, reason in found)


def _words(action: Action, kind: ActionKind, lang: str) -> str:
    """The kind of an action and what it is about: `Sell shares: CKR 30%`."""
    parts = [_field(name, getattr(action, name), lang) for name in kind.fields]
    about = " ".join(part for part in parts if part)
    return f"{say_kind(action.type, lang)}: {about}" if about else say_kind(action.type, lang)


def _field(name: str, value: object, lang: str) -> str:
    """A field in words; the first city of a hex goes without saying."""
    if name == "city":
        return "" if value == 0 else f"({say_value(name, value, lang)})"
    if name == "percent":
        return f"{value}%"
    text = say_value(name, value, lang)
    return say("asked_from", lang, source=text) if name in {"source", "seller"} else text


def _shortened(words: list[str], lang: str) -> tuple[str, ...]:
    """What several of a kind have in common is said once, and not all of many are named."""
    kinds: dict[str, list[str]] = {}
    for each in words:
        kind, _, about = each.partition(": ")
        kinds.setdefault(kind, []).extend([about] if about else [])
    found = []
    for kind, every in kinds.items():
        named = every[:MOST_NAMED]
        if len(every) > MOST_NAMED:
            named.append(say("and_more", lang, count=len(every) - MOST_NAMED))
        listed = say_value("", tuple(named), lang)
        found.append(f"{kind}: {listed}" if named else kind)
    return tuple(found)


# ---- steps that are over ----


def _absent_steps(game: Game, refused: tuple[RefusedCandidate, ...], lang: str) -> Iterator[Forbidden]:
    """Steps that were passed over because they left no choice: asked by themselves they say what stands against it."""
    view = view_of(game.title)
    by_kind: dict[str, list[Action]] = {}
    for each in refused:
        if each.refusal.code == _OTHER_STEP and each.action.type in view.passed_steps:
            by_kind.setdefault(each.action.type, []).append(each.action)
    for kind, actions in by_kind.items():
        again = game.clone()
        step = view.passed_steps[kind](again)
        if step is None:
            continue
        again.state.push(step)
        if any(action.type == kind for action in again.legal_actions()):
            continue
        asked = tuple(
            RefusedCandidate(each, refusal) for each in actions if (refusal := again.why_not(each)) is not None
        )
        for line in _grouped(asked, kinds_of(game.title), set(), lang):
            reason = say("step_was_empty", lang, reason=line.reason)
            yield Forbidden(line.actions, reason, line.likewise, line.rule, line.rule_text)
