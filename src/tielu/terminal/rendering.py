"""Rich renderables of a position for the terminal: tables, headline, log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tielu import Game
from tielu.core.position import MarketCellView, PlayerView, PositionView
from tielu.core.track import Board
from tielu.i18n import say, say_event
from tielu.i18n.catalogue import find
from tielu.views.actions.details import say_offer, say_rounds
from tielu.views.history.log import LogEntry
from tielu.views.position.board import current_face, nearby_view, place_name, tile_face, track_text
from tielu.views.tables import COMPANY_COLUMNS, INVESTOR_COLUMNS, NUMBERS, PRIVATE_COLUMNS, share_price, yuan
from tielu.views.title import view_of

ACTING = "bold"
QUIET = "dim"


class _Console(Console):
    """A console that leaves it to the command what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def make_console(**options: object) -> Console:
    """A console without markup, so that names of players are printed as they are."""
    return _Console(markup=False, emoji=False, highlight=False, **options)  # type: ignore[arg-type]  # passed on


def say_round(name: str, lang: str) -> str:
    return find("rounds", name, lang) or name


def _table(title: str, columns: Sequence[str], *, right: Sequence[int] = ()) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    table.padding = (0, 1, 0, 0)
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number in right else "left")
    return table


def position(view: PositionView, lang: str) -> RenderableType:
    """A summary of the position: headline, players, companies, prices and depot."""
    parts: list[RenderableType] = [headline(view, lang), players(view, lang), ""]
    if view.companies or view.investors:
        parts += [companies(view, lang), Text(say(view_of(view.title).tables.legend, lang), style=QUIET), ""]
    if view.companies:
        parts.append(prices(view, lang))
    if shows_privates(view):
        parts += [privates(view, lang), ""]
    if view.round != "auction":
        parts += [depot(view, lang), ""]
    parts += [Text(line, style="bold") for line in urgent(view, lang)]
    return Group(*parts)


def shows_privates(view: PositionView) -> bool:
    """Whether the summary includes the privates: before the first action, and while there are bids on them."""
    return bool(view.privates) and (view.actions == 0 or any(private.bids for private in view.privates))


def urgent(view: PositionView, lang: str) -> list[str]:
    """Lines that nobody should overlook: an open offer, a bankrupt player."""
    lines = [say_offer(view.offer, lang)] if view.offer is not None else []
    return lines + [say("bankrupt", lang, player=player.name) for player in view.players if player.bankrupt]


def headline(view: PositionView, lang: str) -> Text:
    """Title, round, phase and what applies in it, in one line."""
    parts = [
        f"{view.title} ({say('edition_and_revision', lang, edition=view.edition, revision=view.revision)})",
        say_round(view.round, lang),
        say("phase", lang, phase=view.phase),
        say("train_limit", lang, limit=view.train_limit),
    ]
    if rounds := say_rounds(view, lang):
        parts.append(rounds)
    parts += [say(notice, lang) for notice in view.notices]
    if view.bank is not None:
        parts.append(say("bank_money", lang, amount=max(0, view.bank)))
    if view.bank_broken:
        parts.append(say("bank_broken", lang))
    return Text(" · ".join(parts), style="bold reverse")


def players(view: PositionView, lang: str) -> Table:
    columns = [say(key, lang) for key in ("player", "cash", "worth", "certificates", "holdings")]
    table = _table(say("players", lang), columns, right=(1, 2, 3))
    for player in view.players:
        first = player.priority and view.round != "auction"
        name = player.name + (f" {say('priority_mark', lang)}" if first else "")
        cash = yuan(player.cash)
        if player.in_bids:
            cash += " " + say("bids_mark", lang, amount=player.in_bids)
        if player.debt:
            cash += " " + say("debt_mark", lang, debt=player.debt)
        certificates = f"{player.certificates}/{view.certificate_limit}"
        row = (name, cash, yuan(player.worth), certificates, _holdings(player))
        table.add_row(*row, style=ACTING if player.acting else "")
    return table


def _holdings(player: PlayerView) -> str:
    """The shares of a player, with a star for the director, then privates and investor."""
    shares = [f"{each.company}{'*' if each.director else ''} {each.percent}%" for each in player.holdings]
    return ", ".join([*shares, *player.privates, *([player.investor] if player.investor else [])])


def companies(view: PositionView, lang: str) -> Table:
    tables = view_of(view.title).tables
    table = _keyed_table(say(tables.heading, lang), tables.companies, lang)
    for company in view.companies:
        style = ACTING if company.id == view.deciding else "" if company.floated else QUIET
        table.add_row(*(COMPANY_COLUMNS[key](company) for key in tables.companies), style=style)
    for investor in view.investors:
        row = [INVESTOR_COLUMNS[key](investor) if key in INVESTOR_COLUMNS else "" for key in tables.companies]
        table.add_row(*row, style=ACTING if investor.id == view.deciding else "")
    return table


def _keyed_table(title: str, keys: Sequence[str], lang: str) -> Table:
    """A table whose column headings are the messages of these keys."""
    right = [number for number, key in enumerate(keys) if key in NUMBERS]
    return _table(title, [say(key, lang) for key in keys], right=right)


def prices(view: PositionView, lang: str) -> Text:
    """The prices of the founded companies in one line, highest first."""
    spaces: dict[int, list[str]] = {}
    for cell in (cell for row in view.market for cell in row if cell is not None and cell.companies):
        spaces.setdefault(cell.price, []).extend(cell.companies)
    line = "  ".join(f"{price}: {' '.join(spaces[price])}" for price in sorted(spaces, reverse=True))
    return Text(f"{say('market', lang)}  {line}")


def depot(view: PositionView, lang: str) -> Text:
    """The trains left in the depot, the next type first, and those in the bank pool."""
    stacks = []
    for stack in view.depot:
        left = "∞" if stack.left is None else str(stack.left)
        stacks.append(f"{stack.train}:{left}×{yuan(stack.price)}")
    lines = [f"{say('depot', lang)}  {'  '.join(stacks)}"]
    if view.train_pool:
        lines.append(f"{say('train_pool', lang)}  {' '.join(view.train_pool)}")
    return Text("\n".join(lines))


def market(view: PositionView, lang: str) -> RenderableType:
    """The whole share price chart, and the turn order below it."""
    table = Table(title=say("market", lang), title_justify="left", box=box.SQUARE, show_header=False)
    table.show_lines, table.padding = True, (0, 0)
    for row in view.market:
        table.add_row(*(_cell(cell) for cell in row))
    if any(cell is not None and cell.red for row in view.market for cell in row):
        return Group(table, Text(say("red_area", lang), style=QUIET))
    if not view.pars:
        return table
    order = _table(say("turn_order", lang), [say("par", lang), "1", "2", "3", "4"])
    for par in view.pars:
        order.add_row(str(par.price), *(slot or "–" for slot in par.slots))
    return Group(table, order)


def _cell(cell: MarketCellView | None) -> Text:
    if cell is None:
        return Text("")
    lines = [share_price(cell.price, cell.red), *cell.companies]
    return Text("\n".join(lines), style="red" if cell.red else "")


def board(view: PositionView, map_: Board, lang: str) -> RenderableType:
    """The hexes with tiles or station markers, as a list."""
    columns = [say(key, lang) for key in ("hex", "tile", "track", "stations")]
    table = _table(say("board", lang), columns, right=(1,))
    for laid in view.board:
        face = tile_face(map_, laid.tile, laid.rotation)
        track = track_text(face, lang) if face is not None else ""
        table.add_row(place_name(map_, laid.name, lang), laid.tile, track, " ".join(laid.stations))
    return table


def nearby(game: Game, name: str, lang: str) -> Table:
    """A hex and its neighbours, with their tiles and the cost of building."""
    columns = [say(key, lang) for key in ("direction", "hex", "tile", "track", "terrain", "stations")]
    table = _table(place_name(game.state.board, name, lang), columns, right=(2,))
    for near in nearby_view(game, name):
        where = say(f"edge_{near.edge}", lang) if near.edge >= 0 else "●"
        track = track_text(current_face(game, near.hex.name), lang)
        ground = " ".join(find("words", each, lang) or each for each in near.terrain)
        cost = f"{ground} {yuan(near.cost)}" if near.cost else ground
        place = place_name(game.state.board, near.hex.name, lang)
        table.add_row(where, place, near.hex.tile, track, cost, " ".join(near.hex.stations))
    return table


def privates(view: PositionView, lang: str) -> Table:
    bids = any(private.bids for private in view.privates)
    keys = [key for key in view_of(view.title).tables.privates if bids or key != "bids"]
    table = _keyed_table(say("privates", lang), keys, lang)
    for private in view.privates:
        owner = say("closed", lang) if private.closed else private.owner or "–"
        row = [PRIVATE_COLUMNS[key](private) if key in PRIVATE_COLUMNS else owner for key in keys]
        table.add_row(*row, style=QUIET if private.closed else "")
    return table


def standings(results: Iterable[tuple[str, int]], lang: str) -> Table:
    """The final standings; players of equal worth share a place."""
    table = _table(say("standings", lang), ["", say("player", lang), say("worth", lang)], right=(0, 2))
    place, before = 0, None
    for number, (name, worth) in enumerate(results, 1):
        place, before = (place if worth == before else number), worth
        table.add_row(f"{place}.", name, yuan(worth))
    return table


def log(entries: Sequence[LogEntry], lang: str, first: int = 1) -> Text:
    """The events of each action, numbered from `first`."""
    lines = []
    for number, entry in enumerate(entries, first):
        for position, event in enumerate(entry.events):
            lines.append(f"{number if position == 0 else '':>5}  {say_event(event, lang)}")
    return Text("\n".join(lines))
