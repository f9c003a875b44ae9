"""The compiled tree search with a net (PUCT).

As in `tree`, every iteration guesses a world and walks down by what is legal there, and a node is a
sequence of decisions. Where the walk leaves the tree, the net evaluates that world for the seat to
act: its policy becomes the priors of the new children, and its value, the game's own, or both
(`mix`) are the iteration's result for each seat. A child is selected by its average result and by
its prior, which weighs less the more often it was tried. Only worlds in which it was legal count.

A world may allow actions that none before it did: then the net is evaluated again there, and the
new children get their priors from that. A child's prior is a share of what is legal in this world.

The net computes in integers. Without `mix` all the rest is integers and square roots, so the tree
is the same on every machine to the last bit.
"""

from __future__ import annotations

import math
from collections import namedtuple
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.net.inference import EXPONENTIAL, REACH, Net, NetBuffers, ask
from spielzug.bots.search.engine import WHOLE
from spielzug.bots.search.tree import (
    WORLD,
    Nodes,
    Settings,
    TreeMemory,
    add_child,
    child_of,
    play_out,
    settled,
)
from spielzug.core.entries import SomeRules
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import kernel, record, rule
from spielzug.core.observation import Observed, seat_after
from spielzug.core.record_types import Counts, Facts, Number, Shares, State
from spielzug.core.rng import next_random

NET_SETTINGS = record(
    [
        ("n_actions", "i4"),
        ("seat", "i4"),  # the seat that searches
        ("exploration", "f8"),  # the weight of a prior
        ("caution", "f8"),  # how much lower the value of an untried choice is assumed to be
        ("spread", "i4"),  # of WHOLE: the part of the priors that is spread evenly over all choices
        ("mix", "f8"),  # 0 to 1: the weight of the game's own value beside the net's
        ("cutoff", "i4"),  # decisions of the quick player before the game's value is taken
        ("random_in_64", "i4"),  # how many of 64 of them are random
        ("settled_from", "i4"),  # decisions among these actions are searched only at the root
        ("settled_to", "i4"),
        ("quick_rivals", "i4"),  # 1: the rivals' decisions are not searched either
        ("open_cards", "i4"),  # 1: nothing is hidden, so only the luck to come is guessed
        ("used", "i4"),  # nodes in use
        ("depth", "i4"),  # the longest sequence of decisions so far
    ]
)


class NetRules(
    SomeRules,
    namedtuple("NetRules", "guess actor over legal step result observe policy value"),
):
    """The rules of a game that the search with a net calls."""


class NetScratch(NamedTuple):
    """Scratch memory for evaluating one world."""

    observed: Observed
    buffers: NetBuffers
    logits: NDArray[np.int32]
    """Of each legal action, in order."""
    priors: NDArray[np.int64]
    """The same as shares of `WHOLE`."""
    children: Counts
    """The child of each legal action, 0 for none."""
    judged: Shares
    """Each seat's share, starting with the observing seat."""
    seat_shares: Shares
    """Each seat's share by seat number, while the game's own value is computed."""

    @classmethod
    def allocate(cls, game: Game, net: Net) -> NetScratch:
        most = game.rules.MAX_LEGAL
        return cls(
            observed=np.zeros(game.observation.size, np.int16),
            buffers=NetBuffers.for_net(net, game),
            logits=np.zeros(most, np.int32),
            priors=np.zeros(most, np.int64),
            children=np.zeros(most, np.int64),
            judged=np.zeros(MAX_SEATS),
            seat_shares=np.zeros(MAX_SEATS),
        )


@rule
def evaluate_net(
    rules: NetRules, facts: Facts, net: Net, world: State, mover: int, count: int,
    memory: TreeMemory, scratch: NetScratch,
) -> None:  # fmt: skip
    """Evaluate the net for the seat to act: priors of its actions, and all seats' shares."""
    actions, settings = memory.actions, memory.settings
    rules.observe(facts, world, mover, scratch.observed)
    ask(net, scratch.observed, actions, count, scratch.buffers, scratch.logits, scratch.judged)
    best = scratch.logits[0]
    for i in range(1, count):
        best = max(best, scratch.logits[i])
    total = np.int64(0)
    for i in range(count):
        behind = np.int64(best - scratch.logits[i])
        scratch.priors[i] = EXPONENTIAL[behind] if behind < REACH else 0
        total += scratch.priors[i]
    alike = settings.spread // count
    for i in range(count):
        scratch.priors[i] = max(1, scratch.priors[i] * (WHOLE - settings.spread) // total + alike)


@rule
def quick_choice(
    rules: NetRules, facts: Facts, net: Net, world: State, mover: int, count: int,
    memory: TreeMemory, scratch: NetScratch,
) -> np.int64:  # fmt: skip
    """Decide without search: by the quick player if the game's value counts, else by the net."""
    if memory.settings.mix > 0.0:
        return np.int64(rules.policy(facts, world, memory.rng))
    evaluate_net(rules, facts, net, world, mover, count, memory, scratch)
    best = 0
    for i in range(1, count):
        if scratch.logits[i] > scratch.logits[best]:
            best = i
    return np.int64(memory.actions[best])


@rule
def judge(
    rules: NetRules,
    facts: Facts,
    net: Net,
    world: State,
    looked: bool,
    memory: TreeMemory,
    scratch: NetScratch,
) -> None:
    """Each seat's share in a game that is not over.

    From the net (`looked`: already evaluated here), from the game's value after quick play, or a
    mix of both.
    """
    shares, settings = memory.shares, memory.settings
    seats = np.int64(world.seats)
    for i in range(scratch.seat_shares.shape[0]):
        scratch.seat_shares[i] = 0.0
    if settings.mix < 1.0:
        mover = np.int64(rules.actor(world))
        if not looked:
            rules.observe(facts, world, mover, scratch.observed)
            ask(
                net,
                scratch.observed,
                memory.actions,
                0,
                scratch.buffers,
                scratch.logits,
                scratch.judged,
            )
        for i in range(seats):
            scratch.seat_shares[seat_after(mover, i, seats)] = scratch.judged[i]
    if settings.mix > 0.0:
        play_out(rules, facts, world, memory)
    for i in range(shares.shape[0]):
        own = shares[i] if settings.mix > 0.0 else 0.0
        shares[i] = scratch.seat_shares[i] + settings.mix * (own - scratch.seat_shares[i])


@rule
def find_children(
    nodes: Nodes, node: Number, mover: int, count: int, memory: TreeMemory, scratch: NetScratch
) -> int:
    """Note the child of each legal action; returns how many have none.

    `marks` holds `stamp` + i at the legal action i.
    """
    actions, marks, settings = memory.actions, memory.marks, memory.settings
    stamp = marks[settings.n_actions]
    marks[settings.n_actions] += count
    for i in range(count):
        marks[actions[i]] = stamp + i
        scratch.children[i] = 0
    missing = count
    child = np.int64(nodes[node].child)
    while child != 0:
        action = np.int64(nodes[child].key) - mover * settings.n_actions
        if 0 <= action < settings.n_actions:
            i = marks[action] - stamp
            if i >= 0:
                scratch.children[i] = child
                missing -= 1
        child = np.int64(nodes[child].sibling)
    return missing


@rule
def add_children(
    nodes: Nodes, node: Number, mover: int, count: int, memory: TreeMemory, scratch: NetScratch
) -> None:
    """Add a child for each legal action that has none, with its prior from the last evaluation."""
    settings = memory.settings
    for i in range(count - 1, -1, -1):  # children are prepended, so this keeps their order
        if scratch.children[i] == 0:
            key = mover * settings.n_actions + memory.actions[i]
            scratch.children[i] = add_child(nodes, node, key, settings)
            nodes[scratch.children[i]].available = 0
            nodes[scratch.children[i]].prior = scratch.priors[i]


@rule
def select(nodes: Nodes, count: int, scratch: NetScratch, settings: Settings) -> int:
    """The legal action to try next, by value so far and prior."""
    mass, tried_mass, visited, total = np.int64(0), np.int64(0), np.int64(0), 0.0
    for i in range(count):
        child = scratch.children[i]
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
        child = scratch.children[i]
        if child == 0:
            continue
        visits = nodes[child].visits
        value = nodes[child].value / visits if visits > 0 else untried
        reach = settings.exploration * math.sqrt(nodes[child].available)
        score = value + reach * (nodes[child].prior / mass) / (1 + visits)
        if score > best_score:
            best, best_score = i, score
    return best


@kernel
def think_with_net(
    rules: NetRules,
    facts: Facts,
    net: Net,
    memory: TreeMemory,
    scratch: NetScratch,
    iterations: int,
) -> int:
    """Add `iterations` to the tree over `roots[0]`, a hidden position; returns how many were made.

    When the tree is full it goes on counting in the existing nodes.
    """
    roots, worlds, rng, actions, nodes, _, path, shares, settings, trace = memory
    world = worlds[WORLD]
    for number in range(iterations):
        worlds[WORLD] = roots[0]
        luck = next_random(rng)
        if settings.open_cards != 0:  # a function for this would cost up to 13 %
            world.rng = luck
        else:
            rules.guess(facts, world, settings.seat, luck)
        node, depth, looked = np.int64(0), 0, False
        nodes[0].visits += 1
        while depth < path.shape[0] and not rules.over(world):
            count = rules.legal(facts, world, actions)
            if count == 1:  # a forced move gets no node
                rules.step(facts, world, np.int64(actions[0]))
                continue
            mover = rules.actor(world)
            if depth > 0 and settings.quick_rivals != 0 and mover != settings.seat:
                rules.step(
                    facts,
                    world,
                    quick_choice(rules, facts, net, world, mover, count, memory, scratch),
                )
                continue
            if depth > 0 and settled(actions, settings):
                action = quick_choice(rules, facts, net, world, mover, count, memory, scratch)
                key = mover * settings.n_actions + action
                answer = child_of(nodes, node, key)
                if answer == 0:
                    if settings.used == nodes.shape[0]:  # the tree is full
                        break
                    answer = add_child(nodes, node, key, settings)
                node = answer
            else:
                missing = find_children(nodes, node, mover, count, memory, scratch)
                leaf = depth > 0 and missing == count
                if leaf and settings.mix >= 1.0 and nodes[node].visits == 0:
                    break  # the net's priors are only needed on the next visit
                if missing > 0:
                    evaluate_net(rules, facts, net, world, mover, count, memory, scratch)
                    if settings.used + missing <= nodes.shape[0]:
                        add_children(nodes, node, mover, count, memory, scratch)
                        missing = 0
                if missing == count or (leaf and settings.mix < 1.0):
                    looked = True
                    break
                chosen = select(nodes, count, scratch, settings)
                node = scratch.children[chosen]
                action = np.int64(actions[chosen])
            path[depth] = node
            depth += 1
            rules.step(facts, world, action)
        if rules.over(world):
            for i in range(shares.shape[0]):
                shares[i] = 0.0
            rules.result(facts, world, shares)
        else:
            judge(rules, facts, net, world, looked, memory, scratch)
        for i in range(depth):
            reached = nodes[path[i]]
            reached.visits += 1
            reached.value += shares[reached.key // settings.n_actions]
        if depth > settings.depth:
            settings.depth = depth
        if number < trace.shape[0]:
            for i in range(shares.shape[0]):
                trace[number, i] = shares[i]
    return iterations
