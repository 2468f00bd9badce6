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
# Up to so many markers lie side by side below the price. More of them take the whole space, two in a line: as many as
# have a place of their own have letters, the others share the last place and show their colours.
SIDE_BY_SIDE, PLACES = 2, 4
# The middle of the price and of the bonus, as parts of the height; the size of letters in markers, for their width.
PRICE_AT, BONUS_AT = 0.25, 0.76
LETTERS, LARGE_LETTERS = 19.5, 23.0
SLOT_WIDTH, SLOT_HEIGHT, PILL_IN_SLOT = 46.0, 28.0, 17.0
NOTE_HEIGHT = 22.0

# A locomotive, for the train purchase marker.
_ENGINE = (
    "M-7,2V-2H-5.8V-4.6H-4V-2H-1V-5.5H5.5V2ZM-5.9,3.4a1.9,1.9 0 1 1 3.8,0a1.9,1.9 0 1 1 -3.8,0"
    "M.6,3a2.3,2.3 0 1 1 4.6,0a2.3,2.3 0 1 1 -4.6,0"
)
_ARROWHEAD = "M-5,-6.5L6,0L-5,6.5Z"

# Row and column of a space.
Place = tuple[int, int]


def market_size(drawing: MarketDrawing) -> tuple[float, float]:
    """Width and height of the chart with all that belongs to it."""
    return _columns(drawing) * WIDTH, _bottom(drawing) + (NOTE_HEIGHT if drawing.red_note else 0)


def _columns(drawing: MarketDrawing) -> int:
    return max(cell.column for cell in drawing.cells) + 1


def _height(drawing: MarketDrawing) -> float:
    return TALL if _columns(drawing) >= MANY_COLUMNS else HEIGHT


def _bottom(drawing: MarketDrawing) -> float:
    rows = max(cell.row for cell in drawing.cells) + 1
    return TOP + rows * _height(drawing)


def market_layers(drawing: MarketDrawing, *, headed: bool = True) -> str:
    """The chart with its top left corner at (0, 0); without a heading the space for it stays empty."""
    height = _height(drawing)
    parts = [text(drawing.label, (0.0, 12.0), "heading")] if headed else []
    parts += [_cell(cell, height) for cell in drawing.cells]
    parts.append(_moves(drawing, height))
    if drawing.order:
        parts.append(_order(drawing))
    if drawing.red_note:
        parts.append(text(drawing.red_note, (0.0, _bottom(drawing) + 14), "note"))
    return group("".join(parts), class_="market many-columns" if height == TALL else "market")


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
    ]
    if len(cell.markers) <= SIDE_BY_SIDE:
        parts.append(text(str(cell.price), (x + WIDTH / 2, y + height * PRICE_AT), "price"))
    # Where markers need the room of the bonus, the colour of the space tells that there is one.
    if cell.bonus and not cell.markers:
        parts.append(text(f"+{cell.bonus}", (x + WIDTH / 2, y + height * BONUS_AT), "extra"))
    parts.append(_stack(cell, height))
    return group("".join(parts), data_cell=f"{cell.row}-{cell.column}", data_row=cell.row, data_column=cell.column)


def _stack(cell: CellDrawing, height: float) -> str:
    """The markers of a space from the top one: below its price, or instead of it if there are many."""
    count, line = len(cell.markers), height / 2
    x, y = cell.column * WIDTH, TOP + cell.row * height
    if count <= SIDE_BY_SIDE:
        width = WIDTH / max(count, 1)
        return "".join(
            _pill(shown, (x + place * width, y + line), width, line) for place, shown in enumerate(cell.markers)
        )
    width, whole = WIDTH / 2, PLACES if count <= PLACES else PLACES - 1
    corners = [(x + place % 2 * width, y + place // 2 * line) for place in range(PLACES)]
    pills = [_pill(shown, corner, width, line) for shown, corner in zip(cell.markers[:whole], corners, strict=False)]
    below = cell.markers[whole:]
    spine = width / max(len(below), 1)
    left, top = corners[-1]
    spines = [_spine(shown, (left + place * spine, top), spine, line) for place, shown in enumerate(below)]
    return "".join((*pills, *spines))


def _spine(shown: MarkerDrawing, corner: Point, width: float, height: float) -> str:
    """A marker below others: its colour, and its name for those who point at it."""
    shape = element(
        "rect",
        class_="marker",
        x=corner[0],
        y=corner[1] + 0.5,
        width=width - 0.5,
        height=height - 1,
        rx=1,
        fill=shown.colour,
    )
    return group(title(shown.railway) + shape, data_railway=shown.railway, data_company=shown.railway)


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
    parts, dots = [], Counter[Place]()
    for name, origin in drawing.origins:
        if name not in places:
            continue
        cell, shown = places[name]
        here = (cell.row, cell.column)
        if origin != here:
            mark = _dot(origin, dots[origin], shown, height) + _arrow(origin, here, height)
            parts.append(group(mark, class_="moved", data_moved=name))
            dots[origin] += 1
    return group("".join(parts), class_="moves")


def _dot(origin: Place, rank: int, shown: MarkerDrawing, height: float) -> str:
    """A small dot in the corner of the space, in the colour of the marker that has left it."""
    x, y = (origin[1] + 1) * WIDTH - 7, TOP + (origin[0] + 1) * height - 7 - rank * 10
    return element("circle", class_="origin", cx=x, cy=y, r=4, fill=shown.colour)


def _arrow(origin: Place, here: Place, height: float) -> str:
    """An arrowhead on the side of the space over which the marker has come, beside its price."""
    down, right = here[0] - origin[0], here[1] - origin[1]
    left, top = here[1] * WIDTH, TOP + here[0] * height
    if abs(right) >= abs(down):
        at, turn = (left if right > 0 else left + WIDTH, top + height * BONUS_AT), 0 if right > 0 else 180
    else:
        at, turn = (left + 6, top if down > 0 else top + height), 90 if down > 0 else -90
    return element("path", class_="arrow", d=_ARROWHEAD, transform=f"{moved(at)}rotate({turn})")


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
        parts.append(text(str(price), (left + SLOT_WIDTH / 2, y + SLOT_HEIGHT / 2), "price"))
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
        width = SLOT_WIDTH - (15 if slot.purchase else 2)
        parts.append(_pill(slot.marker, (x + 1, middle[1] - PILL_IN_SLOT / 2), width, PILL_IN_SLOT))
    if slot.purchase:
        engine = element("path", class_="purchase", d=_ENGINE, transform=moved((x + SLOT_WIDTH - 7.5, middle[1])))
        parts.append(group(title(purchase_hint) + engine, class_="purchase-marker"))
    return group("".join(parts), data_slot=place)
