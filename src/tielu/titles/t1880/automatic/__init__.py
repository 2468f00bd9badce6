"""What automatic moves must know of 1880: P0's payment is a power, and trains are not removed by an automatic pass."""

from __future__ import annotations

from tielu.automatic.title import TitleAutomatic
from tielu.titles.t1880.rules.events import DebtIncurred, RocketLost, TrainsRemoved

AUTOMATIC = TitleAutomatic(powers={"claim_payment": "P0"}, unasked=(DebtIncurred, RocketLost, TrainsRemoved))
