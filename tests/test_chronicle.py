"""The chronicle of a game, the rules behind its events, its charts, and what the next trains will do."""

import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from tests.message_codes import is_played
from tests.table_1888 import Table1888
from tests.test_forbidden import golden
from tielu import TITLES, Game, new_game
from tielu.core.actions import Pass
from tielu.core.events import (
    DirectorChanged,
    Event,
    PriceMoved,
    PrivateBought,
    StationPlaced,
    TileLaid,
    TrainBought,
    TrainScrapped,
    event_name,
)
from tielu.i18n import LANGUAGES, rule
from tielu.i18n.catalogue import catalogue
from tielu.titles.t1880.rules.events import RocketLost
from tielu.titles.t1888n.rules.events import BankBroke
from tielu.views.history.changes import changed_hexes
from tielu.views.history.chronicle import chronicle
from tielu.views.history.event_rules import cited_rules, rules_of
from tielu.views.history.graphs import Graph, GraphLine, graphs_of
from tielu.views.history.log import LogEntry, history
from tielu.views.history.sentences import sentences
from tielu.views.history.skipped import SkippedSteps, skipped_steps
from tielu.views.position.depot import depot_view
from tielu.views.position.holders import holders_of
from tielu.views.position.position import position_view
from tielu.views.svg.charts import chart_picture, ticks
from tielu.views.title import view_of

GAMES = ("1880-2022-3p-101.json.gz", "1888-18xx.games-4p-909.json.gz")


def played(name: str, count: int | None = None) -> Game:
    """A recorded game after so many actions."""
    saved = golden(name)
    return Game.from_json({**saved, "actions": saved["actions"][:count]})


# ---- chronicle ----


@pytest.mark.parametrize("name", GAMES)
def test_the_chronicle_is_the_history(name):
    """The same entries as a judged replay, and at its end the same worth."""
    game = played(name)
    told = chronicle(game)
    assert list(told.entries) == history(game)
    assert dict(zip(game.players, told.now.worth, strict=True)) == dict(game.standings())
    assert told.now.prices == {company.id: company.price for company in position_view(game).companies}


@pytest.mark.parametrize("name", GAMES)
def test_a_chronicle_goes_on(name):
    """Piece by piece it becomes what it is at once; a game that took another way begins anew."""
    whole = chronicle(played(name, 200))
    told = None
    for count in (0, 3, 90, 200):
        told = chronicle(played(name, count), told)
    assert told is not None
    assert (told.entries, told.moments) == (whole.entries, whole.moments)
    assert (told.incomes, told.last_runs, told.last_moves) == (whole.incomes, whole.last_runs, whole.last_moves)
    back, fresh = chronicle(played(name, 90), whole), chronicle(played(name, 90))
    assert (back.entries, back.moments, back.incomes) == (fresh.entries, fresh.moments, fresh.incomes)
    assert (back.last_runs, back.last_moves, back.now) == (fresh.last_runs, fresh.last_moves, fresh.now)


def test_rounds_are_counted():
    """Each kind of round has its own numbers, and the first moment is the beginning."""
    moments = chronicle(played(GAMES[0])).moments
    assert (moments[0].actions, moments[0].round) == (0, "auction")
    for kind in ("share", "operating"):
        numbers = [moment.number for moment in moments if moment.round == kind]
        assert numbers == list(range(1, len(numbers) + 1))


def test_what_was_earned_is_counted_once():
    """The incomes of all moments and of the time since are those of the log."""
    told = chronicle(played(GAMES[0]))
    earned = sum(sum(moment.incomes.values()) for moment in (*told.moments, told.now))
    logged = [
        event.params()["income"]
        for entry in told.entries
        for event in entry.events
        if event.name in ("dividend_paid", "income_withheld")
    ]
    assert earned == sum(logged)


# ---- the rules behind events ----


def events_of(title: str) -> list[type[Event]]:
    """Every class of event that a title can log: those of all titles and its own."""
    package = {"1880": "t1880", "1888": "t1888n"}[title]
    return [
        each
        for each in Event.__subclasses__()
        if is_played(each.__module__) and ("titles" not in each.__module__ or package in each.__module__.split("."))
    ]


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_event_is_mapped_to_rules_that_exist(title):
    """No event without an entry, no entry without an event, and every id is in the catalogue of its title."""
    names = {event_name(each) for each in events_of(title)}
    assert {key.split(".")[0] for key in view_of(title).event_rules} == names
    for ids in view_of(title).event_rules.values():
        for each in ids:
            assert each.startswith(f"{title}.")
            assert rule(each) is not None


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_phase_has_its_rule(title):
    """What is empty for the kind is filled in for each value."""
    table = view_of(title).event_rules
    assert all(table[f"phase_began.{phase}"] for phase in view_of(title).train_limits)
    for key, ids in table.items():
        assert ids or any(other.startswith(f"{key}.") for other in table)


@pytest.mark.parametrize("name", GAMES)
def test_nearly_everything_in_a_log_has_a_rule(name):
    """In a whole game no event is without an explanation, except a price that stays."""
    game = played(name)
    for entry in chronicle(game).entries:
        for event in entry.events:
            stays = isinstance(event, PriceMoved) and event.old == event.new
            assert rules_of(game.title, event) or stays


def test_rules_fit_what_happened():
    """A price that rises for a dividend, because all is sold, or falls; a train of the bank or of a company."""
    rose, fell = PriceMoved("LYR", 70, 75), PriceMoved("LYR", 75, 70)
    assert rules_of("1888", rose, paid=True) == ("1888.price.dividend-right",)
    assert rules_of("1888", rose) == ("1888.price.sold-out-up",)
    assert "1888.sell.price-drop-each" in rules_of("1888", fell)
    assert rules_of("1880", TrainBought("JHA", "3", "bank", 180))[0] == "1880.trains.bank-price"
    assert rules_of("1880", TrainBought("JHA", "3", "CKR", 1))[0] == "1880.trains.intercompany-same-director"
    assert rules_of("1880", TrainScrapped("JHA", "2+2")) == ("1880.phase.train-2plus2",)
    assert "1880.director.change-by-merger" in rules_of("1880", DirectorChanged("JHA", "Ann"))
    assert "1880.p7.forced-surrender-option" in rules_of("1880", RocketLost("Ann", "4"))
    assert "1888.end.bank-break-in-sr" in rules_of("1888", BankBroke())
    assert "1888.auction.kaiping-free-forced" in rules_of("1888", PrivateBought("Ann", "KT", 0))


def test_each_rule_is_told_once():
    """Two trains that are scrapped alike have one explanation."""
    events = [TrainScrapped("JHA", "2"), TrainScrapped("CKR", "2")]
    (cited,) = cited_rules("1880", events, "ja")
    assert cited.text == rule("1880.phase.train-2", "ja").text  # type: ignore[union-attr]  # there is one


# ---- charts ----


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_charts_have_a_line_for_everybody(name, lang):
    """Worth of each player, price of each founded company, and all lines as long as their places."""
    game = played(name)
    worth, prices, incomes = graphs_of(chronicle(game), lang)
    assert [line.name for line in worth.lines] == game.players
    assert {line.name for line in prices.lines} == {company.id for company in position_view(game).companies}
    for graph in (worth, prices, incomes):
        assert all(len(line.values) == len(graph.places) for line in graph.lines)
        assert not any("chart_" in place or "?" in place for place in graph.places)
        root = ET.fromstring(str(chart_picture(graph)))
        drawn = [each.get("data-line") for each in root.iter() if each.get("data-line")]
        assert drawn == [line.name for line in graph.lines]


def test_a_new_game_has_charts_too():
    """One moment, no company: nothing to divide by."""
    worth, prices, incomes = graphs_of(chronicle(new_game("1880", ["Ann", "Bo", "Cy"])), "en")
    assert len(worth.places) == 1
    assert (prices.lines, incomes.lines, incomes.places) == ((), (), ())
    for graph in (worth, prices, incomes):
        ET.fromstring(str(chart_picture(graph)))


def test_lines_differ_by_more_than_colour():
    """Fourteen lines, no two with the same colour and dashes; long and odd names are escaped and shortened."""
    lines = tuple(GraphLine(f"<{number}>" + "x" * 30, (number, number + 1)) for number in range(14))
    picture = str(chart_picture(Graph("worth", "Worth", ("a", "b"), lines)))
    classes = re.findall(r'<polyline class="([^"]+)"', picture)
    assert len(set(classes)) == 14
    assert "&lt;0&gt;" in picture
    assert "x" * 30 + "</text>" not in picture


def test_lines_have_the_colours_of_their_owners():
    """A player's line has the colour of the seat, a company's that of its markers, with an edge."""
    lines = (GraphLine("Ann", (1, 2), seat=3), GraphLine("BCR", (2, 1), colour="#c4212f"))
    root = ET.fromstring(str(chart_picture(Graph("worth", "Worth", ("a", "b"), lines))))
    curves = [each for each in root.iter() if "curve" in each.get("class", "") and each.get("points")]
    assert [(each.get("class", "").split()[-1], each.get("stroke")) for each in curves] == [
        ("seat-3", None),
        ("dash-1", "#c4212f"),
    ]
    assert sum("edge" in each.get("class", "") for each in root.iter() if each.get("points")) == 1


def test_incomes_of_a_round_under_way():
    """A line begins with the first run of its company; who has yet to run in this round has no zero in it."""
    told, without = None, 0
    for count in range(200, 600, 20):
        game = played("1880-18xx.games-4p-606.json.gz", count)
        told = chronicle(game, told)
        for line in graphs_of(told, "en")[2].lines:
            assert next(value for value in line.values if value is not None)
            if told.moments[-1].round == "operating" and not game.finished:
                assert line.values[-1] == told.incomes.get(line.name)
                without += line.values[-1] is None
    assert without


def test_changed_hexes_name_who_was_there_last():
    """Tiles and stations count; the later of two railways is named."""
    laid, placed = TileLaid("BCR", "M3", "57", 0, 0), StationPlaced("SCR", "M3", 0, 40)
    entries = [LogEntry("Ann", "Ann", Pass(), (event,)) for event in (laid, placed, TileLaid("A5", "O7", "8", 1, 0))]
    assert changed_hexes(entries) == {"M3": "SCR", "O7": "A5"}
    assert changed_hexes([]) == {}


def test_names_of_lines_do_not_overlap():
    """Lines that end together have their names one below the other, and all of them on the sheet."""
    lines = tuple(GraphLine(f"L{number}", (50, 0)) for number in range(20))
    root = ET.fromstring(str(chart_picture(Graph("worth", "Worth", ("a", "b"), lines))))
    heights = sorted(float(each.get("y", "")) for each in root.iter() if each.get("class") == "line-name")
    assert len(heights) == 20
    assert all(below - above >= 12 for above, below in itertools.pairwise(heights))
    assert heights[-1] < float(root.get("height", ""))


@pytest.mark.parametrize(
    ("least", "most"), [(0, 0), (0, 1), (0, 7), (0, 1999), (-4800, 640), (-3, 12345), (5479, 7742)]
)
def test_ticks_are_round_and_enclose_the_values(least, most):
    """Few of them, and no value lies beyond; 0 is one of them unless all values lie on one side of it."""
    found = ticks(least, most)
    assert found[0] <= least <= most <= found[-1]
    assert 2 <= len(found) <= 8
    assert (0 in found) == (least <= 0 <= most)


@pytest.mark.parametrize(("values", "lowest"), [((5479, 7742), "5000"), ((100, 7742), "0"), ((-300, 40), "-300")])
def test_a_chart_begins_where_its_lines_are(values, lowest):
    """Lines that all run high up have the whole sheet; others begin at 0, or below it."""
    root = ET.fromstring(str(chart_picture(Graph("worth", "Worth", ("a", "b"), (GraphLine("L", values),)))))
    assert next(each.text for each in root.iter() if each.get("class") == "tick") == lowest


# ---- depot and holdings ----


def outlook(game: Game, lang: str = "en") -> dict[str, tuple[str, str]]:
    return {
        stack.train: ("; ".join(stack.first), "; ".join(stack.last))
        for stack in depot_view(game, position_view(game), lang)
    }


def test_what_the_trains_of_1880_will_do():
    """Phases, colours, limits, scrapping and the takeover, read off the tables."""
    ahead = outlook(new_game("1880", ["Ann", "Bo", "Cy"]))
    assert ahead["2"] == ("", "a share round follows")
    assert "green tiles" in ahead["3"][0]
    assert "a permit for Phase B" in ahead["3"][0]
    assert "train limit 3" in ahead["3+3"][0]
    assert "2-trains scrapped" in ahead["4"][0]
    assert "Communist takeover" in ahead["4"][0]
    assert "every company has 3 more turns" in ahead["8"][1]
    assert ahead["10"][1] == ""


def test_what_the_trains_of_1888_will_do():
    """Operating rounds, privates and the trade-in; what has happened already is not told again."""
    table = Table1888(phase="3")
    table.company("LYR", cash=400)
    table.turn("LYR", "trains")
    ahead = outlook(table.game)
    assert ahead["3"] == ("", "")
    assert "train limit 3" in ahead["4"][0]
    assert "all privates close" in ahead["5"][0]
    assert "3 operating rounds" in ahead["5"][0]
    assert "¥700" in ahead["D"][0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("title", "players"), [("1880", 3), ("1888", 3)])
def test_effects_have_words(title, players, lang):
    """No effect is said by its key, and none with a question mark."""
    ahead = outlook(new_game(title, ["Ann", "Bo", "Cy"][:players]), lang)
    text = " ".join(itertools.chain.from_iterable(ahead.values()))
    assert "effect_" not in text
    assert "?" not in text


def test_no_word_for_an_effect_that_cannot_happen():
    """The keys of the catalogue are those of the tables; the Rocket's needs an owner of P7."""
    texts = {key for key in catalogue("en")["ui"] if key.startswith("effect_")}
    used = {
        f"effect_{effect.key}"
        for title in ("1880", "1888")
        for train in view_of(title).trains
        for part in [view_of(title).train_effects(_owned(title), train.name)]
        for effect in (*part.first, *part.last)
    }
    assert used == texts


def _owned(title: str) -> Game:
    game = new_game(title, ["Ann", "Bo", "Cy"])
    game.state.private_owner[-1] = 0
    return game


@pytest.mark.parametrize("name", GAMES)
def test_all_shares_are_held_by_somebody(name):
    """The columns of the table add up to all shares of a company, and one player of each is its director."""
    position = position_view(played(name, 250))
    holders = holders_of(position, "en")
    assert holders.companies
    for column in range(len(holders.companies)):
        held = [row.holdings[column] for row in holders.rows]
        assert sum(each.percent for each in held) == 100
        assert sum(each.director for each in held) == 1


def test_steps_without_a_choice_are_told():
    """Each step was decided in or is told as skipped; without a run the price falls, and the log says why."""
    told = chronicle(played("1888-2022-6p-808.json.gz", 400))
    first = skipped_steps(told, 118)
    assert first == SkippedSteps(after=("step_station", "step_run"))
    said = sentences(told.entries[118], "en", first)
    assert said[1] == f"{told.entries[118].deciding}: no place for a marker, no run. Without income the price falls."
    assert "¥60 to ¥55" in said[2]
    assert skipped_steps(told, 36) == SkippedSteps()


def test_a_step_that_is_told_as_skipped_had_nothing_to_offer():
    """The engine, asked for the step by itself, has no action of its kind."""
    game = played("1880-2022-3p-101.json.gz", 281)
    before = skipped_steps(chronicle(played("1880-2022-3p-101.json.gz", 282)), 281).before
    assert before == ("step_track", "step_station")
    kinds = {"step_track": "lay_tile", "step_station": "place_station"}
    for step in before:
        frame = view_of("1880").passed_steps[kinds[step]](game)
        assert frame is not None
        again = game.clone()
        again.state.push(frame)
        assert kinds[step] not in {action.type for action in again.legal_actions()}
