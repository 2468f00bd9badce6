"""Numbers that were seen, each with how often: enough for means and quantiles, small enough to be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping


class Sample:
    """A histogram of whole numbers."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.counts: Counter[int] = Counter(numbers)

    def add(self, number: int) -> None:
        self.counts[number] += 1

    def __len__(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean, 0 where nothing was seen."""
        return sum(number * count for number, count in self.counts.items()) / len(self) if len(self) else 0.0

    def quantile(self, part: float) -> int:
        """The least number that this part of all does not exceed; 0 where nothing was seen."""
        rank, seen = part * len(self), 0
        for number in sorted(self.counts):
            seen += self.counts[number]
            if seen >= rank:
                return number
        return 0

    @property
    def median(self) -> int:
        return self.quantile(0.5)

    def figures(self) -> dict[str, float]:
        """Mean, median, and the range in which four of five lie, with how many were seen."""
        return {
            "count": len(self),
            "mean": round(self.mean, 2),
            "low": self.quantile(0.1),
            "median": self.median,
            "high": self.quantile(0.9),
        }

    def to_json(self) -> dict[str, int]:
        return {str(number): self.counts[number] for number in sorted(self.counts)}

    @staticmethod
    def from_json(data: Mapping[str, int]) -> Sample:
        sample = Sample()
        sample.counts.update({int(number): count for number, count in data.items()})
        return sample
