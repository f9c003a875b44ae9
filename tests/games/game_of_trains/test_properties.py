"""Invariants of every position, on random positions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    broken_check,
    changes,
    facts_for,
    hidden,
    in_words,
    legal,
    play,
    position,
    same_bytes,
    show,
)
from raw_records import deal_with_facts, plain_record, seen_as, shown, wrap_records
from spielzug.core.errors import CannotRead, NotAllowed
from spielzug.core.event_buffer import event_buffer
from spielzug.core.jit import PLAIN
from spielzug.core.native_records import read_facts
from spielzug.core.texts import LANGUAGES
from spielzug.games.game_of_trains.facts import ABILITIES
from spielzug.games.game_of_trains.state import (
    ACTIONS,
    TARGET,
)

EXAMPLES = 25 if PLAIN else 50
quick = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, print_blob=False)
SIGNS = ("<>", "<.>", ">>", "<<", "-1", "-4", "-7", "#")
TARGETS = [text for text in ACTIONS.notations if re.fullmatch(r"\d[<>.]+\d", text)]
TABLE_WORDS = {"de": "Tisch", "en": "table", "fr": "table", "nl": "tafel"}


# -- positions -------------------------------------------------------------------------------------


def decide(table: TypedPosition, rng: random.Random) -> TypedPosition:
    return play(table, rng.choice(legal(table)), rng.getrandbits(64))[0]


@st.composite
def reached(draw: st.DrawFn) -> TypedPosition:
    """A position of a random game, from the deal on."""
    seats = draw(st.integers(2, 4))
    rng = random.Random(draw(st.integers(0, 2**32)))
    facts = facts_for(turn_limit=30)
    table = TypedPosition(GAME, facts, deal_with_facts(GAME, facts, seats, rng.getrandbits(64))[0])
    for _ in range(draw(st.integers(0, 40))):
        if legal(table):
            table = decide(table, rng)
    return table


def almost_sorted(cars: list[int], rng: random.Random) -> list[int]:
    cars = sorted(cars)
    a, b = rng.sample(range(7), 2)
    cars[a], cars[b] = cars[b], cars[a]
    return cars


@st.composite
def built(draw: st.DrawFn, phases: tuple[str, ...] = ("turn", "place", "target")) -> TypedPosition:
    """A position from the middle of a game put together at random; rows often close to a win."""
    seats = draw(st.integers(2, 4))
    turn = draw(st.integers(1, seats))
    phase = draw(st.sampled_from(phases))
    rng = random.Random(draw(st.integers(0, 2**32)))
    cars = list(range(1, 85))
    rng.shuffle(cars)
    ability = [ABILITIES[int(a)] for a in facts_for().ability]
    padlocks = [car for car in cars if ability[car] == "protect"][:6]
    cars = [car for car in cars if car not in padlocks]
    lines = []
    for seat in range(1, seats + 1):
        row, cars = cars[:7], cars[7:]
        if rng.random() < 0.6 or ascends(row):
            row = almost_sorted(row, rng)
        locks = [f"{p}:{padlocks.pop()}" for p in (1, 4, 7) if padlocks and rng.random() < 0.4]
        rejects = [str(cars.pop()) for _ in range(rng.randrange(min(seat, 4)))]
        lines.append(f"{seat}: {' '.join(map(str, row))} locks {' '.join(locks)}"
                     f" rejects {' '.join(rejects)}")  # fmt: skip
    cars += padlocks
    with_target = [car for car in cars if not ability[car].startswith("remove")]
    card = with_target[0] if phase == "target" else cars[0] if phase == "place" else 0
    locked = lines[turn - 1]
    if card and ability[card] == "protect" and all(f"{p}:" in locked for p in (1, 4, 7)):
        card = next(car for car in with_target if ability[car] != "protect")
    cars = [car for car in cars if car != card]
    wanted = rng.sample(ABILITIES, rng.randrange(9))
    opened = [next((c for c in cars if ability[c] == name), 0) for name in wanted]
    cars = [car for car in cars if car not in opened]
    left = rng.choice([1, 2, 3, len(cars) // 2, len(cars)])
    rows = "\n".join(lines)
    return position(f"""
        seats {seats} turn {turn} phase {phase} card {card} rng {rng.getrandbits(63)}
        {rows}
        open: {" ".join(str(car) for car in opened if car)}
        draw: {" ".join(map(str, cars[:left]))}
        discard: rest
    """)


anywhere = st.one_of(reached(), built())


def every_car(table: TypedPosition) -> list[int]:
    names = ("card", "row", "lock", "open", "hand", "rejects", "pile")
    values = [int(v) for name in names for v in np.asarray(table.state[name]).ravel()]
    return sorted(v for v in values if v)


def row_of(table: TypedPosition, seat: int) -> list[int]:
    return [int(car) for car in table.state.row[seat]]


def ascends(row: list[int]) -> bool:
    return 0 not in row and row == sorted(row)


# -- steps -----------------------------------------------------------------------------------------


@quick
@given(anywhere)
def test_g1_every_legal_action_keeps_each_of_the_84_cars_once(table: TypedPosition) -> None:
    assert every_car(table) == list(range(1, 85))
    for action in legal(table):
        later, _ = play(table, action)
        assert every_car(later) == list(range(1, 85)), action


@quick
@given(anywhere)
def test_every_legal_action_leaves_a_possible_position(table: TypedPosition) -> None:
    for action in legal(table):
        later, _ = play(table, action)
        assert broken_check(later) == "", action
        unused = later.state.pile[later.state.draw_pile : 84 - later.state.discard_pile]
        assert not unused.any(), "room between the piles is not cleared"


@quick
@given(anywhere)
def test_looking_and_playing_on_copies_change_nothing(table: TypedPosition) -> None:
    memory = table.state.tobytes()
    for action in legal(table):
        play(table, action)
    for seat in range(-1, int(table.state.seats)):
        shown(table.position.seen(seat))
    assert table.state.tobytes() == memory


@quick
@given(anywhere)
def test_a_step_without_events_is_the_same_step(table: TypedPosition) -> None:
    for action in table.position.legal:
        loud, quiet = (
            wrap_records(GAME, None, table.state).copy().state,
            wrap_records(GAME, None, table.state).copy().state,
        )
        GAME.rules.step(table.facts, loud, action, event_buffer(GAME.rules.MAX_EVENTS))
        GAME.rules.step_quiet(table.facts, quiet, action)
        assert loud.tobytes() == quiet.tobytes()


@quick
@given(anywhere)
def test_g21_a_full_row_ascends_exactly_when_the_game_is_won(table: TypedPosition) -> None:
    for action in legal(table):
        later, _ = play(table, action)
        winners = [s for s in range(int(later.state.seats)) if ascends(row_of(later, s))]
        if in_words(later)["reason"] in ("own_turn", "other_turn"):
            assert winners == [int(later.state.winner)]
            own = winners == [int(table.state.turn)]
            assert in_words(later)["reason"] == ("own_turn" if own else "other_turn")
        else:
            assert winners == []
            assert later.state.winner == -1


@quick
@given(anywhere)
def test_g2_the_turn_passes_clockwise_or_stays_with_a_choice_to_finish(
    table: TypedPosition,
) -> None:
    seats = int(table.state.seats)
    for action in legal(table):
        later, _ = play(table, action)
        if later.position.over:
            assert in_words(later)["turn"] == "nobody"
            continue
        finished = in_words(table)["phase"] in ("setup_place", "place", "target") or "-" in action
        expected = (int(table.state.turn) + finished) % seats
        assert int(later.state.turn) == expected
        counted = finished and in_words(table)["phase"] != "setup_place"
        assert int(later.state.turns) == int(table.state.turns) + counted


# -- the own row -----------------------------------------------------------------------------------

ROWS = st.lists(st.integers(1, 84), min_size=7, max_size=7, unique=True)


def aimed(row: list[int], target: str) -> list[int]:
    """The row after a target was carried out, whatever card it took."""
    state = GAME.blank()[0]
    state.seats, state.winner, state.phase = 2, -1, TARGET
    state.row[0], state.row[1] = row, range(7, 0, -1)
    GAME.rules.step_quiet(facts_for(), state, GAME.words.parse(target))
    return [int(car) for car in state.row[0]]


@quick
@given(ROWS, st.sampled_from([t for t in TARGETS if "<" in t and ">" in t]))
def test_g10_g11_a_swap_is_its_own_inverse(row: list[int], target: str) -> None:
    once = aimed(row, target)
    assert once != row
    assert aimed(once, target) == row


@quick
@given(ROWS, st.integers(1, 5))
def test_g12_g13_moving_right_and_back_left_restores_the_row(row: list[int], place: int) -> None:
    there = aimed(row, f"{place}>>{place + 2}")
    assert there != row
    assert aimed(there, f"{place + 2}<<{place}") == row


@quick
@given(ROWS, st.sampled_from(TARGETS))
def test_g10_to_g13_as_a_person_would_do_it_with_a_list(row: list[int], target: str) -> None:
    start, end = int(target[0]) - 1, int(target[-1]) - 1
    expected = list(row)
    if "<" in target and ">" in target:
        expected[start], expected[end] = row[end], row[start]
    else:
        expected.insert(end, expected.pop(start))
    assert aimed(row, target) == expected


# -- choices ---------------------------------------------------------------------------------------


def legal_by_the_rules(table: TypedPosition) -> set[str]:
    """G4, G6, G7, G10 to G13 and G18 once more, from the facts in words."""
    told = in_words(table)
    turn, phase = told["turn"], told["phase"]
    if phase == "over":
        return set()
    if phase == "keep":
        return {f"k{i + 1}" for i in range(len(told[f"hand {turn}"].split()))}
    if phase in ("setup_place", "place"):
        return {f"@{place}" for place in range(1, 8)}
    free = {p for p in (1, 4, 7) if f"{p}:" not in told[f"locks {turn}"]}
    if phase == "turn":
        showing = {ABILITIES[int(table.facts.ability[int(c)])] for c in told["open"].split()}
        if not free:
            showing.discard("protect")
        return {"+"} | {SIGNS[ABILITIES.index(name)] for name in showing}
    shape: dict[str, Callable[[], set[str]]] = {
        "swap_adjacent": lambda: {f"{p}<>{p + 1}" for p in range(1, 7)},
        "swap_over_one": lambda: {f"{p}<.>{p + 2}" for p in range(1, 6)},
        "move_right_2": lambda: {f"{p}>>{p + 2}" for p in range(1, 6)},
        "move_left_2": lambda: {f"{p}<<{p - 2}" for p in range(3, 8)},
        "protect": lambda: {f"#{p}" for p in free},
    }
    return shape[ABILITIES[int(table.facts.ability[int(told["card"])])]]()


@quick
@given(anywhere)
def test_the_legal_actions_of_each_phase_are_those_of_the_rules(table: TypedPosition) -> None:
    found = legal(table)
    assert set(found) == legal_by_the_rules(table)
    assert len(set(found)) == len(found)
    actions = table.position.legal
    assert actions == sorted(actions)
    assert bool(found) != table.position.over
    for action in found:
        later, _ = play(table, action)
        assert set(legal(later)) == legal_by_the_rules(later)


@quick
@given(anywhere)
def test_every_refusal_names_a_rule_or_the_table(table: TypedPosition) -> None:
    memory = table.state.tobytes()
    allowed = table.position.legal
    seen = table.position.seen(table.position.actor).hidden
    for action in range(ACTIONS.count):
        for lang in LANGUAGES:
            reason = GAME.words.why_not(read_facts(table.facts), plain_record(seen), action, lang)
            if action in allowed:
                assert reason == ""
            else:
                named = re.search(r"\(G\d+\)", reason) or TABLE_WORDS[lang] in reason
                assert named, (ACTIONS.notations[action], reason)
        if action not in allowed and not table.position.can_table_act(action):
            with pytest.raises(NotAllowed):
                table.position.step(action)
    assert table.state.tobytes() == memory


def test_the_notation_of_an_action_is_read_back() -> None:
    for action in range(ACTIONS.count):
        text = GAME.words.notation(action)
        assert GAME.words.parse(text) == action
        assert GAME.words.parse(f" {text}\n") == action


@quick
@given(st.text(alphabet="+@k#<>.-!1234567 ", max_size=6))
def test_text_is_read_as_the_action_it_notates_or_not_at_all(text: str) -> None:
    if text.strip() in ACTIONS.notations:
        assert GAME.words.notation(GAME.words.parse(text)) == text.strip()
    else:
        with pytest.raises(CannotRead, match=re.escape(repr(text.strip()))):
            GAME.words.parse(text)


# -- knowledge -------------------------------------------------------------------------------------


@quick
@given(anywhere)
def test_hiding_twice_hides_no_more_than_once(table: TypedPosition) -> None:
    for seat in range(int(table.state.seats) + 1):
        once = hidden(table, seat)
        assert same_bytes(hidden(once, seat), once)


@quick
@given(anywhere)
def test_a_seat_knows_its_own_choices(table: TypedPosition) -> None:
    turn = int(table.state.turn) + 1
    assert legal(hidden(table, turn)) == legal(table)


@quick
@given(anywhere, st.integers(0, 2**64 - 1))
def test_a_guess_fits_all_that_the_seat_knows(table: TypedPosition, key: int) -> None:
    for seat in range(int(table.state.seats) + 1):
        seen = hidden(table, seat)
        guess = TypedPosition(
            GAME, table.facts, seen_as(GAME, table.facts, seen.state, seat - 1).guess(key).state
        )
        assert every_car(guess) == list(range(1, 85))
        assert same_bytes(hidden(guess, seat), seen)
        told, true = in_words(guess), in_words(table)
        public = ("turn", "phase", "open", "discard", "row 1", "row 2", "locks 1", "winner")
        assert all(told[name] == true[name] for name in public)


@quick
@given(anywhere)
def test_only_hands_rejects_a_drawn_car_and_the_draw_pile_are_ever_hidden(
    table: TypedPosition,
) -> None:
    for seat in range(int(table.state.seats) + 1):
        blanked = set(changes(table, hidden(table, seat)))
        blanked -= {f"{name} {s}" for name in ("hand", "rejects") for s in range(1, 5) if s != seat}
        if int(table.state.turn) + 1 != seat:
            blanked.discard("card")
        assert blanked <= {"draw"}


@quick
@given(anywhere)
def test_a_position_shown_as_text_is_read_back(table: TypedPosition) -> None:
    text = show(table)
    assert in_words(position(text, possible=False)) == in_words(table)
