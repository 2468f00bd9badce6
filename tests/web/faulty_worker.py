"""A worker that fails: `python faulty_worker.py FAULT TIMES FILE` has so many clerks fail, counted in the file."""

import json
import os
import sys
import time
from pathlib import Path

from tielu.bots import worker


def slow(recent, line):
    time.sleep(0.7)
    return honest(recent, line)


def illegal(recent, line):
    return honest(recent, line) | {"action": {"type": "bid", "private": "P0", "amount": 12}}


FAULTS = {
    "dies": lambda recent, line: os._exit(9),
    "hangs": lambda recent, line: time.sleep(600),
    "errs": lambda recent, line: {"error": "clumsy"},
    "garbage": lambda recent, line: {"what": "?"},
    "illegal": illegal,
    "slow": slow,
}
fault, times, counter = FAULTS[sys.argv[1]], int(sys.argv[2]), Path(sys.argv[3])
honest = worker.answer


def answer(recent, line):
    seen = counter.read_text("utf-8") if counter.exists() else ""
    if json.loads(line)["bot"] != "clerk" or len(seen) >= times:
        return honest(recent, line)
    counter.write_text(seen + "x", "utf-8")
    return fault(recent, line)


if __name__ == "__main__":
    worker.answer = answer
    worker.main()
