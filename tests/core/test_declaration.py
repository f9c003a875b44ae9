"""Declared records: their layout is NumPy's, and plain values go in and out of their bytes."""

from __future__ import annotations

import json
from hashlib import sha256
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielzug.core.declaration import (
    ALWAYS,
    GAP,
    NEVER,
    OWNER,
    RECORD_METHODS,
    TYPES,
    F,
    Layout,
    Record,
    declare,
    declare_word,
    field_comments,
    fields_of,
    layout_of,
)
from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.native_records import dtype_of_layout, layout_of_dtype, record_in
from spielzug.games import all_games


class Sample(Record[F]):
    """A record with gaps: after `small`, after `row`, and at the end."""

    small = declare("u1", within=(1, 3))  # behind the field
    rng = declare_word(seen=NEVER)
    # above
    # the field
    row = declare("i2", (3,), seen=OWNER)
    grid = declare("u4", (2, 2), within=(0, 9))
    cube = declare("i1", (2, 1, 2))
    words = declare("u8", (2,))
    last = declare("i1", within=(-1, 1))


VALUES: dict[str, Any] = {
    "small": 3, "rng": 2**64 - 1, "row": [-1, 0, 32767], "grid": [[1, 2], [3, 4]],
    "cube": [[[-128, 127]], [[0, 1]]], "words": [0, 2**63], "last": -1,
}  # fmt: skip

both = pytest.mark.parametrize("wide", [False, True], ids=["narrow", "wide"])
shapes = st.lists(st.integers(1, 3), max_size=3).map(tuple)


def made_of(kinds: list[tuple[str, Any]]) -> type[Record[Any]]:
    fields = {f"field{i}": declare(code, shape) for i, (code, shape) in enumerate(kinds)}
    return type("Made", (Record,), fields)


def gaps_of(layout: Layout) -> dict[str, int]:
    """The name of each gap, and its bytes."""
    return {name: prod(shape) for name, _, shape in layout.columns if name.startswith(GAP)}


# -- memory ----------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from(list(TYPES)), shapes), min_size=1, max_size=8))
def test_fields_lie_where_numpy_would_put_them(kinds: list[tuple[str, Any]]) -> None:
    record = made_of(kinds)
    for wide in (False, True):
        codes = ["i8" if wide and code != "u8" else code for code, _ in kinds]
        columns = [(f"field{i}", c, kinds[i][1]) for i, c in enumerate(codes)]
        aligned = np.dtype(columns, align=True)
        layout = layout_of(record, wide)
        assert aligned.fields is not None
        assert layout.offsets == {name: place[1] for name, place in aligned.fields.items()}
        assert layout.size == aligned.itemsize
        used = sum(aligned[name].itemsize for name in layout.fields)
        assert sum(gaps_of(layout).values()) == layout.size - used


@both
def test_gaps_have_names_in_the_record_for_numpy(wide: bool) -> None:
    layout = layout_of(Sample, wide)
    dtype = dtype_of_layout(layout)
    assert bool(gaps_of(layout)) != wide
    assert set(dtype.names or ()) == {*layout.fields, *gaps_of(layout)}
    assert dtype.itemsize == layout.size
    assert layout_of_dtype(dtype) is layout


@both
def test_what_is_written_is_what_numpy_reads(wide: bool) -> None:
    layout = layout_of(Sample, wide)
    data = layout.write(VALUES)
    record = record_in(layout, data)
    assert {name: np.asarray(record[name]).tolist() for name in VALUES} == VALUES
    record["row"][1] = 7
    assert layout.get(data, "row") == [-1, 7, 32767]


# -- plain values ----------------------------------------------------------------------------------


@both
def test_values_are_read_back(wide: bool) -> None:
    layout = layout_of(Sample, wide)
    data = layout.write(VALUES)
    assert layout.read(data) == layout.read(bytes(data)) == VALUES
    for name, value in VALUES.items():
        assert layout.get(data, name) == value


@both
def test_a_field_that_is_not_given_is_zero(wide: bool) -> None:
    layout = layout_of(Sample, wide)
    assert layout.write({}) == bytes(layout.size)
    layout.set(data := layout.write({}), "last", -1)
    assert layout.read(data) == {**layout.read(layout.write({})), "last": -1}


@both
def test_an_unknown_field_is_refused(wide: bool) -> None:
    with pytest.raises(KeyError, match="the record has no field 'rwo'"):
        layout_of(Sample, wide).write({"rwo": 1})


@both
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("small", [1]),
        ("row", 1),
        ("row", [1, 2]),
        ("row", [1, 2, [3]]),
        ("grid", [1, 2, 3, 4]),
        ("grid", [[1, 2], [3]]),
        ("grid", [[1, 2], [3, 4, 5]]),
        ("grid", [[1, 2], 3]),
        ("grid", "1234"),
    ],
)
def test_a_value_of_another_shape_is_refused(name: str, value: Any, wide: bool) -> None:
    layout = layout_of(Sample, wide)
    data = layout.write(VALUES)
    with pytest.raises(CannotRead, match=f"the field '{name}' cannot be read"):
        layout.set(data, name, value)
    assert layout.read(data) == VALUES


@both
@pytest.mark.parametrize(
    ("name", "value", "limits"),
    [
        ("small", 256, "0 to 255"),
        ("small", -1, "0 to 255"),
        ("small", 1.5, "0 to 255"),
        ("small", None, "0 to 255"),
        ("row", [0, 0, 32768], "-32768 to 32767"),
        ("rng", 2**64, "0 to 18446744073709551615"),
        ("words", [-1, 0], "0 to 18446744073709551615"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(
    name: str, value: Any, limits: str, wide: bool
) -> None:
    layout = layout_of(Sample, wide)
    with pytest.raises(
        CannotRead, match=f"the field '{name}' cannot be read: values must be {limits}"
    ):
        layout.write({name: value})


@both
def test_the_digest_is_that_of_the_values_as_json(wide: bool) -> None:
    layout = layout_of(Sample, wide)
    text = json.dumps(VALUES, sort_keys=True)
    assert layout.digest(layout.write(VALUES)) == sha256(text.encode()).hexdigest()[:16]


@both
@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, None),
        ({"row": [-32768, 0, 0]}, None),  # any value will do
        ({"small": 0}, "small"),
        ({"grid": [[0, 0], [0, 10]]}, "grid"),
        ({"last": -2}, "last"),
    ],
)
def test_a_value_out_of_its_declared_range_is_named(
    changed: dict[str, Any], found: str | None, wide: bool
) -> None:
    layout = layout_of(Sample, wide)
    assert layout.range_error(layout.write({**VALUES, **changed})) == found


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_position_of_every_game_goes_through_both_layouts(game: Game) -> None:
    position, _ = game.deal(game.seats[0], 7)
    values: Any = position.plain_state
    layouts: list[Layout] = [layout_of(game.declaration.state, wide) for wide in (False, True)]
    for layout in layouts:
        data = layout.write(values)
        assert layout.read(data) == values
        assert layout.range_error(data) is None
    assert len({layout.digest(layout.write(values)) for layout in layouts}) == 1


# -- declarations ----------------------------------------------------------------------------------


def test_fields_know_what_was_declared() -> None:
    assert [field.name for field in fields_of(Sample)] == list(VALUES)
    seen = {field.name: field.seen for field in fields_of(Sample)}
    assert seen == {**dict.fromkeys(VALUES, ALWAYS), "rng": NEVER, "row": OWNER}
    assert layout_of(Sample, False).ranges == {"small": (1, 3), "grid": (0, 9), "last": (-1, 1)}


def test_fields_are_explained_by_their_comments() -> None:
    comments = field_comments(Sample)
    assert comments["small"] == "behind the field"
    assert comments["row"] == "above the field"
    assert comments["grid"] == ""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_field_of_every_game_is_explained(game: Game) -> None:
    for record in (game.declaration.state, game.declaration.facts):
        comments = field_comments(record)
        assert list(comments) == [field.name for field in fields_of(record)]
        assert [name for name, comment in comments.items() if not comment] == []


def test_a_declaration_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no integer type 'f8'"):
        declare("f8")
    with pytest.raises(ValueError, match="its owner sees has a row for each seat"):
        declare("u1", seen=OWNER)


def test_no_field_hides_what_a_record_of_numpy_has() -> None:
    own = {name for name in dir(np.record) if not name.startswith("_")}
    assert own <= RECORD_METHODS
    with pytest.raises(ValueError, match=r"cannot be called 'round'.*call it round_number"):

        class Rounds(Record[F]):
            round = declare("u1")
