"""One game between two bots, and how much of its result is luck.

A bot is any that the lab knows (`expert`, `net:FILE`, `search:500+net=FILE`, …), or one
of these, which only measurements need:

- `effort:80/5` and `effort:80/5+net[=FILE]`: a custom level with 80 iterations for each decision,
  which does not think about 5 of 64 decisions;
- `styled:400/mix=1,spread=0.3+net`: the search with the net and another style than the game's own,
  to compare styles (see `NetStyle`);
- `knows:N` and `knows:N+net[=FILE]`: the search with N iterations that knows how `greedy` will
  answer. It need not fear what `greedy` does not see, so it is close to an upper bound for any
  honest player that thinks as much;
- `choose_by_guesses` and `choose_knowing_all`: players that look ahead to the end of their own turn
  with the game's quick player and evaluation; the second one knows what chance will bring until
  then.

The result of a few hundred games is largely luck, so luck is measured and subtracted, see
`spielzug.review.luck`. Its mean is zero however good the evaluation is, so the rate stays the same
and only gets more certain. A deal played from every seat is one sample.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from frozen_levels import FROZEN, frozen_effort

from spielzug.bots import get_bot
from spielzug.bots.net.player import load_net_cached, net_of
from spielzug.bots.search.engine import NetStyle
from spielzug.bots.search.levels import random_choice
from spielzug.bots.search.proofs import find_winning_line
from spielzug.bots.search.thinker import Budget, Thinker, ready
from spielzug.core.compiler import INT, VOID, compile_entry, type_of
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.options import Options
from spielzug.core.position import Position, Seen
from spielzug.core.rng import RNG, seed_key, stream
from spielzug.games import get_game
from spielzug.review.choice_value import finish
from spielzug.review.luck import REDRAWN, chances_after_turn, luck_in_steps

SEED = "strength"
WORLDS = 20  # guesses of the player that is told nothing
ALONE, HALVES = "alone", "halves"
Player = Callable[[Position, SplitMix64], int]


def usual(game: Game) -> Options:
    """The options that strength is measured with: as people play unless they say otherwise, but no
    game is endless."""
    usually = vars(game.options())
    limits = {name: n for name, n in game.simulation.items() if name.endswith("_limit")}
    return game.options(**{**usually, **limits})


def ladder_seats(game: Game) -> int:
    """Two where the game allows it, else four: two of either level."""
    return 2 if 2 in game.seats else 4


# -- who meets whom ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """Two bots that meet: one seat of the first against the second at all others, or half the
    seats for each."""

    game: str
    a: str
    b: str
    seats: int
    how: str = ALONE

    @classmethod
    def of(cls, game: Game, a: str, b: str, seats: int | None = None, how: str = "") -> Duel:
        """With as many seats as the ladder has; with more than two of them half for each, but who
        plays against `greedy` sits alone."""
        count = seats or ladder_seats(game)
        game.check_seats(count)
        halves = count > 2 and count % 2 == 0 and b != "greedy"
        chosen = how or (HALVES if halves else ALONE)
        if chosen == HALVES and count % 2:
            raise UsageError(f"{count} seats have no halves: {a} {b} needs an even number of seats")
        return cls(game.name, a, b, count, chosen)

    @property
    def name(self) -> str:
        usual = Duel.of(get_game(self.game), self.a, self.b, self.seats)
        seats = "" if self.seats == ladder_seats(get_game(self.game)) else f" {self.seats} seats"
        return f"{self.a} {self.b}{seats}{'' if self == usual else f' {self.how}'}"

    def seatings(self, deal: int) -> list[tuple[bool, ...]]:
        """Where the first bot sits, game by game of one deal. Halves are turned around, and each
        deal is played with one of the ways to halve the seats."""
        if self.how == ALONE:
            return [tuple(seat == own for seat in range(self.seats)) for own in range(self.seats)]
        others = self.seats - 1
        ways = [way for way in range(1 << others) if way.bit_count() == self.seats // 2 - 1]
        way = (
            ways[deal % len(ways)] << 1 | 1
        )  # of a half and its other one, that with the first seat
        first = tuple(bool(way >> seat & 1) for seat in range(self.seats))
        return [first, tuple(not own for own in first)]

    def score(self, shares: Sequence[float] | np.ndarray[Any, Any], own: Sequence[bool]) -> float:
        """The first bot's result: its share or, with half the seats, 0.5 plus half its lead."""
        mine = float(sum(share for share, is_own in zip(shares, own, strict=True) if is_own))
        if self.how == ALONE:
            return mine
        return 0.5 + (mine - (float(sum(shares)) - mine)) / 2

    def luck(
        self, before: Position, action: int, after: Position, own: Sequence[bool], rng: SplitMix64
    ) -> float:
        """How much better the outcome of chance was than its average."""
        if after.state.rng == before.state.rng:
            return 0.0
        steps = luck_in_steps(before, action, after, rng, 1, chances_after_turn, REDRAWN)
        gain = finish(steps).by_seat
        return self.score(gain, own) - self.score([0.0] * self.seats, own)


# -- players -------------------------------------------------------------------------------------


def best_action(worlds: list[Position], rng: SplitMix64) -> int:
    """The action that leads to the best mean position at the end of the turn in these worlds."""
    legal, seat = worlds[0].legal, worlds[0].actor
    chances = dict.fromkeys(legal, 0.0)
    for action in legal if len(legal) > 1 else ():
        for world in worlds:
            tried = world.copy()
            tried.step(action)
            chances[action] += chances_after_turn(tried, seat, rng)[seat]
    return max(legal, key=lambda action: chances[action])


def choose_by_guesses(position: Position, rng: SplitMix64) -> int:
    seen = position.seen(position.actor)
    return best_action([seen.guess(rng.next()) for _ in range(WORLDS)], rng)


def choose_knowing_all(position: Position, rng: SplitMix64) -> int:
    return best_action([position], rng)


def with_known_rivals(game: Game, seat: int) -> Game:
    """The game with a quick player that plays `greedy` at all seats but this one."""
    rules: Any = game.rules
    own, theirs, actor = getattr(rules, "policy", rules.greedy), rules.greedy, rules.actor

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def policy(facts: Any, state: Any, rng: Any) -> Any:
        if actor(state) == seat:
            return own(facts, state, rng)
        return theirs(facts, state, rng)

    types = game.native.types
    compile_entry(policy, INT, types["facts"], types["state"], type_of(RNG))
    changed: Any = SimpleNamespace(**{**vars(game.rules), "policy": policy})
    levels: Any = SimpleNamespace(**vars(game.levels))
    levels.SEARCH = {**game.setting("SEARCH", {}), "quick_rivals": True}
    return replace(game, own_rules=changed, levels=levels)


def with_built_in_answers(game: Game, seat: int) -> Game:
    """The game in which what `greedy` does at all seats but this one is a part of every step: a
    search for the best answers finds none but these."""
    inner, greedy = game.rules.step_quiet, game.rules.greedy
    actor, over = game.rules.actor, game.rules.over

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def step(facts: Any, state: Any, action: Any) -> None:
        inner(facts, state, action)
        rng = np.zeros(1, RNG)[0]
        rng.rng = state.rng ^ np.uint64(0x9E3779B97F4A7C15)  # for choices that are alike
        while not over(state) and actor(state) != seat:
            inner(facts, state, greedy(facts, state, rng))

    game.ready(("actor", "over", "step_quiet", "greedy"))
    types = game.native.types
    compile_entry(step, VOID, types["facts"], types["state"], INT)
    rules: Any = SimpleNamespace(**{**vars(game.rules), "step_quiet": step})
    return replace(game, own_rules=rules)


@cache
def rival_knowing_thinker(name: str, who: str, seat: int) -> Thinker:
    found = re.fullmatch(r"knows:([0-9]+)(\+net(?:=(.+))?)?", who)
    if found is None:
        raise UsageError(f"{who!r}: who knows has iterations, like knows:6000 or knows:800+net")
    game, budget = get_game(name), Budget(iterations=int(found[1]))
    if not found[2]:
        return Thinker(with_known_rivals(game, seat), budget)
    loaded = load_net_cached(Path(found[3]), game) if found[3] else net_of(game)
    if loaded is None:
        raise UsageError(f"{who}: {name} ships no net")
    ready(game, net=True)
    return Thinker(with_built_in_answers(game, seat), budget, net=loaded.net)


def style_of(game: Game, text: str) -> NetStyle:
    """The game's own style with these settings changed."""
    wanted = dict(part.split("=", 1) for part in text.split(",") if part)
    unknown = wanted.keys() - NetStyle.__dataclass_fields__.keys()
    if unknown:
        raise UsageError(f"a style has no {', '.join(sorted(unknown))}")
    return replace(NetStyle.of(game), **{k: json.loads(v) for k, v in wanted.items()})


@cache
def styled(name: str, who: str) -> Thinker:
    found = re.fullmatch(r"styled:([0-9]+)/(.*)\+net", who)
    if found is None:
        raise UsageError(f"{who!r}: a style is like styled:400/mix=1,spread=0.3+net")
    game = get_game(name)
    loaded = net_of(game)
    if loaded is None:
        raise UsageError(f"{who}: {name} ships no net")
    budget = Budget(iterations=int(found[1]))
    return Thinker(game, budget, style_of(game, found[2]), loaded.net)


class Trial:
    """A level that does not exist, to find out what it is worth: as strong as a search, but some
    of 64 decisions are not thought about. Like all levels but the lowest it always sees a win that
    needs no luck."""

    def __init__(self, search: str, slips: int, rng: SplitMix64) -> None:
        self._search, self._slips, self._rng = get_bot(search, rng), slips, rng

    def choose(self, seen: Seen) -> int:
        if self._rng.below(64) >= self._slips:
            return self._search.choose(seen)
        line = find_winning_line(seen, self._rng.next()) if len(seen.legal) > 1 else []
        return line[0] if line else random_choice(seen, self._rng)


def trial(text: str, rng: SplitMix64) -> Trial:
    found = re.fullmatch(r"effort:([0-9]+)/([0-9]+)(\+net(=.+)?)?", text)
    if found is None:
        raise UsageError(f"{text!r}: an effort is iterations and slips of 64, like effort:80/5")
    return Trial(f"search:{found[1]}{found[3] or ''}", int(found[2]), rng)


def player(game: Game, who: str, seat: int, rng: SplitMix64) -> Player:
    if who in QUICK:
        return QUICK[who]
    if who.startswith(("knows:", "styled:")):
        search = (
            rival_knowing_thinker(game.name, who, seat) if who[0] == "k" else styled(game.name, who)
        )
        return lambda position, rng: search.think(position.seen(seat), rng.next()).action
    if who.startswith(FROZEN):
        iterations, slips = frozen_effort(game.name, who)
        who = f"effort:{iterations}/{slips}"
    bot = trial(who, rng) if who.startswith("effort:") else get_bot(who, rng)
    return lambda position, _: bot.choose(position.seen(position.actor))


QUICK: dict[str, Player] = {"told": choose_knowing_all, "ahead": choose_by_guesses}


# -- games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameResult:
    """A game of a duel."""

    won: float
    luck: float
    """What of that was luck."""
    turns: tuple[int, int]
    """Of the first bot, and of the second: rows of decisions with nobody else's between."""
    seconds: tuple[float, float]
    """Of a core, that they thought."""


def one_game(duel: Duel, deal: int, at: int) -> GameResult:
    """Game number `at` of a deal."""
    prepare(duel.game, duel.a, duel.b)  # so that no clock runs while something is loaded
    game, own = get_game(duel.game), duel.seatings(deal)[at]
    options, luck = usual(game), 0.0
    position, _ = game.deal(duel.seats, stream(seed_key("luck", SEED), np.uint64(deal)), options)
    key = stream(seed_key("luck lot", SEED), np.uint64(deal * duel.seats + at))
    rng, aside = SplitMix64(key), SplitMix64(key ^ np.uint64(1))
    players = [player(game, duel.a if mine else duel.b, s, rng) for s, mine in enumerate(own)]
    turns, seconds, last = [0, 0], [0.0, 0.0], -1
    while not position.over:
        mover, before = position.actor, position.copy()
        side = 0 if own[mover] else 1
        turns[side] += mover != last
        last = mover
        begin = time.thread_time()
        action = players[mover](position, rng)
        seconds[side] += time.thread_time() - begin
        position.step(action)
        if duel.a != "told":  # what comes is no luck for one who knows it
            luck += duel.luck(before, action, position, own, aside)
    outcome = position.outcome
    assert outcome is not None
    won = duel.score(outcome.shares, own)
    return GameResult(won, luck, (turns[0], turns[1]), (seconds[0], seconds[1]))


@cache
def prepare(name: str, *bots: str) -> None:
    """Compiles what these bots and the luck measurement need, by a real choice of each bot."""
    game = get_game(name).ready()
    _ = game.chance_stepper.step
    position, _ = game.deal(ladder_seats(game), np.uint64(1), usual(game))
    rng = SplitMix64(1)
    while len(position.legal) < 2:
        position.step(position.legal[0])
    for who in bots:
        player(game, who, position.actor, rng)(position, rng)
    chances_after_turn(position.copy(), position.actor, rng)
