"""People with accounts: signing in by mail and by passkey, sessions, the account and what belongs to it."""
