"""Six levels, and what each of them owes its opponent."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from bots.test_search import decisions
from loose import at, seen_as
from spielzug.bots import BOTS, USUAL, get_bot
from spielzug.bots.search.levels import LADDER, LEVELS, SECONDS, Searcher, effort
from spielzug.bots.search.thinker import certain_line
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.kinds import Facts, State
from spielzug.core.rng import new_rng
from spielzug.games import all_games, get_game

GAMES = list(all_games())


def test_every_level_is_a_bot_and_one_of_them_is_the_usual_one() -> None:
    assert set(LEVELS) < set(BOTS)
    assert USUAL in LEVELS
    assert len(LADDER) == len(SECONDS) == len(LEVELS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_higher_level_thinks_more_and_slips_less(game: Game) -> None:
    ladder = [effort(game, level) for level in LEVELS]
    for lower, higher in itertools.pairwise(ladder):
        assert higher.iterations >= lower.iterations
        assert higher.slips_in_64 <= lower.slips_in_64
        assert higher != lower
    assert ladder[-1].slips_in_64 == 0


def winning_last_decisions(game: Game) -> list[tuple[Facts, State, int]]:
    """Positions before a decision that won at once without luck, and who won."""
    found = []
    for facts, hidden in decisions(game, 40):
        seat = at(game, None, hidden).actor
        if certain_line(game, facts, hidden, seat, np.uint64(1)):
            found.append((facts, hidden.copy(), seat))
    return found


@pytest.mark.parametrize("name", ["game_of_trains", "zwergenzugfahrt"])
def test_all_but_the_lowest_always_take_a_win_that_needs_no_luck(name: str) -> None:
    game = get_game(name)
    found = winning_last_decisions(game)
    assert len(found) >= 5
    for facts, hidden, seat in found[:8]:
        for level in ("casual", "strong"):
            for key in range(6):
                state = seen_as(game, facts, hidden, seat).guess(np.uint64(key)).state
                rng = new_rng(key)
                while not at(game, None, state).over and at(game, None, state).actor == seat:
                    seen = at(game, facts, state).seen(seat).hidden
                    at(game, facts, state).step(get_bot(level).choose(game, facts, seen, rng))
                if name == "game_of_trains":  # here the whole win lies in the own turn
                    outcome = at(game, facts, state).outcome
                    assert outcome is not None
                    assert outcome.shares[seat] == 1.0


def test_a_win_in_sight_holds_against_every_answer() -> None:
    """Where nothing is hidden: after each answer of the rival there is again a certain win."""
    game = get_game("zwergenzugfahrt")
    deep = 0
    for facts, hidden, seat in winning_last_decisions(game):
        state = seen_as(game, facts, hidden, seat).guess(np.uint64(3)).state
        at(game, facts, state).step(certain_line(game, facts, hidden, seat, np.uint64(1))[0])
        if not at(game, None, state).over and at(game, None, state).actor != seat:
            deep += 1
            for answer in at(game, facts, state).legal:
                after = state.copy()
                at(game, facts, after).step(answer)
                if at(game, None, after).over:
                    outcome = at(game, facts, after).outcome
                    assert outcome is not None
                    assert outcome.shares[seat] == 1.0
                else:
                    assert at(game, None, after).actor != seat or certain_line(
                        game, facts, at(game, facts, after).seen(seat).hidden, seat, np.uint64(1)
                    )
    assert deep > 0


@pytest.mark.parametrize(
    ("text", "iterations", "seconds", "threads", "megabytes"),
    [
        ("search:5000", 5000, None, 1, 64),
        ("search:2s", None, 2.0, 1, 64),
        ("search:500ms+threads=2", None, 0.5, 2, 64),
        ("search:100+1s+memory=16", 100, 1.0, 1, 16),
    ],
)
def test_a_search_of_ones_own(
    text: str, iterations: int | None, seconds: float | None, threads: int, megabytes: int
) -> None:
    bot = get_bot(text)
    assert isinstance(bot, Searcher)
    budget = bot.budget(get_game("game_of_trains"))
    assert (budget.iterations, budget.seconds) == (iterations, seconds)
    assert (budget.threads, budget.memory) == (threads, megabytes << 20)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:", "cannot read ''"),
        ("search:fast", "cannot read 'fast'"),
        ("search:0s", "cannot read '0s'"),
        ("search:threads=2", "neither time nor iterations"),
        ("search:threads=2s", "cannot read"),
        ("grandmaster", "there is no bot 'grandmaster'; the bots are: random, greedy, beginner"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_the_way_out(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        get_bot(text)
    assert "search:2s" in str(refused.value)
