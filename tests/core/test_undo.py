"""Undo against bots: a decision can be taken back if it revealed nothing."""

from __future__ import annotations

import random

import pytest

from spielzug.core.errors import NotAllowed
from spielzug.core.events import seen_by
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.games import NAMES, get_game

ME = 0
WORLDS = 4
"""Guesses of what the person cannot see, at each point where an undo is offered."""


def matches(game: Game, seeds: int) -> list[Match]:
    bots = [Seat(f"Bot {n}", "random") for n in range(1, game.seats[0])]
    options = game.options(**game.simulation)
    return [Match(game, [Seat("Anna"), *bots], SeedLuck(str(s)), options) for s in range(seeds)]


def assert_taught_nothing(match: Match, to: int) -> None:
    """In every world the person cannot tell apart, the visible result is the same."""
    counted = [entry.number for entry in match.decisions]
    at = counted.index(to)
    before = match.position_after(at).seen(ME)
    for key in range(1, WORLDS + 1):
        world = before.guess(key)
        for entry in match.decisions[at:]:
            assert entry.action in world.legal, match.remark(entry)
            told = world.step(entry.action)
            assert seen_by(told, ME) == seen_by(entry.events, ME), match.remark(entry)


@pytest.mark.parametrize("name", NAMES)
def test_what_can_be_taken_back_beside_bots_taught_the_person_nothing(name: str) -> None:
    game = get_game(name).ready()
    rng = random.Random(1)
    offered = after_answers = 0
    for match in matches(game, 3):
        for _ in range(150):
            if match.over:
                break
            match.play(rng.choice(match.legal))
            to = match.last_uninformed_choice(ME)
            if to is None:
                continue
            offered += 1
            after_answers += match.decisions[-1].seat != ME
            assert_taught_nothing(match, to)
    assert offered > 5
    if not game.secrets:  # hides nothing, so answers are taken back with the question
        assert after_answers > 5


@pytest.mark.parametrize("name", NAMES)
def test_all_that_may_be_taken_back_among_people_may_be_beside_bots(name: str) -> None:
    game = get_game(name).ready()
    rng = random.Random(2)
    for match in matches(game, 2):
        for _ in range(100):
            if match.over:
                break
            match.play(rng.choice(match.legal))
            if match.can_undo(ME):
                assert match.last_uninformed_choice(ME) == match.log[-1].number


def test_a_train_that_was_played_can_be_taken_back_beside_bots() -> None:
    """Among people it shows what was in the hand; a bot that saw it does not matter."""
    game = get_game("trains").ready()
    match = matches(game, 1)[0]
    while match.actor != ME or not played(match):
        match.play(match.legal[0])
    before = match.position
    match.play(played(match)[0])
    assert not match.can_undo(ME)
    to = match.last_uninformed_choice(ME)
    assert to == match.log[-1].number
    match.take_back(ME, to)
    assert match.position == before


def played(match: Match) -> list[int]:
    """The choices that play a card of the hand."""
    seen = match.seen(match.actor)
    return [a for a in match.legal if seen.label(a).startswith("Play")]


def test_chance_is_taken_back_in_practice_only(game_of_trains: Game) -> None:
    match = matches(game_of_trains, 1)[0]
    while match.actor != ME or match.game.words.parse("+") not in match.legal:
        match.play(match.legal[0])
    match.play(match.game.words.parse("+"))
    assert match.last_uninformed_choice(ME) is None
    last = match.last_choice(ME)
    assert last == match.log[-1].number
    with pytest.raises(NotAllowed):
        match.take_back(ME, last)
    assert match.take_back(ME, last, "practice").by == "practice"


def test_practice_is_told_also_where_only_others_have_shown_something(
    game_of_trains: Game,
) -> None:
    """No luck comes back, and yet somebody has learned: the record must not look as if not."""
    rng = random.Random(2)
    seen: set[bool] = set()
    for match in matches(game_of_trains, 8):
        for _ in range(200):
            if match.over:
                break
            match.play(rng.choice(match.legal))
            last = match.last_choice(ME)
            if last is None or any(entry.lucky for entry in match.log[last:]):
                continue
            taught = match.last_uninformed_choice(ME) is None
            if taught not in seen:
                seen.add(taught)
                told = match.take_back(ME, last, "practice")
                assert (told.by == "practice") == taught
    assert seen == {True, False}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_quiet_ends_nothing_needs_no_luck_and_shows_nothing(name: str) -> None:
    game = get_game(name).ready()
    rng = random.Random(3)
    quiet = loud = 0
    for match in matches(game, 2):
        for _ in range(120):
            if match.over:
                break
            action = rng.choice(match.legal)
            foreseen, before = match.is_quiet(action), match.position
            assert match.position == before  # it was only tried
            entry = match.play(action)
            shown = any(event.kind in game.revealing for event in entry.events)
            assert foreseen == (not entry.lucky and not shown and not match.over)
            quiet, loud = quiet + foreseen, loud + (not foreseen)
    assert quiet
    assert loud
