"""Every check that runs inside simulations is able to fail."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from raw_records import deal_with_facts, wrap_records
from spielzug.core.game import Game
from spielzug.core.record_types import State
from spielzug.core.rng import below, new_rng
from spielzug.games.game_of_trains.audit import CHECKS
from spielzug.games.game_of_trains.facts import CARS, PROTECT
from spielzug.games.game_of_trains.state import OVER, OWN_TURN, TURN_LIMIT

LIMIT = 300


def ply(game: Game, sign: Callable[[str], bool], wanted: Callable[[State], bool]) -> tuple:  # type: ignore[type-arg]
    """The first decision of random games whose notation and position fit: before, action, after."""
    facts = game.facts(game.options(turn_limit=LIMIT))
    for number in range(200):
        rng = new_rng(number)
        state, _ = deal_with_facts(game, facts, 3, number)
        while not wrap_records(game, None, state).over:
            legal = wrap_records(game, facts, state).legal
            action = legal[int(below(rng, len(legal)))]
            before = wrap_records(game, None, state).copy().state
            wrap_records(game, facts, state).step(action)
            if sign(game.words.notation(action)) and wanted(before):
                return facts, before, action, state
    raise AssertionError("no such decision")


def anything(_: State) -> bool:
    return True


def locked(state: State) -> bool:
    return bool(state.lock[:, 0].any())


def failed(game: Game, found: tuple) -> str:  # type: ignore[type-arg]
    facts, before, action, after = found
    counts = np.zeros(len(CHECKS), np.int64)
    code = int(game.rules.audit(facts, before, action, after, counts))
    return CHECKS[code - 1].split()[0] if code else ""


def exchange(state: State, a: tuple[str, int], b: tuple[str, int]) -> None:
    """Let two cards change places, so that every card stays in one place."""
    x, y = int(state[a[0]].flat[a[1]]), int(state[b[0]].flat[b[1]])
    state[a[0]].flat[a[1]], state[b[0]].flat[b[1]] = y, x


def double_a_car(after: State) -> None:
    after.row[0, 0] = after.row[1, 1]


def name_no_car(after: State) -> None:
    after.row[0, 0] = CARS + 1


def overfill(after: State) -> None:
    after.draw_pile = 84


def wrong_turn(after: State) -> None:
    after.turn = (after.turn + 1) % 3


def no_seats(after: State) -> None:
    after.seats = 9


def odd_phase(after: State) -> None:
    after.phase = 77


def over_but_a_turn(after: State) -> None:
    after.reason = TURN_LIMIT


def open_card_astray(after: State) -> None:
    card = int(np.flatnonzero(after.open)[0])
    after.open[(card + 1) % 8], after.open[card] = after.open[card], after.open[(card + 1) % 8]


def empty_draw_pile(after: State) -> None:
    size = int(after.draw_pile)
    low = CARS - int(after.discard_pile)
    after.pile[low - size : low] = after.pile[:size].copy()
    after.discard_pile += size
    after.draw_pile = 0


def gap(after: State) -> None:
    after.discard_pile += 1
    after.pile[CARS - after.discard_pile] = after.row[0, 0]
    after.row[0, 0] = 0


def lock_a_wrong_place(after: State) -> None:
    seat, place = np.argwhere(after.lock)[0]
    after.lock[seat, place + 1] = after.lock[seat, place]
    after.lock[seat, place] = 0


def sort_a_row(after: State) -> None:
    after.row[0] = sorted(after.row[0])


def too_many_turns(after: State) -> None:
    after.turns = LIMIT


def lose_a_lock(after: State) -> None:
    seat, place = np.argwhere(after.lock)[0]
    after.discard_pile += 1
    after.pile[CARS - after.discard_pile] = after.lock[seat, place]
    after.lock[seat, place] = 0


def move_other_cars(after: State) -> None:
    """Two unprotected cars of the same seat change places: nothing else notices."""
    for seat in range(3):
        if not after.lock[seat].any():
            after.row[seat, 1], after.row[seat, 2] = after.row[seat, 2], after.row[seat, 1]
            after.row[seat, 4], after.row[seat, 5] = after.row[seat, 5], after.row[seat, 4]
            return


def swap_sign(text: str) -> bool:
    return "<>" in text and len(text) > 2


CASES = [
    (double_a_car, lambda t: t == "+", anything, "G1"),
    (name_no_car, lambda t: t == "+", anything, "G1"),
    (overfill, lambda t: t == "+", anything, "G1"),
    (overfill, lambda t: t == "+", lambda s: s.discard_pile > 2, "G1"),
    (wrong_turn, lambda t: t == "+", anything, "G2"),
    (no_seats, lambda t: t == "+", anything, "G2"),
    (odd_phase, lambda t: t == "+", anything, "G2"),
    (over_but_a_turn, lambda t: t == "+", anything, "G2"),
    (open_card_astray, lambda t: t == "+", lambda s: s.open.any(), "G5"),
    (empty_draw_pile, lambda t: t == "+", anything, "G9"),
    (gap, lambda t: t == "+", anything, "G17"),
    (lock_a_wrong_place, lambda t: t == "+", locked, "G18"),
    (sort_a_row, lambda t: t == "+", anything, "G21"),
    (too_many_turns, lambda t: t == "+", anything, "G22"),
    (lose_a_lock, lambda t: t == "+", locked, "G19"),
    (move_other_cars, lambda t: t.startswith("@"), anything, "G6"),
    (move_other_cars, swap_sign, lambda s: not s.lock.any(), "G10-G13"),
    (move_other_cars, lambda t: t == "-4", lambda s: not s.lock.any(), "G14-G16"),
]


@pytest.mark.parametrize(
    ("spoil", "sign", "wanted", "rule"), CASES, ids=[f"{c[3]}-{c[0].__name__}" for c in CASES]
)
def test_a_spoiled_position_fails_the_check_of_its_rule(
    game_of_trains: Game,
    spoil: Callable[[State], None],
    sign: Callable[[str], bool],
    wanted: Callable[[State], bool],
    rule: str,
) -> None:
    found = ply(game_of_trains, sign, wanted)
    assert failed(game_of_trains, found) == ""
    spoil(found[3])
    assert failed(game_of_trains, found) == rule


def test_a_used_card_that_stays_open_fails_its_check(game_of_trains: Game) -> None:
    found = ply(game_of_trains, lambda t: t == "<>", anything)
    _, before, _, after = found
    after.open[:] = before.open
    after.draw_pile -= 1  # the card in hand must be another, so that all stay in one place
    after.card = after.pile[after.draw_pile]
    after.pile[after.draw_pile] = 0
    assert failed(game_of_trains, found) == "G7"


def test_a_protection_that_appears_from_nowhere_fails_its_check(game_of_trains: Game) -> None:
    found = ply(game_of_trains, lambda t: t == "+", lambda s: s.open[PROTECT] and not s.lock.any())
    after = found[3]
    after.lock[0, 3] = after.open[PROTECT]
    after.open[PROTECT] = 0
    assert failed(game_of_trains, found) == "G19"


def test_a_row_with_a_gap_at_its_head_is_no_ascending_row(game_of_trains: Game) -> None:
    """G17: three in a row refill, the second wins, the third keeps its gap at place 1."""
    facts = game_of_trains.facts()
    state, _ = deal_with_facts(game_of_trains, facts, 3, 1)
    state.phase, state.turn, state.winner, state.reason = OVER, -1, 0, OWN_TURN
    cars = list(range(1, CARS + 1))
    rows = [cars[0:7], list(reversed(cars[7:14])), [0, *cars[14:20]]]
    state.row[:3] = rows
    state.hand[:] = 0
    state.rejects[:] = 0
    state.open[:] = 0
    state.card = 0
    rest = cars[20:]
    state.pile[:] = 0
    state.pile[: len(rest)] = rest
    state.draw_pile, state.discard_pile = len(rest), 0
    counts = np.zeros(len(CHECKS), np.int64)
    assert game_of_trains.rules.audit(facts, state, -1, state, counts) == 0


def test_every_check_has_a_case() -> None:
    shown = {case[3] for case in CASES} | {"G7", "G19"}
    assert shown == {check.split()[0] for check in CHECKS}
