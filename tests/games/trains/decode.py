"""From an observation of Trains back to what the seat knows."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.trains.typed_position import GAME
from spielzug.games.trains.facts import SLOTS
from spielzug.games.trains.facts.boards import ROWS, SPACE_NAMES
from spielzug.games.trains.facts.sets import FIXED, NT
from spielzug.games.trains.observation import SECRET, WAYS
from spielzug.games.trains.state import GROUP, LAST, PRIVATE, PUBLIC, SLOT, SPLIT, UNKNOWN

MARKS = (PUBLIC, PRIVATE, GROUP, SPLIT, GROUP | LAST)
ALONE = (
    "phase", "reason", "money", "acted", "effects", "ironworks", "card", "number", "tokens",
    "row_left", "stations", "supply", "play", "aside",
)  # fmt: skip
BY_SEAT = ("track", "stock", "hand_size", "draw_size", "hand", "draw", "discard")


def decode(facts: Any, observation: Any, seat: int, like: Any) -> Any:
    """The hidden position. What it cannot tell apart: how many turns a game without a limit has
    had, or one that has 32,767 turns and more to go; and points and money above that number.

    What is in the box, and the spaces next to a seat's cubes, follow from the rest.
    """

    def part(name: str) -> Any:
        return GAME.observation.part(name, observation)

    state, seats = like, int(part("seats"))
    for name in ALONE:
        state[name] = part(name)
    state.seats = seats
    for name in ("turn", "first"):
        state[name] = (seat + int(part(name)) - 1) % seats if part(name) else -1
    state.turns = facts.turn_limit - part("turns_left")
    state.kind[:FIXED] = range(FIXED)
    state.kind[FIXED:] = part("kind")
    row = [int(card) - 1 for card in part("row") if card]
    state.row[: len(row)] = row
    state.row_size = len(row)
    for i in range(seats):
        other = (seat + i) % seats
        state.winners |= (int(part("winners")) >> i & 1) << other
        for name in BY_SEAT:
            state[name][other] = part(name)[i]
        state.known[other] = part("hand")[i] if i else part("known")
        _put_cubes(facts, state, other, part("cubes")[i])
        for card in part("loose")[i]:
            if card:
                state.loose[other, card - 1] += 1
        top = [int(card) - 1 for card in part("top")[i] if card]
        state.top[other, : len(top)] = [_marked(card) for card in top]
        state.top_size[other] = len(top)
    _fill_box(facts, state)
    return state


def _put_cubes(facts: Any, state: Any, seat: int, rows: Any) -> None:
    for space, name in enumerate(SPACE_NAMES):
        row, column = ROWS.index(name[0]), int(name[1:]) - 1
        if int(rows[row]) >> column & 1:
            state.cubes[seat, space >> 6] |= np.uint64(1 << (space & 63))
            state.reach[seat] |= facts.near[space]


def _marked(card: int) -> int:
    way, slot = divmod(card, WAYS)
    return MARKS[way] | (UNKNOWN if slot == SECRET else slot)


def _fill_box(facts: Any, state: Any) -> None:
    """The cards of each kind that are nowhere else."""
    there = [int(facts.count[kind]) for kind in state.kind]
    there[NT] = int(facts.deck[NT]) * int(state.seats)
    for name in ("supply", "play", "aside"):
        there = [n - int(found) for n, found in zip(there, state[name], strict=True)]
    for name in ("hand", "draw", "discard"):
        there = [n - int(state[name][:, slot].sum()) for slot, n in enumerate(there)]
    on_piles = [int(card) & SLOT for top in _tops(state) for card in top]
    for slot in on_piles + [int(card) for card in state.row[: state.row_size]]:
        if slot < SLOTS:
            there[slot] -= 1
    state.box = there


def _tops(state: Any) -> list[Any]:
    return [state.top[seat, : state.top_size[seat]] for seat in range(int(state.seats))]
