"""Luck: uniform, repeatable, and fixed before the game without being known."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np
import pytest

from spielzug.core.keys import SplitMix64, generator_of
from spielzug.core.luck import (
    Device,
    Luck,
    Secret,
    StartList,
    TableLuck,
    Void,
    fresh_nonce,
    nonce_hash,
)
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


NONCES = ("11" * 32, "22" * 32)
ABOUT = ("Game: toy", "Seats: 2")


def number(luck: Luck, entry: int, drawn: int) -> int:
    key = luck.key(entry, drawn)
    assert key is not None
    return int(key)


def start_list(secret: Secret, nonces: tuple[str, ...] = NONCES, table: str = "t") -> StartList:
    devices = tuple(Device((n,), nonce_hash(nonce)) for n, nonce in enumerate(nonces))
    return StartList(ABOUT, table, secret.commitment, devices)


def test_a_start_list_is_these_lines() -> None:
    secret = Secret(bytes(32))
    void = Void(1, "silent", "ab" * 32)
    device = Device((0, 2), "cd" * 32)
    assert StartList(ABOUT, "t", secret.commitment, (device,), (void,)).text == (
        "Spielzug start 2\nGame: toy\nSeats: 2\nChance: table\nTable: t\n"
        f"Void 1: seat 2 silent list {'ab' * 32}\nCommitment: {secret.commitment}\n"
        f"Device 1: seats 1,3 hash {'cd' * 32}\n"
    )


def test_the_key_of_a_draw_can_be_computed_by_hand() -> None:
    secret = Secret(bytes(range(32)))
    start = start_list(secret)
    listed = hashlib.sha256(start.text.encode()).digest()
    mixed = listed + bytes.fromhex(NONCES[0]) + bytes.fromhex(NONCES[1])
    table = hmac.new(secret.value, mixed, "sha256").digest()
    key = hmac.new(table, (5).to_bytes(8, "big"), "sha256").digest()
    luck = TableLuck(secret, start, NONCES)
    assert {number(luck, n, 5) for n in (5, 9)} == {int.from_bytes(key[:8], "little")}


def test_every_draw_every_nonce_and_every_line_of_the_list_changes_the_key() -> None:
    secret = Secret(bytes(32))
    cases = [(nonces, table) for nonces in ((), NONCES[:1], NONCES, NONCES[::-1]) for table in "ab"]
    lucks = [TableLuck(secret, start_list(secret, n, table), n) for n, table in cases]
    assert len({number(luck, 0, drawn) for luck in lucks for drawn in (0, 1)}) == 16


def test_luck_that_does_not_fit_its_list_cannot_be_made() -> None:
    secret = Secret(bytes(32))
    with pytest.raises(ValueError, match="promised"):
        TableLuck(Secret(bytes(range(32))), start_list(secret), NONCES)
    with pytest.raises(ValueError, match="2 devices are on the start list, but 1 nonces"):
        TableLuck(secret, start_list(secret), NONCES[:1])
    with pytest.raises(ValueError, match="nonce of device 1"):
        TableLuck(secret, start_list(secret), NONCES[::-1])
    with pytest.raises(ValueError, match="a nonce has 32 bytes"):
        nonce_hash("ab")


def test_fresh_nonces_differ() -> None:
    assert fresh_nonce() != fresh_nonce()


def test_random_numbers_without_numpy_are_the_same() -> None:
    for key in (0, 1, 20261115, 2**64 - 1):
        compiled, plain = new_rng(key), SplitMix64(key)
        for limit in (1, 2, 3, 64, 1000, 2**31 + 1):
            assert plain.next() == int(next_random(compiled))
            assert plain.below(limit) == int(below(compiled, limit))
        assert plain.rng == int(compiled.rng)


def test_a_generator_can_share_the_state_of_a_record() -> None:
    record = new_rng(7)
    shared = generator_of(record)
    assert shared.next() == SplitMix64(7).next()
    assert shared.rng == int(record.rng)
    record.rng = 5
    assert shared.next() == SplitMix64(5).next()
    assert generator_of(shared) is shared
