"""A table's luck for tests: its secret and nonces are derived from a word."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.core.game import Game
from spielzug.core.luck import Device, Secret, StartList, TableLuck, Void, nonce_hash
from spielzug.core.match import POSITION, Match, Seat
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.records import about_lines


def table_luck(
    game: Game,
    seats: Sequence[Seat],
    options: Options | None = None,
    word: str = "fair",
    devices: int = 2,
    voids: Sequence[Void] = (),
    start: Position | None = None,
    origin: str = POSITION,
) -> TableLuck:
    """Every device plays the seat of one person, the last one all that are left."""
    humans = [number for number, seat in enumerate(seats) if seat.player == "human"]
    devices = min(devices, len(humans))
    secret = Secret(hashlib.sha256(f"secret {word}".encode()).digest())
    nonces = [hashlib.sha256(f"nonce {n} {word}".encode()).hexdigest() for n in range(devices)]
    own = [humans[n : n + 1] if n < devices - 1 else humans[n:] for n in range(devices)]
    there = tuple(Device(tuple(s), nonce_hash(n)) for s, n in zip(own, nonces, strict=True))
    chosen = options if options is not None else game.options()
    about = about_lines(game, game.rules_version, chosen, seats, start, origin)
    listed = StartList(about, "table", secret.commitment, there, tuple(voids))
    return TableLuck(secret, listed, tuple(nonces))


def table_match(
    game: Game,
    seats: Sequence[Seat],
    options: Options | None = None,
    word: str = "fair",
    devices: int = 2,
    voids: Sequence[Void] = (),
    start: Position | None = None,
    origin: str = POSITION,
) -> Match:
    luck = table_luck(game, seats, options, word, devices, voids, start, origin)
    return Match(game, seats, luck, options, start=start, origin=origin)


@dataclass(frozen=True)
class UnprotectedLuck:
    """What a table's luck protects from: uncommitted nonces, and a key for every entry."""

    secret: Secret
    nonces: tuple[str, ...] = ()

    keeps_rng_state = True

    def key(self, entry: int, drawn: int) -> int:
        mixed = " ".join((*self.nonces, str(entry))).encode()
        return int.from_bytes(hmac.digest(self.secret.value, mixed, "sha256")[:8])
