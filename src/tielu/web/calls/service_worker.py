"""What makes the pages an app on a phone or desk: the service worker, which also shows calls of Web Push.

It keeps no page, since pages show games as they are now; the manifest and the icons are static files.
"""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse

from tielu.web.assets import REVALIDATE, STATIC
from tielu.web.people.accounts import WITH_ACCOUNTS

router = APIRouter(include_in_schema=False)

_WORKER = STATIC / "service-worker.js"


@router.get("/service-worker.js", dependencies=[WITH_ACCOUNTS])
def service_worker() -> Response:
    """The service worker, here and not under `/static`, so that it may answer for all pages."""
    return FileResponse(_WORKER, media_type="text/javascript", headers={"Cache-Control": REVALIDATE})
