"""Where the luck of a whole game comes from.

At a table nobody may choose the cards, not even the host. The host commits to a secret by
publishing its hash; every device commits to a nonce in the same way; all commitments are written
into the start list, and a device reveals its nonce only once it has the whole list. Secret, list
and nonces then decide all luck, with one key for each entry that needs one. After the game the
secret is revealed, and everything can be recomputed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from spielzug.core.checks import check_number, check_seed
from spielzug.core.keys import derive_key, seed_key

BYTES = 32
"""The length of a secret, of a nonce, and of every hash here."""
FIRST_LINE = "Spielzug start 2"
SEALED_FIRST_LINE = "Spielzug start 3"
"""The first line of a list that seals names, see `NameSeal`."""
SALT_BYTES = 16


def _from_hex(text: str, what: str) -> bytes:
    value = bytes.fromhex(text)
    if len(value) != BYTES:
        raise ValueError(
            f"{what} has {BYTES} bytes ({2 * BYTES} hexadecimal digits), not {len(value)}"
        )
    return value


@dataclass(frozen=True)
class Secret:
    """The secret with which a host commits to the luck of one game."""

    value: bytes

    @classmethod
    def fresh(cls) -> Secret:
        return cls(secrets.token_bytes(BYTES))

    @classmethod
    def from_hex(cls, text: str) -> Secret:
        return cls(_from_hex(text, "a secret"))

    @property
    def hex(self) -> str:
        return self.value.hex()

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the game."""
        return hashlib.sha256(self.value).hexdigest()


# -- the devices' part -----------------------------------------------------------------------------


def fresh_nonce() -> str:
    """A device's part of the luck: 32 bytes as hexadecimal digits."""
    return secrets.token_hex(BYTES)


def nonce_hash(nonce: str) -> str:
    """The hash with which a device commits to its nonce before it reveals it."""
    return hashlib.sha256(_from_hex(nonce, "a nonce")).hexdigest()


@dataclass(frozen=True)
class Device:
    """A device that adds to the luck: the seats that it plays (the first is 0), and its hash."""

    seats: tuple[int, ...]
    hash: str

    def text(self) -> str:
        return f"seats {','.join(str(seat + 1) for seat in self.seats)} hash {self.hash}"


@dataclass(frozen=True)
class Void:
    """A start that failed after its list was published: whose device, why, and which list."""

    seat: int
    why: str
    """``left``, ``lost`` (its nonce is lost), ``silent``, or ``sent`` (removed by the host)."""
    fingerprint: str

    def text(self) -> str:
        return f"seat {self.seat + 1} {self.why} list {self.fingerprint}"


# -- the start list --------------------------------------------------------------------------------


class NameSeal(NamedTuple):
    """How a start list binds the name of a person, who may have it removed after the game.

    The fingerprint is computed from the hash of salt and name instead of the name. So without the
    name the list keeps its fingerprint, while nothing else in it can be changed, and nobody can
    find out the name by trying likely ones.
    """

    salt: str = ""
    """Hexadecimal digits; empty if the name is removed, or not sealed."""
    removed: str = ""
    """The hash of a name that was removed."""

    @classmethod
    def fresh(cls) -> NameSeal:
        return cls(secrets.token_hex(SALT_BYTES))

    def of(self, name: str) -> str:
        """What a seat's line says of a name, see `quoted`."""
        if self.removed:
            return f"removed {self.removed}"
        return f"{name} salt {self.salt}" if self.salt else name

    def without(self, name: str) -> NameSeal:
        """The seal once the name, see `quoted`, is removed."""
        if not self.salt:
            return self
        salted = bytes.fromhex(self.salt) + name.encode()
        return NameSeal(removed=hashlib.sha256(salted).hexdigest())


UNSEALED = NameSeal()


def quoted(name: str) -> str:
    """A name as it stands in a seat's line."""
    return json.dumps(name, ensure_ascii=False)


SEAT_LINE = re.compile(
    r"(Seat [1-9]: \S*) (?:removed ([0-9a-f]{64})|(.*?)(?: salt ([0-9a-f]{32}))?)", re.DOTALL
)
"""A seat's line: up to the player, then the hash of a removed name, or the name and its salt."""


def name_seals(text: str) -> list[NameSeal]:
    """The seals of a start list's seats, in order."""
    seats = filter(None, map(SEAT_LINE.fullmatch, text.split("\n")))
    return [NameSeal(seat[4] or "", seat[2] or "") for seat in seats]


def without_names(text: str) -> str:
    """A start list without its sealed names."""
    return "\n".join(map(_without_name, text.split("\n")))


def _without_name(line: str) -> str:
    seat = SEAT_LINE.fullmatch(line)
    if seat is None or seat[4] is None:
        return line
    return f"{seat[1]} {NameSeal(seat[4]).without(seat[3]).of('')}"


def list_fingerprint(text: str) -> str:
    """The fingerprint of a start list, unless names were removed from one that seals none."""
    return hashlib.sha256(without_names(text).encode()).hexdigest()


@dataclass(frozen=True)
class StartList:
    """All that is fixed before the first nonce is revealed, in a reproducible order.

    Its text is what devices keep and compare, byte for byte; a record contains the same lines.
    """

    about: tuple[str, ...]
    """What is played and who sits where: lines of a record's head, see `records`."""
    table: str
    commitment: str
    devices: tuple[Device, ...] = ()
    voids: tuple[Void, ...] = ()
    """The failed starts of this table: n of them allow the best of n + 1 deals."""
    removed: tuple[int, ...] = ()
    """Only in a list that seals no names: the seats whose names were removed after the game."""
    sealed_as: str = ""
    """The fingerprint before names were removed from such a list; the luck was made from it.

    It can be checked only against a copy of the original list: without one, nothing shows that
    only names were changed.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        return (
            *self.about,
            "Chance: table",
            f"Table: {self.table}",
            *self._removed_line(),
            *(f"Void {n}: {void.text()}" for n, void in enumerate(self.voids, 1)),
            f"Commitment: {self.commitment}",
            *(f"Device {n}: {device.text()}" for n, device in enumerate(self.devices, 1)),
        )

    def _removed_line(self) -> tuple[str, ...]:
        seats = ",".join(str(seat + 1) for seat in self.removed)
        return (f"Removed: seats {seats} list {self.sealed_as}",) if seats else ()

    @cached_property
    def seals_names(self) -> bool:
        return any(map(any, name_seals("\n".join(self.about))))

    @property
    def first_line(self) -> str:
        return SEALED_FIRST_LINE if self.seals_names else FIRST_LINE

    @property
    def unnamed(self) -> tuple[int, ...]:
        """The seats whose names were removed."""
        seals = name_seals("\n".join(self.about))
        return self.removed or tuple(seat for seat, seal in enumerate(seals) if seal.removed)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in (self.first_line, *self.lines))

    @property
    def fingerprint(self) -> str:
        return self.sealed_as or list_fingerprint(self.text)


# -- luck ------------------------------------------------------------------------------------------


class Luck(Protocol):
    @property
    def keeps_rng_state(self) -> bool:
        """Whether the generator's state stays in positions between entries."""

    def key(self, entry: int, drawn: int) -> int | None:
        """The generator's key for an entry, None to let it run on.

        `entry` is its number in the log (0 is the deal); `drawn` counts the earlier entries with
        luck that were not undone.
        """


@dataclass(frozen=True)
class SeedLuck:
    """Luck of simulations: everything follows from a seed and the number of the game."""

    seed: str
    number: int = 0

    keeps_rng_state = True

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_number("the number of a game", self.number)

    def key(self, entry: int, drawn: int) -> int | None:
        if entry > 0:
            return None
        return derive_key(seed_key("chance", self.seed), self.number)


@dataclass(frozen=True)
class TableLuck:
    """Luck of a table: a committed secret, the start list, and the nonces of the list's devices.

    The key of an entry depends on its place among the entries with luck: an undo of entries without
    luck changes no key, and luck that is undone comes again as it was.
    """

    secret: Secret
    start: StartList
    nonces: tuple[str, ...]

    keeps_rng_state = False

    def __post_init__(self) -> None:
        if self.secret.commitment != self.start.commitment:
            raise ValueError("the secret is not the one that was promised by the commitment")
        if len(self.nonces) != len(self.start.devices):
            raise ValueError(
                f"{len(self.start.devices)} devices are on the start list, "
                f"but {len(self.nonces)} nonces are there"
            )
        for number, (nonce, device) in enumerate(
            zip(self.nonces, self.start.devices, strict=True), 1
        ):
            if nonce_hash(nonce) != device.hash:
                raise ValueError(f"the nonce of device {number} is not the one that it had fixed")

    @cached_property
    def table_key(self) -> bytes:
        mixed = bytes.fromhex(self.start.fingerprint) + b"".join(map(bytes.fromhex, self.nonces))
        if self.start.seals_names:
            # Otherwise the game could be shown with a list that seals no names and may be changed.
            mixed = SEALED_FIRST_LINE.encode() + mixed
        return hmac.digest(self.secret.value, mixed, "sha256")

    @cached_property
    def _keyed(self) -> hmac.HMAC:
        return hmac.new(self.table_key, digestmod="sha256")

    def key(self, entry: int, drawn: int) -> int:
        mixed = self._keyed.copy()  # in half the time of `hmac.digest`
        mixed.update(drawn.to_bytes(8, "big"))
        return int.from_bytes(mixed.digest()[:8], "little")
