"""Names: whatever somebody types, the result is visible and fits on one line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.helpers import FRIEND, GAME, ME, RANDOM, Device, wait_for
from spielzug.bots import BOTS
from spielzug.core.texts import LANGUAGES
from spielzug.tables.seats import BLANK, MOST_MARKS, NAME_LENGTH, clean_name


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
    assert table["seats"][0]["name"] == "Guest"


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


@pytest.mark.slow
@given(st.text(max_size=80))
def test_any_name(name: str) -> None:
    shown = clean_name(name)
    assert len(shown) <= NAME_LENGTH
    assert clean_name(shown) == shown
    for sign in shown:
        assert sign == " " or (sign not in BLANK and unicodedata.category(sign)[0] not in "CZ")
    assert not shown or unicodedata.category(shown[0])[0] != "M"


# -- what nobody has given a name ----------------------------------------------------------------


def names(device: Device, table: str, lang: str) -> list[str]:
    return [seat["name"] for seat in device.get(f"tables/{table}", lang=lang)["seats"]]


def test_every_bot_has_a_name_in_every_language(anna: Device) -> None:
    bots = anna.get("bots")
    assert {bot["name"] for bot in bots} == {*BOTS, "net"}
    for lang in LANGUAGES:
        assert len({bot["title"][lang] for bot in bots}) == len(bots)


def test_bots_have_names_of_the_cast_and_free_seats_the_word_of_the_reader(
    anna: Device, berta: Device
) -> None:
    wanted = ({"kind": "me", "name": ""}, RANDOM, RANDOM, FRIEND)
    table = anna.post("tables", {"game": GAME, "seats": list(wanted)}, 201, lang="de")
    assert [seat["name"] for seat in table["seats"]] == [
        "Gast", "Puffing Billy", "Locomotion", "Gast 4",
    ]  # fmt: skip
    assert names(berta, table["id"], "en") == [
        "Guest", "Puffing Billy", "Locomotion", "Friend 4",
    ]  # fmt: skip
    token = table["seats"][3]["invitation"]
    assert berta.post("invitation", {"token": token}, lang="fr")["names"][1] == "Puffing Billy"
    assert anna.get("mine", lang="fr")["running"][0]["names"][0] == "Invité"
    assert berta.join(token, "Locomotion")["seats"][2]["name"] == "Rocket"  # hers is her own


def test_sentences_call_bots_by_name_and_records_by_level(anna: Device, berta: Device) -> None:
    table = anna.table(RANDOM, ME, first=1)
    path = f"tables/{table['id']}"

    def log(lang: str) -> str:
        return " ".join(s for e in anna.get(path, lang=lang)["log"] for s in e["sentences"])

    wait_for(lambda: "Puffing Billy" in log("en"))
    assert "Puffing Billy" in log("de")
    anna.post(f"{path}/resign", {"seat": 1})
    record = anna.http.get(f"/api/{path}/record", params={"lang": "de"}).text
    assert "Puffing Billy" not in record and "Random" in record
    assert anna.get(f"{path}/replay", lang="de")["names"] == ["Puffing Billy", "Anna"]


def test_a_seat_given_back_has_the_name_of_nobody(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, FRIEND)
    token = table["seats"][1]["invitation"]
    berta.join(token, "Berta")
    berta.post(f"tables/{table['id']}/leave", {"seat": 1})
    assert names(anna, table["id"], "en") == ["Anna", "Friend 2", "Friend 3"]
    assert berta.join(token, "")["seats"][1]["name"] == "Guest"


def test_whose_turn_it_is_stands_in_the_list(anna: Device, berta: Device) -> None:
    table = anna.table(ME, FRIEND, first=1)
    berta.join(table["seats"][1]["invitation"], "Berta")

    def told(device: Device) -> tuple[bool, list[str]]:
        one = device.get("mine")["running"][0]
        return one["your_turn"], one["players"]

    now = anna.get(f"tables/{table['id']}")["actor"]
    assert [told(device)[0] for device in (anna, berta)] == [now == 0, now == 1]
    assert told(anna)[1] == ["human", "human"]
    who = (anna, berta)[now]
    who.post(f"tables/{table['id']}/leave", {"seat": now})
    assert told(who)[0] is False  # a bot is to move
