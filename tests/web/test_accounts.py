"""Accounts on the pages: signing in by mail, sessions, one's account, seats that follow; and whoever means harm."""

import html
import json
import re
from datetime import UTC, datetime

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import PLAYERS, Browser
from tests.web.endpoint import PhoneKeys
from tests.web.people import ADDRESS, SESSION, ask_link, link_of, post, sign_in, visit_as
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.test_results import finished
from tielu.i18n import LANGUAGES, say
from tielu.store.people import MOST_LINKS
from tielu.web import create_app, limits
from tielu.web.middleware import HEADERS
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import Mailer, MailServer


def cookie(answer, name):
    """The attributes with which an answer sets a cookie, in small letters; the value comes first."""
    found = [each.split("; ") for each in answer.headers.get_list("set-cookie") if each.startswith(f"{name}=")]
    assert len(found) == 1
    return found[0][0].partition("=")[2], {each.lower() for each in found[0][1:]}


def code(answer):
    """The code of a refusal on a page."""
    found = re.findall(r'data-code="(\w+)"', answer.text)
    return (answer.status_code, found[0] if found else "")


# ---- signing in ----


@pytest.mark.parametrize("lang", LANGUAGES)
def test_signing_in_by_mail(come, mailbox, store, lang):
    """From the start page to the start page: address, mail, the name of a new account, and its choices."""
    ann = come()
    assert say("web_sign_in", lang) in ann.get(f"/?lang={lang}").text
    ask_link(ann, " Ann@Mail.Example ")
    mail = mailbox.mails[0]
    assert mail["To"] == "ann@mail.example"
    assert mail["Subject"] == say("mail_sign_in_subject", lang, host="games.example")
    assert mailbox.link().startswith(f"{ADDRESS}/sign-in/link#")
    ann.get("/sign-in/link")
    shown = ann.send("/sign-in/link", {"link": mailbox.link()})
    assert say("web_make_account", lang) in shown.text
    data = {"secret": link_of(mailbox), "name": "Ann", "time_zone": "Asia/Tokyo"}
    assert ann.send("/sign-in/confirm", data).url.path == "/"
    assert "<span>Ann</span>" in ann.page
    person = store.people.named("Ann")
    assert (person.language, person.time_zone) == (lang, "Asia/Tokyo")
    assert "ann@mail.example" in ann.get("/account").text
    assert ann.get("/sign-in").url.path == "/account"


def test_the_answer_is_the_same_for_every_address(come, mailbox, store):
    """Known, unknown, blocked, or asked for too often: the page tells nothing."""
    sign_in(come(), mailbox, "Ann")
    sign_in(come(), mailbox, "Bo")
    store.people.moderation.block("Bo")
    pages, sent, stranger = {}, len(mailbox.mails), come("203.0.113.10")
    for name in ("ann", "bo", "cy"):
        ask_link(stranger, f"{name}@mail.example")
        pages[name] = re.sub(r'value="[^"]{43}"', "", stranger.page.replace(f"{name}@", "x@"))
    assert pages["ann"] == pages["bo"] == pages["cy"]
    assert len(mailbox.mails) == sent + 3
    flooder = come("203.0.113.11")
    for _ in range(MOST_LINKS + 1):
        ask_link(flooder, "cy@mail.example")
    assert re.sub(r'value="[^"]{43}"', "", flooder.page.replace("cy@", "x@")) == pages["cy"]
    assert len(mailbox.mails) == sent + 2 + MOST_LINKS
    mailbox.refuses = True
    ask_link(come("203.0.113.99"), "dee@mail.example")


def test_no_answer_waits_for_its_mail(store):
    """So nobody can tell by the time it takes what becomes of it."""
    happened = []

    class NotedMailer(Mailer):
        async def send(self, *mail):
            happened.append("mail")

    mailer = NotedMailer(MailServer("localhost", 25, "none", "table@games.example"))
    app = create_app(store, ["games.example"], addresses=[ADDRESS], accounts=Accounts(ADDRESS, mailer))

    async def observed(scope, receive, send):
        async def noted(message):
            happened.append("answer")
            await send(message)

        await app(scope, receive, noted if scope["type"] == "http" else send)

    browser = Browser(TestClient(observed, base_url=ADDRESS))
    ask_link(browser, "ann@mail.example")
    assert happened.count("mail") == 1
    assert happened[-1] == "mail"


def test_looking_at_a_link_does_not_use_it_up(come, mailbox):
    """Programs open links, some with a script; only the button signs in, and only once."""
    ann, scanner = come(), come("198.51.100.1")
    ask_link(ann, "ann@mail.example")
    secret = link_of(mailbox)
    for _ in range(3):
        assert scanner.get("/sign-in/link").status_code == 200
        assert scanner.send("/sign-in/link", {"link": secret}).status_code == 200
        assert SESSION not in scanner.client.cookies
    assert scanner.get(f"/sign-in/link/{secret}").status_code == 404
    assert scanner.get(f"/sign-in/confirm?secret={secret}&name=x").status_code == 405
    ann.get("/sign-in/link")
    ann.send("/sign-in/link", {"link": mailbox.link()})
    assert ann.send("/sign-in/confirm", {"secret": secret, "name": "Ann"}).url.path == "/"
    scanner.get("/sign-in/link")
    for path, data in (("link", {"link": secret}), ("confirm", {"secret": secret, "name": "x"})):
        assert code(scanner.send(f"/sign-in/{path}", data)) == (403, "ticket_not_good")
    assert SESSION not in scanner.client.cookies


def test_the_link_names_its_account_first(come, mailbox):
    """Whoever is given somebody else's link reads whose it is before they are signed in there."""
    ann, victim = come(), come("198.51.100.1")
    sign_in(ann, mailbox, "Ann")
    sign_in(victim, mailbox, "Vic")
    ask_link(come(), "ann@mail.example")
    before = victim.client.cookies[SESSION]
    victim.get("/sign-in/link")
    shown = victim.send("/sign-in/link", {"link": link_of(mailbox)}).text
    for words in ("Sign in as Ann", "ann@mail.example", "You are signed in as Vic"):
        assert words in shown
    assert victim.client.cookies[SESSION] == before


def test_no_other_page_signs_somebody_in(come, mailbox):
    """Neither with a link, nor a passkey, nor out: each form needs the token of this browser, and our origin."""
    ann, victim = come(), come("198.51.100.1")
    sign_in(ann, mailbox, "Ann")
    ask_link(come(), "ann@mail.example")
    data = {"secret": link_of(mailbox)}
    victim.get("/sign-in")
    for path in ("/sign-in/confirm", "/sign-in/passkey", "/sign-in/passkey/options", "/sign-in"):
        assert code(victim.client.post(path, data=data)) == (403, "form_not_ours")
        foreign = {"Sec-Fetch-Site": "cross-site"}
        assert code(victim.send(path, data, headers=foreign)) == (403, "form_not_ours")
        victim.get("/sign-in")
    assert SESSION not in victim.client.cookies
    assert code(ann.client.post("/sign-out")) == (403, "form_not_ours")
    assert ann.get("/account").url.path == "/account"


def test_a_planted_session_is_worth_nothing(come, mailbox, store):
    """Signing in begins a new session, ends the one before, and forgets what somebody else has put there."""
    ann = come()
    sign_in(ann, mailbox, "Ann")
    first = ann.client.cookies[SESSION]
    victim = come("198.51.100.1")
    victim.client.cookies.set(SESSION, "x" * 27, "games.example")
    victim.client.cookies.set("tielu_session", first, "games.example")
    assert victim.get("/account").url.path == "/sign-in", "over https only a cookie of this very host counts"
    victim.client.cookies.clear()
    victim.client.cookies.set(SESSION, first, "games.example")
    sign_in(victim, mailbox, "Vic")
    assert victim.client.cookies[SESSION] != first
    assert store.people.session(first) is None


@pytest.mark.parametrize(("scheme", "name"), [("https", SESSION), ("http", "tielu_session")])
def test_the_session_is_for_our_pages_only(come, mailbox, scheme, name):
    """No script, no other site, no other host, and over https not in the open."""
    ann = come(scheme=scheme)
    ask_link(ann, "ann@mail.example")
    ann.get("/sign-in/link")
    data = {"secret": link_of(mailbox), "name": "Ann"}
    answer = ann.send("/sign-in/confirm", data, follow_redirects=False)
    secret, attributes = cookie(answer, name)
    assert {"httponly", "samesite=lax", "path=/"} <= attributes
    assert ("secure" in attributes) == (scheme == "https")
    assert not any(each.startswith("domain") for each in attributes)
    assert secret not in answer.text
    ann.get("/account")
    ended = ann.send("/sign-out", {}, follow_redirects=False)
    value, attributes = cookie(ended, name)
    assert (value.strip('"'), "max-age=0" in attributes) == ("", True)
    ann.client.cookies.set(name, secret, "games.example")
    assert ann.get("/account").url.path == "/sign-in", "it has ended here, too"


def test_nobody_is_led_elsewhere(come, mailbox):
    """The address after signing in is ours, whatever the request says; so are the links in mails."""
    ann = come()
    ann.get("/sign-in?next=https://evil.example")
    ann.send("/sign-in?next=//evil.example", {"address": "ann@mail.example", "next": "//evil.example"})
    assert mailbox.link().startswith(f"{ADDRESS}/")
    ann.get("/sign-in/link")
    answer = ann.send(
        "/sign-in/confirm?next=//evil.example",
        {"secret": link_of(mailbox), "name": "Ann", "next": "//evil.example"},
        headers={"X-Forwarded-Host": "evil.example"},
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/"
    refused = ann.get("/sign-in", headers={"Host": "evil.example"})
    assert code(refused) == (400, "foreign_host")


def test_no_mail_has_headers_of_its_asker(come, mailbox):
    """An address with line breaks gets no mail."""
    ann = come()
    ann.get("/sign-in")
    for address in ("ann@mail.example\r\nBcc: all@mail.example", "ann@mail.example%0aBcc: x", "<ann@mail.example>"):
        assert code(ann.send("/sign-in", {"address": address})) == (400, "mail_address_wrong")
    assert mailbox.mails == []


def test_too_many_mails_and_tries(come, mailbox, monkeypatch):
    """From one address, whatever mail addresses it names and whatever it guesses."""
    monkeypatch.setitem(limits.BY_ADDRESS, "mails", "3/hour")
    monkeypatch.setitem(limits.BY_ADDRESS, "sign_ins", "5/hour")
    flooder = come("198.51.100.7")
    for number in range(3):
        ask_link(flooder, f"a{number}@mail.example")
    flooder.get("/sign-in")
    assert flooder.send("/sign-in", {"address": "a4@mail.example"}).status_code == 429
    assert len(mailbox.mails) == 3
    flooder.get("/sign-in")
    token = flooder.token
    tries = [flooder.client.post("/sign-in/confirm", data={"token": token, "secret": "y" * 27}) for _ in range(6)]
    assert [each.status_code for each in tries] == [403] * 5 + [429]
    ask_link(come("198.51.100.8"), "ann@mail.example")


def test_pages_are_not_framed_and_not_kept(come, store):
    """No other page shows them under its own buttons, and no cache keeps them."""
    ann = come()
    visit_as(ann, store, "Ann")
    for path in ("/account", "/account/delete", "/account/data.json", "/sign-in/link"):
        answer = ann.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        assert (answer.headers["X-Frame-Options"], answer.headers["Referrer-Policy"]) == ("DENY", "same-origin")
        assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_without_mail_there_are_no_accounts(browser):
    """At home nothing speaks of them."""
    assert "/sign-in" not in browser.get("/").text
    for path in ("/sign-in", "/sign-in/link", "/account", "/account/data.json"):
        assert code(browser.get(path)) == (404, "no_accounts")
    browser.get("/")
    token = browser.token
    for path in ("/sign-in", "/sign-in/passkey", "/account", "/sign-out", "/account/passkeys/options"):
        answer = browser.client.post(path, data={"token": token, "address": "ann@mail.example"})
        assert code(answer) == (404, "no_accounts")


# ---- the account ----


def test_choices_follow_to_every_browser(come, mailbox, store):
    """Name, language and colours are there after signing in elsewhere; a name that is taken changes nothing."""
    ann, phone = come(), come()
    visit_as(ann, store, "Ann")
    visit_as(come(), store, "Bo")
    choice = {"name": "Anna", "language": "de", "time_zone": "Europe/Berlin", "theme": "dark"}
    ann.get("/account")
    assert ann.send("/account", choice).status_code == 200
    assert '<html lang="de" data-theme="dark"' in ann.page
    sign_in(phone, mailbox, "Anna", "ann@mail.example")
    assert '<html lang="de" data-theme="dark"' in phone.page
    phone.get("/account")
    assert code(phone.send("/account", {**choice, "name": "BO"})) == (400, "name_taken")
    assert store.people.named("anna").name == "Anna"
    name = '<b onmouseover="x">'
    ann.get("/account")
    ann.send("/account", {**choice, "name": name})
    for path in ("/account", "/", "/account/delete"):
        assert name not in ann.get(path).text
        assert html.escape(name, quote=False).replace('"', "&#34;") in ann.page


def test_every_page_says_who_is_signed_in(come, store):
    """In its header, where strangers find the way in; the page of a refusal looks nobody up."""
    ann, stranger = come(), come()
    visit_as(ann, store, "Ann")
    for path in ("/", "/games", "/new?title=1880", "/revisions", "/account"):
        assert "<span>Ann</span>" in ann.get(path).text, path
        assert "<span>Sign in</span>" in stranger.get("/sign-in" if path == "/account" else path).text, path
    assert "Ann" not in ann.get("/nowhere").text


def test_sessions_are_listed_and_ended(come, mailbox, store):
    """By browser and last use; one, or all others."""
    ann, phone, tablet = come(), come(), come()
    for each in (ann, phone, tablet):
        visit_as(each, store, "Ann")
    assert ann.get("/account").text.count("Firefox, Linux</b>") == 3
    phone_session = store.people.sessions(store.people.named("Ann").id)[1].id
    ann.send("/account/sessions/end", {"session": phone_session})
    assert ann.page.count("Firefox, Linux</b>") == 2
    ann.send("/account/sessions/end", {})
    assert ann.page.count("Firefox, Linux</b>") == 1
    assert [each.get("/account").url.path for each in (ann, phone, tablet)] == ["/account", "/sign-in", "/sign-in"]


def test_all_data_as_a_file(come, store):
    """Whoever is signed in gets theirs."""
    ann = come()
    visit_as(ann, store, "Ann")
    answer = ann.get("/account/data.json")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.json()["account"]["address"] == "ann@mail.example"


def test_an_account_goes_when_its_name_is_typed(come, mailbox, store):
    """Before that it asks; afterwards the browser is a stranger's."""
    ann = come()
    visit_as(ann, store, "Ann")
    assert ann.get("/account/delete").status_code == 200
    assert code(ann.send("/account/delete", {"name": "Bo"})) == (400, "name_differs")
    assert ann.send("/account/delete", {"name": "ann"}).url.path == "/"
    assert SESSION not in ann.client.cookies
    assert store.people.moderation.people() == []


# ---- seats ----


def test_games_follow_their_person(come, mailbox, store):
    """A game made under one's name, and a seat taken by a link, are there in another browser without the link."""
    ann, phone = come(), come()
    visit_as(ann, store, "Ann")
    assert 'value="Ann"' in ann.get("/new?title=1880&mode=links").text
    ann.new_game(mode="links", players=["Ann", "Bo", "Cy"])
    (mine,) = store.list_games().games
    other = store.create_game("1880", ["Xu", "Yan", "Zoe"])
    ann.get(f"/games/{other.id}/seat")
    ann.get(f"/games/{other.id}")
    assert "Xu" in ann.page
    ann.get(f"/games/{other.id}/seat")
    answer = ann.send(f"/games/{other.id}/seat", {"link": other.secrets[0]})
    assert answer.url.path == f"/games/{other.id}"
    assert "Ann · your decision" in answer.text
    assert "Ann has taken the seat of Xu." in answer.text
    visit_as(phone, store, "Ann")
    for game in (mine.id, other.id):
        assert f'/games/{game}"' in phone.get("/").text
        phone.get(f"/games/{game}")
        assert phone.buttons, "it is her turn"
    acted = phone.send(f"/games/{other.id}/act", {"seq": 0, "action": phone.buttons[0]})
    assert (acted.status_code, store.load(other.id).seq) == (200, 1)


def test_a_rematch_keeps_the_seats_of_accounts(come, store):
    """The next game is the same people's, wherever they are signed in."""
    ann, phone, stranger = come(), come(), come()
    person = visit_as(ann, store, "Ann")
    made = finished(store, "1880")
    assert store.people.take_seat(person.id, made.id, 0)
    assert post(stranger, f"/games/{made.id}/rematch").status_code == 403
    path = post(ann, f"/games/{made.id}/rematch").headers["location"]
    visit_as(phone, store, "Ann")
    assert "belongs to your account" in phone.get(f"{path}/seat").text
    assert "belongs to your account" not in stranger.get(f"{path}/seat").text


def test_a_game_against_bots_follows_too(come, mailbox, store):
    """It begins under the name of the account."""
    ann, phone = come(), come()
    sign_in(ann, mailbox, "Ann")
    ann.send("/play", {"title": "1880"})
    (game,) = store.list_games().games
    assert "Ann" in game.players
    visit_as(phone, store, "Ann")
    assert f'/games/{game.id}"' in phone.get("/").text


def test_a_seat_goes_with_its_session(come, mailbox, store):
    """Who signs out at another's machine leaves no seat behind; the link itself still opens it."""
    ann, made = come(), store.create_game("1880", PLAYERS)
    visit_as(ann, store, "Ann")
    ann.get(f"/games/{made.id}/seat")
    ann.send(f"/games/{made.id}/seat", {"link": made.secrets[0]})
    assert ann.buttons
    ann.get("/account")
    ann.send("/sign-out", {})
    ann.get(f"/games/{made.id}")
    assert ann.buttons == []
    assert f'/games/{made.id}"' not in ann.get("/").text
    ann.get(f"/games/{made.id}/seat")
    ann.send(f"/games/{made.id}/seat", {"link": made.secrets[0]})
    assert ann.buttons, "links need no account"


def test_only_the_owner_replaces_the_link_of_a_seat(come, mailbox, store):
    """Whoever made the game knows all links; once a seat is an account's, its owner can make that one useless."""
    keeper, ann = come(), come()
    keeper.new_game(mode="links")
    path, secret = re.findall(r'(/games/\w+)/seat#(\w+)"', keeper.page)[0]
    game = path.rpartition("/")[2]
    visit_as(ann, store, "Ann")
    ann.get(f"{path}/seat")
    ann.send(f"{path}/seat", {"link": secret})
    keeper.get(f"{path}/seats")
    assert f'action="{path}/seats/0/link"' not in keeper.page
    assert f'action="{path}/seats/1/link"' in keeper.page
    assert code(keeper.send(f"{path}/seats/0/link", {})) == (403, "seat_of_an_account")
    ann.get(f"{path}/seats")
    assert f'action="{path}/seats/0/link"' in ann.page
    assert f'action="{path}/seats/1/link"' not in ann.page
    assert code(ann.send(f"{path}/seats/1/link", {})) == (403, "keeper_needed")
    ann.get(f"{path}/seats")
    assert ann.send(f"{path}/seats/0/link", {}).status_code == 200
    assert store.seat_of_secret(game, secret) is None
    ann.get(path)
    assert ann.buttons


def test_nobody_talks_under_the_name_of_an_account(come, store):
    """But for whoever has it; other names are free."""
    ann, stranger = come(), come()
    visit_as(ann, store, "Ann")
    game = store.create_game("1880", ["Xu", "Yan", "Zoe"], spectators_talk=True).id
    path = f"/games/{game}/chat"
    assert post(stranger, path, name="ann ", text="I resign").status_code == 400
    by_api = stranger.client.post(f"/api{path}", json={"name": "ANN", "text": "I resign"})
    assert (by_api.status_code, by_api.json()["code"]) == (400, "name_taken")
    assert post(stranger, path, name="Eve", text="hello").status_code == 303
    assert post(ann, path, name="Ann", text="hello").status_code == 303
    assert [each.spectator for each in store.talk.messages_since(game)] == ["Eve", "Ann"]


def test_a_removed_message_says_so(come, store):
    """In its place, for everybody."""
    game = store.create_game("1880", PLAYERS).id
    store.talk.add_message(game, 0, "shameful")
    store.people.moderation.remove_message(game, 1)
    page = come().get(f"/games/{game}").text
    assert "shameful" not in page
    assert "removed by the operator" in page


def test_nobody_reads_whom_they_have_muted(come, store):
    """At the table and as a spectator; others read them, and whoever was muted notices nothing."""
    ann, bo, eve = come(), come(), come()
    people = {name: visit_as(each, store, name) for name, each in (("Ann", ann), ("Bo", bo), ("Eve", eve))}
    game = store.create_game("1880", PLAYERS, spectators_talk=True).id
    for seat, name in enumerate(("Ann", "Bo")):
        store.people.take_seat(people[name].id, game, seat)
    store.talk.add_message(game, 1, "nasty words")
    store.talk.add_message_of_spectator(game, "Eve", "nosy words")
    assert "nasty words" in ann.get(f"/games/{game}").text
    ann.get("/account")
    for name in ("bo", "Eve"):
        assert ann.send("/account/mutes", {"other": name, "blocks": "yes"}).status_code == 200
    eve.get("/account")
    eve.send("/account/mutes", {"other": "Bo"})
    assert code(eve.send("/account/mutes", {"other": "Eve"})) == (400, "mutes_oneself")
    read = {
        name: ["nasty words" in page, "nosy words" in page]
        for name, each in (("Ann", ann), ("Bo", bo), ("Eve", eve), ("stranger", come()))
        for page in [each.get(f"/games/{game}").text]
    }
    assert read == {"Ann": [False, False], "Bo": [True, True], "Eve": [False, True], "stranger": [True, True]}
    ann.get("/account")
    ann.send("/account/mutes/end", {"person": people["Bo"].id})
    assert "nasty words" in ann.get(f"/games/{game}").text


# ---- every route, for everybody ----


def whole_state(store, person):
    """Everything of a person that somebody could change."""
    people = store.people
    calls = (people.calls.of(person.id), people.calls.subscriptions(person.id), people.calls.silenced(person.id))
    own = (people.sessions(person.id), people.passkeys.of(person.id), people.seats(person.id), people.rest(person.id))
    return people.person(person.id), people.mutes.of(person.id), *own, *calls


ROUTES = {
    # method, path: what the owner, and what a stranger is answered; another person is answered like a stranger where
    # the form names something of the owner's, and otherwise acts for themselves alone.
    ("GET", "/account"): (200, "/sign-in"),
    ("POST", "/account"): (303, 403),
    ("POST", "/account/sessions/end"): (303, 403),
    ("GET", "/account/data.json"): (200, 403),
    ("GET", "/account/delete"): (200, 403),
    ("POST", "/account/delete"): (303, 403),
    ("POST", "/account/night"): (303, 403),
    ("POST", "/account/holidays"): (303, 403),
    ("POST", "/account/holidays/remove"): (303, 403),
    ("POST", "/account/passkeys/options"): (200, 403),
    ("POST", "/account/passkeys"): (403, 403),
    ("POST", "/account/passkeys/remove"): (303, 403),
    ("POST", "/account/address"): (200, 403),
    ("GET", "/account/address/link"): (200, 200),
    ("POST", "/account/address/link"): (403, 403),
    ("POST", "/account/address/confirm"): (403, 403),
    ("GET", "/account/calls"): (200, "/sign-in"),
    ("POST", "/account/calls"): (303, 403),
    ("POST", "/account/calls/webhook"): (303, 403),
    ("POST", "/account/calls/browsers"): (303, 403),
    ("POST", "/account/calls/browsers/remove"): (303, 403),
    ("POST", "/account/calls/games"): (303, 403),
    ("POST", "/account/shown"): (303, 403),
    ("POST", "/account/mutes"): (303, 403),
    ("POST", "/account/mutes/end"): (303, 403),
    ("POST", "/sign-out"): (303, 403),
    ("GET", "/sign-in"): ("/account", 200),
    ("GET", "/sign-in/link"): (200, 200),
    ("POST", "/sign-in"): (200, 200),
    ("POST", "/sign-in/link"): (403, 403),
    ("POST", "/sign-in/confirm"): (403, 403),
    ("POST", "/sign-in/passkey/options"): (200, 200),
    ("POST", "/sign-in/passkey"): (403, 403),
}


def fields_of(store, person):
    """A form that names whatever is this person's."""
    choices = {"name": person.name, "language": "ja", "time_zone": "UTC", "theme": "dark"}
    things = {"session": store.people.sessions(person.id)[-1].id, "passkey": f"key-{person.name}"}
    nothing = {"credential": "{}", "secret": "z" * 27, "link": "z" * 27, "address": "new@mail.example"}
    today = datetime.now(UTC).date().isoformat()
    rest = {"begins": "22:00", "ends": "07:00", "first": today, "last": today, "holiday": f"{today}/{today}"}
    calls = {"wanted": "over.mail", "quiet_from": "01:00", "quiet_until": "02:00", "silent": "yes", "form": "discord"}
    calls |= {"webhook": "https://hooks.example/", "subscription": PhoneKeys().subscription("https://push.example/new")}
    calls |= {
        "called": store.people.calls.subscriptions(person.id)[0].id,
        "game": next(iter(store.people.seats(person.id))),
    }
    mutes = {"other": "Bo", "person": store.people.named("Bo").id}
    return {**choices, **things, **nothing, **rest, **calls, **mutes}


def ask(browser, method, path, fields):
    """The status of an answer, or the path to which it leads."""
    if method == "POST":
        return post(browser, path, **fields).status_code
    answer = browser.get(path)
    return answer.url.path if answer.history else answer.status_code


def test_the_table_of_routes_is_whole(come):
    """A new route of accounts is asked below by everybody, too."""
    routes = come().client.app.state.routes
    known = {
        (method, route.path) for route in routes for method in route.methods if not route.path.startswith("/games")
    }
    ours = {each for each in known if each[1].startswith(("/account", "/sign-"))}
    assert ours == set(ROUTES)


def test_nobody_reads_or_acts_for_another(come, store):
    """Owner, another person and a stranger send the same form, full of what is the owner's; an operator has no page."""
    for number, ((method, path), (of_owner, of_stranger)) in enumerate(ROUTES.items()):
        ann, bo, stranger, phone = (come(f"203.0.113.{number}") for _ in range(4))
        visit_as(phone, store, "Ann")
        owner, other = visit_as(ann, store, "Ann"), visit_as(bo, store, "Bo")
        for person in (owner, other):
            if not store.people.passkeys.of(person.id):
                store.people.passkeys.add(person.id, f"key-{person.name}", "public", 0)
            session, endpoint = store.people.sessions(person.id)[0].id, f"https://push.example/{person.name}"
            store.people.calls.subscribe(person.id, session, endpoint, "key", "auth")
        store.people.take_seat(owner.id, store.create_game("1880", PLAYERS).id, 0)
        fields, before = fields_of(store, owner), whole_state(store, owner)
        assert ask(stranger, method, path, fields) == of_stranger, path
        assert whole_state(store, owner) == before, path
        ask(bo, method, path, fields)
        assert whole_state(store, owner) == before, path
        assert "ann@mail.example" not in bo.page + stranger.page, path
        assert ask(ann, method, path, fields) == of_owner, path


def test_nobody_has_the_seat_of_another(come, mailbox, store):
    """Owner, another player, somebody signed in without a seat, and a stranger, on what a seat may do."""
    made = store.create_game("1880", PLAYERS)
    path = f"/games/{made.id}"
    people = {name: come() for name in ("Ann", "Bo", "Eve")}
    for seat, (name, browser) in enumerate(people.items()):
        visit_as(browser, store, name)
        if name != "Eve":
            store.people.take_seat(store.people.named(name).id, made.id, seat)
    people["stranger"] = come()
    store.talk.write_note(made.id, 0, "my secret plan")
    action = json.dumps({"type": "bid", "private": "P0", "amount": 5})
    forms: dict[str, dict] = {"act": {"seq": 0, "action": action}, "language": {"language": "ja"}, "seats/0/link": {}}
    forms |= {"seats/0/bot": {"bot": "clerk"}, "delete": {}}
    for name in ("stranger", "Eve", "Bo"):
        browser = people[name]
        for form, fields in forms.items():
            assert post(browser, f"{path}/{form}", **fields).status_code >= 303
        assert "my secret plan" not in browser.get(path).text
    seat = store.game(made.id).seats[0]
    assert (store.load(made.id).seq, seat.language, seat.bot, seat.wants_deleted) == (0, "en", None, False)
    assert store.seat_of_secret(made.id, made.secrets[0]) is not None
    ann = people["Ann"]
    assert "my secret plan" in ann.get(path).text
    assert ann.send(f"{path}/act", forms["act"]).status_code == 200
    assert store.load(made.id).seq == 1
