"""Where the luck of a whole game comes from.

At a table nobody may choose the cards, the host included. The host fixes a secret and shows its
hash first; then every client gives a nonce; and before each entry of the log the generator is
re-keyed from both. When the game is over the secret is shown and everything can be computed again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from spielzug.core.rng import seed_key, stream


@dataclass(frozen=True)
class Secret:
    """A host's promise about the luck of one game."""

    value: bytes

    @classmethod
    def fresh(cls) -> Secret:
        return cls(secrets.token_bytes(32))

    @classmethod
    def from_hex(cls, text: str) -> Secret:
        value = bytes.fromhex(text)
        if len(value) != 32:
            raise ValueError(f"a secret has 32 bytes (64 hexadecimal digits), not {len(value)}")
        return cls(value)

    @property
    def hex(self) -> str:
        return self.value.hex()

    @property
    def commitment(self) -> str:
        """What is shown before the game: the hash that fixes the secret without showing it."""
        return hashlib.sha256(self.value).hexdigest()

    def key(self, nonces: tuple[str, ...], entry: int) -> np.uint64:
        """The generator's key for one entry of the log (0 is the deal)."""
        # Lengths first, so that no two lists of nonces can be read as the same bytes.
        mixed = b"".join(len(n.encode()).to_bytes(4, "big") + n.encode() for n in nonces)
        table = hmac.digest(self.value, mixed, "sha256")
        digest = hmac.digest(table, entry.to_bytes(8, "big"), "sha256")
        return np.uint64(int.from_bytes(digest[:8], "little"))


def fresh_nonce() -> str:
    """What a client adds to the host's secret after it has seen the commitment."""
    return secrets.token_hex(8)


class Luck(Protocol):
    def key(self, entry: int) -> np.uint64 | None:
        """The key for this log entry (0 is the deal), None to let the generator run on."""


@dataclass(frozen=True)
class SeedLuck:
    """Luck of simulations: everything follows from a seed and the number of the game."""

    seed: str
    number: int = 0

    def key(self, entry: int) -> np.uint64 | None:
        if entry > 0:
            return None
        return np.uint64(stream(seed_key("chance", self.seed), np.uint64(self.number)))


@dataclass(frozen=True)
class TableLuck:
    """Luck of a table: a committed secret and the clients' nonces, new for every entry."""

    secret: Secret
    nonces: tuple[str, ...] = ()

    def key(self, entry: int) -> np.uint64 | None:
        return self.secret.key(self.nonces, entry)
