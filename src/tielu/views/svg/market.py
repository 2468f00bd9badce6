"""Drawing the share price chart, and beside it the turn order list with the train purchase marker."""

from __future__ import annotations

from tielu.views.svg.markup import Point, element, group, moved, text, title
from tielu.views.svg.models import CellDrawing, MarkerDrawing, MarketDrawing, SlotDrawing
from tielu.views.svg.tiles import letters_class

WIDTH, HEIGHT = 46.0, 64.0
TOP = 30.0
RADIUS = 11.0
STACK_TOP, STACK_BOTTOM, BONUS_TOP = 21.0, 62.0, 52.0
LARGER = 1.2  # a marker that has a space to itself
LONGEST_STACK = 4
SLOT_WIDTH, SLOT_HEIGHT = 46.0, 34.0
NOTE_HEIGHT = 22.0

# A locomotive, for the train purchase marker.
_ENGINE = (
    "M-7,2V-2H-5.8V-4.6H-4V-2H-1V-5.5H5.5V2ZM-5.9,3.4a1.9,1.9 0 1 1 3.8,0a1.9,1.9 0 1 1 -3.8,0"
    "M.6,3a2.3,2.3 0 1 1 4.6,0a2.3,2.3 0 1 1 -4.6,0"
)


def market_size(drawing: MarketDrawing) -> tuple[float, float]:
    """Width and height of the chart with all that belongs to it."""
    columns = max(cell.column for cell in drawing.cells) + 1
    rows = max(cell.row for cell in drawing.cells) + 1
    return columns * WIDTH, TOP + rows * HEIGHT + (NOTE_HEIGHT if drawing.red_note else 0)


def market_layers(drawing: MarketDrawing, *, headed: bool = True) -> str:
    """The chart with its top left corner at (0, 0); without a heading the space for it stays empty."""
    rows = max(cell.row for cell in drawing.cells) + 1
    parts = [text(drawing.label, (0.0, 12.0), "heading")] if headed else []
    parts += [_cell(cell) for cell in drawing.cells]
    if drawing.order:
        parts.append(_order(drawing))
    if drawing.red_note:
        parts.append(text(drawing.red_note, (0.0, TOP + rows * HEIGHT + 14), "note"))
    return group("".join(parts), class_="market")


def _cell(cell: CellDrawing) -> str:
    x, y = cell.column * WIDTH, TOP + cell.row * HEIGHT
    kind = "red" if cell.red else "par" if cell.par else "bonus" if cell.bonus else ""
    names = " ".join(marker.railway for marker in cell.markers)
    hint = f"{cell.price}" + (f" +{cell.bonus}" if cell.bonus else "") + (f": {names}" if names else "")
    parts = [
        title(hint),
        element("rect", class_=f"cell {kind}".strip(), x=x, y=y, width=WIDTH, height=HEIGHT),
        text(str(cell.price), (x + WIDTH / 2, y + 12), "price"),
    ]
    if cell.bonus:
        parts.append(text(f"+{cell.bonus}", (x + WIDTH / 2, y + HEIGHT - 7), "extra"))
    parts.append(_stack(cell.markers, (x, y), BONUS_TOP if cell.bonus else STACK_BOTTOM))
    return group("".join(parts), data_row=cell.row, data_column=cell.column)


def _stack(markers: tuple[MarkerDrawing, ...], corner: Point, bottom: float) -> str:
    """The markers of a space: one as it is, several as bars, the top one first, so that all can be read."""
    if len(markers) == 1:
        middle = moved((corner[0] + WIDTH / 2, corner[1] + (STACK_TOP + bottom) / 2))
        return group(_marker(markers[0], (0.0, 0.0)), transform=f"{middle} scale({LARGER})")
    columns = 1 if len(markers) <= LONGEST_STACK else 2
    rows = max(1, -(-len(markers) // columns))
    width, height = (WIDTH - 4) / columns, min((bottom - STACK_TOP) / rows, 11.0)
    top = corner[1] + (STACK_TOP + bottom - rows * height) / 2
    return "".join(
        _bar(shown, (corner[0] + 2 + place // rows * width, top + place % rows * height), width, height)
        for place, shown in enumerate(markers)
    )


def _bar(shown: MarkerDrawing, corner: Point, width: float, height: float) -> str:
    x, y = corner
    shape = element(
        "rect", class_="marker", x=x + 0.5, y=y + 0.5, width=width - 1, height=height - 1, rx=3, fill=shown.colour
    )
    at = (x + width / 2, y + height / 2 + 0.2)
    letters = text(shown.railway, at, letters_class(shown) + " in-bar")
    return group(shape + letters, data_railway=shown.railway)


def _marker(shown: MarkerDrawing, at: Point) -> str:
    disc = element("circle", class_="marker", cx=at[0], cy=at[1], r=RADIUS, fill=shown.colour)
    letters = text(shown.railway, (at[0], at[1] + 0.3), letters_class(shown))
    return group(disc + letters, data_railway=shown.railway)


def _order(drawing: MarketDrawing) -> str:
    """The turn order list, in the free corner of the chart below its steps."""
    width, height = market_size(drawing)
    left = width - SLOT_WIDTH * (len(drawing.order[0][1]) + 1)
    top = height - SLOT_HEIGHT * len(drawing.order) - (NOTE_HEIGHT if drawing.red_note else 0)
    parts = [text(drawing.order_label, (left, top - 12), "heading")]
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
        parts.append(_marker(slot.marker, (x + 15, middle[1]) if slot.purchase else middle))
    if slot.purchase:
        engine = element("path", class_="purchase", d=_ENGINE, transform=moved((x + SLOT_WIDTH - 10, middle[1])))
        parts.append(group(title(purchase_hint) + engine, class_="purchase-marker"))
    return group("".join(parts), data_slot=place)
