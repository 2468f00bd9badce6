"""What lies on the table, as typed values: `game.position` is a `PositionView` made of the others.

>>> import tielu
>>> game = tielu.new_game("1888-N", ["Ann", "Bo"])
>>> [(player.name, player.cash) for player in game.position.players]
[('Ann', 1200), ('Bo', 1200)]
"""

from tielu.core.position import (
    BidView,
    CompanyView,
    HexView,
    HoldingView,
    InvestorView,
    MarketCellView,
    OfferView,
    ParView,
    PlayerView,
    PositionView,
    PrivateView,
    TrainStackView,
)

__all__ = [
    "BidView",
    "CompanyView",
    "HexView",
    "HoldingView",
    "InvestorView",
    "MarketCellView",
    "OfferView",
    "ParView",
    "PlayerView",
    "PositionView",
    "PrivateView",
    "TrainStackView",
]
