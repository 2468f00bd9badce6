"""What automatic moves must know of 1888-N: nobody goes bankrupt by one."""

from __future__ import annotations

from tielu.automatic.title import TitleAutomatic
from tielu.titles.t1888n.rules.events import PlayerBankrupt

AUTOMATIC = TitleAutomatic(unasked=(PlayerBankrupt,))
