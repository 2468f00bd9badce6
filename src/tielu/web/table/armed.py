"""The armed move: what the reader has chosen, in one sentence with its consequences; the main button makes it.

What has been chosen stands in the address, so it works without a script and survives a reload.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tielu import Action, Game
from tielu.core.actions import Amounts, Bid, FoundCompany, Pass, PayDividend, RunTrains
from tielu.errors import TieluError
from tielu.i18n import rule_text, say, say_action_briefly, say_error
from tielu.views.actions.amounts import amounts_of, quick_amounts, usual_amount
from tielu.views.actions.details import details, value_details
from tielu.views.actions.drawn_runs import RunDrawing
from tielu.views.actions.founding import answers_of, founded_by
from tielu.views.actions.main_button import say_main_button
from tielu.views.actions.outcome import Trials, run_income, told_outcome
from tielu.views.actions.purchases import is_offer, say_move_briefly
from tielu.views.actions.remains import kept_beside_amount, remains
from tielu.views.history.event_rules import CitedRule, cited_rules

# Longer addresses than this are not of our making.
_LONGEST = 4000
_AMOUNT_FIELDS = ("amount", "price")
# Stands for an amount until it is named; no sentence has this number for another reason.
_ANY = 987_654_321


@dataclass(frozen=True)
class Chosen:
    """What the address says: the JSON of an action, the three answers of a founding, or a run as far as it is drawn.

    It was chosen after entry `seq`. `asked` is the JSON of an action that is not possible, to be told why, and
    `solution` tells that the answer of a puzzle is wanted, `nothing` that the reader has put back what was suggested.
    """

    seq: int | None = None
    action: str = ""
    company: str = ""
    price: str = ""
    certificate: str = ""
    run: str = ""
    asked: str = ""
    solution: bool = False
    nothing: bool = False


@dataclass(frozen=True)
class ArmedMove:
    """A legal move that one press will make; what it costs or brings, and what nobody should bring about unawares.

    `rule` is the one behind what it brings about, None if the title names none. With an amount to name, `words` and
    `button` have "{amount}" in its place, and `kept` says what is left of the `purse` with "{rest}" in its place.
    """

    action: Action
    button: str
    sentence: str
    details: str
    warnings: tuple[str, ...]
    rule: CitedRule | None
    amounts: Amounts | None = None
    usual: int = 0
    quick: tuple[int, ...] = ()
    words: str = ""
    kept: str = ""
    purse: int = 0


@dataclass(frozen=True)
class RefusedMove:
    """A move that the reader has asked about though it is not possible: its words, why not, and the rule."""

    action: Action
    sentence: str
    reason: str
    rule: str
    rule_text: str


def armed_move(
    game: Game, actions: Sequence[Action], chosen: Chosen, seq: int, suggested: Action | None, lang: str
) -> ArmedMove | None:
    """The move that is armed: the chosen one if it is legal, else a suggested one, or what is usually meant.

    Whoever has begun to answer the questions of a founding no longer follows a suggestion.
    """
    trials, fits = Trials(game), chosen.seq in (None, seq)
    action = _chosen_action(game, actions, chosen) if fits else None
    if not (fits and chosen.company):
        action = action or suggested
    action = action or usual_action(trials, actions)
    return None if action is None else _armed(trials, action, lang)


def armed_drawing(game: Game, drawing: RunDrawing, lang: str) -> ArmedMove | None:
    """The run that is being drawn, as soon as it is legal."""
    return _armed(Trials(game), drawing.action, lang) if drawing.refusal is None else None


def refused_move(game: Game, chosen: Chosen, seq: int, lang: str) -> RefusedMove | None:
    """What the reader has asked about, and why it is not possible; None if it is, or nothing was asked about."""
    wanted = _read(chosen.asked) if chosen.seq in (None, seq) else None
    refusal = None if wanted is None else game.why_not(wanted)
    if wanted is None or refusal is None:
        return None
    told = rule_text(refusal.rule, lang) if refusal.rule else ""
    return RefusedMove(wanted, say_action_briefly(wanted, lang), say_error(refusal, lang), refusal.rule, told)


def _chosen_action(game: Game, actions: Sequence[Action], chosen: Chosen) -> Action | None:
    """The legal action that the address names; None if it names none."""
    if not chosen.company:
        wanted = _read(chosen.action)
        return None if wanted is None else next((each for each in actions if _is_same(each, wanted)), None)
    try:
        certificate = chosen.certificate or _only_certificate(actions, chosen)
        founding = founded_by(chosen.company, chosen.price, certificate)
        return founding if game.why_not(founding) is None else None
    except (TieluError, ValueError):
        return None


def _only_certificate(actions: Sequence[Action], chosen: Chosen) -> str:
    """The certificate with which the chosen company is founded at the chosen price, if there is no other."""
    ways = [answers_of(each) for each in actions if isinstance(each, FoundCompany)]
    found = {certificate for company, price, certificate in ways if (company, price) == (chosen.company, chosen.price)}
    return found.pop() if len(found) == 1 else ""


def _read(text: str) -> Action | None:
    """The action of an address, legal or not; None if it names none."""
    try:
        return Action.from_json(json.loads(text)) if 0 < len(text) <= _LONGEST else None
    except (TieluError, ValueError, RecursionError):
        return None


def _is_same(offered: Action, wanted: Action) -> bool:
    """Whether an offer is what is wanted, whatever the amount."""
    if type(offered) is not type(wanted):
        return False
    free = _AMOUNT_FIELDS if amounts_of(offered) is not None else ()
    names = [name for name in offered.to_json() if name != "type" and name not in free]
    return all(getattr(offered, name) == getattr(wanted, name) for name in names)


def usual_action(trials: Trials, actions: Sequence[Action]) -> Action | None:
    """The move that is armed before anything is chosen: the only one, the only bid, the best run, the dividend."""
    if len(actions) == 1:
        return actions[0]
    choices = [each for each in actions if not isinstance(each, Pass)]
    if len(choices) == 1 and isinstance(choices[0], Bid):
        return choices[0]
    runs = [each for each in actions if isinstance(each, RunTrains)]
    if runs:
        return max(runs, key=lambda run: run_income(trials, run))
    return next((each for each in actions if isinstance(each, PayDividend)), None)


def _armed(trials: Trials, action: Action, lang: str) -> ArmedMove:
    told, amounts = details(trials.game, action, lang, trials), amounts_of(action)
    if amounts is not None:
        return _armed_amount(trials, action, amounts, told, lang)
    button = say_main_button(trials, action, lang)
    told = say("comma", lang).join(part for part in (told, *remains(trials, action, lang)) if part)
    sentence, warnings = say_move_briefly(trials, action, lang), told_outcome(trials, action, lang)
    return ArmedMove(action, button, sentence, told, warnings, _rule_behind(trials, action, lang))


def _armed_amount(trials: Trials, action: Action, amounts: Amounts, told: str, lang: str) -> ArmedMove:
    """A move whose amount is still to be named: what it brings about is not known before."""
    usual, quick = usual_amount(trials.game, action, amounts), quick_amounts(trials.game, action, amounts)
    words = say_move_briefly(trials, action, lang, _ANY).replace(str(_ANY), "{amount}")
    button = say_main_button(trials, action, lang, _ANY).replace(str(_ANY), "{amount}")
    kept, purse = kept_beside_amount(trials.game, action, amounts, lang)
    sentence = words.replace("{amount}", str(usual))
    told = _told_beside_amount(trials, action, told, lang)
    rule = _rule_behind(trials, action, lang)
    return ArmedMove(action, button, sentence, told, (), rule, amounts, usual, quick, words, kept, purse)


def _rule_behind(trials: Trials, action: Action, lang: str) -> CitedRule | None:
    """The most telling rule behind what a move brings about."""
    cited = cited_rules(trials.game.title, trials.of(action).events, lang)
    return cited[0] if cited else None


def _told_beside_amount(trials: Trials, action: Action, told: str, lang: str) -> str:
    """What is told where an amount takes the room: nothing that the sentence or the card of a private says already."""
    if is_offer(trials, action):
        return ""
    name = value_details(trials.game, "private", getattr(action, "private", ""), lang)
    return told.removeprefix(name).removeprefix(say("comma", lang))
