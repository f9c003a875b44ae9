"""A fake review: speaks like `spielzug.server.reviews.process`, but does not think.

The first argument says how it behaves; it adds a line to the file named second when it starts.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import sys
import threading
from pathlib import Path

FORMAT = 2  # of reviews; imported it would cost a second
WORDS = ("best", "good", "inaccuracy", "mistake", "blunder")
QUICK, ENDLESS, DIES, DIES_ONCE, REFUSES, NONSENSE = (
    "quick", "endless", "dies", "dies_once", "refuses", "nonsense",
)  # fmt: skip


def made(view: str, entries: int) -> dict[str, object]:
    """A review of a game in which nobody decided anything."""
    seats: list[dict[str, object]] = [
        {
            "seat": seat, "start": 0.5, "result": 1.0 - seat, "play": 0.0, "given": 0.0,
            "luck": 0.0, "rest": 0.5 - seat, "rest_error": 0.1, "accuracy": 100.0,
            "counts": dict.fromkeys(WORDS, 0), "worst": [],
        }
        for seat in (0, 1)
    ]  # fmt: skip
    return {
        "format": FORMAT, "game": "game_of_trains", "rules_version": 1, "seats": 2, "view": view,
        "budget": {"iterations": 1, "bot": "search:1", "seed": 1}, "entries": entries,
        "start": [0.5, 0.5], "result": [1.0, 0.0],
        "graph": [{"entry": 0, "chances": [0.5, 0.5]}], "decisions": [], "luck": [],
        "by_seat": seats, "seconds": 0.0,
    }  # fmt: skip


def count(wanted: dict[str, str]) -> int:
    """The entries of the table's log."""
    with sqlite3.connect(wanted["database"]) as file:
        found = file.execute("SELECT COUNT(*) FROM entry WHERE table_id = ?", (wanted["table"],))
        [(number,)] = found
    file.close()
    return int(number)


def main(how: str, begun: str) -> None:
    wanted = json.loads(sys.stdin.readline())
    out = sys.stdout.buffer

    def say(body: bytes = b"", **told: object) -> None:
        out.write(json.dumps(told).encode() + b"\n" + body)
        out.flush()

    with Path(begun).open("a") as file:
        file.write(f"{wanted['table']} {os.getpid()}\n")
    times = len(Path(begun).read_text().splitlines())

    def listen() -> None:
        sys.stdin.read()
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    say(kind="progress", done=3, total=10)
    if how == ENDLESS:
        threading.Event().wait()
    if how == DIES or (how == DIES_ONCE and times == 1):
        os._exit(3)
    if how == REFUSES:
        say(kind="refused", problem=[409, "no_result", None, {}])
    elif how == NONSENSE:
        say(kind="done", size=4, format=FORMAT, body=b"{}{}")
    else:
        body = gzip.compress(json.dumps(made(wanted["view"], count(wanted))).encode())
        say(body, kind="done", size=len(body), format=FORMAT)


if __name__ == "__main__":
    main(*sys.argv[1:])
