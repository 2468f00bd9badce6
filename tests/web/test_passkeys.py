"""Passkeys as an attacker sees them: replayed, made for elsewhere, for another person, or garbled."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.web.authenticator import PRESENT, Authenticator
from tests.web.people import SESSION, post, visit_as
from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.test_accounts import code

WRONG_VALUES: tuple[Any, ...] = ("AAAA", "é", None, 7, [], {"a": 1})


def challenge(browser, path="/sign-in/passkey/options"):
    answer = post(browser, path)
    assert answer.status_code == 200
    return answer.json()["challenge"]


@pytest.fixture
def phone(come, store):
    """The authenticator of Ann, whose passkey is in her account."""
    ann, made = come(), Authenticator()
    visit_as(ann, store, "Ann")
    options = post(ann, "/account/passkeys/options").json()
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert post(ann, "/account/passkeys", credential=made.registration(options["challenge"])).status_code == 303
    made.count = 1
    return made


def test_a_passkey_signs_in_once_for_each_challenge(come, store, phone):
    """What was signed is worth nothing a second time, to nobody."""
    browser, thief = come(), come()
    signed = phone.assertion(challenge(browser), user=store.people.named("Ann").id)
    assert post(browser, "/sign-in/passkey", credential=signed).status_code == 303
    assert "ann@mail.example" in browser.get("/account").text
    for who in (browser, thief):
        assert code(post(who, "/sign-in/passkey", credential=signed)) == (403, "ticket_not_good")
    assert SESSION not in thief.client.cookies


def wrong_ways(phone):
    """What is wrong with what an authenticator signs, by name."""
    other = Authenticator()
    return {
        "another page": replace(phone, origin="https://games.example.evil.example"),
        "another port": replace(phone, origin="https://games.example:8443"),
        "not encrypted": replace(phone, origin="http://games.example"),
        "another host": replace(phone, host="evil.example"),
        "nobody was asked": replace(phone, flags=PRESENT),
        "another key": replace(phone, key=other.key),
        "a copy of the key": replace(phone, count=0),
    }


def test_nothing_else_signs_in(come, store, phone):
    """Made on another page, without its owner's yes, by another key, for another person, or by a copy that lags."""
    thief, ann = come(), store.people.named("Ann").id
    good = phone.assertion(challenge(thief), user=ann)
    assert post(come(), "/sign-in/passkey", credential=good).status_code == 303, "only what follows is wrong"
    phone.count = 2
    for name, wrong in wrong_ways(phone).items():
        answer = post(thief, "/sign-in/passkey", credential=wrong.assertion(challenge(thief)))
        assert code(answer) == (403, "passkey_not_good"), name
    for signed in (
        phone.assertion(challenge(thief), kind="webauthn.create"),
        phone.assertion(challenge(thief), user="somebody else"),
    ):
        assert code(post(thief, "/sign-in/passkey", credential=signed)) == (403, "passkey_not_good")
    unknown = replace(phone, credential_id=b"unknown").assertion(challenge(thief))
    assert code(post(thief, "/sign-in/passkey", credential=unknown)) == (403, "passkey_unknown")
    invented = phone.assertion("bm90IG91cnM")
    assert code(post(thief, "/sign-in/passkey", credential=invented)) == (403, "ticket_not_good")
    assert SESSION not in thief.client.cookies


def test_a_passkey_is_made_for_who_asked(come, store, phone):
    """Not with a challenge of another person, nor with one for signing in, nor on another page."""
    ann, bo = come(), come()
    visit_as(ann, store, "Ann")
    visit_as(bo, store, "Bo")
    own = Authenticator(credential_id=b"a key of Bo's")
    path = "/account/passkeys"
    for found in (challenge(ann, f"{path}/options"), challenge(bo)):
        assert code(post(bo, path, credential=own.registration(found))) == (403, "ticket_not_good")
    for name, wrong in wrong_ways(own).items():
        if "key" not in name:
            answer = post(bo, path, credential=wrong.registration(challenge(bo, f"{path}/options")))
            assert code(answer) == (403, "passkey_not_good"), name
    again = replace(phone, key=own.key).registration(challenge(bo, f"{path}/options"))
    assert code(post(bo, path, credential=again)) == (400, "passkey_known")
    assert store.people.passkeys.of(store.people.named("Bo").id) == []
    assert len(store.people.passkeys.of(store.people.named("Ann").id)) == 1


def test_garbled_passkeys_are_refused(come, store, phone):
    """Whatever a stranger sends in place of one: a refusal, never an error of the server."""
    browser = come("127.0.0.1")  # which is never told to come back later
    visit_as(browser, store, "Bo")
    good = json.loads(phone.assertion("x"))
    garbled = [
        "",
        "null",
        "[]",
        "{}",
        '{"response":1}',
        '{"response":{}}',
        "[" * 50_000,
        '{"response":{"clientDataJSON":"%"}}',
    ]
    for path, sign in (("/sign-in/passkey", phone.assertion), ("/account/passkeys", phone.registration)):
        for text in garbled:
            assert code(post(browser, path, credential=text)) == (403, "passkey_not_good"), text[:40]
        for name in good["response"] | {"attestationObject": "", "id": "", "rawId": "", "type": ""}:
            for value in WRONG_VALUES:
                found = json.loads(sign(challenge(browser, f"{path}/options")))
                if name in found["response"]:
                    found["response"][name] = value
                elif name in found:
                    found[name] = value
                else:
                    continue
                answer = post(browser, path, credential=json.dumps(found))
                assert answer.status_code == 403, (path, name, value)
