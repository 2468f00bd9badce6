"""What passing means where it is offered: the word alone leaves a player asking what becomes of the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tielu import Game
from tielu.core.flow import Frame
from tielu.i18n import say
from tielu.titles.t1880.rules import auction as auction_1880
from tielu.titles.t1880.rules import forced_rocket, investors, p5, privates, run_step
from tielu.titles.t1880.rules import operating_round as operating_1880
from tielu.titles.t1880.rules import share_round as share_1880
from tielu.titles.t1880.rules import train_purchase as trains_1880
from tielu.titles.t1888n.rules import auction as auction_1888
from tielu.titles.t1888n.rules import operating_round as operating_1888
from tielu.titles.t1888n.rules import powers
from tielu.titles.t1888n.rules import share_round as share_1888
from tielu.titles.t1888n.rules import train_purchase as trains_1888

# A frame stands for those that are made from it.
_MEANINGS: Mapping[type[Frame[Any]], str] = {
    auction_1880.Auction: "passing_private",
    share_1880.ShareRound: "passing_shares",
    investors.InvestorTrack: "passing_track",
    operating_1880.TrackStep: "passing_track",
    operating_1880.StationStep: "passing_station",
    run_step.RunningStep: "passing_run",
    trains_1880.TrainStep: "passing_trains",
    investors.Merger: "passing_merger",
    forced_rocket.ForcedRocket: "passing_rocket",
    p5.PermitChoice: "passing_permit",
    privates.PaymentClaim: "passing_payment",
    auction_1888.Auction: "passing_bid",
    auction_1888.BidderAuction: "passing_private",
    share_1888.ShareRound: "passing_shares",
    operating_1888.TrackStep: "passing_track",
    operating_1888.StationStep: "passing_station",
    operating_1888.RunStep: "passing_run",
    trains_1888.TrainStep: "passing_trains",
    operating_1888.PrivateStep: "passing_turn",
    powers.SecondWallTile: "passing_wall",
}


def say_passing(game: Game, lang: str) -> str:
    """What passing would mean now, or an empty text where the frame has no word for it."""
    top = game.state.stack[-1] if game.state.stack else None
    keys = (key for frame, key in _MEANINGS.items() if isinstance(top, frame))
    key = next(keys, "")
    return say(key, lang) if key else ""
