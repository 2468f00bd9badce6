"""The `tielu` command: what each command prints, its exit codes, and that no mistake of a user shows a traceback."""

import gzip
import json
import os
import socket
import subprocess
import sys
import urllib.request
from xml.etree import ElementTree

import pytest

from tests.corpus import corpus_path, needs_corpus
from tests.test_files import PLATFORM_GAME
from tielu import FORM, __version__, new_game
from tielu.cli import COMMANDS, main
from tielu.core.actions import Bid, Pass
from tielu.files import save_file


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """The language of the machine that runs the tests does not matter."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")


@pytest.fixture
def saved(tmp_path):
    """A game saved after three actions."""
    game = new_game("1880", ["Ann", "Bo", "Cy"])
    for action in (Bid("P0", 5), Pass(), Pass()):
        game.apply(action)
    path = tmp_path / "game.json"
    save_file(path, game)
    return path


@pytest.fixture
def platform(tmp_path):
    """A gzipped file of 18xx.games with two actions."""
    path = tmp_path / "platform.json.gz"
    path.write_bytes(gzip.compress(json.dumps(PLATFORM_GAME).encode()))
    return path


def run(capsys, *arguments):
    """Exit code, output and errors of a command."""
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def in_a_process(*arguments, stdin="", **environment):
    """The same as a user would start it."""
    return subprocess.run(
        [sys.executable, "-c", "import sys; from tielu.cli import main; sys.exit(main())", *map(str, arguments)],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )


# -- help --


@pytest.mark.parametrize("command", [each.__name__.rpartition(".")[2] for each in COMMANDS])
def test_every_command_has_help_with_an_example(capsys, command):
    """--help names the options and shows one way to use the command."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"example: tielu {command} " in capsys.readouterr().out


def test_the_command_itself_has_help(capsys):
    """It lists the commands, and without one it says what is missing."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(each.__name__.rpartition(".")[2] in shown for each in COMMANDS)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2


# -- show --


def test_show_shows_the_position(capsys, saved):
    """The last position, or the one after N actions."""
    code, out, _ = run(capsys, "show", saved)
    assert code == 0
    assert "Bo decides:" in out
    assert "P0       Woosong Railway" in out
    assert "Ann decides:" in run(capsys, "show", saved, "--at", 0)[1]
    assert "Cy decides:" in run(capsys, "show", saved, "--at", 2)[1]


def test_show_reads_files_of_the_platform(capsys, platform):
    """Positions of a game from elsewhere, in any language."""
    code, out, _ = run(capsys, "show", platform, "--at", 1, "--lang", "de")
    assert code == 0
    assert "18xx.games" in out
    assert "Bo entscheidet" in out


@pytest.mark.parametrize("at", ["x", "-1", "1.5", "", "99999999999"])
def test_show_wants_a_number(saved, at):
    """Anything else is a mistake in the command."""
    with pytest.raises(SystemExit) as ended:
        main(["show", str(saved), f"--at={at}"])
    assert ended.value.code == 2


def test_show_goes_no_further_than_the_file(capsys, saved):
    """There is no position after an action that has not been taken."""
    code, out, err = run(capsys, "show", saved, "--at", 4)
    assert (code, out) == (2, "")
    assert "only 3 actions" in err


def test_show_draws_the_map(capsys, saved, tmp_path):
    """--svg writes a drawing to a file, also over an old one, or to standard output; --market adds the chart."""
    out = tmp_path / "map.svg"
    for options in ([], ["--market"]):
        assert run(capsys, "show", saved, "--svg", out, *options) == (0, "", "")
        drawing = out.read_text("utf-8")
        assert ElementTree.fromstring(drawing).get("class") == "tielu"
        assert ("Share prices" in drawing) == bool(options)
    code, written, _ = run(capsys, "show", saved, "--at", 0, "--svg", "-", "--lang", "ja")
    assert code == 0
    assert written.isascii()
    assert ElementTree.fromstring(written).get("class") == "tielu"


def test_show_overwrites_nothing_but_drawings(capsys, saved, tmp_path):
    """A file that is no drawing stays as it is, and a place that cannot be written to is named."""
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Bo", "utf-8")
    for out, word in ((letter, "no drawing"), (tmp_path, "no drawing"), (tmp_path / "none" / "map.svg", "written")):
        code, _, err = run(capsys, "show", saved, "--svg", out)
        assert code == 2
        assert str(out) in err
        assert word in err
    assert letter.read_text("utf-8") == "Dear Bo"


# -- run (the answers themselves: tests/test_cli_run.py) --


def test_run_takes_the_end_of_the_file(capsys, saved):
    """Without --at it is the last position; a company without trains says so, and that is no error."""
    assert run(capsys, "run", saved, "--company", "HKR") == (0, "HKR has no trains to run.\n", "")
    assert "keine Lok" in run(capsys, "run", saved, "--company", "HKR", "--lang", "de")[1]


def test_run_refuses_what_is_not_there(capsys, saved):
    """An unknown company or a position beyond the file: one line, exit code 2."""
    for arguments, word in ((("--company", "XYZ"), "XYZ"), (("--company", "HKR", "--at", 4), "only 3 actions")):
        code, out, err = run(capsys, "run", saved, *arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert word in err


@pytest.mark.parametrize(
    "options", [(), ("--company", "HKR", "--seconds", "0"), ("--company", "HKR", "--seconds", "nan")]
)
def test_run_wants_a_company_and_a_time_above_zero(saved, options):
    """Anything else is a mistake in the command."""
    with pytest.raises(SystemExit) as ended:
        main(["run", str(saved), *options])
    assert ended.value.code == 2


# -- what is no game --


@pytest.mark.parametrize("command", ["show", "export", "verify", "run --company HKR"])
@pytest.mark.parametrize(
    "content",
    [None, b"", b"hello", b"{}", b"\x1f\x8bjunk", b"\xff\x00", b"[" * 100_000, b'{"players":[],"actions":[]}'],
)
def test_what_is_no_game_gets_one_line(capsys, tmp_path, command, content):
    """A file that holds no game: one line of error, exit code 2."""
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    code, _, err = run(capsys, *command.split(), path)
    assert code == 2
    assert err.startswith("tielu: ")
    assert err.count("\n") == 1


def test_a_directory_is_no_game(capsys, tmp_path):
    """Nor is a folder."""
    for command in ("show", "export", "verify"):
        code, _, err = run(capsys, command, tmp_path)
        assert code == 2
        assert "is a directory" in err


def test_errors_speak_the_users_language(capsys, monkeypatch):
    """That of the system, or the one asked for."""
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Es gibt keine Datei" in run(capsys, "show", "none.json")[2]
    assert "はありません" in run(capsys, "show", "none.json", "--lang", "ja")[2]


def test_an_illegal_action_in_a_file_is_named(capsys, saved):
    """Which action it is and in which file."""
    data = json.loads(saved.read_text("utf-8"))
    data["actions"][1] = {"type": "bid", "private": "P0", "amount": 12}
    saved.write_text(json.dumps(data), "utf-8")
    code, _, err = run(capsys, "show", saved)
    assert code == 2
    assert f"{saved}: Action 2: Bids go in steps of ¥5" in err


# -- rules --


def test_rules_lists_the_catalogue(capsys):
    """All rules under the headings of the book, in three languages."""
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert out.count("  1880.") >= 402
    assert out.count("  1888.") >= 250
    assert "X. Betrieb der Loks" in run(capsys, "rules", "--lang", "de")[1]


def test_one_rule_with_its_editions(capsys):
    """A rule by its id, with what it says and where it is printed."""
    code, out, _ = run(capsys, "rules", "1880.trains.must-own", "--lang", "de")
    assert code == 0
    assert "Lok besitzen" in out
    assert "2010, 2022" in out


def test_a_rule_of_the_only_printed_edition(capsys):
    """Where a title has one printed edition, its rules do not mention it."""
    code, out, _ = run(capsys, "rules", "1888.heng-shan.subsidy-40", "--lang", "de")
    assert code == 0
    assert "Bergplättchen" in out
    assert "Gedruckt in" not in out


def test_rules_by_the_beginning_of_their_id(capsys):
    """A section of the ids lists all of it; what matches none is a mistake."""
    _, out, _ = run(capsys, "rules", "1880.p7")
    assert "1880.p7.not-for-fi" in out
    assert "1880.p5" not in out
    code, _, err = run(capsys, "rules", "1880.xyzzy")
    assert code == 2
    assert "There is no rule" in err


# -- verify --


def test_verify_counts_games_and_actions(capsys, saved, platform):
    """Games of both kinds replay, and agree."""
    code, out, _ = run(capsys, "verify", saved, platform)
    assert (code, out) == (0, "games=2 actions=5 mismatches=0\n")


def test_verify_names_what_differs(capsys, tmp_path):
    """A recorded state that is not reached: exit code 1 and game, action, key, expected and got."""
    record = {**PLATFORM_GAME, "initial": {}, "states": [{"full": {"phase": "A1"}}, {"phase": "B3"}]}
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(record), "utf-8")
    code, out, _ = run(capsys, "verify", path)
    assert code == 1
    assert "wrong.json: action=1 key=phase expected='B3' got='A1'" in out
    assert out.splitlines()[-1].startswith("games=1 actions=2 mismatches=")


def test_verify_with_a_printed_edition_names_the_rule(capsys, saved, platform):
    """A bid of 6 is legal on the platform only; the next game is verified all the same."""
    code, out, _ = run(capsys, "verify", "--edition", "2022", platform, saved)
    assert code == 1
    assert "rule=1880.auction.bid-multiple-of-five" in out
    assert "games=2" in out
    assert "mismatches=1" in out


def test_verify_goes_on_after_an_unreadable_file(capsys, saved, tmp_path):
    """The others are verified; the exit code says that one was no game."""
    code, out, err = run(capsys, "verify", tmp_path / "none", saved)
    assert code == 2
    assert "games=1 actions=3 mismatches=0" in out
    assert "There is no file" in err


def test_verify_refuses_unknown_editions(capsys, saved, platform):
    """Nothing can be replayed by rules that do not exist."""
    for path in (saved, platform):
        code, _, err = run(capsys, "verify", "--edition", "1999", path)
        assert code == 2
        assert "no edition" in err


@needs_corpus
def test_verify_agrees_with_a_recorded_game(capsys):
    """A game played by people, every state compared."""
    code, out, _ = run(capsys, "verify", corpus_path("1880", "1880_3p_human.json.gz"))
    assert code == 0, out
    assert out.endswith("mismatches=0\n")


# -- export --


def test_export_writes_what_can_be_imported(capsys, saved, tmp_path):
    """Exported and shown again, the game is where it was; nothing is overwritten."""
    out = tmp_path / "exported.json"
    assert run(capsys, "export", saved, "--out", out)[0] == 0
    assert "Bo decides:" in run(capsys, "show", out)[1]
    code, _, err = run(capsys, "export", saved, "--out", out)
    assert code == 2
    assert "cannot be written" in err
    assert json.loads(run(capsys, "export", saved)[1]) == json.loads(out.read_text("utf-8"))


# -- play --


def test_play_asks_and_plays(tmp_path):
    """Questions first, then the table; the end of input ends it."""
    done = in_a_process("play", "--terminal", stdin="1880\n2010\nAnn, Bo, Cy\n1 5\nquit\n")
    assert done.returncode == 0
    assert done.stderr == b""
    assert "1880 (2010, revision 2)" in done.stdout.decode()
    assert "Ann bids ¥5 for P0." in done.stdout.decode()


@pytest.mark.parametrize("stdin", ["", "\n", "\n\n", "\n\n\n", "\n\n\n1\n", "\n\n\n1\n5"])
def test_play_ends_politely_without_input(stdin):
    """Wherever the input ends."""
    done = in_a_process("play", "--terminal", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Goodbye." in done.stdout.decode()


def test_play_keeps_the_game_in_a_file(capsys, monkeypatch, tmp_path):
    """--save goes on with the game that is there, and leaves other files alone."""
    path = tmp_path / "evening.json"
    arguments = ("play", "--terminal", "--save", path)
    first = in_a_process(*arguments, "--title", "1880", "--players", "Ann,Bo,Cy", "--edition", "2022", stdin="1 5\n")
    again = in_a_process(*arguments, stdin="2\n")
    assert (first.returncode, again.returncode) == (0, 0)
    assert len(json.loads(path.read_text("utf-8"))["actions"]) == 2
    path.write_text("dear diary", "utf-8")
    assert in_a_process(*arguments, stdin="2\n").returncode == 2
    assert path.read_text("utf-8") == "dear diary"


@pytest.mark.parametrize(
    "options",
    [
        ("--title", "1880", "--players", "Ann,Bo"),
        ("--title", "1880", "--players", "Ann,Ann,Bo"),
        ("--title", "1888", "--players", "Ann"),
        ("--title", "1888", "--edition", "2010", "--players", "A,B,C"),
        ("--edition", "1999", "--players", "A,B,C"),
        ("--title", "1830"),
    ],
)
def test_play_refuses_what_cannot_be_played(capsys, monkeypatch, options):
    """One line, exit code 2."""
    done = in_a_process("play", "--terminal", *options, stdin="\n")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_rules_are_listed_by_any_name_of_a_title(capsys):
    """1888-N is what the title is called."""
    assert run(capsys, "rules", "1888-N") == run(capsys, "rules", "1888")


def test_play_plays_the_title_that_is_asked_for(capsys, tmp_path):
    """1888 by --title, two players being enough; what was kept can be shown."""
    path = tmp_path / "north.json"
    done = in_a_process("play", "--terminal", "--title", "1888", "--players", "Ann,Bo", "--save", path, stdin="\n1\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Ann buys KT for ¥25." in done.stdout.decode()
    code, out, _ = run(capsys, "show", path)
    assert code == 0
    for word in ("1888 (2022, revision 3)", "Kaiping Tramway", "(60) red area", "Bo decides:"):
        assert word in out


def test_play_without_the_extra_says_how_to_get_it():
    """Where the web table's packages are missing, one line says what to install."""
    command = "import sys; sys.modules['uvicorn'] = None; from tielu.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", command, "play", "--no-browser"], capture_output=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().count("\n") == 1
    assert "tielu[web]" in done.stderr.decode()


def test_play_serves_the_table(tmp_path):
    """The table answers on loopback at the port that was asked for; a second one there is refused in a line."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = "import sys; from tielu.cli import main; sys.exit(main())"
    options = ["play", "--no-browser", "--lang", "en", "--port", str(port), "--database", str(tmp_path / "g.sqlite3")]
    with subprocess.Popen([sys.executable, "-c", command, *options], stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout
            assert f"http://127.0.0.1:{port}/" in server.stdout.readline().decode()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=90) as page:
                assert page.status == 200
            second = subprocess.run(
                [sys.executable, "-c", command, *options], capture_output=True, timeout=120, check=False
            )
            assert (second.returncode, second.stdout) == (2, b"")
            assert f"on 127.0.0.1, port {port}" in second.stderr.decode()
        finally:
            server.terminate()


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999999", "http", "²"])
def test_play_refuses_what_is_no_port(capsys, port):
    """Ports are numbers from 1 to 65535."""
    with pytest.raises(SystemExit, match="2"):
        main(["play", "--no-browser", f"--port={port}"])
    assert "is not a port" in capsys.readouterr().err


def test_play_refuses_a_database_that_cannot_be(capsys, monkeypatch, tmp_path, saved):
    """Neither a folder that is not there, nor a file in the way of our own folder, nor another kind of file."""
    monkeypatch.setenv("XDG_DATA_HOME", str(saved))
    monkeypatch.setattr(sys, "platform", "linux")
    for options in (("--database", tmp_path / "no" / "g.sqlite3"), ("--database", saved), ()):
        code, out, err = run(capsys, "play", "--no-browser", *options)
        assert (code, out, err.count("\n")) == (2, "", 1)


# -- streams --


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_will_do(encoding):
    """What a terminal cannot show becomes a question mark; strange bytes are no error."""
    done = in_a_process(
        "play", "--terminal", "--lang", "ja", "--players", "A,B,C", "--edition", "2022", PYTHONIOENCODING=encoding
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_bytes_that_are_no_text_are_no_error():
    """Input that is not in the terminal's encoding is not understood, and that is all."""
    command = "import sys; from tielu.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", command, "play", "--terminal", "--players", "A,B,C", "--edition", "2022"],
        input=b"\xff\xfe\n\x80\n",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_leaves_early_is_no_error():
    """`tielu rules | head -1` ends quietly."""
    command = "import sys; from tielu.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", command, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == 0


def test_a_reader_that_never_reads_is_no_error(saved):
    """The same for what is printed as tables: nobody is told that the command has failed."""
    command = "import sys; from tielu.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", command, "show", saved], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=120) == 0


def test_ctrl_c_is_no_error(capsys, monkeypatch):
    """Interrupting ends the command without a traceback, with the usual exit code."""

    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, _, err = run(capsys, "play", "--terminal")
    assert code == 130
    assert "Traceback" not in err


def test_the_version_names_the_form_of_the_engine(capsys):
    """Whether the engine is compiled can be asked."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"tielu {__version__} ({FORM})\n"
