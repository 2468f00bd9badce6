"""1888-N: the player aid, from the tables of its components."""

from __future__ import annotations

from tielu.i18n import rule_text
from tielu.i18n.values import say_money, say_name
from tielu.titles.t1888n.rules import components as parts
from tielu.titles.t1888n.rules.editions import EDITIONS, certificate_limit
from tielu.views.rulebook.aid import (
    Aid,
    AidCell,
    AidTable,
    chart,
    colour_cell,
    lines,
    players_table,
    table,
    train_cells,
)
from tielu.views.rulebook.places import place_of

TITLE = "1888"
# What a private does, in the words of its rule.
_POWERS = {
    "TA": "terracotta.tile",
    "HS": "heng-shan.mountain-tile",
    "GW": "great-wall.free-yellow",
    "YRF": "yanda.ferry-tile",
    "FC": "forbidden-city.exchange",
}
_ORDER = (
    "play.starts-with-auction",
    "play.alternate-sr-or",
    "or.privates-first",
    "or.price-order",
    "or.same-space-top-first",
    "export.end-of-or-set",
)
_AUCTION = ("auction.turn-options", "auction.min-raise", "auction.bid-money-locked", "auction.all-pass-private-or")
_TURN = (
    "turn.sequence",
    "track.one-per-turn",
    "track.first-turn-home-tile",
    "station.one-per-turn",
    "income.maximum",
    "income.pay-or-retain",
    "income.pool-to-treasury",
    "trains.must-own",
    "turn.buy-privates-any-time",
    "privates.close-at-phase-5",
)
_TRACK = (
    "track.reachable",
    "track.terrain-cost",
    "track.no-barrier",
    "upgrade.keep-track",
    "upgrade.connected",
    "upgrade.oo-b-first-green",
)
_ROUTES = (
    "route.two-locations",
    "route.own-station",
    "route.no-track-reuse",
    "route.red-terminal",
    "route.may-end-at-blocked",
    "route.no-through-blocked",
    "run.range",
    "run.no-location-twice",
    "run.trains-disjoint",
    "run.destination-bonus",
    "harbour.end-of-route",
    "heng-shan.subsidy-40",
)
_TRAINS = (
    "trains.ascending",
    "trains.no-purchase-at-limit",
    "trains.over-new-limit-return",
    "trains.intercompany",
    "trains.diesel-trade-in",
)
_PRICES = ("price.dividend-right", "price.no-dividend-left", "sell.price-drop-each", "price.sold-out-up")
_SHARES = (
    "sr.turn-options",
    "sell.not-first-sr",
    "buy.ipo-par",
    "buy.pool-current",
    "buy.max-60-percent",
    "sell.pool-max-five",
    "buy.not-after-selling-same",
    "float.par-values",
    "float.sixty-percent",
    "float.full-capital",
    "cert.red-zone-exempt",
    "director.change-more",
)
_FORCED = (
    "emergency.director-pays",
    "emergency.cheapest",
    "emergency.must-sell",
    "emergency.no-director-change",
    "emergency.bankruptcy",
)
_END = ("end.bank-break-full-set", "end.bank-break-in-sr", "end.bankruptcy-immediate", "score.sum")


def aid_pages(edition: str, lang: str) -> Aid:
    """Two pages: the run of the game and its trains; shares, powers, trouble and the end."""
    limits = {count: certificate_limit(EDITIONS[edition], count) for count in parts.STARTING_CASH}
    first = (
        players_table(lang, parts.STARTING_CASH, limits),
        lines(TITLE, edition, lang, "aid_order", _ORDER),
        lines(TITLE, edition, lang, "aid_auction", _AUCTION),
        lines(TITLE, edition, lang, "aid_turn", _TURN),
        _stations(edition, lang),
        _phases(lang),
        lines(TITLE, edition, lang, "aid_track", _TRACK),
        lines(TITLE, edition, lang, "aid_routes", _ROUTES),
        lines(TITLE, edition, lang, "aid_trains", _TRAINS),
    )
    second = (
        lines(TITLE, edition, lang, "aid_shares", _SHARES),
        _privates(lang),
        _companies(lang),
        lines(TITLE, edition, lang, "aid_forced", _FORCED),
        lines(TITLE, edition, lang, "aid_end", _END),
        lines(TITLE, edition, lang, "aid_prices", _PRICES),
        chart(TITLE, edition, lang),
    )
    return first, second


def _phases(lang: str) -> AidTable:
    """The trains with the phase that their first sale begins."""
    rows: list[tuple[AidCell | str | int, ...]] = []
    for phase, train in zip(parts.PHASES[1:], parts.TRAINS, strict=True):
        cells = train_cells(train, lang)
        rows.append((phase.name, *cells, phase.train_limit, phase.operating_rounds, colour_cell(phase.colour, lang)))
    columns = ("aid_phase", "aid_train", "aid_price", "aid_count", "aid_scraps", "aid_limit", "aid_rounds", "aid_tiles")
    return table(lang, "aid_phases", columns, rows)


def _stations(edition: str, lang: str) -> AidTable:
    costs = EDITIONS[edition].station_costs
    return table(
        lang,
        "aid_stations",
        ("aid_home", "aid_second", "aid_third", "aid_fourth"),
        [[say_money(cost, lang) for cost in costs]],
    )


def _privates(lang: str) -> AidTable:
    rows = [
        [
            each.id,
            say_money(each.price, lang),
            say_money(each.income, lang),
            f"{each.lowest}–{each.highest}",
            rule_text(f"{TITLE}.{_POWERS[each.id]}", lang) if each.id in _POWERS else "–",
        ]
        for each in parts.PRIVATES
    ]
    return table(lang, "aid_privates", ("", "aid_value", "aid_income", "aid_sale", "aid_power"), rows)


def _companies(lang: str) -> AidTable:
    rows: list[list[AidCell | str | int]] = [
        [
            AidCell(each.id, company=each.id),
            say_name(place_of(TITLE, each.home), lang),
            say_name(place_of(TITLE, each.destination), lang),
            f"+{each.bonus}",
            each.markers,
        ]
        for each in parts.COMPANIES
    ]
    return table(lang, "aid_companies", ("", "aid_home", "aid_destination", "aid_bonus", "aid_markers"), rows)
