"""What a player may know: the last chapter of the rules."""

from __future__ import annotations

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    changes,
    facts_for,
    hidden,
    in_words,
    pile,
    play,
    position,
    same_bytes,
)
from raw_records import deal_with_facts, shown
from spielzug.core.events import HIDDEN, SPECTATOR, seen_by
from spielzug.games.game_of_trains import state as s

MIDGAME = """
    seats 3  first 1  turn 2  phase {phase}  turns 4  {card}
    1: 81 17 56 41 24 73 3   locks 4:10
    2: 82 72 62 52 42 32 22  rejects 5
    3: 83 71 61 51 43 31 21  rejects 6 7
    open: 9 20
    discard: 1 2
    draw: rest
"""


def midgame(phase: str = "turn", card: int = 0) -> TypedPosition:
    return position(MIDGAME.format(phase=phase, card=f"card {card}" if card else ""))


def blanked(table: TypedPosition, seat: int) -> dict[str, str]:
    """What the seat (0: spectator) reads instead of the truth."""
    found = changes(table, hidden(table, seat))
    return {name: now for name, (_, now) in found.items()}


@pytest.mark.parametrize(
    ("seat", "unknown"),
    [
        (1, {"rejects 2": "?", "rejects 3": "? ?"}),
        (2, {"rejects 3": "? ?"}),
        (3, {"rejects 2": "?"}),
        (0, {"rejects 2": "?", "rejects 3": "? ?"}),
    ],
)
def test_set_up_rejects_are_known_only_to_who_drew_them(seat: int, unknown: dict[str, str]) -> None:
    assert blanked(midgame(), seat) == {**unknown, "draw": "?"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_draw_pile_is_known_to_nobody_but_its_size_to_all(seat: int) -> None:
    table = midgame()
    seen = hidden(table, seat)
    assert pile(seen, "draw") == {s.UNKNOWN}
    assert seen.state.draw_pile == table.state.draw_pile
    assert seen.state.rng == 0


@pytest.mark.parametrize("seat", [0, 1, 3])
@pytest.mark.parametrize("phase", ["place", "setup_place"])
def test_g6_a_drawn_car_is_seen_only_by_its_drawer(seat: int, phase: str) -> None:
    table = midgame(phase, 33)
    assert blanked(table, seat)["card"] == "?"
    assert "card" not in blanked(table, 2)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_g7_a_card_in_use_is_seen_by_all(seat: int) -> None:
    assert "card" not in blanked(midgame("target", 33), seat)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_g3_the_cards_of_the_set_up_are_seen_only_by_their_drawer(seat: int) -> None:
    table = position("""
        seats 2  first 2  turn 2  phase keep
        1: 70 60 50 40 30 20 10  hand 3 11
        2: 71 61 51 41 31 21 12  hand 4
        draw: rest
    """)
    told = blanked(table, seat)
    assert told.pop("draw") == "?"
    secret = {"hand 1": "255 255", "hand 2": "255"}
    secret.pop(f"hand {seat}", None)
    assert told == secret


def test_a_reshuffle_puts_the_rejects_into_the_unknown_pile() -> None:
    before = position(
        MIDGAME.replace("discard: 1 2", "discard: rest")
        .replace("draw: rest", "draw: 33")
        .format(phase="turn", card="")
    )
    later, _ = play(before, "+")
    assert {5, 6, 7} <= pile(later, "draw")
    assert blanked(later, 3) == {"card": "?", "draw": "?"}


def test_the_order_of_the_discards_is_shown_to_nobody() -> None:
    text = MIDGAME.replace("discard: 1 2", "discard: {order}")
    one = position(text.format(phase="turn", card="", order="1 2 4 8"))
    other = position(text.format(phase="turn", card="", order="8 2 1 4"))
    for seat in range(4):
        assert same_bytes(hidden(one, seat), hidden(other, seat))


def test_the_view_never_lists_the_discard_pile() -> None:
    table = midgame()
    for seat in (SPECTATOR, 0, 1, 2):
        view = shown(table.position.seen(seat))
        assert view["discard_pile"] == 5  # two discarded and three rejects
        assert "rejects" not in view


@pytest.mark.parametrize(
    ("phase", "actions", "kind"),
    [("turn", "+", s.DREW), ("keep", "k2", s.KEPT)],
)
def test_the_event_of_a_secret_card_tells_others_only_that_it_happened(
    phase: str, actions: str, kind: int
) -> None:
    before = midgame()
    if phase == "keep":
        before = position("""
            seats 3  first 1  turn 2  phase keep
            1: 70 60 50 40 30 20 10
            2: 71 61 51 41 31 21 12  hand 3 11
            3: 83 72 62 52 43 32 22  hand 5 6 7
            draw: rest
        """)
    later, events = play(before, actions)
    card = int(later.state.card)
    assert [(e.seat, e.a) for e in seen_by(events, 1) if e.kind == kind] == [(1, card)]
    for seat in (SPECTATOR, 0, 2):
        told = [(e.seat, e.a, e.b) for e in seen_by(events, seat) if e.kind == kind]
        assert told == [(1, HIDDEN, HIDDEN)]


def test_g3_the_deal_tells_each_seat_its_own_set_up_cards_only() -> None:
    facts = facts_for(first=1)
    state, events = deal_with_facts(GAME, facts, 3, 11)
    for seat in (SPECTATOR, 0, 1, 2):
        for owner in range(3):
            told = [
                e.a for e in seen_by(events, seat) if e.kind == s.DREW_SETUP and e.seat == owner
            ]
            hand = [int(card) for card in state.hand[owner] if card]
            assert told == (hand if seat == owner else [HIDDEN] * len(hand))


def test_a_refill_is_seen_by_all() -> None:
    table = position(MIDGAME.replace("open: 9 20", "open: 4 15").format(phase="turn", card=""))
    later, events = play(table, "-1")
    told = [(e.seat, e.a) for e in seen_by(events, SPECTATOR) if e.kind == s.REFILLED]
    assert told == [(seat, int(later.state.row[seat, 0])) for seat in (1, 2, 0)]


@pytest.mark.parametrize("phase", ["place", "setup_place"])
@pytest.mark.parametrize("end", ["!abandon", "!resign2"])
def test_a_drawn_car_stays_secret_when_the_game_ends_before_it_is_placed(
    phase: str, end: str
) -> None:
    before = position(f"""
        seats 2  turn 2  phase {phase}  card 33
        1: 81 17 56 41 24 73 3
        2: 82 72 62 52 42 32 22
        draw: rest
    """)
    later, _ = play(before, end)
    assert blanked(later, 1).get("hand 2") == "255"
    assert "hand 2" not in blanked(later, 2)
    assert shown(later.position.seen(SPECTATOR))["card"] != {
        "number": 33,
        "ability": "move_right_2",
    }


def test_g4_hands_not_chosen_from_stay_secret_when_the_game_is_called_off() -> None:
    before = position("""
        seats 2  first 2  turn 2  phase keep
        1: 70 60 50 40 30 20 10  hand 3 11
        2: 71 61 51 41 31 21 12  hand 4
        draw: rest
    """)
    later, _ = play(before, "!abandon")
    assert in_words(hidden(later, 2))["hand 1"] == "255 255"
