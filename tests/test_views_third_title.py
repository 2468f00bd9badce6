"""A title that brings nothing but its components is shown everywhere, with what suits any title."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
# In a process of its own: a title adds actions and words for as long as the process lives.
PLAYED = """
import random
from tielu import new_game
from tielu.i18n import LANGUAGES
from tielu.terminal.rendering import make_console, market, position
from tielu.views.actions.forbidden import forbidden
from tielu.views.actions.guide import GuideContext, say_topic, topics_now
from tielu.views.actions.lays import hex_choices, hex_labels
from tielu.views.actions.menu import write_menu
from tielu.views.actions.overview import offered_kinds
from tielu.views.history.chronicle import chronicle
from tielu.views.history.graphs import graphs_of
from tielu.views.position.depot import depot_view
from tielu.views.position.holders import holders_of
from tielu.views.position.position import position_view
from tielu.views.svg import board_picture, market_picture
from tielu.views.svg.legend import board_legend

game, chance, console = new_game("18Valley", ["Ann", "Bo"]), random.Random(1), make_console(width=120)
while not game.finished:
    lang = LANGUAGES[len(game.actions) % 3]
    legal, view = list(game.legal_actions()), position_view(game)
    assert write_menu(game, legal, lang)
    forbidden(game, view, legal, lang)
    context = GuideContext(game, view, legal)
    told = [say_topic(context, topic.key, lang) for topic in topics_now(context)]
    assert told or {each.type for each in legal} <= {"pass", "blow_whistle"}
    assert offered_kinds(game, legal, lang)
    for name in hex_labels(game, legal, lang):
        assert hex_choices(game, legal, name, lang).count
    assert all(not stack.first for stack in depot_view(game, view, lang))
    assert board_picture(game)
    assert market_picture(game)
    assert board_legend(game, lang)
    assert len(holders_of(view, lang).rows) == 3
    console.print(position(view, lang), market(view, lang))
    game.apply(chance.choice(legal))
assert [graph.key for graph in graphs_of(chronicle(game), "en")] == ["worth", "prices", "incomes"]
"""


def test_a_title_with_components_alone_is_shown():
    """Menus, drawings, tables and charts of a whole game of the tests' own title."""
    paths = [str(HERE / "third_title"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    played = subprocess.run(
        [sys.executable, "-c", PLAYED], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert played.returncode == 0, played.stderr
    assert "UP" in played.stdout
