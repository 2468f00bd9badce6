"""The arena: bots meet over many games, on all cores or a cluster, and the results say how sure one can be."""

from .plan import Match, Plan, Spec
from .playing import Played, Record, play_match
from .report import Report, report
from .results import Results
from .runners import LOCAL_RAY, Runner, cores, in_this_process, on_cores, on_ray

__all__ = [
    "LOCAL_RAY",
    "Match",
    "Plan",
    "Played",
    "Record",
    "Report",
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
