"""Settings of the public server: where they come from, and what is said of wrong ones."""

import pytest

from tielu.errors import InvalidInput
from tielu.web.limits import BY_ADDRESS, BY_SEAT
from tielu.web.settings import load_settings


@pytest.fixture
def config(tmp_path):
    """Write a file of settings."""

    def write(text):
        file = tmp_path / "tielu.toml"
        file.write_text(text, "utf-8")
        return file

    return write


def test_what_is_given_counts_before_environment_and_file(config, monkeypatch):
    """The command line comes first, then the environment, then the file, then the default."""
    file = config('host = "::"\nport = 2000\nnames = ["a.example"]')
    monkeypatch.setenv("TIELU_PORT", "3000")
    monkeypatch.setenv("TIELU_NAMES", "b.example, c.example")
    monkeypatch.setenv("TIELU_DATABASE", "")
    settings = load_settings(file, host="192.0.2.1")
    assert (settings.host, settings.port, settings.names) == ("192.0.2.1", 3000, ("b.example", "c.example"))
    assert (settings.database, settings.trusted_proxies) == ("", ("127.0.0.1", "::1"))


def test_the_public_address_is_a_name_of_the_server():
    """Visitors ask for the host that it names."""
    settings = load_settings(public_address="https://games.example/", names=["www.games.example"])
    assert settings.public_address == "https://games.example"
    assert settings.host_names == ("www.games.example", "games.example")


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("HTTPS://Games.Example", "https://games.example"),
        ("https://games.example:443/", "https://games.example"),
        ("http://games.example:80", "http://games.example"),
        (" https://games.example:8443 ", "https://games.example:8443"),
        ("https://spiele-münchen.example", "https://xn--spiele-mnchen-3ob.example"),
        ("http://[FD00::1]:1880", "http://[fd00::1]:1880"),
        ("", ""),
    ],
)
def test_the_public_address_is_what_browsers_write(typed, origin):
    """They send their own form of it with a passkey, which must be the same, and as the name of the server."""
    settings = load_settings(public_address=typed)
    assert settings.public_address == origin


def test_names_are_what_browsers_send():
    """In small letters and in ASCII."""
    assert load_settings(names=["Spiele-München.example", "::1"]).names == ("xn--spiele-mnchen-3ob.example", "::1")


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("port = 99999", "port"),
        ("database_connections = 0", "database_connections"),
        ('public_address = "games.example"', "public_address"),
        ('public_address = "https://games.example/tielu"', "public_address"),
        ('public_address = "https://games.example?lang=de"', "public_address"),
        ('public_address = "https://games.example#top"', "public_address"),
        ('public_address = "https://ann:s3cret@games.example"', "public_address"),
        ('public_address = "https://games.example:99999"', "public_address"),
        ('public_address = "https://our games.example"', "public_address"),
        ('names = ["https://games.example"]', "names"),
        ('names = ["games.example:8443"]', "names"),
        ('trusted_proxies = ["10.0.0.0/8", "proxy"]', "trusted_proxies"),
        ("names = [1]", "names"),
        ('metrics_from = ["the office"]', "metrics_from"),
        ('games_per_address = "often"', "games_per_address"),
        ('hints_per_seat = "5/fortnight"', "hints_per_seat"),
        ("drain_seconds = -1", "drain_seconds"),
        ("work_port = 0", "work_port"),
        ('mail_host = "mail.example"', "mail_host"),
        ('mail_sender = "Tielu"', "mail_sender"),
        ('mail_security = "maybe"', "mail_security"),
    ],
)
def test_a_wrong_setting_is_named(config, text, setting):
    """By its name, and by that of its variable."""
    with pytest.raises(InvalidInput) as refused:
        load_settings(config(text))
    assert refused.value.code == "setting_wrong"
    assert refused.value.params["setting"] == setting
    assert refused.value.params["variable"] == f"TIELU_{setting.upper()}"


def test_limits_have_settings_of_their_own(monkeypatch):
    """One for each kind; an empty one allows any number."""
    monkeypatch.setenv("TIELU_CHAT_PER_SEAT", "3/minute")
    settings = load_settings(games_per_address="")
    assert settings.rates_by_address == {**BY_ADDRESS, "games": ""}
    assert settings.rates_by_seat == {**BY_SEAT, "chat": "3/minute"}


def test_an_unknown_setting_is_refused(config):
    """A name that was mistyped is not passed over in silence."""
    with pytest.raises(InvalidInput) as refused:
        load_settings(config("prot = 80"))
    assert (refused.value.code, refused.value.params) == ("setting_unknown", {"setting": "prot"})


def test_a_wrong_value_is_not_repeated(monkeypatch):
    """It may hold a password."""
    monkeypatch.setenv("TIELU_PUBLIC_ADDRESS", "postgresql://ann:s3cret@db/games")
    with pytest.raises(InvalidInput) as refused:
        load_settings()
    assert "s3cret" not in str(refused.value.params)


@pytest.mark.parametrize(("text", "code"), [("port =", "file_not_read"), (None, "file_missing")])
def test_a_file_that_cannot_be_read_is_refused(config, tmp_path, text, code):
    """Missing or not TOML: a line says which file."""
    file = tmp_path / "none.toml" if text is None else config(text)
    with pytest.raises(InvalidInput) as refused:
        load_settings(file)
    assert (refused.value.code, refused.value.params["file"]) == (code, str(file))


def test_why_a_file_cannot_be_read_is_said_in_words(tmp_path):
    """Without the number of the error, and without naming the file twice."""
    with pytest.raises(InvalidInput) as refused:
        load_settings(tmp_path)
    assert refused.value.params["reason"] == "Is a directory"
