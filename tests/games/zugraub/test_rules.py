"""The rules one by one, on positions typed as text."""

from __future__ import annotations

import pytest

from games.zugraub.test_worked_cases import same
from games.zugraub.typed_position import (
    CARD,
    GAME,
    TypedPosition,
    car,
    check,
    content,
    legal,
    play,
    position,
    step,
    why_not,
)
from raw_records import deal_with_facts, plain_record, seen_as, shown, wrap_records
from spielzug.core.errors import NotAllowed, OptionError
from spielzug.core.native_records import read_facts
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.facts.sets import SPACES, shipped
from spielzug.games.zugraub.say.view import shortest_path
from spielzug.games.zugraub.state import place_name

# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_b4_the_set_up(seats: int) -> None:
    facts = GAME.facts(ZugraubOptions(first=2))
    state, events = deal_with_facts(GAME, facts, seats, 5)
    assert (state.active, state.turn, state.phase) == (1, 1, s.DISCARDING)
    assert state.cards[:seats].tolist() == [1] * seats
    assert int(state.draw_pile) == 55 - seats
    starts = shipped().faces[14].plan.starts
    assert [int(state.pawn[(1 + i) % seats]) for i in range(seats)] == starts[:seats]
    assert (int(state.train[0]), int(state.length)) == (14, 2)
    assert int(state.markers[1]) == int(facts.brains[int(state.train[1])])
    assert int(state.unused).bit_count() == 6
    assert [e.seen for e in events if e.kind == s.DEALT] == [1 << i for i in range(seats)]
    check(TypedPosition(facts, state))


def test_b4_piece_and_side_are_drawn_evenly_and_so_is_who_begins() -> None:
    facts = GAME.facts(ZugraubOptions())
    faces, firsts = [0] * 14, [0] * 4
    for key in range(2800):
        state, _ = deal_with_facts(GAME, facts, 4, key * 7919 + 3)
        faces[int(state.train[1])] += 1
        firsts[int(state.first)] += 1
    assert all(140 < count < 260 for count in faces)
    assert all(600 < count < 800 for count in firsts)


# -- B5, B6 ----------------------------------------------------------------------------------------

START = """
    active 1  phase discard
    train: caboose parlour
    1: 1a2  {own}
    2: 1b1
    3: 1d1
"""


def test_b5_any_hand_cards_may_be_discarded_before_the_roll() -> None:
    before = position(START.format(own="hand Uther Nesbith"))
    assert legal(before) == ["*", "-1", "-2"]
    later = play(before, "-2", "-1")
    assert legal(later) == ["*"]
    same(later, position(START.format(own="") + "discard: Uther Nesbith"))
    assert "not in your hand (B5)" in why_not(before, "-3")
    assert "dice come first (B6)" in why_not(before, "1a2")


@pytest.mark.parametrize(
    ("own", "dice", "reach"),
    [
        ("", [3, 4], 7),
        ("hand Uther", [5], 5),
        ("hand Uther Vanity", [], 0),
        ("head 45 hand Uther Vanity", [3, 4], 8),
        ("head Dash hand Uther Vanity", [1, 2, 3], 7),
        ("head Dale hand Uther Vanity Nesbith", [6, 6], 14),
    ],
)
def test_b6_dice_by_head_and_hand(own: str, dice: list[int], reach: int) -> None:
    later = play(position(START.format(own=own)), ("*", dice))
    assert (int(later.state.reach), int(later.state.phase)) == (reach, s.MOVE)


def test_b6_a_card_played_adds_its_run_and_gives_no_die_back() -> None:
    before = position(START.replace("discard", "move  reach 2").format(own="hand Nesbith"))
    later = play(before, "+1")
    assert int(later.state.reach) == 6
    assert content(later)["discard"] == {1}


# -- B7, B8, B9 ------------------------------------------------------------------------------------


def test_b7_only_open_ways_and_only_within_the_reach() -> None:
    table = position("""
        active 1  phase move  reach 3
        train: caboose parlour
        1: 2a2
        2: 2b2
        3: 2a1
    """)
    # b2 and c2 have a wall between them; spaces of others may be passed and shared.
    inside = [name for name in legal(table) if name.startswith("2")]
    assert inside == ["2a1", "2a2", "2a3", "2b1", "2b2", "2b3", "2c1", "2c3"]
    back = [name for name in legal(table) if name.startswith("1")]
    assert back == ["1d2", "1e1", "1e2", "1e3", "1f1", "1f2", "1f3"]


def test_b7_nobody_leaves_the_train_at_the_rear_and_staying_is_allowed() -> None:
    table = position("""
        active 1  phase move  reach 1
        train: parlour dining
        1: 1a2
        2: 2b2
        3: 2a1
    """)
    assert legal(table) == ["1a1", "1a2", "1a3", "1b2"]
    same(
        play(table, "1a2"),
        position("""
            active 2  phase discard  turns 1
            train: parlour dining
            1: 1a2
            2: 2b2
            3: 2a1
        """),
    )


def test_b7_every_way_that_legal_offers_has_the_steps_it_says() -> None:
    """The masks against a search of all ways, over a train of eight cars."""
    table = position("""
        active 1  phase move  reach 17
        train: caboose parlour sleeping cattle kitchen circus cheese theatre
        1: 4c2
        2: 2b2
        3: 2a1
    """)
    for place in range(8 * SPACES):
        table.state.pawn[0] = place
        facts, state = read_facts(table.facts), plain_record(table.state)
        paths = {goal: shortest_path(facts, state, goal) for goal in range(8 * SPACES)}
        near = {place_name(goal) for goal, path in paths.items() if len(path) <= 17}
        assert {name for name in legal(table) if name[0].isdecimal()} == near


def test_b8_out_of_the_front_door_costs_a_step_and_needs_one() -> None:
    text = """
        active 1  phase move  reach {reach}
        train: caboose parlour
        1: 2f2
        2: 1b1
        3: 1d1
    """
    assert ">" in legal(position(text.format(reach=1)))
    shut = position(text.format(reach=0))
    assert legal(shut) == ["2f2"]
    assert "Leaving through the front door takes 1 step, but your reach is 0" in why_not(shut, ">")


def test_b8_with_no_piece_left_the_front_door_is_closed() -> None:
    table = position("""
        active 1  phase move  reach 5
        train: caboose parlour sleeping cattle kitchen circus cheese theatre
        1: 8f2
        2: 1b1
        3: 1d1
    """)
    assert ">" not in legal(table)
    assert "There are no cars left" in why_not(table, ">")


def test_b9_brake_then_marker_then_fight_and_only_where_the_move_ends() -> None:
    table = position("""
        active 1  phase move  reach 9
        train: caboose circus
        1: 2c2
        2: 2c3
        3: 2c1
    """)
    passed = play(table, "2d2")  # through or past others, nothing happens there
    assert content(passed)["active"] == 1
    later, events = step(table, "2c3", [("card", 9)])
    assert [e.kind for e in events] == [s.WALKED, s.FOUND, s.DREW]
    same(
        later,
        position("""
            active 1  phase attack
            train: caboose circus[a1 b1 f3]
            1: 2c3  points 1  hand Dash
            2: 2c3
            3: 2c1
        """),
    )
    assert legal(later) == ["x", "."]
    same(
        play(later, "."),
        position("""
            active 1  phase end
            train: caboose circus[a1 b1 f3]
            1: 2c3  points 1  hand Dash
            2: 2c3
            3: 2c1
        """),
    )
    assert "attack with x, or leave them" in why_not(later, "2c3")


# -- B10 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "points", "cards"),
    [("head 44", 1, [9]), ("head Prudence", 2, [9]), ("head Cuthbert", 1, [9, 11])],
)
def test_b10_what_a_marker_gives(head: str, points: int, cards: list[int]) -> None:
    table = position(f"""
        active 1  phase move  reach 9
        train: caboose circus
        1: 2c2  {head}
        2: 1c3
        3: 1c1
    """)
    later = play(table, ("2c3", [("card", c) for c in cards]))
    assert int(later.state.points[0]) == points
    assert content(later)["hands"] == (tuple(cards), (), ())


def test_b10_the_discards_are_shuffled_when_the_last_card_is_drawn() -> None:
    others = " ".join(str(card) for card in range(2, 56) if card != 20)
    table = position(f"""
        active 1  phase move  reach 9
        train: caboose circus
        1: 2c2  hand 20
        2: 1c3
        3: 1c1
        discard: {others}
    """)
    assert int(table.state.draw_pile) == 1
    later, events = step(table, "2c3", [("card", 1)])
    assert (s.SHUFFLED, 53) in [(e.kind, e.a) for e in events]
    found = content(later)
    assert found["hands"][0] == (20, 1)  # type: ignore[index]
    assert found["discard"] == frozenset()
    assert len(found["draw"]) == 53  # type: ignore[arg-type]
    check(later)
    # Whoever guesses knows that the cards in hand were drawn before the shuffle.
    hidden = later.position.seen(1).hidden
    for key in range(40):
        guess = seen_as(GAME, later.facts, hidden, 1).guess(key).state
        assert sorted(guess.hand[0, :2].tolist()) == [1, 20]


# -- B11-B16 ---------------------------------------------------------------------------------------

FIGHT = """
    active 1  phase attack
    train: caboose parlour
    1: 2c1  {one}
    2: 2c1  {two}
    3: 1a1
"""


@pytest.mark.parametrize(
    ("one", "two", "dice", "totals"),
    [
        ("", "", [1, 2, 3, 4], (7, 3)),
        ("hand Uther", "head Jacob hand Vanity", [6, 1, 2], (8, 6)),
        ("hand Uther Vanity", "head Big_Berta", [1, 2, 3], (8, 0)),
    ],
)
def test_b11_dice_and_the_head_make_the_total(
    one: str, two: str, dice: list[int], totals: tuple[int, int]
) -> None:
    later = play(position(FIGHT.format(one=one, two=two)), ("x", dice))
    found = content(later)
    assert found["fighters"] == (1, 0)
    assert found["totals"] == totals


def test_b12_the_highest_total_wins_and_b13_every_loser_gets_a_point() -> None:
    later = play(position(FIGHT.format(one="", two="")), ("x", [1, 2, 3, 4]))
    same(
        later,
        position("""
            active 1  actor 2  phase spoils  champion 2
            train: caboose parlour
            1: 2c1  points 1  total 3
            2: 2c1  total 7
            3: 1a1
        """),
    )


def test_b14_the_winner_and_nobody_else_sees_the_hands() -> None:
    before = position(FIGHT.format(one="head 44 hand Uther", two="head 45 hand Vanity"))
    fought = play(before, ("x", [6, 6, 1, 1]), "/", "/")
    assert content(fought)["seen"] == ((1,), (3,), ())
    for seat, hand in ((0, [2, 3]), (1, [0, 3]), (2, [0, 0]), (-1, [0, 0])):
        view = shown(fought.position.seen(seat))
        assert view["hands"][0] + view["hands"][1] == hand


def test_b14_a_card_moved_is_known_to_winner_receiver_and_who_knew_it() -> None:
    table = position("""
        active 1  phase spoils  champion 1
        train: caboose parlour
        1: 2c1  total 12
        2: 2c1  hand Uther+1+4  total 3
        3: 2c1  total 4
        4: 1a1
    """)
    later, events = step(table, "2.1>3")
    assert content(later)["seen"] == ((), (), (0b1111,), ())
    gave = next(e for e in events if e.kind == s.GAVE)
    assert (gave.seat, gave.a, gave.b, gave.seen) == (1, 2, 2, 0b1111)


HEADS = """
    active 1  phase spoils  champion 1
    train: caboose parlour
    1: 2c1  head Jacob  total 12
    2: 2c1  head Uther  total 3
    3: 2c1  total 4
"""


def test_b14_the_brain_that_allows_a_third_card_is_no_third_card_itself() -> None:
    text = """
        active 1  phase spoils  champion 1
        train: caboose parlour
        1: 2c1  total 12
        2: 2c1  head Dale  hand {hand}  total 3
        3: 1a1
    """
    alone = position(text.format(hand="Uther+1"))
    assert "/" in legal(step(alone, "2h>2")[0])
    full, _ = step(position(text.format(hand="Uther+1 Vanity+1")), "2h>2")
    assert "/" not in legal(full)
    assert "A hand has too many cards" in why_not(full, "/")
    assert "/" in legal(step(full, "2.1x")[0])


FULL_HANDS = """
    active 1  phase spoils  champion 1
    train: caboose parlour
    1: 2c1  total 12
    2: 2c1  hand Uther+1 Vanity+1  total 3
    3: 2c1  hand Nesbith+1 Jacob+1  total 4
"""


def test_b14_two_full_hands_can_exchange_a_brain() -> None:
    """The limit is that of the end: what comes may come before something else leaves."""
    table = position(FULL_HANDS)
    given, _ = step(table, "2.1>3")
    assert "/" not in legal(given)
    back, _ = step(given, "3.1>2")
    assert "/" in legal(back)
    hands = ((), (CARD["Vanity"], CARD["Nesbith"]), (CARD["Jacob"], CARD["Uther"]))
    moved = frozenset({CARD["Nesbith"], CARD["Uther"]})
    known = ((), (0b011, 0b111), (0b101, 0b111))
    assert content(back) == content(table) | {"hands": hands, "handled": moved, "seen": known}


def test_b14_no_more_spoils_than_the_limit_go_into_one_hand() -> None:
    table = position("""
        active 1  phase spoils  champion 1
        train: caboose parlour
        1: 2c1  hand Uther Vanity Dale  total 12
        2: 2c1  total 3
        3: 1a1
    """)
    for choice in ("1.1>2", "1.1>2"):
        table, _ = step(table, choice)
    assert "1.1>2" not in legal(table)
    assert "There is no room for more spoils in seat 2’s hand" in why_not(table, "1.1>2")


def test_b14_heads_are_filled_only_by_installing() -> None:
    table = position(HEADS)
    assert [a for a in legal(table) if "^" in a] == []
    assert "the option “Spoils into heads” is off" in why_not(table, "2h^3")
    assert "1h>1" in legal(table)


def test_b14_with_the_option_a_brain_may_go_into_an_empty_head() -> None:
    table = position(HEADS, spoils_to_head=1)
    assert [a for a in legal(table) if "^" in a] == ["1h^3", "2h^3"]
    assert "There is already a brain in seat 1’s head" in why_not(table, "2h^1")
    moved = play(table, "1hx", "2h^1")
    assert content(moved)["heads"] == (2, 0, 0)
    assert content(moved)["handled"] == {2}
    assert legal(moved) == ["/"]
    assert "already moved this card" in why_not(moved, "1hx")


def test_b14_nobody_outside_the_fight_and_no_empty_place() -> None:
    table = position(HEADS + "\n4: 1a1 hand Vanity")
    assert "Seat 4 was not in the fight" in why_not(table, "4.1x")
    assert "Seat 4 was not in the fight" in why_not(table, "2h>4")
    assert "There is no card there" in why_not(table, "3.1x")
    assert "There is no card there" in why_not(table, "3hx")
    assert "spoils first" in why_not(table, "*")


END = """
    active 1  phase end  {facts}
    train: caboose parlour
    1: 2c1  points {points}  {own}
    2: 1b1
    3: 1a1
"""


def test_b15_above_the_limit_one_installs_or_discards() -> None:
    table = position(END.format(facts="", points=3, own="hand Uther Jacob Nesbith"))
    assert legal(table) == ["-1", "-2", "-4", "^1", "^4"]
    assert "install or discard cards" in why_not(table, ".")
    assert "Uther costs 10, but you have 3 points" in why_not(table, "^2")
    within = play(table, "-2")
    assert legal(within) == [".", "^1", "^4"]
    assert "not over the limit" in why_not(within, "-1")


def test_b15_the_limit_is_three_with_the_right_brain() -> None:
    own = "head Dale hand Uther Jacob Nesbith"
    assert legal(position(END.format(facts="", points=0, own=own))) == ["."]


def test_b16_a_brain_is_paid_for_and_throws_the_old_one_out_once_a_turn() -> None:
    table = position(END.format(facts="", points=7, own="head 44 hand Jacob Nesbith"))
    later = play(table, "^4")
    same(
        later,
        position(
            END.format(facts="installed 1", points=4, own="head Jacob hand Nesbith") + "discard: 44"
        ),
    )
    assert legal(later) == ["."]
    assert "only install one brain a turn" in why_not(later, "^1")


def test_b16_with_the_last_card_installed_the_turn_ends_by_itself() -> None:
    table = position(END.format(facts="", points=3, own="hand Jacob"))
    later = play(table, "^4")
    assert (content(later)["active"], content(later)["turns"]) == (1, 1)


# -- B17-B21 ---------------------------------------------------------------------------------------


def test_b17_no_check_without_a_new_car() -> None:
    _, events = step(position(END.format(facts="", points=0, own="hand Jacob")), ".")
    assert s.CHECKED not in [e.kind for e in events]


def test_b17_the_check_comes_last_of_all() -> None:
    table = position(END.format(facts="added 1", points=3, own="hand Jacob"))
    _, events = step(table, "^4", [2])
    assert [e.kind for e in events] == [s.INSTALLED, s.CHECKED]


def test_b21_lost_cars_return_with_the_option() -> None:
    text = """
        active 1  phase move  reach 3
        train: parlour dining engine
        1: 3e1
        2: 2b1
        3: 2d1
    """
    assert content(play(position(text), "3e1"))["lost"] == {0}
    recycled = content(play(position(text, recycle=1), "3e1"))
    assert recycled["lost"] == frozenset()
    assert 0 in recycled["unused"]  # type: ignore[operator]
    told = [kind for kind in (s.LOST_CAR, s.CAR_BACK) if kind in kinds_of(text, 1)]
    assert told == [s.LOST_CAR, s.CAR_BACK]
    assert s.CAR_BACK not in kinds_of(text, 0)


def kinds_of(text: str, recycle: int) -> list[int]:
    _, events = step(position(text, recycle=recycle), "3e1", [])
    return [event.kind for event in events]


def test_b21_the_engine_waits_for_some_rounds_unless_nothing_else_is_left() -> None:
    table = position(END.format(facts="added 1", points=0, own="hand Jacob"), engine_rounds=2)
    lost = play(table, (".", [1, 1]))
    assert content(lost)["wait"] == 6
    for number in range(200):
        state = wrap_records(GAME, None, lost.state).copy().state
        state.phase, state.reach, state.rng = s.MOVE, 30, number
        state.pawn[1] = 16
        events = wrap_records(GAME, lost.facts, state).step(GAME.words.parse(">"))
        assert s.ENGINE_UP not in [e.kind for e in events]
    only = position(
        """
        active 1  phase move  reach 3  wait 4
        train: parlour sleeping cattle
        1: 3f2
        2: 1b1
        3: 1a1
        lost: kitchen circus cheese theatre
        """,
        engine_rounds=2,
    )
    play(only, (">", [("car", 7, 1)]))


def test_b21_the_wait_is_a_turn_shorter_after_every_turn() -> None:
    table = position(
        END.format(facts="wait 3", points=0, own="hand Jacob").replace("caboose ", ""),
        engine_rounds=1,
    )
    table.state.pawn[:3] = [0, 1, 2]
    assert content(play(table, "."))["wait"] == 2


CHEESES = {*range(44, 56), *range(61, 65)}


def free_cheeses(key: int) -> list[int]:
    facts = GAME.facts(ZugraubOptions(cheese=1, bonus=1))
    state, _ = deal_with_facts(GAME, facts, 7, key)
    heads: list[int] = state.head[:7].tolist()
    pile = state.pile[: int(state.draw_pile)].tolist()
    hands = state.hand[:7, 0].tolist()
    assert sorted([*heads, *pile, *hands]) == list(range(1, 65))
    return heads


def test_b21_a_free_cheese_by_lot_in_every_head() -> None:
    dealt = [free_cheeses(key) for key in range(400)]
    for heads in zip(*dealt, strict=True):  # of one seat
        assert set(heads) == CHEESES
        assert max(map(heads.count, CHEESES)) < 3 * 400 / len(CHEESES)


def test_b21_a_longer_first_train_and_the_bonus_pack() -> None:
    state, _ = deal_with_facts(GAME, GAME.facts(ZugraubOptions(cars=4, bonus=1)), 3, 3)
    assert (int(state.length), int(state.draw_pile)) == (5, 61)


def test_b21_the_turn_limit_scores_the_game() -> None:
    table = position(
        END.format(facts="turns 8", points=0, own="head Jacob hand Uther"), turn_limit=9
    )
    later = play(table, ".")
    found = content(later)
    assert (found["reason"], found["winners"], found["turns"]) == ("turn_limit", (0,), 9)
    assert legal(later) == []
    assert "The game is over" in why_not(later, "*")


def test_b21_a_named_first_seat_must_be_there() -> None:
    with pytest.raises(OptionError, match="names a seat that is not there"):
        ZugraubOptions(first=5).check_for_seats(4)


def test_only_the_table_may_call_a_game_off() -> None:
    table = position(START.format(own=""))
    with pytest.raises(NotAllowed):
        table.position.step(-1)
    assert "only the table" in why_not(table, "!abandon")
    table.position.step(GAME.words.parse("!abandon"))
    outcome = table.position.outcome
    assert outcome is not None
    assert (outcome.reason, len(set(outcome.shares))) == ("abandoned", 1)


def test_the_cars_are_named_in_tests() -> None:
    assert car("engine") == ("car", 7, 1)
