"""The compiled tree search for every game: information-set Monte Carlo tree search.

Every iteration guesses the hidden part of the position anew, walks down the tree by the decisions
that are legal in *that* world, adds one node, plays on with the game's quick policy and counts the
result for each seat. A node is a sequence of decisions, not a position: what chance and the hidden
cards make of them differs between iterations ("open loop"), so a child also counts in how many
worlds it was legal, and luck is averaged.

Nothing here depends on a game. The game's functions are passed by address, and the loop is compiled
and cached for each game; tree and scratch positions belong to the caller (`TreeMemory`).
"""

from __future__ import annotations

import math
from collections import namedtuple
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.core.entries import SomeRules
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import kernel, record, rule
from spielzug.core.portable_math import log
from spielzug.core.record_types import (
    Actions,
    Counts,
    Facts,
    NativeRecord,
    Number,
    RecordType,
    Rng,
    Shares,
    State,
    States,
)
from spielzug.core.rng import below, new_rng, next_random

if TYPE_CHECKING:
    from spielzug.bots.search.puct import NetRules

NODE = record(
    [
        ("key", "i4"),  # mover * N_ACTIONS + action
        ("visits", "i4"),
        ("available", "i4"),  # iterations in which it was legal
        ("child", "i4"),  # first child, 0: none (the root is never a child)
        ("sibling", "i4"),  # next child of the same parent, 0: none
        ("prior", "i4"),  # weight given when it was added; 1: the quick policy's choice
        ("value", "f8"),  # sum of the mover's shares of the win
    ]
)

SETTINGS = record(
    [
        ("n_actions", "i4"),
        ("seat", "i4"),  # the seat that searches
        ("cutoff", "i4"),  # decisions of a playout before the position is judged
        ("random_in_64", "i4"),  # how many of 64 playout decisions are random
        ("exploration", "f8"),
        ("widening", "f8"),  # children a node may have: 1 + widening * sqrt(visits)
        ("trust", "f8"),  # in the quick policy's choice; 0: all choices are equal
        ("in_order", "i4"),  # whether the game has an order in which to try choices
        ("settled_from", "i4"),  # decisions among these actions are the policy's below the root
        ("settled_to", "i4"),
        ("quick_rivals", "i4"),  # 1: the rivals' decisions in the tree are the policy's
        ("open_cards", "i4"),  # 1: nothing is hidden, so only the luck to come is guessed
        ("used", "i4"),  # nodes in use
        ("depth", "i4"),  # the longest sequence of decisions so far
    ]
)

MAX_PATH = 512
WORLD = 0
"""The index of the scratch position that an iteration plays in."""

Nodes = NDArray[np.void]
"""An array of `NODE`."""
Settings = NativeRecord
"""A record of `SETTINGS`, or of the search with a net."""


class SearchRules(
    SomeRules,
    namedtuple("SearchRules", "guess actor over legal step result policy value ordered"),
):
    """The rules of a game that the search calls."""


class TreeMemory(NamedTuple):
    """A tree and the scratch memory to grow it, for one thread."""

    roots: States
    worlds: States
    rng: Rng
    actions: Actions
    nodes: Nodes
    marks: Counts
    path: Counts
    shares: Shares
    settings: Settings
    trace: NDArray[np.float64]
    """The shares of each iteration of the last call, as far as there is room."""

    @classmethod
    def allocate(
        cls, game: Game, capacity: int, settings: RecordType = SETTINGS, traced: int = 0
    ) -> TreeMemory:
        return cls(
            roots=game.blank(),
            worlds=game.blank(),
            rng=new_rng(0),
            actions=np.zeros(game.rules.MAX_LEGAL, np.int32),
            nodes=np.zeros(capacity, NODE).view(np.recarray),
            marks=np.zeros(game.rules.N_ACTIONS + 1, np.int64),
            path=np.zeros(MAX_PATH, np.int64),
            shares=np.zeros(MAX_SEATS),
            settings=np.zeros(1, settings).view(np.recarray)[0],
            trace=np.zeros((traced, MAX_SEATS)),
        )


@rule
def settled(actions: Actions, settings: Settings) -> bool:
    """Whether the quick policy takes this decision in the tree, too.

    A node averages over what chance has shown before it. If the decision depends on just that
    (which card was drawn?), the average says little, and a policy that sees the world decides
    better. Its decision still gets a node, because what follows depends on it.
    """
    return bool(settings.settled_from <= actions[0] < settings.settled_to)


@rule
def select(
    nodes: Nodes, node: Number, marks: Counts, stamp: Number, mover: int, settings: Settings
) -> tuple[int, int, bool]:
    """The best child legal in this world, how many there are, and whether to add another.

    `marks` holds `stamp` at every legal action; those that have a child get `-stamp`.
    """
    best, best_score, seen = 0, -1.0, 0
    child = nodes[node].child
    while child != 0:
        action = nodes[child].key - mover * settings.n_actions
        if 0 <= action < settings.n_actions and marks[action] == stamp:
            marks[action] = -stamp
            seen += 1
            nodes[child].available += 1
            visits = nodes[child].visits
            score = nodes[child].value / visits + settings.exploration * math.sqrt(
                log(nodes[child].available) / visits
            )
            if score > best_score:
                best, best_score = child, score
        child = nodes[child].sibling
    may_expand = seen < 1.0 + settings.widening * math.sqrt(nodes[node].visits)
    return best, seen, may_expand


@rule
def select_trusting(
    nodes: Nodes, node: Number, marks: Counts, stamp: Number, mover: int, settings: Settings,
    count: int,
) -> tuple[int, int, bool]:  # fmt: skip
    """Like `select`, with trust in the quick policy: its choice has to be refuted.

    Every choice has a share of the trust (the policy's gets `trust`, the others the rest) and is
    tried in proportion to it until the results say otherwise (as in PUCT). An untried choice is
    valued like the average of the tried ones.
    """
    others = (1.0 - settings.trust) / max(1, count - 1)
    reach = settings.exploration * math.sqrt(nodes[node].visits)
    best, best_score, seen = 0, -1.0, 0
    total, visited = 0.0, 0
    child = nodes[node].child
    while child != 0:
        action = nodes[child].key - mover * settings.n_actions
        if 0 <= action < settings.n_actions and marks[action] == stamp:
            marks[action] = -stamp
            seen += 1
            nodes[child].available += 1
            visits = nodes[child].visits
            total += nodes[child].value
            visited += visits
            share = settings.trust if nodes[child].prior else others
            score = nodes[child].value / visits + reach * share / (1 + visits)
            if score > best_score:
                best, best_score = child, score
        child = nodes[child].sibling
    may_expand = seen == 0 or total / visited + reach * others > best_score
    return best, seen, may_expand


@rule
def untried(
    actions: Actions, count: int, marks: Counts, stamp: Number, left: int, rng: Rng
) -> np.int64:
    """A random one of the `left` legal actions that have no child yet."""
    skip = below(rng, left)
    for i in range(count):
        if marks[actions[i]] == stamp:
            if skip == 0:
                return np.int64(actions[i])
            skip -= 1
    return np.int64(actions[0])


@rule
def foremost(actions: Actions, count: int, marks: Counts, stamp: Number) -> np.int64:
    """The first of the legal actions that has no child yet."""
    for i in range(count):
        if marks[actions[i]] == stamp:
            return np.int64(actions[i])
    return np.int64(actions[0])


@rule
def child_of(nodes: Nodes, node: Number, key: int) -> np.int64:
    """The child for this decision, 0 for none."""
    child = np.int64(nodes[node].child)
    while child != 0 and nodes[child].key != key:
        child = np.int64(nodes[child].sibling)
    return child


@rule
def add_child(nodes: Nodes, node: Number, key: int, settings: Settings) -> np.int64:
    made = settings.used
    settings.used += 1
    nodes[made].key = key
    nodes[made].visits = 0
    nodes[made].available = 1
    nodes[made].child = 0
    nodes[made].prior = 0
    nodes[made].value = 0.0
    nodes[made].sibling = nodes[node].child
    nodes[node].child = made
    return np.int64(made)


@kernel
def think(rules: SearchRules, facts: Facts, memory: TreeMemory, iterations: int) -> int:
    """Add `iterations` to the tree over `roots[0]`, a hidden position; returns how many were made.

    When the tree is full it goes on counting in the existing nodes.
    """
    roots, worlds, rng, actions, nodes, marks, path, shares, settings, trace = memory
    world = worlds[WORLD]
    stamp = np.int64(marks[settings.n_actions])  # continues from the last call
    for number in range(iterations):
        worlds[WORLD] = roots[0]
        luck = next_random(rng)
        if settings.open_cards != 0:
            world.rng = luck
        else:
            rules.guess(facts, world, settings.seat, luck)
        node, depth, growing = np.int64(0), 0, True
        nodes[0].visits += 1
        while growing and depth < path.shape[0] and not rules.over(world):
            count = rules.legal(facts, world, actions)
            if count == 1:  # a forced move gets no node
                rules.step(facts, world, np.int64(actions[0]))
                continue
            mover = rules.actor(world)
            if depth > 0 and settings.quick_rivals != 0 and mover != settings.seat:
                rules.step(facts, world, rules.policy(facts, world, rng))
                continue
            if depth > 0 and settled(actions, settings):
                action = rules.policy(facts, world, rng)
                key = mover * settings.n_actions + action
                answer = child_of(nodes, node, key)
                if answer == 0:
                    if settings.used == nodes.shape[0]:  # the tree is full
                        break
                    answer = add_child(nodes, node, key, settings)
                    growing = False
                node = answer
                path[depth] = node
                depth += 1
                rules.step(facts, world, action)
                continue
            stamp += 1
            for i in range(count):
                marks[actions[i]] = stamp
            if settings.trust > 0.0:
                best, seen, may_expand = select_trusting(
                    nodes, node, marks, stamp, mover, settings, count
                )
            else:
                best, seen, may_expand = select(nodes, node, marks, stamp, mover, settings)
            if seen < count and may_expand and settings.used < nodes.shape[0]:
                quick = seen == 0
                if settings.in_order != 0:
                    rules.ordered(facts, world, actions)
                    action = foremost(actions, count, marks, stamp)
                else:
                    action = rules.policy(facts, world, rng) if quick else np.int64(-1)
                    if action < 0 or marks[action] != stamp:
                        quick = False
                        action = untried(actions, count, marks, stamp, count - seen, rng)
                node = add_child(nodes, node, mover * settings.n_actions + action, settings)
                nodes[node].prior = 1 if quick else 0
                growing = False
            elif seen == 0:  # the tree is full
                break
            else:
                node = np.int64(best)
                action = np.int64(nodes[node].key - mover * settings.n_actions)
            path[depth] = node
            depth += 1
            rules.step(facts, world, action)
        play_out(rules, facts, world, memory)
        for i in range(depth):
            reached = nodes[path[i]]
            reached.visits += 1
            reached.value += shares[reached.key // settings.n_actions]
        if depth > settings.depth:
            settings.depth = depth
        if number < trace.shape[0]:
            for i in range(shares.shape[0]):
                trace[number, i] = shares[i]
    marks[settings.n_actions] = stamp
    return iterations


@rule
def play_out(rules: SearchRules | NetRules, facts: Facts, world: State, memory: TreeMemory) -> None:
    """Play on with the quick policy, then fill `shares` by the result or by the game's own value.

    `rules` are those of either search.
    """
    rng, actions = memory.rng, memory.actions
    shares, settings = memory.shares, memory.settings
    length = 0
    while not rules.over(world):
        count = rules.legal(facts, world, actions)
        if count == 1 and length < settings.cutoff:
            rules.step(facts, world, np.int64(actions[0]))
            continue
        if settled(actions, settings):  # not valued in between
            rules.step(facts, world, rules.policy(facts, world, rng))
            continue
        if length >= settings.cutoff:
            break
        if below(rng, 64) < settings.random_in_64:
            rules.step(facts, world, np.int64(actions[below(rng, count)]))
        else:
            rules.step(facts, world, rules.policy(facts, world, rng))
        length += 1
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if rules.over(world):
        rules.result(facts, world, shares)
    else:
        rules.value(facts, world, shares)
