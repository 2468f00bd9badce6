"""The map on the page of a game, with links to build, runs and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tielu import Action, Game
from tielu.store import GameInfo
from tielu.views.actions.lays import hex_labels
from tielu.views.actions.runs import ShownRun, runs_to_show
from tielu.views.svg import PAGE, HexLink, Picture, Sample, board_legend, board_picture


@dataclass(frozen=True)
class BoardPart:
    """The map, on which hexes to build on are links, the runs drawn over it, and its legend."""

    picture: Picture
    runs: tuple[ShownRun, ...]
    legend: Sequence[Sample]


def board_part(
    game: Game, info: GameInfo, seq: int, actions: Sequence[Action], changed: Mapping[str, str], lang: str
) -> BoardPart:
    """The map after entry `seq` for a reader who may take these actions; `changed` are hexes to point out."""
    labels = hex_labels(game, actions, lang)
    links = {name: HexLink(f"/games/{info.id}/lays/{name}?seq={seq}", label) for name, label in labels.items()}
    runs = runs_to_show(game, actions, lang)
    routes = [run.action.routes for run in runs]
    picture = board_picture(
        game,
        routes=routes[0] if routes else (),
        others=routes[1:],
        links=links,
        changed=changed,
        lang=lang,
        theme=PAGE,
    )
    return BoardPart(picture, runs, board_legend(game, lang))
