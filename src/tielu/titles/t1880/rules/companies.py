"""VIII. The share companies: founding, permits, certificates; and from XII floating and capital."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tielu.core.actions import FoundCompany
from tielu.core.bank import bank_pays_railway
from tielu.core.errors import IllegalAction, illegal
from tielu.core.events import CompanyFloated, CompanyFounded
from tielu.core.shares import SHARE, held, move_shares, put_marker
from tielu.core.state import NOBODY

from .components import (
    B1,
    CERTIFICATE_LIMIT,
    COMPANIES,
    COMPANY_INDEX,
    PAR_CELL,
    PAR_PRICES,
    PERMIT_CHOICES,
    SLOTS_PER_PRICE,
)
from .editions import Rules
from .events import PermitsChosen, SecondCapitalPaid, ShareReserved
from .state import EARNED, PAID, UNEARNED, State1880, permit_mask

# Half of the shares lie under the capitalisation card until the first 3-train (1880.phase.a1-five-shares).
UNDER_THE_CARD: Final = 50
CAPITAL_SHARES: Final = 5


def available(state: State1880, company: int) -> int:
    """The percentage that can be bought from the bank (1880.price.available-definition)."""
    in_bank = held(state, company, state.bank_holder)
    return in_bank if state.phase >= B1 else max(0, in_bank - UNDER_THE_CARD)


def certificates(state: State1880, player: int) -> int:
    """Certificates that count toward the limit: only shares, a director's as one (1880.cert.*)."""
    count = 0
    for company in range(len(COMPANIES)):
        count += held(state, company, player) // SHARE
        if state.director[company] == player:
            count -= state.director_percent[company] // SHARE - 1
    return count


def certificate_limit(state: State1880) -> int:
    return CERTIFICATE_LIMIT[len(state.players)]


# -- founding --


def free_slots(state: State1880, price: int) -> list[int]:
    """The rows still free at a par value, from the top."""
    first = PAR_PRICES.index(price) * SLOTS_PER_PRICE
    return [slot for slot in range(SLOTS_PER_PRICE) if first + slot not in state.par_slot]


def founding_choices(state: State1880, price: int, permits: tuple[str, ...]) -> Iterator[tuple[int | None, str]]:
    """Every slot (None where the edition leaves no choice) with every choice of permits."""
    free = free_slots(state, price)
    slots: list[int | None] = [*free] if state.rules.par_slot_chosen else [None] if free else []
    for slot in slots:
        for letters in permits:
            yield slot, letters


def why_not_permits(action: FoundCompany) -> IllegalAction | None:
    choices, letters = PERMIT_CHOICES[action.director_percent], action.permits
    if letters is None:
        return illegal("permits_missing", "1880.permit.chosen-at-purchase", count=len(choices[0]))
    if len(letters) != len(choices[0]):
        rule = f"1880.permit.count-{action.director_percent}"
        return illegal("permit_count", rule, permits=letters, count=len(choices[0]))
    if letters not in choices:
        return illegal("permits_not_consecutive", "1880.permit.consecutive", permits=letters)
    return None


def slot_rule(rules: Rules) -> str:
    return "1880.float.slot.2010" if rules.par_slot_chosen else "1880.float.slot.2022"


def why_not_slot(state: State1880, action: FoundCompany) -> IllegalAction | None:
    free = free_slots(state, action.price)
    if not free:
        return illegal("par_value_full", "1880.buy.par-four-each", price=action.price)
    rule = slot_rule(state.rules)
    if not state.rules.par_slot_chosen and action.slot is not None:
        return illegal("slot_not_chosen", rule, slot=action.slot)
    if state.rules.par_slot_chosen and action.slot is None:
        return illegal("slot_missing", rule, price=action.price, slots=tuple(free))
    if state.rules.par_slot_chosen and action.slot not in free:
        return illegal("slot_taken", rule, slot=action.slot, price=action.price)
    return None


def found_company(state: State1880, player: int, action: FoundCompany) -> None:
    """Hand over the director certificate; payment is the caller's affair."""
    company = COMPANY_INDEX[action.company]
    slot = free_slots(state, action.price)[0] if action.slot is None else action.slot
    state.par[company] = action.price
    state.par_slot[company] = PAR_PRICES.index(action.price) * SLOTS_PER_PRICE + slot
    state.director[company] = player
    state.director_percent[company] = action.director_percent
    state.permits[company] = permit_mask(action.permits or "")
    move_shares(state, company, state.bank_holder, player, action.director_percent)
    put_marker(state, company, PAR_CELL[action.price])
    name = state.players[player]
    state.log(CompanyFounded(name, action.company, action.price, action.director_percent))
    state.log(PermitsChosen(action.company, action.permits or ""))
    for investor, owner in enumerate(state.investor_owner):
        if owner == player and state.associated[investor] == NOBODY:
            reserve_share(state, investor, company)


def reserve_share(state: State1880, investor: int, company: int) -> None:
    """The owner's first company puts one share on the investor's charter (1880.fi.reserve-share.*)."""
    state.associated[investor] = company
    move_shares(state, company, state.bank_holder, state.investor_holder(investor), SHARE)
    state.log(ShareReserved(state.company_id(company), f"A{investor + 1}"))


# -- floating and capital --


def may_float(state: State1880, company: int) -> bool:
    """At the end of a share round: the director's own holding, or no share left (1880.float.*)."""
    if not state.founded(company) or state.floated[company]:
        return False
    threshold = state.current_phase.float_percent
    return held(state, company, state.director[company]) >= threshold or available(state, company) == 0


def float_company(state: State1880, company: int) -> None:
    """Five times par (1880.capital.five-times-par), and the second half if it was earned before."""
    state.floated[company] = True
    amount = CAPITAL_SHARES * state.par[company]
    bank_pays_railway(state, company, amount)
    state.log(CompanyFloated(state.company_id(company), amount))
    if state.second_capital[company] == EARNED:
        _pay_second_capital(state, company)


def check_second_capital(state: State1880, company: int) -> None:
    """From the first 3-train on, once at most five shares are in the bank (1880.capital.*)."""
    earned = (
        state.phase >= B1
        and state.founded(company)
        and state.second_capital[company] == UNEARNED
        and held(state, company, state.bank_holder) <= UNDER_THE_CARD
    )
    if not earned:
        return
    if state.floated[company] or not state.rules.second_capital_needs_float:
        _pay_second_capital(state, company)
    else:
        state.second_capital[company] = EARNED


def _pay_second_capital(state: State1880, company: int) -> None:
    state.second_capital[company] = PAID
    amount = CAPITAL_SHARES * state.par[company]
    bank_pays_railway(state, company, amount)
    state.log(SecondCapitalPaid(state.company_id(company), amount))


def companies_in_turn_order(state: State1880) -> list[int]:
    """All founded companies, from the top of the turn order list down."""
    return in_turn_order(state, [company for company in range(len(COMPANIES)) if state.founded(company)])


def in_turn_order(state: State1880, companies: list[int]) -> list[int]:
    """By par value, then row (1880.or.majors-by-par)."""
    return sorted(companies, key=state.par_slot.__getitem__) if len(companies) > 1 else companies
