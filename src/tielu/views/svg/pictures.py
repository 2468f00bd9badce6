"""Whole pictures: what a page, a notebook or the command line asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tielu import Game
from tielu.core.actions import RouteRun
from tielu.core.tiles import Face
from tielu.core.track import Board
from tielu.views.svg import texts, tiles
from tielu.views.svg.board import (
    MARGIN,
    board_box,
    board_layers,
    definitions,
    hex_content,
    hex_marks,
    labels_for_zoom,
    ring,
)
from tielu.views.svg.geometry import HALF_WIDTH, SIDE, centre
from tielu.views.svg.market import TOP as HEADING
from tielu.views.svg.market import cells_box, market_layers, market_size, order_box, order_layers
from tielu.views.svg.markup import Picture, Point, document, element, group, moved, with_prefix
from tielu.views.svg.models import HexDrawing, HexLink
from tielu.views.svg.scene import board_drawing, company_markers, hex_drawing, market_drawing, tile_drawing
from tielu.views.svg.style import style_sheet
from tielu.views.svg.surroundings import Box

# By itself a picture is light, or as its reader likes it; one for a page leaves the style sheet to the page.
LIGHT, AUTO, PAGE = "light", "auto", "page"
_GAP = 24.0
_SHEET_COLUMNS = 10
_ONE_HEX: Box = (-HALF_WIDTH - 2, -SIDE - 2, 2 * HALF_WIDTH + 4, 2 * SIDE + 4)


def board_picture(
    game: Game,
    *,
    routes: Sequence[RouteRun] = (),
    others: Sequence[Sequence[RouteRun]] = (),
    highlighted: Collection[str] = (),
    links: Mapping[str, HexLink] | None = None,
    stops: Mapping[tuple[str, int], HexLink] | None = None,
    picked: str = "",
    changed: Mapping[str, str] | None = None,
    tried: Game | None = None,
    lang: str = "en",
    theme: str = LIGHT,
    prefix: str = "",
) -> Picture:
    """The map as it lies; raises BrokenRoute if a route has no track there.

    `others` are runs that are not seen until a page shows them instead. `highlighted` names hexes that stand out,
    `links` those that also lead somewhere: on a page all others step back. `stops` lead somewhere, too, and nothing
    steps back. `picked` is the hex that has been chosen. `changed` tells for hexes which railway has built there
    lately. `tried` is the position after a move that is only thought of: what it builds is drawn in a dashed ring. A
    `prefix` before all ids keeps two maps on one page apart. With the theme `auto` the picture turns dark
    where the reader likes that, with `page` it has no style sheet: a page has it once, from `page_style_sheet`, and its
    texts fit the zoom that the page names.
    """
    drawing = board_drawing(
        game,
        routes=routes,
        others=others,
        highlighted=highlighted,
        links=links,
        stops=stops,
        picked=picked,
        changed=changed,
        tried=tried,
        lang=lang,
    )
    layers = board_layers(drawing, labels_for_zoom) if theme == PAGE else board_layers(drawing)
    content = with_prefix(layers + "".join(_preview(each) for each in drawing.tried), prefix)
    role, lit = "group" if links or stops else "img", "lit" if links else ""
    return _picture(content, board_box(drawing), drawing.label, ("board", "routes"), theme, role=role, further=lit)


def _preview(drawing: HexDrawing) -> str:
    """A hex as a move would leave it, above all others; what lies below it can still be pressed."""
    drawn = _hex_group(drawing, centre(drawing.name)) + ring(drawing)
    return group(drawn, class_="preview tried", aria_hidden="true")


def market_picture(
    game: Game,
    *,
    origins: Mapping[str, tuple[int, int]] | None = None,
    lang: str = "en",
    theme: str = LIGHT,
) -> Picture:
    """The share price chart, in 1880 with the turn order list; a page has a heading and a margin of its own.

    `origins` are rows and columns where markers of companies have been (`marker_places` of an earlier position): an
    arrow leads from there to where they are.
    """
    drawing = market_drawing(game, lang, origins)
    width, height = market_size(drawing)
    headed = theme != PAGE
    top, margin = (0.0, MARGIN) if headed else (HEADING, 1.0)
    box = (-margin, top - margin, width + 2 * margin, height - top + 2 * margin)
    fit = None if headed else "xMidYMin"
    return _picture(market_layers(drawing, headed=headed), box, drawing.label, ("market",), theme, fit=fit)


def map_extract(
    game: Game,
    names: Collection[str],
    *,
    routes: Sequence[RouteRun] = (),
    highlighted: Collection[str] = (),
    lang: str = "en",
    theme: str = LIGHT,
    prefix: str = "",
) -> Picture:
    """Some hexes of the map as they lie; raises BrokenRoute if a route has no track there. For a prefix see above."""
    whole = board_drawing(game, routes=routes, highlighted=highlighted, lang=lang)
    drawing = replace(whole, hexes=tuple(each for each in whole.hexes if each.name in names))
    return _picture(
        with_prefix(board_layers(drawing), prefix), board_box(drawing), drawing.label, ("board", "routes"), theme
    )


def market_extract(
    game: Game,
    markers: Mapping[str, tuple[int, int]],
    region: tuple[int, int, int, int],
    *,
    origins: Mapping[str, tuple[int, int]] | None = None,
    lang: str = "en",
    theme: str = LIGHT,
) -> Picture:
    """A part of the share price chart with markers of companies on it, by rows and columns.

    The region is its left column, its top row, and how many there are of each.
    """
    known, (left, top, columns, rows) = company_markers(game.title, game.edition), region
    drawing = market_drawing(game, lang, origins)
    cells = tuple(
        replace(cell, markers=tuple(known[each] for each, at in markers.items() if at == (cell.row, cell.column)))
        for cell in drawing.cells
        if cell.column in range(left, left + columns) and cell.row in range(top, top + rows)
    )
    drawing = replace(drawing, cells=cells, order=(), red_note="")
    return _picture(market_layers(drawing, headed=False), cells_box(drawing), drawing.label, ("market",), theme)


def order_picture(
    game: Game, companies: Mapping[int, Sequence[str]], *, lang: str = "en", theme: str = LIGHT
) -> Picture:
    """The turn order list with companies on it: for each price those from the first row on."""
    drawing, known = market_drawing(game, lang), company_markers(game.title, game.edition)
    order = tuple(
        (
            price,
            tuple(
                replace(slot, marker=known[placed], purchase=False)
                for slot, placed in zip(slots, companies.get(price, ()), strict=False)
            )
            + slots[len(companies.get(price, ())) :],
        )
        for price, slots in drawing.order
    )
    drawing = replace(drawing, order=order)
    return _picture(order_layers(drawing), order_box(drawing), drawing.order_label, ("market",), theme)


def table_picture(game: Game, *, routes: Sequence[RouteRun] = (), lang: str = "en", theme: str = LIGHT) -> Picture:
    """The map with the share price chart below it."""
    board, market = board_drawing(game, routes=routes, lang=lang), market_drawing(game, lang)
    left, top, width, height = board_box(board)
    market_width, market_height = market_size(market)
    whole = max(width, market_width + 2 * MARGIN)
    shift = (left + (width - market_width) / 2, top + height + _GAP)
    content = board_layers(board) + group(market_layers(market), transform=moved(shift))
    box = (left + (width - whole) / 2, top, whole, height + _GAP + market_height + MARGIN)
    return _picture(content, box, board.label, ("board", "routes", "market"), theme)


def tile_picture(face: Face, *, theme: str = LIGHT) -> Picture:
    """A tile in its rotation, lying nowhere."""
    return _one_hex(tile_drawing(face), theme)


def hex_picture(
    game: Game, name: str, *, tile: str = "", rotation: int = 0, lang: str = "en", theme: str = LIGHT
) -> Picture:
    """A hex of the map, as it lies or with another tile on it; raises KeyError if there is no such hex or tile."""
    return _one_hex(hex_drawing(game, name, tile=tile, rotation=rotation, lang=lang), theme)


def tile_sheet(board: Board, *, rotation: int = 0, theme: str = LIGHT) -> Picture:
    """All tiles of a title, as many in a row as fit on a screen."""
    faces = [tile.face(rotation) for tile in board.tiles]
    step_x, step_y = 2 * HALF_WIDTH + 10, 2 * SIDE + 10
    cells = []
    for number, face in enumerate(faces):
        at = ((number % _SHEET_COLUMNS) * step_x, (number // _SHEET_COLUMNS) * step_y)
        cells.append(_hex_group(tile_drawing(face), at))
    rows = -(-len(faces) // _SHEET_COLUMNS)
    columns = min(len(faces), _SHEET_COLUMNS)
    box = (-HALF_WIDTH - MARGIN, -SIDE - MARGIN, columns * step_x + 2 * MARGIN - 10, rows * step_y + 2 * MARGIN - 10)
    return _picture(definitions() + "".join(cells), box, "", ("board",), theme)


def _hex_group(drawing: HexDrawing, at: Point) -> str:
    content = hex_content(drawing, tiles.track(drawing.face)) + tiles.stops(drawing)
    content += group(texts.labels(drawing), class_="labels")
    return group(
        content,
        class_=f"hex on-{tiles.ground(drawing)}",
        data_hex=drawing.name or None,
        data_tile=drawing.face.tile or None,
        transform=moved(at),
    )


def sign_picture(drawing: HexDrawing) -> Picture:
    """A hex of a legend on a page, with the marks that on the map lie above all hexes."""
    content = _hex_group(drawing, (0.0, 0.0)) + hex_marks(drawing)
    return _picture(content, _ONE_HEX, "", ("board",), PAGE, paper=False)


def signs_picture() -> Picture:
    """Nothing to be seen: what single tiles use, for a page that shows such tiles and no map."""
    return _picture(definitions(), (0.0, 0.0, 0.0, 0.0), "", (), PAGE, paper=False)


def _one_hex(drawing: HexDrawing, theme: str) -> Picture:
    """A single hex; on a page it uses what the map there defines, since ids may stand there only once."""
    shared = "" if theme == PAGE else definitions()
    return _picture(shared + _hex_group(drawing, (0.0, 0.0)), _ONE_HEX, drawing.hint, ("board",), theme, paper=False)


def _picture(
    content: str,
    box: Box,
    label: str,
    parts: tuple[str, ...],
    theme: str,
    *,
    paper: bool = True,
    role: str = "img",
    further: str = "",
    fit: str | None = None,
) -> Picture:
    """The document; a single tile has no paper under it."""
    sheet = element("rect", class_="paper", x=box[0], y=box[1], width=box[2], height=box[3]) if paper else ""
    class_ = " ".join(["tielu", *(["auto"] if theme == AUTO else []), *([further] if further else [])])
    style = "" if theme == PAGE else style_sheet(*parts)
    return document(sheet + content, box=box, class_=class_, label=label, style=style, role=role, fit=fit)
