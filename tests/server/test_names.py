"""Names: whatever somebody types, there is something to see, on one line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.helpers import FRIEND, Device
from spielzug.server.tables.places import BLANK, MOST_MARKS, NAME_LENGTH, clean_name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   \t\n",
        "\u200b\u200c\u200d\ufeff",  # zero-width
        "\u3164\u3164",  # Hangul filler
        "\u115f\u1160\uffa0",
        "\u2800 \u2800",  # braille without dots
        "\u202e\u202d\u2066",  # other directions
        "\u0301\u0308",  # accents of nothing
        " \u0301 \ufe0f",
        "\u00ad\u034f\u17b5\u180e",
        "\U000e0041\U000e0042",  # tags
        "\u00a0\u2003\u3000",
    ],
)
def test_what_cannot_be_seen_is_no_name(anna: Device, name: str) -> None:
    assert clean_name(name) == ""
    table = anna.table({"kind": "me", "name": name}, FRIEND)
    assert table["seats"][0]["name"] == "Player 1"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Anna   Berta ", "Anna Berta"),
        ("An\u200bna", "Anna"),  # the same as Anna, and called so
        ("An\nna", "An na"),
        ("\u202eannA", "annA"),
        ("Zoe\u0308", "Zoë"),
        ("Z" + "\u0336" * 20 + "o", "Z" + "\u0336" * MOST_MARKS + "o"),
        ("한글", "한글"),
        ("अनीता", "अनीता"),
        ("🚂", "🚂"),
        ("x" * 80, "x" * NAME_LENGTH),
    ],
)
def test_names_as_they_are_shown(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@given(st.text(max_size=80))
def test_any_name(name: str) -> None:
    shown = clean_name(name)
    assert len(shown) <= NAME_LENGTH
    assert clean_name(shown) == shown
    for sign in shown:
        assert sign == " " or (sign not in BLANK and unicodedata.category(sign)[0] not in "CZ")
    assert not shown or unicodedata.category(shown[0])[0] != "M"
