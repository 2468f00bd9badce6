"""1880: its own decisions as cards: investors, mergers, the permit of P5, the Rocket, the payment of P0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from tielu import Game
from tielu.core.actions import FoundCompany
from tielu.core.hexes import EDGES
from tielu.core.position import PositionView
from tielu.core.track import Board
from tielu.i18n import say, say_action_briefly
from tielu.i18n.values import say_money, say_name, say_train
from tielu.titles.t1880.rules import components as parts
from tielu.titles.t1880.rules.actions import (
    AssignPermit,
    ChooseInvestor,
    ClaimPayment,
    ExchangeRocket,
    MergeMoney,
    MergeStation,
)
from tielu.titles.t1880.rules.events import RocketExchanged, ShareReserved
from tielu.titles.t1880.rules.forced_rocket import ForcedRocket
from tielu.titles.t1880.rules.investors import MERGER_BONUS, MarkerChoice
from tielu.titles.t1880.rules.privates import P0_PAYMENTS, PaymentClaim
from tielu.views.actions.decisions import Decision, DecisionCard, Fact, company_of, money_change
from tielu.views.actions.outcome import Trials
from tielu.views.position.position import position_view

# This many of the companies near an investor are named.
_MOST_NEAR = 2


def _cash(view: PositionView, name: str) -> int:
    return next(each.cash for each in view.players if each.name == name)


# ---- the choice of investors ----


def investors(game: Game, actions: Sequence[ChooseInvestor], lang: str) -> Decision:
    """The seven investors in their places; those that others have taken stay there."""
    owners = {each.id: each.owner for each in position_view(game).investors}
    offered = {each.investor: each for each in actions}
    partner = _partner(game, actions)
    cards = [_investor(game, each, offered.get(each.id), owners, partner, lang) for each in parts.INVESTORS]
    why = say("why_investor_partner" if partner else "why_investor", lang, company=partner, bonus=MERGER_BONUS)
    return Decision(why, tuple(cards))


def _partner(game: Game, actions: Sequence[ChooseInvestor]) -> str:
    """The company that whoever chooses has founded already, by a private; empty if there is none."""
    events = game.clone().apply_trusted(actions[0])
    return next((each.company for each in events if isinstance(each, ShareReserved)), "")


def _investor(
    game: Game,
    investor: parts.Investor,
    action: ChooseInvestor | None,
    owners: Mapping[str, str],
    partner: str,
    lang: str,
) -> DecisionCard:
    board, index = game.state.board, game.state.board.hex_index[investor.home]
    values = board.faces[game.state.faces[index]].stops[0].values
    near = (partner,) if partner else _nearest(board, index)
    return DecisionCard(
        investor.id,
        say(f"nation_{investor.id}", lang),
        (Fact(say_name(board.hexes[index].place, lang), companies=near),),
        action,
        f"{values[0]}–{values[-1]}" if values[-1] else "",
        taken_by=owners.get(investor.id, ""),
        hex=investor.home,
    )


def _nearest(board: Board, home: int) -> tuple[str, ...]:
    """The companies whose homes are nearest, with which a merger is nearest, too."""
    far = _distances(board, home)
    homes = sorted((far[board.hex_index[each.home]], each.id) for each in parts.COMPANIES)
    return tuple(company for _, company in homes[:_MOST_NEAR])


def _distances(board: Board, start: int) -> dict[int, int]:
    """How many hexes away each hex is."""
    found, edge_of_search = {start: 0}, [start]
    for index in edge_of_search:
        for other in board.across[index * EDGES : (index + 1) * EDGES]:
            if other >= 0 and other not in found:
                found[other] = found[index] + 1
                edge_of_search.append(other)
    return found


def permits_of_bcr(_game: Game, actions: Sequence[FoundCompany], lang: str) -> Decision:
    """P6 brings a company whose price is fixed: only its building permits are chosen."""
    cards = []
    for each in actions:
        permits = each.permits or ""
        builds = Fact(say("fact_builds_in", lang), say("comma", lang).join(permits))
        cards.append(DecisionCard(each.company, f"{say('permits', lang)} {permits}", (builds,), each))
    return Decision(say("why_bcr", lang), tuple(cards))


# ---- mergers ----


def merger_money(game: Game, actions: Sequence[MergeMoney], lang: str) -> Decision:
    """The investor's treasury for its company, or a part of it for the owner."""
    view, trials = position_view(game), Trials(game)
    investor = next(each for each in view.investors if each.id == view.deciding)
    company, owner = company_of(view, investor.company or ""), investor.owner
    cards = []
    for action in actions:
        after = position_view(trials.of(action).after)
        facts = (
            money_change(owner, _cash(view, owner), _cash(after, owner), lang),
            money_change(company.id, company.treasury, company_of(after, company.id).treasury, lang),
        )
        mark = company.id if action.to == "company" else owner
        name = say(f"merger_{action.to}", lang, amount=investor.treasury, company=company.id, owner=owner)
        cards.append(DecisionCard(mark, name, facts, action))
    values = {"investor": investor.id, "company": company.id, "owner": owner, "bonus": MERGER_BONUS}
    return Decision(say("why_merger", lang, **values), tuple(cards))


def merger_station(game: Game, actions: Sequence[MergeStation], lang: str) -> Decision:
    """The investor's place on the map, for one of the company's own markers."""
    view, trials = position_view(game), Trials(game)
    company = company_of(view, view.deciding or "")
    asked = cast(MarkerChoice, game.state.stack[-1])
    place, _ = game.state.board.place_name(asked.place)
    cards = []
    for action in actions:
        left = company_of(position_view(trials.of(action).after), company.id).markers_left
        facts = (Fact(say("fact_markers", lang), f"{company.markers_left} → {left}"),)
        facts = facts if left != company.markers_left else (Fact(say("fact_markers", lang), str(left)),)
        name = say_action_briefly(action, lang)
        cards.append(DecisionCard(company.id, name, facts, action, hex=place if action.replace else ""))
    where = say_name(game.state.board.hexes[game.state.board.hex_index[place]].place, lang) or place
    return Decision(say("why_marker", lang, company=company.id, place=where), tuple(cards))


# ---- privates ----


def permit(game: Game, actions: Sequence[AssignPermit], lang: str) -> Decision:
    """The companies that could have the permit of P5."""
    view, trials = position_view(game), Trials(game)
    cards = []
    for action in actions:
        company = company_of(view, action.company)
        permits = company_of(position_view(trials.of(action).after), company.id).permits
        facts = (
            Fact(say("permits", lang), f"{company.permits} → {permits}"),
            Fact(say("treasury", lang), say_money(company.treasury, lang)),
        )
        cards.append(DecisionCard(company.id, company.name, facts, action))
    now = view.deciding if view.phase.startswith("D") and view.deciding in parts.COMPANY_INDEX else ""
    return Decision(say("why_permit_now" if now else "why_permit", lang, company=now), tuple(cards))


def rocket(game: Game, actions: Sequence[ExchangeRocket], lang: str) -> Decision:
    """The companies that could have a train for the Rocket."""
    forced = isinstance(game.state.stack[-1], ForcedRocket)
    trials = Trials(game)
    cards = tuple(_train_for_rocket(trials, each, lang) for each in actions)
    return Decision(say("why_rocket_forced" if forced else "why_rocket", lang), cards)


def _train_for_rocket(trials: Trials, action: ExchangeRocket, lang: str) -> DecisionCard:
    view, prices = position_view(trials.game), {train.name: train.price for train in parts.TRAINS}
    company = company_of(view, action.company)
    train = next(each.train for each in trials.of(action).events if isinstance(each, RocketExchanged))
    gets = say("fact_instead_of_price", lang, train=say_train(train, lang), price=prices[train])
    if action.surrender:
        room = Fact(say("fact_gives_up", lang), say_train(action.surrender, lang))
    else:
        room = Fact(say("trains", lang), f"{len(company.trains)} → {len(company.trains) + 1} / {view.train_limit}")
    return DecisionCard(company.id, company.name, (Fact(say("fact_gets", lang), gets), room), action)


def payment(game: Game, actions: Sequence[ClaimPayment], lang: str) -> Decision:
    """The payment of P0, and those that could be waited for."""
    asked = cast(PaymentClaim, game.state.stack[-1])
    later = [
        Fact(say("fact_last_train", lang, train=say_train(parts.TRAINS[train].name, lang)), say_money(amount, lang))
        for train, amount in P0_PAYMENTS.items()
        if train > asked.train
    ]
    name = say("payment_now", lang, amount=P0_PAYMENTS[asked.train])
    why = say("why_payment", lang, train=say_train(parts.TRAINS[asked.train].name, lang))
    return Decision(why, tuple(DecisionCard("P0", name, tuple(later), each) for each in actions))


DECISIONS: Mapping[str, Callable[[Game, Sequence[Any], str], Decision]] = {
    "found_company": permits_of_bcr,
    "choose_investor": investors,
    "merge_money": merger_money,
    "merge_station": merger_station,
    "assign_permit": permit,
    "exchange_rocket": rocket,
    "claim_payment": payment,
}
