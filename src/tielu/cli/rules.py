"""`tielu rules`: show the rule catalogue, or one rule."""

from __future__ import annotations

import argparse
from itertools import groupby

from tielu.cli.options import DEFAULT_TITLE, Subparsers, command_parser, language
from tielu.core.title import plain_name
from tielu.errors import NotFound
from tielu.i18n import Rule, rule, rules, say


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "rules",
        run,
        "show the rule catalogue, or one rule",
        f"tielu rules {DEFAULT_TITLE}.trains.must-own --lang de",
    )
    parser.add_argument(
        "id", metavar="ID", nargs="?", help="the id of a rule, or the beginning of several (default: all rules)"
    )


def run(options: argparse.Namespace) -> int:
    """Print the rules; raises NotFound if no rule has this id or begins with it."""
    lang = language(options)
    if options.id is None:
        _print_list(rules(lang))
        return 0
    found = rule(options.id, lang)
    if found is not None:
        _print_rule(found, lang)
        return 0
    beginning = plain_name(options.id)
    matching = [each for each in rules(lang) if each.id.startswith(beginning)]
    if not matching:
        raise NotFound("unknown_rule", rule=options.id[:80])
    _print_list(matching)
    return 0


def _print_list(found: list[Rule]) -> None:
    """Print the rules under the headings of the rulebook."""
    for number, (section, several) in enumerate(groupby(found, key=lambda each: each.section)):
        print(("\n" if number else "") + section)
        for each in several:
            print(f"  {each.id}\n      {each.text}")


def _print_rule(found: Rule, lang: str) -> None:
    print(found.id)
    print(found.section)
    if found.editions:
        print(say("rule_editions", lang, editions=say("comma", lang).join(found.editions)))
    print(f"\n{found.text}")
    if found.note:
        print(f"\n{say('rule_note', lang)} {found.note}")
