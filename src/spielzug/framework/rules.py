"""Words for the rules of a game: small rules that many games need.

A row of cells holds items by kind; 0 is an empty cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from spielzug.core.entries import share_win
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.items import Items
from spielzug.core.jit import rule
from spielzug.core.record_types import Number, Shares, State
from spielzug.core.rng import Holder, below

Cells = NDArray[np.integer]


def all_items(items: Items) -> NDArray[np.int64]:
    """The kind of every piece, for rules: ``for kind in ALL_CARDS``."""
    return np.array(items.all, np.int64)


@rule
def count_items(cells: Cells) -> int:
    """How many cells hold an item."""
    count = 0
    for i in range(len(cells)):
        if cells[i] != 0:
            count += 1
    return count


@rule
def add_item(cells: Cells, kind: Number) -> int:
    """Put an item into the first empty cell; returns its index, -1 if there is none."""
    for i in range(len(cells)):
        if cells[i] == 0:
            cells[i] = kind
            return i
    return -1


@rule
def take_item(cells: Cells, index: Number) -> Number:
    """Empty a cell; the items behind it move up. Returns the item."""
    kind = np.int64(cells[index])
    for i in range(index, len(cells) - 1):
        cells[i] = cells[i + 1]
    cells[len(cells) - 1] = 0
    return kind


@rule
def take_random(holder: Holder, cells: Cells) -> Number:
    """Take one of a pile's items, which lie without gaps; returns 0 if there is none."""
    count = count_items(cells)
    if count == 0:
        return np.int64(0)
    return take_item(cells, below(holder, count))


@rule
def move_items(cells: Cells, to: Cells) -> int:
    """Move all items to the empty cells of another row; returns how many."""
    moved = 0
    for i in range(len(cells)):
        if cells[i] != 0:
            add_item(to, cells[i])
            cells[i] = 0
            moved += 1
    return moved


@rule
def shuffle(holder: Holder, cells: Cells) -> None:
    """Put the cells into a random order, each as likely as any other."""
    for i in range(len(cells) - 1, 0, -1):
        other = below(holder, i + 1)
        kind = cells[i]
        cells[i] = cells[other]
        cells[other] = kind


@rule
def only(seat: Number) -> Number:
    """Who sees an event: this seat alone; `EVERYONE` is all of them."""
    return np.int64(1) << seat


@rule
def next_turn(state: State) -> None:
    """The next seat is to act; counts the turn."""
    state.turns += 1
    state.turn = (state.turn + 1) % state.seats


@rule
def win_by_points(points: Cells, seats: Number, out: Shares) -> None:
    """Share the win among the seats with the most points."""
    best, winners = points[0], 0
    for seat in range(seats):
        if points[seat] > best:
            best = points[seat]
    for seat in range(seats):
        if points[seat] == best:
            winners += 1
    for seat in range(seats):
        out[seat] = 1.0 / winners if points[seat] == best else 0.0


__all__ = [
    "EVERYONE", "add_item", "all_items", "below", "count_items", "emit", "move_items", "next_turn",
    "only", "rule", "share_win", "shuffle", "take_item", "take_random", "win_by_points",
]  # fmt: skip
