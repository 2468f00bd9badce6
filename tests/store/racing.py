"""A process that appends when it is told to: `python -m tests.store.racing ADDRESS GAME`.

It reads numbers of entries to expect, one per line, and answers each with `won`, or with `late` and the true number.
"""

from __future__ import annotations

import sys

from tielu.store import Conflict, Store


def main(address: str, game_id: str) -> None:
    with Store(address) as store:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        for line in sys.stdin:
            expected = int(line)
            game = store.load(game_id, expected).game
            try:
                store.append(game_id, expected, game.legal_actions()[0], 0)
                answer = "won"
            except Conflict as conflict:
                answer = f"late {conflict.seq}"
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
