"""Positions shared by a link: with a comment, as a drawing for other pages, until they are withdrawn."""

import html
import re

import pytest

from tests.web.people import come as come
from tests.web.people import mailbox as mailbox
from tests.web.people import post, visit_as
from tielu.errors import NotAllowed, NotFound
from tielu.store import sharing
from tielu.web.middleware import HEADERS

BID = '{"type":"bid","private":"P0","amount":5}'


@pytest.fixture
def shared(browser, game):
    """A position of a game after its first bid, shared; its id."""
    browser.send(f"/games/{game}/act", {"seq": "0", "action": BID})
    browser.get(f"/games/{game}/share?at=1")
    answer = browser.send(f"/games/{game}/share", {"at": "1", "comment": 'Who <b>bids</b> "6"?\r\nMe.'})
    assert answer.url.path.startswith(f"/games/{game}/shared/")
    return answer.url.path.rpartition("/")[2]


def test_a_shared_position_tells_who_decides(browser, other, game, shared):
    """Anybody with the link sees the drawing, the comment as it was typed, who decides, and may try it out."""
    browser.send(f"/games/{game}/act", {"seq": "1", "action": '{"type":"pass"}'})
    page = other.get(f"/p/{shared}?lang=en").text
    assert "Who &lt;b&gt;bids&lt;/b&gt; &#34;6&#34;?\nMe." in page
    assert "Bob decides" in page or re.search(r"<b>\w+ decides", page)
    answer = other.send(f"/games/{game}/what-if", {"at": "1"})
    assert answer.url.path.startswith("/games/")
    assert answer.url.path != f"/games/{game}"


def test_whoever_shares_gets_link_and_snippets(browser, game, shared):
    """The link, a frame and an image to copy, each as text."""
    page = html.unescape(browser.get(f"/games/{game}/shared/{shared}").text)
    assert f'<iframe src="http://localhost/p/{shared}.svg' in page
    assert f'<img src="http://localhost/p/{shared}.svg' in page


def test_only_the_drawing_may_stand_on_other_pages(browser, shared):
    """It allows frames and images of others, and nothing in it can run; every other answer forbids frames."""
    answer = browser.get(f"/p/{shared}.svg?lang=ja&market=1")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "x-frame-options" not in answer.headers
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "script" not in answer.text
    for path in (f"/p/{shared}", "/p/nothing.svg", "/"):
        other = browser.get(path)
        assert other.headers["x-frame-options"] == "DENY"
        assert other.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_a_shared_position_can_be_withdrawn_by_whoever_shared_it(browser, other, game, shared):
    """Others may not; afterwards it is nowhere."""
    other.get(f"/p/{shared}")
    assert other.send(f"/games/{game}/shared/{shared}/withdraw", {}).status_code == 403
    assert browser.get(f"/p/{shared}").status_code == 200
    browser.get(f"/games/{game}/shared/{shared}")
    browser.send(f"/games/{game}/shared/{shared}/withdraw", {})
    assert browser.get(f"/p/{shared}").status_code == 404
    assert browser.get(f"/p/{shared}.svg").status_code == 404


def test_bad_input_is_refused_and_kept(browser, game):
    """A comment that is too long stays in the form; entries and positions that are not there are not found."""
    browser.get(f"/games/{game}/share")
    answer = browser.send(f"/games/{game}/share", {"at": "0", "comment": "x" * (sharing.LONGEST_COMMENT + 1)})
    assert answer.status_code == 400
    assert "x" * (sharing.LONGEST_COMMENT + 1) in answer.text
    assert browser.send(f"/games/{game}/share", {"at": "0", "comment": "a\x00b"}).status_code == 400
    browser.get(f"/games/{game}/share")
    assert browser.send(f"/games/{game}/share", {"at": "77", "comment": ""}).status_code == 404
    for share_id in ("nothing", "x" * 80, "a%20b", "%F0%9F%92%A9"):
        assert browser.get(f"/p/{share_id}").status_code == 404


def test_a_shared_position_goes_with_its_game(browser, game, shared, store):
    """Of a deleted game nothing is seen; if it is restored, the position is back."""
    store.delete_game(game)
    assert browser.get(f"/p/{shared}").status_code == 404
    store.restore_game(game)
    assert browser.get(f"/p/{shared}").status_code == 200


def test_a_game_has_so_many_shared_positions(store, game, monkeypatch):
    """One more than there may be is refused."""
    monkeypatch.setattr(sharing, "MOST_SHARED", 2)
    for _ in range(2):
        store.shared.share(game, 0, "", "owner")
    with pytest.raises(NotAllowed, match="too_many_shared"):
        store.shared.share(game, 0, "", "owner")


def test_a_shared_board_is_kept_and_discarded_with_its_positions(store, game):
    """A what-if board of which a position is shared can still be discarded; the position goes with it."""
    board = store.open_what_if(game, "owner")
    shared = store.shared.share(board, 0, "", "owner")
    assert store.shared.get(shared).game == board
    store.discard_what_if(board)
    with pytest.raises(NotFound, match="unknown_shared"):
        store.shared.get(shared)


def test_of_a_private_game_only_that_position_is_seen(come, store):
    """A player shares it; a stranger sees its board and comment, no way to the game, and nothing else of it."""
    player, stranger = come(), come()
    person = visit_as(player, store, "Ann")
    made = store.create_game("1880", ["Ann", "Bo", "Cy"], visibility="private")
    assert store.people.take_seat(person.id, made.id, 0)
    assert post(stranger, f"/games/{made.id}/share", at="0").status_code == 404
    shared = post(player, f"/games/{made.id}/share", at="0", comment="look").headers["location"].rpartition("/")[2]
    page = stranger.get(f"/p/{shared}")
    assert page.status_code == 200
    assert "look" in page.text
    assert made.id not in page.text
    assert stranger.get(f"/p/{shared}.svg").status_code == 200
    assert stranger.get(f"/games/{made.id}").status_code == 404
