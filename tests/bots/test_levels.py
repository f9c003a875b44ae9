"""Six levels, and what each of them owes its opponent."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from bots.test_search import decisions
from spielzug.bots import BOTS, USUAL, get_bot
from spielzug.bots.search.levels import LADDER, LEVELS, SECONDS, Searcher, effort
from spielzug.bots.search.thinker import certain_line
from spielzug.core.chance import generator
from spielzug.core.errors import UsageError
from spielzug.core.game import Game, State, Tables
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


def winning_last_decisions(game: Game) -> list[tuple[Tables, State, int]]:
    """Positions before a decision that won at once without luck, and who won."""
    found = []
    for tables, hidden in decisions(game, 40):
        seat = game.actor(hidden)
        if certain_line(game, tables, hidden, seat, np.uint64(1)):
            found.append((tables, hidden.copy(), seat))
    return found


@pytest.mark.parametrize("name", ["game_of_trains", "zwergenzugfahrt"])
def test_all_but_the_lowest_always_take_a_win_that_needs_no_luck(name: str) -> None:
    game = get_game(name)
    found = winning_last_decisions(game)
    assert len(found) >= 5
    for tables, hidden, seat in found[:8]:
        for level in ("casual", "strong"):
            for key in range(6):
                state = game.guessed(tables, hidden, seat, np.uint64(key))
                lot = generator(key)
                while not game.over(state) and game.actor(state) == seat:
                    seen = game.hidden(tables, state, seat)
                    game.step(tables, state, get_bot(level).choose(game, tables, seen, lot))
                if name == "game_of_trains":  # here the whole win lies in the own turn
                    outcome = game.outcome(tables, state)
                    assert outcome is not None
                    assert outcome.shares[seat] == 1.0


def test_a_win_in_sight_holds_against_every_answer() -> None:
    """Where nothing is hidden: after each answer of the rival there is again a certain win."""
    game = get_game("zwergenzugfahrt")
    deep = 0
    for tables, hidden, seat in winning_last_decisions(game):
        state = game.guessed(tables, hidden, seat, np.uint64(3))
        game.step(tables, state, certain_line(game, tables, hidden, seat, np.uint64(1))[0])
        if not game.over(state) and game.actor(state) != seat:
            deep += 1
            for answer in game.legal(tables, state):
                after = state.copy()
                game.step(tables, after, answer)
                if game.over(after):
                    outcome = game.outcome(tables, after)
                    assert outcome is not None
                    assert outcome.shares[seat] == 1.0
                else:
                    assert game.actor(after) != seat or certain_line(
                        game, tables, game.hidden(tables, after, seat), seat, np.uint64(1)
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
