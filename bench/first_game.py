"""A newcomer's first minute: the time to the first choice, the first answer, and the chosen level.

For each game, a server is started with an empty home and an empty cache (loopback), a table is
opened as "Play against bots now" does it, and a scripted person plays at a human pace:

    python bench/first_game.py [GAME …] [--level casual]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from server import NONCE, start_server
from spielzug.core.luck import nonce_hash

SEATS = {"game_of_trains": 2, "trains": 2, "zwergenzugfahrt": 2, "zugraub": 3}
PACE = 700  # milliseconds, as the lobby has it
POLL_SECONDS, THINK = 0.1, 1.0  # seconds between two looks; before a person decides
LONGEST = 300.0

Json = dict[str, Any]


class Player:
    """One person at one table, with the times of events in seconds from the click."""

    def __init__(self, http: httpx2.Client, game: str, level: str) -> None:
        self.http = http
        self.clicked = time.monotonic()
        bots = [{"kind": "bot", "bot": level}] * (SEATS[game] - 1)
        wanted = {"game": game, "seats": [{"kind": "me", "name": "Anna"}, *bots], "pace": PACE}
        self.sit(self.post("/api/tables", {**wanted, "hash": nonce_hash(NONCE)}))
        self.choice: float | None = None
        self.answer: float | None = None
        self.level: float | None = None
        self.slowest = 0.0
        self._seen = 0

    def post(self, path: str, body: Json) -> Json:
        found: Json = self.http.post(path, json=body).raise_for_status().json()
        return found

    def sit(self, table: Json) -> None:
        """Waits for the start list, then reveals the nonce, which leads to the deal."""
        self.path = f"/api/tables/{table['id']}"
        fingerprint = table["start"]["fingerprint"]
        self.post(f"{self.path}/reveal", {"nonce": NONCE, "fingerprint": fingerprint})

    @property
    def now(self) -> float:
        return time.monotonic() - self.clicked

    def look(self) -> Json:
        begin = time.monotonic()
        table: Json = self.http.get(self.path).raise_for_status().json()
        self.slowest = max(self.slowest, time.monotonic() - begin)
        for item in table["log"]:
            if item["number"] >= self._seen and item["seat"] > 0 and item["kind"] == "decision":
                self.answer = self.answer or self.now
                if item.get("note") is None and not isinstance(table.get("preparing"), int):
                    self.level = self.level or self.now
        self._seen = table["number"]
        if table["choices"]:
            self.choice = self.choice or self.now
        return table

    def play(self) -> None:
        """Plays until the chosen level has answered."""
        decide_at = 0.0
        while self.level is None and self.now < LONGEST:
            table = self.look()
            if table["status"] == "over":
                again = f"/api/tables/{self.post(f'{self.path}/rematch', {})['table']}"
                self.sit(self.post(f"{again}/hash", {"hash": nonce_hash(NONCE)}))
                self._seen = 0
            elif table["choices"] and self.now >= decide_at:
                choice = table["choices"][-1]["action"]
                body = {"number": table["number"], "seat": 0, "action": choice}
                self.post(f"{self.path}/decide", body)
                decide_at = self.now + THINK
            time.sleep(POLL_SECONDS)


def measure(game: str, level: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        begin = time.monotonic()
        process, url = start_server(Path(folder), HOME=folder, SPIELZUG_CACHE_DIR=str(cache))
        started = time.monotonic() - begin
        with httpx2.Client(base_url=url, headers={"Origin": url}, timeout=LONGEST) as http:
            player = Player(http, game, level)
            player.play()
            ready = cache / "ready"
            while len(list(ready.glob("*/*"))) < 3 * len(SEATS) and player.now < LONGEST:
                player.look()
                time.sleep(POLL_SECONDS)
            all_of_it = player.now if ready.exists() else float("nan")
        process.terminate()
        process.wait(20)
        times = (started, player.choice, player.answer, player.level, all_of_it, player.slowest)
        print(f"{game:<16}", *(f"{t:>9.2f}" if t else f"{'never':>9}" for t in times), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(SEATS))
    parser.add_argument("--level", default="casual")
    given = parser.parse_args()
    heads = ("start", "choice", "answer", "level", "all", "slowest")
    print(f"{'seconds':<16}", *(f"{head:>9}" for head in heads))
    for game in given.games:
        measure(game, given.level)


if __name__ == "__main__":
    main()
