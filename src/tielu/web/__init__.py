"""The table on the web: pages made on the server, a JSON API, and news of new entries. Needs the extra `web`."""

from tielu.web.app import create_app

__all__ = ["create_app"]
