"""The style sheet of drawings on pages: both palettes, condensed letters, and sizes that follow the zoom.

A page sets on an element around the map one of the classes `far`, `mid` and `near`, and the custom property `--k`, by
which letters grow. Without them a drawing looks as it does from near. With `far` it sets `farther` where only values
have room, and `farthest` where no text has. With `named` there are only names, those that a page has not `hidden`.
"""

from __future__ import annotations

import re
from functools import cache

from tielu.views.svg.colours import DARK, LIGHT, properties
from tielu.views.svg.market import HEIGHT, NOTE_HEIGHT, TALL, WIDTH
from tielu.views.svg.style import FONTS, style_sheet

_COLOUR = re.compile(r"@([a-z][a-z0-9-]*)")

# How much is left of the ground of hexes where nothing can be done, beside others where something can. By night less
# is taken away: letters on it keep a contrast of 4.5.
DIMMED_BY_DAY, DIMMED_BY_NIGHT = 0.52, 0.84
# By how much a page may draw a space of the share price chart higher, and how many rows and columns it knows.
MOST_MORE, MOST_SPACES = 40.0, 24

_SIZES = f"""
.tielu text{{font-family:var(--condensed,sans-serif),{FONTS}}}
.tielu .name{{font-size:calc(12px*var(--k,1))}}
.tielu .name.small{{font-size:calc(10.6px*var(--k,1))}}
.tielu .name.tiny{{font-size:calc(9.8px*var(--k,1))}}
.tielu .halo{{stroke-width:3}}
.tielu .letter{{font-size:calc(12.5px*var(--k,1));font-weight:600}}
.tielu .letters{{font-size:calc(10px*var(--k,1));font-weight:600;letter-spacing:-.01em}}
.tielu .value{{r:calc(8px*var(--k,1))}}
.tielu .amount{{font-size:calc(10.5px*var(--k,1));font-weight:600}}
.tielu .cost,.tielu .cost.large{{font-size:calc(11.5px*var(--k,1))}}
.tielu .column-amount{{font-size:calc(9.8px*var(--k,1));font-weight:500;letter-spacing:-.02em}}
.tielu .column-amount.large{{font-size:calc(11.3px*var(--k,1))}}
.tielu .now-amount{{font-weight:600}}
.tielu .coordinate{{font-size:8.5px}}
.tielu .tile-number{{font-size:8px}}
.tielu .badge{{stroke-width:calc(13px*var(--k,1))}}
.tielu .badge-under{{stroke-width:calc(13px*var(--k,1) + 2.8px)}}
.tielu .badge-name{{font-size:calc(10.5px*var(--k,1));font-weight:600}}
.tielu .tag-name{{font-size:calc(11px*var(--k,1))}}
"""

# From afar everything has one size, 9 px on the screen. Where names of that size would cover the map, only values stay.
_FAR = """
.tielu .overview,.far .tielu .detail{display:none}
.far .tielu .overview{display:inline}
.far .tielu{--far:var(--k,1)}
.far .tielu .overview text{font-size:calc(9.8px*var(--far));font-weight:600}
.far .tielu .overview .halo{paint-order:stroke;stroke-width:4.5}
.far .tielu .overview .value{r:calc(6.15px*var(--far))}
.far .tielu .marker{r:clamp(11.2px,calc(7.6px*var(--far)),14px)}
.far .tielu .letters{font-size:calc(9.7px*var(--far));letter-spacing:-.03em}
.far .tielu .badge{stroke-width:calc(12.4px*var(--far))}
.far .tielu .badge-under{stroke-width:calc(12.4px*var(--far) + 2.8px)}
.far .tielu .badge-name{font-size:calc(9.8px*var(--far))}
.far .tielu .reserved .letters,.far .tielu .tag{display:none}
.farther .tielu .name,.farther .tielu .cost,.farther .tielu .letter,.farther .tielu .letters{display:none}
.farthest .tielu .overview{display:none}
.named .tielu .overview{display:inline}
.named .tielu .overview>:not(.name),.named .tielu .name.hidden{display:none}
.named .tielu .overview .name:not(.hidden){display:inline}
.far .tielu .changed{stroke-width:3.4}
.far .tielu .changed-under{stroke-width:7}
.far .tielu .coordinate,.far .tielu .tile-number,.mid .tielu .coordinate,.mid .tielu .tile-number{display:none}
.coordinates .tielu .coordinate{display:inline;font-size:calc(9.8px*var(--k,1));fill:@ink}
.coordinates .tielu .detail,.coordinates .tielu .overview{opacity:.2}
"""

# In the hand letters are larger than markers grow: they become narrower, so that a company's stay inside of its own.
_IN_HAND = """
@media (max-width:47.99rem){
.tielu .hex .letters,.tielu .stops .letters{transform-box:fill-box;transform-origin:center}
.tielu .hex .letters,.tielu .stops .letters{transform:scaleX(clamp(.74,calc(1.42/var(--k,1)),1))}
.tielu .block~g>.letters.letters{transform:scaleX(clamp(.6,calc(1.25/var(--k,1)),1))}
}
"""

_LIT = """
.tielu.lit .hex:not(.legal) .ground,.tielu.lit .hex:not(.legal) .river{opacity:var(--tielu-dimmed)}
.tielu.lit .halo{stroke-opacity:.6}
.tielu.lit .coordinate,.tielu.lit .tile-number{fill:@ink}
"""

_MARKET = """
.tielu .heading{font-size:19.5px;font-weight:600}
.tielu .price,.tielu .count{font-size:19.5px}
.tielu .extra{font-size:19.5px;font-weight:500}
.tielu .slot-number{font-size:19.5px}
.tielu .market .letters{font-size:19.5px;letter-spacing:-.02em}
.tielu .many-columns .price,.tielu .many-columns .count,.tielu .many-columns .letters{font-size:23px}
.tielu .many-columns .note{font-size:22.9px}
"""

# Where a page names with `--lean` how high its card is, in parts of its width, the spaces of the chart are higher by
# what is free: rows move down, and with them what lies below the prices.
_LEAN = f"""
.tielu .market{{--cell:{HEIGHT:g};--note:0}}
.tielu .many-columns{{--cell:{TALL:g}}}
.tielu .noted{{--note:{NOTE_HEIGHT:g}}}
.tielu .market{{--wide:calc(var(--columns)*{WIDTH:g} + 2);--free:calc(var(--wide)*var(--lean,0) - var(--note) - 2)}}
.tielu .market{{--more:clamp(0px,calc((var(--free)/var(--rows) - var(--cell))*1px),{MOST_MORE:g}px)}}
.tielu .market [class*=down-]{{transform:translateY(calc(var(--down)*var(--more)))}}
.tielu [data-cell]>.price{{transform:translateY(calc(var(--more)*.1))}}
.tielu [data-cell]>.low{{transform:translateY(calc(var(--more)*.85))}}
.tielu [data-cell]>.cell{{height:calc(var(--cell)*1px + var(--more))}}
"""
_NUMBERS = "".join(
    f".tielu .{name}s-{number}{{--{name}s:{number}}}" for name in ("column", "row") for number in range(1, MOST_SPACES)
) + "".join(f".tielu .down-{number}{{--down:{number}}}" for number in range(MOST_SPACES))

_CHARTS = """
.tielu .tick,.tielu .place{font-size:14px}
.tielu .line-name{font-size:16px}
.tielu .key-number{font-size:13px}
"""

_SMALL = """
.thumbnail.tielu{display:block;width:100%;height:auto}
.tielu .small-rail{fill:none;stroke:@rail;stroke-width:5;stroke-linecap:round}
.tielu .small-town,.tielu .small-rim,.tielu .small-city,.tielu .small-marker{fill:none;stroke-linecap:round}
.tielu .small-town{stroke:@rail;stroke-width:8}
.tielu .small-rim{stroke:@rail;stroke-width:17}
.tielu .small-city{stroke:@city;stroke-width:14}
.tielu .small-marker{stroke-width:14}
.spark{display:block;overflow:visible}
.spark path{fill:none;stroke-width:2.5;stroke-linejoin:round}
.spark path{stroke:light-dark(var(--c,currentColor),color-mix(in oklab,var(--c,currentColor),#fff 35%))}
.spark path{vector-effect:non-scaling-stroke}
.spark .base{stroke:@cell-line;stroke-width:1;stroke-dasharray:3 3}
"""


@cache
def page_style_sheet() -> str:
    """The rules of all drawings on pages, in light and dark colours."""
    night = f"{properties(DARK)}--tielu-dimmed:{DIMMED_BY_NIGHT};"
    palettes = (
        f":root{{{properties(LIGHT)}--tielu-dimmed:{DIMMED_BY_DAY};}}:root[data-theme=dark]{{{night}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{night}}}}}"
    )
    parts = _SIZES + _FAR + _IN_HAND + _LIT + _MARKET + _LEAN + _CHARTS + _SMALL
    rules = _COLOUR.sub(lambda found: f"var(--tielu-{found[1]})", parts)
    return palettes + style_sheet("board", "routes", "market", "chart") + rules.replace("\n", "") + _NUMBERS
