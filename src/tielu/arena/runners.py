"""Where games are played: in this process, on all cores of this machine, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final, TypeAlias

from tielu.bots.pool import cores
from tielu.errors import Unavailable

from .plan import Match
from .playing import Played, play_match

Runner: TypeAlias = Callable[[Iterable[Match]], Iterator[Played]]

LOCAL_RAY: Final = "local"
# Games that wait at each worker, so that none is idle while a result is written.
_WAITING: Final = 2
_SECONDS_TO_ANSWER: Final = 10
_STORE: Final = 128 * 1024 * 1024


def in_this_process(matches: Iterable[Match]) -> Iterator[Played]:
    """One game after the other."""
    return map(play_match, matches)


def on_cores(workers: int) -> Runner:
    """Games in this many processes; they come as they end, in any order. Raises Unavailable if a process dies."""

    def run(matches: Iterable[Match]) -> Iterator[Played]:
        queue, pending = iter(matches), set[Future[Played]]()
        # Spawned processes start clean, on every system.
        pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent)
        try:
            while True:
                pending |= {
                    pool.submit(play_match, match) for match in islice(queue, workers * _WAITING - len(pending))
                }
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BrokenProcessPool as error:
            raise Unavailable("arena_worker_died") from error
        finally:
            _stop(pool)

    return run if workers > 1 else in_this_process


def _end_with_parent() -> None:
    """In a worker: leave interrupts to the parent, and do not outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait_for_end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_end, daemon=True).start()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End at once: games that are being played are lost, and played again when the run is continued."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    # Waits for the pool's own thread too: while that closes its pipes, Python's end would write to them.
    pool.shutdown(cancel_futures=True)


def on_ray(address: str) -> Runner:
    """Games on a Ray cluster whose machines have tielu installed; `local` starts one here. Raises Unavailable."""

    def run(matches: Iterable[Match]) -> Iterator[Played]:
        ray = _connected(address)
        try:
            remote = ray.remote(play_match)
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
            queue, pending = iter(matches), list[Any]()
            while True:
                pending += [remote.remote(match) for match in islice(queue, workers * _WAITING - len(pending))]
                if not pending:
                    return
                done, pending = ray.wait(pending)
                yield from ray.get(done)
        finally:
            ray.shutdown()

    return run


def _connected(address: str) -> Any:
    """Ray, connected to a cluster; it is told not to report to its makers, unless the user has decided otherwise."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == LOCAL_RAY and "RAY_AUTH_MODE" not in os.environ:
        # A cluster of this process alone: nobody else knows its token, and none is left in the user's home.
        os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    try:
        import ray  # an extra, and slow to import
    except ImportError as error:
        raise Unavailable("ray_missing") from error
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == LOCAL_RAY:
            # Records are small, so its store may be.
            ray.init("local", num_cpus=cores(), object_store_memory=_STORE, include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        raise Unavailable("ray_not_reached", address=address, reason=str(error).splitlines()[0]) from error
    return ray


def _knock(address: str) -> None:
    """Raise OSError if nobody answers at `host:port`; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        with socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER):
            pass
