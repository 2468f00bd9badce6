"""A worker process: `python -m tielu.bots.worker` reads questions and writes answers, each a line of JSON.

A question is a saved game and a bot with its seed and its seconds; the bot is told nothing else. The process ends
when its input does, so it does not outlive the server, however that ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

from tielu import Action, Game

from . import Bot, make_bot

# Thinking must not make the pages slow.
NICENESS: Final = 10
# How many games and bots stay in memory: most questions are about a recent game, a little later.
MOST_KNOWN: Final = 8


class RecentGames:
    """The games and bots of the last questions, kept so that a game need not be replayed for each of its moves."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[list[Any], Game]] = OrderedDict()
        self._bots: OrderedDict[tuple[str, int, float], Bot] = OrderedDict()

    def game(self, saved: dict[str, Any]) -> Game:
        """The saved game, continued from an earlier question about it where possible."""
        actions: list[Any] = saved["actions"]
        key = json.dumps({**saved, "actions": []})
        known, game = self._games.pop(key, ([], None))
        if game is None or known != actions[: len(known)]:
            known, game = [], Game.from_json({**saved, "actions": []})
        for action in actions[len(known) :]:
            game.apply(Action.from_json(action))
        self._games[key] = (actions, game)
        _forget(self._games)
        return game.clone()

    def bot(self, name: str, seed: int, seconds: float) -> Bot:
        """The bot that was asked before, or a new one."""
        key = (name, seed, seconds)
        bot = self._bots.pop(key, None)
        self._bots[key] = make_bot(name, seed, seconds) if bot is None else bot
        _forget(self._bots)
        return self._bots[key]


def _forget(known: OrderedDict[Any, Any]) -> None:
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)


def answer(recent: RecentGames, line: str) -> dict[str, Any]:
    """The answer to a question; if the bot fails, the answer says so, and the worker goes on."""
    try:
        question = json.loads(line)
        bot = recent.bot(question["bot"], question["seed"], question["seconds"])
        decision = bot.choose(recent.game(question["game"]))
        reason = {"key": decision.reason.key, "values": dict(decision.reason.values)}
        json.dumps(reason)
    except Exception:
        return {"error": traceback.format_exc()}
    return {"action": decision.action.to_json(), "reason": reason}


def answer_lines(answer: Callable[[str], Mapping[str, Any]]) -> None:
    """Answer every line of the input with a line of JSON until it ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts the server: the server ends this process
    # Answers have a channel of their own: what a bot prints must not be taken for one.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        answers.write(json.dumps(answer(line.decode("utf-8"))) + "\n")
        answers.flush()


def main() -> None:
    """Answer questions until the input ends."""
    recent = RecentGames()
    answer_lines(lambda line: answer(recent, line))


if __name__ == "__main__":
    main()
