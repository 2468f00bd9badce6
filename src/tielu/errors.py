"""The family of errors, all of them `TieluError`; each class says what kind of trouble it is::

    TieluError
      InvalidInput     what was handed in is malformed
        InvalidAction  an action, a saved game, or what a game begins from
        TooLarge       more than will be read
      IllegalAction    the rules forbid it now, and `rule` is the one
        RefusedAction  an action of a recorded game
      NotFound         there is no such thing
      NotAllowed       not for whoever asked
      Unavailable      not now

>>> import tielu
>>> game = tielu.new_game("1880", ["Ann", "Bo", "Cy"])
>>> try:
...     game.apply({"type": "bid", "private": "P0", "amount": 4})
... except tielu.IllegalAction as error:
...     error.code, error.rule, error.status
('bid_too_low', '1880.auction.min-bid-face-value', 422)
"""

from tielu.core.errors import (
    IllegalAction,
    InvalidAction,
    InvalidInput,
    NotAllowed,
    NotFound,
    RefusedAction,
    TieluError,
    TooLarge,
    Unavailable,
)

__all__ = [
    "IllegalAction",
    "InvalidAction",
    "InvalidInput",
    "NotAllowed",
    "NotFound",
    "RefusedAction",
    "TieluError",
    "TooLarge",
    "Unavailable",
]
