"""A review in words: what was played, what it has cost, chances missed, and how far to trust it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from tielu.i18n import say, say_reason
from tielu.i18n.values import say_change, say_money, say_values
from tielu.views.history.graphs import place_name
from tielu.views.history.sentences import sentences

from .chances import Chance
from .decision_judge import JudgedDecision
from .report import Review

# Below the first part of the differences at the end the bots see hardly anything, below the second a part.
_LITTLE, _PART = 0.25, 0.6
# Chances of sales, and how the price must go on to bear them out.
_SALES: Mapping[str, Callable[[int, int], bool]] = {"sale": operator.lt, "sold_early": operator.gt}


def say_played(review: Review, decision: JudgedDecision, lang: str) -> str:
    """What the player did, as the log tells it, in its first sentence."""
    return sentences(review.told.entries[decision.index], lang)[0]


def say_why(decision: JudgedDecision, lang: str) -> str:
    """The bot's reason for its own choice; empty where only the numbers speak."""
    return "" if decision.reason is None else say_reason(decision.reason, lang)


def say_loss(decision: JudgedDecision, lang: str) -> str:
    """The loss with its uncertainty, in yuan."""
    return say_amount(decision.loss, decision.uncertainty, lang)


def say_worths(decision: JudgedDecision, lang: str) -> str:
    """What the bot's move would have changed: the player's worth, that of the others, and so the lead.

    All of it is from the same rollouts, and adds up as it is shown.
    """
    played, best, lead = (round(each) for each in (decision.worth_played, decision.worth_best, decision.loss))
    return say(
        "review_worths",
        lang,
        played=say_money(played, lang),
        best=say_money(best, lang),
        own=say_change(best - played, lang),
        others=say_change(best - played - lead, lang),
        lead=say_change(lead, lang),
        error=say_money(round(decision.uncertainty), lang),
    )


def say_judge(review: Review, lang: str) -> str:
    """Which bot has judged, and how long it had for each decision."""
    whole, _, rest = f"{review.settings.seconds:g}".partition(".")
    seconds = say("web_decimal", lang, whole=whole, tenth=rest) if rest else whole
    return say("review_by", lang, bot=say(f"review_bot_{review.settings.bot}", lang), seconds=seconds)


def say_amount(amount: float, uncertainty: float, lang: str) -> str:
    return say("review_amount", lang, amount=say_money(round(amount), lang), error=say_money(round(uncertainty), lang))


def say_chance(review: Review, decision: JudgedDecision, chance: Chance, lang: str) -> str:
    """A chance that was missed; that a sale was in time or too soon is said only if the price bore it out later."""
    key, values = f"review_chance_{chance.kind}", {**chance.values, "amount": chance.amount}
    if chance.kind in _SALES:
        later = review.price_later(decision.index, values["company"])
        if later is not None and _SALES[chance.kind](later[1], values["price"]):
            said = say_values({**values, "later": later[1]}, lang)
            return say(f"{key}_later", lang, **said, at=place_name(later[0], lang))
    return say(key, lang, **say_values(values, lang))


def trust_key(foreseen: float) -> str:
    """How much the bot sees at a point of the game: `low`, `part` or `good`."""
    return "low" if foreseen < _LITTLE else "part" if foreseen < _PART else "good"


def say_trust(foreseen: float, lang: str) -> str:
    return say(f"review_trust_{trust_key(foreseen)}", lang, percent=round(100 * foreseen))
