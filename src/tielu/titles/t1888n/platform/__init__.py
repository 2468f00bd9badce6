"""1888-N in files of 18xx.games: their reader and their writer."""

from typing import Final

from tielu.interop.title import TitlePlatform

from .reader import Reader1888
from .writer import Writer1888

# Without the option "north" the platform plays a prototype.
PLATFORM: Final = TitlePlatform(reader=Reader1888, writer=Writer1888, needed_option="north")
