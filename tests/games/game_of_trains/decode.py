"""From an observation of Game of Trains back to what the seat knows."""

from __future__ import annotations

from typing import Any

from games.game_of_trains.typed_position import GAME
from spielzug.games.game_of_trains.facts import CARS, LENGTH, MAX_SEATS, MIDDLE
from spielzug.games.game_of_trains.observation import SECRET
from spielzug.games.game_of_trains.state import UNKNOWN


def decode(facts: Any, observation: Any, seat: int, like: Any) -> Any:
    """The hidden position. What it cannot tell apart: how many turns a game without a limit has
    had, or one that has 32,767 turns and more to go.
    """

    def part(name: str) -> Any:
        return GAME.observation.part(name, observation)

    state, seats = like, int(part("seats"))

    def told(name: str) -> int:
        """A seat as numbered from the observing one."""
        value = int(part(name))
        return (seat + value - 1) % seats if value else -1

    for name in ("phase", "reason", "draw_pile"):
        state[name] = part(name)
    for name in ("turn", "first", "winner"):
        state[name] = told(name)
    state.seats = seats
    state.turns = facts.turn_limit - part("turns_left")
    state.ability = max(part("ability") - 1, 0)
    state.card = UNKNOWN if part("card") == SECRET else part("card")
    state.open = part("open")
    for i in range(MAX_SEATS):
        other = (seat + i) % seats if i < seats else i
        state.row[other] = part("row")[i]
        state.lock[other, 0:LENGTH:MIDDLE] = part("lock")[i]
        state.hand[other, : part("hands")[i]] = UNKNOWN
        state.rejects[other, : part("rejected")[i]] = UNKNOWN
    state.hand[seat] = part("hand")
    state.rejects[seat] = part("rejects")
    cars = part("discarded").nonzero()[0] + 1
    state.discard_pile = len(cars)
    state.pile[CARS - len(cars) :] = cars
    state.pile[: state.draw_pile] = UNKNOWN
    return state
