"""18Valley: a title of five hexes, two companies and one train, in a package of its own."""

from tielu.core.title import Title

from . import rules

TITLE = Title(
    name="18Valley",
    label="18Valley",
    other_names=("valley",),
    package=__name__,
    editions=("1",),
    players=(2, 3, 4),
    usual_players=2,
    start=rules.start,
    snapshot=rules.snapshot,
    worth=rules.worth,
    finished_rule=lambda _state: "18Valley.end",
    trains_to_run=rules.trains_to_run,
)
