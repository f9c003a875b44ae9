"""Packed positions: lossless, and the same bytes with compiled and plain rules."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise

import pytest

from spielzug.core.declaration import Field, Layout, Value
from spielzug.core.events import EVERYONE, Event
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.native_records import plain
from spielzug.core.packing import (
    KEYFRAME_INTERVAL,
    PackedLog,
    Packer,
    apply_delta,
    data_from_numbers,
    encode_delta,
    numbers,
    pack_changes,
    pack_events,
    unpack_events,
)
from spielzug.core.position import Position
from spielzug.core.rng import below, new_rng
from spielzug.games import all_games, get_game
from toys.toy import SOUND_TOY

DECISIONS = 2 * KEYFRAME_INTERVAL + 3


def played(game: Game) -> tuple[Match, list[Position]]:
    """A random game, and the position after each of its entries."""
    game.ready()
    seats = [Seat(str(number)) for number in range(game.seats[-1])]
    match = Match(game, seats, SeedLuck("packed"))
    positions, rng = [match.position], new_rng(3)
    while len(positions) < DECISIONS and not match.over:
        legal = match.legal
        match.play(legal[int(below(rng, len(legal)))])
        positions.append(match.position)
    return match, positions


def packed(positions: Sequence[Position]) -> list[bytes]:
    packer = Packer(positions[0].memory.layout)
    return [packer.pack(position) for position in positions]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_log_is_unpacked_as_it_was_in_any_order(game: Game) -> None:
    _, positions = played(game)
    for order in (range(len(positions)), reversed(range(len(positions)))):
        log = PackedLog(positions[0], packed(positions)).positions
        for number in order:
            assert plain(log[number].state) == plain(positions[number].state)
            copy = log[number].copy()
            assert type(copy) is Position
            assert copy == positions[number]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_log_of_positions_is_small(game: Game) -> None:
    _, positions = played(game)
    sizes = list(map(len, packed(positions)))
    assert sum(sizes) / len(sizes) < 400
    assert max(sizes) < 12_000


def test_who_goes_on_packs_as_if_nothing_had_been_between() -> None:
    _, positions = played(SOUND_TOY)
    whole = packed(positions)
    for cut in range(1, len(positions)):
        packer = PackedLog(positions[0], whole[:cut]).packer()
        assert [packer.pack(position) for position in positions[cut:]] == whole[cut:]


@pytest.mark.parametrize("value", [0, 1, -1, 127, 128, -129, 2**15, -(2**31) - 1, 2**63 - 1])
def test_numbers_of_every_width(value: int) -> None:
    assert apply_delta((0,) * 5, pack_changes([1, 2, 3], [1, value, 3])) == (0, 1, value, 3, 0)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_what_is_packed_of_a_position_are_the_numbers_that_differ(game: Game) -> None:
    _, positions = played(game)
    layout = positions[0].memory.layout
    for earlier, later in pairwise(positions):
        before, after = numbers(layout, earlier.data), numbers(layout, later.data)
        where = [at for at, number in enumerate(after) if number != before[at]]
        wanted = pack_changes(where, [after[at] for at in where])
        cut = layout.parts.unpack
        assert encode_delta(layout, cut(earlier.bytes), cut(later.bytes)) == wanted


def test_a_record_with_gaps_has_the_numbers_of_its_wide_twin() -> None:
    """As compiled rules lay it out, and as plain ones do."""
    shapes: dict[str, tuple[str, tuple[int, ...]]] = {
        "a": ("i1", ()),
        "b": ("i4", (3,)),
        "c": ("u1", (2,)),
        "rng": ("u8", ()),
        "d": ("i2", ()),
    }
    fields = []
    for name, (code, shape) in shapes.items():
        fields.append(Field(code, shape, None, "always"))
        fields[-1].name = name
    values: dict[str, Value] = {
        "a": -5,
        "b": [70000, -1, 0],
        "c": [255, 1],
        "rng": 2**64 - 3,
        "d": -300,
    }
    for layout in (Layout(fields, wide=False), Layout(fields, wide=True)):
        data = layout.write(values)
        found = numbers(layout, data)
        assert found == (-5, 70000, -1, 0, 255, 1, -3, -300)
        assert data_from_numbers(layout, found) == data


def test_events() -> None:
    events = (Event(300, -1, -1, 2**31 - 1, EVERYONE), Event(0, 6, 0, -(2**31), 0))
    assert unpack_events(pack_events(events)) == events
    assert unpack_events(pack_events(())) == ()


def bytes_of(names: Sequence[str]) -> str:
    """A hash of whole packed games."""
    found = hashlib.sha256()
    for name in names:
        match, positions = played(get_game(name))
        for one in packed(positions):
            found.update(one)
        for entry in match.log:
            found.update(pack_events(entry.events))
    return found.hexdigest()


def test_the_same_bytes_with_and_without_the_compiler() -> None:
    names = ["game_of_trains"]
    code = f"from core.test_packed import bytes_of; print(bytes_of({names}))"
    environment = {**os.environ, "SPIELZUG_PLAIN": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == bytes_of(names)
