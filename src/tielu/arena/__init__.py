"""The arena: bots meet over many games, on all cores or a cluster, and the results say how sure one can be."""

from tielu.bots.pool import cores

from .plan import ArenaPlan, Match, Spec
from .playing import MatchRecord, Played, play_match
from .report import ArenaReport, report
from .results import Results
from .runners import LOCAL_RAY, Runner, in_this_process, on_cores, on_ray

__all__ = [
    "LOCAL_RAY",
    "ArenaPlan",
    "ArenaReport",
    "Match",
    "MatchRecord",
    "Played",
    "Results",
    "Runner",
    "Spec",
    "cores",
    "in_this_process",
    "on_cores",
    "on_ray",
    "play_match",
    "report",
]
