"""The watchers themselves: what they look for they would find."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.people import Person
from browser.test_access import look_at


def test_an_error_in_the_console_would_be_noticed(anna: Person) -> None:
    anna.lobby()
    with anna.page.expect_console_message():
        anna.page.evaluate("console.error('Signal at danger')")
    assert anna.trouble == ["Anna: error: Signal at danger"]
    anna.trouble.clear()
    with anna.expected("Signal"), anna.page.expect_console_message():
        anna.page.evaluate("console.error('Signal at danger')")
    assert anna.trouble == []


def test_a_request_to_another_host_would_be_noticed(anna: Person) -> None:
    anna.lobby()
    with anna.page.expect_console_message():  # our policy forbids it, and says so
        anna.page.evaluate("fetch('http://192.0.2.1/').catch(() => undefined)")
    assert "192.0.2.1" in " ".join(anna.trouble)
    anna.trouble.clear()


def test_a_button_without_a_name_would_be_found_by_axe(anna: Person) -> None:
    anna.lobby()
    anna.page.evaluate("document.body.append(document.createElement('button'))")
    expect(anna.page.get_by_role("button", name="", exact=True).last).to_be_attached()
    with pytest.raises(AssertionError, match="button-name"):
        look_at(anna, "lobby")
