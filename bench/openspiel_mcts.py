"""Die Zwergenzugfahrt against OpenSpiel's own tree search, with the same time for each decision.

    python bench/openspiel_mcts.py [--bot expert] [--games 100] [--times 1 10] [--uct 0.7 1.4 2.8]

OpenSpiel's search is its `MCTSBot` in C++ with random playouts and its solver. It plays through our
environment (`spielzug.envs.openspiel`), which is written in Python, so it gets a few hundred
playouts a second instead of the thousands that a game in C++ would give it; the number is printed.
First, several values of its `uct_c` play against `beginner`, and the best is used. Each deal is
played from both seats. `--times 10` gives it ten times our time.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from worker_options import add_options, crew_of, tick

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError
from spielzug.core.rng import new_rng, seed_key, stream
from spielzug.lab.measure.statistics import wilson
from spielzug.lab.play.workers import Jobs, Task, WorkerPool, stop_on_signals

GAME, SEATS = "zwergenzugfahrt", 2
SEED = "openspiel"
DEALS = 1 << 14  # to choose among
TUNING, TUNED_ON = "beginner", 0.3  # whom `uct_c` is tried against, and with how many seconds
PLAYOUTS = 1  # from each leaf
QUICK = 0.002  # seconds of a rival that does not matter
MEMORY = 1000  # megabytes


@dataclass(frozen=True)
class Job:
    """One game: our bot, their `uct_c`, and the seconds per decision."""

    bot: str
    uct: float
    seconds: float
    times: float
    """As soon as ours has decided: so many times what it took in the mean of this game, since a
    busy machine slows both; 0: `seconds` throughout."""
    deal: int
    seat: int
    """Of our bot."""


@dataclass(frozen=True)
class GameResult:
    job: Job
    won: float
    """By our bot."""
    ours: tuple[int, float]
    """Decisions with a choice, and seconds for all of them together."""
    theirs: tuple[int, float]
    simulations: int


def one_game(job: Job) -> GameResult:
    import pyspiel

    import spielzug.envs.openspiel  # noqa: F401 – makes our games known to it

    game = pyspiel.load_game(f"spielzug_{GAME}", {"deals": DEALS})
    key = stream(seed_key(SEED, str(job.seat)), np.uint64(job.deal))
    bot, lot = get_bot(job.bot, new_rng(key)), random.Random(int(key))

    def rival(seconds: float) -> Any:
        """OpenSpiel's bot, which keeps nothing between two decisions."""
        return pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(PLAYOUTS, lot.randrange(1 << 30)), job.uct,
            sys.maxsize >> 33, MEMORY, True, lot.randrange(1 << 30), False,
            pyspiel.ChildSelectionPolicy.UCT, seconds,
        )  # fmt: skip

    state = game.new_initial_state()
    state.apply_action(job.deal % DEALS)
    moves, spent, simulations = [0, 0], [0.0, 0.0], 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(lot.choices(actions, odds)[0])
            continue
        legal = state.legal_actions()
        if len(legal) == 1:  # nobody need think
            state.apply_action(legal[0])
            continue
        seat = state.current_player()
        side, begin = int(seat != job.seat), time.perf_counter()
        if side == 0:
            action = bot.choose(state.position.seen(seat))
        else:
            own = job.times * spent[0] / moves[0] if job.times and moves[0] else job.seconds
            root = rival(own).mcts_search(state)
            simulations += int(root.explore_count)
            best = root.best_child()  # none, if not even the root was opened
            action = int(best.action) if best is not None else lot.choice(legal)
        spent[side] += time.perf_counter() - begin
        moves[side] += 1
        state.apply_action(action)
    won = (state.returns()[job.seat] + 1) / 2
    return GameResult(job, won, (moves[0], spent[0]), (moves[1], spent[1]), simulations)


def play(jobs: list[Job], pool: WorkerPool) -> list[GameResult]:
    stop, found = Stop(), list[GameResult]()
    todo = Jobs[Job](len(jobs), lambda _: jobs[-1 - todo.left])
    with stop_on_signals(stop):
        for played in pool.each(Task(lambda job, _: one_game(job), one_game), todo, stop):
            found.append(played)
            tick(1)
    print(file=sys.stderr)
    if stop.is_set():
        raise KeyboardInterrupt
    return found


def pairs(
    bot: str, uct: float, seconds: float, games: int, first: int = 0, times: float = 0
) -> list[Job]:
    """Every deal from both seats."""
    deals = range(first, first + -(-games // SEATS))
    return [Job(bot, uct, seconds, times, deal, seat) for deal in deals for seat in range(SEATS)]


def summary(found: list[GameResult]) -> str:
    won = sum(played.won for played in found)
    low, high = wilson(won, len(found))
    (our_moves, our_time), (their_moves, their_time) = (
        tuple(map(sum, zip(*(getattr(played, who) for played in found), strict=True)))
        for who in ("ours", "theirs")
    )
    each = sum(played.simulations for played in found) / their_moves
    return (
        f"{won / len(found):.1%} ({low:.1%} – {high:.1%}) of {len(found)} games, "
        f"{our_time / our_moves:.4f} s a decision, theirs {their_time / their_moves:.4f} s with "
        f"{each:,.0f} simulations ({each * their_moves / their_time:,.0f} a second)"
    )


def seconds_of(bot: str, pool: WorkerPool) -> float:
    """The seconds per decision of this bot against a quick rival."""
    found = play(pairs(bot, 1.0, QUICK, 4, first=DEALS - 8), pool)
    moves, spent = map(sum, zip(*(played.ours for played in found), strict=True))
    return float(spent / moves)


def best_uct(values: list[float], games: int, pool: WorkerPool) -> float:
    """The value that does best against a fixed bot, on deals that are not used later."""
    if len(values) == 1:
        return values[0]
    rates: dict[float, Any] = {}
    for value in values:
        found = play(pairs(TUNING, value, TUNED_ON, games, first=DEALS // 2), pool)
        rates[value] = 1 - sum(played.won for played in found) / len(found)
        print(f"uct_c {value}: {rates[value]:.0%} of {games} games against {TUNING}", flush=True)
    return max(values, key=lambda value: rates[value])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--times", type=float, nargs="+", default=[1.0], help="our seconds")
    parser.add_argument("--uct", type=float, nargs="+", default=[0.7, 1.4, 2.8])
    parser.add_argument("--tries", type=int, default=12, help="games for each value of uct_c")
    add_options(parser)
    chosen = parser.parse_args()
    try:
        with crew_of(chosen) as pool:
            play(pairs(chosen.bot, 1.0, QUICK, 2, first=DEALS - 2), pool)  # compiles
            uct = best_uct(chosen.uct, chosen.tries, pool)
            own = seconds_of(chosen.bot, pool)
            for times in chosen.times:
                jobs = pairs(chosen.bot, uct, own * times, chosen.games, times=times)
                found = play(jobs, pool)
                print(f"{chosen.bot} against MCTSBot (uct_c {uct}, {times:g} times our seconds): "
                      f"{summary(found)}", flush=True)  # fmt: skip
    except SpielzugError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
