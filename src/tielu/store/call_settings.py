"""What people have chosen of calls: which, by which way, when, for which games, and where they are reached."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, update

from tielu.errors import InvalidInput, NotAllowed, NotFound
from tielu.store.database import read_transaction, write_transaction
from tielu.store.ids_and_secrets import hash_secret, new_id, new_secret
from tielu.store.models import checked_choice
from tielu.store.person import session_alive
from tielu.store.rows import existing_game
from tielu.store.schema import CALL_CHOICES, CALL_SETTINGS, PEOPLE, PUSH_SUBSCRIPTIONS, SEATS, SESSIONS, SILENCED_GAMES

# What people are called for, and how they are reached.
TURN, BEGINS, OVER, MESSAGE, INVITED = "turn", "begins", "over", "message", "invited"
KINDS = (TURN, INVITED, BEGINS, OVER, MESSAGE)
PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
WAYS = (PUSH, MAIL, WEBHOOK)
# What is wanted by who has chosen nothing. Browsers and webhooks are called only where somebody has switched them on.
USUAL = frozenset(
    {(kind, way) for kind in KINDS for way in (PUSH, WEBHOOK)} - {(MESSAGE, WEBHOOK)}
    | {(kind, MAIL) for kind in (TURN, INVITED, BEGINS)}
)

# The body of a webhook: ours, or as Discord takes it.
FORMS = ("tielu", "discord")
LONGEST_URL = 2000
# One browser more ends the longest unused one.
MOST_SUBSCRIPTIONS = 20
_MINUTES_OF_A_DAY = 24 * 60


@dataclass(frozen=True)
class Webhook:
    """Where a person's calls are posted, in which form, with which secret they are signed, and when it last failed."""

    address: str
    form: str
    secret: str
    failed: datetime | None


@dataclass(frozen=True)
class PushSubscription:
    """A browser that is called, and the keys with which only it can read what it is sent."""

    id: str
    session: str
    endpoint: str
    p256dh: str
    auth: str
    browser: str
    created: datetime


@dataclass(frozen=True)
class CallChoices:
    """What a person has chosen: pairs of kind and way, quiet hours as minutes of the day, and a webhook."""

    wanted: frozenset[tuple[str, str]]
    quiet: tuple[int, int] | None
    webhook: Webhook | None
    stop_secret: str = ""


class CallSettings:
    """The choices of people; each method is one transaction, like those of the store."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    def of(self, person_id: str) -> CallChoices:
        """What a person has chosen, and what is usual for the rest."""
        with read_transaction(self._engine) as connection:
            return call_choices(connection, person_id)

    def choose(self, person_id: str, wanted: Collection[tuple[str, str]], quiet: tuple[int, int] | None) -> None:
        """Choose kinds and ways, and quiet hours, None for none; raises InvalidInput for a time that is none."""
        if quiet is not None and not all(0 <= each < _MINUTES_OF_A_DAY for each in quiet):
            raise InvalidInput("quiet_hours_wrong")
        begin, end = quiet or (None, None)
        with write_transaction(self._engine) as connection:
            ensure_settings(connection, person_id)
            connection.execute(_change(person_id, quiet_from=begin, quiet_until=end))
            _want(connection, person_id, wanted)

    def set_webhook(self, person_id: str, address: str, form: str) -> None:
        """Post a person's calls to an address, with a new secret if it is another one; raises InvalidInput."""
        checked_choice("form", form, FORMS)
        with write_transaction(self._engine) as connection:
            ensure_settings(connection, person_id)
            known = call_choices(connection, person_id).webhook
            secret = known.secret if known is not None and known.address == address else new_secret()
            values = {"webhook": address, "webhook_form": form, "webhook_secret": secret, "webhook_failed": None}
            connection.execute(_change(person_id, **values))

    def remove_webhook(self, person_id: str) -> None:
        nothing = dict.fromkeys(("webhook", "webhook_form", "webhook_secret", "webhook_failed"))
        with write_transaction(self._engine) as connection:
            connection.execute(_change(person_id, **nothing))

    # ---- browsers ----

    def subscribe(
        self, person_id: str, session_id: str, endpoint: str, p256dh: str, auth: str, browser: str = ""
    ) -> None:
        """Call a person in a browser as long as the session there; whoever was called there before no longer is."""
        values: dict[str, Any] = {
            "id": new_id(),
            "person": person_id,
            "session": session_id,
            "endpoint": endpoint,
            "p256dh": p256dh,
        }
        values |= {"auth": auth, "browser": browser[:40], "created": self._clock()}
        this, table = hash_secret(endpoint), PUSH_SUBSCRIPTIONS.c
        with write_transaction(self._engine) as connection:
            ensure_settings(connection, person_id)
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(table.endpoint_hash == this))
            own = select(table.id).where(table.person == person_id).order_by(table.created.desc(), table.id)
            kept = list(connection.scalars(own.limit(MOST_SUBSCRIPTIONS - 1)))
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(table.person == person_id, table.id.not_in(kept)))
            connection.execute(insert(PUSH_SUBSCRIPTIONS).values(endpoint_hash=this, **values))

    def subscriptions(self, person_id: str) -> list[PushSubscription]:
        """The browsers in which a person is called, the newest first."""
        with read_transaction(self._engine) as connection:
            return subscriptions_of(connection, person_id, self._clock())

    def unsubscribe(self, person_id: str, subscription_id: str) -> None:
        """Call a browser no more; raises NotFound if it is none of this person's."""
        table = PUSH_SUBSCRIPTIONS.c
        own = delete(PUSH_SUBSCRIPTIONS).where(table.person == person_id, table.id == subscription_id)
        with write_transaction(self._engine) as connection:
            if connection.execute(own).rowcount == 0:
                raise NotFound("no_such_subscription")

    # ---- games ----

    def silence(self, person_id: str, game_id: str, silent: bool) -> None:
        """Choose whether a person is called for a game; raises NotAllowed if they have no seat there."""
        this = (SILENCED_GAMES.c.person == person_id, SILENCED_GAMES.c.game == game_id)
        with write_transaction(self._engine) as connection:
            _require_seat(connection, person_id, game_id)
            lock_person(connection, person_id)
            connection.execute(delete(SILENCED_GAMES).where(*this))
            if silent:
                connection.execute(insert(SILENCED_GAMES).values(person=person_id, game=game_id))

    def silenced(self, person_id: str) -> frozenset[str]:
        """The ids of the games for which a person is not called."""
        query = select(SILENCED_GAMES.c.game).where(SILENCED_GAMES.c.person == person_id)
        with read_transaction(self._engine) as connection:
            return frozenset(connection.scalars(query))

    # ---- the link at the end of a mail ----

    def person_of_stop(self, secret: str) -> str:
        """The id of the person whose mails have this secret; raises NotAllowed if nobody's have."""
        query = select(CALL_SETTINGS.c.person).where(CALL_SETTINGS.c.stop_secret == secret)
        with read_transaction(self._engine) as connection:
            found = connection.scalar(query)
        if found is None:
            raise NotAllowed("stop_link_not_good")
        return str(found)

    def stop_mails(self, person_id: str) -> None:
        """Send a person no more mails of calls, of whatever kind."""
        with write_transaction(self._engine) as connection:
            ensure_settings(connection, person_id)
            wanted = call_choices(connection, person_id).wanted
            _want(connection, person_id, {each for each in wanted if each[1] != MAIL})


def call_choices(connection: Connection, person_id: str) -> CallChoices:
    """What a person has chosen, and what is usual for the rest."""
    rows = connection.execute(select(CALL_CHOICES).where(CALL_CHOICES.c.person == person_id))
    chosen = {(row.kind, row.way): row.wanted for row in rows}
    wanted = {(kind, way) for kind in KINDS for way in WAYS if chosen.get((kind, way), (kind, way) in USUAL)}
    found = connection.execute(select(CALL_SETTINGS).where(CALL_SETTINGS.c.person == person_id)).first()
    if found is None:
        return CallChoices(frozenset(wanted), None, None)
    quiet = None if found.quiet_from is None else (found.quiet_from, found.quiet_until)
    webhook = None
    if found.webhook is not None:
        webhook = Webhook(found.webhook, found.webhook_form, found.webhook_secret, found.webhook_failed)
    return CallChoices(frozenset(wanted), quiet, webhook, found.stop_secret)


def is_silenced(connection: Connection, person_id: str, game_id: str) -> bool:
    this = (SILENCED_GAMES.c.person == person_id, SILENCED_GAMES.c.game == game_id)
    return connection.execute(select(SILENCED_GAMES.c.game).where(*this)).first() is not None


def subscriptions_of(connection: Connection, person_id: str, now: datetime) -> list[PushSubscription]:
    """The browsers in which a person is called and is still signed in, the newest first."""
    table = PUSH_SUBSCRIPTIONS.c
    query = (
        select(PUSH_SUBSCRIPTIONS)
        .join(SESSIONS, SESSIONS.c.id == table.session)
        .where(table.person == person_id, SESSIONS.c.person == person_id, *session_alive(now))
        .order_by(table.created.desc(), table.id)
    )
    return [
        PushSubscription(row.id, row.session, row.endpoint, row.p256dh, row.auth, row.browser, row.created)
        for row in connection.execute(query)
    ]


def lock_person(connection: Connection, person_id: str) -> None:
    """Let no other transaction decide about the calls of this person meanwhile."""
    connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person_id).with_for_update())


def ensure_settings(connection: Connection, person_id: str) -> None:
    """Make the row of a person's settings, with the secret that ends mails, if there is none."""
    lock_person(connection, person_id)
    known = connection.execute(select(CALL_SETTINGS.c.person).where(CALL_SETTINGS.c.person == person_id)).first()
    if known is None:
        connection.execute(insert(CALL_SETTINGS).values(person=person_id, stop_secret=new_secret()))


def _want(connection: Connection, person_id: str, wanted: Collection[tuple[str, str]]) -> None:
    """Write down which pairs of kind and way a person wants."""
    rows = [{"kind": kind, "way": way, "wanted": (kind, way) in wanted} for kind in KINDS for way in WAYS]
    connection.execute(delete(CALL_CHOICES).where(CALL_CHOICES.c.person == person_id))
    connection.execute(insert(CALL_CHOICES), [{"person": person_id, **row} for row in rows])


def _change(person_id: str, **values: Any) -> Any:
    return update(CALL_SETTINGS).where(CALL_SETTINGS.c.person == person_id).values(**values)


def _require_seat(connection: Connection, person_id: str, game_id: str) -> None:
    existing_game(connection, game_id)
    seat = select(SEATS.c.number).where(SEATS.c.game == game_id, SEATS.c.person == person_id)
    if connection.execute(seat).first() is None:
        raise NotAllowed("no_seat_of_yours")
