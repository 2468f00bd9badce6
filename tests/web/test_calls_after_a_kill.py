"""A worker is killed while it sends: the next one sends the rest, and nothing twice."""

import os
import signal
from contextlib import ExitStack, suppress

import sqlalchemy as sa

from tests.mail import mail_server
from tests.web.conftest import PLAYERS
from tests.web.endpoint import endpoint
from tests.web.public_servers import worker
from tests.web.tables_with_bots import BID, until
from tielu.store import Store
from tielu.web.calls.caller import AT_ONCE

COUNT = 2 * AT_ONCE
KILLED_AFTER = 4


def people_with_webhooks(store, address):
    """So many games, in each of which somebody else is called by webhook."""
    for number in range(COUNT):
        link = store.people.ask_link(f"p{number}@mail.example")
        person = store.people.sign_in_by_link(link, name=f"P{number}").person
        store.people.calls.choose(person.id, {("turn", "webhook")}, None)
        store.people.calls.set_webhook(person.id, f"{address}/{number}", "tielu")
        game = store.create_game("1880", PLAYERS).id
        store.people.take_seat(person.id, game, 1)
        store.append(game, 0, BID, 0)


def unsent(store, condition="true"):
    """The ids of the calls that are not sent, of those of which something is true."""
    with store._engine.connect() as connection:
        return set(connection.scalars(sa.text(f"SELECT id FROM calls WHERE sent IS NULL AND {condition}")))


def test_nothing_is_sent_twice_after_a_kill(postgres_url, tmp_path):
    """What was on its way may be lost, as nobody knows whether it has arrived; all else arrives, once."""
    with ExitStack() as stack:
        mails, _ = stack.enter_context(mail_server())
        outside, store = stack.enter_context(endpoint()), stack.enter_context(Store(postgres_url))
        people_with_webhooks(store, outside.address)
        settings = {"public_address": "https://games.example", "mail_sender": mails.sender, "mail_host": mails.host}
        settings |= {"mail_port": str(mails.port), "mail_security": "none", "call_networks": "127.0.0.1"}
        settings |= {"call_after_seconds": "0", "mail_after_seconds": "0"}
        with worker(postgres_url, tmp_path / "first", **settings) as first:

            def kill(_):
                if len(outside.posted) >= KILLED_AFTER:
                    with suppress(ProcessLookupError):
                        os.killpg(first.process.pid, signal.SIGKILL)

            outside.on_post = kill
            first.process.wait(60)
        outside.on_post = lambda _: None
        on_their_way = unsent(store, "taken IS NOT NULL")
        assert 0 < len(on_their_way) <= AT_ONCE
        with worker(postgres_url, tmp_path / "second", **settings) as second:
            until(lambda: unsent(store) == on_their_way)
            assert second.end() == 0
        paths = [each.path for each in outside.posted]
        assert len(set(paths)) == len(paths), "twice"
        assert COUNT - len(paths) <= len(on_their_way), "lost, although it was not on its way"
