"""One tree search for every game, compiled: information-set Monte Carlo tree search.

Every iteration guesses the hidden part of the position anew, walks down the tree by the decisions
that are legal in *that* world, adds one node, plays on with the game's quick policy and counts the
result for each seat. A node is a row of decisions, not a position: what chance and the hidden
cards make of them differs from one iteration to the next ("open loop"), so a child also counts in
how many worlds it could have been chosen, and luck is judged by its average.

Nothing here knows a game. The game's functions come as first-class functions, so that the loop is
compiled once for each game and cached; tree and scratch positions are the caller's arrays.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.chance import below, next_random
from spielzug.core.jit import entry, record, rule

NODE = record(
    [
        ("key", "i4"),  # mover * N_ACTIONS + action
        ("visits", "i4"),
        ("available", "i4"),  # iterations in which it could have been chosen
        ("child", "i4"),  # first child, 0: none (the root is nobody's child)
        ("sibling", "i4"),  # next child of the same parent, 0: none
        ("value", "f8"),  # sum of the mover's shares of the win
    ]
)

SETTINGS = record(
    [
        ("n_actions", "i4"),
        ("seat", "i4"),  # for whom is thought
        ("cutoff", "i4"),  # decisions of a playout before the position is judged
        ("random_in_64", "i4"),  # how many of 64 playout decisions are left to chance
        ("exploration", "f8"),
        ("widening", "f8"),  # children a node may have: 1 + widening * sqrt(visits)
        ("used", "i4"),  # nodes in use
        ("depth", "i4"),  # the longest row of decisions so far
    ]
)

MAX_PATH = 512
WORLD = 0
"""Which scratch position an iteration plays in."""


@rule
def select(nodes: Any, node: int, marks: Any, stamp: int, mover: int, settings: Any) -> Any:
    """The best child that is legal in this world, and how many of its kind there are.

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
                math.log(nodes[child].available) / visits
            )
            if score > best_score:
                best, best_score = child, score
        child = nodes[child].sibling
    return best, seen


@rule
def untried(actions: Any, count: int, marks: Any, stamp: int, left: int, chance: Any) -> int:
    """A random one of the `left` legal actions that have no child yet."""
    skip = below(chance, left)
    for i in range(count):
        if marks[actions[i]] == stamp:
            if skip == 0:
                return np.int64(actions[i])
            skip -= 1
    return np.int64(actions[0])


@rule
def add_child(nodes: Any, node: int, key: int, settings: Any) -> int:
    made = settings.used
    settings.used += 1
    nodes[made].key = key
    nodes[made].visits = 0
    nodes[made].available = 1
    nodes[made].child = 0
    nodes[made].value = 0.0
    nodes[made].sibling = nodes[node].child
    nodes[node].child = made
    return np.int64(made)


@entry
def think(
    guess: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any, policy: Any, value: Any,
    tables: Any, roots: Any, worlds: Any, chance: Any, actions: Any,
    nodes: Any, marks: Any, path: Any, shares: Any, settings: Any, iterations: int,
) -> int:  # fmt: skip
    """Add `iterations` to the tree over `roots[0]`, a hidden position; returns how many it made.

    Stops early only when the tree is full and even then goes on counting in it.
    """
    world = worlds[WORLD]
    stamp = np.int64(marks[settings.n_actions])  # goes on from the last call
    for _ in range(iterations):
        worlds[WORLD] = roots[0]
        guess(tables, world, settings.seat, next_random(chance))
        node, depth, growing = np.int64(0), 0, True
        nodes[0].visits += 1
        while growing and depth < path.shape[0] and not over(world):
            count = legal(tables, world, actions)
            if count == 1:  # nothing to choose: no node, no thought
                step(tables, world, np.int64(actions[0]))
                continue
            mover = actor(world)
            stamp += 1
            for i in range(count):
                marks[actions[i]] = stamp
            best, seen = select(nodes, node, marks, stamp, mover, settings)
            room = 1.0 + settings.widening * math.sqrt(nodes[node].visits)
            if seen < count and (seen == 0 or seen < room) and settings.used < nodes.shape[0]:
                action = policy(tables, world, chance) if seen == 0 else np.int64(-1)
                if action < 0 or marks[action] != stamp:
                    action = untried(actions, count, marks, stamp, count - seen, chance)
                node = add_child(nodes, node, mover * settings.n_actions + action, settings)
                growing = False
            elif seen == 0:  # the tree is full
                break
            else:
                node = np.int64(best)
                action = np.int64(nodes[node].key - mover * settings.n_actions)
            path[depth] = node
            depth += 1
            step(tables, world, action)
        play_out(
            actor, over, legal, step, result, policy, value,
            tables, world, chance, actions, shares, settings,
        )  # fmt: skip
        for i in range(depth):
            reached = nodes[path[i]]
            reached.visits += 1
            reached.value += shares[reached.key // settings.n_actions]
        if depth > settings.depth:
            settings.depth = depth
    marks[settings.n_actions] = stamp
    return iterations


@rule
def play_out(
    actor: Any, over: Any, legal: Any, step: Any, result: Any, policy: Any, value: Any,
    tables: Any, world: Any, chance: Any, actions: Any, shares: Any, settings: Any,
) -> None:  # fmt: skip
    """Play on with the quick policy, then let the rules or the game's own judgement count."""
    length = 0
    while not over(world) and length < settings.cutoff:
        count = legal(tables, world, actions)
        if count == 1:
            step(tables, world, np.int64(actions[0]))
            continue
        if below(chance, 64) < settings.random_in_64:
            step(tables, world, np.int64(actions[below(chance, count)]))
        else:
            step(tables, world, policy(tables, world, chance))
        length += 1
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if over(world):
        result(tables, world, shares)
    else:
        value(tables, world, shares)


@entry
def certain_win(
    guess: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any,
    tables: Any, roots: Any, worlds: Any, actions: Any, shares: Any, line: Any,
    seat: int, depth: int, key: int, budget: Any,
) -> int:  # fmt: skip
    """A row of own decisions that wins without any luck, within one guessed world.

    Depth first over at most `depth` own decisions and `budget[0]` steps. Fills `line` and returns
    its length, 0 if there is none. `worlds` needs depth + 1 positions, `actions` as many rows.
    """
    worlds[0] = roots[0]
    guess(tables, worlds[0], seat, key)
    at = 0
    counts = budget[1:]  # per level: how many choices, then which is next
    counts[0] = legal(tables, worlds[0], actions[0])
    counts[depth + 1] = 0
    while at >= 0:
        following = counts[depth + 1 + at]
        if following >= counts[at] or budget[0] <= 0:
            at -= 1
            continue
        counts[depth + 1 + at] = following + 1
        action = np.int64(actions[at, following])
        budget[0] -= 1
        worlds[at + 1] = worlds[at]
        step(tables, worlds[at + 1], action)
        line[at] = action
        if worlds[at + 1].rng != worlds[at].rng:
            continue  # chance had a say
        if over(worlds[at + 1]):
            for i in range(shares.shape[0]):
                shares[i] = 0.0
            result(tables, worlds[at + 1], shares)
            if shares[seat] >= 1.0:
                return at + 1
            continue
        if at + 1 < depth and actor(worlds[at + 1]) == seat:
            at += 1
            counts[at] = legal(tables, worlds[at], actions[at])
            counts[depth + 1 + at] = 0
    return 0
