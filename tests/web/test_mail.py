"""Mails: handed to a real server, in the clear or encrypted, with what belongs into them and nothing else."""

import asyncio
import datetime
import logging
import ssl
from dataclasses import replace
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.mail import SENDER, mail_server
from tielu.web.people.mail import Mailer, mail_message
from tielu.web.settings import load_settings


def send(server, text="Hello, 世界\n", subject="Grüße", address="ann@mail.example"):
    asyncio.run(Mailer(server).send(address, subject, text))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """The file of a certificate of localhost with its key."""
    file, key = tmp_path_factory.mktemp("tls") / "cert.pem", ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(text + made.public_bytes(serialization.Encoding.PEM))
    return file


def test_a_mail_arrives_as_it_was_written():
    """In any letters, from the sender of the settings to one address, marked as sent by a program."""
    with mail_server() as (server, mailbox):
        send(server)
    (mail,) = mailbox.mails
    assert mail.get_content() == "Hello, 世界\r\n"
    assert (mail["Subject"], mail["To"], mail["X-Envelope-To"]) == ("Grüße", "ann@mail.example", "ann@mail.example")
    assert (mail["From"].addresses[0].addr_spec, mail["Auto-Submitted"]) == (SENDER, "auto-generated")
    assert mail["Message-ID"].endswith("@games.example>")
    assert mail["Date"]


def test_a_mail_goes_by_starttls_with_a_password(certificate, monkeypatch):
    """To a server whose certificate is good; nobody else hears the password."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    options = {"tls_context": context, "require_starttls": True, "auth_required": True, "auth_require_tls": True}
    with mail_server(**options) as (server, mailbox):
        encrypted = replace(server, security="starttls", user="tielu", password="s3cret")
        send(encrypted)
        assert (mailbox.mails, mailbox.logins) == ([], []), "the certificate is nobody's"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        send(encrypted)
    assert mailbox.logins == [(b"tielu", b"s3cret")]
    assert len(mailbox.mails) == 1
    assert "s3cret" not in repr(encrypted)


def test_a_server_that_cannot_encrypt_gets_nothing():
    """Whoever sits in between could otherwise pretend that it cannot."""
    with mail_server() as (server, mailbox):
        send(replace(server, security="starttls", user="tielu", password="s3cret"))
    assert (mailbox.mails, mailbox.logins) == ([], [])


@pytest.mark.parametrize("way", ["refused", "away"])
def test_a_failure_is_logged_without_the_address(caplog, way):
    """The operator sees it; nobody else does, as whoever asked has their answer already."""
    with mail_server() as (server, mailbox):
        mailbox.refuses = True
        if way == "refused":
            send(server)
    with caplog.at_level(logging.ERROR):
        send(server)
    assert caplog.messages[-1] == "mail not sent"
    assert "ann" not in str([record.__dict__ for record in caplog.records])


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_nobody_adds_a_header(break_):
    """Line breaks in what becomes a header are refused, not sent."""
    attack = f"x{break_}Bcc: all@mail.example"
    with pytest.raises(ValueError, match=r"linefeed|[Ii]nvalid"):
        mail_message(SENDER, "ann@mail.example", attack, "")
    with pytest.raises(ValueError, match=r"linefeed|[Ii]nvalid|CR or LF|expected"):
        mail_message(SENDER, f"ann@mail.example{break_}Bcc: all@mail.example", "x", "")


# ---- settings ----


def test_mail_has_settings(monkeypatch):
    """All of them make a server; without a host there is none."""
    monkeypatch.setenv("TIELU_MAIL_PASSWORD", "s3cret")
    given: dict[str, Any] = {
        "public_address": "https://games.example",
        "mail_sender": SENDER,
        "mail_host": "mail.example",
    }
    settings = load_settings(**given, mail_user="tielu", mail_security="tls", mail_port=465)
    server = settings.mail_server
    assert server is not None
    assert (server.host, server.port, server.security, server.sender) == ("mail.example", 465, "tls", SENDER)
    assert (server.user, server.password) == ("tielu", "s3cret")
    assert "s3cret" not in repr(settings)
    assert load_settings().mail_server is None
