"""People with accounts: what is known of them, and the checks of what they choose."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Any

from sqlalchemy import Row

from tielu import LONGEST_NAME
from tielu.core.setup_input import quoted
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES
from tielu.store.models import as_seen, checked_choice, checked_text
from tielu.store.schema import SESSIONS

THEMES = ("auto", "light", "dark")
UTC_ZONE = "UTC"
# A session ends when it has not been used for this long, or is this old.
SESSION_UNUSED, SESSION_LIFETIME = timedelta(days=60), timedelta(days=365)
LONGEST_ADDRESS = 254
_LONGEST_LOCAL_PART = 64
# As HTML defines the value of a field for mail addresses: no quotes, no comments, nothing beyond ASCII; and dots stand
# between other characters, as in the header of a mail.
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*", re.ASCII)


@dataclass(frozen=True)
class Person:
    """Somebody with an account: when an operator has `blocked` it, and whether others see its profile (`shown`)."""

    id: str
    name: str
    address: str
    language: str
    time_zone: str
    theme: str
    created: datetime
    blocked: datetime | None = None
    shown: bool = False


@dataclass(frozen=True)
class Session:
    """A browser in which a person has signed in, with when it was last used."""

    id: str
    browser: str
    created: datetime
    used: datetime


@dataclass(frozen=True)
class Passkey:
    """A passkey of a person, and the browser in which it was made."""

    id: str
    browser: str
    created: datetime
    used: datetime | None


@dataclass(frozen=True)
class SignedIn:
    """A person who has just signed in, and the secret of the new session, which cannot be read again later."""

    person: Person
    secret: str


def person_of(row: Row[*tuple[Any, ...]]) -> Person:
    return Person(
        row.id,
        row.name,
        row.address,
        row.language,
        row.time_zone,
        row.theme,
        row.created,
        blocked=row.blocked,
        shown=row.shown,
    )


def session_alive(now: datetime) -> tuple[Any, ...]:
    """What is true of a session that has not ended."""
    return SESSIONS.c.used > now - SESSION_UNUSED, SESSIONS.c.created > now - SESSION_LIFETIME


def checked_address(address: object) -> str:
    """A mail address in small letters; raises InvalidInput for what is none."""
    found = address.strip().lower() if isinstance(address, str) else ""
    local, _, _ = found.partition("@")
    if not found.isascii() or len(found) > LONGEST_ADDRESS or len(local) > _LONGEST_LOCAL_PART:
        raise InvalidInput("mail_address_wrong")
    if not _ADDRESS.fullmatch(found):
        raise InvalidInput("mail_address_wrong")
    return found


def checked_name(name: object) -> str:
    """A name of a person with single spaces; raises InvalidInput if it cannot be shown."""
    return checked_text("name", " ".join(name.split()) if isinstance(name, str) else name, LONGEST_NAME)


def name_key(name: str) -> str:
    """What names that look alike have in common."""
    return as_seen(name).casefold()


def checked_choices(choices: Mapping[str, object]) -> dict[str, str]:
    """What a person has chosen of name, language, time zone and theme, checked; raises InvalidInput."""
    found: dict[str, str] = {}
    if "name" in choices:
        found["name"] = checked_name(choices["name"])
        found["name_key"] = name_key(found["name"])
    for field, known in (("language", LANGUAGES), ("theme", THEMES)):
        if field in choices:
            found[field] = checked_choice(field, choices[field], tuple(known))
    if "time_zone" in choices:
        if choices["time_zone"] not in time_zones():
            raise InvalidInput("time_zone_unknown", zone=quoted(choices["time_zone"]))
        found["time_zone"] = str(choices["time_zone"])
    return found


def zone_of(person: Person) -> tzinfo:
    """The time zone of a person; UTC if this machine does not know it."""
    known = person.time_zone != UTC_ZONE and person.time_zone in time_zones()
    return zoneinfo.ZoneInfo(person.time_zone) if known else UTC


@cache
def time_zones() -> tuple[str, ...]:
    """The names of all time zones by which people live, and UTC."""
    places = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    found = sorted(name for name in zoneinfo.available_timezones() if name.partition("/")[0] in places)
    return (UTC_ZONE, *found)
