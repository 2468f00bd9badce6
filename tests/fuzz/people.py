"""People with accounts: some who ask, signed in, with all that accounts can have; and two who never do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tielu.clocks import TimeControl
from tielu.errors import InvalidInput
from tielu.store import Player, Store
from tielu.store.open_game import OpenGameChoices

ASKING = ("Dora", "Emil", "Fumi", "Gao")
# The name of a private game of two people who never ask: no answer may contain it.
SEALED_NAME = "Behind-the-seal-4711"
_SLOW = TimeControl(timedelta(days=1), timedelta(hours=8), timedelta(days=2), "bot", "random")
_QUICK = TimeControl(timedelta(minutes=1), timedelta(seconds=5), None, "consent", "random")


@dataclass(frozen=True)
class Peopled:
    """What there is with accounts: values by the names of fields, ids of games, and the private one."""

    values: dict[str, tuple[Any, ...]]
    games: tuple[str, ...]
    sealed: str


def visit(store: Store, name: str) -> str:
    """The secret of a new session; whoever has no account gets one, under another name if somebody has theirs."""
    link = store.people.ask_link(f"{name.lower()}@people.example")
    assert link is not None
    try:
        return store.people.sign_in_by_link(link, "Firefox, Linux", name=name).secret
    except InvalidInput:
        return store.people.sign_in_by_link(link, "Firefox, Linux", name=f"{name} {link[:8]}").secret


def visits(store: Store) -> Iterator[str]:
    """Sessions without end: people sign out, end their sessions and delete their accounts again and again."""
    while True:
        for name in ASKING:
            yield visit(store, name)


def settle(store: Store) -> Peopled:
    """Make accounts with games, clocks, open games and calls."""
    for name in (*ASKING, "Xaver", "Yuki"):
        visit(store, name)
    dora, emil, fumi, gao, xaver, yuki = (store.people.named(name).id for name in (*ASKING, "Xaver", "Yuki"))
    asking = [Player(name, person=person) for name, person in zip(ASKING, (dora, emil, fumi, gao), strict=True)]
    games = [
        store.create_game("1880", asking[:3], undo="own", visibility=visibility, time_control=control).id
        for visibility, control in (("private", _SLOW), ("public", _QUICK), ("link", None))
    ]
    unseen = [Player("Xaver", person=xaver), Player("Yuki", person=yuki), Player("Zoe")]
    sealed = store.create_game("1880", unseen, name=SEALED_NAME, visibility="private", time_control=_SLOW).id
    choices = (("public", "live", ""), ("link", "days", "clerk"), ("private", "live", "random"))
    opened = [
        store.open_games.make(person, OpenGameChoices("1880", "2022", 3, 4, visibility=seen, pace=pace, bot=bot))
        for person, (seen, pace, bot) in zip((dora, emil, xaver), choices, strict=True)
    ]
    store.open_games.invite(opened[2], xaver, "Gao")
    stop = [store.people.calls.of(each).stop_secret for each in (dora, emil)]
    return Peopled(
        _values(opened, (dora, emil, fumi, gao, yuki), [each for each in stop if each]), (*games, sealed), sealed
    )


def _values(opened: list[str], people: tuple[str, ...], stop: list[str]) -> dict[str, tuple[Any, ...]]:
    addresses = ("https://discord.example/hook", "https://127.0.0.1/", "http://mail.example/", "https://[::1]:1/x")
    keys = '{"p256dh": "BAAA", "auth": "AAAA"}'
    return {
        "open_id": tuple(opened),
        "person": people,
        "other": people,
        "address": (
            "new@mail.example",
            "xaver@people.example",
            "a\r\nBcc: b@mail.example",
            "x" * 300 + "@mail.example",
        ),
        "fewest": (2, 3, 4),
        "most": (3, 4, 7),
        "visibility": ("public", "link", "private"),
        "pace": ("live", "days"),
        "rated": ("yes", ""),
        "starts": ("full", "yes", ""),
        "clock": ("none", "live", "days"),
        "clock_minutes": (1, 60, 10**9),
        "clock_seconds": (5, -1),
        "clock_hours": (1, 24, 10**9),
        "clock_store": (1, 72, 10**9),
        "when_over": ("bot", "wait", "consent"),
        "clock_bot": ("random", "clerk"),
        "time_zone": ("Asia/Tokyo", "Europe/Berlin", "../etc/passwd", "Mars/Base"),
        "theme": ("auto", "light", "dark"),
        "begins": ("22:00", "00:00", "25:61"),
        "ends": ("07:00", "00:00"),
        "first": ("2026-12-24", "9999-12-31", "0001-01-01"),
        "last": ("2026-12-26", "9999-12-31", "2026-02-30"),
        "holiday": (0, 1, "2026-12-24"),
        "webhook": addresses,
        "form": ("tielu", "discord"),
        "subscription": tuple(f'{{"endpoint": "{each}", "keys": {keys}}}' for each in addresses),
        "wanted": ("turn.mail", "turn-push", "message.webhook"),
        "quiet_from": ("22:00", "x"),
        "quiet_until": ("06:30", ""),
        "shown": ("yes", ""),
        "blocks": ("yes", ""),
        "silent": ("yes", ""),
        "type": ("pass_shares", "buy_shares", "bid_up_to", "pass_auction", "operate", "leave_power"),
        "until": ("sold", "level", "founded", "acted", "phase"),
        "private": ("P0", "P6"),
        "dividend": ("pay", "withhold"),
        "length": ("short", "long"),
        "points": (0, 1200),
        "stop_secret": tuple(stop) or ("s" * 27,),
    }
