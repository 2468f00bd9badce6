"""The columns that tables of a position can have, and what is written in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tielu.core.position import CompanyView, InvestorView, PrivateView


def yuan(amount: int) -> str:
    return f"¥{amount}" if amount >= 0 else f"\N{MINUS SIGN}¥{-amount}"


def share_price(price: int, red: bool) -> str:
    """A price; one in the red area stands in brackets."""
    return f"({price})" if red else str(price)


def _stations(company: CompanyView) -> str:
    return " ".join(company.stations) + (f" (+{company.markers_left})" if company.floated else "")


def _face_value(private: PrivateView) -> str:
    """The face value, and what is asked if that is less."""
    asked = f" → {yuan(private.asked)}" if private.asked != private.price else ""
    return yuan(private.price) + asked


def _bids(private: PrivateView) -> str:
    return ", ".join(f"{bid.player} {yuan(bid.amount)}" for bid in private.bids)


# The key of a column is also that of its heading.
COMPANY_COLUMNS: Mapping[str, Callable[[CompanyView], str]] = {
    "company": lambda company: company.id + (" ●" if company.purchase_marker else ""),
    "director": lambda company: company.director,
    "price": lambda company: share_price(company.price, company.in_red_area),
    "par": lambda company: str(company.par),
    "treasury": lambda company: yuan(company.treasury) if company.floated else "–",
    "trains": lambda company: " ".join(company.trains),
    "permits": lambda company: company.permits,
    "company_privates": lambda company: " ".join(company.privates),
    "stations": _stations,
    "in_bank": lambda company: f"{company.in_bank}%",
    "in_offering": lambda company: f"{company.in_offering}%",
    "in_pool": lambda company: f"{company.in_pool}%",
}
INVESTOR_COLUMNS: Mapping[str, Callable[[InvestorView], str]] = {
    "company": lambda investor: investor.id + (f" → {investor.company}" if investor.company else ""),
    "director": lambda investor: investor.owner,
    "treasury": lambda investor: yuan(investor.treasury),
    "stations": lambda investor: investor.home,
}
# The owner is written by the table, which knows the word for a closed private.
PRIVATE_COLUMNS: Mapping[str, Callable[[PrivateView], str]] = {
    "private": lambda private: private.id,
    "name": lambda private: private.name,
    "face_value": _face_value,
    "income": lambda private: yuan(private.income),
    "sale_price": lambda private: f"{private.lowest}–{private.highest}",
    "bids": _bids,
}
NUMBERS = frozenset(
    {
        "price",
        "par",
        "treasury",
        "in_bank",
        "in_offering",
        "in_pool",
        "face_value",
        "income",
        "sale_price",
    }
)


@dataclass(frozen=True)
class TableColumns:
    """The tables of a title: the columns of companies and privates; heading and legend are keys of words."""

    heading: str = "companies_only"
    legend: str = "legend"
    companies: tuple[str, ...] = (
        "company",
        "director",
        "price",
        "par",
        "treasury",
        "trains",
        "stations",
        "in_offering",
        "in_pool",
    )
    privates: tuple[str, ...] = ("private", "name", "face_value", "income", "owner", "bids")
