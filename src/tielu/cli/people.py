"""`tielu people`: what the operator of a server does about accounts and chats."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from tielu.cli.options import Subparsers, command_parser, language, positive_number
from tielu.cli.serve import add_settings, given
from tielu.errors import Unavailable
from tielu.i18n import say

if TYPE_CHECKING:
    from tielu.store.moderation import Moderation


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "people",
        run,
        "list, block and unblock accounts of a server, and remove lines from chats",
        "tielu people --config tielu.toml block Ann",
    )
    add_settings(parser)
    acts = parser.add_subparsers(metavar="ACT", required=True)
    listing = acts.add_parser("list", help="list accounts, the newest first")
    listing.add_argument("text", nargs="?", default="", help="a part of the name")
    listing.set_defaults(act=_list)
    for name, act, summary in (
        ("block", _block, "end the sessions of an account, and let nobody sign in with it"),
        ("unblock", _unblock, "let its owner sign in again"),
    ):
        each = acts.add_parser(name, help=summary)
        each.add_argument("name", help="the name of the account")
        each.set_defaults(act=act)
    removal = acts.add_parser("remove-message", help="take the words out of a message of a chat")
    removal.add_argument("game", help="the id of the game, as in its address")
    removal.add_argument("number", type=positive_number, help="the number of the message, as the JSON API counts them")
    removal.set_defaults(act=_remove_message)
    acts.add_parser("acts", help="list what operators have done").set_defaults(act=_acts)


def run(options: argparse.Namespace) -> int:
    lang = language(options)
    try:
        from tielu.store import Store
        from tielu.web.server import database_address
        from tielu.web.settings import load_settings
    except ImportError as error:
        raise Unavailable("serve_not_installed") from error
    settings = load_settings(options.config, **given(options, "database"))
    with Store(database_address(settings.database)) as store:
        options.act(store.people.moderation, options, lang)
    return 0


def _list(moderation: Moderation, options: argparse.Namespace, lang: str) -> None:
    for person in moderation.people(options.text):
        blocked = "" if person.blocked is None else say("people_blocked", lang)
        print(f"{person.created:%Y-%m-%d}  {person.name}  {person.address}  {blocked}".rstrip())


def _block(moderation: Moderation, options: argparse.Namespace, lang: str) -> None:
    moderation.block(options.name)
    print(say("people_block_done", lang, name=options.name))


def _unblock(moderation: Moderation, options: argparse.Namespace, lang: str) -> None:
    moderation.unblock(options.name)
    print(say("people_unblock_done", lang, name=options.name))


def _remove_message(moderation: Moderation, options: argparse.Namespace, lang: str) -> None:
    moderation.remove_message(options.game, options.number)
    print(say("people_message_done", lang, number=options.number, game=options.game))


def _acts(moderation: Moderation, options: argparse.Namespace, lang: str) -> None:  # noqa: ARG001  # like the others
    for each in moderation.acts():
        print(f"{each.at:%Y-%m-%d %H:%M:%S}Z  {each.act}  {json.dumps(each.about, ensure_ascii=False)}")
