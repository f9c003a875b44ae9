"""Compiled loops over whole games, the same for every game.

They take the addresses of the game's entries; one compiled loop for each game is cached. The caller
provides scratch positions and buffers: nothing here allocates.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from spielzug.core.entries import SomeRules
from spielzug.core.errors import SpielzugError
from spielzug.core.event_buffer import event_buffer
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import entry, kernel, rule
from spielzug.core.native_chance import TAPE_BYTES, next_outcome
from spielzug.core.progress import bind_with_progress
from spielzug.core.record_types import (
    Actions,
    Bytes,
    Counts,
    Events,
    Facts,
    Key,
    Number,
    Rng,
    Shares,
    State,
    States,
)
from spielzug.core.rng import TAPE_LENGTH, below, new_rng, seed_key, stream

RANDOM, GREEDY, MIXED = 0, 1, 2
POLICIES = ("random", "greedy", "mixed")
"""The bots, and `mixed`: each decision greedy or random, by lot. Only simulations use it, to reach
positions that random players are too weak for and greedy ones too sensible."""

LEGAL_RANGE, QUIET_DIFFERS, ENDLESS = -1, -2, -3
LOOP_CHECKS = {
    LEGAL_RANGE: "legal gives at least one action, none twice, in order",
    QUIET_DIFFERS: "step with and without events give the same position",
    ENDLESS: "the game ends",
}

MAX_DECISIONS = 10_000_000  # a longer game is called endless
EVENT_KINDS, EVENT_VALUES = 64, 64  # room to count events by kind and by value

GAME_OF, BEFORE, BLANK, TWIN = 0, 1, 2, 3
"""Indices of the scratch positions."""


@rule
def at_random(policy: Number, rng: Rng) -> bool:
    """Whether this player's next decision is random."""
    return policy == RANDOM or (policy == MIXED and below(rng, 2) == 0)


class LoopRules(
    SomeRules,
    namedtuple("LoopRules", "start actor over legal step tell result hide greedy audit"),
):
    """The rules that the loops call."""


class LoopScratch(NamedTuple):
    """Scratch memory for one thread."""

    states: States
    memory: Bytes
    """The same positions as bytes."""
    rng: Rng
    actions: Actions
    events: Events

    @classmethod
    def allocate(cls, game: Game) -> LoopScratch:
        states = game.blank(4)
        return cls(
            states=states,
            memory=states.view(np.uint8).reshape(4, -1),
            rng=new_rng(0),
            actions=np.zeros(game.rules.MAX_LEGAL, np.int32),
            events=event_buffer(game.rules.MAX_EVENTS),
        )


class Run(NamedTuple):
    """Which games to play: the policy at each seat, the number of the first game, the keys."""

    policies: Counts
    first: int
    games_key: Key
    bots_key: Key


class PlayedGames(NamedTuple):
    """The results of a run, one row per game; `log` gets the decisions of the last one."""

    reasons: Counts
    lengths: Counts
    shares: Shares
    log: Actions

    @classmethod
    def allocate(cls, games: int, log: int = 0) -> PlayedGames:
        return cls(
            reasons=np.zeros(games, np.int64),
            lengths=np.zeros(games, np.int64),
            shares=np.zeros((games, MAX_SEATS)),
            log=np.zeros(log, np.int32),
        )


class VerificationCounts(NamedTuple):
    """How often each check ran and each event occurred, and where a failure was."""

    checks: Counts
    uses: Counts
    """By the kind of event and its `b`."""
    where: Counts
    """The failing game and decision."""

    @classmethod
    def allocate(cls, game: Game) -> VerificationCounts:
        return cls(
            checks=np.zeros(len(game.rules.CHECKS), np.int64),
            uses=np.zeros((EVENT_KINDS, EVENT_VALUES), np.int64),
            where=np.zeros(2, np.int64),
        )

    def clear(self) -> None:
        """Reset for the next games."""
        for counts in self:
            counts[...] = 0


class CountingRules(SomeRules, namedtuple("CountingRules", "over legal step_told")):
    """The rules that counting calls."""


class Counting(NamedTuple):
    """Scratch memory to count sequences, one row per depth."""

    states: States
    memory: Bytes
    """The same positions as bytes."""
    tape_states: States
    tape_memory: Bytes
    actions: Actions
    counts: Counts
    """The number of choices, and the next one; in the last row the games that ended earlier."""

    @classmethod
    def allocate(cls, game: Game, depth: int) -> Counting:
        states, tape_states = game.blank(depth + 1), game.chance_stepper.blank(depth + 1)
        return cls(
            states=states,
            memory=states.view(np.uint8).reshape(depth + 1, -1),
            tape_states=tape_states,
            tape_memory=tape_states.view(np.uint8).reshape(depth + 1, -1),
            actions=np.zeros((depth + 1, game.rules.MAX_LEGAL), np.int32),
            counts=np.zeros((depth + 1, 2), np.int64),
        )


@kernel
def play_games(
    rules: LoopRules, facts: Facts, scratch: LoopScratch, run: Run, out: PlayedGames, finals: States
) -> int:
    """Play as many games of compiled bots as `out` has room for; returns the number of decisions.

    A game is a function of its number and of the keys alone. `finals` gets the last positions of
    the first games, as many as there is room for.
    """
    states, _, rng, actions, events = scratch
    policies, first_game, base, bot_base = run
    reasons, lengths, shares, log = out
    seats = policies.shape[0]
    games = lengths.shape[0]
    total = 0
    state = states[GAME_OF]
    for g in range(games):
        number = first_game + g
        states[GAME_OF] = states[BLANK]
        rules.start(facts, state, seats, stream(base, number), events)
        rng.rng = stream(bot_base, number)
        length = 0
        while not rules.over(state):
            if at_random(policies[(rules.actor(state) + number) % seats], rng):
                action = np.int64(actions[below(rng, rules.legal(facts, state, actions))])
            else:
                states[BEFORE] = states[GAME_OF]
                rules.hide(facts, states[BEFORE], rules.actor(state))
                action = rules.greedy(facts, states[BEFORE], rng)
            if length < log.shape[0]:
                log[length] = action
            rules.step(facts, state, action)
            length += 1
        reasons[g] = rules.result(facts, state, shares[g])
        lengths[g] = length
        if g < finals.shape[0]:
            finals[g] = states[GAME_OF]
        total += length
    return total


@kernel
def verify_games(
    rules: LoopRules, facts: Facts, scratch: LoopScratch, run: Run, out: PlayedGames,
    found: VerificationCounts,
    limit: int,
) -> int:  # fmt: skip
    """The same games as `play_games`, with every check at every decision.

    Returns 0 or the code of the failed check: a game longer than `limit` is called endless.
    """
    states, memory, rng, actions, events = scratch
    policies, first_game, base, bot_base = run
    reasons, lengths, shares, _ = out
    checks, uses, where = found
    seats = policies.shape[0]
    state, before, twin = states[GAME_OF], states[BEFORE], states[TWIN]
    for g in range(lengths.shape[0]):
        number = first_game + g
        states[GAME_OF] = states[BLANK]
        rules.start(facts, state, seats, stream(base, number), events)
        rng.rng = stream(bot_base, number)
        where[0] = number
        where[1] = 0
        failed = rules.audit(facts, state, -1, state, checks)
        if failed != 0:
            return failed
        while not rules.over(state):
            count = rules.legal(facts, state, actions)
            if count < 1 or count > actions.shape[0]:
                return LEGAL_RANGE
            for i in range(1, count):
                if actions[i] <= actions[i - 1]:
                    return LEGAL_RANGE
            if at_random(policies[(rules.actor(state) + number) % seats], rng):
                action = np.int64(actions[below(rng, count)])
            else:
                states[BEFORE] = states[GAME_OF]
                rules.hide(facts, states[BEFORE], rules.actor(state))
                action = rules.greedy(facts, states[BEFORE], rng)
            states[BEFORE] = states[GAME_OF]
            states[TWIN] = states[GAME_OF]
            rules.step(facts, twin, action)
            rules.tell(facts, state, action, events)
            for i in range(memory.shape[1]):
                if memory[GAME_OF, i] != memory[TWIN, i]:
                    return QUIET_DIFFERS
            for i in range(1, events[0, 0] + 1):
                if events[i, 3] >= 0 and events[i, 3] < uses.shape[1]:
                    uses[events[i, 0], events[i, 3]] += 1
            where[1] += 1
            failed = rules.audit(facts, before, action, state, checks)
            if failed != 0:
                return failed
            if where[1] > limit:
                return ENDLESS
        reasons[g] = rules.result(facts, state, shares[g])
        lengths[g] = where[1]
    return 0


@kernel
def random_decisions(
    rules: LoopRules, facts: Facts, scratch: LoopScratch, seats: int, games: int, base: Key
) -> int:
    """Random games as in a search's playouts; returns the number of decisions with a choice."""
    states, _, rng, actions, events = scratch
    state = states[GAME_OF]
    decisions = 0
    for g in range(games):
        states[GAME_OF] = states[BLANK]
        rules.start(facts, state, seats, stream(base, g), events)
        while not rules.over(state):
            count = rules.legal(facts, state, actions)
            chosen: Number = 0
            if count > 1:
                chosen = below(rng, count)
                decisions += 1
            rules.step(facts, state, np.int64(actions[chosen]))
    return decisions


@entry
def reference_work(words: Counts, rounds: int) -> np.int64:
    """Fixed work to compare machines by: table look-ups that depend on each other."""
    mask = np.int64(words.shape[0] - 1)
    at = np.int64(1)
    for _ in range(rounds):
        at = (at * np.int64(5) + words[at & mask]) & mask
        words[at] += np.int64(1)
    return at


@kernel
def count_sequences(rules: CountingRules, facts: Facts, counting: Counting, depth: int) -> int:
    """The number of sequences of `depth` decisions from `states[0]`, and of games that end earlier.

    The last decision is not carried out. Every step before it is taken once for each sequence of
    draws that chance can give it. Returns -1 - n if a step drew n times, more than the tape holds.
    """
    states, memory, tape_states, tape_memory, actions, counts = counting
    ended = 0
    counts[depth, 0] = 0
    if rules.over(states[0]):
        counts[depth, 0] = 1
        return 1
    counts[0, 0] = rules.legal(facts, states[0], actions[0])
    if depth <= 1:
        return counts[0, 0]
    counts[0, 1] = 0
    total, at = 0, 0
    while at >= 0:
        if counts[at, 1] >= counts[at, 0]:
            at -= 1
            continue
        action = np.int64(actions[at, counts[at, 1]])
        child, tape = at + 1, tape_states[at]
        for i in range(memory.shape[1]):
            tape_memory[at, TAPE_BYTES + i] = memory[at, i]
        tape.tape_at = 0
        rules.step_told(facts, tape, action)
        if tape.tape_at > TAPE_LENGTH:
            return -1 - tape.tape_at
        for i in range(memory.shape[1]):
            memory[child, i] = tape_memory[at, TAPE_BYTES + i]
        if not next_outcome(tape):
            counts[at, 1] += 1
        if rules.over(states[child]):
            ended += 1
            continue
        choices = rules.legal(facts, states[child], actions[child])
        if child + 1 >= depth:
            total += choices
            continue
        at = child
        counts[at, 0], counts[at, 1] = choices, 0
    counts[depth, 0] = ended
    return total + ended


@dataclass(frozen=True)
class Keys:
    """The keys of a run: of the games' chance and of the bots."""

    games: Key
    bots: Key

    @classmethod
    def of(cls, seed: str) -> Keys:
        return cls(seed_key("chance", seed), seed_key("bots", seed))

    def run(self, policies: Sequence[int], first: int) -> Run:
        """The games from number `first` on, with these policies at the seats."""
        return Run(np.array(policies, np.int64), int(first), self.games, self.bots)


class Loops:
    """The loops of one game, compiled, with scratch memory for one thread."""

    def __init__(self, game: Game, long_run: bool = False) -> None:
        """For a long run the rules are compiled into the loop that plays games."""
        self.game = game.ready()
        self._linked = long_run
        self.rules = LoopRules.of(game)
        self.scratch = LoopScratch.allocate(game)

    def _run(
        self,
        loop: Any,
        *arguments: object,
        rules: CountingRules | None = None,
        linked: bool = False,
    ) -> int:
        """Compiled on the first call for its argument types: all calls have the same."""
        title, taken = f"the simulation loops for {self.game.title['en']}", rules or self.rules
        bound = bind_with_progress(loop, taken, lambda: arguments, title, linked=linked)
        return int(bound(*arguments))

    def play(
        self, facts: Facts, policies: Sequence[int], first: int, keys: Keys, out: PlayedGames,
        finals: States | None = None,
    ) -> int:  # fmt: skip
        """As many games as `out` has room for; returns the number of decisions."""
        last = finals if finals is not None else self.game.blank(0)
        return self._run(
            play_games, facts, self.scratch, keys.run(policies, first), out, last,
            linked=self._linked,
        )  # fmt: skip

    def verify(
        self, facts: Facts, policies: Sequence[int], first: int, keys: Keys, out: PlayedGames,
        found: VerificationCounts,
    ) -> int:  # fmt: skip
        """The same games with all checks; returns 0, or the code of what failed (see `failure`)."""
        run = keys.run(policies, first)
        return self._run(verify_games, facts, self.scratch, run, out, found, MAX_DECISIONS)

    def failure(self, code: int) -> str:
        return self.game.rules.CHECKS[code - 1] if code > 0 else LOOP_CHECKS[code]

    def random(self, facts: Facts, seats: int, games: int, key: Key) -> int:
        """Random games; returns how many decisions had a choice."""
        return self._run(random_decisions, facts, self.scratch, seats, games, np.uint64(key))

    def perft(self, facts: Facts, state: State, depth: int) -> tuple[int, int]:
        """The exact number of leaves, see `count_sequences`, and how many of them ended earlier."""
        counting = Counting.allocate(self.game, depth)
        counting.states[0] = state
        count = self._run(
            count_sequences, facts, counting, depth, rules=CountingRules.of(self.game)
        )
        if count < 0:
            raise SpielzugError(f"a step draws {-1 - count} times, more than {TAPE_LENGTH}")
        return count, int(counting.counts[depth, 0])
