"""Routes for machines: whether the process lives, whether it can serve, and its figures."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

import anyio.to_thread
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.concurrency import run_in_threadpool

from tielu import __version__
from tielu.store import Store, StoreError
from tielu.web.operations.metrics import CONTENT_TYPE, Metrics
from tielu.web.operations.watch import Watch

# A database that has not answered by then is away.
ANSWER_SECONDS = 3.0
# When to ask again whether the server is ready.
RETRY_SECONDS = 5


class Health:
    """Answers the questions of proxies and of those who watch."""

    def __init__(self, store: Store, watch: Watch, metrics: Metrics, trusted: Sequence[str]) -> None:
        self._store = store
        self._watch = watch
        self._metrics = metrics
        self._trusted = [ipaddress.ip_network(each) for each in trusted]
        self.stopping = False
        self.router = APIRouter(include_in_schema=False)
        for path, answer in (("/healthz", self.lives), ("/readyz", self.is_ready), ("/metrics", self.figures)):
            self.router.get(path)(answer)
            self.router.head(path)(answer)  # as some who watch ask

    async def lives(self) -> Response:
        """The process answers."""
        return JSONResponse({"status": "alive", "version": __version__})

    async def is_ready(self) -> Response:
        """200 if the database answers and has a schema that this version can use, otherwise 503; names no host."""
        problem = "stopping" if self.stopping else await self._problem()
        found: dict[str, object] = {"status": "ready" if problem is None else problem}
        if self._watch.stalled:
            found["warning"] = f"{self._watch.stalled} turns of bots wait, and no worker runs: start `tielu work`"
        if problem is None:
            return JSONResponse(found)
        return JSONResponse(found, 503, {"Retry-After": str(RETRY_SECONDS)})

    async def figures(self, request: Request) -> Response:
        """All figures, for trusted addresses only."""
        if not self._is_trusted(request):
            return PlainTextResponse("only for the addresses of the setting metrics_from\n", 403)
        return Response(await run_in_threadpool(self._metrics.text), media_type=CONTENT_TYPE)

    async def _problem(self) -> str | None:
        try:
            with anyio.fail_after(ANSWER_SECONDS):
                await anyio.to_thread.run_sync(self._store.check, abandon_on_cancel=True)
        except StoreError as error:
            return "database has another schema" if error.code == "store_newer" else "database does not answer"
        except TimeoutError:
            return "database does not answer"
        return None

    def _is_trusted(self, request: Request) -> bool:
        try:
            address = ipaddress.ip_address(request.client.host if request.client else "")
        except ValueError:
            return False
        return any(address in network for network in self._trusted)
