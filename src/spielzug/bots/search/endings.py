"""Proofs of wins that need no luck, and exact values of short endings.

`certain_win` looks for a win that holds whatever the others answer. `solve` values every choice in
an ending of two players with nothing hidden: the share of the win if both play perfectly, over all
outcomes of chance with their exact probabilities (see `core.chance`).
"""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.search.proofs import has_no_hidden_info
from spielzug.bots.search.search_tree import Loop
from spielzug.core.entries import SomeRules
from spielzug.core.errors import SpielzugError
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import kernel
from spielzug.core.native_chance import TAPE_BYTES, next_outcome
from spielzug.core.position import Seen
from spielzug.core.progress import bind_with_progress
from spielzug.core.record_types import Actions, Bytes, Counts, Facts, Shares, States
from spielzug.core.rng import TAPE_LENGTH


class ProofRules(SomeRules, namedtuple("ProofRules", "guess actor over legal step result")):
    """The rules of a game that a proof calls."""


class ProofTree(NamedTuple):
    """Scratch memory for the proof of a win, most of it one row per depth."""

    roots: States
    worlds: States
    actions: Actions
    shares: Shares
    line: Counts
    """The decisions found last."""
    counts: Counts
    """The number of choices, and the next one to try."""

    @classmethod
    def allocate(cls, game: Game, depth: int) -> ProofTree:
        return cls(
            roots=game.blank(),
            worlds=game.blank(depth + 1),
            actions=np.zeros((depth + 1, game.rules.MAX_LEGAL), np.int32),
            shares=np.zeros(MAX_SEATS),
            line=np.zeros(depth + 1, np.int64),
            counts=np.zeros((depth + 1, 2), np.int64),
        )


OWN, OTHERS = 1, 2
"""Whose decisions a proof may contain: only the seat's own in a row, or also the others'
answers."""


@kernel
def certain_win(
    rules: ProofRules, facts: Facts, proof: ProofTree,
    seat: int, depth: int, key: int, whose: int, budget: int, open_cards: int,
) -> int:  # fmt: skip
    """Decisions that win without luck whatever the others answer, in one guessed world.

    With `open_cards` (1) nothing is hidden, and there is nothing to guess.

    Iterative deepening: the shortest win first, at most `depth` decisions and `budget` steps. Fills
    `line` with the decisions found last and returns the depth it needed, 0 if there is no such win.
    """
    roots, worlds, actions, shares, line, counts = proof
    for limit in range(1, depth + 1):
        worlds[0] = roots[0]
        if open_cards == 0:
            rules.guess(facts, worlds[0], seat, key)
        counts[0, 0] = rules.legal(facts, worlds[0], actions[0])
        counts[0, 1] = 0
        at = 0
        verdict = 0  # of the decision tried last at this depth: 1 wins, -1 does not, 0 none yet
        while True:
            own = rules.actor(worlds[at]) == seat
            settled = 0
            if verdict != 0 and own == (verdict > 0):
                settled = verdict  # one own decision that wins, or one answer that refutes
            elif budget <= 0:
                return 0
            elif counts[at, 1] >= counts[at, 0]:
                settled = -1 if own else 1
            if settled != 0:
                if at == 0:
                    if settled > 0:
                        return limit
                    break
                at -= 1
                verdict = settled
                continue
            action = np.int64(actions[at, counts[at, 1]])
            counts[at, 1] += 1
            budget -= 1
            line[at] = action
            worlds[at + 1] = worlds[at]
            rules.step(facts, worlds[at + 1], action)
            verdict = -1
            if worlds[at + 1].rng != worlds[at].rng:
                continue  # the step drew a random number
            if rules.over(worlds[at + 1]):
                for i in range(shares.shape[0]):
                    shares[i] = 0.0
                rules.result(facts, worlds[at + 1], shares)
                if shares[seat] >= 1.0:
                    verdict = 1
            elif at + 1 < limit and (whose == OTHERS or rules.actor(worlds[at + 1]) == seat):
                at += 1
                verdict = 0
                counts[at, 0] = rules.legal(facts, worlds[at], actions[at])
                counts[at, 1] = 0
    return 0


def _arguments(game: Game) -> tuple[object, ...]:
    return (
        game.native.types["facts"],
        ProofTree.allocate(game, 1),
        0,
        1,
        np.uint64(0),
        OWN,
        1,
        0,
    )


PROOF = Loop(certain_win, ProofRules.of, _arguments)


PLAYERS = 2
DEPTH = 64
"""The longest line of decisions; endings that can be solved are shorter."""
STEPS = 10_000_000
"""For all choices together; longer endings are given up."""
SOLVED, TOO_LONG, DRAWS_TOO_MUCH = 0, 1, 2


class EndingRules(SomeRules, namedtuple("EndingRules", "actor over legal result step_told")):
    """The rules of a game that the solver calls."""


class Ending(NamedTuple):
    """Scratch memory for solving an ending, most of it one row per depth."""

    states: States
    memory: Bytes
    """The same positions as bytes."""
    tape_states: States
    tape_memory: Bytes
    actions: Actions
    counts: Counts
    """The number of choices, the next one, and whether chance has more outcomes for it."""
    window: NDArray[np.float64]
    """The alpha-beta window, and the probability and sum of the outcomes so far."""
    shares: Shares
    values: NDArray[np.float64]
    """Of every choice at the root."""

    @classmethod
    def allocate(cls, game: Game, depth: int) -> Ending:
        states, tape_states = game.blank(depth + 1), game.chance_stepper.blank(depth + 1)
        return cls(
            states=states,
            memory=states.view(np.uint8).reshape(depth + 1, -1),
            tape_states=tape_states,
            tape_memory=tape_states.view(np.uint8).reshape(depth + 1, -1),
            actions=np.zeros((depth + 1, game.rules.MAX_LEGAL), np.int32),
            counts=np.zeros((depth + 1, 3), np.int64),
            window=np.zeros((depth + 1, 4)),
            shares=np.zeros(MAX_SEATS),
            values=np.zeros(game.rules.MAX_LEGAL),
        )


LOW, HIGH, CHANCE, SUM = 0, 1, 2, 3
CHOICES, NEXT, MORE = 0, 1, 2


@kernel
def solve(
    rules: EndingRules, facts: Facts, ending: Ending, seat: int, depth: int, budget: int
) -> int:
    """Fill `values` with the share of `seat` after every choice at `states[0]`.

    Alpha-beta below the root; a step that draws starts a new window for each of its outcomes.
    """
    states, memory, tape_states, tape_memory, actions, counts, window, shares, values = ending
    counts[0, CHOICES] = rules.legal(facts, states[0], actions[0])
    counts[0, NEXT] = 0
    window[0, LOW], window[0, HIGH], window[0, SUM] = 0.0, 1.0, 0.0
    at = 0
    while True:
        value = -1.0
        if counts[at, NEXT] >= counts[at, CHOICES] or window[at, LOW] >= window[at, HIGH]:
            if at == 0:
                return SOLVED
            value = window[at, LOW] if rules.actor(states[at]) == seat else window[at, HIGH]
            at -= 1
        else:
            budget -= 1
            if budget < 0 or at >= depth:
                return TOO_LONG
            tape = tape_states[at]
            for i in range(memory.shape[1]):
                tape_memory[at, TAPE_BYTES + i] = memory[at, i]
            tape.tape_at = 0
            rules.step_told(facts, tape, np.int64(actions[at, counts[at, NEXT]]))
            if tape.tape_at > TAPE_LENGTH:
                return DRAWS_TOO_MUCH
            for i in range(memory.shape[1]):
                memory[at + 1, i] = tape_memory[at, TAPE_BYTES + i]
            chance = 1.0
            for i in range(tape.tape_at):
                chance /= tape.tape_limits[i]
            drawn = tape.tape_at > 0
            window[at, CHANCE] = chance
            counts[at, MORE] = next_outcome(tape)
            if rules.over(states[at + 1]):
                rules.result(facts, states[at + 1], shares)
                value = shares[seat]
            else:
                child = at + 1
                counts[child, CHOICES] = rules.legal(facts, states[child], actions[child])
                counts[child, NEXT] = 0
                window[child, SUM] = 0.0
                whole = drawn or at == 0
                window[child, LOW] = 0.0 if whole else window[at, LOW]
                window[child, HIGH] = 1.0 if whole else window[at, HIGH]
                at = child
                continue
        window[at, SUM] += window[at, CHANCE] * value
        if counts[at, MORE] != 0:
            continue
        value = window[at, SUM]
        window[at, SUM] = 0.0
        if at == 0:
            values[counts[at, NEXT]] = value
        elif rules.actor(states[at]) == seat:
            window[at, LOW] = max(window[at, LOW], value)
        else:
            window[at, HIGH] = min(window[at, HIGH], value)
        counts[at, NEXT] += 1


def exact_shares(seen: Seen, steps: int = STEPS) -> dict[int, float] | None:
    """The seat's share of the win after each of its choices if both play perfectly.

    None if the ending takes more than `steps`, more than two play, or something is hidden.
    """
    if seen.seats != PLAYERS or seen.seat != seen.actor or not has_no_hidden_info(seen):
        return None
    game = seen.game
    rules, ending = EndingRules.of(game), Ending.allocate(game, DEPTH)
    ending.states[0] = seen.guess(0).state
    arguments = seen.facts, ending, seen.seat, DEPTH, steps
    loop = bind_with_progress(
        solve, rules, lambda: arguments, f"the endgame solver for {game.title['en']}"
    )
    came = loop(*arguments)
    if came == DRAWS_TOO_MUCH:
        raise SpielzugError(f"a step draws more than {TAPE_LENGTH} times")
    if came == TOO_LONG:
        return None
    return {action: float(ending.values[i]) for i, action in enumerate(seen.legal)}
