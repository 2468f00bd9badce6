"""Drawing the share price chart, and beside it the turn order list with the train purchase marker."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from tielu.views.svg.markup import Point, condensed_width, element, group, moved, text, title
from tielu.views.svg.models import CellDrawing, MarkerDrawing, MarketDrawing, SlotDrawing
from tielu.views.svg.tiles import letters_class

# Spaces have room for two lines that can be read where the chart is small: the price, and below it markers or a bonus.
# A chart with many columns is drawn smaller, so its letters are larger and its spaces higher.
WIDTH = 46.0
HEIGHT, TALL, MANY_COLUMNS = 32.0, 42.0, 16
TOP = 30.0
# Up to this many markers lie side by side below the price, with their letters; more of them are narrow tabs in their
# colours, beside how many they are.
SIDE_BY_SIDE, COUNT_WIDTH = 2, 20.0
# How far prices and bonuses keep from the corners of their space; the size of letters in markers, for their width.
INSET, PRICE_DOWN, BONUS_UP = 3.5, 0.27, 0.26
LETTERS, LARGE_LETTERS = 19.5, 23.0
SLOT_WIDTH, SLOT_HEIGHT, PILL_IN_SLOT = 46.0, 28.0, 17.0
NOTE_HEIGHT = 22.0

# A locomotive, for the train purchase marker.
_ENGINE = (
    "M-7,2V-2H-5.8V-4.6H-4V-2H-1V-5.5H5.5V2ZM-5.9,3.4a1.9,1.9 0 1 1 3.8,0a1.9,1.9 0 1 1 -3.8,0"
    "M.6,3a2.3,2.3 0 1 1 4.6,0a2.3,2.3 0 1 1 -4.6,0"
)
_ARROWHEAD = "M-4,-5.5L5,0L-4,5.5Z"

# Row and column of a space.
Place = tuple[int, int]


def market_size(drawing: MarketDrawing) -> tuple[float, float]:
    """Width and height of the chart with all that belongs to it."""
    return _columns(drawing) * WIDTH, _bottom(drawing) + (NOTE_HEIGHT if drawing.red_note else 0)


def _columns(drawing: MarketDrawing) -> int:
    return max(cell.column for cell in drawing.cells) + 1


def _height(drawing: MarketDrawing) -> float:
    return TALL if _columns(drawing) >= MANY_COLUMNS else HEIGHT


def _rows(drawing: MarketDrawing) -> int:
    return max(cell.row for cell in drawing.cells) + 1


def _bottom(drawing: MarketDrawing) -> float:
    return TOP + _rows(drawing) * _height(drawing)


def market_layers(drawing: MarketDrawing, *, headed: bool = True) -> str:
    """The chart with its top left corner at (0, 0); without a heading the space for it stays empty."""
    height = _height(drawing)
    parts = [text(drawing.label, (0.0, 12.0), "heading")] if headed else []
    parts += [_cell(cell, height) for cell in drawing.cells]
    parts.append(_moves(drawing, height))
    if drawing.order:
        parts.append(_down(_rows(drawing), _order(drawing)))
    if drawing.red_note:
        parts.append(_down(_rows(drawing), text(drawing.red_note, (INSET, _bottom(drawing) + NOTE_HEIGHT / 2), "note")))
    return group("".join(parts), class_=_shape(drawing))


def cells_box(drawing: MarketDrawing) -> tuple[float, float, float, float]:
    """Left, top, width and height of the spaces alone."""
    height, left = _height(drawing), min(cell.column for cell in drawing.cells)
    top = min(cell.row for cell in drawing.cells)
    size = ((_columns(drawing) - left) * WIDTH + 2, (_rows(drawing) - top) * height + 2)
    return left * WIDTH - 1, TOP + top * height - 1, *size


def order_layers(drawing: MarketDrawing) -> str:
    """The turn order list alone."""
    return group(_order(drawing), class_="market")


def order_box(drawing: MarketDrawing) -> tuple[float, float, float, float]:
    """Left, top, width and height of the turn order list with its heading."""
    width, height = SLOT_WIDTH * (len(drawing.order[0][1]) + 1), SLOT_HEIGHT * len(drawing.order)
    left, top = _columns(drawing) * WIDTH - width, _bottom(drawing) - height
    return left - 1, top - TOP, width + 2, height + TOP + 1


def _shape(drawing: MarketDrawing) -> str:
    """The classes from which a page knows how much higher its spaces can be."""
    many = " many-columns" if _height(drawing) == TALL else ""
    noted = " noted" if drawing.red_note else ""
    return f"market columns-{_columns(drawing)} rows-{_rows(drawing)}{many}{noted}"


def _down(rows: int, content: str) -> str:
    """What lies below this many rows, which a page may draw higher."""
    return group(content, class_=f"down-{rows}")


# -- spaces --


@lru_cache(maxsize=4096)
def _cell(cell: CellDrawing, height: float) -> str:
    x, y = cell.column * WIDTH, TOP + cell.row * height
    kind = "red" if cell.red else "par" if cell.par else "bonus" if cell.bonus else ""
    names = " ".join(marker.railway for marker in cell.markers)
    hint = f"{cell.price}" + (f" +{cell.bonus}" if cell.bonus else "") + (f": {names}" if names else "")
    parts = [
        title(hint),
        element("rect", class_=f"cell {kind}".strip(), x=x, y=y, width=WIDTH, height=height),
        text(str(cell.price), (x + INSET, y + height * PRICE_DOWN), "price"),
        group(_below_price(cell, (x, y + height / 2), height / 2), class_="low"),
    ]
    place = {"data_cell": f"{cell.row}-{cell.column}", "data_row": cell.row, "data_column": cell.column}
    return group("".join(parts), class_=f"down-{cell.row}", **place)


def _below_price(cell: CellDrawing, corner: Point, height: float) -> str:
    """The markers of a space from the top one, or its bonus; beside markers its colour tells that there is one."""
    (x, y), count = corner, len(cell.markers)
    if not count:
        at = (x + WIDTH - INSET, y + height * (1 - 2 * BONUS_UP))
        return text(f"+{cell.bonus}", at, "extra") if cell.bonus else ""
    if count > SIDE_BY_SIDE:
        return _tabs(cell.markers, corner, height)
    width = WIDTH / count
    return "".join(_pill(shown, (x + place * width, y), width, height) for place, shown in enumerate(cell.markers))


def _tabs(markers: tuple[MarkerDrawing, ...], corner: Point, height: float) -> str:
    """Many markers: their colours from the top of the stack, their names for those who point at them, their number."""
    x, y = corner
    width = (WIDTH - COUNT_WIDTH) / len(markers)
    parts = []
    for place, shown in enumerate(markers):
        left, wide, high = x + 1 + place * width, width - 0.5, height - 2
        shape = element("rect", class_="marker", x=left, y=y + 1, width=wide, height=high, rx=1, fill=shown.colour)
        parts.append(group(title(shown.railway) + shape, data_railway=shown.railway, data_company=shown.railway))
    count = text(f"\N{MULTIPLICATION SIGN}{len(markers)}", (x + WIDTH - 1.5, y + height / 2), "count")
    return "".join((*parts, count))


def _pill(shown: MarkerDrawing, corner: Point, width: float, height: float) -> str:
    """A marker as wide as its place, round if it can be, with letters that fill its height."""
    x, y = corner
    size = LARGE_LETTERS if height > HEIGHT / 2 + 1 else LETTERS
    wide, high = width - 1, height - 1
    narrow = condensed_width(shown.railway, size) > wide - 6
    radius = 3.0 if narrow else high / 2
    shape = element(
        "rect", class_="marker", x=x + 0.5, y=y + 0.5, width=wide, height=high, rx=radius, fill=shown.colour
    )
    squeezed = {"textLength": wide - 1.5, "lengthAdjust": "spacingAndGlyphs"} if narrow else {}
    letters = text(shown.railway, (x + width / 2, y + height / 2 + 0.2), letters_class(shown), **squeezed)
    return group(shape + letters, data_railway=shown.railway, data_company=shown.railway)


# -- moves --


def _moves(drawing: MarketDrawing, height: float) -> str:
    """For each marker that has moved a dot in the space it came from, and an arrow into the one it lies on."""
    places = {shown.railway: (cell, shown) for cell in drawing.cells for shown in cell.markers}
    came = {name: origin for name, origin in drawing.origins if name in places and origin != _place(places[name][0])}
    signs = Counter({_place(places[name][0]): 1 for name in came})
    parts = []
    for name, origin in came.items():
        cell, shown = places[name]
        mark = _dot(origin, signs[origin], shown, height) + _arrow(origin, _place(cell), height)
        parts.append(group(mark, class_="moved", data_moved=name))
        signs[origin] += 1
    return group("".join(parts), class_="moves")


def _place(cell: CellDrawing) -> Place:
    return cell.row, cell.column


def _dot(origin: Place, rank: int, shown: MarkerDrawing, height: float) -> str:
    """A small dot beside the price, in the colour of the marker that has left the space."""
    x, y = _beside_price(origin, height)
    return _down(origin[0], element("circle", class_="origin", cx=x, cy=y + rank * 10, r=4, fill=shown.colour))


def _arrow(origin: Place, here: Place, height: float) -> str:
    """An arrowhead beside the price of the space, in the direction in which the marker has come."""
    down, right = here[0] - origin[0], here[1] - origin[1]
    across = abs(right) >= abs(down)
    turn = (0 if right > 0 else 180) if across else (90 if down > 0 else -90)
    at = moved(_beside_price(here, height))
    return _down(here[0], element("path", class_="arrow", d=_ARROWHEAD, transform=f"{at}rotate({turn})"))


def _beside_price(place: Place, height: float) -> Point:
    """The corner of a space that is free whatever lies on it."""
    return (place[1] + 1) * WIDTH - 7.5, TOP + place[0] * height + 9


# -- turn order list --


def _order(drawing: MarketDrawing) -> str:
    """The turn order list, in the free corner of the chart below its steps."""
    left = _columns(drawing) * WIDTH - SLOT_WIDTH * (len(drawing.order[0][1]) + 1)
    top = _bottom(drawing) - SLOT_HEIGHT * len(drawing.order)
    parts = [text(drawing.order_label, (left, top - 9), "heading")]
    place = 0
    for row, (price, slots) in enumerate(drawing.order):
        y = top + row * SLOT_HEIGHT
        parts.append(element("rect", class_="cell par", x=left, y=y, width=SLOT_WIDTH, height=SLOT_HEIGHT))
        parts.append(text(str(price), (left + SLOT_WIDTH / 2, y + SLOT_HEIGHT / 2), "price of-order"))
        for column, slot in enumerate(slots):
            place += 1
            parts.append(_slot(slot, place, (left + SLOT_WIDTH * (column + 1), y), drawing.purchase_hint))
    return group("".join(parts), class_="order")


def _slot(slot: SlotDrawing, place: int, corner: Point, purchase_hint: str) -> str:
    x, y = corner
    parts = [element("rect", class_="slot", x=x, y=y, width=SLOT_WIDTH, height=SLOT_HEIGHT)]
    middle = (x + SLOT_WIDTH / 2, y + SLOT_HEIGHT / 2)
    if slot.marker is None:
        parts.append(text(str(place), middle, "slot-number"))
    else:
        width = SLOT_WIDTH - (17 if slot.purchase else 2)
        parts.append(_pill(slot.marker, (x + 1, middle[1] - PILL_IN_SLOT / 2), width, PILL_IN_SLOT))
    if slot.purchase:
        engine = element("path", class_="purchase", d=_ENGINE, transform=moved((x + SLOT_WIDTH - 7.5, middle[1])))
        parts.append(group(title(purchase_hint) + engine, class_="purchase-marker"))
    return group("".join(parts), data_slot=place)
