"""Random numbers inside compiled rules.

A position carries its own generator: the eight bytes `rng`, a counter that is stepped by a fixed
odd number and mixed (SplitMix64). Any record with a field `rng` works: a position, or the small
record of a bot.
"""

from __future__ import annotations

import numpy as np

from spielzug.core import keys
from spielzug.core.declaration import StateRecord
from spielzug.core.jit import rule, rule_unless
from spielzug.core.native_records import dtype_of
from spielzug.core.record_types import Key, Number, Rng, State

RNG = dtype_of(keys.GeneratorRecord)
"""A generator of random numbers outside a position, for bots and guesses."""

Holder = Rng | StateRecord
"""What has a generator: a record of its own, or a position."""

TAPE_LENGTH = keys.TAPE_LENGTH
TAPE = (
    ("tape_at", "i8"),  # how many draws were made
    ("tape_limits", "u2", (TAPE_LENGTH,)),
    ("tape_digits", "u2", (TAPE_LENGTH,)),
)
"""The fields of a told position (see `core.chance`) before those of an ordinary one."""

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)


@rule
def mix(z: Key) -> np.uint64:
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@rule
def next_random(holder: Holder) -> np.uint64:
    """64 random bits; steps `holder.rng`."""
    holder.rng = holder.rng + _GAMMA
    return mix(holder.rng)


@rule
def next_digit(holder: State, limit: Number) -> np.int64:
    """The next digit on the tape of a told position instead of a random number, see `core.chance`.

    The tape records the limit; after its last digit it continues with zeros.
    """
    if limit <= 1:  # no luck
        return np.int64(0)
    at = holder.tape_at
    holder.tape_at = at + 1
    if at >= TAPE_LENGTH:
        return np.int64(0)
    holder.tape_limits[at] = limit
    digit = np.int64(holder.tape_digits[at])
    return digit if digit < limit else np.int64(0)  # rules do not check what they draw


@rule_unless("tape_at", next_digit)
def below(holder: Holder, limit: Number) -> np.int64:
    """A whole number from 0 to limit-1, uniformly distributed (Lemire's method)."""
    bound = np.uint64(limit)
    product = (next_random(holder) >> _S32) * bound
    if product & _LOW32 < bound:
        threshold = (_LOW32 + np.uint64(1) - bound) % bound
        while product & _LOW32 < threshold:
            product = (next_random(holder) >> _S32) * bound
    return np.int64(product >> _S32)


@rule
def stream(base: Key, number: Key) -> np.uint64:
    """The key of game `number` in a run whose base key is `base`; `core.keys.derive_key`."""
    return mix(mix(base) + np.uint64(number) * _GAMMA)


def seed_key(purpose: str, seed: int | str) -> np.uint64:
    """`core.keys.seed_key` as a word for compiled code."""
    return np.uint64(keys.seed_key(purpose, seed))


def new_rng(key: Key) -> Rng:
    """A new generator, started from a key."""
    made = np.zeros(1, RNG).view(np.recarray)
    made[0].rng = key
    rng: Rng = made[0]
    return rng
