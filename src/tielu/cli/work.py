"""`tielu work`: a worker for the jobs of a public server."""

from __future__ import annotations

import argparse

from tielu.cli.options import Subparsers, command_parser, language, user_error
from tielu.cli.serve import add_settings, given
from tielu.errors import Unavailable
from tielu.i18n import say


def add_parser(commands: Subparsers) -> None:
    parser = command_parser(
        commands,
        "work",
        run,
        "do the work of a public server on this machine: bots, notifications, clocks, reviews",
        "tielu work --config tielu.toml",
    )
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    try:
        from tielu.web.operations.logs import log_as_json
        from tielu.web.settings import load_settings
        from tielu.web.work import work
    except ImportError as error:
        raise Unavailable("serve_not_installed") from error
    settings = load_settings(options.config, **given(options, "database"))
    log_as_json()
    if work(settings):
        return 0
    return user_error(say("work_not_free", language(options), host=settings.host, port=settings.work_port))
