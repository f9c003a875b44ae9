"""Hints at a table: who may ask, and who sees the answer."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest

from server.helpers import FRIEND, ME, RANDOM, Device, Json, running, stop_refilling, wait_for
from spielzug.bots.advice import HintAdvice, HintChoice
from spielzug.bots.clock import Stop
from spielzug.bots.thinking.pool import Thinkers
from spielzug.core.position import Seen
from spielzug.core.texts import LANGUAGES
from spielzug.server.limits.rates import Limits
from spielzug.server.tables import executors

LOCAL: Json = {"kind": "local", "name": "Bo"}


def open_table(device: Device, *seats: Json, **wishes: Any) -> Json:
    wanted = {"game": "game_of_trains", "seats": list(seats), "pace": 0, "options": {"first": 1}}
    return device.open({**wanted, **wishes})


def to_a_choice(device: Device, table: Json) -> Json:
    """On to a position where this device has more than one choice."""
    path = f"tables/{table['id']}"
    while True:
        now: Json = wait_for(lambda: _mine(device, path))
        if len(now["choices"]) > 1:
            return now
        body = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
        device.post(f"{path}/decide", body)


def _mine(device: Device, path: str) -> Json | None:
    now: Json = device.get(path)
    return now if now["choices"] else None


def ask(device: Device, now: Json, status: int = 200, **changed: Any) -> Json:
    body = {"number": now["number"], "seat": now["seat"], **changed}
    answer: Json = device.post(f"tables/{now['id']}/hint", body, status, lang="en")
    return answer


def thought_about(device: Device, now: Json) -> Json | None:
    """Advice, once there is a process that thinks."""
    advice = ask(device, now)
    return advice if all(hint["kind"] != "quick" for hint in advice["hints"]) else None


class Adviser:
    """Thinks until it is released, and records what it saw."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()
        self.stops: list[Stop] = []
        self.rng: list[int] = []

    def advise(self, thinkers: Any, seen: Seen, stop: Stop) -> HintAdvice:
        self.rng.append(int(seen.hidden.rng))
        self.stops.append(stop)
        self.asked.set()
        wait_for(lambda: self.go.is_set() or stop.is_set())
        legal = seen.legal
        return HintAdvice(seen.seat, len(legal), (HintChoice(legal[0], 0.6, 50, "best"),))


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    made = Adviser()
    monkeypatch.setattr(executors, "advice", made.advise)
    monkeypatch.setattr(Thinkers, "is_loaded_or_loading", lambda *_: True)
    return made


# -- who may ask ---------------------------------------------------------------------------------


def test_hints_are_allowed_where_all_others_are_bots_unless_told_otherwise(anna: Device) -> None:
    assert open_table(anna, ME, RANDOM)["hints"] is True
    assert open_table(anna, ME, RANDOM, RANDOM)["hints"] is True
    assert open_table(anna, ME, LOCAL)["hints"] is False
    assert open_table(anna, ME, FRIEND)["hints"] is False
    assert open_table(anna, ME, RANDOM, hints=False)["hints"] is False
    assert open_table(anna, ME, FRIEND, hints=True)["hints"] is True
    assert anna.post("tables", {"game": "game_of_trains", "seats": [ME], "hints": 1}, 422)


def test_everybody_at_the_table_sees_whether_hints_are_allowed(anna: Device, berta: Device) -> None:
    table = open_table(anna, ME, FRIEND, hints=True)
    joined = berta.join(table["seats"][1]["invitation"], "Berta")
    assert joined["hints"] is True
    with berta.live(table["id"]) as live:
        assert live.kind("table")["hints"] is True


def test_advice_is_for_the_own_seat_on_the_own_turn(anna: Device, berta: Device) -> None:
    now = to_a_choice(anna, open_table(anna, ME, LOCAL, hints=True))
    other = 1 - now["seat"]
    assert ask(anna, now, 403, seat=other)["code"] == "not_your_turn"
    assert ask(berta, now, 403)["code"] == "not_your_seat"
    assert ask(anna, now, 404, seat=7)["code"] == "no_seat"
    assert ask(anna, now, 409, number=now["number"] - 1)["code"] == "too_late"
    assert ask(anna, now, 422, number="x")["code"] == "bad_request"
    anna.post(f"tables/{now['id']}/abandon")
    assert ask(anna, now, 409)["code"] == "over"


def test_a_table_without_hints_refuses_them_kindly(anna: Device) -> None:
    now = to_a_choice(anna, open_table(anna, ME, LOCAL))
    refused = ask(anna, now, 403)
    assert refused["code"] == "no_hints"
    assert "not allowed at this table" in refused["detail"]


def test_who_left_gets_no_advice(anna: Device) -> None:
    now = to_a_choice(anna, open_table(anna, ME, LOCAL, hints=True, pace=5000))
    anna.post(f"tables/{now['id']}/leave", {"seat": now["seat"]})
    assert ask(anna, now, 409)["code"] == "seat_left"


def test_a_rematch_keeps_the_rule(anna: Device) -> None:
    table = open_table(anna, ME, LOCAL, hints=True)
    anna.post(f"tables/{table['id']}/abandon")
    again = anna.post(f"tables/{table['id']}/rematch")["table"]
    assert anna.get(f"tables/{again}")["hints"] is True


# -- what is told --------------------------------------------------------------------------------


def test_the_best_choices_with_chances_and_a_sentence(anna: Device) -> None:
    now = to_a_choice(anna, open_table(anna, ME, RANDOM))
    advice = wait_for(lambda: thought_about(anna, now))
    assert (advice["number"], advice["seat"]) == (now["number"], now["seat"])
    labels = {choice["action"]: choice["label"] for choice in now["choices"]}
    assert 1 <= len(advice["hints"]) <= 3
    for hint in advice["hints"]:
        assert labels[hint["action"]] == hint["label"]
        assert 0 < hint["percent"] <= 100
    assert advice["sentence"] == advice["hints"][0]["sentence"] != ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_advice_in_the_readers_language(anna: Device, adviser: Adviser, lang: str) -> None:
    adviser.go.set()
    now = to_a_choice(anna, open_table(anna, ME, LOCAL, hints=True))
    body = {"number": now["number"], "seat": now["seat"]}
    advice = anna.post(f"tables/{now['id']}/hint", body, lang=lang)
    shown = anna.get(f"tables/{now['id']}", lang=lang, seat=now["seat"])["choices"]
    assert advice["hints"][0]["label"] == shown[0]["label"]
    assert ("60%" if lang == "en" else "60\u00a0%") in advice["sentence"]


def test_the_adviser_sees_a_hidden_position_and_the_game_does_not_change(
    anna: Device, adviser: Adviser
) -> None:
    adviser.go.set()
    now = to_a_choice(anna, open_table(anna, ME, LOCAL, hints=True))
    with anna.live(now["id"], seat=-1) as live:
        live.kind("table")
        ask(anna, now)
        assert adviser.rng == [0]
        after = anna.get(f"tables/{now['id']}", seat=now["seat"])
        assert (after["number"], after["log"]) == (now["number"], now["log"])
        # Nobody else is told anything: the next thing the line says is the answer to a question.
        live.send({"type": "seat", "id": "1", "seat": -1})
        assert live.receive()["type"] == "view"
    anna.post(f"tables/{now['id']}/abandon")
    assert "60%" not in anna.get(f"tables/{now['id']}/record")


def test_asking_again_gives_the_same_answer(anna: Device, adviser: Adviser) -> None:
    adviser.go.set()
    now = to_a_choice(anna, open_table(anna, ME, LOCAL, hints=True))
    assert ask(anna, now) == ask(anna, now)
    assert len(adviser.stops) == 1


# -- time ----------------------------------------------------------------------------------------


def test_whoever_decides_meanwhile_needs_no_advice(anna: Device, adviser: Adviser) -> None:
    now = to_a_choice(anna, open_table(anna, ME, LOCAL, hints=True))
    answers: list[Json] = []
    asking = threading.Thread(target=lambda: answers.append(ask(anna, now, 409)))
    asking.start()
    assert adviser.asked.wait(60)
    body = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
    anna.post(f"tables/{now['id']}/decide", body)
    asking.join()
    assert adviser.stops[0].is_set()
    assert answers[0]["code"] == "too_late"


@pytest.mark.slow
def test_a_thought_ends_with_the_server(tmp_path: Path, adviser: Adviser) -> None:
    with running(tmp_path / "tables.sqlite3") as server:
        device = server.device()
        now = to_a_choice(device, open_table(device, ME, LOCAL, hints=True))

        def asking() -> None:
            with contextlib.suppress(AssertionError, httpx2.HTTPError):  # however the line breaks
                ask(device, now)

        thread = threading.Thread(target=asking)
        thread.start()
        assert adviser.asked.wait(60)
    thread.join()
    assert adviser.stops[0].is_set()


def test_advice_is_rationed() -> None:
    now = 0.0
    limits = Limits(clock=lambda: now)
    assert sum(limits.allow("hint", "device", "192.0.2.1") for _ in range(100)) == 10
    now = 4.0
    assert limits.allow("hint", "device", "192.0.2.1")
    assert not limits.allow("hint", "device", "192.0.2.1")


def test_the_rate_limit_holds_at_the_server(tmp_path: Path, adviser: Adviser) -> None:
    adviser.go.set()
    with running(tmp_path / "tables.sqlite3", limits=True) as server:
        device = server.device()
        now = to_a_choice(device, open_table(device, ME, LOCAL, hints=True))
        body = {"number": now["number"], "seat": now["seat"]}
        path = f"/api/tables/{now['id']}/hint"
        stop_refilling(server)
        codes = [device.http.post(path, json=body).status_code for _ in range(14)]
        assert codes[:10] == [200] * 10
        assert 429 in codes
