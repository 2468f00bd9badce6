"""The layout of an observation: named fields, one after the other in one array of floats."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tielu.errors import InvalidInput

Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class Axis:
    """One dimension of a field: what is counted along it, and the name of each place."""

    name: str
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Field:
    """A part of the observation. Its numbers are those of the table divided by `unit`, between `low` and `high`."""

    name: str
    meaning: str
    axes: tuple[Axis, ...] = ()
    unit: float = 1
    low: float = 0
    high: float = 1

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis) for axis in self.axes) or (1,)

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class ObservationLayout:
    """Where each field lies in the array."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = {field.name: field for field in fields}
        assert len(self.fields) == len(fields), "no two fields have the same name"
        self.starts: dict[str, int] = {}
        self.size = 0
        for field in fields:
            self.starts[field.name] = self.size
            self.size += field.size

    def part(self, observation: Floats, name: str) -> Floats:
        """The numbers of one field, in the field's shape; a view of the observation, not a copy.

        Raises InvalidInput if the observation is of another size, as for another number of players.
        """
        if observation.shape[-1:] != (self.size,):
            raise InvalidInput("other_layout", size=self.size, found=sum(observation.shape[-1:]))
        field, start = self.fields[name], self.starts[name]
        return observation[..., start : start + field.size].reshape(*observation.shape[:-1], *field.shape)

    def fingerprint(self) -> str:
        """A hash of all fields, their order and their units; it never changes under a released id."""
        described = [
            (each.name, [(axis.name, axis.labels) for axis in each.axes], each.unit) for each in self.fields.values()
        ]
        return hashlib.sha256(json.dumps(described).encode()).hexdigest()[:16]

    def named(self, observation: Floats) -> dict[str, Floats]:
        """All fields of an observation by name."""
        return {name: self.part(observation, name) for name in self.fields}

    def zeros(self) -> Floats:
        """An observation of nothing."""
        return np.zeros(self.size, np.float32)

    def per_unit(self, name: str) -> float:
        """What a number of the table is multiplied by in a field: one divided by the unit, as precise as the array."""
        return float(np.float32(1) / np.float32(self.fields[name].unit))

    def per_place(self, of: str) -> Floats:
        """One number per place of the array: `unit`, `low` or `high` of the field there."""
        parts = [np.full(field.size, getattr(field, of), np.float32) for field in self.fields.values()]
        return np.concatenate(parts)
