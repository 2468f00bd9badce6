"""Who plays what: the questions before the first action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console

from tielu import TITLES, Game, InvalidAction, new_game
from tielu.core.title import find_title
from tielu.i18n import say, say_error

DEFAULT_PLAYERS = ("Ann", "Bo", "Cy")
_MORE_PLAYERS = ("Dee", "Eve", "Fay", "Gus")


def split_names(line: str) -> list[str]:
    """Names separated by commas, in the order of the seats."""
    return [name.strip() for name in line.replace("、", ",").replace("，", ",").split(",") if name.strip()]


def seat_players(
    console: Console,
    ask: Callable[[str], str],
    lang: str,
    title: str | None = None,
    edition: str | None = None,
    players: Sequence[str] | None = None,
) -> Game:
    """A new game; what was not given is asked for until it will do. Raises InvalidInput for what was given."""
    title = title or _ask_title(console, ask, lang)
    if title in TITLES and edition is None:
        edition = _ask_choice(console, ask, lang, "ask_edition", TITLES[title].editions)
    usual = _usual_players(title)
    game = new_game(title, usual if players is None else players, edition=edition)
    while players is None:
        line = ask(say("ask_players", lang, default=", ".join(usual)))
        try:
            return new_game(title, split_names(line) or usual, edition=edition)
        except InvalidAction as error:
            console.print(say_error(error, lang), style="red")
    return game


def _usual_players(title: str) -> tuple[str, ...]:
    """The default names, or as many as the title needs; raises InvalidInput if there is no such title."""
    counts = find_title(title).players
    least = len(DEFAULT_PLAYERS) if len(DEFAULT_PLAYERS) in counts else counts[0]
    return (*DEFAULT_PLAYERS, *_MORE_PLAYERS)[:least]


def _ask_title(console: Console, ask: Callable[[str], str], lang: str) -> str:
    return _ask_choice(console, ask, lang, "ask_title", tuple(TITLES))


def _ask_choice(console: Console, ask: Callable[[str], str], lang: str, key: str, choices: Sequence[str]) -> str:
    """One of the choices; the first by pressing Enter, and the only one without a question."""
    if len(choices) == 1:
        return choices[0]
    while True:
        line = ask(say(key, lang, choices=", ".join(choices), default=choices[0])).strip()
        if not line:
            return choices[0]
        if line in choices:
            return line
        console.print(say("not_a_choice", lang, choices=", ".join(choices)), style="red")
