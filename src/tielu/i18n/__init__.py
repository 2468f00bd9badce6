"""Words for people, in English, German and Japanese: refusals, events, actions, rules and the words on screen."""

from tielu.i18n.catalogue import LANGUAGES, language_of, say
from tielu.i18n.messages import (
    say_action,
    say_action_briefly,
    say_automatic,
    say_button,
    say_error,
    say_error_briefly,
    say_event,
    say_event_briefly,
    say_example,
    say_guide,
    say_kind,
    say_main,
    say_reading,
    say_reason,
    say_repair,
    say_stop,
)
from tielu.i18n.rules import Rule, rule, rule_text, rule_title, rules

__all__ = [
    "LANGUAGES",
    "Rule",
    "language_of",
    "rule",
    "rule_text",
    "rule_title",
    "rules",
    "say",
    "say_action",
    "say_action_briefly",
    "say_automatic",
    "say_button",
    "say_error",
    "say_error_briefly",
    "say_event",
    "say_event_briefly",
    "say_example",
    "say_guide",
    "say_kind",
    "say_main",
    "say_reading",
    "say_reason",
    "say_repair",
    "say_stop",
]
