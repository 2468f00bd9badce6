"""Statistics of many games: what is counted of one, how they add up, and how they are told."""

import gzip
import json
from functools import cache

import pytest

import tielu
from tielu.actions import BuyTrain
from tielu.cli import main
from tielu.errors import InvalidInput, NotFound
from tielu.files import save_file
from tielu.puzzles import all_puzzles, game_of
from tielu.stats import TABLES, FolderRead, Sample, Tally, facts_of, games_in, table, tally_of
from tielu.stats.charts import charts_of
from tielu.stats.tables import tables_of


@cache
def played(title):
    """A finished game of a title, from those of the puzzles."""
    return game_of(next(puzzle.game for puzzle in all_puzzles() if puzzle.title == title))


@cache
def facts(title):
    return facts_of(played(title))


@pytest.fixture
def folder(tmp_path):
    """A folder with a game of each title, one gzipped and in a folder below, an unfinished one and something else."""
    save_file(tmp_path / "one.json", played("1880"))
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "two.json.gz").write_bytes(gzip.compress(json.dumps(played("1888").to_json()).encode()))
    save_file(tmp_path / "begun.json", tielu.new_game("1880", ["Ann", "Bo", "Cy"]))
    (tmp_path / "plan.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("no game")
    return tmp_path


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_facts_of_a_game(title):
    """The winner, the first train of each type in the order of the game, and dividends, as the game has them."""
    game, found = played(title), facts(title)
    assert found.worth == tuple(game.worths())
    assert found.course[-1] == found.worth
    assert found.places[found.worth.index(max(found.worth))] == 1
    assert found.actions == len(game.actions)
    assert [each.round for each in found.trains] == sorted(each.round for each in found.trains)
    assert found.trains[0].train == "2"
    assert found.trains[0].round == 1
    bought = sum(isinstance(each, BuyTrain) for each in game.actions)
    assert 0 < len(found.trains) <= bought
    assert all(price > 0 and 0 <= seat < found.players for seat, price in found.privates.values())
    assert any(company.paid for company in found.companies.values())


def test_a_game_that_is_not_over_tells_nothing():
    """Only finished games are counted."""
    assert facts_of(tielu.new_game("1880", ["Ann", "Bo", "Cy"])) is None


def test_samples():
    """Means and quantiles of what was seen; nothing seen is 0 everywhere."""
    sample = Sample([1, 2, 2, 3, 10])
    assert (sample.mean, sample.median, sample.quantile(0.1), sample.quantile(0.9)) == (3.6, 2, 1, 10)
    assert Sample().figures() == {"count": 0, "mean": 0.0, "low": 0, "median": 0, "high": 0}
    assert Sample.from_json(json.loads(json.dumps(sample.to_json()))).counts == sample.counts


@pytest.mark.parametrize("title", ["1880", "1888"])
def test_a_tally_goes_on_where_it_was_kept(title):
    """Kept as JSON and read again, a tally with one more game is the tally of both."""
    both = tally_of([facts(title), facts(title)])[title]
    kept = Tally.from_json(json.loads(json.dumps(tally_of([facts(title)])[title].to_json())))
    kept.add(facts(title))
    assert kept.to_json() == both.to_json()
    assert kept.games == 2
    assert sum(kept.seat_wins.values()) == 2


@pytest.mark.parametrize("name", TABLES)
def test_rows_for_notebooks(name):
    """Every table is rows of plain values with the same names, and can be written as JSON."""
    rows = table([played("1880"), facts("1888")], name)
    assert {row["game"] for row in rows} == {0, 1}
    assert len({tuple(row) for row in rows}) == 1
    json.dumps(rows)


def test_an_unknown_table_is_refused():
    """The names there are, are named."""
    with pytest.raises(InvalidInput, match="unknown_table"):
        table([], "nonsense")


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_charts_and_tables_in_words(lang):
    """Every chart is a drawing with a heading and a legend, and every row of a table has a cell for each column."""
    tally = tally_of([facts("1888")])["1888"]
    for chart in charts_of(tally, lang):
        assert chart.picture.text.startswith("<svg")
        assert chart.heading
        assert chart.legend
    for shown in tables_of(tally, lang):
        assert shown.rows
        assert {len(row) for row in shown.rows} == {len(shown.columns)}


def test_the_games_of_a_folder(folder):
    """Finished games in folders below and in gzipped files; what else lies there is counted, not fatal."""
    read = FolderRead()
    assert {game.title for game in games_in(folder, read)} == {"1880", "1888"}
    assert len(list(games_in(str(folder)))) == read.finished
    assert (read.finished, read.unfinished, [path.name for path in read.refused]) == (2, 1, ["plan.json"])
    with pytest.raises(NotFound):
        list(games_in(folder / "nothing"))


def test_the_plan_of_the_arena_is_passed_over(folder):
    """In a folder of the arena it lies beside the results, and nobody takes it for a game."""
    (folder / "results.jsonl").touch()
    read = FolderRead()
    assert len(list(games_in(folder, read))) == 2
    assert read.refused == []


def test_the_command_prints_tables(folder, capsys):
    """`tielu stats FOLDER` tells of both titles, and of what was left out."""
    assert main(["stats", str(folder), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "1880: China: 1 finished game" in printed
    assert "When trains come" in printed
    assert "1 game is not over" in printed
    assert "1 file holds no game" in printed


def test_the_command_prints_json_and_rows(folder, capsys):
    """--json has figures, --rows plain rows."""
    assert main(["stats", str(folder), "--json"]) == 0
    assert {each["title"] for each in json.loads(capsys.readouterr().out)} == {"1880", "1888"}
    assert main(["stats", str(folder), "--rows", "trains"]) == 0
    assert {"train", "round"} <= set(json.loads(capsys.readouterr().out)[0])


def test_the_command_writes_a_page(folder, capsys):
    """--html writes a page that stands alone, again in the place of itself, and never in that of another file."""
    page = folder / "stats.html"
    for _ in range(2):
        assert main(["stats", str(folder), "--html", str(page), "--lang", "ja"]) == 0
    assert page.read_text("utf-8").count("<svg") >= 8
    assert "統計" in page.read_text("utf-8")
    assert main(["stats", str(folder), "--html", str(folder / "notes.txt")]) == 2
    assert (folder / "notes.txt").read_text() == "no game"


def test_a_folder_without_games(tmp_path, capsys):
    """Where nothing is to be counted, the command says so."""
    assert main(["stats", str(tmp_path), "--lang", "en"]) == 2
    assert "no finished game" in capsys.readouterr().err
    assert main(["stats", str(tmp_path / "missing")]) == 2
