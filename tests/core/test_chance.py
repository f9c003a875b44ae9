"""Exact chance: every outcome of a step once, with the probability the generator gives it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import islice
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from expectations import expected_of
from games.game_of_trains.typed_position import position as typed
from spielzug.core.chance import (
    ChanceOutcome,
    chances,
    needs_luck,
    outcomes,
    step_with_digits,
)
from spielzug.core.errors import NotAllowed, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.jit import as_plain, fields, rule
from spielzug.core.native_chance import tape_dtype
from spielzug.core.position import Position
from spielzug.core.rng import RNG, TAPE_LENGTH, below, new_rng, seed_key, stream
from spielzug.games import NAMES, get_game
from spielzug.games.zugraub.state import DIE
from toys.toy import SOUND_TOY

SAMPLES = 20_000
Step = tuple[Position, int, ChanceOutcome]


def ready(name: str) -> Game:
    return get_game(name).ready((*PLAYING, "step_quiet"))


@cache
def steps(name: str) -> tuple[Step, ...]:
    """What happens in a few random games, as few and as many seats as there can be."""
    game = ready(name)
    found: list[Step] = []
    for number, seats in enumerate((game.seats[0], game.seats[-1])):
        position, _ = game.deal(seats, seed_key("chance test", name) + np.uint64(number))
        rng = new_rng(number)
        while not position.over and len(position.legal) and len(found) < 1200 * (number + 1):
            action = position.legal[int(below(rng, len(position.legal)))]
            found.append((position.copy(), action, step_with_digits(position, action)))
            position.advance(action)
    return tuple(found)


def first(name: str, wanted: Callable[[Step], bool], count: int = 1) -> list[Step]:
    found = list(islice((step for step in steps(name) if wanted(step)), count))
    assert len(found) == count
    return found


def few(step: Step) -> bool:
    """Not more than a thousand outcomes, judged by what the first of them drew."""
    return 1 < int(np.prod(step[2].limits)) <= 1000


def but_luck(position: Position) -> bytes:
    still = position.copy()
    still.state.rng = 0
    return still.bytes


# -- every game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_probabilities_of_all_outcomes_add_up_to_exactly_one(name: str) -> None:
    for position, action, _ in first(name, few, 5):
        found = chances(position, action)
        assert sum((chance for chance, _, _ in found), Fraction(0)) == 1
        rows = [digits for _, digits, _ in found]
        assert rows == sorted(set(rows))
        together = chances(position, action, grouped=True)
        assert sum((chance for chance, _, _ in together), Fraction(0)) == 1
        assert {p.bytes for _, _, p in together} == {p.bytes for _, _, p in found}
        assert len({p.bytes for _, _, p in together}) == len(together)


@pytest.mark.parametrize("name", NAMES)
def test_without_luck_there_is_one_outcome_and_it_is_what_a_step_gives(name: str) -> None:
    for position, action, _ in first(name, lambda step: not step[2].limits, 20):
        assert not needs_luck(position, action)
        [(chance, digits, after)] = chances(position, action)
        assert (chance, digits) == (Fraction(1), ())
        position = position.copy()
        position.advance(action)
        assert but_luck(after) == but_luck(position)


@pytest.mark.compiled  # plain rules take too long for so many
@pytest.mark.parametrize("name", NAMES)
def test_the_generator_gives_the_outcomes_as_often_as_they_are_likely(name: str) -> None:
    """Chi-square of 20,000 steps with other keys of the generator, always the same keys."""
    key = seed_key("chance test", "samples")
    single = expected_of(name).single_draws
    several = [] if single else first(name, lambda s: two(s) and differs(s))
    for position, action, _ in first(name, differs) + several:
        expected = {
            but_luck(p): float(chance) * SAMPLES
            for chance, _, p in chances(position, action, grouped=True)
        }
        seen: Counter[bytes] = Counter()
        for number in range(SAMPLES):
            world = position.copy()
            world.state.rng = stream(key, np.uint64(number))
            world.advance(action)
            seen[but_luck(world)] += 1
        assert set(seen) <= set(expected)
        square = sum((seen[p] - wanted) ** 2 / wanted for p, wanted in expected.items())
        assert abs(normal(square, len(expected) - 1)) < 3.5


def differs(step: Step) -> bool:
    """Few outcomes, but more than one: a pile of cards that are all alike has one."""
    return few(step) and len(chances(step[0], step[1], grouped=True)) > 1


def two(step: Step) -> bool:
    return len(step[2].limits) > 1


def normal(square: float, freedom: int) -> float:
    """A chi-square as a normal deviate (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - part)) / sqrt(part))


def test_a_chi_square_that_is_too_large_is_noticed() -> None:
    assert abs(normal(10.0, 9)) < 1
    assert normal(40.0, 9) > 3.5


RECORDING = """
import json, sys
from spielzug.core import rng
usual, drawn = rng.below, []
def below(holder, limit):
    digit = usual(holder, limit)
    if limit > 1:
        drawn.append(int(digit))
    return digit
rng.below = below
from spielzug.games import NAMES, get_game
played = {}
for name in NAMES:
    game = get_game(name)
    seats = game.seats[-1]
    position, _ = game.deal(seats, 5)
    lots, log = rng.new_rng(6), []
    while not position.over and len(log) < 300:
        action = position.legal[int(usual(lots, len(position.legal)))]
        drawn.clear()
        position.advance(action)
        log.append((action, list(drawn), position.digest))
    played[name] = seats, log
json.dump(played, sys.stdout)
"""


@cache
def recorded() -> dict[str, tuple[int, list[tuple[int, list[int], str]]]]:
    """Games by plain rules, with every number that was drawn in each of their steps."""
    command = [sys.executable, "-W", "ignore:overflow encountered", "-c", RECORDING]
    environment = {**os.environ, "SPIELZUG_PLAIN": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    found: dict[str, tuple[int, list[tuple[int, list[int], str]]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_digits_that_the_generator_drew_lead_where_it_led(name: str) -> None:
    seats, log = recorded()[name]
    position, _ = ready(name).deal(seats, 5)
    most = 0
    for action, digits, after in log:
        told = step_with_digits(position, action, digits)
        assert list(told.digits) == digits
        assert told.position.state.rng == position.state.rng
        position.advance(action)
        told.position.state.rng = position.state.rng
        assert told.position.bytes == position.bytes
        assert told.position.digest == after  # by compiled and by plain rules
        most = max(most, len(digits))
    assert most == 1 if expected_of(name).single_draws else most > 1


# -- what can be said of a game's own luck ---------------------------------------------------------


def test_a_car_that_is_drawn_is_every_car_of_the_draw_pile_once() -> None:
    game = get_game("game_of_trains")
    for position, action, _ in first("game_of_trains", lambda s: game.words.notation(s[1]) == "+"):
        pile = position.state.pile[: int(position.state.draw_pile)].tolist()
        found = chances(position, action)
        assert sorted(int(p.state.card) for _, _, p in found) == sorted(pile)
        assert {chance for chance, _, _ in found} == {Fraction(1, len(pile))}


def test_a_step_that_turns_the_discard_pile_over_goes_on_drawing_from_it() -> None:
    """Two gaps: 33, the last card, fills the first; the other pile, now with 5, the second."""
    table = typed("""
        seats 2  turn 1
        1: 77 68 59 58 50 41 34
        2: 82 72 62 52 45 32 22
        open: 5
        draw: 33
        discard: rest
    """)
    lay = {5, 33, *table.state.row[:2].ravel().tolist()}
    other = set(range(1, 85)) - lay
    found = chances(table.position, "-4")
    came = [p.state.row[:2, 3].tolist() for _, _, p in found]
    assert {car for car, _ in came} == {33}
    assert sorted(car for _, car in came) == sorted({5} | other)
    assert {chance for chance, _, _ in found} == {Fraction(1, 1 + len(other))}


def test_a_die_falls_on_each_of_its_sides() -> None:
    def is_a_die(step: Step) -> bool:
        return step[2].limits == (DIE,)

    [(position, action, _)] = first("zugraub", is_a_die)
    found = chances(position, action)
    assert [digits for _, digits, _ in found] == [(side,) for side in range(DIE)]
    assert {chance for chance, _, _ in found} == {Fraction(1, DIE)}


def test_a_coin_has_two_sides() -> None:
    for position, action, told in first("zwergenzugfahrt", lambda s: bool(s[2].limits), 3):
        assert told.limits == (2,)
        assert [(c, d) for c, d, _ in chances(position, action)] == [
            (Fraction(1, 2), (0,)),
            (Fraction(1, 2), (1,)),
        ]


# -- asking ----------------------------------------------------------------------------------------


def test_the_toys_last_card_is_no_luck() -> None:
    position = SOUND_TOY.start(2)
    found = []
    while not position.over:
        found.append((needs_luck(position, 1), len(chances(position, 1))))
        position.step(1)
    assert found == [(True, 4), (True, 3), (True, 2), (False, 1)]


def test_digit_by_digit_a_step_says_what_it_asks_next() -> None:
    [(position, action, told)] = first("game_of_trains", lambda s: len(s[2].limits) == 2)
    before = position.bytes
    assert len(step_with_digits(position, action, (3,)).limits) == 2
    last = step_with_digits(position, action, (3, 4))
    assert last.digits == (3, 4)
    assert last.probability == Fraction(1, told.limits[0] * last.limits[1])
    assert position.bytes == before


def test_what_cannot_be_told_is_refused() -> None:
    [(position, action, told)] = first("game_of_trains", lambda s: len(s[2].limits) == 1)
    limit = told.limits[0]
    with pytest.raises(UsageError, match=f"draw 1 of this step is 0 to {limit - 1}, not {limit}"):
        step_with_digits(position, action, (limit,))
    with pytest.raises(UsageError, match="draw 1 of this step is 0 to"):
        step_with_digits(position, action, (-1,))
    with pytest.raises(UsageError, match="this step draws 1 times, not 2"):
        step_with_digits(position, action, (0, 0))
    with pytest.raises(UsageError, match="this step draws 1 times, not 100"):
        step_with_digits(position, action, (0,) * 100)
    with pytest.raises(UsageError, match="more than 5 outcomes"):
        chances(position, action, most=5)
    odd = next(a for a in range(position.game.rules.N_ACTIONS) if a not in position.legal)
    for ask in (step_with_digits, needs_luck, chances):
        with pytest.raises(NotAllowed):
            ask(position, odd)
    assert next(iter(outcomes(position, position.notation(action)))).limits == told.limits


# -- how it is made --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_told_position_ends_with_the_bytes_of_an_ordinary_one(name: str) -> None:
    state = get_game(name).rules.STATE
    told = tape_dtype(state)
    assert told.fields is not None
    assert state.fields is not None
    begin = told.itemsize - state.itemsize
    assert begin % 8 == 0
    for field in fields(state):
        assert told.fields[field][1] == begin + state.fields[field][1]
        assert told[field] == state[field]


@pytest.mark.compiled
def test_ordinary_luck_costs_what_it_cost() -> None:
    """The code that draws from a generator is the same as if there were no tapes."""
    from spielzug.core import compiler as c

    def code(draw: object) -> list[str]:
        @rule
        def twice(holder, limit):  # type: ignore[no-untyped-def]
            return draw(holder, limit) + draw(holder, limit)  # type: ignore[operator]

        twice.compile((c.type_of(RNG), c.INT))  # type: ignore[attr-defined]
        [text] = twice.inspect_asm().values()  # type: ignore[attr-defined]
        lines = (line.split("//")[0].strip() for line in text.splitlines())
        return [
            line.split()[0] for line in lines if line and line[0] not in ".#_" and ":" not in line
        ]

    assert code(below) == code(rule(as_plain(below)))


@pytest.mark.slow
@pytest.mark.compiled
def test_told_steps_are_compiled_once_for_all_processes(tmp_path: Path) -> None:
    script = (
        "from spielzug.games import get_game; from spielzug.core import compiler;"
        "step = get_game('zwergenzugfahrt').chance_stepper.step;"
        "print(compiler.came_from_cache(step))"
    )
    environment = {**os.environ, "SPIELZUG_CACHE_DIR": str(tmp_path)}
    for expected in ("False", "True"):
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert done.stdout.strip() == expected


def test_no_step_of_any_game_fills_the_tape() -> None:
    most = max(len(told.limits) for name in NAMES for _, _, told in steps(name))
    assert 4 <= most <= TAPE_LENGTH // 2
