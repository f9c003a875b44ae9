"""Luck: uniform, repeatable, and fixed before the game without being known."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np
import pytest

from spielzug.core.luck import Secret, fresh_nonce
from spielzug.core.rng import below, new_rng, next_random, seed_key, stream


def test_the_generator_gives_the_published_splitmix_sequence() -> None:
    rng = new_rng(1234567)
    expected = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert tuple(int(next_random(rng)) for _ in range(3)) == expected


def test_below_is_uniform_and_stays_in_its_range() -> None:
    rng = new_rng(7)
    counts = np.bincount([int(below(rng, 6)) for _ in range(60_000)], minlength=6)
    assert len(counts) == 6
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 20.5  # 99.9 % of a chi-square with five degrees of freedom


def test_below_one_is_always_zero() -> None:
    rng = new_rng(1)
    assert {int(below(rng, 1)) for _ in range(20)} == {0}


def test_streams_of_neighbouring_games_have_nothing_in_common() -> None:
    base = seed_key("chance", "1")
    keys = {int(stream(base, np.uint64(number))) for number in range(1000)}
    assert len(keys) == 1000


def test_seed_and_purpose_both_matter() -> None:
    keys = {int(seed_key(p, s)) for p in ("chance", "bots") for s in ("1", "2")}
    assert len(keys) == 4


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    secret = Secret.fresh()
    assert secret.commitment == hashlib.sha256(secret.value).hexdigest()
    assert Secret.from_hex(secret.hex) == secret


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Secret.from_hex("abcd")


def test_the_key_of_an_entry_can_be_computed_by_hand() -> None:
    secret = Secret(bytes(range(32)))
    mixed = b"\0\0\0\2ab" + b"\0\0\0\1c"
    table = hmac.new(secret.value, mixed, "sha256").digest()
    entry = hmac.new(table, (5).to_bytes(8, "big"), "sha256").digest()
    assert int(secret.key(("ab", "c"), 5)) == int.from_bytes(entry[:8], "little")


def test_every_entry_and_every_nonce_changes_the_key() -> None:
    secret = Secret(bytes(32))
    keys = {
        int(secret.key(nonces, n)) for nonces in ((), ("a",), ("a", "b"), ("ab",)) for n in (0, 1)
    }
    assert len(keys) == 8


def test_fresh_nonces_differ() -> None:
    assert fresh_nonce() != fresh_nonce()
