"""Compiled loops over whole games, the same for every game.

They take the game's entries as first-class functions, so one compiled loop per game is cached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spielzug.core import jit
from spielzug.core.chance import GENERATOR, below, stream
from spielzug.core.game import MAX_SEATS, Game
from spielzug.core.jit import entry

RANDOM, GREEDY = 0, 1
POLICIES = ("random", "greedy")

COPY_CHANGED, LEGAL_RANGE, QUIET_DIFFERS, ENDLESS = -1, -2, -3, -4
LOOP_FAILURES = {
    COPY_CHANGED: "a past position changed",
    LEGAL_RANGE: "legal() gave no action, too many, or one twice",
    QUIET_DIFFERS: "step and step_quiet disagree",
    ENDLESS: "the game did not end",
}


@entry
def play_games(
    start: Any, actor: Any, over: Any, legal: Any, step: Any, result: Any, hide: Any, greedy: Any,
    tables: Any, states: Any, chance: Any, actions: Any, events: Any,
    seats: int, policies: Any, first_game: int, base: int, bot_base: int,
    reasons: Any, lengths: Any, shares: Any, log: Any,
) -> int:  # fmt: skip
    """Play `len(lengths)` games of compiled bots; returns the number of decisions.

    Game number g is a function of (base, bot_base, g) alone. `states` holds two scratch
    positions; `log` takes the decisions of the last game as far as it has room.
    """
    games = lengths.shape[0]
    total = 0
    state = states[0]
    for g in range(games):
        number = first_game + g
        states[0] = states[2]
        start(tables, state, seats, stream(base, number), events)
        chance.rng = stream(bot_base, number)
        length = 0
        while not over(state):
            if policies[(actor(state) + number) % seats] == RANDOM:
                action = np.int64(actions[below(chance, legal(tables, state, actions))])
            else:
                states[1] = states[0]
                hide(tables, states[1], actor(state))
                action = greedy(tables, states[1], chance)
            if length < log.shape[0]:
                log[length] = action
            step(tables, state, action)
            length += 1
        reasons[g] = result(tables, state, shares[g])
        lengths[g] = length
        total += length
    return total


@entry
def verify_games(
    start: Any, actor: Any, over: Any, legal: Any, step: Any, quiet: Any, audit: Any,
    tables: Any, states: Any, chance: Any, actions: Any, events: Any,
    seats: int, first_game: int, games: int, base: int, bot_base: int, limit: int,
    checks: Any, uses: Any, where: Any,
) -> int:  # fmt: skip
    """Random games with every check at every decision; returns 0 or what failed.

    states: 0 the game, 1 before the step, 2 blank, 3 the quiet twin. `uses` counts events by
    (kind, b). `where` tells the failing game and decision.
    """
    state, before, twin = states[0], states[1], states[3]
    for g in range(games):
        number = first_game + g
        states[0] = states[2]
        start(tables, state, seats, stream(base, number), events)
        chance.rng = stream(bot_base, number)
        where[0] = number
        where[1] = 0
        failed = audit(tables, state, -1, state, checks)
        if failed != 0:
            return failed
        while not over(state):
            count = legal(tables, state, actions)
            if count < 1 or count > actions.shape[0]:
                return LEGAL_RANGE
            for i in range(1, count):
                if actions[i] <= actions[i - 1]:
                    return LEGAL_RANGE
            action = np.int64(actions[below(chance, count)])
            states[1] = states[0]
            states[3] = states[0]
            quiet(tables, twin, action)
            step(tables, state, action, events)
            if state != twin:
                return QUIET_DIFFERS
            for i in range(1, events[0, 0] + 1):
                if events[i, 3] >= 0 and events[i, 3] < uses.shape[1]:
                    uses[events[i, 0], events[i, 3]] += 1
            where[1] += 1
            failed = audit(tables, before, action, state, checks)
            if failed != 0:
                return failed
            if where[1] > limit:
                return ENDLESS
    return 0
