"""Opens a table, plays, and keeps it as rows in JSON, as whoever runs tables does.

`main` does so with an engine that answers from a file, see `whole_game`: GAME ANSWERS.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from spielzug.core.game import Game
from spielzug.core.luck import SALT_BYTES, NameSeal, Secret, nonce_hash
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game
from spielzug.tables import endings, messages, seat_changes
from spielzug.tables.catalogue import all_bots, catalogue
from spielzug.tables.errors import TableError
from spielzug.tables.exports import position_file, record_file, start_after
from spielzug.tables.messages import Presence, Viewer
from spielzug.tables.opening import game_terms, new_table
from spielzug.tables.proof import prove
from spielzug.tables.row_types import StoredTable, rows_to_text, stored_from_text
from spielzug.tables.rows import SavedTable, read_table, seat_rows, table_row
from spielzug.tables.start import Start
from spielzug.tables.summary import summary
from tables.whole_game import BLOCKED, StoppedClock, as_text

CLOCK = StoppedClock()
DEVICE, NONCE = "anna", "5a" * 32
MOVES = 12


@dataclass
class ChosenSeat:
    kind: str
    name: str | None = None
    bot: str | None = None


@dataclass
class ChosenTable:
    seats: list[ChosenSeat]
    options: Mapping[str, int | str] = field(default_factory=dict)
    pace: int = 700
    practice: bool = False
    grace: int | None = None
    time: None = None
    hints: bool | None = None
    open: bool = False
    hash: str | None = None


class NoInvitations:
    def invitation(self, table: str, seat: int, offer: int = 0) -> str:
        return ""

    def table_invitation(self, table: str) -> str:
        return ""


class Kept:
    """The rows of one table as texts."""

    def __init__(self) -> None:
        self._table = self._seats = ""
        self._entries: list[str] = []

    def save(self, table: SavedTable) -> None:
        changes = table.take_changes()
        table.revision += 1
        self._table = rows_to_text(table_row(table))
        self._seats = rows_to_text(seat_rows(table))
        self._entries += [rows_to_text([row])[1:-1] for row in changes.rows]

    @property
    def text(self) -> str:
        entries = ",".join(self._entries)
        return f'{{"table":{self._table},"seats":{self._seats},"entries":[{entries}]}}'


def open_game(game: Game) -> SavedTable:
    """A table of people at one device, with the same luck every time."""
    others = [ChosenSeat("local", f"Berta {number}") for number in range(1, game.seats[0])]
    wanted = ChosenTable([ChosenSeat("me", "Anna"), *others])
    table = new_table(SavedTable, DEVICE, wanted, game_terms(game, wanted), CLOCK)
    table.id = "stored-table"
    secret = Secret.from_hex("a5" * 32)
    table.start = Start(table.id, table.places, secret, CLOCK.steady)
    table.start.seals = [NameSeal("5a" * SALT_BYTES)] * len(table.places)
    seat_changes.give_hash(table, DEVICE, nonce_hash(NONCE))
    return table


def play(game: Game) -> Iterator[str]:
    """All that is told of the game, after every step also by the table as it is read again."""
    kept, table = Kept(), open_game(game)
    kept.save(table)
    yield from told(game, table, kept)
    assert table.start.sealed is not None
    seat_changes.reveal(table, DEVICE, NONCE, table.start.sealed.fingerprint)
    for _ in range(MOVES):
        kept.save(table)
        yield from told(game, table, kept)
        legal = table.played().legal
        action = legal[table.number % len(legal)]
        table.decide(DEVICE, table.number, table.actor, action, "en")
    kept.save(table)
    stored = stored_from_text(kept.text)
    yield as_text(refusal(game, stored))
    endings.close(table, "")
    kept.save(table)
    yield from told(game, table, kept)
    stored = stored_from_text(kept.text)
    yield from (as_text(prove(stored, game, lang)) for lang in LANGUAGES)
    yield from record_file(table).text.splitlines()
    yield position_file(table, MOVES // 2).text
    yield start_after(table, MOVES // 2, 0, "as_was", 1).to_text()


def write_catalogue() -> None:
    """The games and bots of a process that has loaded no sets of its own."""
    print(as_text([catalogue(), all_bots()]))


def told(game: Game, table: SavedTable, kept: Kept) -> Iterator[str]:
    stored = stored_from_text(kept.text)
    again = read_table(SavedTable, stored, game, CLOCK)
    assert (table_row(again), seat_rows(again)) == (table_row(table), seat_rows(table))
    assert not again.changes
    for lang in LANGUAGES:
        shown = [snapshot(one, lang) for one in (table, again)]
        assert shown[0] == shown[1]
        yield shown[1]
        yield as_text(summary(stored, DEVICE, lang))


def snapshot(table: SavedTable, lang: str) -> str:
    seat = messages.resolve_view_seat(table, DEVICE, None)
    viewer, presence = Viewer(DEVICE, seat, lang), Presence(frozenset({DEVICE}))
    return as_text(messages.snapshot(table, viewer, presence, NoInvitations(), ["here"]))


def refusal(game: Game, stored: StoredTable) -> dict[str, str]:
    """What is said of a log whose mark was changed."""
    *others, last = stored.entries
    last = {**last, "digest": "0" * 16}
    try:
        read_table(SavedTable, replace(stored, entries=[*others, last]), game, CLOCK)
    except TableError as error:
        return {"code": error.code} | {lang: error.say(lang) for lang in LANGUAGES}
    raise AssertionError("a log with a wrong mark was read")


def main(name: str, answers: str) -> None:
    from recorded_engine import RecordedEngine

    game = get_game(name)
    game.use_engine(RecordedEngine(Path(answers)))
    for line in play(game):
        sys.stdout.write(f"{line}\n")
    loaded = [package for package in BLOCKED if sys.modules.get(package) is not None]
    assert not loaded, loaded
