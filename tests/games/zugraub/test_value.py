"""The evaluation and the quick player that the search uses."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from games.zugraub.typed_position import CARD, GAME, USUAL, TypedPosition, legal, position
from raw_records import deal_with_facts, wrap_records
from spielzug.bots.search.levels import random_choice
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.core.events import MAX_SEATS
from spielzug.core.jit import fields
from spielzug.core.keys import SplitMix64
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.zugraub.facts.sets import LAST_PIECE
from spielzug.games.zugraub.play import evaluator, value
from spielzug.games.zugraub.play.levels import LADDER
from spielzug.games.zugraub.play.value import STAGES, stage_of
from spielzug.games.zugraub.play.weights import GREEDY, MERITS, QUICK
from spielzug.games.zugraub.state import BATCH

RULES: Any = GAME.rules
ENGINE = """
    active 1  phase discard
    train: mail- engine
    1: 2e3  points 3  head {one}
    2: 1b2  points 3  head {two}
    3: 1c2  points 3  head {three}
"""


def shares(table: TypedPosition) -> list[float]:
    out = np.zeros(MAX_SEATS)
    RULES.value(table.facts, table.state, out)
    return [float(share) for share in out[: int(table.state.seats)]]


@pytest.mark.slow
def test_shares_sum_to_one_at_most_and_the_position_stays() -> None:
    facts = GAME.facts(GAME.options(turn_limit=60))
    rng = new_rng(5)
    judged = 0
    for number in range(12):
        seats = 3 + number % 5
        state, _ = deal_with_facts(GAME, facts, seats, stream(seed_key("value", 1), number))
        while not wrap_records(GAME, None, state).over:
            legal = wrap_records(GAME, facts, state).legal
            before = state.tobytes()
            found = shares(TypedPosition(facts, state))
            assert sum(found) <= 1.0 + 1e-9
            assert min(found) > 0.0 or RULES.nobody_can_win(facts, state)
            order = np.zeros(RULES.MAX_LEGAL, np.int32)
            count = RULES.ordered(facts, state, order)
            assert sorted(order[:count].tolist()) == legal
            hidden = (
                wrap_records(GAME, facts, state).seen(wrap_records(GAME, None, state).actor).hidden
            )
            chosen = int(RULES.policy(facts, hidden, rng))
            assert chosen in legal
            assert state.tobytes() == before
            judged += 1
            reckless = int(below(rng, 4)) == 0
            action = legal[int(below(rng, len(legal)))] if reckless else chosen
            RULES.step_quiet(facts, state, action)
    assert judged > 400


def test_the_first_of_the_order_is_the_policys_choice() -> None:
    table = position(ENGINE.format(one="Vanity", two="Jacob", three="Dale"))
    order = np.zeros(RULES.MAX_LEGAL, np.int32)
    RULES.ordered(table.facts, table.state, order)
    assert order[0] == RULES.policy(table.facts, table.state, new_rng(1))


def test_who_sits_where_does_not_matter() -> None:
    """The same position with everybody one seat further."""
    here = position("""
        active 1  phase move  reach 5
        train: mail cattle
        1: 1c2  points 3  head Vanity  hand Jacob
        2: 2b2  points 1  head Molar
        3: 1e2  points 5  hand Zephyr
    """)
    there = position("""
        active 2  phase move  reach 5
        train: mail cattle
        1: 1e2  points 5  hand Zephyr
        2: 1c2  points 3  head Vanity  hand Jacob
        3: 2b2  points 1  head Molar
    """)
    first, second = shares(here), shares(there)
    assert second == pytest.approx([first[2], first[0], first[1]])


def test_the_cleverest_at_the_brakes_is_ahead() -> None:
    ahead = shares(position(ENGINE.format(one="Vanity", two="Jacob", three="Dale")))
    behind = shares(position(ENGINE.format(one="Jacob", two="Vanity", three="Dale")))
    assert ahead[0] > 0.6
    assert ahead[0] > behind[0] + 0.3
    assert behind[1] > ahead[1] + 0.1


# -- all lose ------------------------------------------------------------------------------------

LOST = """
    active 1  phase discard
    train: {train}
    1: 1e2  points 3
    2: 1b2  points 1  head {head}
    3: 1c2  hand {hand}
"""
CHEESE, OTHER = "Old_Glory_Orange", "Surplus_Cheddar"


@pytest.mark.parametrize(
    ("train", "head", "hand", "lost"),
    [
        ("mail- engine", CHEESE, OTHER, True),
        ("mail- cattle-", CHEESE, OTHER, False),  # there are cars to come, with markers on them
        ("mail[c1] engine", CHEESE, OTHER, False),
        ("mail- engine", "Jacob", OTHER, False),
        ("mail- engine", CHEESE, "Uther", False),  # dear, but every lost fight brings a point
    ],
)
def test_b20_nobody_can_win_without_a_brain_and_where_none_can_be_found(
    train: str, head: str, hand: str, lost: bool
) -> None:
    table = position(LOST.format(train=train, head=head, hand=hand))
    assert bool(RULES.nobody_can_win(table.facts, table.state)) == lost
    assert (shares(table) == [0.0, 0.0, 0.0]) == lost
    assert (sum(shares(table)) > 0.0) != lost


def test_b20_with_no_piece_left_but_the_engine_nothing_comes_any_more() -> None:
    text = LOST.format(train="mail- cattle-", head=CHEESE, hand=OTHER)
    table = position(text)
    table.state.unused = 1 << LAST_PIECE
    assert RULES.nobody_can_win(table.facts, table.state)


ALL_CARS = "parlour- sleeping- cattle- kitchen- circus- cheese- theatre-"


@pytest.mark.parametrize(("train", "lost"), [("", False), (" engine", True)])
def test_b21_where_lost_cars_return_something_comes_until_the_engine_does(
    train: str, lost: bool
) -> None:
    """Every car is up and empty, but the check of this turn is still to lose one of them."""
    text = LOST.format(train=ALL_CARS + train, head=CHEESE, hand=OTHER)
    table = position(text.replace("phase discard", "phase end"), recycle=1)
    table.state.added = 1
    assert bool(RULES.nobody_can_win(table.facts, table.state)) == lost
    assert (shares(table) == [0.0, 0.0, 0.0]) == lost
    while table.state.added:
        RULES.step_quiet(table.facts, table.state, table.position.legal[0])
    assert bool(RULES.nobody_can_win(table.facts, table.state)) == lost


def test_b20_that_all_lose_is_known_only_to_those_who_know_the_hands() -> None:
    def known(hand: str, seat: int) -> bool:
        table = position(LOST.format(train="mail- engine", head=CHEESE, hand=hand))
        return table.position.seen(seat).nobody_can_win

    assert [known(OTHER, seat) for seat in (-1, 0, 1, 2)] == [False, False, False, True]
    assert [known(f"{OTHER}+1", seat) for seat in (-1, 0, 1, 2)] == [False, True, False, True]
    assert all(known(f"{OTHER}+*", seat) for seat in (-1, 0, 1, 2))


def test_b20_a_card_of_a_shuffle_in_which_only_cheeses_were_left_is_a_cheese() -> None:
    table = position(LOST.format(train="mail- engine", head=CHEESE, hand=OTHER))
    watched = table.position.seen(-1)
    assert not watched.nobody_can_win
    table.state.seen[2, 0] |= 1 << BATCH  # drawn after the first shuffle
    table.state.batch[CARD["Surplus Cheddar"]] = 1
    assert table.position.seen(-1).nobody_can_win


@pytest.mark.compiled
@pytest.mark.parametrize(("recycle", "often"), [(0, 6), (1, 4)])
def test_b20_where_nobody_can_win_nobody_ever_does(recycle: int, often: int) -> None:
    """Whatever random players do afterwards; and a spectator never knows more than there is."""
    facts, said = GAME.facts(GAME.options(**USUAL, turn_limit=200, recycle=recycle)), 0
    rng = new_rng(8)
    for number in range(60):
        state, _ = deal_with_facts(GAME, facts, 3 + number % 3, stream(seed_key("lost", 1), number))
        now, lost = wrap_records(GAME, facts, state), False
        while not now.over:
            known = now.seen(-1).nobody_can_win
            true = bool(RULES.nobody_can_win(facts, state))
            assert true or not known
            assert true or not lost  # once lost, for ever lost
            lost = true
            legal = now.legal
            now.advance(legal[int(below(rng, len(legal)))])
        outcome = now.outcome
        assert outcome is not None
        assert not lost or sum(outcome.shares) == 0.0
        said += lost
    assert said >= often


def test_b20_hope_is_the_chance_to_draw_a_brain() -> None:
    """One marker, and everything but two cheeses in the draw pile: 43 of 53 cards can win."""
    text = LOST.format(train="mail[c1] engine", head=CHEESE, hand=OTHER)
    assert sum(shares(position(text))) == pytest.approx(43 / 53)
    # With all that can win among the discards nothing good can come of it.
    clever = " ".join(str(n) for n in range(1, 56) if GAME.facts().iq[n] > 0)
    assert sum(shares(position(f"{text}\ndiscard: {clever}"))) == pytest.approx(0.0)


def test_b20_who_cannot_win_any_more_heads_for_the_end() -> None:
    """The quick player brakes, and the search has nothing better to do."""
    table = position("""
        active 1  phase move  reach 9
        train: mail- engine
        1: 2a2
        2: 1b2
        3: 1c2
    """)
    chosen = int(RULES.policy(table.facts, table.state, new_rng(1)))
    assert "brake" in table.position.seen(0).label(chosen)
    thought = Thinker(GAME, Budget(iterations=200)).think(table.position.seen(0), 1)
    assert "brake" in table.position.seen(0).label(thought.action)


def test_points_and_a_brain_are_better_than_nothing() -> None:
    text = """
        active 1  phase discard
        train: caboose mail
        1: 2b2
        2: 2b2  points {points}  head {head}
        3: 2b2
    """
    poor = shares(position(text.format(points=2, head="Dale")))
    rich = shares(position(text.format(points=5, head="Dale")))
    clever = shares(position(text.format(points=2, head="Molar")))
    assert rich[1] > poor[1] > poor[2]
    assert clever[1] > poor[1]


@pytest.mark.parametrize(
    ("train", "stage"),
    [
        ("caboose mail", 0),
        ("mail cattle", 1),
        ("mail cattle circus engine", 2),
        ("cattle circus engine", 3),
        ("engine", 4),
    ],
)
def test_stages_follow_the_train(train: str, stage: int) -> None:
    table = position(f"train: {train}\n1: 1a2\n2: 1b2\n3: 1c2")
    state: Any = table.state
    assert stage_of(state) == stage


def test_weights_fit() -> None:
    assert MERITS.shape == (STAGES,)
    assert GREEDY.shape == QUICK.shape == (2,)
    for table in (MERITS, GREEDY, QUICK):
        assert all(np.isfinite(row.item()).all() for row in table)
    assert all(np.any(MERITS[name]) for name in fields(MERITS.dtype))
    assert all(np.any(GREEDY[name]) or np.any(QUICK[name]) for name in fields(QUICK.dtype))
    assert len(LADDER) == 6


@pytest.mark.parametrize(("module", "table"), [(evaluator, QUICK), (value, MERITS)])
def test_no_weight_is_dead(module: ModuleType, table: Any) -> None:
    """Each is read where it is meant to count."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert set(re.findall(r"\bw\.(\w+)", source)) == set(table.dtype.names)


LAST_CARDS = """
    active 1  phase {phase}
    train: mail- engine
    1: 1e2  points 1  hand Jacob
    2: {place}  points 1  head Old_Glory_Orange {more}
    3: 1c2  {third}
"""


@pytest.mark.parametrize(
    ("third", "wanted"),
    [("", "*"), ("hand Dale", "-4"), ("head Dale", "-4")],
)
def test_b20_the_quick_player_keeps_the_last_brain_of_all(third: str, wanted: str) -> None:
    """A card that cannot be paid is thrown away for a die, but not if all lose by that."""
    table = position(LAST_CARDS.format(phase="discard", place="1b2", more="", third=third))
    choice = RULES.policy(table.facts, table.state, new_rng(1))
    assert GAME.words.notation(int(choice)) == wanted


@pytest.mark.parametrize(("third", "wanted"), [("", "/"), ("hand Dale", "+4")])
def test_b20_the_quick_player_does_not_fight_with_the_last_brain_of_all(
    third: str, wanted: str
) -> None:
    text = LAST_CARDS.format(phase="brawl", place="1e2", more="total 8", third=third)
    table = position(text.replace("points 1  hand Jacob", "points 1  total 5  hand Jacob"))
    choice = RULES.policy(table.facts, table.state, new_rng(1))
    assert GAME.words.notation(int(choice)) == wanted


# -- slips ---------------------------------------------------------------------------------------

LAST_BRAIN = """
    active 1  phase {phase}
    train: {train}
    1: {place}  points 1  hand {hand}
    2: 1b2  points 1  head Old_Glory_Orange
    3: 1c2
"""


def slips(table: TypedPosition) -> set[str]:
    """All that is chosen by lot."""
    seen = table.position.seen(0)
    return {seen.notation(random_choice(seen, SplitMix64(key))) for key in range(300)}


def test_b20_nobody_throws_the_last_brain_away_by_a_slip() -> None:
    hand = "Jacob Surplus_Cheddar"
    text = LAST_BRAIN.format(phase="discard", train="mail- engine", place="1e2", hand=hand)
    jacob, cheddar = (f"-{CARD[name]}" for name in ("Jacob", "Surplus Cheddar"))
    assert set(legal(position(text))) == {"*", jacob, cheddar}
    assert slips(position(text)) == {"*", cheddar}
    found = text.replace("mail-", "mail[a1]")  # another brain may be found
    assert slips(position(found)) == {"*", jacob, cheddar}


def test_b20_nobody_ends_the_game_with_nothing_by_a_slip() -> None:
    text = LAST_BRAIN.format(phase="move  reach 2", train="engine", place="1c1", hand="Jacob")
    table = position(text)
    assert "1e1" in legal(table)  # a brake
    assert slips(table) == {*legal(table)} - {"1e1", f"+{CARD['Jacob']}"}
