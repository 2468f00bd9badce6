"""The files of deploy/ started and tried on this machine: `python -m tests.deploy`, about a minute.

Needs Caddy, PostgreSQL, curl and Chromium, all from Debian. Nothing outside a temporary folder is touched.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import chromium
from tests.postgres import PostgresServer, binaries, started_server
from tests.test_architecture import ROOT
from tests.web.public_servers import PROGRAM, free_port
from tests.web.tables_with_bots import BID, until

DEPLOY = ROOT / "deploy"
UNITS = ("tielu@.service", "tielu-work.service", "tielu-backup.service", "tielu-backup.timer")
# What the files name, and what stands in its place here.
PROXY_OPTIONS = """{{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
	storage file_system {storage}
}}
"""
PATIENCE = 120.0


@dataclass
class Site:
    """A public server on this machine, made of the files in deploy/."""

    folder: Path
    url: str
    ports: tuple[int, int] = field(default_factory=lambda: (free_port(), free_port()))
    https: int = field(default_factory=free_port)
    work_port: int = field(default_factory=free_port)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"https://localhost:{self.https}"

    @property
    def authority(self) -> Path:
        """The certificate of the proxy's own authority."""
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    def write_settings(self) -> None:
        text = (DEPLOY / "tielu.toml").read_text("utf-8")
        text = re.sub(r'database = ".*"', f'database = "{self.url}"', text)
        text = text.replace("https://games.example", self.address).replace("1890", str(self.work_port))
        (self.folder / "tielu.toml").write_text(text, "utf-8")

    def write_proxy(self) -> Path:
        text = (DEPLOY / "Caddyfile").read_text("utf-8").replace("games.example", f"localhost:{self.https}")
        for name, port in zip(("1881", "1882"), self.ports, strict=True):
            text = text.replace(f"127.0.0.1:{name}", f"127.0.0.1:{port}")
        file = self.folder / "Caddyfile"
        file.write_text(PROXY_OPTIONS.format(storage=self.folder / "caddy") + text, "utf-8")
        return file

    def start_unit(self, unit: str, instance: int | None = None) -> None:
        """Start the command of a unit, as systemd would."""
        found = re.findall(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text("utf-8"), re.MULTILINE)[0]
        line = found.replace("%i", str(instance)).replace("/etc/tielu", str(self.folder))
        program, *arguments = shlex.split(line)
        assert program == "/opt/tielu/bin/tielu"
        self.start(f"{unit} {instance or ''}".strip(), sys.executable, "-c", PROGRAM, *arguments)

    def start(self, name: str, *command: str) -> None:
        with (self.folder / f"{name.replace(' ', '-')}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT, start_new_session=True)

    def stop(self, name: str) -> int:
        """Stop a process as systemd would; returns its exit code."""
        process = self.processes.pop(name)
        process.send_signal(signal.SIGTERM)
        return process.wait(PATIENCE)

    def kill_all(self) -> None:
        for process in self.processes.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Ask through the proxy; returns the status and the answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json", **headers})
        trusted = ssl.create_default_context(cafile=str(self.authority))
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE, context=trusted) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def report(what: str) -> None:
    print(f"ok    {what}", flush=True)


# ---- what is tried ----


def verify_units(folder: Path) -> None:
    """systemd has no complaint about the units, once their program is there."""
    if shutil.which("systemd-analyze") is None:
        print("--    no systemd-analyze: the units are not verified")
        return
    for unit in UNITS:
        text = (DEPLOY / unit).read_text("utf-8").replace("/opt/tielu/bin/tielu", "/bin/true")
        (folder / unit).write_text(text, "utf-8")
    named = [str(folder / unit.replace("@", "@1881")) for unit in UNITS]
    shutil.copy(folder / UNITS[0], named[0])
    done = subprocess.run(["systemd-analyze", "verify", *named], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "tielu" in line]
    assert not ours, "\n".join(ours)
    report("systemd-analyze verify: no complaint about the units")


def start(site: Site) -> None:
    site.write_settings()
    for port in site.ports:
        site.start_unit("tielu@.service", port)
    site.start_unit("tielu-work.service")
    site.start("caddy", "caddy", "run", "--adapter", "caddyfile", "--config", str(site.write_proxy()))
    until(lambda: all(map(is_ready, (*site.ports, site.work_port))), PATIENCE)
    until(site.authority.exists, PATIENCE)
    until(lambda: site.ask("/")[0] == 200, PATIENCE)
    report("two servers, a worker and Caddy run")


def try_protocols(site: Site) -> None:
    """TLS by the local authority, HTTP/2; figures stay inside."""
    command = ["curl", "-sS", "--http2", "--cacert", str(site.authority), "-o", os.devnull]
    told = ["-w", "%{http_version} %{http_code} %{ssl_verify_result}", f"{site.address}/"]
    assert subprocess.run([*command, *told], capture_output=True, text=True, check=True).stdout == "2 200 0"
    assert [site.ask(path)[0] for path in ("/metrics", "/readyz", "/healthz")] == [404] * 3
    report("TLS with a local authority, HTTP/2; /metrics, /readyz and /healthz are not to be had outside")


def new_game(site: Site, mode: str = "hot_seat", **player: str) -> dict[str, Any]:
    players = [{"name": "Ann"}, {"name": "Bo", **player}, {"name": "Cy", **player}]
    status, text = site.ask("/api/games", {"title": "1880", "players": players, "mode": mode})
    assert status == 201, text
    made: dict[str, Any] = json.loads(text)
    return made


def try_streams(site: Site) -> None:
    """Events come through the proxy at once, over HTTP/2, and from a worker's bots too."""
    game = new_game(site, bot="clerk")["id"]
    command = ["curl", "-sSN", "--http2", "--cacert", str(site.authority), f"{site.address}/games/{game}/events"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as stream:
        assert stream.stdout is not None
        assert stream.stdout.readline() == b"retry: 1000\n"
        time.sleep(0.5)
        began = time.monotonic()
        assert site.ask(f"/api/games/{game}/act", {"seq": 0, "action": BID})[0] == 200
        seen: list[float] = []
        while len(seen) < 3:
            if stream.stdout.readline() == b"event: entry\n":
                seen.append(time.monotonic() - began)
        stream.kill()
    assert seen[0] < 1.0, "the proxy holds events back"
    report(f"a stream through the proxy: the event came after {seen[0] * 1000:.0f} ms, two of bots followed")


class Visitors(threading.Thread):
    """People who look and talk without a pause; counts what they are answered."""

    def __init__(self, site: Site, game: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self._site = site
        self._game = game
        self._over = threading.Event()
        self.answers: list[int] = []
        self.said = 0

    def run(self) -> None:
        path, secret = f"/games/{self._game['id']}", self._game["secrets"][0]
        while not self._over.wait(0.05):
            self.answers.append(self._site.ask(path)[0])
            status, _ = self._site.ask(f"/api{path}/chat", {"text": "hello"}, Authorization=f"Bearer {secret}")
            self.answers.append(status)
            self.said += status < 300

    def end(self) -> None:
        self._over.set()
        self.join()


def try_rolling_restart(site: Site, page: Page) -> None:
    """Both servers are restarted, one after the other: nobody is refused, and what was typed is still there."""
    game = new_game(site, "links")
    page.goto(f"{site.address}/games/{game['id']}/seat#{game['secrets'][1]}")
    page.wait_for_url(f"**/games/{game['id']}")
    page.locator(".tabs label", has_text="Chat").click()
    field = page.get_by_role("textbox", name="What you want to say")
    field.fill("not yet sent")
    page.evaluate("window.notReloaded = true")
    visitors = Visitors(site, game)
    visitors.start()
    began = time.monotonic()
    for port in site.ports:
        assert site.stop(f"tielu@.service {port}") == 0
        site.start_unit("tielu@.service", port)
        until(lambda port=port: is_ready(port), PATIENCE)
    seconds = time.monotonic() - began
    bearer = {"Authorization": f"Bearer {game['secrets'][0]}"}
    assert site.ask(f"/api/games/{game['id']}/act", {"seq": 0, "action": BID}, **bearer)[0] == 200
    expect(page.locator("main[data-entries='1']")).to_be_attached(timeout=20_000)
    visitors.end()
    refused = [status for status in visitors.answers if status >= 300]
    assert not refused, f"{len(refused)} of {len(visitors.answers)} were refused: {sorted(set(refused))}"
    assert page.evaluate("window.notReloaded === true")
    expect(field).to_have_value("not yet sent")
    field.press("Enter")
    expect(page.get_by_text("not yet sent")).to_be_visible()
    _, text = site.ask(f"/api/games/{game['id']}/chat", Authorization=f"Bearer {game['secrets'][0]}")
    assert text.count('"hello"') == visitors.said
    report(f"a rolling restart of {seconds:.1f} s: {len(visitors.answers)} requests, none refused, nothing lost")


def try_logs(site: Site) -> None:
    """Neither the proxy nor the servers log a secret, not even of a link as they once were."""
    game = new_game(site, "links")
    secret = game["secrets"][0]
    assert site.ask(f"/games/{game['id']}/seat/{secret}")[0] == 200
    site.ask(f"/api/games/{game['id']}/chat", {"text": "hello"}, Authorization=f"Bearer {secret}")
    until(lambda: f"/games/{game['id']}/seat/-" in (site.folder / "caddy.log").read_text("utf-8"), PATIENCE)
    for log in site.folder.glob("*.log"):
        assert secret not in log.read_text("utf-8"), log.name
    report("no secret in the logs of the proxy, the servers and the worker")


def try_backup(site: Site, postgres: PostgresServer, programs: Path) -> None:
    """The command of the unit makes a copy, which is whole when it is brought back."""
    text = (DEPLOY / "tielu-backup.service").read_text("utf-8").replace("\\\n", "")
    command = shlex.split(re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)[0].replace("%%", "%").replace("$$", "$"))
    folder = site.folder / "copies"
    folder.mkdir()
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "STATE_DIRECTORY": str(folder)}
    environment |= {"PGUSER": "tielu", "PGHOST": site.url.partition("host=")[2]}
    environment["PGDATABASE"] = re.findall(r"/(\w+)\?", site.url)[0]
    subprocess.run(command, env=environment, check=True)
    (copy,) = folder.iterdir()
    count = ["psql", "-Atc", "SELECT count(*) FROM games"]
    with postgres.database() as other:
        into = {**environment, "PGDATABASE": re.findall(r"/(\w+)\?", other)[0]}
        subprocess.run(["pg_restore", "--no-owner", "-d", into["PGDATABASE"], str(copy)], env=into, check=True)
        found = [
            subprocess.run(count, env=each, capture_output=True, text=True, check=True).stdout
            for each in (environment, into)
        ]
    assert found[0] == found[1] != "0\n"
    report(f"the backup of the unit, {copy.stat().st_size // 1024} kB, brought back: {found[0].strip()} games")


@contextmanager
def opened_page(site: Site) -> Iterator[Page]:
    with sync_playwright() as playwright:
        path = chromium.find(playwright)
        assert path is not None, chromium.MISSING
        with chromium.started(playwright, path) as browser:
            # The local authority is nobody whom this browser knows; curl has checked it.
            yield browser.new_context(ignore_https_errors=True, locale="en").new_page()


def main() -> int:
    programs = binaries()
    missing = [name for name in ("caddy", "curl") if shutil.which(name) is None]
    if programs is None or missing:
        print(f"missing: {', '.join([*missing, *([] if programs else ['postgresql'])])} (apt-get install …)")
        return 2
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tielu-deploy-")))
        verify_units(folder)
        postgres = started_server()
        stack.callback(postgres.remove)
        site = Site(folder, stack.enter_context(postgres.database()))
        stack.callback(site.kill_all)
        start(site)
        for tried in (try_protocols, try_streams):
            tried(site)
        with opened_page(site) as page:
            try_rolling_restart(site, page)
        try_logs(site)
        try_backup(site, postgres, programs)
        codes: dict[str, int] = {name: site.stop(name) for name in list(site.processes)}
        assert set(codes.values()) == {0}, codes
        report("everything ended when told, with exit code 0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
