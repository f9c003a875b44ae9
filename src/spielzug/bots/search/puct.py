"""The tree search with a net, compiled: what it has learned says what to try and how it stands.

As in `tree` every iteration guesses a world and walks down by what is legal there, and a node is a
row of decisions. But no game is played on. Where the walk leaves the tree the net looks at that
world with the eyes of the seat that decides there: its policy becomes the priors of the new
children, its judgement is what the iteration counts for each seat. A child is chosen by what it
brought so far and by its prior, which weighs less the more often it was tried (PUCT). Of the worlds
only those count in which it could have been chosen.

A world may allow what none before it did: then the net is asked again, there, and the new children
get their priors from that answer. Priors of children are shares of what is legal in this world.

Whole numbers and roots only: the same tree on every machine, unless the game's own `value` is mixed
in, which counts in floating point.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.net.ask import EXPONENTIAL, REACH, Net, Room, ask
from spielzug.bots.search.tree import WORLD, Memory, Nodes, add_child, child_of, settled
from spielzug.core.game import Game
from spielzug.core.jit import kernel, record, rule
from spielzug.core.kinds import Counts, Facts, Number, Rule, Shares, State
from spielzug.core.observation import Observed, seat_after
from spielzug.core.outcome import MAX_SEATS
from spielzug.core.rng import next_random

NET_SETTINGS = record(
    [
        ("n_actions", "i4"),
        ("seat", "i4"),  # for whom is thought
        ("exploration", "f8"),  # how much a prior weighs
        ("caution", "f8"),  # by how much a choice that was never tried is taken for worse
        ("softness", "i4"),  # in 1/256: by how much the policy's opinions are evened out
        ("spread", "i4"),  # of WHOLE: the part of the priors that all choices share alike
        ("mix", "f8"),  # 0 to 1: how much the game's own judgement counts beside the net's
        ("settled_from", "i4"),  # these decisions are the net's alone (not at the root)
        ("settled_to", "i4"),
        ("apart", "i4"),  # 1: or rather each has a node for each thing its seat may see
        ("afresh", "i4"),  # 1: the net is asked anew at every decision below the root
        ("quick_rivals", "i4"),  # 1: the rivals' decisions are the net's, and have no nodes
        ("own_eyes", "i4"),  # 1: how all stand is judged with the eyes of `seat`, whoever decides
        ("used", "i4"),  # nodes in use
        ("depth", "i4"),  # the longest row of decisions so far
    ]
)
WHOLE = 1 << 20
"""The priors of all choices together."""
EVEN = 256
"""The softness that leaves the policy as it is."""
SEEN_BITS = (1 << 30) - 1


class NetRules(NamedTuple):
    """What the search with a net needs of a game."""

    guess: Rule
    actor: Rule
    over: Rule
    legal: Rule
    step: Rule
    result: Rule
    observe: Rule
    value: Rule

    @classmethod
    def of(cls, game: Game) -> NetRules:
        return cls._with(game, game.rules.result)  # in its place: never called

    @classmethod
    def mixed(cls, game: Game) -> NetRules:
        """With the game's own judgement, too."""
        r: Any = game.rules
        return cls._with(game, r.value)

    @classmethod
    def _with(cls, game: Game, value: Rule) -> NetRules:
        r = game.rules
        return cls(r.guess, r.actor, r.over, r.legal, r.step_quiet, r.result, r.observe, value)


class Desk(NamedTuple):
    """What one look at a world takes and gives."""

    observed: Observed
    room: Room
    logits: NDArray[np.int32]
    """Of each legal action, in order."""
    priors: NDArray[np.int64]
    """The same as shares of `WHOLE`."""
    children: Counts
    """The child of each legal action, 0: none yet."""
    judged: Shares
    """Of the seats as the one that looks counts them."""
    own: Shares
    """What the game itself thinks of it."""

    @classmethod
    def room_for(cls, game: Game, net: Net) -> Desk:
        most = game.rules.MAX_LEGAL
        return cls(
            observed=np.zeros(game.observation.size, np.int16),
            room=Room.for_net(net, game),
            logits=np.zeros(most, np.int32),
            priors=np.zeros(most, np.int64),
            children=np.zeros(most, np.int64),
            judged=np.zeros(MAX_SEATS),
            own=np.zeros(MAX_SEATS),
        )


@rule
def look(
    rules: NetRules, facts: Facts, net: Net, world: State, mover: int, count: int,
    memory: Memory, desk: Desk,
) -> None:  # fmt: skip
    """Ask the net what the seat to act should do, and how all stand."""
    actions, shares, settings = memory.actions, memory.shares, memory.settings
    rules.observe(facts, world, mover, desk.observed)
    ask(net, desk.observed, actions, count, desk.room, desk.logits, desk.judged)
    best = desk.logits[0]
    for i in range(1, count):
        best = max(best, desk.logits[i])
    total = np.int64(0)
    for i in range(count):
        behind = (np.int64(best - desk.logits[i]) * settings.softness) >> 8
        desk.priors[i] = EXPONENTIAL[behind] if behind < REACH else 0
        total += desk.priors[i]
    alike = settings.spread // count
    for i in range(count):
        desk.priors[i] = max(1, desk.priors[i] * (WHOLE - settings.spread) // total + alike)
    eyes = np.int64(mover)
    if settings.own_eyes != 0 and mover != settings.seat:
        eyes = np.int64(settings.seat)
        rules.observe(facts, world, eyes, desk.observed)
        ask(net, desk.observed, actions, 0, desk.room, desk.logits, desk.judged)
    seats = np.int64(world.seats)
    for i in range(shares.shape[0]):
        shares[i] = 0.0
    for i in range(seats):
        shares[seat_after(eyes, i, seats)] = desk.judged[i]
    if settings.mix > 0.0:
        for i in range(desk.own.shape[0]):
            desk.own[i] = 0.0
        rules.value(facts, world, desk.own)
        for i in range(seats):
            shares[i] += settings.mix * (desk.own[i] - shares[i])


@rule
def find_children(
    nodes: Nodes, node: Number, mover: int, count: int, memory: Memory, desk: Desk
) -> int:
    """Note the child of each legal action; gives how many have none.

    `marks` holds `stamp` + i at the legal action i.
    """
    actions, marks, settings = memory.actions, memory.marks, memory.settings
    stamp = marks[settings.n_actions]
    marks[settings.n_actions] += count
    for i in range(count):
        marks[actions[i]] = stamp + i
        desk.children[i] = 0
    missing = count
    child = np.int64(nodes[node].child)
    while child != 0:
        action = np.int64(nodes[child].key) - mover * settings.n_actions
        if 0 <= action < settings.n_actions:
            i = marks[action] - stamp
            if i >= 0:
                desk.children[i] = child
                missing -= 1
        child = np.int64(nodes[child].sibling)
    return missing


@rule
def add_children(
    nodes: Nodes, node: Number, mover: int, count: int, memory: Memory, desk: Desk
) -> None:
    """A child for each legal action that has none; the priors of all are as the net sees it now."""
    settings = memory.settings
    for i in range(count - 1, -1, -1):  # the last one added is the first in the row
        if desk.children[i] == 0:
            key = mover * settings.n_actions + memory.actions[i]
            desk.children[i] = add_child(nodes, node, key, settings)
            nodes[desk.children[i]].available = 0
            nodes[desk.children[i]].prior = desk.priors[i]
        elif settings.afresh != 0:
            nodes[desk.children[i]].prior = desk.priors[i]


@rule
def select(nodes: Nodes, count: int, desk: Desk, settings: Any) -> int:
    """Which of the legal actions to try: value so far, and prior."""
    mass, tried_mass, visited, total = np.int64(0), np.int64(0), np.int64(0), 0.0
    for i in range(count):
        child = desk.children[i]
        if child != 0:
            nodes[child].available += 1
            mass += nodes[child].prior
            if nodes[child].visits > 0:
                tried_mass += nodes[child].prior
                visited += nodes[child].visits
                total += nodes[child].value
    untried = 0.0
    if visited > 0:
        untried = total / visited - settings.caution * math.sqrt(tried_mass / mass)
    best, best_score = 0, -math.inf
    for i in range(count):
        child = desk.children[i]
        if child == 0:
            continue
        visits = nodes[child].visits
        value = nodes[child].value / visits if visits > 0 else untried
        reach = settings.exploration * math.sqrt(nodes[child].available)
        score = value + reach * (nodes[child].prior / mass) / (1 + visits)
        if score > best_score:
            best, best_score = i, score
    return best


@rule
def foremost(count: int, desk: Desk) -> int:
    """Which of the legal actions the net would take."""
    best = 0
    for i in range(1, count):
        if desk.logits[i] > desk.logits[best]:
            best = i
    return best


@rule
def key_of_sight(observed: Observed) -> int:
    """A key that no decision has: one for each thing a seat may see."""
    found = np.int64(0)
    for i in range(observed.shape[0]):
        found = ((found * 1_000_003) ^ observed[i]) & SEEN_BITS
    return int(-1 - found)


@kernel
def think_with_net(
    rules: NetRules, facts: Facts, net: Net, memory: Memory, desk: Desk, iterations: int
) -> int:
    """Add `iterations` to the tree over `roots[0]`, a hidden position; returns how many it made.

    When the tree is full it goes on counting in it.
    """
    roots, worlds, rng, actions, nodes, _, path, shares, settings = memory
    world = worlds[WORLD]
    for _ in range(iterations):
        worlds[WORLD] = roots[0]
        rules.guess(facts, world, settings.seat, next_random(rng))
        node, depth, judged = np.int64(0), 0, False
        nodes[0].visits += 1
        while not rules.over(world):
            count = rules.legal(facts, world, actions)
            if count == 1:  # nothing to choose: no node, no thought
                rules.step(facts, world, np.int64(actions[0]))
                continue
            mover = rules.actor(world)
            if depth > 0 and settings.quick_rivals != 0 and mover != settings.seat:
                look(rules, facts, net, world, mover, count, memory, desk)
                rules.step(facts, world, np.int64(actions[foremost(count, desk)]))
                continue
            by_net = depth > 0 and settled(actions, settings)
            if by_net and settings.apart != 0 and settings.used < nodes.shape[0]:
                rules.observe(facts, world, mover, desk.observed)
                sight = key_of_sight(desk.observed)
                below = child_of(nodes, node, sight)
                node = below if below != 0 else add_child(nodes, node, sight, settings)
                path[depth] = node
                depth += 1
                by_net = False
            missing = find_children(nodes, node, mover, count, memory, desk)
            leaf = depth > 0 and missing == count
            asked = missing > 0 or by_net or (settings.afresh != 0 and depth > 0)
            if asked:
                look(rules, facts, net, world, mover, count, memory, desk)
                if settings.used + missing <= nodes.shape[0]:
                    add_children(nodes, node, mover, count, memory, desk)
            if leaf or depth + 2 > path.shape[0]:
                if not asked:
                    look(rules, facts, net, world, mover, count, memory, desk)
                judged = True
                break
            chosen = foremost(count, desk) if by_net else -1
            if chosen < 0 or desk.children[chosen] == 0:  # in a full tree what has a node
                chosen = select(nodes, count, desk, settings)
            node = desk.children[chosen]
            path[depth] = node
            depth += 1
            rules.step(facts, world, np.int64(actions[chosen]))
        if not judged:
            for i in range(shares.shape[0]):
                shares[i] = 0.0
            rules.result(facts, world, shares)
        for i in range(depth):
            reached = nodes[path[i]]
            reached.visits += 1
            if reached.key >= 0:
                reached.value += shares[reached.key // settings.n_actions]
        if depth > settings.depth:
            settings.depth = depth
    return iterations
