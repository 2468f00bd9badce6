"""Settings of `tielu serve` and `tielu work`: from the command line, the environment and a file, in this order.

A setting `port` is the variable `TIELU_PORT` in the environment. docs/operating.md describes each one.
"""

from __future__ import annotations

import ipaddress
import re
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from limits import parse_many
from pydantic import (
    AfterValidator,
    Field,
    NonNegativeFloat,
    PositiveInt,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from tielu.errors import InvalidInput
from tielu.store.database import SERVER_CONNECTIONS
from tielu.store.person import checked_address
from tielu.web.calls.caller import CallPacing
from tielu.web.calls.outbound import OutboundRequests
from tielu.web.calls.push import PushKey, check_key
from tielu.web.connections import ConnectionLimits
from tielu.web.limits import BY_ADDRESS, BY_SEAT, is_ip_address
from tielu.web.people.accounts import Accounts
from tielu.web.people.mail import Mailer, MailServer

PREFIX = "TIELU_"
_USUAL_PORTS = {"http": 80, "https": 443}
_HOST_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?", re.ASCII)
_ADDRESS_NEEDED = "an address like https://games.example is needed"


def _check_rate(value: str) -> str:
    try:
        if value:
            parse_many(value)
    except ValueError:
        raise ValueError("limits like 60/hour; 300/day are needed") from None
    return value


def _origin(address: str) -> str:
    """The address of a server as browsers write it, who compare it when somebody signs in by a passkey."""
    try:
        parts = urlsplit(address)
        host, port = _host_name(parts.hostname or ""), parts.port
    except ValueError:
        raise ValueError(_ADDRESS_NEEDED) from None
    has_more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _USUAL_PORTS or has_more:
        raise ValueError(_ADDRESS_NEEDED)
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + ("" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}")


def _host_name(name: str) -> str:
    """A host name as browsers send it, or an address; raises ValueError for anything else, as a name with its port."""
    if is_ip_address(name):
        return name.lower()
    try:
        found = name.encode("idna").decode().lower()
    except UnicodeError:
        found = ""
    if not _HOST_NAME.fullmatch(found):
        raise ValueError("a host name like games.example is needed, without scheme and port")
    return found


# In the environment: separated by commas.
_Names = Annotated[tuple[str, ...], NoDecode]
_Port = Annotated[int, Field(ge=1, le=65535)]
# How many in how much time, several separated by semicolons; empty for any number.
_Rate = Annotated[str, AfterValidator(_check_rate)]


class Settings(BaseSettings):
    """All settings, checked; each has a default that fits a server behind a proxy on the same machine."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    # A file, or the URL of a database; empty for the file of `tielu play`.
    database: str = ""
    database_connections: PositiveInt = SERVER_CONNECTIONS
    host: str = "127.0.0.1"
    port: _Port = 1880
    # How visitors reach the server, for instance https://games.example.
    public_address: str = ""
    # Further host names under which the server answers.
    names: _Names = ()
    # Proxies that are believed when they say for whom they ask: addresses and networks.
    trusted_proxies: _Names = ("127.0.0.1", "::1")
    # Addresses and networks that may read /metrics.
    metrics_from: _Names = ("127.0.0.1", "::1")
    # Whether every request is logged.
    access_log: bool = True
    # How long a server goes on after SIGTERM, so that its proxy notices, and how long open requests may then take.
    drain_seconds: NonNegativeFloat = 0.0
    shutdown_seconds: PositiveInt = 10

    # The server that sends our mails, without which nobody can sign in; `mail_host` comes last, as it needs the others.
    mail_port: _Port = 587
    mail_security: Literal["starttls", "tls", "none"] = "starttls"
    mail_user: str = ""
    mail_password: SecretStr = SecretStr("")
    mail_sender: str = ""
    mail_host: str = ""

    # The private key of Web Push, made by `tielu keys`; without one browsers are not called.
    push_key: SecretStr = SecretStr("")
    # Addresses and networks to which calls may go besides public ones.
    call_networks: _Names = ()
    # How long somebody must have stayed away before they are called, and before they get a mail.
    call_after_seconds: NonNegativeFloat = 20.0
    mail_after_seconds: NonNegativeFloat = 600.0

    # How many bots think for long at once in `tielu work`; by default one for each core but one.
    bot_processes: PositiveInt | None = None
    # Where `tielu work` answers /healthz, /readyz and /metrics; by default nowhere.
    work_port: _Port | None = None

    # What one address and one seat may do.
    connections: PositiveInt = ConnectionLimits.all_addresses
    connections_per_address: PositiveInt = ConnectionLimits.one_address
    games_per_address: _Rate = BY_ADDRESS["games"]
    boards_per_address: _Rate = BY_ADDRESS["boards"]
    shares_per_address: _Rate = BY_ADDRESS["shares"]
    imports_per_address: _Rate = BY_ADDRESS["imports"]
    chat_per_address: _Rate = BY_ADDRESS["chat"]
    links_per_address: _Rate = BY_ADDRESS["links"]
    invitations_per_address: _Rate = BY_ADDRESS["invitations"]
    mails_per_address: _Rate = BY_ADDRESS["mails"]
    sign_ins_per_address: _Rate = BY_ADDRESS["sign_ins"]
    hints_per_address: _Rate = BY_ADDRESS["hints"]
    reviews_per_address: _Rate = BY_ADDRESS["reviews"]
    chat_per_seat: _Rate = BY_SEAT["chat"]
    hints_per_seat: _Rate = BY_SEAT["hints"]

    @property
    def rates_by_address(self) -> dict[str, str]:
        return {kind: getattr(self, f"{kind}_per_address") for kind in BY_ADDRESS}

    @property
    def rates_by_seat(self) -> dict[str, str]:
        return {kind: getattr(self, f"{kind}_per_seat") for kind in BY_SEAT}

    @field_validator("names", "trusted_proxies", "metrics_from", "call_networks", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value

    @field_validator("trusted_proxies", "metrics_from", "call_networks")
    @classmethod
    def _check_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            ipaddress.ip_network(each)
        return value

    @field_validator("public_address")
    @classmethod
    def _check_address(cls, value: str) -> str:
        return _origin(value.strip()) if value.strip() else ""

    @field_validator("names")
    @classmethod
    def _check_names(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_host_name(each) for each in value)

    @field_validator("mail_sender")
    @classmethod
    def _check_sender(cls, value: str) -> str:
        if value:
            try:
                checked_address(value)
            except InvalidInput:
                raise ValueError("a mail address like games@games.example is needed") from None
        return value

    @field_validator("mail_host")
    @classmethod
    def _check_mail(cls, value: str, info: ValidationInfo) -> str:
        """Mails contain links, and need a sender."""
        missing = [name for name in ("public_address", "mail_sender") if not info.data.get(name)]
        if value and missing:
            raise ValueError(f"{missing[0]} is needed, too")
        return value

    @field_validator("push_key")
    @classmethod
    def _check_push_key(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value():
            check_key(value.get_secret_value())
        return value

    @property
    def accounts(self) -> Accounts | None:
        """What accounts need, None without mails."""
        server, key = self.mail_server, self.push_key.get_secret_value()
        if server is None:
            return None
        push_key = PushKey(key, server.sender) if key else None
        return Accounts(self.public_address, Mailer(server), push_key, OutboundRequests(self.call_networks))

    @property
    def call_pacing(self) -> CallPacing:
        silence, mail_silence = (timedelta(seconds=each) for each in (self.call_after_seconds, self.mail_after_seconds))
        return CallPacing(silence, mail_silence)

    @property
    def mail_server(self) -> MailServer | None:
        """The server that sends our mails, None if there is none."""
        if not self.mail_host:
            return None
        return MailServer(
            self.mail_host,
            self.mail_port,
            self.mail_security,
            self.mail_sender,
            self.mail_user,
            self.mail_password.get_secret_value(),
        )

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
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput("file_not_read", file=str(file), reason=reason) from error
