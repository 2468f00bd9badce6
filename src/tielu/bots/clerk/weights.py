"""Every number that the clerk believes in, in one place, so that experiments can change it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    # -- searching --
    search_steps: int = 250
    lays_tried: int = 5
    stations_tried: int = 3

    # -- time --
    turns_of_type_1880: float = 1.4
    turns_of_train_1880: float = 0.4
    turns_of_type_1888: float = 3.0
    turns_of_train_1888: float = 0.5
    turns_after_break: float = 1.5
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

    # -- stations --
    station_share: float = 0.6
    station_value: float = 0.5
    station_thrift: float = 0.2

    # -- money of companies --
    saved_pocket_money: float = 0.8
    idle_money: float = 0.1
    saving_ahead: float = 3.0
    enables: float = 100.0

    # -- trains --
    least_train_gain: float = 1.0
    owner_of_nothing: float = 400.0
    permanent: float = 400.0
    replaced: float = 250.0
    pocket: float = 1.0
    borrowed: float = 2.0
    malice: float = 0.5
    sooner: float = 0.3

    trains_hoped_for: int = 3
    track_to_come: float = 0.5

    # -- shares --
    opportunity: float = 0.4
    bonus_of_step: float = 18.0
    usual_rise: float = 5.0
    paying_part: float = 0.85
    rise_trust: float = 0.8
    site_promise: float = 1.0
    site_track: float = 0.8
    doubt: float = 0.6
    helps_float: float = 100.0
    others_join: float = 0.1
    risk_kept: float = 0.7
    growth: float = 1.15
    cash_kept: float = 0.0
    control: float = 60.0
    by_force: float = 0.8
    youth: float = 0.6
    grown_up: int = 2
    sale_margin: float = 40.0
    debt_relief: float = 1.0
    swap_margin: float = 60.0
    sale_when_forced: float = 5000.0

    # -- founding --
    founding: float = 60.0
    near_investor: float = 4.0
    par_height: float = 4.0
    never_floats: float = 500.0
    shared_float: float = 0.6
    short_of_capital: float = 0.8
    own_share: float = 0.9
    building_turn: float = 8.0
    later_permit: float = 0.55
    no_track: float = 300.0

    # -- auction --
    second_company_1880: int = 100
    rocket_waits_for: float = 250.0
    founding_money_1880: int = 200
    founding_money_1888: int = 420
    bargain: float = 1.4
    bargain_money_1888: int = 290
    bid_spread: float = 0.12
    private_resale: float = 0.9

    # -- the worth of players --
    debt_grows: float = 1.5
    claim_1880: float = 70.0
    rocket_1880: float = 200.0

    # -- deals --
    least_deal: float = 10.0
    sister_margin: float = 40.0
