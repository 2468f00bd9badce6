"""`tielu arena` as a user starts it: on all cores, killed and continued, on a local Ray."""

import importlib.util
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tielu.arena.results import LINES
from tielu.cli import main

BOTS = ("--seats", "random,random,random", "--seed", "5")
COMMAND = [sys.executable, "-c", "import sys; from tielu.cli import main; sys.exit(main())", "arena"]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")


def arena(*arguments, **environment):
    command, known = [*COMMAND, *map(str, arguments)], {**os.environ, **environment}
    return subprocess.run(command, env=known, capture_output=True, text=True, timeout=240, check=False)


def lines(folder: Path) -> list[dict]:
    path = folder / LINES
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def test_a_run_on_two_processes(tmp_path):
    """Table and progress; games that `tielu verify` accepts; the same command again plays nothing."""
    done = arena(*BOTS, "--games", 3, "--workers", 2, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "1880 (2022): 3 games, seed 5" in done.stdout
    assert "Illegal actions: 0; exceptions: 0" in done.stdout
    assert "3/3" in done.stderr
    assert sorted(line["number"] for line in lines(tmp_path / "out")) == [0, 1, 2]
    assert {path.name for path in (tmp_path / "out").glob("*.svg")} == {"worth.svg", "wins.svg"}
    assert main(["verify", *map(str, sorted((tmp_path / "out" / "games").iterdir()))]) == 0
    before = (tmp_path / "out" / LINES).read_bytes()
    again = arena(*BOTS, "--games", 3, "--workers", 2, "--out", tmp_path / "out", "--json")
    assert (tmp_path / "out" / LINES).read_bytes() == before
    (found,) = json.loads(again.stdout)
    assert (found["finished"], found["bots"][0]["games"]) == (3, 9)


def test_processes_do_not_matter(tmp_path, capsys):
    """One process and two play the same games."""
    for workers in (1, 2):
        assert (
            main(["arena", *BOTS, "--games", "2", "--workers", str(workers), "--out", str(tmp_path / str(workers))])
            == 0
        )
    one, two = ({line["number"]: line["worth"] for line in lines(tmp_path / name)} for name in ("1", "2"))
    assert one == two
    capsys.readouterr()


def test_a_killed_run_goes_on(tmp_path):
    """Whatever was finished is there after SIGKILL and is not played again; no process is left behind."""
    out = tmp_path / "out"
    command = [*COMMAND, *BOTS, "--games", "200", "--workers", "2", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 120
        while len(lines(out)) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        workers = children(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
    kept = [line for line in (out / LINES).read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    assert len(kept) >= 2
    until = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, workers))
    most = max(json.loads(line)["number"] for line in kept)
    done = arena(*BOTS, "--games", most + 2, "--workers", 2, "--out", out)
    assert done.returncode == 0, done.stderr
    assert (out / LINES).read_bytes().startswith(b"".join(kept))
    assert sorted(line["number"] for line in lines(out)) == list(range(most + 2))


def children(pid: int) -> list[int]:
    """The processes that a process has started; none where the system does not tell."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in path.read_text().split()] if path.exists() else []


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_interrupted_run_says_how_to_go_on(tmp_path):
    # Tests that run in the background of a shell are deaf to this signal, and so would be what they start.
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = [sys.executable, "-c", f"{listening}; {COMMAND[2]}", "arena"]
    command = [*start, *BOTS, "--games", "200", "--workers", "2", "--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + 120
        while not lines(tmp_path) and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of 200 games; the same command goes on" in said
    assert "Traceback" not in said


def test_both_titles_in_one_run(tmp_path, capsys):
    arguments = [
        "--title",
        "1880",
        "--title",
        "1888",
        "--games",
        "1",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
        "--lang",
        "de",
    ]
    assert main(["arena", *BOTS, *arguments]) == 0
    said = capsys.readouterr().out
    assert "1880 (2022): 1 Partie," in said
    assert "1888 (2022): 1 Partie," in said
    assert {path.name for path in tmp_path.iterdir()} == {"1880", "1888"}


def test_no_game_is_played_unless_all_titles_can_be(tmp_path, capsys):
    """The second title has no such edition, so the first is not played either."""
    titles = ("--title", "1880", "--title", "1888", "--edition", "2010")
    assert main(["arena", *BOTS, *titles, "--games", "1", "--workers", "1", "--out", str(tmp_path)]) == 2
    assert "2010" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_title_has_its_other_names(tmp_path, capsys):
    """As everywhere; twice the same is once."""
    titles = ("--title", "1888-N", "--title", "1888")
    assert main(["arena", "--seats", "random,random", *titles, "--games", "1", "--out", str(tmp_path)]) == 0
    assert "1888 (2022): 1 game," in capsys.readouterr().out
    assert (tmp_path / "plan.json").exists()


def test_a_folder_of_its_own_without_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *BOTS, "--games", "1", "--workers", "1"]) == 0
    assert len(lines(tmp_path / "arena" / "1880-2022-random-random-random-seed5")) == 1
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seats", "grandmaster,random,random"), "grandmaster"),
        (("--seats", "random,random"), "2"),
        (("--seats", "random:x,random,random"), "random:0.5"),
    ],
)
def test_mistakes_are_said_in_one_line(arguments, said, tmp_path, capsys):
    assert main(["arena", *arguments, "--out", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("arguments", [("--games", "0"), ("--seed", "-1"), ("--players", "x"), ("--title", "1830")])
def test_numbers_that_are_none(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["arena", *arguments])
    assert ended.value.code == 2
    capsys.readouterr()


needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="RAY IS NOT INSTALLED: the arena on a cluster is not tested"
)


@needs_ray
def test_games_on_a_local_ray(tmp_path):
    """A real Ray, started here, plays the same games as one process."""
    done = arena(*BOTS, "--games", 2, "--ray", "local", "--out", tmp_path / "ray")
    assert done.returncode == 0, done.stderr
    assert arena(*BOTS, "--games", 2, "--workers", 1, "--out", tmp_path / "one").returncode == 0
    ray, one = ({line["number"]: line["worth"] for line in lines(tmp_path / name)} for name in ("ray", "one"))
    assert ray == one
    assert len(ray) == 2


# A cluster that says where it is, and ends when its input does.
CLUSTER = """
import sys, ray
ray.init("local", num_cpus=2, include_dashboard=False, object_store_memory=2**27, log_to_driver=False)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
ray.shutdown()
"""


@needs_ray
def test_games_on_a_cluster_with_an_address(tmp_path):
    """One that somebody else has started, with a token of its own, which runs on when the games are over."""
    own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        env={**os.environ, **own},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        done = arena(*BOTS, "--games", 2, "--ray", address, "--out", tmp_path, **own)
        assert cluster.poll() is None
        cluster.communicate("", timeout=60)
    assert done.returncode == 0, done.stderr
    assert sorted(line["number"] for line in lines(tmp_path)) == [0, 1]


@needs_ray
def test_a_cluster_that_is_not_there(tmp_path):
    """Said in one line, and nothing is lost."""
    done = arena(*BOTS, "--games", 1, "--ray", "127.0.0.1:1", "--out", tmp_path)
    assert done.returncode == 2
    assert "127.0.0.1:1" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
