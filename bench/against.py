"""Players against `greedy`, and how much of what they win is luck.

- `search:N`: the search with N iterations for each decision;
- `knows:N`: the same search, told how `greedy` will answer. It need not fear what `greedy` does not
  see, so no honest player that thinks as much can do better by much;
- `ahead` and `told`: players that look no further than the end of their own turn with the game's
  quick player and its judgement, the second one told what chance will bring until then.

What one wins in a few hundred games is largely luck, so luck is also measured and taken off. When
chance has had a say the position that came of it is judged, and so are all that might have come,
each by its probability, or `REDRAWN` of them by lot where they are too many: by how much it is
better than those was luck. On average that is nothing, whatever the
judgement is worth, so what is left is the same rate, only surer. (Known as AIVAT, after Burch,
Schmid, Moravčík, Morrill and Bowling, 2018.) A deal played from every seat is one sample.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from crews import play_all

from spielzug.bots import get_bot
from spielzug.bots.search.thinker import Budget, Thinker, ready
from spielzug.core.chance import outcomes
from spielzug.core.compiler import INT, compile_entry, type_of
from spielzug.core.game import Game
from spielzug.core.kinds import Rng
from spielzug.core.position import Position
from spielzug.core.rng import RNG, new_rng, next_random, seed_key, stream
from spielzug.games import get_game
from spielzug.lab.crew import Crew
from spielzug.lab.statistics import wilson

SEED = "strength"
WORLDS = 20  # guesses of the player that is told nothing
COUNTED = 100  # all that might have come, to tell what was luck, if it is no more than this
REDRAWN = 40  # as many of it by lot, if it is more
SURE = 1.96  # standard errors on either side: 95 %
Player = Callable[[Position, Rng], int]


def ladder_seats(game: Game) -> int:
    """Two where the game allows it, else four: two of either level."""
    return 2 if 2 in game.seats else 4


def tick(games: int) -> None:
    print("." * games, end="", file=sys.stderr, flush=True)


# -- players -------------------------------------------------------------------------------------


def _policy(game: Game) -> Any:
    """The quick player, as the search takes it."""
    return getattr(game.rules, "policy", game.rules.greedy)


def after_the_turn(world: Position, mover: int, seat: int, rng: Rng) -> float:
    """The chance of a seat when the turn of `mover` is over; plays on in `world`."""
    rules: Any = world.game.rules
    policy = _policy(world.game)
    while not world.over and world.actor == mover:
        world.advance(int(policy(world.facts, world.state, rng)))
    outcome = world.outcome
    if outcome is not None:
        return outcome.shares[seat]
    shares = np.zeros(world.seats)
    rules.value(world.facts, world.state, shares)
    return float(shares[seat])


def best(worlds: list[Position], rng: Rng) -> int:
    """What leads to the best position at the end of the own turn, in the mean of these worlds."""
    legal, seat = worlds[0].legal, worlds[0].actor
    chances = dict.fromkeys(legal, 0.0)
    for action in legal if len(legal) > 1 else ():
        for world in worlds:
            tried = world.copy()
            tried.step(action)
            chances[action] += after_the_turn(tried, seat, seat, rng)
    return max(legal, key=lambda action: chances[action])


def ahead(position: Position, rng: Rng) -> int:
    seen = position.seen(position.actor)
    return best([seen.guess(next_random(rng)) for _ in range(WORLDS)], rng)


def told(position: Position, rng: Rng) -> int:
    return best([position], rng)


def knowing(game: Game, seat: int) -> Game:
    """The game with a quick player that is `greedy` for all seats but this one."""
    own, theirs, actor = _policy(game), game.rules.greedy, game.rules.actor

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def policy(facts: Any, state: Any, rng: Any) -> Any:
        if actor(state) == seat:
            return own(facts, state, rng)
        return theirs(facts, state, rng)

    types = game.types
    compile_entry(policy, INT, types["facts"], types["state"], type_of(RNG))
    rules = SimpleNamespace(**vars(game.rules))
    rules.policy, rules.SEARCH = policy, {**getattr(rules, "SEARCH", {}), "quick_rivals": True}
    return replace(game, rules=rules)


@cache
def thinker(name: str, iterations: int, knows: int | None) -> Thinker:
    game = get_game(name)
    return Thinker(game if knows is None else knowing(game, knows), Budget(iterations=iterations))


def player(game: Game, who: str, seat: int) -> Player:
    if who in QUICK:
        return QUICK[who]
    kind, iterations = who.split(":")
    search = thinker(game.name, int(iterations), seat if kind == "knows" else None)

    def think(position: Position, rng: Rng) -> int:
        return search.think(position.seen(seat), next_random(rng)).action

    return think


QUICK: dict[str, Player] = {"told": told, "ahead": ahead}


# -- games ---------------------------------------------------------------------------------------


def luck_of(before: Position, action: int, after: Position, seat: int, rng: Rng) -> float:
    """By how much what chance brought is better for a seat than what it might have brought."""
    if after.state.rng == before.state.rng:
        return 0.0
    mover = before.actor

    def judged(world: Position) -> float:
        world.state.rng = next_random(rng)  # what comes later in the turn is not this luck
        return after_the_turn(world, mover, seat, rng)

    others = sum(chance * judged(world) for chance, world in might_have_come(before, action, rng))
    return judged(after.copy()) - others


def might_have_come(before: Position, action: int, rng: Rng) -> list[tuple[float, Position]]:
    """What chance might have brought, with weights that add up to one."""
    found = list(islice(outcomes(before, action), COUNTED + 1))
    if len(found) <= COUNTED:
        return [(float(told.probability), told.position) for told in found]
    worlds = [before.copy() for _ in range(REDRAWN)]
    for world in worlds:
        world.state.rng = next_random(rng)
        world.step(action)
    return [(1 / REDRAWN, world) for world in worlds]


def one_game(game: Game, who: str, deal: int, seat: int) -> tuple[float, float]:
    """What the player won, and what of that was luck."""
    seats, luck, options = ladder_seats(game), 0.0, game.options(**game.simulation)
    position, _ = game.deal(seats, stream(seed_key("luck", SEED), np.uint64(deal)), options)
    key = stream(seed_key("luck lot", SEED), np.uint64(deal * seats + seat))
    rng, aside = new_rng(key), new_rng(key ^ np.uint64(1))
    choose, greedy = player(game, who, seat), get_bot("greedy", rng)
    while not position.over:
        mover, before = position.actor, position.copy()
        action = choose(position, rng) if mover == seat else greedy.choose(position.seen(mover))
        position.step(action)
        luck += luck_of(before, action, position, seat, aside)
    outcome = position.outcome
    assert outcome is not None
    return outcome.shares[seat], luck


def one_deal(name: str, who: str, deal: int) -> list[tuple[float, float]]:
    """The player at each seat in turn, `greedy` at all others."""
    game = get_game(name).ready()
    return [one_game(game, who, deal, seat) for seat in range(ladder_seats(game))]


def measure(name: str, who: str, games: int, crew: Crew) -> dict[str, Any]:
    """A row for the documentation: what the player wins, with and without luck."""
    seats = ladder_seats(get_game(name))
    ready(get_game(name))  # once here, and every process finds it in the cache
    _ = get_game(name).teller.step
    played = np.array(play_all(crew, partial(one_deal, name, who), -(-games // seats), tick))
    won, lucky = played[:, :, 0], played[:, :, 1]
    low, high = wilson(float(won.sum()), won.size)
    row = {"games": won.size, "seats": seats, "rate": float(won.mean()), "low": low, "high": high}
    if who == "told":  # what comes is no luck for one who knows it
        return row
    without = (won - lucky).mean(axis=1)
    rate, error = float(without.mean()), float(without.std(ddof=1) / len(without) ** 0.5)
    row["without_luck"] = {"rate": rate, "low": rate - SURE * error, "high": rate + SURE * error}
    return row
