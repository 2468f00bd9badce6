"""The editions, as values: each difference is a named switch, and the code asks the switch, never the edition.

The rulings behind the switches are in docs/rulings.md. The two printed editions differ in exactly five of them;
most others are readings of the online platform, whose recorded games must replay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tielu.core.revisions import Repair, earlier_switches


@dataclass(frozen=True)
class Rules:
    edition: str
    # -- between the printed editions --
    p0_paid_on_removal: bool = True
    merger_needs_both_homes: bool = True
    par_slot_chosen: bool = False
    oo_home_closed_on_brown: bool = False
    takeover_sales_for_trains: bool = True
    # -- what both printed editions say --
    sale_binds_to_train: bool = True
    # -- readings of the platform --
    bid_step: int = 5
    free_private_advances_twice: bool = False
    merger_may_wait: bool = False
    merger_ignores_marker_in_hex: bool = False
    bonus_needs_run: bool = False
    running_is_compulsory: bool = True
    repays_all_it_can: bool = False
    debtor_may_found: bool = False
    no_removal_after_interruption: bool = False
    removal_surplus_after_share_round: bool = False
    surplus_in_any_order: bool = False
    forced_rocket_may_be_lost: bool = True
    second_capital_needs_float: bool = True
    second_capital_on_founding: bool = True
    oo_home_chosen_again: bool = False
    p5_for_any_company: bool = False
    closing_investor_skips_next: bool = False
    # What the platform charged for some trains at first: accepted, since games of that time exist, but not offered.
    old_train_prices: tuple[tuple[str, int], ...] = ()
    steps_wait_for_pass: bool = False
    rocket_waits_after_upgrade: bool = False

    def cites(self, of_2010: str, of_2022: str) -> str:
        """The id to cite where the printed editions differ in wording, or only the later one prints a rule."""
        return of_2010 if self.edition == "2010" else of_2022


EDITIONS: Final = {
    "2022": Rules("2022"),
    "2010": Rules(
        "2010",
        p0_paid_on_removal=False,
        merger_needs_both_homes=False,
        par_slot_chosen=True,
        oo_home_closed_on_brown=True,
        takeover_sales_for_trains=False,
    ),
    "18xx.games": Rules(
        "18xx.games",
        merger_needs_both_homes=False,
        par_slot_chosen=True,
        bid_step=1,
        free_private_advances_twice=True,
        merger_may_wait=True,
        merger_ignores_marker_in_hex=True,
        bonus_needs_run=True,
        running_is_compulsory=False,
        repays_all_it_can=True,
        debtor_may_found=True,
        no_removal_after_interruption=True,
        removal_surplus_after_share_round=True,
        surplus_in_any_order=True,
        forced_rocket_may_be_lost=False,
        second_capital_needs_float=False,
        second_capital_on_founding=False,
        oo_home_chosen_again=True,
        p5_for_any_company=True,
        closing_investor_skips_next=True,
        sale_binds_to_train=False,
        old_train_prices=(("6E", 600), ("2R", 100)),
        steps_wait_for_pass=True,
        rocket_waits_after_upgrade=True,
    ),
}

# What has been repaired since the first revision; docs/revisions.md says why.
REPAIRS: Final[tuple[Repair, ...]] = (
    Repair(2, "sale_binds_to_train", "1880.emergency.may-sell-shares", ("2022", "2010")),
    Repair(2, "oo_home_closed_on_brown", "1880.station.oo-home-reserved", ("2010",)),
    Repair(2, "takeover_sales_for_trains", "1880.communist.director-cannot-sell", ("2010",), before=True),
    Repair(2, "rocket_waits_after_upgrade", "1880.p7.exchange-any-time", ("18xx.games",)),
)


def rules_of(edition: str, revision: int) -> Rules:
    """The switches of an edition as they were in a revision."""
    return replace(EDITIONS[edition], **earlier_switches(REPAIRS, edition, revision))
