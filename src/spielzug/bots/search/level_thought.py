"""A level's thought as compiled functions, for engines without Python around them.

They decide exactly as `levels.Level` and `thinker.Thinker` do with one thread and no clock; a test
compares their choices. A thought begins, grows in slices of any length, and has a choice at any
time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spielzug.bots.net.inference import Net, ask
from spielzug.bots.search.endings import OTHERS, OWN, ProofRules, ProofTree, certain_win
from spielzug.bots.search.proofs import WIN_DEPTH, WIN_STEPS, WIN_WORLDS
from spielzug.bots.search.puct import NetScratch
from spielzug.bots.search.thinker import EQUAL
from spielzug.bots.search.tree import Nodes
from spielzug.core.game import Game
from spielzug.core.jit import record, rule, scratch
from spielzug.core.observation import Observed
from spielzug.core.record_types import (
    Actions,
    Bytes,
    Facts,
    Key,
    NativeRecord,
    Number,
    Rng,
    Rule,
    Shares,
    State,
    States,
)
from spielzug.core.rng import RNG, below, next_random, stream

THINKING = -1
"""Instead of a choice: the tree has to be grown."""
NO_WIN = -1

LEVEL = record(
    [
        ("slips_in_64", "i4"),  # how many of 64 decisions are random
        ("finds_wins", "i4"),  # 1: a decision that wins without luck is never missed
        ("all_can_lose", "i4"),  # 1: a random choice must not make all players lose
    ]
)
"""What a thought needs to know of a level in one game."""


class ThoughtRules(NamedTuple):
    """The rules of a game that are called before it is searched."""

    guess: Rule
    actor: Rule
    over: Rule
    legal: Rule
    step: Rule
    result: Rule
    nobody_can_win: Rule

    @classmethod
    def of(cls, game: Game) -> ThoughtRules:
        r = game.rules
        nobody = getattr(r, "nobody_can_win", somebody_can_win)
        return cls(r.guess, r.actor, r.over, r.legal, r.step_quiet, r.result, nobody)


class ThoughtMemory(NamedTuple):
    """Scratch memory to begin a thought."""

    hidden: States
    """The position as the seat sees it."""
    worlds: States
    """Guesses of what is hidden, `WIN_WORLDS` of them."""
    bytes: Bytes
    """The same positions as bytes."""
    actions: Actions
    shares: Shares
    proof: ProofTree


new_rngs = scratch(1, RNG)
find_certain_win = rule(certain_win.function)


@rule
def somebody_can_win(facts: Facts, state: State) -> bool:
    """Instead of `nobody_can_win` in a game that not everybody can lose."""
    return False


@rule
def begin_thought(
    rules: ThoughtRules, proof_rules: ProofRules, facts: Facts, memory: ThoughtMemory,
    level: NativeRecord, rng: Rng,
) -> np.int64:  # fmt: skip
    """The choice of the seat to act, or `THINKING`.

    Then the generator holds the key of the tree that has to be grown.
    """
    hidden, actions = memory.hidden[0], memory.actions
    seat = rules.actor(hidden)
    count = rules.legal(facts, hidden, actions)
    if below(rng, 64) < level.slips_in_64:
        if count > 1 and level.finds_wins != 0:
            won = winning_choice(rules, proof_rules, facts, memory, seat, next_random(rng))
            if won != NO_WIN:
                return won
        return random_choice(rules, facts, memory, level, seat, rng)
    key = next_random(rng)
    if count == 1:
        return np.int64(actions[0])
    won = winning_choice(rules, proof_rules, facts, memory, seat, key)
    rng.rng = stream(key, 0)
    return won if won != NO_WIN else np.int64(THINKING)


@rule
def winning_choice(
    rules: ThoughtRules, proof_rules: ProofRules, facts: Facts, memory: ThoughtMemory,
    seat: Number, key: Key,
) -> np.int64:  # fmt: skip
    """The first of the seat's decisions that win without luck; see `proofs.find_winning_line`."""
    worlds, proof, rng = memory.worlds, memory.proof, new_rngs()[0]
    rng.rng = key
    for number in range(WIN_WORLDS):
        worlds[number] = memory.hidden[0]
        rules.guess(facts, worlds[number], seat, next_random(rng))
    alike = are_alike(memory)
    whose = OTHERS if alike else OWN
    proof.roots[0] = memory.hidden[0]
    length = find_certain_win(
        proof_rules, facts, proof, seat, WIN_DEPTH, next_random(rng), whose, WIN_STEPS, 0
    )
    if length == 0:
        return np.int64(NO_WIN)
    if not alike:
        for number in range(WIN_WORLDS):
            if not wins(rules, facts, worlds[number], seat, length, memory):
                return np.int64(NO_WIN)
    return np.int64(proof.line[0])


@rule
def are_alike(memory: ThoughtMemory) -> bool:
    """Whether all guesses are equal but for their luck: then nothing is hidden."""
    worlds, data = memory.worlds, memory.bytes
    for number in range(1, WIN_WORLDS):
        luck = worlds[number].rng
        worlds[number].rng = worlds[0].rng
        equal = True
        for i in range(data.shape[1]):
            if data[number, i] != data[0, i]:
                equal = False
                break
        worlds[number].rng = luck
        if not equal:
            return False
    return True


@rule
def wins(
    rules: ThoughtRules, facts: Facts, world: State, seat: Number, length: Number,
    memory: ThoughtMemory,
) -> bool:  # fmt: skip
    """Whether the decisions of the proof win in this world, too, and without luck."""
    for i in range(length):
        action = memory.proof.line[i]
        if rules.over(world) or not is_legal(rules, facts, world, action, memory):
            return False
        before = world.rng
        rules.step(facts, world, action)
        if world.rng != before:
            return False
    return share_of(rules, facts, world, seat, memory) == 1.0


@rule
def is_legal(
    rules: ThoughtRules, facts: Facts, world: State, action: Number, memory: ThoughtMemory
) -> bool:
    for i in range(rules.legal(facts, world, memory.actions)):
        if memory.actions[i] == action:
            return True
    return False


@rule
def share_of(
    rules: ThoughtRules, facts: Facts, world: State, seat: Number, memory: ThoughtMemory
) -> float:
    """The seat's share of the win in a game that is over, −1 in one that is not."""
    if not rules.over(world):
        return -1.0
    for i in range(memory.shares.shape[0]):
        memory.shares[i] = 0.0
    rules.result(facts, world, memory.shares)
    return float(memory.shares[seat])


@rule
def random_choice(
    rules: ThoughtRules, facts: Facts, memory: ThoughtMemory, level: NativeRecord, seat: Number,
    rng: Rng,
) -> np.int64:  # fmt: skip
    """A random choice, but none after which all players lose; see `levels.random_choice`."""
    left, world = memory.actions, memory.worlds[0]
    count = rules.legal(facts, memory.hidden[0], left)
    while True:
        at = below(rng, count)
        action = np.int64(left[at])
        if count == 1 or level.all_can_lose == 0:
            return action
        memory.worlds[0] = memory.hidden[0]
        rules.guess(facts, world, seat, next_random(rng))
        rules.step(facts, world, action)
        share = share_of(rules, facts, world, seat, memory)
        hopeless = share == 0.0 or (share < 0.0 and rules.nobody_can_win(facts, world))
        if not hopeless:
            return action
        count -= 1
        for i in range(at, count):
            left[i] = left[i + 1]


@rule
def choice_of(nodes: Nodes, n_actions: int, with_net: bool, otherwise: int) -> np.int64:
    """The choice that a tree has found so far; see `thinker.rank_candidates`.

    The most visits win, but among about equal choices the one that came first: the quick player's,
    or the one with the highest prior. `otherwise` is taken if nothing was tried yet.
    """
    best = np.int64(0)
    child = np.int64(nodes[0].child)
    while child != 0:
        if nodes[child].visits > 0 and (best == 0 or is_ahead(nodes, child, best)):
            best = child
        child = np.int64(nodes[child].sibling)
    if best == 0:
        return np.int64(otherwise)
    chance = nodes[best].value / nodes[best].visits
    first = best
    child = np.int64(nodes[0].child)
    while child != 0:
        visits = nodes[child].visits
        if 2 * visits > nodes[best].visits and abs(nodes[child].value / visits - chance) < EQUAL:
            earlier = place(nodes, child, with_net) - place(nodes, first, with_net)
            if earlier < 0 or (earlier == 0 and is_ahead(nodes, child, first)):
                first = child
        child = np.int64(nodes[child].sibling)
    return np.int64(nodes[first].key % n_actions)


@rule
def is_ahead(nodes: Nodes, one: Number, other: Number) -> bool:
    """Whether it comes first by visits, then by chance, then by the number of the action."""
    if nodes[one].visits != nodes[other].visits:
        return bool(nodes[one].visits > nodes[other].visits)
    mine = nodes[one].value / nodes[one].visits
    its = nodes[other].value / nodes[other].visits
    return bool(mine > its or (mine == its and nodes[one].key < nodes[other].key))


@rule
def place(nodes: Nodes, number: Number, with_net: bool) -> np.int64:
    return -np.int64(nodes[number].prior) if with_net else np.int64(number)


@rule
def net_choice(
    net: Net, observed: Observed, actions: Actions, count: int, scratch: NetScratch
) -> np.int64:
    """The best action to the net without search; among equals the first, see `NetPlayer`."""
    ask(net, observed, actions, count, scratch.buffers, scratch.logits, scratch.judged)
    best = 0
    for i in range(1, count):
        if scratch.logits[i] > scratch.logits[best]:
            best = i
    return np.int64(actions[best])
