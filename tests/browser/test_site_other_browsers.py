"""Firefox and WebKit play at the static site, and go on when its server is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.conftest import SMALL
from browser.site_folder import served
from browser.test_other_browsers import LIMITS, LISTEN, SETTINGS, SIZE, decide, look, state
from browser.webdriver import BROWSERS, WebDriver, browser, missing

pytestmark = pytest.mark.slow

PLAY = f"[aria-labelledby='game-{SMALL}'] .button.main"
ENTRIES = "return document.querySelectorAll('.log li').length"
INSTALLED = """
navigator.serviceWorker.ready.then(() => { window.installed = true; });
return window.installed === true;
"""
NO_WORKER = "return !('serviceWorker' in navigator)"
CHOICES = 4


@pytest.fixture(params=BROWSERS)
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WebDriver]:
    lacking = missing(request.param)
    if lacking is not None:
        pytest.skip(f"there is no {lacking}, as the tests say at their end")
    with browser(request.param, tmp_path) as found:
        yield found


def entries(window: WebDriver) -> int:
    count: int = window.script(ENTRIES)
    return count


def test_a_game_goes_on_after_a_reload_and_without_its_server(
    window: WebDriver, small_site: Path, request: pytest.FixtureRequest
) -> None:
    name = f"{request.node.callspec.params['window']}-site"
    with served(small_site) as url:
        window.open(url)
        window.script(SETTINGS, list(LIMITS))
        window.resize(*SIZE)
        window.open(f"{url}/?again#/")
        window.wait_for(PLAY)
        window.script(LISTEN)
        look(window, f"{name}-0-lobby")
        window.click(PLAY)
        assert state(window) in ("choose", "folded")
        for _ in range(CHOICES):
            decide(window)
        look(window, f"{name}-1-game")
        assert state(window) in ("choose", "folded")
        count, table = entries(window), window.script("return location.hash")
        window.open(f"{url}/?reloaded{table}")
        window.wait(lambda: entries(window) >= count, "the game as it was")
        assert state(window) in ("choose", "folded")
        decide(window)
        if window.script(NO_WORKER):
            return  # without a service worker the site needs its server
        window.wait(lambda: window.script(INSTALLED), "everything is kept")
        assert state(window) in ("choose", "folded")
        count = entries(window)
    window.open(f"{url}/{table}")
    window.script(LISTEN)
    window.wait(lambda: entries(window) >= count, "the game without a server")
    assert state(window) in ("choose", "folded")
    decide(window)
    look(window, f"{name}-2-offline")
