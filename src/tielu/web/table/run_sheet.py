"""The run of the trains under the map: what is offered or has been made, or what the reader draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tielu import Action, Game
from tielu.core.actions import LayTile, PayDividend, PlaceStation, Withhold
from tielu.views.actions.drawn_runs import RunDrawing, empty_drawing, run_drawing
from tielu.views.actions.runs import ShownRun, is_proven, runs_to_show, with_seen
from tielu.web.recently_used import RecentlyUsed
from tielu.web.table.armed import Chosen

# Whether the best run of a position is proven to be it.
_PROVEN: RecentlyUsed[bool] = RecentlyUsed(size=1024)


@dataclass(frozen=True)
class RunSheet:
    """The runs to show, the best first, or the drawing of another one; `first_drawing` begins it.

    The best run that is offered may be `proven` to be the best. While runs are `hidden` the reader finds one alone.
    """

    runs: tuple[ShownRun, ...] = ()
    drawing: RunDrawing | None = None
    proven: bool = False
    first_drawing: str = ""
    hidden: bool = False


def run_sheet(
    game_id: str, game: Game, actions: Sequence[Action], chosen: Chosen, seq: int, lang: str, *, hidden: bool = False
) -> RunSheet:
    """The sheet after entry `seq` for a reader who may take these actions and has chosen something, or nothing."""
    runs = runs_to_show(game, actions, lang)
    if not any(run.offered for run in runs):
        # Over hexes to build on, the run of whoever came before would look like the reader's own; dividends have one.
        builds = any(isinstance(each, (LayTile, PlaceStation)) for each in actions)
        divides = any(isinstance(each, (PayDividend, Withhold)) for each in actions)
        return RunSheet(() if builds and not divides else runs)
    drawing = run_drawing(game, runs, chosen.run, lang) if chosen.run and chosen.seq in (None, seq) else None
    if hidden:
        return RunSheet(runs, drawing or run_drawing(game, runs, empty_drawing(), lang), hidden=True)
    proven = _PROVEN.get((game_id, seq), lambda: is_proven(game, game.deciding or ""))
    return RunSheet(runs, drawing, proven, empty_drawing())


def with_armed(sheet: RunSheet, armed: Action | None) -> RunSheet:
    """The sheet on whose map the armed run is seen; while one is drawn, that is above all others."""
    seen = next((number for number, run in enumerate(sheet.runs) if run.action == armed), 0)
    return replace(sheet, runs=with_seen(sheet.runs, seen))
