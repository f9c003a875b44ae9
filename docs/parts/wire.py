"""How much goes over the wire: the golden games, told as a table would tell them."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from parts.shared import table
from spielzug.core.game import Game
from spielzug.core.match import Match
from spielzug.core.records import read_record
from spielzug.games import all_games, get_game
from spielzug.server.live.client import dump
from spielzug.server.tables.server_table import CLOCK, ServerTable
from spielzug.tables import messages
from spielzug.tables.rows import repeat
from spielzug.tables.seats import Place
from spielzug.tables.table import RUNNING

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden" / "endings"
SEAT, LANG = 0, "en"


def entry_bytes() -> str:
    """What one connection at the first seat gets, in bytes of JSON."""
    head = ["game", "facts, sent once", "median entry", "95% of entries are below"]
    return table(head, [row(game) for game in all_games()])


def row(game: Game) -> list[str]:
    facts, entries = [], []
    for path in sorted((GOLDEN / game.name).glob("*.zug")):
        first, *others = sent(read_record(path.read_text("utf-8"), get_game))
        facts.append(len(first.encode()))
        entries += [len(text.encode()) for text in others]
    cuts = statistics.quantiles(entries, n=20)
    sizes = (statistics.median(facts), statistics.median(entries), cuts[-1])
    return [game.title["en"], *(f"{size:,.0f}".replace(",", " ") for size in sizes)]


def sent(match: Match) -> Iterator[str]:
    """The facts, then every entry as it is told when it is the last one."""
    places = [Place("me", seat.name, device="d") for seat in match.seats]
    told = ServerTable(match.game, match.options, places, "d", 0, clock=CLOCK)
    told.status = RUNNING
    again = told.match = Match(match.game, match.seats, match.luck, match.options, match.version)
    told.follow(again.log[0])
    yield dump(messages.facts(told))
    yield dump(messages.live_entry(told, 0, SEAT, LANG))
    for entry in match.log[1:]:
        row = {"kind": entry.kind, "seat": entry.seat, "action": entry.action, "leave": entry.by}
        told.follow(repeat(again, {"number": entry.number, **row}))
        yield dump(messages.live_entry(told, entry.number, SEAT, LANG))
