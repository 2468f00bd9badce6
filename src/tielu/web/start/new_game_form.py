"""The form for a new game: its defaults, and what was submitted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tielu import TITLES, Title
from tielu.bots.strengths import strength_of, strengths, usual_strength
from tielu.clocks import TimeControl
from tielu.core.setup_input import quoted
from tielu.core.title import find_title
from tielu.errors import InvalidInput
from tielu.i18n import say
from tielu.store import DEFAULT_UNDO, Player
from tielu.store.models import MODES, checked_choice
from tielu.titles import facet
from tielu.views.title import view_of
from tielu.web.clocks.form import ClockForm

# The number of players in a game against bots: one person and three bots.
PLAYERS_AGAINST_BOTS = 4
# The choices about hints; the empty one is the default of the store.
HINTS: Mapping[str, bool | None] = {"": None, "yes": True, "no": False}
# No title has more seats.
_MOST_SEATS = 8


@dataclass(frozen=True)
class TitleCard:
    """A title on the start page; `about` and `length` are message keys.

    `bots` is the number of opponents in a game that begins at once.
    """

    title: str
    name: str
    counts: tuple[int, ...]
    about: str
    length: str
    bots: int


def title_cards() -> list[TitleCard]:
    """The titles that have pages, sorted by name."""
    views = [(title, view_of(title.name)) for title in TITLES.values() if facet(title.name, "view") is not None]
    return [
        TitleCard(title.name, title.label, title.players, view.about, view.length, _default_count(title, "any") - 1)
        for title, view in views
    ]


def all_player_counts() -> list[int]:
    """How many people can play, in any of the titles."""
    return sorted({count for title in TITLES.values() for count in title.players})


@dataclass(frozen=True)
class NewGameForm:
    """The fields of the form; seats without a name stay empty.

    `bots` are strengths, empty for a person. An empty `undo` or `hints` means the default.
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
    guided: bool = False
    spectators_talk: bool = False
    clock: ClockForm = field(default_factory=ClockForm)

    @property
    def time_control(self) -> TimeControl | None:
        """The chosen clock, which only players with links have; raises InvalidInput for one that cannot be."""
        return self.clock.time_control(self.title) if self.mode == "links" else None

    @property
    def seats(self) -> list[Player]:
        """The players of the occupied seats; raises InvalidInput for a bot that cannot play the title.

        It does so for a guided game among people, too.
        """
        found = [
            Player(name, language, strength_of(bot, self.title).name if bot else None, guided=self.guided and not bot)
            for name, language, bot in zip(self.players, self.languages, self.bots, strict=True)
            if name.strip()
        ]
        if self.mode == "links" and sum(player.guided for player in found) > 1:
            raise InvalidInput("no_guide_among_people")
        return found

    def own_name(self, lang: str) -> str:
        """The name of the person who fills in the form: that of the first person, unless it is a default one."""
        people = [name for name, bot in zip(self.players, self.bots, strict=True) if name and not bot]
        return people[0] if people and people[0] not in _player_names(lang) else ""

    def with_first_name(self, name: str) -> NewGameForm:
        """The same form with this name on the first seat, unless another one has it or a bot sits there."""
        if name in self.players or (self.bots and self.bots[0]):
            return self
        return replace(self, players=(name, *self.players[1:]))

    def translated(self, before: str, lang: str) -> NewGameForm:
        """The form in another language than `before`: suggested names, and the languages of players, change with it."""
        suggested = [_player_names(each) + _bot_names(each) for each in (before, lang)]
        names = dict(zip(*suggested, strict=True))
        players = tuple(names.get(name, name) for name in self.players)
        languages = tuple(lang if each == before else each for each in self.languages)
        return replace(self, players=players, languages=languages)

    def for_title(self, title: str, lang: str) -> NewGameForm:
        """The same form for another title: as many seats as it can have, and bots that can play it."""
        title = find_title(title).name
        counts, able = TITLES[title].players, [each.name for each in strengths(title)]
        bots = tuple(bot if bot in ("", *able) else usual_strength(title).name for bot in self.bots)
        form = replace(self, title=title, edition=TITLES[title].editions[0], bots=bots)
        return form.with_seats(min(max(len(self.players), counts[0]), counts[-1]), lang)

    def with_seats(self, count: int, lang: str) -> NewGameForm:
        """The same form with this many seats; new ones get default names, and a bot if the last seat has one."""
        check_player_count(self.title, count)
        bot = self.bots[-1] if self.bots else ""
        bots = (self.bots + (bot,) * count)[:count]
        names = self.players[:count]
        for number in range(len(names), count):
            names += (bot_name(names, lang) if bots[number] else say("web_player_number", lang, number=number + 1),)
        languages = (self.languages + (lang,) * count)[:count]
        return replace(self, players=names, languages=languages, bots=bots)


def default_form(title: str, lang: str, count: int | None = None, bot: str = "", mode: str = "hot_seat") -> NewGameForm:
    """The initial form, for one person against bots if one is named; raises InvalidInput for an impossible choice."""
    title = find_title(title).name
    checked_choice("mode", mode, MODES)
    form = NewGameForm(title, TITLES[title].editions[0], (), (), mode=mode)
    if bot:
        names = (say("web_player_number", lang, number=1), bot_name((), lang))
        form = replace(form, players=names, languages=(lang, lang), bots=("", strength_of(bot, title).name))
    return form.with_seats(count or _default_count(TITLES[title], bot), lang)


def form_against_bots(title: str, lang: str, name: str = "", *, guided: bool = False) -> NewGameForm:
    """The form of a game that can begin at once: one person, under this name if it is known, against the usual bots."""
    form = replace(default_form(title, lang, bot=usual_strength(title).name), guided=guided)
    person = name.strip() or say("player", lang)
    return form if person in form.players else replace(form, players=(person, *form.players[1:]))


def _default_count(title: Title, bot: str) -> int:
    return PLAYERS_AGAINST_BOTS if bot and PLAYERS_AGAINST_BOTS in title.players else title.usual_players


def _player_names(lang: str) -> list[str]:
    """The names that people have until they type others."""
    return [say("web_player_number", lang, number=number + 1) for number in range(_MOST_SEATS)]


def _bot_names(lang: str) -> list[str]:
    return say("web_bot_names", lang).split()


def bot_name(taken: Sequence[str], lang: str) -> str:
    """A name for a bot that is not taken."""
    names = _bot_names(lang)
    return next((name for name in names if name not in taken), f"{names[0]} {len(taken) + 1}")


def submitted_form(
    rules: str,
    players: Sequence[str],
    languages: Sequence[str],
    name: str,
    mode: str,
    undo: str,
    lang: str,
    bots: Sequence[str] = (),
    hints: str = "",
    spectators_talk: bool = False,
    clock: ClockForm | None = None,
    guided: bool = False,
) -> NewGameForm:
    """The submitted form; seats without a language get `lang`. Raises InvalidInput for an unknown title."""
    title, _, edition = rules.partition("/")
    title = find_title(title).name
    names = tuple(each.strip() for each in players[:_MOST_SEATS])
    seat_languages = (*languages, *[lang] * len(names))[: len(names)]
    return NewGameForm(
        title=title,
        edition=edition or TITLES[title].editions[0],
        players=names,
        languages=tuple(seat_languages),
        name=name.strip(),
        mode=mode,
        undo=undo,
        bots=(*bots, *[""] * len(names))[: len(names)],
        hints=hints,
        spectators_talk=spectators_talk,
        clock=clock or ClockForm(),
        guided=guided,
    )


def undo_rule(undo: str, mode: str) -> str:
    """The chosen undo rule, or the default of the mode; the store refuses unknown modes."""
    return undo or DEFAULT_UNDO.get(mode, "free")


def hints_rule(hints: str) -> bool | None:
    """Whether hints are on, None for the default; raises InvalidInput for an unknown choice."""
    if hints not in HINTS:
        raise InvalidInput("unknown_choice", field="hints", value=quoted(hints), known=tuple(filter(None, HINTS)))
    return HINTS[hints]


def check_player_count(title: str, count: int) -> None:
    """Raise InvalidInput if the title cannot be played by this many."""
    counts = TITLES[title].players
    if count not in counts:
        raise InvalidInput("wrong_player_count", least=counts[0], most=counts[-1], count=count)
