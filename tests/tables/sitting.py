"""Tables for tests: people and bots, a clock that only a test advances, and a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.core.rng import below, new_rng
from spielzug.games import get_game
from spielzug.tables import seat_changes
from spielzug.tables.seats import Place
from spielzug.tables.table import RUNNING, Table, TableClock
from spielzug.tables.time_limit import TimeLimit

BEGIN = 1_700_000_000.0


@dataclass
class HandClock(TableClock):
    """Shows the time that a test has set."""

    time: float = BEGIN

    def now(self) -> float:
        return self.time


class NoInvitations:
    def invitation(self, table: str, seat: int, offer: int = 0) -> str:
        return f"{seat}.{offer}"

    def table_invitation(self, table: str) -> str:
        return "any"


def ready(name: str) -> Game:
    return get_game(name).ready(PLAYING)


def open_table(
    game: Game,
    players: Sequence[str] = ("anna", "berta"),
    *,
    hints: bool = False,
    practice: bool = False,
    time_to_think: TimeLimit | None = None,
    **options: str | int,
) -> Table:
    """A table of people, named by their devices, and of bots (`bot:random`)."""
    places = [
        Place("bot", name, player=name.removeprefix("bot:"))
        if name.startswith("bot:")
        else Place("friend", name.capitalize(), device=name, shown=name.capitalize())
        for name in players
    ]
    return Table(
        game, game.options.parse(options), places, players[0], 700, "table", clock=HandClock(),
        hints=hints, practice=practice, time_to_think=time_to_think,
    )  # fmt: skip


def deal(table: Table) -> Table:
    """Every device commits to a nonce and reveals it."""
    devices = dict.fromkeys(place.device for place in table.places if place.device is not None)
    nonces = {device: fresh_nonce() for device in devices}
    for device, nonce in nonces.items():
        seat_changes.give_hash(table, device, nonce_hash(nonce))
    assert table.start.sealed is not None
    for device, nonce in nonces.items():
        seat_changes.reveal(table, device, nonce, table.start.sealed.fingerprint)
    assert table.status == RUNNING
    return table


def move(table: Table, seed: int = 1) -> None:
    """One decision of whoever is to act, chosen at random."""
    rng = new_rng(seed + table.number)
    legal, number, seat = table.played().legal, table.number, table.actor
    action = legal[int(below(rng, len(legal)))]
    device = table.places[seat].device
    if device is None:
        assert table.decide_for_bot(number, seat, action)
    else:
        assert table.decide(device, number, seat, action, "en") == (number, False)


def play_out(table: Table) -> None:
    while table.status == RUNNING:
        move(table)
