"""How long decisions took, in few numbers: counts on a scale in which each step is a twentieth more."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

_STEP: Final = math.log(1.05)
_SHORTEST: Final = 1e-6


@dataclass
class Times:
    """Decision times of one bot; percentiles are exact to a twentieth, the longest is exact."""

    counts: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0
    total: float = 0.0
    late: int = 0

    def add(self, seconds: float, budget: float | None) -> None:
        self.counts[max(0, math.ceil(math.log(max(seconds, _SHORTEST) / _SHORTEST) / _STEP))] += 1
        self.longest = max(self.longest, seconds)
        self.total += seconds
        self.late += budget is not None and seconds > budget

    def merge(self, other: Times) -> None:
        self.counts += other.counts
        self.longest = max(self.longest, other.longest)
        self.total += other.total
        self.late += other.late

    @property
    def decisions(self) -> int:
        return sum(self.counts.values())

    def percentile(self, percent: float) -> float:
        """The time, in seconds, within which this many percent of the decisions were taken; 0 if there were none."""
        needed, seen = self.decisions * percent / 100, 0
        for bucket in sorted(self.counts):
            seen += self.counts[bucket]
            if seen >= needed:
                return min(self.longest, _SHORTEST * math.exp(bucket * _STEP))
        return 0.0

    def to_json(self) -> dict[str, Any]:
        counts = {str(bucket): self.counts[bucket] for bucket in sorted(self.counts)}
        return {"counts": counts, "longest": self.longest, "total": self.total, "late": self.late}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Times:
        counts = Counter({int(bucket): int(count) for bucket, count in data["counts"].items()})
        return Times(counts, float(data["longest"]), float(data["total"]), int(data["late"]))
