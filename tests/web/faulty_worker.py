"""A worker that fails: `python faulty_worker.py FAULT TIMES FILE` has so many clerks fail, counted in the file."""

import json
import os
import sys
import time
from pathlib import Path

from tielu.bots import worker


def slow(memory, line):
    time.sleep(0.7)
    return honest(memory, line)


def illegal(memory, line):
    return honest(memory, line) | {"action": {"type": "bid", "private": "P0", "amount": 12}}


FAULTS = {
    "dies": lambda memory, line: os._exit(9),
    "hangs": lambda memory, line: time.sleep(600),
    "errs": lambda memory, line: {"error": "clumsy"},
    "garbage": lambda memory, line: {"what": "?"},
    "illegal": illegal,
    "slow": slow,
}
fault, times, counter = FAULTS[sys.argv[1]], int(sys.argv[2]), Path(sys.argv[3])
honest = worker.answer


def answer(memory, line):
    seen = counter.read_text("utf-8") if counter.exists() else ""
    if json.loads(line)["bot"] != "clerk" or len(seen) >= times:
        return honest(memory, line)
    counter.write_text(seen + "x", "utf-8")
    return fault(memory, line)


if __name__ == "__main__":
    worker.answer = answer
    worker.main()
