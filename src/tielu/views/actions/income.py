"""What becomes of a run's income: the sum, who gets how much, and where the share price goes, found by trying it."""

from __future__ import annotations

from dataclasses import dataclass

from tielu import Action, Event, Game
from tielu.core.actions import PayDividend, RunTrains, Withhold
from tielu.core.events import DividendPaid, DividendReceived, IncomeWithheld, PriceMoved, TrainsRun
from tielu.core.shares import SHARE, held
from tielu.views.actions.outcome import Trials
from tielu.views.title import view_of


@dataclass(frozen=True)
class Receipt:
    """What a player gets of a dividend, for this many percent of the shares."""

    player: str
    percent: int
    amount: int


@dataclass(frozen=True)
class IncomeView:
    """The income of a run, and what paying and withholding it do.

    The treasury gets `treasury_paid` or `treasury_withheld`, what is paid to it apart included. A railway without
    shares has no price and pays nobody.
    """

    trains: int
    income: int
    receipts: tuple[Receipt, ...]
    treasury_paid: int
    treasury_withheld: int
    price: int | None
    price_paid: int | None
    price_withheld: int | None

    @property
    def bonus(self) -> int:
        """What the title adds to the income of the trains."""
        return self.income - self.trains

    @property
    def a_share(self) -> int:
        return self.income * SHARE // 100

    @property
    def has_choice(self) -> bool:
        """Whether the income is paid or withheld as the director likes."""
        return self.price_paid is not None


def income_of_run(trials: Trials, run: RunTrains) -> IncomeView:
    """The income of a run that is legal in this position."""
    trial, railway = trials.of(run), trials.game.deciding or ""
    after, made, price = trial.after, trial.events, _price(trials.game, railway)
    decides = not after.finished and after.deciding == railway and after.why_not(PayDividend()) is None
    # Where there is nothing to decide, the run itself has brought about all there is.
    kept = _events(after, Withhold()) if decides else made
    paid = _events(after, PayDividend()) if decides else ()
    income = sum(event.income for event in kept if isinstance(event, IncomeWithheld) and event.railway == railway)
    return IncomeView(
        trains=sum(event.income for event in made[:1] if isinstance(event, TrainsRun)),
        income=income,
        receipts=_receipts(after, railway, paid),
        treasury_paid=_to_treasury(after, paid),
        treasury_withheld=income + _to_treasury(after, kept),
        price=price,
        price_paid=_price_after(railway, paid, price) if decides else None,
        price_withheld=_price_after(railway, kept, price),
    )


def _events(game: Game, action: Action) -> tuple[Event, ...]:
    return tuple(game.clone().apply_trusted(action))


def _to_treasury(game: Game, events: tuple[Event, ...]) -> int:
    """What a title pays into the treasury beside the income."""
    kinds = view_of(game.title).treasury_events
    return sum(event.params()["amount"] for event in events if isinstance(event, kinds))


def _receipts(game: Game, railway: str, events: tuple[Event, ...]) -> tuple[Receipt, ...]:
    """Who gets what, the director first."""
    company = next((number for number, each in enumerate(view_of(game.title).companies) if each.id == railway), -1)
    if not any(isinstance(event, DividendPaid) for event in events):
        return ()
    found = [
        Receipt(event.player, held(game.state, company, game.players.index(event.player)), event.amount)
        for event in events
        if isinstance(event, DividendReceived) and event.company == railway
    ]
    return tuple(sorted(found, key=lambda each: -each.amount))


def _price(game: Game, railway: str) -> int | None:
    view = view_of(game.title)
    for number, company in enumerate(view.companies):
        if company.id == railway:
            return view.chart.price(game.state.cell[number])
    return None


def _price_after(railway: str, events: tuple[Event, ...], now: int | None) -> int | None:
    """The first move is that of the dividend; later ones belong to what follows."""
    return next((each.new for each in events if isinstance(each, PriceMoved) and each.company == railway), now)
