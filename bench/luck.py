"""How much of a game is luck: what more thought adds, and what being told the luck would.

    python bench/luck.py [GAME …] [--games 200] [--iterations 100 1000 10000]

Plays against `greedy`, like `strength.py`, and keeps its rows beside those in `docs/strength.yaml`:
the search with more and more iterations; and two players that look no further than the end of
their own turn with the game's quick player and its judgement, one of them told what chance will
bring until then. No honest player can know that, so what it wins shows how far thought could get.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from strength import SEED, against_greedy, keep, known, ladder_seats, tick

from spielzug.bots.search.thinker import ready
from spielzug.core.chance import generator, next_random, seed_key, stream
from spielzug.core.game import Game, State, Tables
from spielzug.games import get_game
from spielzug.lab.statistics import wilson

WORLDS = 20  # guesses of the player that is told nothing
Player = Callable[[Game, Tables, State, Any], int]


def after_the_turn(game: Game, tables: Tables, state: State, action: int, lot: Any) -> float:
    """The chance of the one who decides, when its turn is over."""
    rules: Any = game.rules
    seat, world, shares = game.actor(state), state.copy(), np.zeros(int(state.seats))
    game.step(tables, world, action)
    while not game.over(world) and game.actor(world) == seat:
        game.step(tables, world, int(rules.policy(tables, world, lot)))
    if game.over(world):
        return game.outcome(tables, world).shares[seat]
    rules.value(tables, world, shares)
    return float(shares[seat])


def best(game: Game, tables: Tables, worlds: list[State], lot: Any) -> int:
    legal = game.legal(tables, worlds[0])
    if len(legal) == 1:
        return legal[0]
    chances = [sum(after_the_turn(game, tables, w, a, lot) for w in worlds) for a in legal]
    return legal[chances.index(max(chances))]


def ahead(game: Game, tables: Tables, state: State, lot: Any) -> int:
    seat = game.actor(state)
    hidden = game.hidden(tables, state, seat)
    worlds = [game.guessed(tables, hidden, seat, next_random(lot)) for _ in range(WORLDS)]
    return best(game, tables, worlds, lot)


def told(game: Game, tables: Tables, state: State, lot: Any) -> int:
    return best(game, tables, [state], lot)


def play(game: Game, player: Player, games: int) -> dict[str, Any]:
    """The player at each seat in turn, `greedy` at all others."""
    tables = game.ready().tables(game.options(**game.simulation))
    seats, wins, rules = ladder_seats(game), 0.0, game.rules
    for number in range(games):
        key = stream(seed_key("luck", SEED), np.uint64(number // seats))
        state, _ = game.start(tables, seats, key)
        lot = generator(stream(seed_key("luck lot", SEED), np.uint64(number)))
        while not game.over(state):
            seat = game.actor(state)
            if seat == number % seats:
                action = player(game, tables, state, lot)
            else:
                action = int(rules.greedy(tables, game.hidden(tables, state, seat), lot))
            game.step(tables, state, action)
        wins += game.outcome(tables, state).shares[number % seats]
        if number % 10 == 9:
            tick(1)
    low, high = wilson(wins, games)
    return {"games": games, "rate": wins / games, "low": low, "high": high, "seats": seats}


PLAYERS: dict[str, Player] = {"told": told, "ahead": ahead}


def measure(game: Game, who: str, games: int) -> dict[str, Any]:
    if who in PLAYERS:
        return play(game, PLAYERS[who], games)
    return against_greedy(game, who, games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="*", default=["game_of_trains"])
    parser.add_argument("--games", type=int, default=200, help="of each search")
    parser.add_argument("--ahead", type=int, default=1000, help="games of the other two players")
    parser.add_argument("--iterations", type=int, nargs="*", default=[100, 1000, 10000])
    chosen = parser.parse_args()
    wanted = dict.fromkeys(PLAYERS, chosen.ahead)
    wanted |= {f"search:{number}": chosen.games for number in chosen.iterations}
    for name in chosen.game:
        game = get_game(name)
        ready(game)
        for who, games in wanted.items():
            kept = known().get(name, {}).get(f"luck {who}")
            if kept and kept["games"] >= games:
                continue
            print(f"{name}: {who} against greedy ", end="", file=sys.stderr, flush=True)
            begin = time.perf_counter()
            row = measure(game, who, games)
            keep(name, f"luck {who}", row)
            print(f" {row['rate']:.1%} ({time.perf_counter() - begin:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
