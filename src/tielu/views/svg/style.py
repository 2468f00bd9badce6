"""The style sheet inside a picture: every colour has a name that a page may set, and is there without one."""

from __future__ import annotations

import re
from functools import cache

from tielu.core.tiles import COLOURS
from tielu.views.svg.colours import DARK, DARK_INK, DASHES, LIGHT, LIGHT_INK, ROUTES, SEATS, ink_on, properties

FONTS = '"Noto Sans","Helvetica Neue",Arial,"DejaVu Sans","Noto Sans CJK JP",sans-serif'
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COLOUR = re.compile(r"([a-z-]+):@([a-z0-9-]+)")

_COMMON = f"""
text{{font-family:{FONTS};text-anchor:middle;fill:@ink}}
.paper{{fill:@paper}}
.heading{{font-size:15px;font-weight:700;text-anchor:start;fill:@paper-ink}}
.note{{font-size:11px;text-anchor:start;fill:@quiet-ink}}
.marker{{stroke:@rail;stroke-width:1}}
.letters{{font-size:8px;font-weight:700}}
.letters.light{{fill:{LIGHT_INK}}}
.letters.dark{{fill:{DARK_INK}}}
"""

_BOARD = """
.ground{stroke:@line;stroke-width:1}
.beyond-sea{fill-opacity:.6}
.beyond-sea:not([fill]){fill:@blue}
.sea-stop{stop-color:@blue}
.border{fill:none;stroke:@border;stroke-width:2;stroke-linecap:round}
.coast{fill:none;stroke:@coast;stroke-width:2;stroke-linecap:round}
.barrier-under{fill:none;stroke:@casing;stroke-width:9.5;stroke-linecap:round}
.barrier{fill:none;stroke:@barrier;stroke-width:7;stroke-linecap:round}
.barrier-bars{fill:none;stroke:@casing;stroke-width:3;stroke-dasharray:2 4}
.river{fill:none;stroke:@river;stroke-width:8;stroke-opacity:.75}
.tielu-rock{fill:@rock}
.tielu-snow{fill:@casing;fill-opacity:.75}
.tielu-wave{fill:none;stroke:@coast;stroke-width:1.6;stroke-linecap:round}
.tielu-wall{fill:@wall}
.tielu-anchor{fill:none;stroke:@coast;stroke-width:1.8;stroke-linecap:round}
.tielu-casing{fill:none;stroke:@casing;stroke-width:10}
.tielu-rail{fill:none;stroke:@rail;stroke-width:6.5}
.tielu-ferry{fill:none;stroke:@rail;stroke-width:4.5;stroke-dasharray:6 4}
.tielu-far{fill:@rail;stroke:@casing;stroke-width:1.4;paint-order:stroke}
.city{fill:@city;stroke:@rail;stroke-width:1.5}
.block{fill:@city;stroke:@city;stroke-linejoin:round;stroke-linecap:round;stroke-width:28}
.rim{fill:@rail;stroke:@rail;stroke-linejoin:round;stroke-linecap:round;stroke-width:31}
.block.small{stroke-width:25.6}
.rim.small{stroke-width:28.6}
.town{fill:@rail;stroke:@casing;stroke-width:1.6}
.bar{stroke:@rail;stroke-width:6;stroke-linecap:butt}
.bar-rim{stroke:@casing;stroke-width:9;stroke-linecap:butt}
.reserved .marker{fill-opacity:.28;stroke-opacity:.5;stroke-dasharray:2.5 2}
.reserved .letters{fill:@faint-ink;font-weight:600}
.name{font-size:9.5px;font-weight:600}
.halo{stroke-width:2.6;stroke-linejoin:round}
.name.small{font-size:8px}
.name.tiny{font-size:7px}
.coordinate{font-size:6.8px;fill:@faint-ink}
.tile-number{font-size:6.2px;fill:@faint-ink}
.letter{font-size:12px;font-weight:800}
.cost{font-size:8.5px;font-weight:600}
.cost.large{font-size:10px}
.value{fill:@city;stroke:@rail;stroke-width:.9}
.amount{font-size:8px;font-weight:700}
.column{stroke:@rail;stroke-width:.6}
.column-amount{font-size:7px}
.column-amount.large{font-size:8.6px}
.now{stroke-width:2.4}
.now-amount{font-weight:800}
.labels{pointer-events:none}
.ring{fill:none;stroke:@highlight;stroke-width:4;stroke-linejoin:round}
.ring-under{fill:none;stroke:@highlight-under;stroke-width:7.5;stroke-linejoin:round}
.target{fill:none;pointer-events:all;cursor:pointer}
.picked .ring{stroke:@picked;stroke-width:6}
.picked .ring-under{stroke-width:10}
.changed{fill:none;stroke:@changed;stroke-width:2.4;stroke-dasharray:9 6;stroke-linecap:round}
.changed-under{fill:none;stroke:@changed-under;stroke-width:5;stroke-linejoin:round}
.tag rect{fill:@changed}
.tag-name{font-size:9px;font-weight:600;fill:@changed-under}
.legal .ground{cursor:pointer}
.stops{pointer-events:none}
"""

_ROUTES = """
.route{fill:none;stroke-linejoin:round;stroke-linecap:butt}
.route .under{stroke:@casing;stroke-width:9}
.route .line{stroke-width:5}
.away{display:none}
.badge{stroke-linecap:round;stroke-width:13}
.badge-under{stroke:@casing;stroke-linecap:round;stroke-width:15.8}
.badge-name{font-size:9px;font-weight:700}
.call{stroke-linejoin:round;stroke-linecap:round}
.call .under{fill:@casing;stroke:@casing}
"""

_MARKET = """
.cell{fill:@cell;stroke:@cell-line;stroke-width:1}
.cell.par{fill:@cell-par}
.cell.bonus{fill:@cell-bonus}
.cell.red{fill:@cell-red}
.price{font-size:16px;font-weight:600;text-anchor:start;fill:@cell-ink}
.price.of-order{text-anchor:middle}
.count{font-size:14px;font-weight:600;text-anchor:end;fill:@cell-ink}
.extra{font-size:13px;font-weight:600;text-anchor:end;fill:@cell-up}
.slot{fill:@cell;stroke:@cell-line;stroke-width:1}
.slot-number{font-size:13px;fill:@cell-quiet}
.purchase{fill:@cell-ink}
.market .marker{stroke:@cell-rim}
.market .letters{font-size:12px}
.origin{stroke:@cell-rim;stroke-width:1.2}
.arrow{fill:@cell-ink;stroke:@cell;stroke-width:2.5;stroke-linejoin:round;paint-order:stroke}
"""


_CHART = """
.grid{stroke:@line;stroke-width:.6;stroke-opacity:.6}
.tick{font-size:11px;text-anchor:end;fill:@quiet-ink}
.place{font-size:11px;fill:@quiet-ink}
.line-name{font-size:11px;font-weight:600;text-anchor:start;fill:@paper-ink}
.curve{fill:none;stroke-width:2.6;stroke-linejoin:round}
.edge{fill:none;stroke:@paper-ink;stroke-opacity:.5;stroke-width:4.4;stroke-linejoin:round}
.end{stroke-width:2.6}
.end:not(.own){fill:@paper}
.end.own{stroke:@paper-ink;stroke-width:1.2}
.key-moment{fill:@paper-ink}
.range{stroke:@paper-ink;stroke-width:1;stroke-opacity:.45}
.key-number{font-size:11px;font-weight:600;fill:@paper}
.key-line{stroke:@quiet-ink;stroke-width:1;stroke-dasharray:2 4}
"""


def _curves() -> str:
    """Colour and dashes of each line of a chart."""
    rules = [f".line-{at}{{stroke:{colour}}}" for at, colour in enumerate(ROUTES)]
    rules += [
        f".seat-{at}{{stroke:@seat-{at}}}.line-name.seat-{at}{{fill:@seat-{at};stroke:none}}" for at in range(SEATS)
    ]
    return "".join(rules + [f".dash-{at}{{stroke-dasharray:{dash}}}" for at, dash in enumerate(DASHES) if dash])


def _grounds() -> str:
    names = ("mountain", *COLOURS)
    halos = "".join(f".on-{name} .halo{{stroke:@{name}}}" for name in names)
    return "".join(f".{name}{{fill:@{name}}}" for name in names) + halos


def _lines() -> str:
    """Each route's colour and dashes."""
    rules = []
    for number in range(len(ROUTES)):
        dash = f";stroke-dasharray:{DASHES[number]}" if DASHES[number] else ""
        rules.append(f".route-{number}{{stroke:{ROUTES[number]}{dash}}}")
        rules.append(f".ink-{number}{{fill:{ink_on(ROUTES[number])}}}")
        rules.append(f".call-{number}{{fill:{ROUTES[number]};stroke:{ROUTES[number]}}}")
    return "".join(rules)


@cache
def style_sheet(*parts: str) -> str:
    """The rules for the parts of a picture: `board`, `routes`, `market`, `chart`.

    Browsers take colours from custom properties; programs that do not know these pass over the second half.
    """
    texts = {
        "board": _BOARD + _grounds(),
        "routes": _ROUTES + _lines(),
        "market": _MARKET,
        "chart": _CHART + _curves(),
    }
    found = _RULE.findall(_COMMON + "".join(texts[part] for part in parts))
    rules = [(_scoped(selector.strip()), body) for selector, body in found]
    plain = "".join(f"{selector}{{{_COLOUR.sub(_plain, body)}}}" for selector, body in rules)
    named = "".join(f"{selector}{{{_named(body)}}}" for selector, body in rules if _COLOUR.search(body))
    return (
        f"{plain}@supports (color:var(--tielu-ink)){{{named}}}"
        f"@media (prefers-color-scheme:dark){{.tielu.auto{{{properties(DARK)}}}}}"
    )


def _scoped(selector: str) -> str:
    """Rules touch nothing else on the page; copies of what is defined once do not see the elements around them."""
    return selector if selector.startswith(".tielu-") else f".tielu {selector}"


def _plain(match: re.Match[str]) -> str:
    return f"{match[1]}:{LIGHT[match[2]]}"


def _named(body: str) -> str:
    """Only the colours, by their names."""
    return ";".join(f"{key}:var(--tielu-{name},{LIGHT[name]})" for key, name in _COLOUR.findall(body))
