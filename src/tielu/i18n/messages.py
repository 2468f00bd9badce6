"""Refusals, events and actions in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Protocol

from tielu.core.actions import Action
from tielu.core.errors import IllegalAction, TieluError
from tielu.core.events import Event
from tielu.i18n.catalogue import FALLBACK, PLACEHOLDER, fill, find
from tielu.i18n.values import say_values


class ReasonLike(Protocol):
    """A reason that a bot gives for its move."""

    @property
    def key(self) -> str: ...

    @property
    def values(self) -> Mapping[str, Any]: ...


def say_error(error: TieluError, lang: str) -> str:
    """Why an action or a file was refused; an action of a saved game is named by its number."""
    text = _say_params("errors", _error_key(error), error.params, lang)
    index = error.params.get("index")
    if isinstance(index, int):
        return _say("errors", "_at_action", {"number": index + 1, "text": text}, lang)
    return text


def say_error_briefly(error: TieluError, lang: str) -> str:
    """Why something is not possible, in a word or two where the catalogues have them."""
    if find("brief", error.code, lang) is None:
        return say_error(error, lang)
    return _say_params("brief", error.code, error.params, lang)


def _error_key(error: TieluError) -> str:
    """The key of the text: a refusal may read differently in a title, which its rule names."""
    title = error.rule.split(".")[0] if isinstance(error, IllegalAction) else ""
    key = f"{error.code}.{title}"
    return key if find("errors", key, FALLBACK) is not None else error.code


def say_event(event: Event, lang: str) -> str:
    """What happened; what cost nothing says so without a number."""
    params, free = event.params(), f"{event.name}.free"
    key = free if params.get("cost") == 0 and find("events", free, lang) is not None else event.name
    return _say_params("events", key, params, lang)


def say_event_briefly(event: Event, lang: str) -> str:
    """What would happen, in as few words as a player needs who knows the rules."""
    if find("brief", event.name, lang) is None:
        return say_event(event, lang)
    return _say_params("brief", event.name, event.params(), lang)


def say_reason(reason: ReasonLike, lang: str) -> str:
    """Why a bot moved, in one line.

    The usual move that it did not make (`instead`) is quoted in few words, or in full if these fit the chosen one too.
    """
    values = dict(reason.values)
    if "instead" in values:
        instead, chosen = Action.from_json(values["instead"]), Action.from_json(values.pop("chosen"))
        text = say_action_briefly(instead, lang)
        if text == say_action_briefly(chosen, lang):
            text = say_action(instead, lang)
        values["instead"] = _say("words", "quoted", {"text": text}, lang)
    return _say_params("reasons", _reason_key(reason.key, values), values, lang)


def _reason_key(key: str, values: Mapping[str, Any]) -> str:
    """The key of the text: some reasons have words of their own for what costs or brings nothing."""
    brings = values.get("gain", values.get("income", 1))
    other = f"{key}.free" if values.get("cost", 1) <= 0 else f"{key}_for_nothing" if brings <= 0 else key
    return key if find("reasons", other, FALLBACK) is None else other


def say_guide(key: str, values: Mapping[str, Any], lang: str) -> str:
    """What a kind of decision is about."""
    return _say_params("guide", key, values, lang)


def guide_values(key: str) -> tuple[str, ...]:
    """The names of the values that such a text asks for; every language asks for the same."""
    return tuple(PLACEHOLDER.findall(find("guide", key, FALLBACK) or ""))


def say_automatic(key: str, values: Mapping[str, Any], lang: str) -> str:
    """An automatic move, or one of the things that end it, in words."""
    return _say_params("automatic", key, values, lang)


def say_stop(code: str, values: Mapping[str, Any], lang: str) -> str:
    """Why an automatic move has stopped; it may quote a refusal, or name an event that would have followed."""
    said, why, event = dict(values), values.get("why"), values.get("event")
    if isinstance(why, Mapping):
        said["why"] = say_error(IllegalAction(why["code"], why["rule"], dict(why["params"])), lang)
    if isinstance(event, Mapping):
        said["event"] = _say_params("events", event["event"], event, lang)
    return _say_params("stops", code, said, lang)


def say_repair(switch: str, lang: str) -> str:
    """What a repair of the rules has changed; the name of its switch is the key."""
    return _say("repairs", switch, {}, lang)


def say_reading(switch: str, lang: str) -> str:
    """How an edition departs from the rule; the name of its switch is the key."""
    return _say("readings", switch, {}, lang)


def say_example(rule: str, lang: str) -> str:
    """What the drawing beside a rule shows."""
    return _say("examples", rule, {}, lang)


def say_kind(kind: str, lang: str) -> str:
    """What actions of a type are, as the heading of a list."""
    return _say("kinds", kind, {}, lang)


def say_button(action: Action, lang: str) -> str:
    """An action in a word or two, as it stands on a button."""
    for each in fields(action):
        key = f"{action.type}.{str(getattr(action, each.name)).lower()}"
        if find("buttons", key, lang) is not None:
            return _say("buttons", key, {}, lang)
    kind = action.type
    return _say("buttons", kind, {}, lang) if find("buttons", kind, lang) is not None else say_kind(kind, lang)


def say_main(action: Action, lang: str) -> str:
    """An action with what it is about, as it stands on the main button; empty if there are no such words."""
    values = {each.name: getattr(action, each.name) for each in fields(action)}
    return _say_params("main", action.type, values, lang) if find("main", action.type, lang) is not None else ""


def say_action(action: Action, lang: str) -> str:
    """How an action reads in a menu; a range of amounts is shown as such."""
    return _say_action(("actions",), action, lang)


def say_action_briefly(action: Action, lang: str) -> str:
    """How an action reads where there is little room and the page shows the rest."""
    return _say_action(("brief", "actions"), action, lang)


def _say_action(sections: Sequence[str], action: Action, lang: str) -> str:
    """An action in the words of the first section that has any."""
    given = {each.name: getattr(action, each.name) for each in fields(action)}
    amounts = given.pop("amounts", None)
    values = say_values(given, lang)
    if amounts is not None and amounts.low < amounts.high:
        values |= {"low": str(amounts.low), "high": str(amounts.high)}
    key = _variant(sections, action, "low" in values, lang)
    section = next((each for each in sections if find(each, key, lang) is not None), sections[-1])
    extras = [find(section, f"{action.type}+{name}", lang) for name, value in given.items() if value is not None]
    return _say(section, key, values, lang) + "".join(fill(extra, values) for extra in extras if extra)


def _variant(sections: Sequence[str], action: Action, ranged: bool, lang: str) -> str:
    """The key of the text: some actions read differently with a range, or with a certain choice."""
    if ranged:
        return f"{action.type}.range"
    if action.type == "run_trains" and not getattr(action, "routes", ()):
        return f"{action.type}.none"
    keys = [f"{action.type}.{str(getattr(action, each.name)).lower()}" for each in fields(action)]
    return next((key for key in keys for each in sections if find(each, key, lang) is not None), action.type)


def _say_params(section: str, key: str, params: Mapping[str, Any], lang: str) -> str:
    """A message filled in with names and numbers, in the form that `count` asks for."""
    return _say(section, key, say_values(params, lang), lang, params.get("count"))


def _say(section: str, key: str, values: dict[str, Any], lang: str, count: object = None) -> str:
    """A message filled in; without one, its key and values still tell what is meant."""
    text = find(section, key, lang, count)
    if text is not None:
        return fill(text, values)
    details = ", ".join(f"{name}: {value}" for name, value in values.items())
    return key.replace("_", " ") + (f" ({details})" if details else "")
