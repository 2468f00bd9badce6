"""Settings of `tielu serve` and `tielu work`: from the command line, the environment and a file, in this order.

A setting `port` is the variable `TIELU_PORT` in the environment. docs/operating.md describes each one.
"""

from __future__ import annotations

import ipaddress
import tomllib
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, PositiveInt, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from tielu.errors import InvalidInput
from tielu.store.database import SERVER_CONNECTIONS

PREFIX = "TIELU_"


class Settings(BaseSettings):
    """All settings, checked; each has a default that fits a server behind a proxy on the same machine."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    # A file, or the URL of a database; empty for the file of `tielu play`.
    database: str = ""
    database_connections: PositiveInt = SERVER_CONNECTIONS
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 1880
    # How visitors reach the server, for instance https://games.example.
    public_address: str = ""
    # Further host names under which the server answers. In the environment: separated by commas.
    names: Annotated[tuple[str, ...], NoDecode] = ()
    # Proxies that are believed when they say for whom they ask: addresses and networks.
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ("127.0.0.1", "::1")

    # How many bots think for long at once in `tielu work`; by default one for each core but one.
    bot_processes: PositiveInt | None = None

    @field_validator("names", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value

    @field_validator("trusted_proxies")
    @classmethod
    def _check_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            ipaddress.ip_network(each)
        return value

    @field_validator("public_address")
    @classmethod
    def _check_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/")):
            raise ValueError("an address like https://games.example is needed")
        return value.rstrip("/")

    @property
    def host_names(self) -> tuple[str, ...]:
        """The host names of the server besides loopback."""
        public = urlsplit(self.public_address).hostname
        return (*self.names, *filter(None, [public]))

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # the library passes all sources
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # the same
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is passed in counts most, then the environment, then the file, which `load_settings` passes in too."""
        assert isinstance(init_settings, InitSettingsSource)
        given = dict(init_settings.init_kwargs)
        file = InitSettingsSource(settings_cls, given.pop("file", {}))
        return InitSettingsSource(settings_cls, given), env_settings, file


def load_settings(file: Path | None = None, **given: Any) -> Settings:
    """The settings of a TOML file, the environment and those given; raises InvalidInput, which names a wrong one."""
    try:
        return Settings(**{**given, "file": _read(file) if file else {}})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(each) for each in first["loc"][:1])
        if first["type"] == "extra_forbidden":
            raise InvalidInput("setting_unknown", setting=name) from error
        reason = first["msg"].removeprefix("Value error, ")
        raise InvalidInput("setting_wrong", setting=name, variable=PREFIX + name.upper(), reason=reason) from error


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError as error:
        raise InvalidInput("file_missing", file=str(file)) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidInput("file_not_read", file=str(file), reason=str(error)) from error
