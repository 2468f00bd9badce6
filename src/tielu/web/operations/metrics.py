"""Figures of a process for Prometheus, with prometheus-client."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tielu.bots.strengths import Strength
from tielu.web.operations.watch import Watch

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Seconds; a page takes some hundredths, and half a second is what people notice.
_REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
_BOT_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """All figures of one process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "tielu_requests", "Requests by route and status.", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "tielu_request_seconds",
            "Time until an answer began.",
            ["route"],
            buckets=_REQUEST_BUCKETS,
            registry=self.registry,
        )
        self._bot_seconds = Histogram(
            "tielu_bot_seconds",
            "Time that bots of this process thought about a move.",
            ["bot"],
            buckets=_BOT_BUCKETS,
            registry=self.registry,
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_thought(self, strength: Strength, seconds: float) -> None:
        """Count a move, or a hint, that a bot has thought about."""
        self._bot_seconds.labels(strength.name).observe(seconds)

    def add_streams(self, count: Callable[[], int]) -> None:
        """Tell how many streams of live updates are open."""
        Gauge("tielu_streams", "Open streams of live updates.", registry=self.registry).set_function(count)

    def add_watch(self, watch: Watch) -> None:
        """Tell what is seen in the database."""
        self.registry.register(_OfDatabase(watch))

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class _OfDatabase(Collector):
    """Figures that all processes of a database share; each tells what it saw last."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def collect(self) -> Iterable[GaugeMetricFamily]:
        seen = self._watch.seen
        up = GaugeMetricFamily("tielu_database_up", "Whether the database answered when it was last asked.")
        up.add_metric([], float(seen is not None))
        yield up
        if seen is None:
            return
        live = GaugeMetricFamily("tielu_live_games", "Games, not over, that were played within the last hour.")
        live.add_metric([], seen.live_games)
        yield live
        if seen.queue is None:
            return
        jobs = GaugeMetricFamily("tielu_bot_jobs", "Turns of bots in the queue.", labels=["queue", "status"])
        for (queue, status), count in seen.queue.jobs.items():
            jobs.add_metric([queue, status], count)
        yield jobs
        workers = GaugeMetricFamily("tielu_workers", "Processes of `tielu work` that show life.")
        workers.add_metric([], seen.queue.workers)
        yield workers
