"""1880: what a guided game explains, in the order of urgency."""

from __future__ import annotations

from dataclasses import replace

from tielu.views import topics
from tielu.views.topics import Topic

_TAKEOVER = "takeover"
# The privates with the rules of their powers: what each is worth is told when it is auctioned.
_PRIVATES = {
    "P0": "1880.p0.one-off-payment",
    "P1": "1880.p1.no-power",
    "P2": "1880.p2.free-ferries",
    "P3": "1880.p3.taiwan-bonus",
    "P4": "1880.p4.river-discount",
    "P5": "1880.p5.extra-d-permit",
    "P6": "1880.p6.bcr-director",
    "P7": "1880.p7.exchange-any-time",
}

TOPICS: tuple[Topic, ...] = (
    # ---- asked once, whenever it comes up ----
    Topic("charter", ("found_company",), steps=("imperial_charter",), rule="1880.p6.bcr-permit-choice"),
    Topic("investor", ("choose_investor",), rule="1880.fi.free-choice"),
    Topic("payment", ("claim_payment",), rule="1880.p0.one-off-payment"),
    Topic("rocket_forced", ("exchange_rocket",), steps=("forced_rocket",), rule="1880.p7.forced-exchange-at-b3"),
    Topic("permit_now", ("assign_permit",), steps=("permit_choice",), rule="1880.p5.extra-d-permit"),
    Topic("home_city", ("place_station",), steps=("home_choice",), rule="1880.station.oo-home-choice-green"),
    Topic("merger_money", ("merge_money",), rule="1880.merger.treasury-choice"),
    Topic("merger_marker", ("merge_station",), rule="1880.merger.token-replacement"),
    Topic("forced_debt", ("sell_shares",), round="operating", rule="1880.emergency.debt-50-percent"),
    replace(topics.DISCARD, rule="1880.trains.surplus-removed"),
    # ---- auction and share rounds ----
    *(Topic(f"private_{private.lower()}", ("bid",), private=private, rule=rule) for private, rule in _PRIVATES.items()),
    replace(topics.GOAL, rule="1880.score.cash-plus-shares"),
    Topic("debt", ("repay_debt",), rule="1880.emergency.interest-each-sr-end"),
    Topic(
        "takeover_shares",
        ("buy_share", "sell_shares"),
        round="share",
        notice=_TAKEOVER,
        rule="1880.communist.prices-frozen",
    ),
    Topic("found_permits", ("found_company",), round="share", rule="1880.permit.chosen-at-purchase"),
    replace(topics.BUY_SHARE, rule="1880.sr.turn-options"),
    replace(topics.SELL_SHARES, notice="", rule="1880.price.sale-down"),
    # ---- operating rounds, in the order of a turn ----
    Topic("investor_track", ("lay_tile",), steps=("investor_track",), rule="1880.fi.one-tile"),
    Topic("investor_run", ("run_trains",), steps=("investor_run",), rule="1880.fi.lease-current-train"),
    Topic("track_permit", ("lay_tile",), steps=("track",), rule="1880.permit.required-to-build"),
    replace(topics.STATION, steps=("station",), rule="1880.station.connected"),
    replace(topics.RUN, steps=("run",), rule="1880.income.sum-plus-bonus"),
    Topic("takeover_dividend", ("pay_dividend",), notice=_TAKEOVER, rule="1880.communist.prices-frozen"),
    replace(topics.DIVIDEND, notice="", rule="1880.income.pay-or-withhold"),
    replace(topics.TRAIN_DUTY, rule="1880.trains.must-own"),
    replace(topics.TRAIN, rule="1880.trains.buy-last-step"),
    Topic("train_circle", ("buy_train",), rule="1880.trains.full-circle-removal"),
    Topic(
        "rocket",
        ("exchange_rocket",),
        steps=("track", "station", "run", "dividend", "train"),
        rule="1880.p7.exchange-any-time",
    ),
    Topic("permit", ("assign_permit",), rule="1880.p5.extra-d-permit"),
)
