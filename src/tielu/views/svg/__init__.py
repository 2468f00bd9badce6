"""Drawings of a position in SVG: the map, a run over it, tiles and the share price chart.

Each function returns a `Picture`: a page takes its text, a notebook shows it, the command line writes it to a file.
"""

from tielu.views.svg.legend import Sample, board_legend
from tielu.views.svg.markup import Picture
from tielu.views.svg.models import HexLink
from tielu.views.svg.page_style import page_style_sheet
from tielu.views.svg.pictures import (
    AUTO,
    LIGHT,
    PAGE,
    board_picture,
    hex_picture,
    map_extract,
    market_extract,
    market_picture,
    order_picture,
    signs_picture,
    table_picture,
    tile_picture,
    tile_sheet,
)
from tielu.views.svg.scene import marker_places
from tielu.views.svg.style import style_sheet
from tielu.views.svg.thumbnails import overview_picture, sparkline_picture, thumbnail_picture

__all__ = [
    "AUTO",
    "LIGHT",
    "PAGE",
    "HexLink",
    "Picture",
    "Sample",
    "board_legend",
    "board_picture",
    "hex_picture",
    "map_extract",
    "marker_places",
    "market_extract",
    "market_picture",
    "order_picture",
    "overview_picture",
    "page_style_sheet",
    "signs_picture",
    "sparkline_picture",
    "style_sheet",
    "table_picture",
    "thumbnail_picture",
    "tile_picture",
    "tile_sheet",
]
