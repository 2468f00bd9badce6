"""1888-N: what a guided game explains, in the order of urgency."""

from __future__ import annotations

from dataclasses import replace

from tielu.views import topics
from tielu.views.topics import Topic

# Steps in which a private can lay a tile beside those of the track step.
_AFTER_TRACK = ("station", "run", "dividend", "train", "private")

TOPICS: tuple[Topic, ...] = (
    # ---- asked once, whenever it comes up ----
    Topic("answer_private", ("accept",), steps=("private_offer",), rule="1888.privates.sale-to-company-from-phase-3"),
    replace(topics.ANSWER, steps=("train_offer",), rule="1888.trains.intercompany"),
    Topic("wall_again", ("lay_tile",), steps=("second_wall_tile",), rule="1888.great-wall.two-same-turn-connected"),
    replace(topics.BANKRUPT, rule="1888.emergency.bankruptcy"),
    replace(topics.FORCED_SALE, rule="1888.emergency.must-sell"),
    replace(topics.DISCARD, rule="1888.trains.surplus-to-pool"),
    # ---- auction and share rounds ----
    Topic("auction_cheapest_first", ("bid",), steps=("auction",), rule="1888.auction.turn-options"),
    replace(topics.AUCTION, steps=("bidder_auction",), rule="1888.auction.multi-bid-auction"),
    replace(topics.GOAL, rule="1888.score.sum"),
    Topic("free_share", ("take_share",), rule="1888.forbidden-city.exchange"),
    replace(topics.FOUND, rule="1888.float.director-first"),
    Topic("float_by_sales", ("found_company",), rule="1888.float.sixty-percent"),
    replace(topics.BUY_SHARE, rule="1888.sr.turn-options"),
    replace(topics.SELL_SHARES, rule="1888.sell.price-drop-each"),
    # ---- operating rounds, in the order of a turn ----
    Topic("home_tile", ("lay_tile",), without=("pass",), steps=("track",), rule="1888.track.first-turn-home-tile"),
    replace(topics.TRACK, steps=("track",), rule="1888.track.one-per-turn"),
    replace(topics.STATION, steps=("station",), rule="1888.station.cost"),
    Topic("run_highest", ("run_trains",), rule="1888.income.maximum"),
    replace(topics.DIVIDEND, rule="1888.income.pay-or-retain"),
    replace(topics.TRAIN_DUTY, rule="1888.trains.must-own"),
    replace(topics.TRAIN, rule="1888.trains.buy-last"),
    Topic("train_export", ("buy_train",), rule="1888.export.end-of-or-set"),
    replace(topics.BUY_PRIVATE, rule="1888.privates.sale-price-range"),
    Topic("ferry", ("lay_ferry",), rule="1888.yanda.ferry-tile"),
    Topic("power_tile", ("lay_tile",), steps=_AFTER_TRACK, rule="1888.turn.use-private-powers-any-time"),
)
