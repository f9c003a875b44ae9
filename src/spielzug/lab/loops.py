"""Compiled loops over whole games, the same for every game.

They take the addresses of the game's entries, and one compiled loop for each game is cached.
Scratch positions and buffers are the caller's: nothing here allocates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielzug.core.events import event_buffer
from spielzug.core.game import Game
from spielzug.core.jit import entry, kernel, rule
from spielzug.core.kinds import Facts, State
from spielzug.core.outcome import MAX_SEATS
from spielzug.core.progress import announced
from spielzug.core.rng import RNG, below, new_rng, seed_key, stream

RANDOM, GREEDY, MIXED = 0, 1, 2
POLICIES = ("random", "greedy", "mixed")
"""The bots, and `mixed`: each decision as greedy or at random, by lot. Only a simulation has it, to
reach what random players are too poor for and greedy ones too sensible."""

LEGAL_RANGE, QUIET_DIFFERS, ENDLESS = -1, -2, -3
LOOP_CHECKS = {
    LEGAL_RANGE: "legal gives at least one action, none twice, in order",
    QUIET_DIFFERS: "step with and without events give the same position",
    ENDLESS: "the game ends",
}

MAX_DECISIONS = 10_000_000  # a game longer than this is called endless
EVENT_KINDS, EVENT_VALUES = 64, 64  # room to count events by kind and by what they are about

GAME_OF, BEFORE, BLANK, TWIN = 0, 1, 2, 3
"""Which scratch position is which."""


@rule
def at_random(policy: int, rng: Any) -> bool:
    """Whether the next decision of this player is left to chance."""
    return policy == RANDOM or (policy == MIXED and below(rng, 2) == 0)


@kernel
def play_games(
    start: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any, hide: Any, greedy: Any,
    facts: Any, states: Any, rng: Any, actions: Any, events: Any,
    seats: int, policies: Any, first_game: int, base: int, bot_base: int,
    reasons: Any, lengths: Any, shares: Any, log: Any, finals: Any,
) -> int:  # fmt: skip
    """Play `len(lengths)` games of compiled bots; returns the number of decisions.

    Game number g is a function of (base, bot_base, g) alone. `log` takes the decisions of the
    last game, `finals` the last positions of the first games, as many as there is room for.
    """
    games = lengths.shape[0]
    total = 0
    state = states[GAME_OF]
    for g in range(games):
        number = first_game + g
        states[GAME_OF] = states[BLANK]
        start(facts, state, seats, stream(base, number), events)
        rng.rng = stream(bot_base, number)
        length = 0
        while not over(state):
            if at_random(policies[(actor(state) + number) % seats], rng):
                action = np.int64(actions[below(rng, legal(facts, state, actions))])
            else:
                states[BEFORE] = states[GAME_OF]
                hide(facts, states[BEFORE], actor(state))
                action = greedy(facts, states[BEFORE], rng)
            if length < log.shape[0]:
                log[length] = action
            step(facts, state, action)
            length += 1
        reasons[g] = result(facts, state, shares[g])
        lengths[g] = length
        if g < finals.shape[0]:
            finals[g] = states[GAME_OF]
        total += length
    return total


@kernel
def verify_games(
    start: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any, hide: Any, greedy: Any,
    quiet: Any, audit: Any,
    facts: Any, states: Any, rng: Any, actions: Any, events: Any,
    seats: int, policies: Any, first_game: int, base: int, bot_base: int,
    reasons: Any, lengths: Any, shares: Any, memory: Any, limit: int,
    checks: Any, uses: Any, where: Any,
) -> int:  # fmt: skip
    """The very games of `play_games`, with every check at every decision.

    Returns 0 or what failed. `memory` shows the scratch positions as bytes; `uses` counts events
    by (kind, b); `where` tells the failing game and decision.
    """
    state, before, twin = states[GAME_OF], states[BEFORE], states[TWIN]
    for g in range(lengths.shape[0]):
        number = first_game + g
        states[GAME_OF] = states[BLANK]
        start(facts, state, seats, stream(base, number), events)
        rng.rng = stream(bot_base, number)
        where[0] = number
        where[1] = 0
        failed = audit(facts, state, -1, state, checks)
        if failed != 0:
            return failed
        while not over(state):
            count = legal(facts, state, actions)
            if count < 1 or count > actions.shape[0]:
                return LEGAL_RANGE
            for i in range(1, count):
                if actions[i] <= actions[i - 1]:
                    return LEGAL_RANGE
            if at_random(policies[(actor(state) + number) % seats], rng):
                action = np.int64(actions[below(rng, count)])
            else:
                states[BEFORE] = states[GAME_OF]
                hide(facts, states[BEFORE], actor(state))
                action = greedy(facts, states[BEFORE], rng)
            states[BEFORE] = states[GAME_OF]
            states[TWIN] = states[GAME_OF]
            quiet(facts, twin, action)
            step(facts, state, action, events)
            for i in range(memory.shape[1]):
                if memory[GAME_OF, i] != memory[TWIN, i]:
                    return QUIET_DIFFERS
            for i in range(1, events[0, 0] + 1):
                if events[i, 3] >= 0 and events[i, 3] < uses.shape[1]:
                    uses[events[i, 0], events[i, 3]] += 1
            where[1] += 1
            failed = audit(facts, before, action, state, checks)
            if failed != 0:
                return failed
            if where[1] > limit:
                return ENDLESS
        reasons[g] = result(facts, state, shares[g])
        lengths[g] = where[1]
    return 0


@kernel
def random_decisions(
    start: Any, over: Any, legal: Any, step: Any,
    facts: Any, states: Any, rng: Any, actions: Any, events: Any,
    seats: int, games: int, base: int,
) -> int:  # fmt: skip
    """Random games as a search plays them out; returns the decisions that had a choice."""
    state = states[GAME_OF]
    decisions = 0
    for g in range(games):
        states[GAME_OF] = states[BLANK]
        start(facts, state, seats, stream(base, g), events)
        while not over(state):
            count = legal(facts, state, actions)
            chosen = 0
            if count > 1:
                chosen = below(rng, count)
                decisions += 1
            step(facts, state, np.int64(actions[chosen]))
    return decisions


@entry
def yardstick(words: Any, rounds: int) -> Any:
    """Fixed work to compare machines by: table look-ups that depend on each other."""
    mask = np.int64(words.shape[0] - 1)
    at = np.int64(1)
    for _ in range(rounds):
        at = (at * np.int64(5) + words[at & mask]) & mask
        words[at] += np.int64(1)
    return at


@kernel
def count_sequences(
    over: Any, legal: Any, step: Any, facts: Any, states: Any, actions: Any, keys: Any,
    counts: Any, depth: int,
) -> int:  # fmt: skip
    """How many sequences of `depth` decisions there are from states[0] (shorter if it ends).

    With `keys` every step that used chance is taken once with each of them: all its outcomes.
    `states` and `actions` need a row for each depth, `counts` three: choices, the next choice,
    the next of its outcomes.
    """
    if over(states[0]):
        return 1
    counts[0, 0] = legal(facts, states[0], actions[0])
    if depth <= 1:
        return counts[0, 0]
    counts[0, 1], counts[0, 2] = 0, 0
    total, at = 0, 0
    while at >= 0:
        if counts[at, 1] >= counts[at, 0]:
            at -= 1
            continue
        action = np.int64(actions[at, counts[at, 1]])
        child = at + 1
        states[child] = states[at]
        if counts[at, 2] > 0:
            states[child].rng = keys[counts[at, 2] - 1]
        before = states[child].rng
        step(facts, states[child], action)
        if counts[at, 2] == 0 and keys.shape[0] > 0 and states[child].rng != before:
            counts[at, 2] = 1  # chance had a say: once more, with each of its outcomes
            continue
        if 0 < counts[at, 2] < keys.shape[0]:
            counts[at, 2] += 1
        else:
            counts[at, 1] += 1
            counts[at, 2] = 0
        if over(states[child]):
            total += 1
            continue
        choices = legal(facts, states[child], actions[child])
        if child + 1 >= depth:
            total += choices
            continue
        at = child
        counts[at, 0], counts[at, 1], counts[at, 2] = choices, 0, 0
    return total


@dataclass(frozen=True)
class Keys:
    """Where the luck of a run comes from: the games' and the bots'."""

    games: np.uint64
    bots: np.uint64

    @classmethod
    def of(cls, seed: str) -> Keys:
        return cls(seed_key("chance", seed), seed_key("bots", seed))


@dataclass
class Played:
    """What a run leaves behind, a row a game."""

    reasons: Any
    lengths: Any
    shares: Any
    log: Any

    @classmethod
    def room(cls, games: int, log: int = 0) -> Played:
        return cls(
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            np.zeros((games, MAX_SEATS)),
            np.zeros(log, np.int32),
        )


@dataclass
class Verified:
    """How often each check ran and each thing was done, and where a failure was."""

    checks: Any
    uses: Any
    where: Any

    @classmethod
    def room(cls, game: Game) -> Verified:
        return cls(
            np.zeros(len(game.rules.CHECKS), np.int64),
            np.zeros((EVENT_KINDS, EVENT_VALUES), np.int64),
            np.zeros(2, np.int64),
        )


class Loops:
    """The loops of one game, compiled, with scratch memory for one thread."""

    def __init__(self, game: Game) -> None:
        self.game = game.ready()
        self.rng = new_rng(0)
        self.states = game.blank(4)
        self.actions = np.zeros(game.rules.MAX_LEGAL, np.int32)
        self.events = event_buffer(game.rules.MAX_EVENTS)

    def _bind(self, loop: Any, names: Sequence[str], *types: str) -> Any:
        """The loop for this game; `types` are its arguments after the scratch memory."""

        def signature() -> tuple[Any, ...]:
            from spielzug.core import compiler as c

            known = self.game.types
            scratch = (known["states"], c.type_of(RNG), c.ACTIONS, c.EVENTS)
            more = [known[name] if name in known else getattr(c, name) for name in types]
            return (c.INT, known["facts"], *scratch, *more)

        rules = [getattr(self.game.rules, name) for name in names]
        return announced(loop, rules, signature, f"the loops for {self.game.title['en']}")

    @property
    def _scratch(self) -> tuple[Any, ...]:
        return self.states, self.rng, self.actions, self.events

    def play(
        self, facts: Facts, policies: Sequence[int], first: int, keys: Keys, out: Played,
        finals: Any = None,
    ) -> int:  # fmt: skip
        """As many games as `out` has room for; returns the number of decisions."""
        loop = self._bind(
            play_games,
            ("start", "actor", "over", "legal", "step_quiet", "result", "hide", "greedy"),
            "INT", "COUNTS", "INT", "UINT", "UINT", "COUNTS", "COUNTS", "SHARES", "ACTIONS",
            "states",
        )  # fmt: skip
        return int(loop(
            facts, *self._scratch, len(policies), np.asarray(policies, np.int64),
            first, keys.games, keys.bots, out.reasons, out.lengths, out.shares, out.log,
            finals if finals is not None else self.game.blank(0),
        ))  # fmt: skip

    def verify(
        self, facts: Facts, policies: Sequence[int], first: int, keys: Keys, out: Played,
        found: Verified,
    ) -> int:  # fmt: skip
        """The same games with all checks; returns 0, or what failed (see `failure`)."""
        loop = self._bind(
            verify_games,
            ("start", "actor", "over", "legal", "step", "result", "hide", "greedy", "step_quiet",
             "audit"),
            "INT", "COUNTS", "INT", "UINT", "UINT", "COUNTS", "COUNTS", "SHARES", "BYTES", "INT",
            "COUNTS", "COUNTS2", "COUNTS",
        )  # fmt: skip
        return int(loop(
            facts, *self._scratch, len(policies), np.asarray(policies, np.int64),
            first, keys.games, keys.bots, out.reasons, out.lengths, out.shares,
            self.states.view(np.uint8).reshape(4, -1), MAX_DECISIONS,
            found.checks, found.uses, found.where,
        ))  # fmt: skip

    def failure(self, code: int) -> str:
        return self.game.rules.CHECKS[code - 1] if code > 0 else LOOP_CHECKS[code]

    def random(self, facts: Facts, seats: int, games: int, key: np.uint64) -> int:
        """Random games; returns how many decisions had a choice."""
        names = ("start", "over", "legal", "step_quiet")
        loop = self._bind(random_decisions, names, "INT", "INT", "UINT")
        return int(loop(facts, *self._scratch, seats, games, key))

    def perft(self, facts: Facts, state: State, depth: int) -> int:
        """The exact number of sequences of decisions of that length, chance branching if it can."""
        r = self.game.rules
        states = self.game.blank(depth + 1)
        states[0] = state
        actions = np.zeros((depth + 1, r.MAX_LEGAL), np.int32)
        keys = np.array(getattr(r, "LUCK_KEYS", ()), np.uint64)

        def signature() -> tuple[Any, ...]:
            from spielzug.core import compiler as c

            known = self.game.types
            return (c.INT, known["facts"], known["states"], c.ACTIONS2, c.KEYS, c.COUNTS2, c.INT)

        loop = count_sequences.bind([r.over, r.legal, r.step_quiet], signature)
        return int(loop(facts, states, actions, keys, np.zeros((depth + 1, 3), np.int64), depth))
