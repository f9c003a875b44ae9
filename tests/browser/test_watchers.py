"""The helpers that watch a page for errors: each finds what it looks for."""

from __future__ import annotations

import pytest

from browser.person import Person
from browser.test_accessibility import look_at


def test_an_error_a_foreign_host_and_a_nameless_button_would_be_found(anna: Person) -> None:
    anna.lobby()
    with anna.page.expect_console_message():
        anna.page.evaluate("console.error('Signal at danger')")
    assert anna.trouble == ["Anna: error: Signal at danger"]
    anna.trouble.clear()
    with anna.expected("Signal"), anna.page.expect_console_message():
        anna.page.evaluate("console.error('Signal at danger')")
    assert anna.trouble == []

    with anna.page.expect_console_message():  # our policy forbids it, and says so
        anna.page.evaluate("fetch('http://192.0.2.1/').catch(() => undefined)")
    assert "192.0.2.1" in " ".join(anna.trouble)
    anna.trouble.clear()

    anna.page.evaluate("document.body.append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        look_at(anna, "lobby")
