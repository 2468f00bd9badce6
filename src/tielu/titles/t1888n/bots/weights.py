"""The numbers behind the clerk's rules of thumb in 1888-N, and those that the director found better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tielu.bots.clerk.desk import Desk
from tielu.bots.clerk.weights import Weights


@dataclass(frozen=True)
class Weights1888(Weights):
    """What the clerk believes in 1888-N."""

    # -- time --
    turns_of_type: float = 3.0
    turns_of_train: float = 0.5
    # By phase: as in games that people played.
    turns_from_phase: tuple[float, ...] = (13.0, 12.0, 10.0, 9.0, 8.0, 6.0, 5.0)
    turns_after_break: float = 1.5

    # -- founding --
    others_join: float = 0.1
    shared_float: float = 0.6

    # -- auction --
    founding_money: int = 420
    bargain: float = 1.4
    bargain_money: int = 290
    private_resale: float = 0.9
    private_turns: float = 0.5

    # -- deals --
    least_deal: float = 10.0
    private_price: float = 0.8
    money_for_train: float = 0.5
    train_kept: float = 0.3


def weights_of(desk: Desk) -> Weights1888:
    """The weights of the clerk at this desk."""
    assert isinstance(desk.w, Weights1888)
    return desk.w


# What the director's own clerk believes; found by `python -m bench.tuning`.
DIRECTOR_WEIGHTS: Final = Weights1888(
    turns_of_type=2.92,
    turns_of_train=0.768,
    turns_after_break=1.37,
    soon=2.33,
    city_value=14.7,
    town_value=11.0,
    attraction_decay=0.354,
    terrain=0.158,
    attraction_weight=0.58,
    future_weight=0.74,
    treasury_worth=0.263,
    near_turns=4.29,
    further_exit=0.297,
    dead_end=0.204,
    own_hex=0.49,
    station_share=0.517,
    station_value=0.428,
    station_thrift=0.183,
    any_run=0.499,
    saved_pocket_money=0.535,
    idle_money=0.0856,
    saving_ahead=2.71,
    enables=73.5,
    owner_of_nothing=535.0,
    permanent=464.0,
    replaced=275.0,
    pocket=1.29,
    borrowed=1.63,
    malice=0.501,
    sooner=0.367,
    least_part=0.19,
    trains_hoped_for=2,
    track_to_come=0.56,
    opportunity=0.453,
    usual_rise=5.57,
    paying_income=20.9,
    deepest_fall=0.606,
    lowest_price=52.1,
    paying_part=1.4,
    rise_trust=1.14,
    site_promise=0.869,
    site_track=1.46,
    doubt=0.614,
    helps_float=89.5,
    others_join=0.0901,
    risk_kept=0.714,
    growth=1.64,
    control=63.0,
    burden=0.674,
    heir=0.247,
    by_force=0.755,
    youth=0.758,
    grown_up=3,
    sale_margin=34.4,
    debt_relief=0.943,
    swap_margin=57.5,
    sale_when_forced=5240.0,
    founding=58.3,
    par_height=2.38,
    shared_float=0.655,
    short_of_capital=0.822,
    founding_money=517,
    bargain=0.98,
    bargain_money=311,
    bid_spread=0.0983,
    private_resale=0.658,
    private_turns=0.385,
    least_deal=8.71,
    private_price=0.827,
    money_for_train=0.473,
    train_kept=0.322,
    sister_margin=37.9,
)

# What the chairman's own clerk believes: further rounds of the same, from the director's numbers on.
CHAIRMAN_WEIGHTS: Final = Weights1888(
    soon=2.46,
    city_value=11.1,
    town_value=10.2,
    attraction_decay=0.341,
    terrain=0.173,
    attraction_weight=0.6,
    future_weight=0.706,
    treasury_worth=0.288,
    near_turns=4.3,
    further_exit=0.319,
    dead_end=0.201,
    own_hex=0.455,
    station_share=0.559,
    station_value=0.449,
    station_thrift=0.216,
    any_run=0.466,
    saved_pocket_money=0.572,
    idle_money=0.0886,
    saving_ahead=2.79,
    enables=66.3,
    owner_of_nothing=484.0,
    permanent=477.0,
    replaced=246.0,
    pocket=1.2,
    borrowed=1.34,
    malice=0.505,
    sooner=0.366,
    least_part=0.183,
    trains_hoped_for=2,
    track_to_come=0.539,
    opportunity=0.439,
    usual_rise=5.7,
    paying_income=18.2,
    deepest_fall=0.637,
    lowest_price=51.6,
    paying_part=1.43,
    rise_trust=1.2,
    site_promise=1.05,
    site_track=1.42,
    doubt=0.635,
    helps_float=96.9,
    risk_kept=0.698,
    growth=1.92,
    control=62.4,
    burden=0.691,
    heir=0.245,
    by_force=0.828,
    youth=0.755,
    grown_up=3,
    sale_margin=33.5,
    debt_relief=0.937,
    swap_margin=58.9,
    sale_when_forced=4970.0,
    founding=58.7,
    par_height=2.35,
    short_of_capital=0.866,
    bid_spread=0.0999,
    sister_margin=34.4,
    turns_of_type=3.05,
    turns_of_train=0.782,
    turns_from_phase=(14.6, 12.6, 10.0, 9.48, 7.5, 6.43, 4.85),
    turns_after_break=1.27,
    others_join=0.0875,
    shared_float=0.627,
    founding_money=476,
    bargain=0.924,
    bargain_money=292,
    private_resale=0.701,
    private_turns=0.438,
    least_deal=8.62,
    private_price=0.858,
    money_for_train=0.502,
    train_kept=0.32,
)
