"""1880: the rules that each switch is about in which editions differ."""

from __future__ import annotations

from collections.abc import Mapping

READINGS: Mapping[str, tuple[str, ...]] = {
    # -- between the printed editions --
    "p0_paid_on_removal": ("1880.p0.one-off-payment", "1880.p0.removal-counts"),
    "merger_needs_both_homes": ("1880.merger.connection.2022",),
    "par_slot_chosen": ("1880.float.slot.2022",),
    "oo_home_closed_on_brown": ("1880.station.oo-home-reserved", "1880.station.oo-home-reserved-brown"),
    "takeover_sales_for_trains": ("1880.communist.director-cannot-sell",),
    # -- what both printed editions say --
    "sale_binds_to_train": ("1880.emergency.may-sell-shares",),
    # -- readings of the platform --
    "bid_step": ("1880.auction.bid-multiple-of-five",),
    "free_private_advances_twice": ("1880.auction.starter-rotates-left", "1880.auction.free-private-forced"),
    "merger_may_wait": ("1880.merger.automatic",),
    "merger_ignores_marker_in_hex": ("1880.merger.token-replacement",),
    "bonus_needs_run": ("1880.bonus.chart-times-ten", "1880.bonus.lost-without-train"),
    "running_is_compulsory": ("1880.turn.compulsory-steps",),
    "repays_all_it_can": ("1880.emergency.repay-in-sr", "1880.sr.priority-next"),
    "debtor_may_found": ("1880.emergency.no-buying-while-in-debt",),
    "no_removal_after_interruption": ("1880.trains.full-circle-removal",),
    "removal_surplus_after_share_round": ("1880.trains.surplus-removed",),
    "surplus_in_any_order": ("1880.trains.surplus-removed",),
    "forced_rocket_may_be_lost": ("1880.p7.forced-surrender-option",),
    "second_capital_needs_float": ("1880.capital.check-first-3", "1880.capital.check-in-sr"),
    "second_capital_on_founding": ("1880.capital.check-in-sr",),
    "oo_home_chosen_again": ("1880.station.oo-home-choice-green",),
    "p5_for_any_company": ("1880.p5.extra-d-permit",),
    "closing_investor_skips_next": ("1880.fi.end-20-percent",),
    "old_train_prices": ("1880.train.2r-price", "1880.phase.train-6e"),
    "steps_wait_for_pass": ("1880.turn.sequence",),
    "rocket_waits_after_upgrade": ("1880.p7.exchange-any-time",),
}
