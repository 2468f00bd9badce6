"""What may be done in a game is found by one thread at a time, and only a few wait for it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.web.tables_with_bots import until
from tielu import new_game
from tielu.errors import Unavailable
from tielu.web.offers import MOST_WAITING, offers


class SlowGame:
    """A game whose offers are found when told; counts those who look for them."""

    def __init__(self):
        self.may_end, self.inside, self.most = threading.Event(), 0, 0

    def legal_actions(self):
        self.inside += 1
        self.most = max(self.most, self.inside)
        assert self.may_end.wait(60)
        self.inside -= 1
        return []


def test_a_crowd_before_one_game_keeps_nobody_from_another():
    """One thread works, a few wait, others are told to come back, and another game is free; afterwards this one too."""
    slow: Any = SlowGame()
    quick = new_game("1880", ["Ann", "Bo", "Cy"])
    with ThreadPoolExecutor(MOST_WAITING + 1) as crowd:
        waiting = [crowd.submit(offers, "slow", slow) for _ in range(MOST_WAITING + 1)]
        try:
            until(lambda: any(each.done() for each in waiting))
            assert offers("quick", quick) == list(quick.legal_actions())
            with pytest.raises(Unavailable):
                offers("slow", slow)
        finally:
            slow.may_end.set()
        refused = [str(each.exception()) for each in waiting if each.exception()]
    assert refused == [str(Unavailable("server_busy"))]
    assert slow.most == 1
    assert offers("slow", slow) == []
