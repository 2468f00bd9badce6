"""Jobs in PostgreSQL, with procrastinate, deferred in a transaction of the store: none is lost or comes too early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ProcrastinateException
from sqlalchemy import Connection

from tielu.store import StoreError

# It is never opened, because each job is deferred on a connection of the store.
_APP = App(connector=PsycopgConnector())


def defer_job(connection: Connection, task: str, queue: str, arguments: Mapping[str, Any], **options: Any) -> None:
    """Defer a job in a transaction of the store, with more `options` of `App.configure_task`; raises StoreError."""
    driver: Any = connection.connection.driver_connection
    job = _APP.configure_task(task, queue=queue, connection=driver, **options)
    try:
        job.defer(**arguments)
    except ProcrastinateException as error:
        raise StoreError("store_failed", reason=" ".join(str(error.__cause__ or error).split())) from error
