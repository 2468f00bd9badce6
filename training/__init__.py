"""From recorded games to the chairman's network; docs/chairman.md says how."""
