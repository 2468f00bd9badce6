"""A position as plain values: players, companies, market, map, trains."""
