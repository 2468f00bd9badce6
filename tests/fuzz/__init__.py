"""Whatever strangers send, the server goes on: `python -m tests.fuzz --seconds 600 --part routes`.

`routes` asks every route of the application what its description allows and forbids (schemathesis), with games, seats
and secrets that exist; `bytes` cuts, doubles and garbles the raw requests. Both ask real processes, `tielu play` on
SQLite and `tielu serve` on PostgreSQL. docs/testing.md says what is checked.
"""
