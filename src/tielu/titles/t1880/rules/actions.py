"""Actions that only 1880 knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tielu.core.actions import Action, Amounts, register


@dataclass(frozen=True)
class ChooseInvestor(Action):
    investor: str


@dataclass(frozen=True)
class RepayDebt(Action):
    amount: int
    amounts: Amounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class ClaimPayment(Action):
    pass


@dataclass(frozen=True)
class AssignPermit(Action):
    company: str


@dataclass(frozen=True)
class ExchangeRocket(Action):
    company: str
    surrender: str | None = None


@dataclass(frozen=True)
class MergeMoney(Action):
    to: str


@dataclass(frozen=True)
class MergeStation(Action):
    replace: bool


register(
    {
        "choose_investor": ChooseInvestor,
        "repay_debt": RepayDebt,
        "claim_payment": ClaimPayment,
        "assign_permit": AssignPermit,
        "exchange_rocket": ExchangeRocket,
        "merge_money": MergeMoney,
        "merge_station": MergeStation,
    }
)
