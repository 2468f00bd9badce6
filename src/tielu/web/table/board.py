"""The map on the page of a game, with links to build, runs and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from tielu import Action, Game
from tielu.core.actions import LayTile, PlaceStation
from tielu.i18n import say, say_action
from tielu.store import GameInfo
from tielu.views.actions.drawn_runs import RunDrawing
from tielu.views.actions.lays import hex_labels
from tielu.views.actions.runs import ShownRun
from tielu.views.position.board import network_hexes
from tielu.views.svg import PAGE, HexLink, Picture, Sample, board_legend, board_picture
from tielu.views.title import view_of
from tielu.web.rendering import action_json


@dataclass(frozen=True)
class BoardPart:
    """The map, on which hexes to build on and stops to draw to are links, and its legend."""

    picture: Picture
    legend: Sequence[Sample]
    # The hexes that the track of the railway in turn reaches: the map zooms there if nothing can be built.
    network: tuple[str, ...] = ()


def board_part(
    game: Game,
    info: GameInfo,
    seq: int,
    actions: Sequence[Action],
    runs: tuple[ShownRun, ...],
    drawing: RunDrawing | None,
    armed: Action | None,
    places: Mapping[str, Action],
    changed: Mapping[str, str],
    lang: str,
) -> BoardPart:
    """The map after entry `seq` for a reader who may take these actions, with runs or one that is being drawn.

    What the armed move builds is drawn as it would lie. `places` are hexes that choose an action, `changed` those to
    point out.
    """
    labels = hex_labels(game, actions, lang)
    links = {name: HexLink(f"/games/{info.id}/lays/{name}?seq={seq}", label) for name, label in labels.items()}
    links |= {name: HexLink(_arming(info, seq, each), say_action(each, lang)) for name, each in places.items()}
    routes = [run.action.routes for run in sorted(runs, key=lambda run: run.layer)]
    if drawing is not None:
        routes = [drawing.routes, *routes]
    picture = board_picture(
        game,
        routes=routes[0] if routes else (),
        others=routes[1:],
        links=links,
        stops=_next_stops(info, seq, drawing, lang),
        picked=next((name for name, each in places.items() if each == armed), ""),
        changed=changed,
        tried=_built(game, armed, places),
        lang=lang,
        theme=PAGE,
    )
    return BoardPart(picture, board_legend(game, lang), network_hexes(game) if actions else ())


def _arming(info: GameInfo, seq: int, action: Action) -> str:
    """The address of the page on which this action is armed."""
    return f"/games/{info.id}?{urlencode({'seq': seq, 'arm': action_json(action)})}"


def _built(game: Game, armed: Action | None, places: Mapping[str, Action]) -> Game | None:
    """The position after a move that builds on the map; None for any other."""
    builds = isinstance(armed, (LayTile, PlaceStation, *view_of(game.title).map_actions)) or armed in places.values()
    if armed is None or not builds:
        return None
    after = game.clone()
    after.apply_trusted(armed)
    return after


def _next_stops(info: GameInfo, seq: int, drawing: RunDrawing | None, lang: str) -> Mapping[tuple[str, int], HexLink]:
    """The stops that can follow in a drawing; where there is track enough for several ways, the first of them."""
    found: dict[tuple[str, int], HexLink] = {}
    for choice in () if drawing is None else drawing.choices:
        address = f"/games/{info.id}?{urlencode({'seq': seq, 'run': choice.drawing})}"
        label = say("run_other_way" if choice.instead else "run_next", lang, place=choice.name, gain=f"{choice.gain:+}")
        found.setdefault((choice.hex, choice.stop), HexLink(address, label))
    return found
