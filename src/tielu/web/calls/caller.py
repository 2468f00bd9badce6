"""The caller: sends the calls of a store, each once, from whatever process runs it.

A call is marked before it is sent. If it is known that it has not arrived, it is sent again later; what may have
arrived is not, and neither is what was being sent when the process was killed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import assert_never

from tielu.i18n import say
from tielu.store import Store, StoreError
from tielu.store.call_settings import PushSubscription, Webhook
from tielu.store.calls import Call
from tielu.web.calls.outbound import MayHaveArrived, NotArrived
from tielu.web.calls.push import encrypted
from tielu.web.calls.webhook import webhook_body, webhook_headers
from tielu.web.calls.words import words_of
from tielu.web.middleware import ONE_CLICK_PREFIX
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import MailNotAccepted, MailUncertain, mail_message

# This many people are called at once: as many calls may be on their way when a process is killed.
AT_ONCE = 8
# Somebody whose last call took longer than this many seconds, as an endpoint that hangs does, shares these places with
# others of the kind, so that they keep nobody else waiting.
SLOW_SECONDS, SLOW_AT_ONCE = 2.0, 2
_MOST_SLOW = 1000
# How long calls that are being sent may take when the caller ends.
_ENDING_SECONDS = 3.0
_FORGET_EVERY = timedelta(hours=1)
# A push service says with these that it does not know a browser any more, and a webhook that it is gone.
_GONE = (404, 410)
# Answers after which another attempt may help.
_TEMPORARY = (408, 425, 429, *range(500, 600))
_LONGEST_RETRY = timedelta(hours=2)

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class CallPacing:
    """How long somebody must have stayed away before they are called, by mail for longer, and how often we look."""

    silence: timedelta = timedelta(seconds=20)
    mail_silence: timedelta = timedelta(minutes=10)
    poll_seconds: float = 2.0
    retry: timedelta = timedelta(seconds=30)

    def retry_after(self, attempts: int) -> timedelta:
        """How long to wait before the next attempt, longer each time."""
        return min(_LONGEST_RETRY, self.retry * int(4**attempts))


class Caller:
    """Sends calls until it is cancelled; any number may run on one database."""

    def __init__(self, store: Store, accounts: Accounts, pacing: CallPacing | None = None) -> None:
        self._store = store
        self._accounts = accounts
        self._pacing = pacing or CallPacing()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._slow: set[str] = set()
        self._forgotten = datetime.min.replace(tzinfo=UTC)

    async def run(self) -> None:
        try:
            while True:
                try:
                    await self.look()
                except StoreError:
                    _LOG.warning("calls: the store cannot be asked", exc_info=True)
                except Exception:  # whatever is wrong with one call, others are still to be made
                    _LOG.exception("calls cannot be looked for")
                await asyncio.sleep(self._pacing.poll_seconds)
        finally:
            if self._busy:
                await asyncio.wait(self._busy.values(), timeout=_ENDING_SECONDS)

    async def look(self) -> None:
        """Begin to send whatever is due; one person's calls one after the other."""
        calls = self._store.calls
        for person, ids in (await asyncio.to_thread(self._due, self._kept_waiting())).items():
            if len(self._busy) < AT_ONCE and person not in self._kept_waiting():
                task = asyncio.create_task(self._send_all(person, ids))
                self._busy[person] = task
                task.add_done_callback(partial(self._forget_task, person))
        if datetime.now(UTC) - self._forgotten > _FORGET_EVERY:
            self._forgotten = datetime.now(UTC)
            await asyncio.to_thread(calls.forget_old)

    def _kept_waiting(self) -> frozenset[str]:
        """Who is not called now: whoever just is, and slow ones while enough of them are."""
        slow = self._slow if len(self._slow & self._busy.keys()) >= SLOW_AT_ONCE else ()
        return frozenset((*self._busy, *slow))

    def _due(self, without: frozenset[str]) -> dict[str, list[str]]:
        """The calls that are due by their people, whoever has waited longest first."""
        calls = self._store.calls
        found: dict[str, list[str]] = {}
        if calls.is_any_due():
            calls.spread(self._pacing.silence, self._pacing.mail_silence)
            for call_id, person in calls.due(without):
                found.setdefault(person, []).append(call_id)
        return found

    def _forget_task(self, person: str, _: asyncio.Task[None]) -> None:
        del self._busy[person]

    async def settle(self) -> None:
        """Wait until what was begun is sent."""
        while self._busy:
            await asyncio.wait(list(self._busy.values()))

    async def _send_all(self, person: str, ids: list[str]) -> None:
        """Send the calls of a person up to the first slow one; the others come when it is their turn again."""
        for call_id in ids:
            begun = time.monotonic()
            try:
                await self._send(call_id)
            except StoreError:
                _LOG.warning("calls: the store cannot be asked", exc_info=True)
            except Exception:  # the same
                _LOG.exception("a call could not be made")
            if time.monotonic() - begun > SLOW_SECONDS:
                if len(self._slow) >= _MOST_SLOW:
                    self._slow.clear()
                self._slow.add(person)
                return
            self._slow.discard(person)

    async def _send(self, call_id: str) -> None:
        """Send a call, if it is to be sent, and note what has become of it."""
        calls = self._store.calls
        call = await asyncio.to_thread(calls.take, call_id)
        if call is None:
            return
        told = {"way": call.way, "kind": call.kind}
        try:
            await self._deliver(call)
        except NotArrived as error:
            _LOG.info("call not taken", extra={**told, "status": error.status})
            await self._not_arrived(call, error.status)
            return
        except MailNotAccepted as error:
            _LOG.warning("call not taken", extra={**told, "reason": type(error.__cause__).__name__})
            await self._try_again(call, not error.for_good)
            return
        except (MayHaveArrived, MailUncertain):
            _LOG.warning("call not confirmed", extra=told)
        await asyncio.to_thread(calls.sent, call)

    async def _not_arrived(self, call: Call, status: int | None) -> None:
        if isinstance(call.target, PushSubscription) and status in _GONE:
            await asyncio.to_thread(self._store.calls.browser_is_gone, call)
            return
        await self._try_again(call, status is None or status in _TEMPORARY)

    async def _try_again(self, call: Call, again: bool) -> None:
        pause = self._pacing.retry_after(call.attempts) if again else None
        await asyncio.to_thread(self._store.calls.failed, call, pause)

    async def _deliver(self, call: Call) -> None:
        """Hand a call over; raises what says that it has not, or may not have arrived."""
        words, outbound = words_of(call, self._accounts.address), self._accounts.outbound
        if call.target is None:
            await self._mail(call)
        elif isinstance(call.target, Webhook):
            body = webhook_body(call, call.target, words)
            await outbound.post(call.target.address, body, webhook_headers(call, call.target, body, datetime.now(UTC)))
        elif isinstance(call.target, PushSubscription):
            key = self._accounts.push_key
            if key is None:  # switched off since
                raise NotArrived(403)
            message = {"title": words.title, "body": f"{words.game}\n{words.text}", "url": call.place.path}
            headers = key.headers(call.target.endpoint, call.place.id)
            await outbound.post(call.target.endpoint, encrypted(call.target, message), headers)
        else:
            assert_never(call.target)

    async def _mail(self, call: Call) -> None:
        """Send a mail that can be stopped with one press, also by the program in which it is read (RFC 8058)."""
        person, address = call.person, self._accounts.address
        words, stop = words_of(call, address), f"{address}{ONE_CLICK_PREFIX}{call.stop_secret}"
        text = say(
            "mail_call",
            person.language,
            name=person.name,
            text=words.text,
            game=words.subject,
            link=words.link,
            settings=f"{address}/account/calls",
            stop=f"{stop}?game={call.place.id}",
        )
        message = mail_message(self._accounts.mailer.sender, person.address, " ".join(words.subject.split()), text)
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self._accounts.mailer.hand_over(message)
