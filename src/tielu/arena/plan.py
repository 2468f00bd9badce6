"""What is to be played: which bots, who sits where in each game, and the seeds. The same plan is the same games."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

import tielu
from tielu.bots import check_bot, make_bot
from tielu.core.setup_input import whole_number
from tielu.errors import InvalidInput

DEFAULT_SECONDS: Final = 0.1
# Bots that answer at once: they have no time to keep to unless one is named.
QUICK: Final = ("random", "newcomer", "clerk")
# A bot may be over its time by a fifth before it is late.
TOLERANCE: Final = 1.2


@dataclass(frozen=True)
class Spec:
    """A bot as it is written on the command line: its name, and how many seconds it has for a decision."""

    name: str
    seconds: float | None = None

    @staticmethod
    def parse(text: str) -> Spec:
        """`clerk`, or `director:0.5`; raises InvalidInput if there is no such bot or no such time."""
        name, colon, given = text.strip().partition(":")
        seconds = None if name in QUICK else DEFAULT_SECONDS
        if colon:
            try:
                seconds = float(given)
            except ValueError:
                raise InvalidInput("bot_seconds", bot=name, seconds=given) from None
        make_bot(name, seconds=DEFAULT_SECONDS if seconds is None else seconds)
        return Spec(name, seconds)

    @property
    def label(self) -> str:
        return self.name if self.seconds is None else f"{self.name}:{self.seconds:g}"


@dataclass(frozen=True)
class Match:
    """One game: `seating` has for each seat the number of the competitor who sits there."""

    number: int
    seed: int
    title: str
    edition: str
    bots: tuple[Spec, ...]
    seating: tuple[int, ...]

    @property
    def players(self) -> list[str]:
        """Names for the saved game, which say who sat where."""
        return [f"{self.bots[competitor].label} ({seat + 1})" for seat, competitor in enumerate(self.seating)]

    def bot_seed(self, seat: int) -> int:
        return number_from(self.seed, seat)


def number_from(*parts: object) -> int:
    """A number that depends on all parts, the same on every machine."""
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


@dataclass(frozen=True)
class ArenaPlan:
    """The competitors of all games, one for each seat, and how many games they play."""

    title: str
    edition: str
    bots: tuple[Spec, ...]
    games: int
    seed: int

    @staticmethod
    def make(title: str, seats: str, games: int, seed: int, edition: str | None = None, players: int = 0) -> ArenaPlan:
        """A plan from what was typed; a list shorter than the number of players is repeated. Raises InvalidInput."""
        games, seed, players = (
            whole_number(name, value) for name, value in (("games", games), ("seed", seed), ("players", players))
        )
        bots = tuple(Spec.parse(each) for each in seats.split(","))
        if players and len(bots) > players:
            raise InvalidInput("more_bots_than_players", bots=len(bots), players=players)
        if players:
            bots = tuple(bots[seat % len(bots)] for seat in range(players))
        for spec in bots:
            check_bot(spec.name, title)
        begun = tielu.new_game(title, [str(seat) for seat in range(len(bots))], edition)
        return ArenaPlan(begun.title, begun.edition, bots, games, seed)

    def matches(self) -> Iterator[Match]:
        """As many games as there are seats have the same order, turned by one from game to game.

        So everybody plays every seat equally often; then the order is shuffled, so that neighbours change, too.
        """
        count = len(self.bots)
        order = list(range(count))
        for number in range(self.games):
            turn = number % count
            if turn == 0 and number:
                random.Random(number_from(self.seed, "order", number)).shuffle(order)
            seating = tuple(order[(seat - turn) % count] for seat in range(count))
            yield Match(number, number_from(self.seed, number), self.title, self.edition, self.bots, seating)

    @property
    def name(self) -> str:
        """A name for the folder of the results, without characters that files cannot have everywhere."""
        bots = "-".join(spec.label.replace(":", "@") for spec in self.bots)
        return f"{self.title}-{self.edition}-{bots}-seed{self.seed}"

    def to_json(self) -> dict[str, Any]:
        """What must be the same for a run to be continued; the number of games may grow."""
        data = asdict(self)
        data["bots"] = [spec.label for spec in self.bots]
        del data["games"]
        return data
