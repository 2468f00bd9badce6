"""1880: the player aid, from the tables of its components."""

from __future__ import annotations

from tielu.i18n import rule_text, say
from tielu.i18n.values import say_money, say_name
from tielu.titles.t1880.rules import components as parts
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

TITLE = "1880"
# What a private does, in the words of its rule.
_POWERS = {
    "P0": "p0.one-off-payment",
    "P1": "p1.no-power",
    "P2": "p2.free-ferries",
    "P3": "p3.taiwan-bonus",
    "P4": "p4.river-discount",
    "P5": "p5.extra-d-permit",
    "P6": "p6.bcr-director",
    "P7": "p7.exchange-any-time",
}


def aid_pages(edition: str, lang: str) -> Aid:
    """Two pages: the run of the game and its trains; shares, powers, trouble and the end."""
    first = (
        players_table(lang, parts.STARTING_CASH, parts.CERTIFICATE_LIMIT),
        lines(TITLE, edition, lang, "aid_order", _ORDER),
        lines(TITLE, edition, lang, "aid_turn", _TURN),
        _stations(lang),
        _phases(lang),
        lines(TITLE, edition, lang, "aid_track", _TRACK),
        lines(TITLE, edition, lang, "aid_routes", _ROUTES),
        lines(TITLE, edition, lang, "aid_trains", _TRAINS),
        lines(TITLE, edition, lang, "aid_prices", _PRICES),
        chart(TITLE, edition, lang),
    )
    second = (
        lines(TITLE, edition, lang, "aid_shares", _SHARES),
        _founding(lang),
        _privates(lang),
        _homes(lang),
        lines(TITLE, edition, lang, "aid_investors", _INVESTORS),
        lines(TITLE, edition, lang, "aid_takeover", _TAKEOVER),
        lines(TITLE, edition, lang, "aid_forced", _FORCED),
        lines(TITLE, edition, lang, "aid_end", _END),
    )
    return first, second


_ORDER = (
    "auction.order-ascending",
    "auction.fi-pick-order",
    "sr1.no-sales",
    "or.privates-first",
    "or.fi-second",
    "or.majors-by-par",
    "or.circular",
    "srtime.last-of-type",
)
_TURN = (
    "turn.sequence",
    "track.phase-a-one-tile",
    "track.phase-b-two-yellow-or-upgrade",
    "permit.required-to-build",
    "station.one-per-or",
    "income.pay-or-withhold",
    "trains.must-own",
)
_TRACK = (
    "track.must-extend-own-network",
    "track.terrain-cost",
    "track.boomtown-choice",
    "upgrade.keep-existing-track",
    "upgrade.brown-city-six-exits",
)
_ROUTES = (
    "route.own-marker",
    "route.no-city-twice",
    "route.may-end-at-blocked",
    "route.no-through-blocked",
    "route.offboard-harbour-terminal",
    "route.trains-disjoint",
    "income.sum-plus-bonus",
    "income.ferry-charge",
    "transsib.bonus-50",
)
_TRAINS = ("train.plus", "train.e-skip", "trains.full-circle-removal", "trains.intercompany-same-director")
_PRICES = ("price.dividend-right", "price.no-dividend-left", "price.sale-down", "price.sold-out-up")
_SHARES = (
    "sr.turn-options",
    "sell.fee-5",
    "buy.not-after-selling-same",
    "cert.director-counts-one",
    "director.change-by-purchase",
    "phase.a1-five-shares",
    "float.threshold-by-director",
    "capital.five-times-par",
    "capital.check-in-sr",
    "sr.priority-next",
)
_INVESTORS = (
    "fi.one-tile",
    "fi.lease-current-train",
    "fi.always-withhold",
    "fi.reserve-share.2022",
    "merger.connection.2022",
    "merger.treasury-choice",
    "merger.share-to-owner",
    "merger.bonus-50",
)
_TAKEOVER = (
    "communist.start-first-4",
    "communist.prices-frozen",
    "communist.privates-stop-forever",
    "fi.inactive-from-b3",
    "communist.director-cannot-sell",
    "communist.end-first-6",
)
_FORCED = (
    "emergency.bank-only",
    "emergency.director-pays-difference",
    "emergency.may-sell-shares",
    "emergency.debt-50-percent",
    "emergency.interest-each-sr-end",
    "emergency.no-buying-while-in-debt",
)
_END = (
    "end.trigger-last-8",
    "end.three-more-turns",
    "end.marker-company-last",
    "score.cash-plus-shares",
    "fi.end-20-percent",
)


def _phases(lang: str) -> AidTable:
    """Trains and phases in one: a phase begins with the first train of its type."""
    restored = parts.TRAINS[parts.T2R]
    rows: list[tuple[AidCell | str | int, ...]] = []
    for phase, train in zip(parts.PHASES, parts.TRAINS, strict=False):
        events = [say("aid_takeover", lang)] if phase.takeover else []
        if phase.name == "C2":
            events.append(f"{restored.name}: {say_money(restored.price, lang)}")
        rows.append(
            (
                phase.name,
                *train_cells(train, lang),
                phase.train_limit,
                f"{phase.float_percent}%",
                colour_cell(phase.colour, lang),
                " ".join(events),
            )
        )
    columns = (
        "aid_phase",
        "aid_train",
        "aid_price",
        "aid_count",
        "aid_scraps",
        "aid_limit",
        "aid_float",
        "aid_tiles",
        "",
    )
    return table(lang, "aid_phases", columns, rows)


def _stations(lang: str) -> AidTable:
    """What station markers cost; they are dearer in the last phases."""
    dearest = max(phase.station_factor for phase in parts.PHASES)
    letters = [
        sorted({phase.permit for phase in parts.PHASES if phase.station_factor == factor}) for factor in (1, dearest)
    ]
    rows = [
        [
            f"{found[0]}–{found[-1]}" if len(found) > 1 else found[0],
            *(say_money(cost * factor, lang) for cost in parts.STATION_COSTS),
        ]
        for factor, found in zip((1, dearest), letters, strict=True)
    ]
    return table(lang, "aid_stations", ("aid_phase", "aid_home", "aid_second", "aid_third"), rows)


def _founding(lang: str) -> AidTable:
    prices = " · ".join(say_money(price, lang) for price in reversed(parts.PAR_PRICES))
    rows = [
        [f"{size}%", f"{size // 10} × {prices}", " · ".join(parts.PERMIT_CHOICES[size])]
        for size in parts.DIRECTOR_SIZES
    ]
    return table(lang, "aid_founding", ("aid_certificate", "aid_cost", "aid_permits"), rows)


def _privates(lang: str) -> AidTable:
    rows = [
        [
            each.id,
            say_money(each.price, lang),
            say_money(each.income, lang) if each.income else "–",
            rule_text(f"{TITLE}.{_POWERS[each.id]}", lang),
        ]
        for each in parts.PRIVATES
    ]
    return table(lang, "aid_privates", ("", "aid_value", "aid_income", "aid_power"), rows)


def _homes(lang: str) -> AidTable:
    """Companies and investors with their homes, in two columns."""
    railways = [
        *((AidCell(each.id, company=each.id), each.home) for each in parts.COMPANIES),
        *((AidCell(each.id), each.home) for each in parts.INVESTORS),
    ]
    cells = [(mark, AidCell(say_name(place_of(TITLE, home), lang))) for mark, home in railways]
    half = -(-len(cells) // 3)
    rows = [[cell for pair in cells[row::half] for cell in pair] for row in range(half)]
    return table(lang, "aid_homes", (), rows)
