"""1888-N: the rules that each switch is about in which editions differ."""

from __future__ import annotations

from collections.abc import Mapping

READINGS: Mapping[str, tuple[str, ...]] = {
    "station_costs": ("1888.station.cost",),
    "certificate_limit_for_two": ("1888.cert.limit-2p",),
    "auction_priority_by_purchase": ("1888.sr.priority-next",),
    "private_counts_in_share_buying": ("1888.sr.priority-next",),
    "lowest_bidder_always_next": ("1888.auction.lowest-bidder-starts",),
    "all_own_bids_locked": ("1888.auction.bid-money-locked", "1888.auction.rebid-no-benefit"),
    "shares_start_after_last_actor": ("1888.auction.then-standard-sr",),
    "may_take_share_sold_before": ("1888.forbidden-city.exchange",),
    "raising_may_change_others": ("1888.emergency.no-director-change",),
    "trains_traded_from_phase_2": ("1888.trains.intercompany",),
    "purchases_need_no_answer": ("1888.privates.sale-to-company-from-phase-3", "1888.trains.intercompany"),
    "home_tile_is_free": ("1888.track.first-turn-home-tile",),
    "bankruptcy_sells_all": ("1888.emergency.bankruptcy", "1888.end.bankrupt-can-win"),
    "may_sell_in_vain": ("1888.emergency.must-sell",),
    "powers_after_forced_sale": ("1888.emergency.must-sell",),
    "other_trains_do_not_save": ("1888.emergency.bankruptcy",),
    "bank_breaks_below_zero": ("1888.end.bank-break-full-set",),
    "run_need_not_be_highest": ("1888.income.maximum",),
    "second_wall_tile_at_once": ("1888.great-wall.two-same-turn-connected",),
    "steps_wait_for_pass": ("1888.turn.sequence",),
}
