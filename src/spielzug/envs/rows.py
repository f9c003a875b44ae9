"""Many games side by side, one per row: the compiled loops that play them, the same for every game.

A row plays one game after the other. The caller decides for some seats, compiled bots for the
others; the caller is asked only where there is a choice. The same source runs on a GPU, one thread
per row: values are written one by one and in order, nothing allocates, and all scratch memory of a
thread is in its `RowBuffers`.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.core.entries import SomeRules
from spielzug.core.event_buffer import event_buffer
from spielzug.core.events import MAX_SEATS, utility
from spielzug.core.game import Game
from spielzug.core.jit import entry, kernel, rule
from spielzug.core.native_records import copy_record
from spielzug.core.observation import Observed, is_contiguous
from spielzug.core.record_types import (
    Actions,
    Counts,
    Facts,
    Key,
    Noted,
    Number,
    Rng,
    Shares,
    States,
)
from spielzug.core.rng import RNG, below, next_random, stream

CALLER, RANDOM, GREEDY, POLICY = 0, 1, 2, 3
BOTS = {"random": RANDOM, "greedy": GREEDY, "policy": POLICY}
"""The bots that can play the seats that the caller does not."""

RUNNING, ENDED, TRUNCATED, LOST = 0, 1, 2, 3
"""The values of `done`: running; ended by the rules; truncated by a limit; lost.

A game is lost by an illegal action.
"""

DEAL, STEP, STEP_RANDOMLY = 0, 1, 2
"""The orders: begin the first games; take the caller's actions; take random ones."""

NO_CHOICE, REFUSED = -1, -2
MOST_PASSED = 1000  # consecutive games without a choice for the caller: no game has any


COUNT, NUMBER, DECIDED = 0, 1, 2
"""The columns of `RowBatch.counts`."""

utility_of = rule(utility)


class RowRules(
    SomeRules,
    namedtuple("RowRules", "start actor legal step result observe hide greedy policy"),
):
    """The rules of a game that rows need."""


class RowBatch(NamedTuple):
    """The state and the output of all games, a row per game. The first five are internal."""

    states: States
    rngs: NDArray[np.void]
    """The generators of the bots."""
    legal: Actions
    counts: Counts
    """Columns: the number of `legal` actions, the number of the game, its decisions so far."""
    last: Observed
    """The last observation of the game that ended; empty if it is not wanted."""
    observation: Observed
    mask: NDArray[np.int32]
    actor: NDArray[np.int8]
    reward: NDArray[np.float32]
    done: NDArray[np.uint8]
    episode: Counts
    length: NDArray[np.int32]

    @classmethod
    def allocate(cls, game: Game, size: int, seats: int, keep_last: bool) -> RowBatch:
        values = game.observation.size
        words = (game.rules.N_CHOICES + 31) // 32
        return cls(
            states=game.blank(size),
            rngs=np.zeros(size, RNG).view(np.recarray),
            legal=np.zeros((size, game.rules.MAX_LEGAL), np.int32),
            counts=np.zeros((size, 3), np.int64),
            last=np.zeros((size if keep_last else 0, values), np.int16),
            observation=np.zeros((size, values), np.int16),
            mask=np.zeros((size, words), np.int32),
            actor=np.zeros(size, np.int8),
            reward=np.zeros((size, seats), np.float32),
            done=np.zeros(size, np.uint8),
            episode=np.zeros(size, np.int64),
            length=np.zeros(size, np.int32),
        )


def copy_rows(rows: RowBatch, other: Sequence[NDArray[np.generic]]) -> None:
    """Copy other rows into these."""
    arrays: tuple[NDArray[np.generic], ...] = rows
    for mine, its in zip(arrays, other, strict=True):
        mine[...] = its


class RowBuffers(NamedTuple):
    """Scratch memory for one thread."""

    blank: States
    hidden: States
    shares: Shares
    events: Noted
    log: Actions | Counts
    """Receives the decisions of the game, as far as they fit; for a single row only."""

    @classmethod
    def of(cls, game: Game, log: int = 0) -> RowBuffers:
        return cls(
            blank=game.blank(),
            hidden=game.blank(),
            shares=np.zeros(MAX_SEATS),
            events=event_buffer(game.rules.MAX_EVENTS),
            log=np.zeros(log, np.int32),
        )


class RowLayout(NamedTuple):
    """The settings that all rows share."""

    players: Counts
    """Who decides for each seat."""
    limits: Counts
    """For each reason whether it is a limit and not a result."""
    first: int
    """The number of the first game of the first row."""
    game_stride: int
    """The difference between the numbers of a row's games: the number of rows."""
    games_key: Key
    bots_key: Key
    forced: bool
    """Whether a single choice of the caller is taken without asking."""
    autoreset: bool
    """Whether the next game begins where one has ended."""
    checked: bool
    """Whether all actions are known to be legal.

    If not, an illegal action loses the game, and without a next game it does nothing at all.
    """


@rule
def allowed(legal: Actions, count: Number, action: Number) -> bool:
    """Whether it is among the legal actions."""
    for i in range(count):
        if legal[i] == action:
            return True
    return False


@rule
def write_mask(legal: Actions, count: Number, mask: Actions) -> None:
    """Set a bit for each legal action, which ascend: two words are built and written at a time.

    A mask of two words needs no test at each action whether it is still in the same two. Where the
    words lie apart, as on a GPU, each is written once and in order, see `is_contiguous`.
    """
    at, bits = np.int64(0), np.int64(0)
    if mask.shape[0] <= 2:
        for i in range(count):
            bits |= np.int64(1) << (np.int64(legal[i]) & 63)
        write_two(mask, at, bits)
        return
    clear_first = is_contiguous(mask)
    if clear_first:
        for k in range(mask.shape[0]):
            mask[k] = 0
    for i in range(count):
        action = np.int64(legal[i])
        while at < action >> 6:
            write_two(mask, at, bits)
            at, bits = action >> 6 if clear_first else at + 1, np.int64(0)
        bits |= np.int64(1) << (action & 63)
    write_two(mask, at, bits)
    if not clear_first:
        for k in range(at + 1, (mask.shape[0] + 1) >> 1):
            write_two(mask, k, np.int64(0))


@rule
def write_two(mask: Actions, at: Number, bits: Number) -> None:
    """Write 64 bits into two words, the lower half first; the second word may be missing."""
    mask[2 * at] = ((bits & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000  # the same bits, signed
    if 2 * at + 1 < mask.shape[0]:
        mask[2 * at + 1] = bits >> 32


@kernel
def advance(
    rules: RowRules, facts: Facts, rows: RowBatch, buffers: RowBuffers, plan: RowLayout,
    chosen: Counts, order: int, times: int, first: int, last: int,
) -> int:  # fmt: skip
    """Carry out `order` in the rows from `first` to before `last`, `times` times in each.

    Returns how many games have ended, or an error code: `NO_CHOICE`, `REFUSED`.

    All in one function, and the arrays taken out of their tuples: passing them on would take longer
    than a decision. All in one loop, with one call of each rule: the threads of a GPU wait for each
    other at the end of a loop, and here none waits until others reach a choice of the caller.
    """
    states, rngs, legals, counts, lasts = rows.states, rows.rngs, rows.legal, rows.counts, rows.last
    observations, masks, actors = rows.observation, rows.mask, rows.actor
    rewards, dones, episodes, lengths = rows.reward, rows.done, rows.episode, rows.length
    players, limits = plan.players, plan.limits
    blank, hidden, shares, events, log = buffers
    seats = players.shape[0]
    ended = 0
    for i in range(first, last):
        state, rng, legal = states[i], rngs[i], legals[i]
        number, decided, count = counts[i, NUMBER], counts[i, DECIDED], counts[i, COUNT]
        action, who, chose, passed, done = np.int64(chosen[i]), np.int64(-1), np.int64(-1), 0, 0
        begins, deals, steps = True, order == DEAL, order != DEAL
        left = times
        while left > 0:
            if begins:
                begins, done = False, RUNNING
                if order == DEAL:
                    number = plan.first + i
                else:
                    who = np.int64(0)  # any seat; the exact one is only looked up where it matters
                    if lasts.shape[0] > 0 or not plan.checked:
                        who = np.int64(rules.actor(state))
                    if order == STEP_RANDOMLY:
                        action = np.int64(legal[below(rng, count)])
                    elif not plan.checked and not allowed(legal, count, action):
                        if not plan.autoreset:
                            return REFUSED
                        done = LOST
                for s in range(seats):
                    rewards[i, s] = 0.0
                if done == LOST:  # the others share the win
                    for s in range(seats):
                        share = 0.0 if s == who else 1.0 / (seats - 1)
                        rewards[i, s] = utility_of(share, seats)
                    if lasts.shape[0] > 0:
                        rules.observe(facts, state, who, lasts[i])
                    number += plan.game_stride
                    deals, steps = True, False
                chose, passed = who, 0

            # Go on until the caller has a choice. A game without a choice for the caller from the
            # deal to the end is not reported: one step reports one end at most.
            if steps:
                rules.step(facts, state, action)
                if decided < log.shape[0]:
                    log[decided] = action
                decided += 1
            if deals:
                copy_record(states, i, blank, 0)
                rules.start(facts, state, seats, stream(plan.games_key, number), events)
                rng.rng = stream(plan.bots_key, number)
                decided = np.int64(0)
            deals, steps = False, True
            who = np.int64(rules.actor(state))
            if who < 0:
                if done == RUNNING and (chose >= 0 or not plan.autoreset):
                    reason = rules.result(facts, state, shares)
                    for s in range(seats):
                        rewards[i, s] = utility_of(shares[s], seats)
                    done = TRUNCATED if limits[reason] != 0 else ENDED
                    if lasts.shape[0] > 0:
                        rules.observe(facts, state, chose, lasts[i])
                else:
                    passed += 1
                if plan.autoreset and passed <= MOST_PASSED:
                    number += plan.game_stride
                    deals, steps = True, False
                    continue
                count = np.int64(0)
            else:
                player = players[who]
                if player == CALLER or player == RANDOM:
                    count = np.int64(rules.legal(facts, state, legal))
                    if player == RANDOM:
                        action = np.int64(legal[below(rng, count)])
                        continue
                    if count <= 1 and plan.forced:
                        action = np.int64(legal[0])
                        continue
                else:
                    copy_record(hidden, 0, states, i)
                    rules.hide(facts, hidden[0], who)
                    if player == GREEDY:
                        action = np.int64(rules.greedy(facts, hidden[0], rng))
                    else:
                        action = np.int64(rules.policy(facts, hidden[0], rng))
                    continue
                rules.observe(facts, state, who, observations[i])

            write_mask(legal, count, masks[i])
            counts[i, COUNT], counts[i, NUMBER], counts[i, DECIDED] = count, number, decided
            actors[i], dones[i], episodes[i], lengths[i] = who, done, number, decided
            if who < 0 and plan.autoreset:
                return NO_CHOICE
            ended += done != RUNNING
            begins = True
            left -= 1
    return ended


@kernel
def advise(
    rules: RowRules, facts: Facts, rows: RowBatch, buffers: RowBuffers, player: int, chosen: Counts,
    first: int, last: int,
) -> int:  # fmt: skip
    """What a bot would do for the seat to act, in the rows from `first` to before `last`."""
    states, rngs, hidden = rows.states, rows.rngs, buffers.hidden
    for i in range(first, last):
        who = np.int64(rules.actor(states[i]))
        if who < 0:
            chosen[i] = -1
            continue
        copy_record(hidden, 0, states, i)
        rules.hide(facts, hidden[0], who)
        if player == GREEDY:
            chosen[i] = rules.greedy(facts, hidden[0], rngs[i])
        else:
            chosen[i] = rules.policy(facts, hidden[0], rngs[i])
    return last - first


@entry
def first_illegal_row(rows_legal: Actions, counts: Counts, chosen: Counts) -> int:
    """The first row with an illegal action, -1 if there is none."""
    for i in range(chosen.shape[0]):
        if not allowed(rows_legal[i], counts[i, COUNT], chosen[i]):
            return i
    return -1


@entry
def pick(rows_legal: Actions, counts: Counts, rng: Rng, chosen: Counts) -> int:
    """Draw a random legal action for every row, each from a random stream of its own."""
    key = next_random(rng)
    for i in range(chosen.shape[0]):
        rng.rng = stream(key, i)
        chosen[i] = rows_legal[i, below(rng, counts[i, COUNT])]
    rng.rng = key
    return chosen.shape[0]
