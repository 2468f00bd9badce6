"""Fields of the platform's actions, read strictly: what is missing or of the wrong kind raises InvalidAction."""

from __future__ import annotations

from tielu.core.errors import InvalidAction

from .records import Foreign

_LONGEST_QUOTE = 40


def malformed(foreign: Foreign, field: str) -> InvalidAction:
    """The refusal of a field; the caller raises it."""
    kind = str(foreign.get("type"))[:_LONGEST_QUOTE]
    return InvalidAction("foreign_field_malformed", type=kind, field=field)


def text(foreign: Foreign, field: str) -> str:
    value = foreign.get(field)
    if not isinstance(value, str) or not value:
        raise malformed(foreign, field)
    return value


def number(foreign: Foreign, field: str) -> int:
    value = foreign.get(field)
    if isinstance(value, bool) or not isinstance(value, int):
        raise malformed(foreign, field)
    return value


def objects(foreign: Foreign, field: str) -> list[Foreign]:
    value = foreign.get(field)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise malformed(foreign, field)
    return value


def numbered(foreign: Foreign, field: str) -> tuple[str, int]:
    """A name and a number: the platform writes the third 57 as `57-2`, and a share as `BCR_4`."""
    for mark in ("_", "-"):
        name, found, count = text(foreign, field).rpartition(mark)
        if found and count.isdecimal():
            return name, int(count)
    raise malformed(foreign, field)


def stops(foreign: Foreign, field: str) -> tuple[tuple[str, int], ...]:
    """Stops of the map, each a hex and the number of the stop in it."""
    value = foreign.get(field)
    found = []
    for each in value if isinstance(value, list) else [None]:
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], str) or type(each[1]) is not int:
            raise malformed(foreign, field)
        found.append((each[0], each[1]))
    return tuple(found)


def par_price(foreign: Foreign) -> int:
    """The price at which a company is founded: `100,1,3` is the value, then its place on the chart."""
    price = text(foreign, "share_price").split(",")[0]
    if not price.isdecimal():
        raise malformed(foreign, "share_price")
    return int(price)


def company_of_shares(foreign: Foreign) -> str:
    """The one company whose shares are bought or sold."""
    shares = foreign.get("shares")
    if not isinstance(shares, list) or not shares:
        raise malformed(foreign, "shares")
    companies = {numbered({**foreign, "shares": share}, "shares")[0] for share in shares}
    if len(companies) > 1:
        raise malformed(foreign, "shares")
    return companies.pop()
