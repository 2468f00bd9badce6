"""The server on this machine, and for the network it is in."""

import ipaddress
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from tielu.store import Store
from tielu.web.server import address_of, is_loopback, is_unspecified, network_hosts

PROGRAM = "import sys; from tielu.cli import main; sys.exit(main())"


@pytest.mark.parametrize(
    ("host", "loopback", "everywhere", "address"),
    [
        ("127.0.0.1", True, False, "http://127.0.0.1:1880/"),
        ("127.5.0.1", True, False, "http://127.5.0.1:1880/"),
        ("localhost", True, False, "http://localhost:1880/"),
        ("::1", True, False, "http://[::1]:1880/"),
        ("0.0.0.0", False, True, "http://0.0.0.0:1880/"),
        ("::", False, True, "http://[::]:1880/"),
        ("192.168.1.7", False, False, "http://192.168.1.7:1880/"),
        ("localhost.evil.example", False, False, "http://localhost.evil.example:1880/"),
    ],
)
def test_who_reaches_a_host(host, loopback, everywhere, address):
    """This machine only, all, or those who know the address."""
    assert (is_loopback(host), is_unspecified(host), address_of(host, 1880)) == (loopback, everywhere, address)


def test_addresses_for_others():
    """Never those that mean this machine to everybody; a host that was named is the only one."""
    assert network_hosts("192.168.1.7") == ["192.168.1.7"]
    for host in network_hosts("0.0.0.0"):
        found = ipaddress.ip_address(host)
        assert not found.is_loopback
        assert not found.is_unspecified


def test_no_network(monkeypatch):
    """Without a way out and without a name there is no address, and no failure."""

    def fail(*_):
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    monkeypatch.setattr(socket.socket, "connect", fail)
    assert network_hosts("0.0.0.0") == []


def status_of(port, host):
    """How the server answers when it is asked under a name."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=90) as page:
            return page.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize(("option", "shared"), [([], False), (["--share"], True), (["--host", "0.0.0.0"], True)])
def test_play_is_shared_only_if_told(tmp_path, option, shared):
    """By default for this machine alone; shared it says so, and answers under numbers and the names it was given."""
    port = free_port()
    options = ["play", "--no-browser", "--lang", "en", "--port", str(port), "--database", str(tmp_path / "g.sqlite3")]
    command = [sys.executable, "-c", PROGRAM, *options, "--name", "play.example", *option]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert f"http://127.0.0.1:{port}/" in server.stdout.readline()
            if shared:
                assert "network" in server.stdout.readline()
            assert status_of(port, f"192.168.77.7:{port}") == (200 if shared else 400)
            assert status_of(port, "play.example") == 200
            assert status_of(port, "evil.example") == 400
        finally:
            server.terminate()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_play_takes_the_url_of_a_database(postgres_url):
    """The games are then in that database, and in no file of that name."""
    port = free_port()
    options = ["play", "--no-browser", "--lang", "en", "--port", str(port), "--database", postgres_url]
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *options], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert f"http://127.0.0.1:{port}/" in server.stdout.readline()
            assert status_of(port, "localhost") == 200
            with Store(postgres_url) as store:
                assert store.list_games().games == ()
        finally:
            server.terminate()


def test_serve_answers_under_its_public_name(tmp_path, postgres_url):
    """As its settings say: the names, the database, and what a trusted proxy tells of the visitor."""
    port = free_port()
    config = tmp_path / "tielu.toml"
    config.write_text(f'public_address = "https://games.example"\nport = {port}\nnames = ["www.games.example"]\n')
    environment = {**os.environ, "TIELU_DATABASE": postgres_url}
    command = [sys.executable, "-c", PROGRAM, "serve", "--lang", "en", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            assert "https://games.example" in server.stdout.readline()
            assert [status_of(port, name) for name in ("games.example", "www.games.example")] == [200, 200]
            assert status_of(port, "evil.example") == 400
            headers = {"Host": "games.example", "X-Forwarded-Proto": "https"}
            with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/", headers=headers)) as page:
                assert "; Secure" in page.headers["Set-Cookie"]
        finally:
            server.terminate()


def test_a_wrong_setting_ends_serve_with_a_line(tmp_path):
    """Nothing is served, and the line names the setting."""
    environment = {**os.environ, "TIELU_DATABASE_CONNECTIONS": "many"}
    command = [sys.executable, "-c", PROGRAM, "serve", "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "TIELU_DATABASE_CONNECTIONS" in done.stderr


def test_an_address_of_another_machine(tmp_path):
    """Nothing can be served there, and a line says so."""
    options = ["play", "--no-browser", "--lang", "en", "--database", str(tmp_path / "g.sqlite3"), "--port", "28883"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *options, "--host", "192.0.2.77"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "192.0.2.77, port 28883" in done.stderr
    assert done.stderr.count("\n") == 1
