"""The views of a position as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tielu import Game
from tielu.core.track import Board
from tielu.i18n import say, say_event
from tielu.i18n.catalogue import find
from tielu.views.board import current_face, nearby_view, place_name, tile_face, track_text
from tielu.views.log import LogEntry
from tielu.views.models import CompanyView, MarketCellView, PlayerView, PositionView

ACTING = "bold"
QUIET = "dim"


def make_console(**options: object) -> Console:
    """A console that prints what it is given: names of players are never read as markup."""
    return Console(markup=False, emoji=False, highlight=False, **options)  # type: ignore[arg-type]  # passed on


def say_round(name: str, lang: str) -> str:
    return find("rounds", name, lang) or name


def yuan(amount: int) -> str:
    return f"¥{amount}" if amount >= 0 else f"-¥{-amount}"


def _table(title: str, columns: Sequence[str], *, right: Sequence[int] = ()) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    table.padding = (0, 1, 0, 0)
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number in right else "left")
    return table


def position(view: PositionView, lang: str) -> RenderableType:
    """The whole position in short: where the game is, holdings, companies, market and depot."""
    parts: list[RenderableType] = [headline(view, lang), players(view, lang), ""]
    if view.companies or view.investors:
        parts += [companies(view, lang), Text(say("legend", lang), style=QUIET), ""]
    if view.companies:
        parts.append(prices(view, lang))
    if view.actions == 0:
        parts += [privates(view, lang), ""]
    if view.round != "auction":
        parts += [depot(view, lang), ""]
    return Group(*parts)


def headline(view: PositionView, lang: str) -> Text:
    """Round, phase and what it brings."""
    parts = [
        f"{view.title} ({view.edition})",
        say_round(view.round, lang),
        say("phase", lang, phase=view.phase),
        say("train_limit", lang, limit=view.train_limit),
    ]
    if view.takeover:
        parts.append(say("takeover", lang))
    return Text(" · ".join(parts), style="bold reverse")


def players(view: PositionView, lang: str) -> Table:
    columns = [say(key, lang) for key in ("player", "cash", "worth", "certificates", "holdings")]
    table = _table(say("players", lang), columns, right=(1, 2, 3))
    for player in view.players:
        first = player.priority and view.round != "auction"
        name = player.name + (f" {say('priority_mark', lang)}" if first else "")
        cash = yuan(player.cash)
        if player.debt:
            cash += " " + say("debt_mark", lang, debt=player.debt)
        certificates = f"{player.certificates}/{view.certificate_limit}"
        row = (name, cash, yuan(player.worth), certificates, _holdings(player))
        table.add_row(*row, style=ACTING if player.acting else "")
    return table


def _holdings(player: PlayerView) -> str:
    """Shares, with a star where the player directs, then privates and the investor."""
    shares = [f"{each.company}{'*' if each.director else ''} {each.percent}%" for each in player.holdings]
    return ", ".join([*shares, *player.privates, *([player.investor] if player.investor else [])])


def companies(view: PositionView, lang: str) -> Table:
    keys = ("company", "director", "price", "par", "treasury", "trains", "permits", "stations", "in_bank")
    table = _table(say("companies", lang), [say(key, lang) for key in keys], right=(2, 3, 4, 8))
    for company in view.companies:
        style = ACTING if company.id == view.deciding else "" if company.floated else QUIET
        table.add_row(*_company(company), style=style)
    for investor in view.investors:
        linked = f" → {investor.company}" if investor.company else ""
        treasury, home = yuan(investor.treasury), investor.home
        row = (investor.id + linked, investor.owner, "", "", treasury, "", "", home, "")
        table.add_row(*row, style=ACTING if investor.id == view.deciding else "")
    return table


def _company(company: CompanyView) -> tuple[str, ...]:
    name = company.id + (" ●" if company.purchase_marker else "")
    treasury = yuan(company.treasury) if company.floated else "–"
    stations = " ".join(company.stations) + (f" (+{company.markers_left})" if company.floated else "")
    price, par, bank = str(company.price), str(company.par), f"{company.in_bank}%"
    trains = " ".join(company.trains)
    return (name, company.director, price, par, treasury, trains, company.permits, stations, bank)


def prices(view: PositionView, lang: str) -> Text:
    """The prices of the founded companies in one line, highest first."""
    spaces: dict[int, list[str]] = {}
    for cell in (cell for row in view.market for cell in row if cell is not None and cell.companies):
        spaces.setdefault(cell.price, []).extend(cell.companies)
    line = "  ".join(f"{price}: {' '.join(spaces[price])}" for price in sorted(spaces, reverse=True))
    return Text(f"{say('market', lang)}  {line}")


def depot(view: PositionView, lang: str) -> Text:
    """The trains still to be had, the next type first."""
    stacks = []
    for stack in view.depot:
        left = "∞" if stack.left is None else str(stack.left)
        stacks.append(f"{stack.train}:{left}×{yuan(stack.price)}")
    return Text(f"{say('depot', lang)}  {'  '.join(stacks)}")


def market(view: PositionView, lang: str) -> RenderableType:
    """The whole share price chart, and the turn order list beside it."""
    table = Table(title=say("market", lang), title_justify="left", box=box.SQUARE, show_header=False)
    table.show_lines, table.padding = True, (0, 0)
    for row in view.market:
        table.add_row(*(_cell(cell) for cell in row))
    if not view.pars:
        return table
    order = _table(say("turn_order", lang), [say("par", lang), "1", "2", "3", "4"])
    for par in view.pars:
        order.add_row(str(par.price), *(slot or "–" for slot in par.slots))
    return Group(table, order)


def _cell(cell: MarketCellView | None) -> str:
    if cell is None:
        return ""
    return "\n".join([str(cell.price), *cell.companies])


def board(view: PositionView, map_: Board, lang: str) -> RenderableType:
    """The hexes with tiles or station markers on them; there is no picture in the terminal."""
    columns = [say(key, lang) for key in ("hex", "tile", "track", "stations")]
    table = _table(say("board", lang), columns, right=(1,))
    for laid in view.board:
        face = tile_face(map_, laid.tile, laid.rotation)
        track = track_text(face, lang) if face is not None else ""
        table.add_row(place_name(map_, laid.name), laid.tile, track, " ".join(laid.stations))
    return table


def nearby(game: Game, name: str, lang: str) -> Table:
    """A hex and its neighbours: what lies there, and what building costs."""
    columns = [say(key, lang) for key in ("direction", "hex", "tile", "track", "terrain", "stations")]
    table = _table(place_name(game.state.board, name), columns, right=(2,))
    for near in nearby_view(game, name):
        where = say(f"edge_{near.edge}", lang) if near.edge >= 0 else "●"
        track = track_text(current_face(game, near.hex.name), lang)
        ground = " ".join(find("words", each, lang) or each for each in near.terrain)
        cost = f"{ground} {yuan(near.cost)}" if near.cost else ground
        place = place_name(game.state.board, near.hex.name)
        table.add_row(where, place, near.hex.tile, track, cost, " ".join(near.hex.stations))
    return table


def privates(view: PositionView, lang: str) -> Table:
    columns = [say(key, lang) for key in ("private", "name", "face_value", "income", "owner")]
    table = _table(say("privates", lang), columns, right=(2, 3))
    for private in view.privates:
        owner = say("closed", lang) if private.closed else private.owner or "–"
        style = QUIET if private.closed else ""
        table.add_row(private.id, private.name, yuan(private.price), yuan(private.income), owner, style=style)
    return table


def standings(results: Iterable[tuple[str, int]], lang: str) -> Table:
    """The final reckoning; who has the same worth shares a place."""
    table = _table(say("standings", lang), ["", say("player", lang), say("worth", lang)], right=(0, 2))
    place, before = 0, None
    for number, (name, worth) in enumerate(results, 1):
        place, before = (place if worth == before else number), worth
        table.add_row(f"{place}.", name, yuan(worth))
    return table


def log(entries: Sequence[LogEntry], lang: str, first: int = 1) -> Text:
    """What happened, action by action, numbered from `first`."""
    lines = []
    for number, entry in enumerate(entries, first):
        for position, event in enumerate(entry.events):
            lines.append(f"{number if position == 0 else '':>5}  {say_event(event, lang)}")
    return Text("\n".join(lines))
