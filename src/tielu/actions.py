"""Every action that a player can take, in one place.

Actions are frozen values: two with the same fields are equal. `to_json` and `Action.from_json` go both ways.

>>> from tielu.actions import Action, LayTile
>>> lay = LayTile("K13", "57", 2)
>>> lay.to_json()
{'type': 'lay_tile', 'hex': 'K13', 'tile': '57', 'rotation': 2}
>>> Action.from_json(lay.to_json()) == lay
True

A title in a package of its own has its own actions there.
"""

from tielu.titles.actions import *  # noqa: F403 - all of them, and `__all__` says which
from tielu.titles.actions import __all__ as __all__
