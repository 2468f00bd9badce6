"""Drawing the share price chart, and beside it the turn order list with the train purchase marker."""

from __future__ import annotations

from tielu.views.svg.markup import Point, element, group, text, title
from tielu.views.svg.models import CellDrawing, MarkerDrawing, MarketDrawing, SlotDrawing

WIDTH, HEIGHT = 46.0, 56.0
TOP = 30.0
RADIUS = 11.0
SLOT_WIDTH, SLOT_HEIGHT = 46.0, 34.0
NOTE_HEIGHT = 22.0


def market_size(drawing: MarketDrawing) -> tuple[float, float]:
    """Width and height of the chart with all that belongs to it."""
    columns = max(cell.column for cell in drawing.cells) + 1
    rows = max(cell.row for cell in drawing.cells) + 1
    return columns * WIDTH, TOP + rows * HEIGHT + (NOTE_HEIGHT if drawing.red_note else 0)


def market_layers(drawing: MarketDrawing) -> str:
    """The chart with its top left corner at (0, 0)."""
    rows = max(cell.row for cell in drawing.cells) + 1
    parts = [text(drawing.label, (0.0, 12.0), "heading")]
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
        text(str(cell.price), (x + (16 if cell.bonus else WIDTH / 2), y + 9), "price"),
    ]
    if cell.bonus:
        parts.append(text(f"+{cell.bonus}", (x + WIDTH - 10, y + 9), "extra"))
    parts += [_marker(marker, at) for marker, at in _stack(cell.markers, (x, y))]
    return group("".join(parts), data_row=cell.row, data_column=cell.column)


def _stack(markers: tuple[MarkerDrawing, ...], corner: Point) -> list[tuple[MarkerDrawing, Point]]:
    """Where markers lie, the lowest first: the top one is whole, of the others a part can be seen."""
    room = (WIDTH - 2 * RADIUS - 4, HEIGHT - 18 - 2 * RADIUS)
    steps = max(1, len(markers) - 1)
    across, down = min(room[0] / steps, 12.0), min(room[1] / steps, 8.0)
    left = corner[0] + 2 + RADIUS + (room[0] - across * (len(markers) - 1)) / 2
    top = corner[1] + 17 + RADIUS + (room[1] - down * (len(markers) - 1)) / 2
    placed = [(each, (left + across * number, top + down * number)) for number, each in enumerate(markers)]
    return placed[::-1]


def _marker(shown: MarkerDrawing, at: Point) -> str:
    disc = element("circle", class_="marker", cx=at[0], cy=at[1], r=RADIUS, fill=shown.colour)
    letters = text(shown.railway, (at[0], at[1] + 0.3), "letters", style=f"fill:{shown.ink}")
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
        parts.append(_marker(slot.marker, middle))
    if slot.purchase:
        flag = f"M{x + SLOT_WIDTH - 12:g},{y + 2:g}h10v10h-10z"
        parts.append(group(title(purchase_hint) + element("path", class_="purchase", d=flag), class_="purchase-marker"))
    return group("".join(parts), data_slot=place)
