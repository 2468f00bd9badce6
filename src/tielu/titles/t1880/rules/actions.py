"""Actions that only 1880 knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tielu.core.actions import Action, Amounts, register


@dataclass(frozen=True)
class ChooseInvestor(Action):
    """Take a foreign investor.

    >>> ChooseInvestor("A3").to_json()
    {'type': 'choose_investor', 'investor': 'A3'}
    """

    investor: str


@dataclass(frozen=True)
class RepayDebt(Action):
    """Repay debt to the bank; `amounts` is the range of an offered repayment.

    >>> RepayDebt(50).to_json()
    {'type': 'repay_debt', 'amount': 50}
    """

    amount: int
    amounts: Amounts | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class ClaimPayment(Action):
    """Take the one-off payment of P0.

    >>> ClaimPayment().to_json()
    {'type': 'claim_payment'}
    """


@dataclass(frozen=True)
class AssignPermit(Action):
    """Give the building permit of P5 to a company.

    >>> AssignPermit("HKR").to_json()
    {'type': 'assign_permit', 'company': 'HKR'}
    """

    company: str


@dataclass(frozen=True)
class ExchangeRocket(Action):
    """Exchange P7, the Rocket, for a train of a company; `surrender` names a train given up for it.

    >>> ExchangeRocket("HKR").to_json()
    {'type': 'exchange_rocket', 'company': 'HKR'}
    """

    company: str
    surrender: str | None = None


@dataclass(frozen=True)
class MergeMoney(Action):
    """Say whether the treasury of a merged investor goes to the `company` or partly to its `owner`.

    >>> MergeMoney("company").to_json()
    {'type': 'merge_money', 'to': 'company'}
    """

    to: str


@dataclass(frozen=True)
class MergeStation(Action):
    """Say whether a marker of the company replaces that of a merged investor.

    >>> MergeStation(True).to_json()
    {'type': 'merge_station', 'replace': True}
    """

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
    },
    flags=("replace",),
)
