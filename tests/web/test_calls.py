"""Calls end to end: a push message decrypted, a mail received, a webhook verified; and the page of one's choices."""

import asyncio
import hashlib
import hmac
import json
import re
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from fastapi.testclient import TestClient

from tests.web.conftest import PLAYERS
from tests.web.endpoint import PhoneKeys, base64_text, endpoint, unpacked
from tests.web.people import ADDRESS, post, visit_as
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.test_accounts import code
from tielu.cli import main
from tielu.errors import InvalidInput
from tielu.i18n import LANGUAGES, say
from tielu.store import Store
from tielu.store import people as people_module
from tielu.store.call_settings import KINDS, USUAL, WAYS
from tielu.store.open_game import OpenGameChoices
from tielu.web import create_app
from tielu.web.calls.caller import Caller, CallPacing
from tielu.web.calls.outbound import NotArrived, OutboundRequests
from tielu.web.calls.push import PushKey, check_key, new_key, parse_subscription
from tielu.web.people.accounts import Accounts

BID = {"type": "bid", "private": "P0", "amount": 5}
AT_ONCE = CallPacing(timedelta(0), timedelta(0), poll_seconds=0.05, retry=timedelta(0))


@pytest.fixture
def outside():
    """Where calls go: this machine, as its operator allows."""
    with endpoint() as found:
        yield found


class Calling:
    """A game of Ann, Bo and Cy with accounts, and whoever sends their calls."""

    def __init__(self, store, come, mailbox, outside):
        self.store, self.mailbox, self.outside = store, mailbox, outside
        self.browsers = {name: come() for name in PLAYERS}
        self.people = {name: visit_as(browser, store, name) for name, browser in self.browsers.items()}
        self.game = store.create_game("1880", PLAYERS).id
        for seat, person in enumerate(self.people.values()):
            store.people.take_seat(person.id, self.game, seat)
        self.key = PushKey(new_key(), "table@games.example")
        self.accounts = Accounts(ADDRESS, mailbox.mailer, self.key, OutboundRequests(["127.0.0.0/8"]))
        self.browsers["Bo"].client.app.state.accounts = self.accounts

    def choose(self, name, *wanted):
        self.store.people.calls.choose(self.people[name].id, set(wanted), None)

    def send(self):
        """Let whoever sends calls look once, and wait until all is sent."""

        async def look():
            caller = Caller(self.store, self.accounts, AT_ONCE)
            await caller.look()
            await caller.settle()

        asyncio.run(look())


@pytest.fixture
def calling(store, come, mailbox, outside):
    return Calling(store, come, mailbox, outside)


# ---- Web Push ----


def test_a_browser_reads_what_it_is_sent(calling, outside):
    """Switched on by its page, encrypted for it alone, signed by this server; gone when its push service says so."""
    phone, bo = PhoneKeys(), calling.browsers["Bo"]
    bo.get("/account/calls")
    assert f'data-push-key="{calling.key.public}"' in bo.page
    bo.send("/account/calls/browsers", {"subscription": phone.subscription(f"{outside.address}/push/bo")})
    assert "this browser" in bo.page
    assert "data-push-key" not in bo.page
    calling.choose("Bo", ("turn", "push"))
    calling.store.append(calling.game, 0, BID, 0)
    calling.send()
    (posted,) = outside.posted
    assert (posted.path, posted.headers["content-encoding"]) == ("/push/bo", "aes128gcm")
    assert phone.read(posted.body) == {
        "title": "Your turn",
        "body": "1880: China (Ann, Bo, Cy)\nThe game is waiting for you.",
        "url": f"/games/{calling.game}",
    }
    claims = vapid_claims(posted.headers["authorization"], calling.key)
    assert (claims["aud"], claims["sub"]) == (outside.address, "mailto:table@games.example")
    assert posted.headers["topic"] == calling.game
    calling.send()
    assert len(outside.posted) == 1
    outside.status = 410
    calling.choose("Bo", ("message", "push"))
    calling.store.talk.add_message(calling.game, 0, "hello")
    calling.send()
    assert len(outside.posted) == 2
    assert calling.store.people.calls.subscriptions(calling.people["Bo"].id) == []


def vapid_claims(authorization, key):
    """What this server has signed; raises InvalidSignature if it was another."""
    found = re.fullmatch(r"vapid t=([\w.-]+),\s?k=([\w-]+)", authorization)
    assert found
    assert found[2] == key.public
    signed, _, sealed = found[1].rpartition(".")
    numbers = unpacked(sealed)
    signature = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key.public))
    public.verify(signature, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(unpacked(signed.partition(".")[2]))


def test_what_is_no_subscription_is_refused(calling):
    """Whatever a stranger sends in place of what a browser would; an address in our network too."""
    good = json.loads(PhoneKeys().subscription("https://push.example/1"))
    bad = [{}, [], {"endpoint": "https://push.example/1"}, {**good, "keys": {"p256dh": "AA", "auth": "AA"}}]
    bad += [{**good, "keys": {**good["keys"], "p256dh": base64_text(b"\x04" + b"\x01" * 64)}}]
    for each in ["", "{", *map(json.dumps, bad)]:
        with pytest.raises(InvalidInput):
            parse_subscription(each)
        assert post(calling.browsers["Ann"], "/account/calls/browsers", subscription=each).status_code == 400
    for address in ("https://10.0.0.1/push", "ftp://push.example/", "https://[::1]/"):
        sent = PhoneKeys().subscription(address)
        assert post(calling.browsers["Ann"], "/account/calls/browsers", subscription=sent).status_code == 400


def test_the_command_makes_keys(capsys):
    """A line for the settings, another key each time."""
    assert main(["keys"]) == 0
    found = re.fullmatch(r'push_key = "([\w-]{43})"\n', capsys.readouterr().out)
    assert found
    check_key(found[1])
    assert new_key() != found[1]
    for wrong in ("", "abc", "A" * 43):
        with pytest.raises(ValueError, match="tielu keys"):
            check_key(wrong)


# ---- mails ----


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mail_says_whose_turn_it_is_and_can_be_stopped(calling, mailbox, come, lang):
    """In the person's language; one press stops it, in the program where it is read or on the page of the link."""
    calling.store.people.change(calling.people["Bo"].id, language=lang)
    calling.store.append(calling.game, 0, BID, 0)
    calling.send()
    (mail,) = mailbox.mails
    assert mail["To"] == "bo@mail.example"
    assert mail["Subject"].startswith(say("call_turn_title", lang))
    words = mail.get_content().replace("\r\n", "\n")
    assert say("call_turn", lang) in words
    assert f"{ADDRESS}/games/{calling.game}\n" in words
    assert "<img" not in words
    assert mail.get_content_type() == "text/plain"
    link = mail["List-Unsubscribe"].strip("<>")
    assert (link.startswith(f"{ADDRESS}/calls/stop/"), link in words) == (True, True)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = come("198.51.100.9")
    settings, bo = calling.store.people.calls, calling.people["Bo"].id
    shown = stranger.get(f"{link.removeprefix(ADDRESS)}?game={calling.game}")
    assert (shown.status_code, "bo@mail" in shown.text) == (200, False)
    assert ("turn", "mail") in settings.of(bo).wanted, "looking at it changes nothing"
    program = TestClient(stranger.client.app, base_url=ADDRESS)
    assert program.post(link, data={"game": calling.game}).status_code == 200
    assert settings.silenced(bo) == {calling.game}
    assert program.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert settings.of(bo).wanted == USUAL - {(kind, "mail") for kind in KINDS}
    assert code(program.post(f"{ADDRESS}/calls/stop/{'x' * 27}")) == (403, "stop_link_not_good")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mail_says_that_a_place_is_lost(calling, mailbox, lang):
    """Of an open game from which somebody is removed, or that is called off, by its name and in their language."""
    store, (ann, bo, cy) = calling.store, [calling.people[name].id for name in PLAYERS]
    open_id = store.open_games.make(ann, OpenGameChoices("1880", "2022", 3, 4, "Friday"))
    for person in (bo, cy):
        store.people.change(person, language=lang)
        store.open_games.join(open_id, person)
    store.open_games.remove(open_id, ann, bo)
    store.open_games.call_off(open_id, ann)
    assert calling.browsers["Cy"].get(f"/lobby/{open_id}").status_code == 404
    calling.send()
    told = {mail["To"]: mail for mail in mailbox.mails}
    for name, key in (("bo", "call_removed"), ("cy", "call_called_off")):
        mail = told[f"{name}@mail.example"]
        assert mail["Subject"] == f"{say(f'{key}_title', lang, name='Ann')} – Friday"
        assert say(key, lang) in mail.get_content()
        assert f"{ADDRESS}/lobby\n" in mail.get_content().replace("\r\n", "\n")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mail_says_that_a_game_has_gone_with_its_host(calling, mailbox, lang):
    """The host has deleted the account on its page: who had joined is told, who was only invited is not."""
    store, (ann, bo, _) = calling.store, [calling.people[name].id for name in PLAYERS]
    open_id = store.open_games.make(ann, OpenGameChoices("1880", "2022", 3, 4, "Friday"))
    store.people.change(bo, language=lang)
    store.open_games.join(open_id, bo)
    store.open_games.invite(open_id, ann, calling.people["Cy"].name)
    browser = calling.browsers["Ann"]
    browser.get("/account/delete")
    browser.send("/account/delete", {"name": "Ann"})
    assert calling.browsers["Bo"].get(f"/lobby/{open_id}").status_code == 404
    calling.send()
    told = {mail["To"]: mail for mail in mailbox.mails if "Friday" in mail["Subject"]}
    assert list(told) == ["bo@mail.example"]
    mail = told["bo@mail.example"]
    assert mail["Subject"] == f"{say('call_host_gone_title', lang)} – Friday"
    assert say("call_host_gone", lang) in mail.get_content()
    assert "Ann" not in mail.get_content()


def test_the_link_of_a_mail_names_any_game_of_the_person(calling, come, monkeypatch):
    """Also one behind more games than are listed; that of somebody else, and one that is not there, are not named."""
    monkeypatch.setattr(people_module, "MOST_SEATS", 0)
    settings, bo = calling.store.people.calls, calling.people["Bo"].id
    settings.set_webhook(bo, "https://hooks.example/bo", "tielu")
    page = f"/calls/stop/{settings.of(bo).stop_secret}"
    stranger, other = come(), calling.store.create_game("1880", PLAYERS).id
    for game, named in ((calling.game, True), (other, False), ("x" * 16, False), ("", False)):
        assert ("Ann, Bo" in stranger.get(f"{page}?game={game}").text) == named


def test_a_mail_that_is_not_taken_comes_later(calling, mailbox):
    """A server that is busy gets it again; what it has taken never."""
    mailbox.refuses = True
    calling.store.append(calling.game, 0, BID, 0)
    calling.send()
    mailbox.refuses = False
    calling.send()
    calling.send()
    assert len(mailbox.mails) == 1


def test_the_process_that_serves_a_file_sends_calls_itself(calling, mailbox):
    """As long as it runs; with PostgreSQL the workers do."""
    store = calling.store
    with TestClient(create_app(store, ["games.example"], accounts=calling.accounts, call_pacing=AT_ONCE)):
        store.append(calling.game, 0, BID, 0)
        assert mailbox.wait(1)["To"] == "bo@mail.example"
    assert create_app(store, accounts=calling.accounts, has_workers=True).state.caller is None


# ---- webhooks ----


def test_a_webhook_is_signed(calling, outside):
    """With its owner's secret, the time and the whole body; the owner reads the secret on the page."""
    bo = calling.browsers["Bo"]
    bo.get("/account/calls")
    bo.send("/account/calls/webhook", {"webhook": f"{outside.address}/hook", "form": "tielu"})
    secret = calling.store.people.calls.of(calling.people["Bo"].id).webhook.secret
    assert f'value="{secret}"' in bo.page
    calling.choose("Bo", ("turn", "webhook"))
    calling.store.append(calling.game, 0, BID, 0)
    calling.send()
    (posted,) = outside.posted
    signed = posted.headers["tielu-timestamp"].encode() + b"." + posted.body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    assert posted.headers["tielu-signature"] == f"sha256={expected}"
    call = json.loads(posted.body)
    assert (call["kind"], call["player"], call["id"]) == ("turn", "Bo", posted.headers["tielu-call"])
    assert call["game"]["url"] == f"{ADDRESS}/games/{calling.game}"


def test_discord_takes_it(calling, outside):
    """As a message that mentions nobody, whatever was said."""
    bo = calling.browsers["Bo"]
    bo.get("/account/calls")
    bo.send("/account/calls/webhook", {"webhook": f"{outside.address}/api/webhooks/1/x", "form": "discord"})
    calling.choose("Bo", ("message", "webhook"))
    calling.store.talk.add_message(calling.game, 0, "@everyone " + "x" * 1900)
    calling.send()
    body = json.loads(outside.posted[0].body)
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"].endswith(f"\n<{ADDRESS}/games/{calling.game}>")
    assert body["content"].startswith("**Ann writes – ")
    assert len(body["content"]) <= 2000


@pytest.mark.parametrize(("status", "times"), [(503, 2), (429, 2), (302, 1), (400, 1)])
def test_what_a_webhook_answers(calling, outside, status, times):
    """It is asked again where that may help; nobody is led elsewhere, and the page says that it failed."""
    outside.status = status
    calling.store.people.calls.set_webhook(calling.people["Bo"].id, f"{outside.address}/hook", "tielu")
    calling.choose("Bo", ("turn", "webhook"))
    calling.store.append(calling.game, 0, BID, 0)
    calling.send()
    assert "could not be delivered" in calling.browsers["Bo"].get("/account/calls").text
    calling.send()
    assert [each.path for each in outside.posted] == ["/hook"] * times


# ---- addresses of strangers ----


@pytest.mark.parametrize(
    "address",
    [
        "http://hooks.example/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://192.168.0.1:8443/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fd00::1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://me:secret@hooks.example/",
        "https:///hooks",
        "https://hooks.example:0/",
        "https://hooks.example:99999/",
        "https://hooks.example/ x",
        "https://hooks.example/\r\nX: y",
        "https://hööks.example/",
        f"https://hooks.example/{'x' * 2000}",
        "file:///etc/passwd",
        "",
    ],
)
def test_addresses_that_are_refused(address):
    """By themselves, before anybody is asked."""
    with pytest.raises(InvalidInput):
        OutboundRequests().check(address)


def test_names_that_lead_into_our_network_are_refused(outside):
    """They look like any other; the connection goes only to what was resolved and is public."""
    port = outside.address.rpartition(":")[2]
    for name in ("localhost", "127.1", "2130706433", "0x7f.0.0.1"):
        with pytest.raises(NotArrived):
            asyncio.run(OutboundRequests().post(f"https://{name}:{port}/", b"{}", {}))
    with pytest.raises(NotArrived):
        asyncio.run(OutboundRequests(["192.0.2.0/24"]).post(f"http://localhost:{port}/", b"{}", {}))
    assert outside.posted == []
    OutboundRequests().check("https://hooks.example:8443/a?b=c")
    asyncio.run(OutboundRequests(["127.0.0.1", "::1"]).post(f"http://localhost:{port}/", b"{}", {}))
    assert len(outside.posted) == 1


# ---- choosing ----


def test_choices_are_kept(calling):
    """Kinds by ways, quiet hours, and games; what is no time is refused."""
    bo, settings, person = calling.browsers["Bo"], calling.store.people.calls, calling.people["Bo"].id
    bo.get("/account/calls")
    checked = set(re.findall(r'value="(\w+)\.(\w+)"[^>]* checked', bo.page))
    assert checked == USUAL
    bo.send(
        "/account/calls", {"wanted": ["over.mail", "turn.push", "x.y"], "quiet_from": "22:30", "quiet_until": "07:00"}
    )
    assert settings.of(person).wanted == {("over", "mail"), ("turn", "push")}
    assert settings.of(person).quiet == (22 * 60 + 30, 7 * 60)
    assert ('value="22:30"' in bo.page, 'value="07:00"' in bo.page) == (True, True)
    for begin, end in (("22:30", ""), ("25:00", "07:00"), ("07:00", "07:00")):
        answer = post(bo, "/account/calls", quiet_from=begin, quiet_until=end)
        assert code(answer) == (400, "quiet_hours_wrong")
    bo.get("/account/calls")
    bo.send("/account/calls/games", {"game": calling.game, "silent": "yes"})
    assert settings.silenced(person) == {calling.game}
    assert "no notifications" in bo.page
    bo.get(f"/games/{calling.game}")
    assert "You are not notified about this game." in bo.page
    bo.send(f"/games/{calling.game}/calls", {"silent": ""})
    assert settings.silenced(person) == set()
    assert "You are notified about this game" in bo.page
    assert len(re.findall(r'name="wanted"', bo.get("/account/calls").text)) == len(KINDS) * len(WAYS)


def test_who_looks_at_the_page_is_not_called(calling, mailbox):
    """A page that nobody sees says so, and does not count."""
    bo, path = calling.browsers["Bo"], f"/games/{calling.game}"
    calling.store.append(calling.game, 0, BID, 0)
    bo.get(path, headers={"Tielu-Hidden": "1"})
    calling.browsers["Cy"].get(path)
    assert len(calling.store.people.data(calling.people["Bo"].id)["calls"]["calls"]) == 1
    bo.get(path)
    calling.send()
    assert mailbox.mails == []


def test_nobody_silences_for_another(calling, come):
    """Neither a stranger nor somebody without a seat there."""
    eve = come()
    visit_as(eve, calling.store, "Eve")
    for browser, status in ((eve, 403), (come(), 403)):
        assert post(browser, f"/games/{calling.game}/calls", silent="yes").status_code == status
        assert post(browser, "/account/calls/games", game=calling.game, silent="yes").status_code == status
    assert all(not calling.store.people.calls.silenced(each.id) for each in calling.people.values())


# ---- another address ----


def test_another_mail_address(calling, mailbox, come):
    """Confirmed by a link to the new one, on whatever device; the old one is told."""
    ann, phone = calling.browsers["Ann"], come("198.51.100.7")
    ann.get("/account")
    assert "new@mail.example" in ann.send("/account/address", {"address": "New@mail.example"}).text
    mail = mailbox.mails[0]
    assert mail["To"] == "new@mail.example"
    found = re.search(rf"{ADDRESS}/account/address/link#(\w+)", mail.get_content())
    assert found
    phone.get("/account/address/link")
    assert "Ann" in phone.send("/account/address/link", {"link": found[0]}).text
    assert calling.store.people.person(calling.people["Ann"].id).address == "ann@mail.example"
    assert phone.send("/account/address/confirm", {"secret": found[1]}).status_code == 200
    assert calling.store.people.person(calling.people["Ann"].id).address == "new@mail.example"
    assert mailbox.mails[1]["To"] == "ann@mail.example"
    assert "new@mail.example" not in mailbox.mails[1].get_content()
    phone.get("/account/address/link")
    assert code(phone.send("/account/address/confirm", {"secret": found[1]})) == (403, "ticket_not_good")


# ---- the app ----


def test_the_service_worker_answers_for_all_pages(come, browser):
    """Looked up anew each time, under our headers, and only where there are accounts; so is the manifest."""
    ann = come()
    worker = ann.get("/service-worker.js")
    assert (worker.status_code, worker.headers["content-type"].partition(";")[0]) == (200, "text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "manifest-src 'self'" in worker.headers["content-security-policy"]
    manifest = re.search(r'rel="manifest" href="([^"]+)"', ann.get("/").text)
    assert manifest
    answer = ann.get(manifest[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    for each in answer.json()["icons"]:
        assert ann.client.get(each["src"]).headers["content-type"] == "image/png"
    assert browser.get("/service-worker.js").status_code == 404
    assert "manifest" not in browser.get("/").text


class SlowCalls:
    """Calls in memory: each person has many, and those of some take long."""

    def __init__(self, people, slow):
        self.waiting = {f"{person}-{number}": person for number in range(20) for person in people}
        self.slow, self.arrived = slow, []

    def is_any_due(self):
        return bool(self.waiting)

    def spread(self, *_):
        """There is nothing to decide."""

    def due(self, without=()):
        return [(call, person) for call, person in self.waiting.items() if person not in without][:50]

    def take(self, call_id):
        return SimpleNamespace(id=call_id, way="mail", kind="turn", person=self.waiting.pop(call_id))

    def sent(self, call):
        self.arrived.append(call.person)

    def forget_old(self):
        """Nothing is old."""


def test_endpoints_that_hang_keep_nobody_waiting(monkeypatch):
    """However many calls some have, and whatever their endpoints do, others are called at once."""
    hanging = [f"hangs{number}" for number in range(10)]
    calls = SlowCalls([*hanging, "Ann", "Bo"], hanging)

    async def deliver(_, call):
        await asyncio.sleep(0.4 if call.person in hanging else 0.0)

    async def look():
        task = asyncio.create_task(caller.run())
        async with asyncio.timeout(20):
            while {calls.arrived.count("Ann"), calls.arrived.count("Bo")} != {20}:
                await asyncio.sleep(0.02)
        task.cancel()
        return len(calls.arrived)

    monkeypatch.setattr("tielu.web.calls.caller.SLOW_SECONDS", 0.2)
    monkeypatch.setattr(Caller, "_deliver", deliver)
    store, accounts = cast(Store, SimpleNamespace(calls=calls)), cast(Accounts, None)
    caller = Caller(store, accounts, CallPacing(poll_seconds=0.05))
    assert asyncio.run(look()) < 80, "the others' were sent before most of those that hang"
