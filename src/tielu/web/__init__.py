"""The web table: server-side pages, a JSON API and live updates; needs the extra `web`."""

from tielu.web.app import create_app

__all__ = ["create_app"]
