"""Positions of recorded games: the legal tile lays and station markers are exactly those of the platform."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tielu
from tielu.core.actions import LayTile, Pass, PlaceStation
from tielu.core.events import StationPlaced, TileLaid
from tielu.core.game import Game
from tielu.interop import load_18xx_games
from tielu.titles.t1880.rules import components as parts

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
POSITIONS = CORPUS / "1880-lays.json"
SIX_EXITS = "1880.upgrade.brown-city-six-exits"
# Enough for any tile or marker: the recorded lists are complete regardless of cash.
PLENTY = 10_000

Position = dict[str, Any]


@cache
def by_file() -> dict[str, list[Position]]:
    """The recorded positions, grouped by the game they come from; none where the corpus is missing."""
    grouped: dict[str, list[Position]] = {}
    if POSITIONS.exists():
        for position in json.loads(POSITIONS.read_text(encoding="utf-8")):
            grouped.setdefault(position["file"], []).append(position)
    return grouped


def replayed(file: str, positions: list[Position]) -> Iterator[tuple[Position, Game]]:
    """Replay a game once and stop at each of its positions, the state before `actions[index]`."""
    wanted: dict[int, list[Position]] = {}
    for position in positions:
        wanted.setdefault(position["index"], []).append(position)
    data = json.loads(gzip.decompress((CORPUS / file).read_bytes()))
    for index, _, game in load_18xx_games(data):
        for position in wanted.pop(index + 1, ()):
            yield position, game
        if not wanted:
            return
    pytest.fail(f"{file} ends before positions {sorted(wanted)}")


def railway_of(position: Position) -> str:
    """Investors are m1 to m7 there and A1 to A7 here."""
    entity: str = position["entity"]
    return entity if entity in parts.RAILWAYS else f"A{entity.removeprefix('m')}"


def with_cash(game: Game, railway: str, amount: int) -> Game:
    copy = game.clone()
    copy.state.treasury[parts.RAILWAYS.index(railway)] = amount
    return copy


def lays(game: Game) -> set[tuple[str, str, int]]:
    offers = game.legal_actions()
    return {(offer.hex, offer.tile, offer.rotation) for offer in offers if isinstance(offer, LayTile)}


def markers(game: Game, railway: str) -> set[tuple[str, int]]:
    """Where the railway may place a marker once the rest of its track step is passed."""
    copy = game.clone()
    copy.apply(Pass())
    if copy.deciding != railway:
        return set()
    return {(offer.hex, offer.city) for offer in copy.legal_actions() if isinstance(offer, PlaceStation)}


def check(position: Position, game: Game) -> None:
    railway, cash = railway_of(position), position["cash"]
    assert game.deciding == railway
    assert game.state.treasury[parts.RAILWAYS.index(railway)] == cash
    assert lays(game) == {tuple(lay[:3]) for lay in position["lays"] if lay[3] <= cash}
    assert markers(game, railway) == {tuple(place[:2]) for place in position["tokens"] if place[2] <= cash}
    rich = with_cash(game, railway, PLENTY)
    assert lays(rich) == {tuple(lay[:3]) for lay in position["lays"]}
    assert markers(rich, railway) == {tuple(place[:2]) for place in position["tokens"]}
    for hex_name, tile, rotation, *_ in position["only_not_max_exits"]:
        with pytest.raises(tielu.IllegalAction) as caught:
            rich.verify(LayTile(hex_name, tile, rotation))
        assert caught.value.rule == SIX_EXITS
    check_costs(position, rich, railway)


def check_costs(position: Position, game: Game, railway: str) -> None:
    """A lay on each hex, and each marker, costs what is recorded."""
    for hex_name, tile, rotation, cost in {lay[0]: lay for lay in position["lays"]}.values():
        events = game.clone().apply(LayTile(hex_name, tile, rotation))
        assert TileLaid(railway, hex_name, tile, rotation, cost) in events
    for hex_name, city, cost in position["tokens"]:
        copy = game.clone()
        copy.apply(Pass())
        assert StationPlaced(railway, hex_name, city, cost) in copy.apply(PlaceStation(hex_name, city))


@pytest.mark.skipif(not POSITIONS.exists(), reason=f"no recorded positions at {CORPUS}: lays not compared")
def test_there_are_positions_of_every_lettered_phase() -> None:
    """The comparison below is not empty: lays, markers and the six-exits rule all occur."""
    positions = [position for positions in by_file().values() for position in positions]
    assert {position["phase"][0] for position in positions} == set("ABCD")
    assert any(position["tokens"] for position in positions)
    assert any(position["only_not_max_exits"] for position in positions)


@pytest.mark.skipif(not POSITIONS.exists(), reason=f"no recorded positions at {CORPUS}: lays not compared")
@pytest.mark.parametrize("file", sorted(by_file()))
def test_lays_and_markers_are_those_recorded(file: str) -> None:
    """In every recorded position of this game the offers are the platform's, with the cash at hand and with plenty."""
    differing = []
    for position, game in replayed(file, by_file()[file]):
        try:
            check(position, game)
        except AssertionError as error:
            differing.append(f"before action {position['index']} ({position['entity']}): {error}")
    assert not differing, "\n".join(differing)
