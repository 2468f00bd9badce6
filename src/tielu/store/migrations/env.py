"""What Alembic runs to migrate: on the connection, and in the transaction, that `tielu.store.database` hands over."""

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
