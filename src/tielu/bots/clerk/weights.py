"""Every number that the clerk believes in, in one place, so that experiments can change it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    # -- searching --
    search_steps: int = 200
    lays_tried: int = 5
    stations_tried: int = 3

    # -- time --
    turns_of_type_1880: float = 1.4
    turns_of_train_1880: float = 0.4
    turns_of_type_1888: float = 3.0
    turns_of_train_1888: float = 0.5
    turns_after_break: float = 1.5
    turn_in_progress: float = 0.5
    # By phase: as in games that people played.
    turns_from_phase_1888: tuple[float, ...] = (13.0, 12.0, 10.0, 9.0, 8.0, 6.0, 5.0)
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
    meeting: float = 60.0

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
    bonus_of_step: float = 18.0
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
    others_join: float = 0.1
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
    near_investor: float = 4.0
    investor_reach: float = 6.0
    late_slot: float = 0.5
    par_height: float = 4.0
    never_floats: float = 500.0
    shared_float: float = 0.6
    short_of_capital: float = 0.8
    own_share: float = 0.9
    building_turn: float = 8.0
    later_permit: float = 0.55
    # A to D: turns that a company usually has in the phases of each letter.
    turns_of_letter_1880: tuple[float, ...] = (4.0, 5.0, 4.5, 3.0)
    no_track: float = 300.0

    # -- auction --
    # P0 to P7: income until the takeover, power, and for P6 a company.
    privates_1880: tuple[float, ...] = (35.0, 25.0, 45.0, 80.0, 105.0, 135.0, 230.0, 130.0)
    # A1 to A7: how good their places are.
    investors_1880: tuple[float, ...] = (30.0, 45.0, 40.0, 60.0, 50.0, 65.0, 70.0)
    investor_near_bcr: float = 40.0
    second_company_1880: int = 100
    waited_1880: float = 0.1
    rocket_waits_for: float = 250.0
    founding_money_1880: int = 200
    founding_money_1888: int = 420
    bargain: float = 1.4
    bargain_money_1888: int = 290
    bid_spread: float = 0.12
    private_resale: float = 0.9
    private_turns: float = 0.5

    # -- powers and mergers --
    sure_claim: float = 95.0
    unsure_claim: float = 65.0
    permit: float = 20.0
    surrendered_train: float = 100.0
    merger: float = 60.0
    merged_money: float = 0.3
    free_marker: float = 10.0

    # -- the worth of players --
    claim_1880: float = 70.0
    rocket_1880: float = 200.0

    # -- deals --
    least_deal: float = 10.0
    private_price: float = 0.8
    money_for_train: float = 0.5
    train_kept: float = 0.3
    sister_margin: float = 40.0
