"""Calls in a real browser: its service worker shows what is pushed, and the pages of calls are for everybody.

To subscribe, a browser asks the push service of its maker, which is not there; `tests/web/test_calls.py` has the rest.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.readers import Readers
from tests.browser.serving import serving
from tests.browser.test_axe import judge
from tests.browser.test_phone import fits
from tests.mail import mail_server
from tielu.store import Store
from tielu.web import create_app
from tielu.web.calls.push import PushKey, new_key
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import Mailer

# All that is shown, as soon as a notification with this text is; nothing if none comes within ten seconds.
SHOWN = """async (text) => {
  const worker = await navigator.serviceWorker.ready;
  for (let looks = 0; looks < 200; looks++) {
    const shown = await worker.getNotifications();
    if (shown.some((each) => each.body === text)) return shown.map((each) => [each.title, each.body, each.tag]);
    await new Promise((go_on) => setTimeout(go_on, 50));
  }
  return [];
}"""


@pytest.fixture(scope="module")
def served_calls(tmp_path_factory):
    """A server with accounts and a key of Web Push, and Wilhelmine, who has a game and a webhook."""
    folder = tmp_path_factory.mktemp("calls")
    with Store(folder / "games.sqlite3") as store, mail_server() as (server, _):
        app = create_app(store)
        with serving(store, app=app) as running:
            address = running.address.replace("127.0.0.1", "localhost")
            app.state.accounts = Accounts(address, Mailer(server), PushKey(new_key(), server.sender))
            name = "Wilhelmine von und zu Hohenlinden"
            link = store.people.ask_link("w@mail.example")
            assert link is not None
            signed_in = store.people.sign_in_by_link(link, "Firefox, Linux", name=name)
            person, settings = signed_in.person, store.people.calls
            settings.choose(person.id, settings.of(person.id).wanted, (22 * 60, 8 * 60))
            settings.set_webhook(person.id, "https://hooks.example/services/wilhelmine", "discord")
            game = store.create_game("1880", ["Ann", "Bo", "Cy"]).id
            store.people.take_seat(person.id, game, 0)
            store.people.calls.silence(person.id, game, True)
            yield address, store, signed_in


def test_the_service_worker_shows_what_is_pushed(whole_browser, served_calls):
    """Under the headline of the call, one for each game; without a push service the page says that it cannot be."""
    address, _, signed_in = served_calls
    with Readers(whole_browser, address) as readers:
        page = readers.at_desk()
        page.context.add_cookies([{"name": "tielu_session", "value": signed_in.secret, "url": address}])
        page.context.grant_permissions(["notifications"], origin=address)
        page.goto(f"{address}/account/calls")
        session = page.context.new_cdp_session(page)
        registered = []
        session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
        session.send("ServiceWorker.enable")
        scope = page.evaluate(
            "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
            ".then((found) => found.scope)"
        )
        assert scope == f"{address}/"
        (registration,) = {each["registrationId"] for each in registered}
        for text in ("first", "The game is waiting for you."):
            data = json.dumps({"title": "Your turn", "body": text, "url": "/games/x"})
            push = {"origin": address, "registrationId": registration, "data": data}
            # A push that finds the worker starting on a busy machine may be lost, so it is sent again.
            shown: list[list[str]] = []
            for _ in range(6):
                session.send("ServiceWorker.deliverPushMessage", push)
                shown = page.evaluate(SHOWN, text)
                if shown:
                    break
            assert shown == [["Your turn", text, "/games/x"]]
        readers.look_for_complaints()


@pytest.mark.parametrize(("device", "scheme", "lang"), [("desk", "light", "ja"), ("phone", "dark", "de")])
def test_pages_of_calls_are_for_everybody(browser, served_calls, device, scheme, lang):
    """Nothing is wrong with them for those who do not see or point well, and they fit on a phone."""
    address, store, signed_in = served_calls
    stop = store.people.calls.of(signed_in.person.id).stop_secret
    with Readers(browser, address) as readers:
        page = (readers.at_desk if device == "desk" else readers.with_phone)(color_scheme=scheme, lang=lang)
        page.context.add_cookies([{"name": "tielu_session", "value": signed_in.secret, "url": address}])
        for path in ("/account/calls", f"/calls/stop/{stop}", "/account/address/link"):
            page.goto(f"{address}{path}")
            expect(page.locator("h1")).to_be_visible()
            judge(page)
            fits(page)
        readers.look_for_complaints()
