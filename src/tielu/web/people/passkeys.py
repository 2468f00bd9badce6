"""Passkeys: made on the page of the account, and used to sign in without typing an address (library webauthn)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from tielu.errors import NotAllowed, TieluError
from tielu.store import Store
from tielu.web.dependencies import CHECKED_FORM, StoreDep
from tielu.web.limits import limited
from tielu.web.people.account import account_page
from tielu.web.people.accounts import Accounts, AccountsDep, Visitor, VisitorDep
from tielu.web.people.pages import page
from tielu.web.people.sessions import begin_visit, browser_name

if TYPE_CHECKING:
    from webauthn.registration.verify_registration_response import VerifiedRegistration

router = APIRouter(include_in_schema=False)


# ---- a new passkey ----


@router.post("/account/passkeys/options", dependencies=[CHECKED_FORM, limited("sign_ins")])
def registration_options(store: StoreDep, accounts: AccountsDep, visitor: VisitorDep) -> Response:
    """What the browser needs to make a passkey: the challenge, and whose it will be."""
    import webauthn  # not installed where there are no accounts
    from webauthn.helpers import structs

    known = [webauthn.base64url_to_bytes(each.id) for each in store.people.passkeys.of(visitor.person.id)]
    options = webauthn.generate_registration_options(
        rp_id=_host(accounts),
        rp_name="Tielu",
        user_id=visitor.person.id.encode(),
        user_name=visitor.person.name,
        user_display_name=visitor.person.name,
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(each) for each in known],
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
    )
    store.people.passkeys.add_challenge(_text(options.challenge), visitor.person.id)
    return JSONResponse(json.loads(webauthn.options_to_json(options)))


@router.post("/account/passkeys", dependencies=[CHECKED_FORM, limited("sign_ins")])
def add_passkey(
    request: Request,
    store: StoreDep,
    accounts: AccountsDep,
    visitor: VisitorDep,
    credential: Annotated[str, Form()] = "",
) -> Response:
    """Keep the passkey that the browser has made."""
    try:
        made = _verified_registration(store, accounts, visitor, credential)
        key = _text(made.credential_public_key)
        passkey_id, browser = _text(made.credential_id), browser_name(request)
        store.people.passkeys.add(visitor.person.id, passkey_id, key, made.sign_count, browser)
    except TieluError as error:
        return account_page(request, store, visitor, error)
    return RedirectResponse("/account#passkeys", 303)


@router.post("/account/passkeys/remove", dependencies=[CHECKED_FORM])
def remove_passkey(store: StoreDep, visitor: VisitorDep, passkey: Annotated[str, Form()] = "") -> Response:
    """Remove one of one's own passkeys."""
    store.people.passkeys.remove(visitor.person.id, passkey)
    return RedirectResponse("/account#passkeys", 303)


def _verified_registration(store: Store, accounts: Accounts, visitor: Visitor, credential: str) -> VerifiedRegistration:
    """The passkey that a browser has made for this person; raises NotAllowed if anything is wrong with it."""
    import webauthn

    challenge = _signed_challenge(credential)
    store.people.passkeys.use_challenge(challenge, visitor.person.id)
    try:
        return webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=_host(accounts),
            expected_origin=accounts.address,
            require_user_verification=True,
        )
    except Exception as error:  # the library meets bytes of strangers, and says in many ways what is wrong with them
        raise NotAllowed("passkey_not_good") from error


# ---- signing in ----


@router.post("/sign-in/passkey/options", dependencies=[CHECKED_FORM, limited("sign_ins")])
def sign_in_options(store: StoreDep, accounts: AccountsDep) -> Response:
    """What the browser needs to sign in: a challenge for whatever passkey its owner chooses."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=_host(accounts), user_verification=structs.UserVerificationRequirement.REQUIRED
    )
    store.people.passkeys.add_challenge(_text(options.challenge))
    return JSONResponse(json.loads(webauthn.options_to_json(options)))


@router.post("/sign-in/passkey", dependencies=[CHECKED_FORM, limited("sign_ins")])
def sign_in(
    request: Request, store: StoreDep, accounts: AccountsDep, credential: Annotated[str, Form()] = ""
) -> Response:
    """Sign in as the owner of a passkey."""
    try:
        passkey_id, sign_count = _verified_signature(store, accounts, credential)
        signed_in = store.people.sign_in_by_passkey(passkey_id, sign_count, browser_name(request))
    except TieluError as error:
        return page(request, "sign_in.html", error, address="")
    return begin_visit(request, store, signed_in)


def _verified_signature(store: Store, accounts: Accounts, credential: str) -> tuple[str, int]:
    """The id of the passkey that has signed our challenge, and its count; raises NotAllowed if anything is wrong."""
    import webauthn

    challenge = _signed_challenge(credential)
    store.people.passkeys.use_challenge(challenge)
    passkey_id = str(_parsed(credential).get("id"))
    public_key, sign_count, person_id = store.people.passkeys.public_key(passkey_id)
    try:
        signed = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=_host(accounts),
            expected_origin=accounts.address,
            credential_public_key=webauthn.base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    except Exception as error:  # the library meets bytes of strangers, and says in many ways what is wrong with them
        raise NotAllowed("passkey_not_good") from error
    handle = _parsed(credential)["response"].get("userHandle")
    if handle is not None and handle != _text(person_id.encode()):
        raise NotAllowed("passkey_not_good")
    return passkey_id, signed.new_sign_count


# ---- helpers ----


def _host(accounts: Accounts) -> str:
    """The host for which passkeys are made; browsers use them for no other."""
    return urlsplit(accounts.address).hostname or ""


def _text(value: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(value)


def _parsed(credential: str) -> dict[str, Any]:
    """What a browser has sent, as JSON; raises NotAllowed if it is none."""
    try:
        found = json.loads(credential)
    except (ValueError, RecursionError) as error:
        raise NotAllowed("passkey_not_good") from error
    if not isinstance(found, dict) or not isinstance(found.get("response"), dict):
        raise NotAllowed("passkey_not_good")
    return found


def _signed_challenge(credential: str) -> str:
    """The challenge that a browser says it has signed; raises NotAllowed if there is none."""
    import webauthn

    try:
        client = json.loads(webauthn.base64url_to_bytes(str(_parsed(credential)["response"].get("clientDataJSON"))))
        return str(client["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NotAllowed("passkey_not_good") from error
