"""Checks of observations: they tell a learner all that its seat knows, and nothing else."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from spielzug.core.check.case import CheckCase, CheckFailed, expect, memory, play_out
from spielzug.core.check.secrets import hidden_fields, observed, secrecy, with_rules
from spielzug.core.game import Game
from spielzug.core.kinds import Facts, State
from spielzug.core.memory import plain
from spielzug.core.observation import Observed
from spielzug.core.position import Position

MANY = 150  # decisions of a game after which only its end is looked at


def met(case: CheckCase) -> Iterator[tuple[str, Position, int]]:
    """Positions of random games, the first and the last ones too, and a seat that looks."""
    for number in range(case.games):
        for ply in play_out(case, number):
            if ply.number == 0:
                yield f"game {number}, at the start", ply.before, number % ply.before.seats
            if ply.number < MANY or ply.after.over:
                seat = ply.number % ply.after.seats
                yield f"game {number}, decision {ply.number}, seat {seat}", ply.after, seat


def observations(case: CheckCase) -> None:
    """Every value is written, in its range, and the same from the whole and the hidden position."""
    game = case.game
    parts = game.observation
    for place, position, seat in met(case):
        before = memory(position)
        whole = observed(position, seat)
        expect(memory(position) == before, f"{place}: observing changed the position")
        for what, other in (
            ("is not written", observed(position, seat, fill=99)),
            ("is not the same from the hidden position", position.seen(seat).observation),
        ):
            expect(bool((whole == other).all()), f"{place}: {_where(game, whole, other)} {what}")
        limited = np.clip(whole, parts.low, parts.high)
        fits = bool((whole == limited).all())
        expect(fits, f"{place}: {_where(game, whole, limited)} is out of its range")


def _where(game: Game, one: Observed, other: Observed) -> str:
    """The parts in which two observations differ."""
    return ", ".join(n for n, at in game.observation.slices.items() if (one[at] != other[at]).any())


def observed_leaks_are_caught(case: CheckCase) -> None:
    """A game whose observation tells of any one field that is hidden must fail `secrecy`."""
    for leak in hidden_fields(case):
        try:
            secrecy(replace(case, game=telling_mutant(case.game, leak)))
        except CheckFailed:
            continue
        raise CheckFailed(f"a mutant that observes the hidden field {leak!r} is not caught")


def telling_mutant(game: Game, leak: str) -> Game:
    """The same game with an `observe` that mixes something of one field into its first value."""
    honest = game.rules.observe

    def observe(facts: Facts, state: State, seat: int, out: Observed) -> None:
        honest(facts, state, seat, out)
        out[0] = zlib.crc32(np.array(state[leak]).tobytes()) & 0x7FFF

    return with_rules(game, observe=observe)


def completeness(case: CheckCase) -> None:
    """What a seat knows comes back from its observation, and no part of it can be spared.

    `decode` fills an all-zero position from an observation; `alike` brings a hidden one into the
    same form, where observations leave out what makes no difference (both are plain Python).
    """
    parts = case.game.observation
    spared = set(parts.parts)
    for place, position, seat in met(case):
        known = np.array(position.seen(seat).hidden).reshape(1).view(np.recarray)[0]
        if case.alike is not None:
            case.alike(position.facts, known)
        whole = observed(position, seat)
        odd = _lost(case, position, seat, whole, known)
        expect(not odd, f"{place}: the observation gives other values back of {odd}")
        for name in sorted(spared):
            changed = whole.copy()
            part = parts.part(name, changed)
            part[...] = 0 if part.any() else parts.parts[name].high
            if _lost(case, position, seat, changed, known):
                spared.discard(name)
    expect(not spared, f"nobody needs these parts: {sorted(spared)}")


def _lost(case: CheckCase, position: Position, seat: int, whole: Observed, known: State) -> Any:
    """The fields that do not come back from an observation."""
    if case.decode is None:
        raise CheckFailed("nobody reads an observation back: it needs a `decode`")
    try:
        back = case.decode(position.facts, whole.copy(), seat, case.game.blank()[0])
    except (ValueError, LookupError, ArithmeticError) as error:
        return repr(error)
    there, here = plain(back), plain(known)
    return [name for name in here if there[name] != here[name]]
