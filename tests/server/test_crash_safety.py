"""`kill -9` at any moment: no acknowledged decision is lost, none is there twice.

How often is set by SPIELZUG_KILLS (5 by default; `make soak` takes 200).
"""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.helpers import GAME, ME, RANDOM, Device, Json, Live, play_out
from server.processes import Process, free_port
from server.raw_rows import rows
from spielzug.core.records import read_record
from spielzug.games import get_game
from spielzug.server.live.browser import BEHIND

pytestmark = pytest.mark.slow

MISSED = BEHIND
KILLS = int(os.environ.get("SPIELZUG_KILLS", "5"))


class Player:
    """A scripted person against a random bot; remembers what was acknowledged."""

    def __init__(self, device: Device, luck: random.Random) -> None:
        self.device = device
        self.luck = luck
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.table = ""
        self.sent: tuple[int, str] | None = None
        """The decision under way, of which nobody knows whether it was written."""
        self.finished: list[str] = []

    def sit_down(self) -> None:
        self.table = self.device.table(ME, RANDOM, turn_limit=200)["id"]
        self.acknowledged[self.table] = {}
        self.sent = None

    def resume(self, live: Live) -> None:
        """After a restart: everything acknowledged is there, and nothing twice.

        Of a long log only the last lines are told again; the file is looked at in the end.
        """
        count = live.receive()["number"]
        if count <= MISSED:
            told = [live.kind("entry") for _ in range(count)]
        else:
            told = live.kind("fresh")["log"]
        log = {entry["number"]: entry for entry in told}
        assert [entry["number"] for entry in told] == list(range(count))[-MISSED:]
        for number, action in self.acknowledged[self.table].items():
            if number in log:
                assert (log[number]["seat"], log[number]["notation"]) == (0, action)
        if self.sent is not None:
            number, action = self.sent
            there = number < count
            assert not there or (log[number]["seat"], log[number]["notation"]) == (0, action)
            answer = live.decide(number, 0, action)
            assert answer["type"] == "ack", answer
            assert answer["duplicate"] == there
            self.heard(answer)

    def heard(self, message: Json) -> None:
        if message["type"] == "ack" and self.sent is not None:
            assert message["number"] == self.sent[0]
            self.acknowledged[self.table][self.sent[0]] = self.sent[1]
            self.sent = None
        assert message["type"] != "error", message

    def play(self, live: Live, decisions: int) -> bool:
        """Decide that many times and leave the last one in the air; False if the game ended."""
        sent = 0
        waiting = [m for m in live.heard if m["type"] != "ack"]  # what came while we resumed
        prompt: Json | None = None
        number = 0
        while True:
            message = waiting.pop(0) if waiting else live.receive()
            if message["type"] == "table" and message["status"] == "over":
                self.finished.append(self.table)
                return False
            if message["type"] in ("entry", "fresh"):
                prompt = message if message["choices"] else None
                number = message["next" if "next" in message else "number"]
            elif self.sent is not None:
                self.heard(message)
            if prompt is None or self.sent is not None:
                continue
            if number in self.acknowledged[self.table]:
                continue  # told again what we have answered already
            choice = self.luck.choice(prompt["choices"])["notation"]
            self.sent = (number, choice)
            request = {"type": "decide", "id": 1, "number": number, "seat": 0}
            live.send({**request, "action": choice})
            sent += 1
            if sent == decisions:
                return True

    def last_words(self, live: Live) -> None:
        """Messages that arrived before the server died count as acknowledged, too."""
        try:
            while True:
                self.heard(live.receive())
        except ConnectionClosed:
            pass


def test_kill_and_go_on(database: Path | str) -> None:
    port = free_port()
    arguments = ("--port", str(port), "--no-limits")
    luck = random.Random(20260701)
    device = Device(f"http://127.0.0.1:{port}")
    player = Player(device, luck)
    kills = 0
    process = Process(database, *arguments)
    try:
        player.sit_down()
        while kills < KILLS:
            with device.live(player.table, start=0, seat=0) as live:
                player.resume(live)
                ended = not player.play(live, luck.randint(2, 12))
                if ended:
                    player.sit_down()
                    continue
                time.sleep(luck.random() * 0.006)  # before, during or after it is written
                process.kill()
                kills += 1
                player.last_words(live)
            process = Process(database, *arguments)
        with device.live(player.table, start=0, seat=0) as live:
            player.resume(live)
        play_out(device, {"id": player.table})
        records = {
            table: device.http.get(f"/api/tables/{table}/record").text
            for table in {*player.finished, player.table}
        }
    finally:
        device.http.close()
        process.kill()
    assert sum(map(len, player.acknowledged.values())) >= KILLS
    check_file(database, player.acknowledged)
    print(f"{kills} kills, {sum(map(len, player.acknowledged.values()))} decisions acknowledged")
    for text in records.values():
        assert read_record(text, get_game).over


def check_file(database: Path | str, acknowledged: dict[str, dict[int, str]]) -> None:
    """Checks the log in the file itself, without the server."""
    if isinstance(database, Path):
        assert rows(database, "PRAGMA integrity_check") == [("ok",)]
    by_table: dict[str, list[Any]] = {}
    query = "SELECT table_id, number, seat, action FROM entry ORDER BY table_id, number"
    for table, number, seat, action in rows(database, query):
        by_table.setdefault(table, []).append((number, seat, action))
    for table, decided in acknowledged.items():
        entries = by_table[table]
        assert [number for number, _, _ in entries] == list(range(len(entries)))
        words = get_game(GAME).words
        for number, action in decided.items():
            assert entries[number][1:] == (0, words.parse(action)), json.dumps(decided)
