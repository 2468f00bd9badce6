"""1880 in files of 18xx.games: their reader and their writer."""

from typing import Final

from tielu.interop.title import TitlePlatform

from .reader import Reader1880
from .writer import Writer1880


def _is_investor_share(key: str) -> bool:
    """The platform drops the shares of investors when the game ends."""
    words = key.split(".")
    return words[0] == "sh" and words[-1].startswith("m")


PLATFORM: Final = TitlePlatform(
    reader=Reader1880,
    writer=Writer1880,
    compared_keys=frozenset({"x.marker", "x.communism", "x.parchart"}),
    dropped_at_end=_is_investor_share,
)
