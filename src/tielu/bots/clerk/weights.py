"""The numbers behind the clerk's rules of thumb that every title shares; a title adds those of its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What the clerk believes, as numbers that experiments can change; money is in yuan."""

    # -- searching --
    search_steps: int = 200
    lays_tried: int = 5
    stations_tried: int = 3
    foundings_weighed: int = 40

    # -- time --
    soon: float = 2.0

    # -- track --
    city_value: float = 30.0
    town_value: float = 10.0
    attraction_decay: float = 0.55
    terrain: float = 0.1
    attraction_weight: float = 0.5
    future_weight: float = 0.6
    treasury_worth: float = 0.25
    near_turns: float = 4.0
    further_exit: float = 0.3
    dead_end: float = 0.2
    own_hex: float = 0.5

    # -- stations --
    station_share: float = 0.6
    station_value: float = 0.5
    station_thrift: float = 0.2

    # -- runs and the money of companies --
    any_run: float = 0.5
    saved_pocket_money: float = 0.8
    idle_money: float = 0.1
    saving_ahead: float = 3.0
    enables: float = 100.0

    # -- trains --
    owner_of_nothing: float = 400.0
    permanent: float = 400.0
    replaced: float = 250.0
    pocket: float = 1.0
    borrowed: float = 2.0
    malice: float = 0.5
    sooner: float = 0.3
    least_part: float = 0.2
    trains_hoped_for: int = 3
    track_to_come: float = 0.5

    # -- shares --
    opportunity: float = 0.4
    usual_rise: float = 5.0
    paying_income: float = 20.0
    deepest_fall: float = 0.7
    lowest_price: float = 50.0
    paying_part: float = 0.85
    rise_trust: float = 0.8
    site_promise: float = 1.0
    site_track: float = 0.8
    doubt: float = 0.6
    helps_float: float = 100.0
    risk_kept: float = 0.7
    growth: float = 1.15
    control: float = 60.0
    burden: float = 0.6
    heir: float = 0.3
    by_force: float = 0.8
    youth: float = 0.6
    grown_up: int = 2
    sale_margin: float = 40.0
    debt_relief: float = 1.0
    swap_margin: float = 60.0
    sale_when_forced: float = 5000.0

    # -- founding --
    founding: float = 60.0
    par_height: float = 4.0
    short_of_capital: float = 0.8

    # -- auction --
    bid_spread: float = 0.12

    # -- deals --
    sister_margin: float = 40.0
