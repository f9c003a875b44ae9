"""Games made long on purpose, and people who join them late."""

from __future__ import annotations

import pytest

from server.helpers import Device, Json
from server.test_live import hot_seat
from spielzug.tables import table as tables


def repeat_choice_and_undo(device: Device, path: str, count: int) -> Json:
    """Adds entries: a choice that reveals nothing, and its undo."""
    now: Json = device.get(path, seat=0)
    for _ in range(count):
        number, action = now["number"], now["choices"][0]["action"]
        device.post(f"{path}/decide", {"number": number, "seat": 0, "action": action})
        device.post(f"{path}/undo", {"number": number + 1, "seat": 0})
        now = device.get(path, seat=0)
    return now


# -- undo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "most", "code", "sentence"),
    [
        ("UNDOS", 3, "too_many_undos", "Choices have already been taken back 3 times"),
        ("LOG_LENGTH", 8, "log_too_long", "The log of this game has reached 8 entries"),
    ],
)
def test_taking_back_has_an_end_and_deciding_has_none(
    anna: Device, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, code: str, sentence: str
) -> None:
    monkeypatch.setattr(tables, limit, most)
    path = f"tables/{hot_seat(anna)['id']}"
    now = repeat_choice_and_undo(anna, path, 3)
    action = now["choices"][0]["action"]
    anna.post(f"{path}/decide", {"number": 7, "seat": 0, "action": action})
    assert not anna.get(path, seat=0)["undo"]
    refused = anna.post(f"{path}/undo", {"number": 8, "seat": 0}, 422, lang="en")
    assert refused["code"] == code
    assert refused["detail"].startswith(sentence)
    monkeypatch.setattr(tables, limit, 1000)
    assert anna.get(path, seat=0)["undo"]
    assert anna.post(f"{path}/undo", {"number": 8, "seat": 0})["accepted"]
