"""Setting up a game in the terminal: asks for title, edition and players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console

from tielu import TITLES, Game, InvalidAction, new_game
from tielu.core.title import find_title, plain_name
from tielu.i18n import say, say_error

DEFAULT_PLAYERS = ("Ann", "Bo", "Cy")
_MORE_PLAYERS = ("Dee", "Eve", "Fay", "Gus")


def split_names(line: str) -> list[str]:
    """Split names separated by commas."""
    return [name.strip() for name in line.replace("、", ",").replace("，", ",").split(",") if name.strip()]


def set_up_game(
    console: Console,
    ask: Callable[[str], str],
    lang: str,
    title: str | None = None,
    edition: str | None = None,
    players: Sequence[str] | None = None,
) -> Game:
    """Create a game, asking for what is not given; raises InvalidInput if a given value is invalid."""
    title = find_title(title).name if title else _ask_title(console, ask, lang)
    if edition is None:
        edition = _ask_choice(console, ask, lang, "ask_edition", TITLES[title].editions)
    default_names = _default_players(title)
    game = new_game(title, default_names if players is None else players, edition=edition)
    while players is None:
        line = ask(say("ask_players", lang, default=", ".join(default_names)))
        try:
            return new_game(title, split_names(line) or default_names, edition=edition)
        except InvalidAction as error:
            console.print(say_error(error, lang), style="red")
    return game


def _default_players(title: str) -> tuple[str, ...]:
    """The default names, as many as the title needs."""
    counts = TITLES[title].players
    count = len(DEFAULT_PLAYERS) if len(DEFAULT_PLAYERS) in counts else counts[0]
    return (*DEFAULT_PLAYERS, *_MORE_PLAYERS)[:count]


def _ask_title(console: Console, ask: Callable[[str], str], lang: str) -> str:
    def ask_by_any_name(prompt: str) -> str:
        return plain_name(ask(prompt).strip())

    return _ask_choice(console, ask_by_any_name, lang, "ask_title", tuple(TITLES))


def _ask_choice(console: Console, ask: Callable[[str], str], lang: str, key: str, choices: Sequence[str]) -> str:
    """Ask for one of the choices; Enter takes the first, and a single choice is not asked for."""
    if len(choices) == 1:
        return choices[0]
    while True:
        line = ask(say(key, lang, choices=say("comma", lang).join(choices), default=choices[0])).strip()
        if not line:
            return choices[0]
        if line in choices:
            return line
        console.print(say("not_a_choice", lang, choices=say("comma", lang).join(choices)), style="red")
