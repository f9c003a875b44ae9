"""One tree search for every game, compiled: information-set Monte Carlo tree search.

Every iteration guesses the hidden part of the position anew, walks down the tree by the decisions
that are legal in *that* world, adds one node, plays on with the game's quick policy and counts the
result for each seat. A node is a row of decisions, not a position: what chance and the hidden
cards make of them differs from one iteration to the next ("open loop"), so a child also counts in
how many worlds it could have been chosen, and luck is judged by its average.

Nothing here knows a game. The game's functions come first, by their addresses, and the loop is
compiled and cached for each game; tree and scratch positions are the caller's arrays.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from spielzug.core.jit import kernel, record, rule
from spielzug.core.rng import below, next_random

NODE = record(
    [
        ("key", "i4"),  # mover * N_ACTIONS + action
        ("visits", "i4"),
        ("available", "i4"),  # iterations in which it could have been chosen
        ("child", "i4"),  # first child, 0: none (the root is nobody's child)
        ("sibling", "i4"),  # next child of the same parent, 0: none
        ("quick", "i4"),  # 1: the quick policy chose it when it was added
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
        ("trust", "f8"),  # in the quick policy's choice, 0: none, and all choices are equal
        ("in_order", "i4"),  # whether the game tells which choices to try first
        ("settled_from", "i4"),  # a decision among these actions is the policy's (not at the root)
        ("settled_to", "i4"),
        ("quick_rivals", "i4"),  # 1: the rivals' decisions in the tree are the policy's
        ("used", "i4"),  # nodes in use
        ("depth", "i4"),  # the longest row of decisions so far
    ]
)

MAX_PATH = 512
WORLD = 0
"""Which scratch position an iteration plays in."""


@rule
def settled(actions: Any, settings: Any) -> bool:
    """Whether the quick policy takes this decision in the tree, too.

    A node averages over what chance has shown before it. Where just that decides (which card
    was drawn?), the average of an answer says little: a policy that sees the world answers better.
    Its answer still gets a node: what comes after depends on it.
    """
    return bool(settings.settled_from <= actions[0] < settings.settled_to)


@rule
def select(nodes: Any, node: Any, marks: Any, stamp: Any, mover: int, settings: Any) -> Any:
    """The best child that is legal in this world, how many there are, whether another is due.

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
    room = seen < 1.0 + settings.widening * math.sqrt(nodes[node].visits)
    return best, seen, room


@rule
def select_trusting(
    nodes: Any, node: Any, marks: Any, stamp: Any, mover: int, settings: Any, count: int
) -> Any:
    """The same with trust in the quick policy: its choice has to be refuted.

    Every choice has a share of the trust (the policy's gets `trust`, the others what is left) and
    is tried in proportion to it until the results say otherwise (as PUCT does it). A choice that
    was never tried is taken for as good as the tried ones.
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
            share = settings.trust if nodes[child].quick else others
            score = nodes[child].value / visits + reach * share / (1 + visits)
            if score > best_score:
                best, best_score = child, score
        child = nodes[child].sibling
    room = seen == 0 or total / visited + reach * others > best_score
    return best, seen, room


@rule
def untried(actions: Any, count: int, marks: Any, stamp: Any, left: int, rng: Any) -> Any:
    """A random one of the `left` legal actions that have no child yet."""
    skip = below(rng, left)
    for i in range(count):
        if marks[actions[i]] == stamp:
            if skip == 0:
                return np.int64(actions[i])
            skip -= 1
    return np.int64(actions[0])


@rule
def foremost(actions: Any, count: int, marks: Any, stamp: Any) -> Any:
    """The first of the legal actions that has no child yet."""
    for i in range(count):
        if marks[actions[i]] == stamp:
            return np.int64(actions[i])
    return np.int64(actions[0])


@rule
def child_of(nodes: Any, node: Any, key: int) -> Any:
    """The child for this decision, 0: none yet."""
    child = np.int64(nodes[node].child)
    while child != 0 and nodes[child].key != key:
        child = np.int64(nodes[child].sibling)
    return child


@rule
def add_child(nodes: Any, node: Any, key: int, settings: Any) -> Any:
    made = settings.used
    settings.used += 1
    nodes[made].key = key
    nodes[made].visits = 0
    nodes[made].available = 1
    nodes[made].child = 0
    nodes[made].quick = 0
    nodes[made].value = 0.0
    nodes[made].sibling = nodes[node].child
    nodes[node].child = made
    return np.int64(made)


@kernel
def think(
    guess: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any, policy: Any, value: Any,
    ordered: Any, facts: Any, roots: Any, worlds: Any, rng: Any, actions: Any,
    nodes: Any, marks: Any, path: Any, shares: Any, settings: Any, iterations: int,
) -> int:  # fmt: skip
    """Add `iterations` to the tree over `roots[0]`, a hidden position; returns how many it made.

    Stops early only when the tree is full and even then goes on counting in it.
    """
    world = worlds[WORLD]
    stamp = np.int64(marks[settings.n_actions])  # goes on from the last call
    for _ in range(iterations):
        worlds[WORLD] = roots[0]
        guess(facts, world, settings.seat, next_random(rng))
        node, depth, growing = np.int64(0), 0, True
        nodes[0].visits += 1
        while growing and depth < path.shape[0] and not over(world):
            count = legal(facts, world, actions)
            if count == 1:  # nothing to choose: no node, no thought
                step(facts, world, np.int64(actions[0]))
                continue
            mover = actor(world)
            if depth > 0 and settings.quick_rivals != 0 and mover != settings.seat:
                step(facts, world, policy(facts, world, rng))
                continue
            if depth > 0 and settled(actions, settings):
                action = policy(facts, world, rng)
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
                step(facts, world, action)
                continue
            stamp += 1
            for i in range(count):
                marks[actions[i]] = stamp
            if settings.trust > 0.0:
                best, seen, room = select_trusting(
                    nodes, node, marks, stamp, mover, settings, count
                )
            else:
                best, seen, room = select(nodes, node, marks, stamp, mover, settings)
            if seen < count and room and settings.used < nodes.shape[0]:
                quick = seen == 0
                if settings.in_order != 0:
                    ordered(facts, world, actions)
                    action = foremost(actions, count, marks, stamp)
                else:
                    action = policy(facts, world, rng) if quick else np.int64(-1)
                    if action < 0 or marks[action] != stamp:
                        quick = False
                        action = untried(actions, count, marks, stamp, count - seen, rng)
                node = add_child(nodes, node, mover * settings.n_actions + action, settings)
                nodes[node].quick = 1 if quick else 0
                growing = False
            elif seen == 0:  # the tree is full
                break
            else:
                node = np.int64(best)
                action = np.int64(nodes[node].key - mover * settings.n_actions)
            path[depth] = node
            depth += 1
            step(facts, world, action)
        play_out(
            actor, over, legal, step, result, policy, value,
            facts, world, rng, actions, shares, settings,
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
    facts: Any, world: Any, rng: Any, actions: Any, shares: Any, settings: Any,
) -> None:  # fmt: skip
    """Play on with the quick policy, then let the rules or the game's own judgement count."""
    length = 0
    while not over(world):
        count = legal(facts, world, actions)
        if count == 1 and length < settings.cutoff:
            step(facts, world, np.int64(actions[0]))
            continue
        if settled(actions, settings):  # never judged half-way
            step(facts, world, policy(facts, world, rng))
            continue
        if length >= settings.cutoff:
            break
        if below(rng, 64) < settings.random_in_64:
            step(facts, world, np.int64(actions[below(rng, count)]))
        else:
            step(facts, world, policy(facts, world, rng))
        length += 1
    for seat in range(shares.shape[0]):
        shares[seat] = 0.0
    if over(world):
        result(facts, world, shares)
    else:
        value(facts, world, shares)


OWN, OTHERS = 1, 2
"""Whose decisions a proof may hold: the seat's own in a row, or the others' answers too."""


@kernel
def certain_win(
    guess: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any,
    facts: Any, roots: Any, worlds: Any, actions: Any, shares: Any, line: Any, counts: Any,
    seat: int, depth: int, key: int, whose: int, budget: int,
) -> int:  # fmt: skip
    """Decisions that win whatever the others answer, with no luck in it, in one guessed world.

    Depth first, the shortest win first, at most `depth` decisions and `budget` steps. Fills `line`
    with the decisions that were found last and returns how deep it had to look, 0 if there is no
    such win. `worlds` and `actions` need a row for each depth, `counts` two: choices, next one.
    """
    for limit in range(1, depth + 1):
        worlds[0] = roots[0]
        guess(facts, worlds[0], seat, key)
        counts[0, 0] = legal(facts, worlds[0], actions[0])
        counts[0, 1] = 0
        at = 0
        verdict = 0  # of the decision tried last at this depth: 1 wins, -1 does not, 0 none yet
        while True:
            own = actor(worlds[at]) == seat
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
            step(facts, worlds[at + 1], action)
            verdict = -1
            if worlds[at + 1].rng != worlds[at].rng:
                continue  # chance had a say
            if over(worlds[at + 1]):
                for i in range(shares.shape[0]):
                    shares[i] = 0.0
                result(facts, worlds[at + 1], shares)
                if shares[seat] >= 1.0:
                    verdict = 1
            elif at + 1 < limit and (whose == OTHERS or actor(worlds[at + 1]) == seat):
                at += 1
                verdict = 0
                counts[at, 0] = legal(facts, worlds[at], actions[at])
                counts[at, 1] = 0
    return 0
