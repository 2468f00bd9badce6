"""The map on the page of a game, with links to build, runs and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tielu import Action, Game
from tielu.store import GameInfo
from tielu.views.actions.lays import hex_labels
from tielu.views.actions.runs import ShownRun, is_proven, runs_to_show, with_seen
from tielu.views.svg import PAGE, HexLink, Picture, Sample, board_legend, board_picture


@dataclass(frozen=True)
class BoardPart:
    """The map, on which hexes to build on are links, the runs drawn over it, and its legend.

    The best run that is offered may be `proven` to be the best.
    """

    picture: Picture
    runs: tuple[ShownRun, ...]
    proven: bool
    legend: Sequence[Sample]


def board_part(
    game: Game,
    info: GameInfo,
    seq: int,
    actions: Sequence[Action],
    armed: Action | None,
    changed: Mapping[str, str],
    lang: str,
) -> BoardPart:
    """The map after entry `seq` for a reader who may take these actions and has armed one of them, or none.

    `changed` are hexes to point out.
    """
    labels = hex_labels(game, actions, lang)
    links = {name: HexLink(f"/games/{info.id}/lays/{name}?seq={seq}", label) for name, label in labels.items()}
    runs = runs_to_show(game, actions, lang)
    chosen = next((number for number, run in enumerate(runs) if run.action == armed), 0)
    runs = with_seen(runs, chosen)
    routes = [run.action.routes for run in sorted(runs, key=lambda run: run.layer)]
    picture = board_picture(
        game,
        routes=routes[0] if routes else (),
        others=routes[1:],
        links=links,
        changed=changed,
        lang=lang,
        theme=PAGE,
    )
    proven = any(run.offered for run in runs) and is_proven(game, game.deciding or "")
    return BoardPart(picture, runs, proven, board_legend(game, lang))
