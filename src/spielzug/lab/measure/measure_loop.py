"""The compiled loop that replays a game and measures it.

A game is a function of its key and its decisions. So games of compiled bots and of bots that think
are replayed by the same loop, which sees everything: it judges and does not play.
"""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import numpy as np

from spielzug.core.entries import SomeRules
from spielzug.core.event_buffer import event_buffer
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import kernel, rule
from spielzug.core.progress import bind_with_progress
from spielzug.core.record_types import (
    Actions,
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
from spielzug.core.rng import new_rng, next_random
from spielzug.core.study import all_deeds

LEAD = 0.05
"""How much larger than the leader's a share must be to take the lead: less is noise."""
DECIDED = 0.8
"""A winner who keeps at least this share from some turn to the end had the game decided then."""
MILLION = 1_000_000

NUMBERS = (
    "reason", "decisions", "choices", "options", "turns", "pace", "lead_changes", "decided",
    "dragged", "runaway",
)  # fmt: skip
(
    REASON, DECISIONS, CHOICES, OPTIONS, TURNS, PACE, LEAD_CHANGES, DECIDED_AT, DRAGGED, RUNAWAY,
) = range(len(NUMBERS))  # fmt: skip
SHARE, LUCK = len(NUMBERS), len(NUMBERS) + MAX_SEATS
WIDTH = LUCK + MAX_SEATS
"""The width of a row: the numbers, then a share and the luck of each seat, in millionths of the
win."""

GAME_OF, BEFORE, BLANK, WORLD = 0, 1, 2, 3
"""Indices of the scratch positions."""
TIMES, SEATS_WITH, WINNERS_WITH, WITH_BASE = 0, 1, 2, 3
"""What is counted for a deed and an item."""


class MeasureRules(
    SomeRules,
    namedtuple("MeasureRules", "start actor over legal step tell result value policy note"),
):
    """The rules that measuring calls."""


class MeasureBuffers(NamedTuple):
    """Scratch memory for one thread."""

    states: States
    rng: Rng
    actions: Actions
    events: Events
    notes: Events
    shares: Shares
    """Of the present position; the expected ones; those of a sampled alternative."""
    since: Counts
    """For each seat: the turn since which it has the win decided, -1 if it has not."""
    done: Counts
    """For each deed and item: one bit per seat; the last bit stands for the table."""
    pace: Counts
    """Milliseconds for a decision by its number of choices; index 0 is the time to take over."""

    @classmethod
    def of(cls, game: Game, pace: Counts) -> MeasureBuffers:
        return cls(
            states=game.blank(4),
            rng=new_rng(0),
            actions=np.zeros(game.rules.MAX_LEGAL, np.int32),
            events=event_buffer(game.rules.MAX_EVENTS),
            notes=np.zeros((game.rules.MAX_NOTES, 3), np.int32),
            shares=np.zeros((3, MAX_SEATS)),
            since=np.zeros(MAX_SEATS, np.int64),
            done=np.zeros(sum(kind.count for kind, _ in all_deeds(game.things)), np.int64),
            pace=pace,
        )


class Deeds(NamedTuple):
    """What was done to all components, in one row of deeds and items."""

    counts: Counts
    """For each deed and item: times, seats that did it, winners among them, and seats that also did
    the deed of which it is a share."""
    begins: Counts
    """Where the items of each deed begin, and the end."""
    base: Counts
    """Where the items of the deed begin of which this one is a share; its own if of none."""

    @classmethod
    def allocate(cls, game: Game) -> Deeds:
        deeds = all_deeds(game.things)
        sizes = [kind.count for kind, _ in deeds]
        begins = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        at = {(kind.name, deed.name): i for i, (kind, deed) in enumerate(deeds)}
        base = [begins[at[kind.name, deed.of or deed.name]] for kind, deed in deeds]
        return cls(
            np.zeros((int(begins[-1]), 4), np.int64), begins, np.array(base, np.int64)
        )  # fmt: skip


class MeasureCase(NamedTuple):
    """The game to replay."""

    seats: int
    key: Key
    luck_key: Key
    redraws: int
    """Alternative outcomes sampled for each random event; 0: luck is not measured."""
    length: int


# -- luck ------------------------------------------------------------------------------------------


@rule
def judge(
    rules: MeasureRules, facts: Facts, buffers: MeasureBuffers, turns: Number, seats: int, into: int
) -> None:
    """Add each seat's chance, once more than `turns` turns are over, to a row of `shares`.

    The quick player plays on until then, in the scratch world, which is overwritten.
    """
    world, rng, shares = buffers.states[WORLD], buffers.rng, buffers.shares
    if world.turns <= turns:
        world.rng = next_random(rng)  # later luck is not part of this luck
        while not rules.over(world) and world.turns <= turns:
            rules.step(facts, world, rules.policy(facts, world, rng))
    if rules.over(world):
        rules.result(facts, world, shares[2])
    else:
        rules.value(facts, world, shares[2])
    for seat in range(seats):
        shares[into, seat] += shares[2, seat]


@rule
def visible_after_turn(buffers: MeasureBuffers, seats: int, action: Number) -> Number:
    """The last turn before the effect of a random event shows.

    The present turn, or one round later if the step ended it, because a card drawn at the end of a
    turn is played in the next.
    """
    if action < 0:
        return -1
    turns = np.int64(buffers.states[BEFORE].turns)
    return turns if buffers.states[GAME_OF].turns == turns else turns + seats


@rule
def add_luck(
    rules: MeasureRules,
    facts: Facts,
    buffers: MeasureBuffers,
    case: MeasureCase,
    action: Number,
    row: Counts,
) -> None:
    """Add to each seat's luck: its chance after what came, minus its mean chance over alternatives.

    Its expectation is 0, however good the judgement is. Action -1 stands for the deal.
    """
    states, rng, shares, seats = buffers.states, buffers.rng, buffers.shares, case.seats
    turns = visible_after_turn(buffers, seats, action)
    for seat in range(seats):
        shares[0, seat] = 0.0
        shares[1, seat] = 0.0
    for _ in range(case.redraws):
        states[WORLD] = states[GAME_OF]
        judge(rules, facts, buffers, turns, seats, 0)
        if action < 0:
            states[WORLD] = states[BLANK]
            rules.start(facts, states[WORLD], seats, next_random(rng), buffers.events)
        else:
            states[WORLD] = states[BEFORE]
            states[WORLD].rng = next_random(rng)
            rules.step(facts, states[WORLD], action)
        judge(rules, facts, buffers, turns, seats, 1)
    for seat in range(seats):
        row[LUCK + seat] += millionths((shares[0, seat] - shares[1, seat]) / case.redraws)


@rule
def millionths(share: float) -> int:
    return int(np.floor(share * MILLION + 0.5))


# -- the lead --------------------------------------------------------------------------------------


@rule
def follow_lead(buffers: MeasureBuffers, seats: int, turns: Number, leader: int) -> int:
    """Who leads after a turn by `shares[0]`, -1 if nobody does yet."""
    shares, since = buffers.shares, buffers.since
    best = 0
    for seat in range(seats):
        if shares[0, seat] > shares[0, best]:
            best = seat
        if shares[0, seat] < DECIDED:
            since[seat] = -1
        elif since[seat] < 0:
            since[seat] = turns
    if best == leader:
        return leader
    other = leader
    if leader < 0:
        other = 1 if best == 0 else 0
        for seat in range(seats):
            if seat != best and shares[0, seat] > shares[0, other]:
                other = seat
    return best if shares[0, best] >= shares[0, other] + LEAD else leader


@rule
def only_winner(shares: Shares, seats: int) -> int:
    """The seat with the whole win, -1 if there is none."""
    for seat in range(seats):
        if shares[0, seat] > 1.0 - 1e-9:
            return seat
    return -1


# -- deeds -----------------------------------------------------------------------------------------


@rule
def add_notes(buffers: MeasureBuffers, deeds: Deeds, count: int) -> None:
    """Count the deeds of one step."""
    for i in range(count):
        deed, item, seat = buffers.notes[i, 0], buffers.notes[i, 1], buffers.notes[i, 2]
        at = deeds.begins[deed] + item
        deeds.counts[at, TIMES] += 1
        buffers.done[at] |= 1 << (seat if seat >= 0 else MAX_SEATS)


@rule
def add_seats(buffers: MeasureBuffers, deeds: Deeds, winners: int) -> None:
    """Count who did what in this game, and who of them won."""
    for deed in range(deeds.base.shape[0]):
        begin = deeds.begins[deed]
        for at in range(begin, deeds.begins[deed + 1]):
            who = buffers.done[at]
            if who != 0:
                deeds.counts[at, SEATS_WITH] += bits(who)
                deeds.counts[at, WINNERS_WITH] += bits(who & winners)
                other = buffers.done[deeds.base[deed] + at - begin]
                deeds.counts[at, WITH_BASE] += bits(who & other)


@rule
def bits(mask: int) -> int:
    count = 0
    while mask != 0:
        count += mask & 1
        mask >>= 1
    return count


@rule
def best_seats(shares: Shares, seats: int) -> int:
    """A bit for each winner: the seats with the largest share, unless all have the same."""
    most, least = shares[0, 0], shares[0, 0]
    for seat in range(seats):
        most, least = max(most, shares[0, seat]), min(least, shares[0, seat])
    mask = 0
    for seat in range(seats):
        if shares[0, seat] == most and most > least:
            mask |= 1 << seat
    return mask


# -- the loop --------------------------------------------------------------------------------------


@kernel
def measure_game(
    rules: MeasureRules, facts: Facts, buffers: MeasureBuffers, case: MeasureCase, log: Actions,
    row: Counts, deeds: Deeds,
) -> int:  # fmt: skip
    """Replay the decisions in `log`; fills `row`, adds to `deeds`, returns the reason of the end.

    The final position is left in `room.states[GAME_OF]`. Returns -1 if the game is not over.
    """
    states, rng, shares, pace = buffers.states, buffers.rng, buffers.shares, buffers.pace
    seats = case.seats
    state, before = states[GAME_OF], states[BEFORE]
    for i in range(row.shape[0]):
        row[i] = 0
    for i in range(buffers.done.shape[0]):
        buffers.done[i] = 0
    for seat in range(buffers.since.shape[0]):
        buffers.since[seat] = -1
    rng.rng = case.luck_key
    states[GAME_OF] = states[BLANK]
    rules.start(facts, state, seats, case.key, buffers.events)
    add_notes(buffers, deeds, rules.note(facts, state, -1, state, buffers.events, buffers.notes))
    if case.redraws > 0:
        add_luck(rules, facts, buffers, case, -1, row)
    leader, last = -1, rules.actor(state)
    leads_since: Number = 0
    for at in range(case.length):
        action = np.int64(log[at])
        count = rules.legal(facts, state, buffers.actions)
        row[DECISIONS] += 1
        if count > 1:
            row[CHOICES] += 1
            row[OPTIONS] += count
        row[PACE] += pace[count]
        actor = rules.actor(state)
        if actor != last:
            row[PACE] += pace[0]
            last = actor
        states[BEFORE] = states[GAME_OF]
        rules.tell(facts, state, action, buffers.events)
        noted = rules.note(facts, before, action, state, buffers.events, buffers.notes)
        add_notes(buffers, deeds, noted)
        if case.redraws > 0 and state.rng != before.rng:
            add_luck(rules, facts, buffers, case, action, row)
        if state.turns != before.turns and not rules.over(state):
            rules.value(facts, state, shares[0])
            now = follow_lead(buffers, seats, np.int64(state.turns), leader)
            if now != leader:
                row[LEAD_CHANGES] += leader >= 0
                leader, leads_since = now, np.int64(state.turns)
    if not rules.over(state):
        return -1
    turns = np.int64(state.turns)
    row[REASON] = rules.result(facts, state, shares[0])
    row[TURNS] = turns
    row[DECIDED_AT] = turns
    winner = only_winner(shares, seats)
    if winner >= 0:
        follow_lead(buffers, seats, turns, leader)
        row[DECIDED_AT] = buffers.since[winner]
        if winner != leader:
            row[LEAD_CHANGES] += leader >= 0
        elif 2 * leads_since <= turns:
            row[RUNAWAY] = 1
    row[DRAGGED] = turns - row[DECIDED_AT]
    for seat in range(seats):
        row[SHARE + seat] = millionths(shares[0, seat])
    add_seats(buffers, deeds, best_seats(shares, seats))
    return int(row[REASON])


class MeasureKernel:
    """The loop for one game, compiled, with memory for one thread."""

    def __init__(self, game: Game, pace: Counts) -> None:
        self.game = game
        self.rules = MeasureRules.of(game)
        self.buffers = MeasureBuffers.of(game, pace)

    def watch(
        self, facts: Facts, case: MeasureCase, log: Actions, row: Counts, deeds: Deeds
    ) -> int:
        given = (facts, self.buffers, case, log, row, deeds)
        title = f"the statistics code for {self.game.title['en']}"
        return int(bind_with_progress(measure_game, self.rules, lambda: given, title)(*given))

    @property
    def final(self) -> State:
        """The last position of the last game; the next one overwrites it."""
        state: State = self.buffers.states[GAME_OF]
        return state
