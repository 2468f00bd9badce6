"""Pictures of the start page: the map behind the headline, the maps of the titles, and a small one for each game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from fastapi import Response
from markupsafe import Markup

from tielu import TITLES, Game, new_game
from tielu.actions import RunTrains
from tielu.core.errors import RefusedAction
from tielu.files import load_file
from tielu.store import Store, StoreError
from tielu.views.svg import AUTO, PAGE, board_picture
from tielu.views.svg.geometry import SIDE, centre
from tielu.views.svg.surroundings import Box
from tielu.web.recently_used import RecentlyUsed

CACHE_SIZE = 256

# A game of four clerks up to a run of three trains in the south; its last action is the run.
_HERO_GAME = Path(__file__).with_name("hero_game.json")
_HERO_BOX: Box = (-40.0, 850.0, 800.0, 380.0)
# Width to height of a small picture.
_SMALL_SHAPE = 1.9

_SVG = "http://www.w3.org/2000/svg"
_PLACE = re.compile(r"translate\((-?[\d.]+),(-?[\d.]+)\)")
# No hex, label or marker reaches further from its place.
_REACH = 1.5 * SIDE

ElementTree.register_namespace("", _SVG)


@cache
def hero_picture(lang: str) -> Markup:
    """A piece of a map with a run, for a page that has the style sheet of drawings."""
    game = load_file(_HERO_GAME).game()
    run = game.actions[-1]
    assert isinstance(run, RunTrains)
    game.undo()
    root = ElementTree.fromstring(str(board_picture(game, routes=run.routes, lang=lang, theme=PAGE)))
    _crop(root, _HERO_BOX)
    _drop(root, lambda element: element.tag == f"{{{_SVG}}}title")
    root.set("preserveAspectRatio", "xMaxYMid slice")
    for name in ("role", "aria-label"):
        root.attrib.pop(name, None)
    root.set("aria-hidden", "true")
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # the drawing contains escaped text only


@cache
def title_picture(title: str, lang: str) -> str:
    """The map of a title before the first tile is laid."""
    return str(board_picture(_new_game(title), lang=lang, theme=AUTO))


@cache
def small_title_picture(title: str) -> str:
    """The same without words, and no larger than its frame."""
    return small_picture(_new_game(title))


def picture_response(picture: str, *, is_public: bool = True) -> Response:
    """A drawing as an answer of its own; one that is not for everybody is kept by the reader's browser alone."""
    # The picture contains its own style sheet, which the policy of the pages would block.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    kept = "max-age=86400" if is_public else "private, max-age=86400"
    headers = {"Cache-Control": kept, "Content-Security-Policy": policy}
    return Response(picture, media_type="image/svg+xml", headers=headers)


def _new_game(title: str) -> Game:
    return new_game(title, [str(seat) for seat in range(TITLES[title].usual_players)])


def small_picture(game: Game) -> str:
    """The busiest part of a map without any words."""
    root = ElementTree.fromstring(str(board_picture(game, theme=AUTO)))
    _drop(root, _is_label)
    _crop(root, _busiest_part(game, root))
    root.set("preserveAspectRatio", "xMidYMid slice")
    return ElementTree.tostring(root, encoding="unicode")


class SmallPictures:
    """The small pictures of games, the most recently used ones in memory; safe for threads."""

    def __init__(self) -> None:
        self._pictures: RecentlyUsed[str] = RecentlyUsed(CACHE_SIZE)

    def get(self, store: Store, game_id: str, at: int) -> str:
        """The picture after entry `at`; that of the title if the game cannot be replayed. Raises NotFound."""
        try:
            return self._pictures.get((game_id, at), lambda: small_picture(store.load(game_id, at).game))
        except (RefusedAction, StoreError):
            return small_title_picture(store.game(game_id).title)


def _busiest_part(game: Game, root: ElementTree.Element) -> Box:
    """The part in the shape of a small picture with the most laid tiles; in a new game the middle of the map."""
    left, top, width, height = _box_of(root)
    part_width, part_height = min(width, height * _SMALL_SHAPE), min(height, width / _SMALL_SHAPE)
    laid = [
        centre(each.name)
        for each, face in zip(game.state.board.hexes, game.state.faces, strict=True)
        if game.state.board.faces[face].tile
    ]
    if not laid:
        return left + (width - part_width) / 2, top + (height - part_height) / 2, part_width, part_height
    lefts = [min(max(x - part_width / 2, left), left + width - part_width) for x, _ in laid]
    tops = [min(max(y - part_height / 2, top), top + height - part_height) for _, y in laid]
    parts = [(x, y, part_width, part_height) for x, y in zip(lefts, tops, strict=True)]
    return max(parts, key=lambda part: (sum(_is_inside(each, part) for each in laid), part))


def _is_inside(place: tuple[float, float], box: Box, reach: float = 0.0) -> bool:
    left, top, width, height = box
    return left - reach <= place[0] <= left + width + reach and top - reach <= place[1] <= top + height + reach


def _box_of(root: ElementTree.Element) -> Box:
    left, top, width, height = (float(each) for each in root.attrib["viewBox"].split())
    return left, top, width, height


def _crop(root: ElementTree.Element, box: Box) -> None:
    """Show only this part of a map, and drop what lies outside of it."""
    left, top, width, height = box
    root.set("viewBox", f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}")
    root.set("width", f"{width:.0f}")
    root.set("height", f"{height:.0f}")
    for layer in root:
        # What is placed within a placed group is placed relative to it.
        for group in [group for group in layer if _lies_outside(group, box)]:
            layer.remove(group)


def _lies_outside(element: ElementTree.Element, box: Box) -> bool:
    place = _PLACE.match(element.get("transform", ""))
    return place is not None and not _is_inside((float(place[1]), float(place[2])), box, _REACH)


def _is_label(element: ElementTree.Element) -> bool:
    name = element.tag.rpartition("}")[2]
    return name in ("text", "title") or "labels" in element.get("class", "").split()


def _drop(root: ElementTree.Element, unwanted: Callable[[ElementTree.Element], bool]) -> None:
    """Remove unwanted elements with all that is in them; definitions stay, since anything may use them."""
    for child in list(root):
        if child.tag == f"{{{_SVG}}}defs":
            continue
        if unwanted(child):
            root.remove(child)
        else:
            _drop(child, unwanted)
