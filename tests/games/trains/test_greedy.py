"""The quick player beats random play, and its games end by the rules in reasonable time."""

from __future__ import annotations

import numpy as np
import pytest

from games.trains.typed_position import GAME
from spielzug.games.trains.facts import SUPPLIES
from spielzug.games.trains.facts.boards import BOARDS
from spielzug.lab.play.loops import Keys, Loops, PlayedGames

SUPPLY = [number for number, name in enumerate(SUPPLIES) if name != "chosen"]
LIMIT = 60  # rounds, which no game should need

pytestmark = pytest.mark.compiled


def played(seats: int, policies: list[int], games: int, **options: int) -> PlayedGames:
    out = PlayedGames.allocate(games)
    facts = GAME.facts(GAME.options(turn_limit=seats * LIMIT, **options))
    Loops(GAME).play(facts, policies, 0, Keys.of("greedy"), out)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_greedy_beats_random_in_99_of_100_games(board: int) -> None:
    games = 200
    out = played(2, [1, 0], games, board=board, supply=0)
    won = sum(out.shares[g, -g % 2] for g in range(games))
    assert won >= 0.99 * games


@pytest.mark.slow
@pytest.mark.parametrize("board", range(len(BOARDS)))
@pytest.mark.parametrize("supply", SUPPLY)
def test_games_of_greedy_end_by_the_rules(board: int, supply: int) -> None:
    for seats in (2, 4):
        out = played(seats, [1] * seats, 40, board=board, supply=supply)
        limit = GAME.rules.REASONS.index("turn_limit")
        assert np.mean(out.reasons == limit) <= 0.05


@pytest.mark.parametrize("board", range(len(BOARDS)))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_median_game_of_greedy_takes_at_most_forty_rounds(board: int, seats: int) -> None:
    facts = GAME.facts(GAME.options(board=board, supply=0, turn_limit=40 * seats))
    out = PlayedGames.allocate(60)
    Loops(GAME).play(facts, [1] * seats, 0, Keys.of("rounds"), out)
    limit = GAME.rules.REASONS.index("turn_limit")
    assert np.mean(out.reasons == limit) < 0.5
