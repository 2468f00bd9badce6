"""The Alembic environment: migrates on the connection and in the transaction of `tielu.store.database`."""

from __future__ import annotations

from alembic import context

from tielu.store.schema import METADATA, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
