"""A match: its log determines everything, undo is fair, and nobody changes it from outside."""

from __future__ import annotations

import pytest

from spielzug.core.errors import NotAllowed, OptionError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import Luck, Secret, SeedLuck
from spielzug.core.match import AGREED, DEAL, FROM, OUTSIDE, PRACTICE, UNDO, Match, Seat
from table_luck import UnprotectedLuck, table_match

SEATS = [Seat("Anna"), Seat("Bo")]
SECRET = Secret(bytes(range(32)))


def table(game: Game, **options: int) -> Match:
    return table_match(game, SEATS, game.options(**options))


def play(match: Match, *texts: str) -> None:
    for text in texts:
        match.play(match.game.words.parse(text))


def after_setup(game: Game) -> Match:
    match = table(game, first=1)
    play(match, "k1", "@1", "k1", "@2")
    return match


def usable(match: Match) -> str:
    """A face-up card that needs a target."""
    signs = [match.game.words.notation(a) for a in match.legal]
    return next(s for s in signs if s in ("<>", "<.>", ">>", "<<", "#"))


def with_usable_card(game: Game) -> Match:
    """The first table (by luck) at which the first player may use a card with a target."""
    for number in range(100):
        match = table_match(game, SEATS, game.options(first=1), f"fair {number}")
        play(match, "k1", "@1", "k1", "@2")
        signs = {match.game.words.notation(a) for a in match.legal}
        if signs & {"<>", "<.>", ">>", "<<"}:
            return match
    raise AssertionError("no such table")


def test_the_same_secret_and_nonces_give_the_same_deal(game_of_trains: Game) -> None:
    assert table(game_of_trains).position == table(game_of_trains).position


def test_another_nonce_gives_another_deal(game_of_trains: Game) -> None:
    other = table_match(game_of_trains, SEATS, word="other")
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


# -- luck and undo ---------------------------------------------------------------------------------


def draws_after_harmless_undos(match: Match, times: int) -> set[int]:
    """The cards that come next after 0, 1, 2 … moves that needed no luck and were taken back."""
    found = set()
    for _ in range(times):
        play(match, usable(match))
        match.undo(0)
        # A copy, so that the attack itself goes on from where it was.
        played = Match(match.game, SEATS, match.luck, match.options)
        for entry in match.log[1:]:
            played.repeat(entry)
        play(played, "+")
        found.add(int(played.position.state.card))
    return found


def test_a_harmless_move_and_its_undo_shift_no_luck(game_of_trains: Game) -> None:
    """The attack: move and undo until the wished card would come."""
    assert len(draws_after_harmless_undos(with_usable_card(game_of_trains), 12)) == 1


def test_the_attack_succeeds_with_a_key_for_every_entry(game_of_trains: Game) -> None:
    """What counted luck protects from: a key for every entry of the log can be shifted at will."""
    for number in range(100):
        luck = UnprotectedLuck(SECRET, (str(number),))
        match = Match(game_of_trains, SEATS, luck, game_of_trains.options(first=1))
        play(match, "k1", "@1", "k1", "@2")
        if {match.game.words.notation(a) for a in match.legal} & {"<>", "<.>", ">>", "<<"}:
            break
    assert len(draws_after_harmless_undos(match, 12)) > 6


@pytest.mark.parametrize("by", [AGREED, PRACTICE])
@pytest.mark.parametrize("luck", [None, SeedLuck("again")])
def test_what_was_undone_comes_again_as_it_was(
    game_of_trains: Game, by: str, luck: Luck | None
) -> None:
    match = table(game_of_trains, first=1) if luck is None else Match(game_of_trains, SEATS, luck)
    texts = ["k1", "@1", "k1", "@2", "+", "@3", "+", "@5"]
    play(match, *texts)
    before, events = match.position, [entry.events for entry in match.log[1:]]
    entry = match.take_back(0, 3, by)
    assert (entry.by, entry.drawn, match.actor) == (by, None, match.log[3].seat)
    play(match, *texts[2:])
    assert match.position == before
    assert [entry.events for entry in match.decisions] == events
    assert [e.drawn for e in match.log if e.drawn is not None] == [0, 1, 2, 1, 2]


def test_luck_is_taken_back_only_by_leave(game_of_trains: Game) -> None:
    match = table(game_of_trains, first=1)
    play(match, "k1", "@1", "k1", "@2", "+")
    with pytest.raises(NotAllowed, match="left to chance or shown by another seat: only in pr"):
        match.take_back(0, 5)
    with pytest.raises(NotAllowed, match="not 'greed'"):
        match.take_back(0, 5, "greed")
    with pytest.raises(NotAllowed, match="no seat 3"):
        match.take_back(2, 5, AGREED)
    assert len(match.log) == 6
    match.take_back(0, 5, AGREED)
    assert match.take_back(0, 4, AGREED).by == AGREED  # the other seat has shown a card
    assert match.take_back(0, 3, AGREED).by is None  # it is its own: no leave is needed


def test_no_position_of_a_table_holds_luck(game_of_trains: Game) -> None:
    match = after_setup(game_of_trains)
    play(match, "+", "@3", "+")
    for count in range(len(match.decisions) + 1):
        assert match.position_after(count).state.rng == 0
    assert match.seen(-1).hidden.rng == 0


# -- from elsewhere --------------------------------------------------------------------------------


def test_a_game_can_begin_with_a_position(game_of_trains: Game) -> None:
    source = after_setup(game_of_trains)
    play(source, "+", "@3")
    start = source.position_at(4)
    match = table_match(game_of_trains, SEATS, source.options, start=start)
    assert (match.log[0].kind, match.log[0].drawn, match.origin) == (FROM, None, "position")
    assert source.log[0].kind == DEAL
    assert match.position == start
    play(match, "+")
    assert match.log[1].drawn == 1  # 0 stays the deal's
    assert int(match.position.state.card) != int(source.position_at(5).state.card)
    match.take_back(0, 1, PRACTICE)
    assert match.position == start


def test_a_position_is_found_also_if_it_was_taken_back(game_of_trains: Game) -> None:
    match = after_setup(game_of_trains)
    before = match.position
    play(match, "+")
    drawn = match.position
    match.take_back(0, 5, AGREED)
    play(match, "+", "@3")
    assert match.position_at(5) == drawn
    assert match.position_at(6) == before
    assert match.position_at(8) == match.position
    assert len(match.log) == 9
    with pytest.raises(UsageError, match="there is no entry 9: use 0 to 8"):
        match.position_at(9)


def test_a_start_must_fit_the_table(game_of_trains: Game) -> None:
    luck, source = SeedLuck("1"), after_setup(game_of_trains)
    start, options = source.position, source.options
    resigned = after_setup(game_of_trains)
    resigned.from_outside(game_of_trains.words.parse("!resign1"))
    wrong = [
        ([Seat("x")] * 3, options, start, "position", "2 seats, not 3"),
        (SEATS, game_of_trains.options(first=2), start, "position", "other options"),
        (SEATS, options, start, "a dream", "not from 'a dream'"),
        (SEATS, options, start, "entry 3 of me", "not from 'entry 3 of me'"),
        (SEATS, options, resigned.position, "position", "is over"),
    ]
    for seats, chosen, at, origin, message in wrong:
        with pytest.raises(UsageError, match=message):
            Match(game_of_trains, seats, luck, chosen, start=at, origin=origin)


def test_only_the_table_can_end_a_game_from_outside(game_of_trains: Game) -> None:
    match = after_setup(game_of_trains)
    resign = game_of_trains.words.parse("!resign1")
    with pytest.raises(NotAllowed, match="only the table"):
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
        keeps_rng_state = True

        def key(self, entry: int, drawn: int) -> None:
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
            match.take_back(match.log[-1].seat, match.decisions[-1 - turn % 3].number, AGREED)
        lucky = [entry for entry in match.decisions if entry.lucky]
        assert match._drawn == 1 + len(lucky)
        assert match.can_undo(0) == (match.undo_point(0) is not None)
    assert len(match.log) > 60


def test_only_what_counts_can_be_taken_back(game_of_trains: Game) -> None:
    match = Match(game_of_trains, SEATS, SeedLuck("back"))
    for _ in range(4):
        match.play(match.legal[0])
    match.take_back(0, 3, PRACTICE)
    for wrong in (-1, 0, 3, 4, 5, 99):
        with pytest.raises(NotAllowed, match="does not count any more or never did"):
            match.take_back(0, wrong)
    with pytest.raises(NotAllowed, match="there is no seat 0"):
        match.take_back(-1, 2, PRACTICE)
    match.take_back(0, 2, PRACTICE)
    assert [entry.number for entry in match.decisions] == [1]
