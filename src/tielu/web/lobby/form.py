"""The form of a new open game: what it suggests, and what was chosen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import Depends, Form

from tielu import TITLES
from tielu.bots.strengths import strength_of
from tielu.core.title import find_title
from tielu.errors import InvalidInput
from tielu.store.open_game import OpenGameChoices
from tielu.web.clocks.form import ClockForm, ClockFormDep


@dataclass(frozen=True)
class OpenGameForm:
    """The fields of the form as they were sent; `bot` is empty where no bot is to fill a seat."""

    title: str
    edition: str
    fewest: str
    most: str
    name: str = ""
    language: str = "en"
    visibility: str = "public"
    pace: str = "live"
    rated: bool = False
    bot: str = ""
    starts_when_full: bool = False
    undo: str = "own"
    spectators_talk: bool = False
    clock: ClockForm = field(default_factory=ClockForm)

    def choices(self) -> OpenGameChoices:
        """What was chosen; a clock decides the pace. Raises InvalidInput."""
        control = self.clock.time_control(self.title)
        pace = self.pace if control is None else control.pace
        return OpenGameChoices(
            self.title,
            self.edition,
            _count(self.title, self.fewest),
            _count(self.title, self.most),
            self.name,
            self.language,
            self.visibility,
            pace,
            control,
            self.rated,
            strength_of(self.bot, self.title).name if self.bot else "",
            self.starts_when_full,
            self.undo,
            self.spectators_talk,
        )


def default_form(title: str, lang: str) -> OpenGameForm:
    """The initial form for a title: its usual number of players and one more or less; raises InvalidInput."""
    title = find_title(title).name
    counts, usual = TITLES[title].players, TITLES[title].usual_players
    fewest, most = max(counts[0], usual - 1), min(counts[-1], usual + 1)
    return OpenGameForm(title, TITLES[title].editions[0], str(fewest), str(most), language=lang)


def form_of_request(
    clock: ClockFormDep,
    rules: Annotated[str, Form()],
    fewest: Annotated[str, Form()] = "",
    most: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
    language: Annotated[str, Form()] = "en",
    visibility: Annotated[str, Form()] = "public",
    pace: Annotated[str, Form()] = "live",
    rated: Annotated[str, Form()] = "",
    bot: Annotated[str, Form()] = "",
    starts: Annotated[str, Form()] = "",
    undo: Annotated[str, Form()] = "own",
    spectators: Annotated[str, Form()] = "",
) -> OpenGameForm:
    """Read the form of a new open game; raises InvalidInput for an unknown title."""
    title, _, edition = rules.partition("/")
    form = replace(default_form(title, language), name=name.strip(), visibility=visibility, pace=pace, undo=undo)
    return replace(
        form,
        edition=edition or form.edition,
        fewest=fewest or form.fewest,
        most=most or form.most,
        rated=rated == "yes",
        bot=bot,
        starts_when_full=starts == "full",
        spectators_talk=spectators == "talk",
        clock=clock,
    )


FormDep = Annotated[OpenGameForm, Depends(form_of_request)]


def _count(title: str, text: str) -> int:
    """The number of players that was chosen; raises InvalidInput if it is none."""
    counts = TITLES[title].players
    if text not in map(str, counts):
        raise InvalidInput("wrong_player_count", least=counts[0], most=counts[-1], count=text[:4])
    return int(text)
