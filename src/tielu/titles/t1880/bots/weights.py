"""The numbers behind the clerk's rules of thumb in 1880, and those that the director found better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.weights import Weights


@dataclass(frozen=True)
class Weights1880(Weights):
    """What the clerk believes in 1880."""

    # -- time --
    turns_of_type: float = 1.4
    turns_of_train: float = 0.4
    turn_in_progress: float = 0.5

    # -- track and shares --
    meeting: float = 60.0
    bonus_of_step: float = 18.0

    # -- founding --
    near_investor: float = 4.0
    investor_reach: float = 6.0
    late_slot: float = 0.5
    never_floats: float = 500.0
    own_share: float = 0.9
    building_turn: float = 8.0
    later_permit: float = 0.55
    # A to D: turns that a company usually has in the phases of each letter.
    turns_of_letter: tuple[float, ...] = (4.0, 5.0, 4.5, 3.0)
    no_track: float = 300.0

    # -- auction --
    # P0 to P7: income until the takeover, power, and for P6 a company.
    privates: tuple[float, ...] = (35.0, 25.0, 45.0, 80.0, 105.0, 135.0, 230.0, 130.0)
    # A1 to A7: how good their places are.
    investors: tuple[float, ...] = (30.0, 45.0, 40.0, 60.0, 50.0, 65.0, 70.0)
    investor_near_bcr: float = 40.0
    founding_money: int = 200
    second_company: int = 100
    waited: float = 0.1

    # -- powers and mergers --
    rocket_waits_for: float = 250.0
    sure_claim: float = 95.0
    unsure_claim: float = 65.0
    permit: float = 20.0
    surrendered_train: float = 100.0
    merger: float = 60.0
    merged_money: float = 0.3
    free_marker: float = 10.0

    # -- the worth of players --
    claim: float = 70.0
    rocket: float = 200.0


def weights_of(desk: Desk) -> Weights1880:
    """The weights of the clerk at this desk."""
    assert isinstance(desk.w, Weights1880)
    return desk.w


# What the director's own clerk believes; found by `python -m bench.tuning`.
DIRECTOR_WEIGHTS: Final = Weights1880(
    turns_of_type=1.45,
    turns_of_train=0.439,
    turn_in_progress=0.408,
    soon=1.83,
    city_value=17.2,
    town_value=12.6,
    attraction_decay=0.326,
    terrain=0.0831,
    attraction_weight=0.465,
    future_weight=0.426,
    treasury_worth=0.243,
    near_turns=4.04,
    further_exit=0.465,
    dead_end=0.236,
    own_hex=0.537,
    meeting=73.3,
    station_share=0.477,
    station_value=0.563,
    station_thrift=0.235,
    any_run=0.575,
    saved_pocket_money=1.27,
    idle_money=0.144,
    saving_ahead=3.33,
    enables=103.0,
    owner_of_nothing=342.0,
    permanent=332.0,
    replaced=170.0,
    pocket=0.881,
    borrowed=2.02,
    malice=0.452,
    sooner=0.317,
    least_part=0.174,
    track_to_come=0.532,
    opportunity=0.449,
    bonus_of_step=19.7,
    usual_rise=4.05,
    paying_income=21.4,
    deepest_fall=0.689,
    lowest_price=107.0,
    paying_part=1.8,
    rise_trust=0.847,
    site_promise=0.622,
    site_track=0.675,
    doubt=0.556,
    helps_float=107.0,
    risk_kept=0.693,
    growth=1.8,
    control=55.3,
    burden=0.653,
    heir=0.368,
    by_force=0.592,
    youth=0.721,
    sale_margin=32.6,
    debt_relief=0.98,
    swap_margin=48.9,
    sale_when_forced=6350.0,
    founding=36.8,
    near_investor=3.52,
    investor_reach=7.92,
    late_slot=0.366,
    par_height=3.22,
    never_floats=730.0,
    short_of_capital=0.703,
    own_share=0.537,
    building_turn=6.31,
    later_permit=0.389,
    turns_of_letter=(4.01, 5.25, 4.45, 3.3),
    no_track=276.0,
    privates=(54.7, 25.8, 61.0, 106.0, 154.0, 197.0, 182.0, 96.4),
    investors=(27.9, 51.0, 32.2, 43.2, 54.9, 77.5, 110.0),
    investor_near_bcr=35.6,
    second_company=82,
    rocket_waits_for=260.0,
    founding_money=187,
    bid_spread=0.102,
    sure_claim=87.2,
    permit=20.5,
    surrendered_train=98.1,
    merger=66.1,
    merged_money=0.332,
    claim=71.9,
    rocket=256.0,
    sister_margin=42.5,
)

# What the chairman's own clerk believes: further rounds of the same, from the director's numbers on.
CHAIRMAN_WEIGHTS: Final = Weights1880(
    soon=2.72,
    city_value=11.1,
    town_value=13.4,
    attraction_decay=0.404,
    terrain=0.0783,
    attraction_weight=0.52,
    future_weight=0.406,
    treasury_worth=0.242,
    near_turns=4.47,
    further_exit=0.61,
    dead_end=0.185,
    own_hex=0.537,
    station_share=0.434,
    station_value=0.54,
    station_thrift=0.289,
    any_run=0.663,
    saved_pocket_money=1.64,
    idle_money=0.14,
    saving_ahead=2.98,
    enables=116.0,
    owner_of_nothing=374.0,
    permanent=333.0,
    replaced=156.0,
    pocket=1.02,
    borrowed=2.11,
    malice=0.392,
    sooner=0.313,
    least_part=0.209,
    trains_hoped_for=2,
    track_to_come=0.589,
    opportunity=0.426,
    usual_rise=3.39,
    paying_income=20.7,
    deepest_fall=0.602,
    lowest_price=160.0,
    paying_part=1.81,
    rise_trust=0.944,
    site_promise=0.463,
    site_track=0.75,
    doubt=0.496,
    helps_float=135.0,
    risk_kept=0.762,
    growth=1.86,
    control=45.6,
    burden=0.703,
    heir=0.354,
    by_force=0.565,
    youth=0.81,
    sale_margin=28.0,
    debt_relief=0.883,
    swap_margin=46.0,
    sale_when_forced=6920.0,
    founding=30.9,
    par_height=4.1,
    short_of_capital=0.798,
    bid_spread=0.102,
    sister_margin=45.4,
    turns_of_type=2.67,
    turns_of_train=0.407,
    turn_in_progress=0.318,
    meeting=101.0,
    bonus_of_step=28.7,
    near_investor=4.47,
    investor_reach=8.82,
    late_slot=0.406,
    never_floats=792.0,
    own_share=0.537,
    building_turn=4.95,
    later_permit=0.413,
    turns_of_letter=(3.95, 6.02, 4.5, 3.41),
    no_track=187.0,
    privates=(45.5, 25.0, 51.8, 102.0, 143.0, 203.0, 239.0, 54.5),
    investors=(41.9, 61.6, 19.5, 38.9, 31.0, 103.0, 145.0),
    investor_near_bcr=33.4,
    founding_money=179,
    second_company=48,
    waited=0.0997,
    rocket_waits_for=178.0,
    sure_claim=94.5,
    unsure_claim=55.2,
    permit=25.2,
    surrendered_train=108.0,
    merger=60.0,
    merged_money=0.25,
    free_marker=11.5,
    claim=70.7,
    rocket=202.0,
)
