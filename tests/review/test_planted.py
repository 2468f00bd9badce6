"""Games in which mistakes were planted among the moves of a strong bot: a review finds each of them.

`python -m bench.review` makes such games, and measures more of them with more time.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bench.review import Planted, places
from tielu import Game
from tielu.review import Review, judge_all, plan, settings_for

GAMES = Path(__file__).with_name("planted")
KINDS = {"1880": {"run", "sale", "train"}, "1888": {"sale", "train"}}  # in 1888-N a run below the best is refused


@pytest.mark.parametrize("title", KINDS)
def test_every_planted_mistake_is_among_the_worst_ten(title: str) -> None:
    """Of its player, who made more than 200 decisions; and the bot agrees with most of the others."""
    data = json.loads(gzip.decompress((GAMES / f"{title}.json.gz").read_bytes()))
    game, planted = Game.from_json(data["game"]), [Planted(*each) for each in data["planted"]]
    settings = settings_for(title, 0.03)
    review = Review(game, settings, judge_all(game, plan(game, settings, [0]), settings))
    found = {each.kind: (place, decision) for each, place, decision in places(review, planted)}
    assert set(found) == KINDS[title]
    for kind, (place, decision) in found.items():
        assert 1 <= place <= 10, (kind, place)
        assert decision.believed > 0, kind
    total = review.total(0)
    assert total.decisions > 180
    assert total.agreed > 0.8 * total.decisions
    assert any(chance.kind == "sold_early" for _, chance in review.missed(0))
