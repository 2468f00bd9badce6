"""The history of the schema, run by Alembic; `tielu.store.opening` starts it."""
