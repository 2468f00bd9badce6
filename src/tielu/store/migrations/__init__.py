"""The history of the schema, run by Alembic; `tielu.store.database` starts it."""
