"""Make the collection from candidates: `python -m tielu.puzzles.build CANDIDATES…`, lines that `find` has printed.

Chosen is a mixture: a number of each kind, half of each title, few of one game and no two alike. Then readers of each
strength answer every question, and how often they miss it makes its level. With `--add` the puzzles that there are
keep their numbers, by which browsers remember what is solved, and the new ones follow them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from tielu import TITLES, Game
from tielu.bots import make_bot
from tielu.files import load_file
from tielu.puzzles.collection import GAMES, PUZZLES
from tielu.puzzles.kinds import KINDS
from tielu.puzzles.naive import in_any_order, stop_by_stop, train_by_train
from tielu.puzzles.playing_on import PlayedAnswer
from tielu.puzzles.proof import Verdict, verdict_of_played
from tielu.routing import best_run

# How many puzzles of each kind each title has at most, and how many there are in all.
_QUOTAS: Final = {
    "run": 14,
    "lay": 11,
    "station": 4,
    "block": 7,
    "train": 5,
    "takeover": 5,
    "keep": 3,
    "hand_over": 3,
    "rescue": 5,
    "timing": 6,
    "endgame": 6,
}
_IN_ALL: Final = 124
# Of one game: this many of a kind, this many in all, and this many actions between two of a kind; the end is short.
_OF_A_KIND, _OF_A_GAME, _APART = 3, 12, 30
_CLOSE: Final = {"endgame": 1}
# The bots that answer, with how often each is asked and for how many seconds it thinks.
_READERS: Final = (("random", 40, 1.0), ("clerk", 4, 1.0), ("director", 3, 0.2))
_READERS_OF_RUNS: Final = {"hurried": stop_by_stop, "careful": train_by_train, "thorough": in_any_order}
# The puzzles and the games they are from, as their files have them.
Collection = tuple[list[dict[str, Any]], list[dict[str, Any]]]
_NAMES: Final = ("Anna", "Bo", "Chen", "Dora", "Emi", "Finn", "Gao")


def _source_of(path: str) -> dict[str, Any]:
    """A game as the collection has it: the bots have people's names."""
    saved = load_file(path).game().to_json()
    return {**saved, "players": list(_NAMES[: len(saved["players"])])}


def choose(
    candidates: Sequence[dict[str, Any]], titles: dict[str, str], present: Sequence[dict[str, Any]] = ()
) -> list[dict[str, Any]]:
    """The chosen of these candidates, the clearest first of each kind, beside the puzzles that are present.

    `titles` are those of their files.
    """
    chosen: list[dict[str, Any]] = []
    for title in TITLES:
        for kind, quota in _QUOTAS.items():
            own = [each for each in candidates if each["kind"] == kind and titles[each["file"]] == title]
            own.sort(key=lambda each: (-_interest(each), each["file"], each["at"]))
            taken: list[dict[str, Any]] = []
            for each in own:
                if len(taken) < quota and _fits(each, [*present, *chosen, *taken]):
                    taken.append(each)
            chosen += taken
    return sorted(chosen, key=lambda each: _rank(each, chosen))[: _IN_ALL - len(present)]


def _rank(candidate: dict[str, Any], chosen: list[dict[str, Any]]) -> int:
    """How many of its kind come before: where there are too many, the last of each kind go."""
    of_kind = [each for each in chosen if each["kind"] == candidate["kind"]]
    return next(number for number, each in enumerate(of_kind) if each is candidate)


def _interest(candidate: dict[str, Any]) -> float:
    """What makes a question worth asking: much to choose from, and an answer far above the next."""
    gap = candidate["best"] - candidate["second"]
    return float(min(gap, 80) + 2 * min(candidate["options"], 40))


def _fits(candidate: dict[str, Any], taken: Iterable[dict[str, Any]]) -> bool:
    """Whether it is unlike all that have been taken, and its game has not been taken too often."""
    of_game = [each for each in taken if each["file"] == candidate["file"]]
    of_kind = [each for each in of_game if each["kind"] == candidate["kind"]]
    if len(of_game) >= _OF_A_GAME or len(of_kind) >= _OF_A_KIND:
        return False
    alike = [each for each in of_kind if _same_subject(each, candidate) or _same_answer(each, candidate)]
    apart = _CLOSE.get(candidate["kind"], _APART)
    near = [each for each in of_kind if abs(each["at"] - candidate["at"]) < apart]
    here = [each for each in of_game if each["at"] == candidate["at"]]
    return not alike and not near and not here


def _same_subject(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["subject"]) and one["subject"] == other["subject"]


def _same_answer(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one["solution"] == other["solution"] or (one["best"], one["second"]) == (other["best"], other["second"])


def misses_of(game: Game, candidate: dict[str, Any]) -> dict[str, float]:
    """How often readers miss a question: bots, and for a run, which bots leave to the solver, hurried readers."""
    kind, subject, best = KINDS[candidate["kind"]], candidate["subject"], candidate["best"]
    played = [PlayedAnswer.from_json(each) for each in candidate.get("played", ())]
    if kind.name == "run":
        most = best_run(game, subject).revenue
        return {name: float(income(game, subject) < most) for name, income in _READERS_OF_RUNS.items()}
    found = {}
    for name, times, seconds in _READERS:
        answers = [make_bot(name, seed=seed, seconds=seconds).choose(game.clone()).action for seed in range(times)]
        verdicts = [
            verdict_of_played(played, each) if played else kind.verdict(game, subject, best, each) for each in answers
        ]
        missed = [each is not Verdict.SOLVED for each in verdicts]
        found[name] = round(sum(missed) / times, 2)
    return found


def level_of(misses: dict[str, float]) -> int:
    """How hard a question is: easy if one of the stronger readers mostly knows, hard if nobody ever does."""
    if min(misses.get(name, 1.0) for name in ("careful", "clerk", "director")) < 0.5:
        return 1
    return 2 if min(misses.values()) < 1.0 else 3


def build(candidates: Sequence[dict[str, Any]], present: Collection | None = None) -> Collection:
    """The puzzles and the games of the collection: the present ones, if any, and the chosen after them."""
    puzzles, games = present or ([], [])
    sources = {file: _source_of(file) for file in sorted({each["file"] for each in candidates})}
    files = {games.index(source): file for file, source in sources.items() if source in games}
    known = [{**each, "file": files.get(each["game"], "")} for each in puzzles]
    chosen = choose(candidates, {file: source["title"] for file, source in sources.items()}, known)
    games = games + [sources[file] for file in sorted({e["file"] for e in chosen}) if sources[file] not in games]
    found = [_puzzle(each, games.index(sources[each["file"]]), sources[each["file"]]) for each in chosen]
    return puzzles + sorted(found, key=lambda each: each["level"]), games


def _puzzle(candidate: dict[str, Any], number: int, source: dict[str, Any]) -> dict[str, Any]:
    """A candidate as the collection has it: the number of its game, who decides, and how hard it is."""
    game = Game.from_json({**source, "actions": source["actions"][: candidate["at"]]})
    misses = misses_of(game, candidate)
    railway = "" if game.deciding == game.actor else game.deciding
    who = {"player": game.players.index(game.actor or ""), "railway": railway}
    told = {name: candidate[name] for name in candidate if name != "file"}
    return {"game": number, **told, **who, "misses": misses, "level": level_of(misses)}


def _present() -> Collection:
    """The puzzles and games that there are."""
    folder = Path(__file__).parent
    puzzles = json.loads((folder / PUZZLES).read_text("utf-8"))
    return puzzles, json.loads(gzip.decompress((folder / GAMES).read_bytes()))


def main(arguments: list[str] | None = None) -> int:
    """Write the collection beside this module, and print what is in it."""
    parser = argparse.ArgumentParser(prog="python -m tielu.puzzles.build", description=(__doc__ or "").split(":")[0])
    parser.add_argument("candidates", metavar="FILE", nargs="+", help="lines of python -m tielu.puzzles.find")
    parser.add_argument("--add", action="store_true", help="keep the puzzles that there are")
    options = parser.parse_args(arguments)
    lines = [line for file in options.candidates for line in Path(file).read_text().splitlines()]
    puzzles, games = build([json.loads(line) for line in lines], _present() if options.add else None)
    folder = Path(__file__).parent
    text = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in puzzles)
    (folder / PUZZLES).write_text(f"[\n{text}\n]\n", "utf-8")
    packed = json.dumps(games, ensure_ascii=False, separators=(",", ":")).encode()
    (folder / GAMES).write_bytes(gzip.compress(packed, 9, mtime=0))
    print(len(puzzles), Counter((games[each["game"]]["title"], each["kind"]) for each in puzzles))
    print(Counter((each["kind"], each["level"]) for each in puzzles))
    return 0


if __name__ == "__main__":
    sys.exit(main())
