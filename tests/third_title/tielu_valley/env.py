"""18Valley as numbers."""

from tielu.core.track import Board
from tielu.env import ActionSpace, TitleEnv, groups
from tielu.env.observation import ObservedComponents
from tielu.env.space import ActionGroup

from .rules import CHART, COMPANIES, TRAINS, BlowWhistle

COMPONENTS = ObservedComponents(
    companies=COMPANIES,
    trains=TRAINS,
    rounds=("Stock", "Operating"),
    steps=("ShareRound", "Turn"),
    chart=CHART,
    markers=(1, 1),
)


def action_space(board: Board, _edition: str) -> ActionSpace:
    return ActionSpace(
        (
            groups.PASS,
            groups.share_purchases(COMPANIES, "bank"),
            groups.tile_lays(board),
            ActionGroup("blow_whistle", "how many times", tuple(BlowWhistle(times) for times in (1, 2, 3))),
            groups.BEST_RUN,
            groups.PAY_DIVIDEND,
            groups.WITHHOLD,
        )
    )


ENV = TitleEnv("valley/18valley-v0", action_space, COMPONENTS)
