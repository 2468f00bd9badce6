"""The form of a new game: what suits those who change nothing, and what was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tielu import TITLES, Title
from tielu.bots.strengths import strength_of
from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput
from tielu.i18n import say
from tielu.store import DEFAULT_UNDO, Player
from tielu.titles import facet
from tielu.views.title import view_of

# Somebody alone and three bots.
AGAINST_BOTS = 4
# What was chosen about hints; nothing is the usual.
HINTS: Mapping[str, bool | None] = {"": None, "yes": True, "no": False}
# No title seats more.
_MOST_SEATS = 8


@dataclass(frozen=True)
class Card:
    """A title on the start page; `about` and `length` are keys of its words."""

    title: str
    name: str
    counts: tuple[int, ...]
    about: str
    length: str


def title_cards() -> list[Card]:
    """The titles that have pages, in the order of their names."""
    views = [(title, view_of(title.name)) for title in TITLES.values() if facet(title.name, "view") is not None]
    return [Card(title.name, title.label, title.players, view.about, view.length) for title, view in views]


def title_names() -> Mapping[str, str]:
    """What people call each title."""
    return {title.name: title.label for title in TITLES.values()}


@dataclass(frozen=True)
class NewGameForm:
    """A game as the form describes it; seats without a name stay empty, and an empty undo is the usual one.

    `bots` are strengths, empty where a person sits; so are `hints` where the usual will do.
    """

    title: str
    edition: str
    players: tuple[str, ...]
    languages: tuple[str, ...]
    name: str = ""
    mode: str = "hot_seat"
    undo: str = ""
    bots: tuple[str, ...] = ()
    hints: str = ""

    @property
    def seats(self) -> list[Player]:
        """The seats that are taken; raises InvalidInput for a bot that cannot play the title."""
        return [
            Player(name, language, strength_of(bot, self.title).name if bot else None)
            for name, language, bot in zip(self.players, self.languages, self.bots, strict=True)
            if name.strip()
        ]

    def with_seats(self, count: int, lang: str) -> NewGameForm:
        """The same with so many seats; new ones have usual names, and a bot where the last one has."""
        checked_count(self.title, count)
        bot = self.bots[-1] if self.bots else ""
        bots = (self.bots + (bot,) * count)[:count]
        names = self.players[:count]
        for number in range(len(names), count):
            names += (bot_name(names, lang) if bots[number] else say("web_player_number", lang, number=number + 1),)
        languages = (self.languages + (lang,) * count)[:count]
        return replace(self, players=names, languages=languages, bots=bots)


def usual_form(title: str, lang: str, count: int | None = None, bot: str = "") -> NewGameForm:
    """What the form says at first, with a bot for one person against these; raises InvalidInput if that cannot be."""
    known_title(title)
    alone = NewGameForm(title, TITLES[title].editions[0], (), ())
    if bot:
        names = (say("web_player_number", lang, number=1), bot_name((), lang))
        alone = replace(alone, players=names, languages=(lang, lang), bots=("", strength_of(bot, title).name))
    return alone.with_seats(count or _usual_count(TITLES[title], bot), lang)


def _usual_count(title: Title, bot: str) -> int:
    return AGAINST_BOTS if bot and AGAINST_BOTS in title.players else title.usual_players


def bot_name(taken: Sequence[str], lang: str) -> str:
    """A name for a bot that nobody has yet."""
    names = say("web_bot_names", lang).split()
    return next((name for name in names if name not in taken), f"{names[0]} {len(taken) + 1}")


def typed_form(
    rules: str,
    players: Sequence[str],
    languages: Sequence[str],
    name: str,
    mode: str,
    undo: str,
    lang: str,
    bots: Sequence[str] = (),
    hints: str = "",
) -> NewGameForm:
    """What the form sent; a seat without a language has the reader's. Raises InvalidInput for an unknown title."""
    title, _, edition = rules.partition("/")
    known_title(title)
    names = tuple(each.strip() for each in players[:_MOST_SEATS])
    spoken = (*languages, *[lang] * len(names))[: len(names)]
    return NewGameForm(
        title=title,
        edition=edition or TITLES[title].editions[0],
        players=names,
        languages=tuple(spoken),
        name=name.strip(),
        mode=mode,
        undo=undo,
        bots=(*bots, *[""] * len(names))[: len(names)],
        hints=hints,
    )


def undo_rule(undo: str, mode: str) -> str:
    """The chosen rule, or the usual one; the store refuses unknown modes."""
    return undo or DEFAULT_UNDO.get(mode, "free")


def hints_rule(hints: str) -> bool | None:
    """What was chosen, None for the usual; raises InvalidInput if it was something else."""
    if hints not in HINTS:
        raise InvalidInput("unknown_choice", field="hints", value=quoted(hints), known=tuple(filter(None, HINTS)))
    return HINTS[hints]


def known_title(title: str) -> None:
    if title not in TITLES:
        raise InvalidInput("unknown_title", title=quoted(title), known=tuple(TITLES))


def checked_count(title: str, count: int) -> None:
    counts = TITLES[title].players
    if count not in counts:
        raise InvalidInput("wrong_player_count", least=counts[0], most=counts[-1], count=count)
