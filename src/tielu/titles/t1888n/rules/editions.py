"""The edition and the profile of the online platform, as values: the code asks the switch, never the edition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tielu.core.revisions import Repair, earlier_switches


@dataclass(frozen=True)
class Rules:
    edition: str
    station_costs: tuple[int, ...] = (0, 40, 100, 100)
    certificate_limit_for_two: int = 28
    # -- repairs --
    forced_sale_at_once: bool = True
    train_offers_may_rise: bool = True
    shares_start_after_face_buyer: bool = True
    auction_priority_by_purchase: bool = True
    private_counts_in_share_buying: bool = True
    bank_breaks_in_auction: bool = True
    home_tile_money_is_kept: bool = True
    private_offers_may_rise: bool = True
    # -- readings of the platform --
    lowest_bidder_always_next: bool = False
    all_own_bids_locked: bool = False
    shares_start_after_last_actor: bool = False
    may_take_share_sold_before: bool = False
    raising_may_change_others: bool = False
    trains_traded_from_phase_2: bool = False
    purchases_need_no_answer: bool = False
    home_tile_is_free: bool = False
    bankruptcy_sells_all: bool = False
    may_sell_in_vain: bool = False
    powers_after_forced_sale: bool = False
    other_trains_do_not_save: bool = False
    bank_breaks_below_zero: bool = False
    run_need_not_be_highest: bool = False
    second_wall_tile_at_once: bool = False
    steps_wait_for_pass: bool = False


EDITIONS: Final = {
    "2022": Rules("2022"),
    "18xx.games": Rules(
        "18xx.games",
        station_costs=(0, 40, 60, 80),
        certificate_limit_for_two=20,
        lowest_bidder_always_next=True,
        all_own_bids_locked=True,
        shares_start_after_last_actor=True,
        auction_priority_by_purchase=False,
        private_counts_in_share_buying=False,
        may_take_share_sold_before=True,
        raising_may_change_others=True,
        trains_traded_from_phase_2=True,
        purchases_need_no_answer=True,
        home_tile_is_free=True,
        bankruptcy_sells_all=True,
        may_sell_in_vain=True,
        powers_after_forced_sale=True,
        other_trains_do_not_save=True,
        bank_breaks_below_zero=True,
        run_need_not_be_highest=True,
        second_wall_tile_at_once=True,
        steps_wait_for_pass=True,
    ),
}
CERTIFICATE_LIMIT: Final = {3: 20, 4: 16, 5: 13, 6: 11}


def certificate_limit(rules: Rules, players: int) -> int:
    return CERTIFICATE_LIMIT.get(players, rules.certificate_limit_for_two)


# What has been repaired since the first revision; docs/revisions.md says why.
REPAIRS: Final[tuple[Repair, ...]] = (
    Repair(2, "forced_sale_at_once", "1888.emergency.must-sell", ("2022", "18xx.games")),
    Repair(2, "train_offers_may_rise", "1888.trains.intercompany", ("2022",)),
    Repair(2, "may_take_share_sold_before", "1888.forbidden-city.exchange", ("18xx.games",)),
    Repair(2, "shares_start_after_face_buyer", "1888.auction.then-standard-sr", ("2022",)),
    Repair(2, "auction_priority_by_purchase", "1888.sr.priority-next", ("2022",)),
    Repair(3, "private_counts_in_share_buying", "1888.sr.priority-next", ("2022",)),
    Repair(3, "bank_breaks_in_auction", "1888.end.bank-break-full-set", ("2022", "18xx.games")),
    Repair(3, "home_tile_money_is_kept", "1888.track.first-turn-home-tile", ("2022",)),
    Repair(3, "private_offers_may_rise", "1888.turn.buy-privates-any-time", ("2022",)),
)


def rules_of(edition: str, revision: int) -> Rules:
    """The switches of an edition as they were in a revision."""
    return replace(EDITIONS[edition], **earlier_switches(REPAIRS, edition, revision))
