"""A match: the log is the truth, undo is fair, nobody changes it from outside."""

from __future__ import annotations

import pytest

from spielzug.core.errors import NotAllowed, OptionError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import Secret, SeedLuck, TableLuck
from spielzug.core.match import OUTSIDE, UNDO, Match, Seat

SEATS = [Seat("Anna"), Seat("Bo")]
SECRET = Secret(bytes(range(32)))


def table(game: Game, **options: int) -> Match:
    return Match(game, SEATS, TableLuck(SECRET, ("a", "b")), game.options(**options))


def play(match: Match, *texts: str) -> None:
    for text in texts:
        match.play(match.game.words.parse(text))


def after_setup(game: Game) -> Match:
    match = table(game, first=1)
    play(match, "k1", "@1", "k1", "@2")
    return match


def usable(match: Match) -> str:
    """An open card that needs a target."""
    signs = [match.game.words.notation(a) for a in match.legal]
    return next(s for s in signs if s in ("<>", "<.>", ">>", "<<", "#"))


def with_usable_card(game: Game) -> Match:
    """The first table (by nonce) at which the first player may use a card with a target."""
    for number in range(100):
        match = Match(game, SEATS, TableLuck(SECRET, (str(number),)), game.options(first=1))
        play(match, "k1", "@1", "k1", "@2")
        signs = {match.game.words.notation(a) for a in match.legal}
        if signs & {"<>", "<.>", ">>", "<<"}:
            return match
    raise AssertionError("no such table")


def test_the_same_secret_and_nonces_give_the_same_deal(game_of_trains: Game) -> None:
    assert table(game_of_trains).position == table(game_of_trains).position


def test_another_nonce_gives_another_deal(game_of_trains: Game) -> None:
    other = Match(game_of_trains, SEATS, TableLuck(SECRET, ("a", "c")))
    assert other.position.state.row.tolist() != table(game_of_trains).position.state.row.tolist()


def test_an_action_that_is_not_allowed_is_refused_with_its_rule_and_nothing_happens(
    game_of_trains: Game,
) -> None:
    match = after_setup(game_of_trains)
    before = match.position
    with pytest.raises(NotAllowed, match="G6"):
        play(match, "@3")
    assert match.position == before
    assert len(match.log) == 5


def test_a_choice_that_showed_nothing_can_be_taken_back(game_of_trains: Game) -> None:
    match = with_usable_card(game_of_trains)
    before = match.position
    play(match, usable(match))
    assert match.position != before
    entry = match.undo(0)
    assert (entry.kind, entry.action) == (UNDO, 5)
    assert match.position == before
    assert match.actor == 0


def test_a_drawn_card_cannot_be_taken_back(game_of_trains: Game) -> None:
    match = after_setup(game_of_trains)
    play(match, "+")
    assert match.undo_point(0) is None
    with pytest.raises(NotAllowed, match="taken back"):
        match.undo(0)


def test_nobody_takes_back_what_another_did(game_of_trains: Game) -> None:
    match = with_usable_card(game_of_trains)
    play(match, usable(match))
    assert match.undo_point(1) is None


def test_a_set_up_card_that_was_shown_cannot_be_taken_back(game_of_trains: Game) -> None:
    match = table(game_of_trains, first=1)
    play(match, "k1")
    assert match.undo_point(0) == 1
    play(match, "@1")
    assert match.undo_point(0) is None


def test_after_an_undo_the_luck_of_the_next_draw_is_new(game_of_trains: Game) -> None:
    """Keyed by log entry: going back and forth must not show the same card twice."""
    match = with_usable_card(game_of_trains)
    other = with_usable_card(game_of_trains)
    play(match, usable(match))
    match.undo(0)
    play(match, "+")
    play(other, "+")
    assert match.position.state.card != other.position.state.card


def test_only_the_table_can_end_a_game_from_outside(game_of_trains: Game) -> None:
    match = after_setup(game_of_trains)
    resign = game_of_trains.words.parse("!resign1")
    with pytest.raises(NotAllowed, match="Only the table"):
        match.play(resign)
    entry = match.from_outside(resign)
    assert entry.kind == OUTSIDE
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.shares, outcome.reason, outcome.winners) == ((0.0, 1.0), "resigned", (1,))
    with pytest.raises(NotAllowed, match="over"):
        match.from_outside(game_of_trains.words.parse("!abandon"))


def test_the_position_handed_out_is_a_copy(game_of_trains: Game) -> None:
    match = after_setup(game_of_trains)
    match.position.state.turns = 77
    assert match.position.state.turns == 0
    match.position_after(0).state.turns = 77
    assert match.position_after(0).state.turns == 0


def test_wrong_seats_options_and_positions_are_refused(game_of_trains: Game) -> None:
    with pytest.raises(UsageError, match="2 to 4 seats, not 5"):
        Match(game_of_trains, [Seat("x")] * 5, SeedLuck("1"))
    with pytest.raises(OptionError, match="first=4 names a seat that is not there"):
        table(game_of_trains, first=4)
    with pytest.raises(UsageError, match="no position 9"):
        after_setup(game_of_trains).position_after(9)
    with pytest.raises(NotAllowed, match="does not count"):
        after_setup(game_of_trains).take_back(0, 40)


def test_chance_without_a_deal_is_refused(game_of_trains: Game) -> None:
    class Nothing:
        def key(self, entry: int) -> None:
            return None

    with pytest.raises(UsageError, match="deal needs a key"):
        Match(game_of_trains, SEATS, Nothing())


def test_how_much_luck_was_needed_is_known_after_every_undo(game_of_trains: Game) -> None:
    match = Match(game_of_trains, SEATS, SeedLuck("count"))
    for turn in range(120):
        if match.over:
            break
        match.play(match.legal[turn % len(match.legal)])
        if turn % 7 == 6:
            match.take_back(match.log[-1].seat, match.decisions[-1 - turn % 3].number)
        lucky = [entry for entry in match.decisions if entry.lucky]
        assert match._drawn == 1 + len(lucky)
        assert match.may_undo(0) == (match.undo_point(0) is not None)
    assert len(match.log) > 60


def test_only_what_counts_can_be_taken_back(game_of_trains: Game) -> None:
    match = Match(game_of_trains, SEATS, SeedLuck("back"))
    for _ in range(4):
        match.play(match.legal[0])
    match.take_back(0, 3)
    for wrong in (-1, 0, 3, 4, 5, 99):
        with pytest.raises(NotAllowed, match="does not count any more or never did"):
            match.take_back(0, wrong)
    match.take_back(0, 2)
    assert [entry.number for entry in match.decisions] == [1]
