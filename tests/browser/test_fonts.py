"""A browser with one family of fonts: the tests that use it would show nothing if it quietly used others."""

import pytest

from tests.browser import fonts


def families(page, selector):
    """The families whose letters the browser has drawn within an element."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]}


@pytest.mark.parametrize("name", fonts.GENERIC)
def test_browser_uses_the_family_it_is_given(start_browser, served, name):
    """Neither the fonts that the page asks for nor the others of the machine are to be had."""
    with start_browser(name) as browser:
        page = browser.new_page(base_url=served.address)
        page.goto("/")
        assert families(page, ".home") == {fonts.family(name)}


def test_family_that_is_not_installed_is_an_error(start_browser):
    """A name with a mistake does not lead to tests with other fonts."""
    with pytest.raises(LookupError, match="No Such Family"):
        start_browser("No Such Family")
