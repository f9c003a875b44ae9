"""Checks of secrecy and observations.

A seat never learns what is hidden, guesses have the right distribution, and an observation tells a
learner all that its seat knows and nothing else.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from spielzug.core.check.case import (
    CheckCase,
    CheckFailed,
    expect,
    play_out,
    record_bytes,
    some_actions,
)
from spielzug.core.declaration import ALWAYS, NEVER, OWNER
from spielzug.core.events import SPECTATOR, Event, seen_by
from spielzug.core.game import Game
from spielzug.core.native_records import plain
from spielzug.core.observation import Observed
from spielzug.core.position import Position, Seen
from spielzug.core.record_types import Facts, Floats, Rng, State
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.core.texts import LANGUAGES

LONG_GAMES, LONG_GAME = 20, 300
"""The games, and the decisions of each, in which a field that is rarely hidden must be."""


def secrecy(case: CheckCase) -> None:
    """Two worlds that look the same to a seat go on looking the same, until it sees a difference.

    The second world is a guess from the seat's view or, independent of `hide`, the true one with
    two pieces swapped that no event ever showed to the seat. A game whose pieces have no numbers
    swaps them itself, if it has `exchange`.
    """
    for number in range(case.worlds):
        _walk_two_worlds(case, number)


def _walk_two_worlds(case: CheckCase, number: int) -> None:
    rng = new_rng(stream(seed_key("check", "worlds"), np.uint64(number)))
    # Early positions more often: that is where most games hide most.
    depth = 1 + int(below(rng, 1 + int(below(rng, case.depth))))
    plies = list(play_out(case, number, depth))
    true = plies[-1].before
    seat = int(below(rng, true.seats + 1)) - 1
    exchange = getattr(case.game.rules, "exchange", None)
    if number % 2 and exchange is not None:
        other = true.copy()
        exchange(other.facts, other.state, seat, stream(rng.rng, np.uint64(2)))
    elif number % 2 and case.game.pieces:
        other = _exchange_unseen(true, seen_by(plies[-1].past, seat), rng)
    else:
        other = true.seen(seat).guess(stream(rng.rng, np.uint64(1)))
    names = [f"Seat {i}" for i in range(true.seats)]
    for _ in range(40):  # pragma: no branch - the seat sees a difference long before
        _compare_worlds(seat, (true, other), rng, f"pair {number}, seat {seat}")
        if true.over or other.over:
            return
        both = sorted(set(true.legal) & set(other.legal))
        if not both:  # pragma: no cover - only a rival whose choices depend on what is hidden
            return
        action = both[int(below(rng, len(both)))]
        events = [world.step(action) for world in (true, other)]
        if seen_by(events[0], seat) != seen_by(events[1], seat):
            return  # the seat has seen a difference: from here on the worlds may differ
        seen = true.seen(seat, names)
        for lang in LANGUAGES:
            said = [seen.sentences(e, lang) for e in events]
            expect(said[0] == said[1], f"pair {number}, seat {seat}: the sentences differ")


def _exchange_unseen(true: Position, seen: list[Event], rng: Rng) -> Position:
    """The true position with two pieces swapped, neither of which the seat ever saw."""
    other, pieces = true.copy(), true.game.pieces
    other.state.rng = stream(rng.rng, np.uint64(2))
    shown = {value for event in seen for value in (event.a, event.b)}
    here = {int(v) for name in pieces for v in np.asarray(true.state[name]).ravel()}
    unseen = sorted(here - shown - {0})
    if len(unseen) < 2:
        return other
    x = unseen.pop(int(below(rng, len(unseen))))
    y = unseen[int(below(rng, len(unseen)))]
    for name in pieces:
        values = np.array(true.state[name])
        other.state[name] = np.where(values == x, y, np.where(values == y, x, values))
    return other


def _compare_worlds(seat: int, worlds: tuple[Position, Position], rng: Rng, place: str) -> None:
    a, b = (world.seen(seat) for world in worlds)
    if record_bytes(a) != record_bytes(b):
        fields = plain(a.hidden), plain(b.hidden)
        differing = [name for name in fields[0] if fields[0][name] != fields[1][name]]
        raise CheckFailed(
            f"{place}: the hidden positions differ in {differing}: `hide` leaves what the seat "
            "must not know"
        )
    views = [json.dumps([seen.facts_view, seen.view]) for seen in (a, b)]
    expect(views[0] == views[1], f"{place}: the views differ")
    actors = [world.actor for world in worlds]
    expect(actors[0] == actors[1], f"{place}: another seat is to act")
    if seat != SPECTATOR:
        told = [observed(world, seat).tobytes() for world in worlds]
        expect(told[0] == told[1], f"{place}: the observations differ")
    if seat != SPECTATOR and actors[0] == seat:
        expect(worlds[0].legal == worlds[1].legal, f"{place}: the legal actions differ")
        for action in some_actions(a.game, new_rng(rng.rng)):
            expect(a.why_not(action) == b.why_not(action), f"{place}: the errors differ")


def observed(position: Position, seat: int, fill: int = -1) -> Observed:
    """What `observe` writes for the whole position; values that it does not write stay `fill`."""
    game = position.game
    out = np.full(game.observation.size, fill, np.int16)
    game.rules.observe(position.facts, position.state, seat, out)
    return out


def hidden_fields(case: CheckCase) -> list[str]:
    """The fields in which `hide` blanks something in random games."""
    found: set[str] = set()
    for number in range(len(case.game.seats) * 2):
        for ply in play_out(case, number, 30):
            found |= _hidden_from_some(ply.after)
    return sorted(found)


def _hidden_from_some(position: Position) -> set[str]:
    """The fields of which some seat or a spectator does not see everything."""
    true = plain(position.state)
    seen = (plain(position.seen(seat).hidden) for seat in range(-1, position.seats))
    return {name for hidden in seen for name in true if true[name] != hidden[name]}


def _never_hidden(case: CheckCase, names: set[str]) -> set[str]:
    """Those of the fields that `hide` does not blank in long games either."""
    left = set(names)
    for number in range(LONG_GAMES):
        for ply in play_out(case, number, LONG_GAME):
            if not left:
                return left
            left -= _hidden_from_some(ply.after)
    return left


def visibility(case: CheckCase) -> None:
    """The declaration tells the truth about who may see each field."""
    fields = case.game.state_layout.fields
    for number in range(len(case.game.seats) * 2):
        for ply in play_out(case, number, 30):
            true, other = plain(ply.after.state), _with_other_secrets(ply.after)
            for seat in range(-1, ply.after.seats):
                hidden, same = (plain(p.seen(seat).hidden) for p in (ply.after, other))
                place = f"game {number}, decision {ply.number}, seat {seat}"
                for name, field in fields.items():
                    holds = True
                    if field.seen == ALWAYS:
                        holds = hidden[name] == true[name]
                    elif field.seen == NEVER:
                        holds = hidden[name] == same[name]
                    elif field.seen == OWNER and seat != SPECTATOR:
                        holds = hidden[name][seat] == true[name][seat]
                    expect(holds, f"{place}: {name!r} is not seen as declared: {field.seen}")
    shown = {name for name, field in fields.items() if field.seen != ALWAYS}
    shown = _never_hidden(case, shown.difference(hidden_fields(case)))
    expect(not shown, f"declared as hidden, but seen by all: {sorted(shown)}")


def _with_other_secrets(position: Position) -> Position:
    """The position with other numbers in the fields that nobody may see; 0 stays 0."""
    other = position.copy()
    for name, field in position.game.state_layout.fields.items():
        if field.seen == NEVER:
            values = np.array(position.state[name])
            changed = np.where(values == 1, 2, 1).astype(values.dtype)
            other.state[name] = np.where(values == 0, values, changed)
    return other


def leaking_mutant(game: Game, leak: str) -> Game:
    """The same game with a `hide` that forgets one field."""
    honest = game.rules.hide

    def hide(facts: Facts, state: State, seat: int) -> None:
        kept = np.array(state[leak])
        honest(facts, state, seat)
        state[leak] = kept

    return with_rules(game, hide=hide)


def with_rules(game: Game, **changed: Callable[..., object]) -> Game:
    """The same game with some of its rules changed."""
    from spielzug.core.game import Rules

    names = [name for name in (*Rules.__annotations__, "exchange") if hasattr(game.rules, name)]
    kept = {name: getattr(game.rules, name) for name in names}
    rules: Any = SimpleNamespace(**{**kept, **changed})
    return replace(game, own_rules=rules)


def leaks_are_caught(case: CheckCase) -> None:
    """A game that leaks any one hidden field must fail `secrecy`."""
    for leak in hidden_fields(case):
        mutant = replace(case, game=leaking_mutant(case.game, leak))
        try:
            secrecy(mutant)
        except CheckFailed:
            continue
        raise CheckFailed(f"a mutant that shows the field {leak!r} to everyone is not caught")


def guesses(case: CheckCase) -> None:
    """A guess fits all that the seat knows, is a possible position, and is as likely as the truth.

    If the truth is replaced by a guess from one seat's view, what the *other* seats then see must
    have the same distribution as before: mean and spread of every number are compared.
    """
    game = case.game
    counts = np.zeros(len(game.rules.CHECKS), np.int64)
    sums: dict[int, list[list[Floats]]] = {}
    for number in range(case.samples):
        rng = new_rng(stream(seed_key("check", "guesses"), np.uint64(number)))
        seats = case.seats(number)
        # A key of its own: the deal must not correlate with the generator that decides.
        key = stream(rng.rng, np.uint64(0))
        true, _ = game.deal(seats, key, case.options(number), case.version)
        for _ in range(int(below(rng, 6))):
            if legal := true.legal:
                true.step(legal[int(below(rng, len(legal)))])
        seat = int(below(rng, seats + 1)) - 1
        seen = true.seen(seat)
        guess = seen.guess(stream(rng.rng, np.uint64(1)))
        failed = game.rules.audit(guess.facts, guess.state, -1, guess.state, counts)
        if failed:
            raise CheckFailed(f"guess {number}: {game.rules.CHECKS[failed - 1]}")
        again = guess.seen(seat)
        expect(
            record_bytes(again) == record_bytes(seen), f"guess {number} contradicts what is known"
        )
        looker = (seat + 1) % seats if seat != SPECTATOR else 0
        pair = [_numbers(world.seen(looker)) for world in (true, guess)]
        sums.setdefault(seats, []).append(pair)
    for seats, pairs in sums.items():
        _compare_spread(np.array(pairs, np.float64), f"{seats} seats")


def _numbers(seen: Seen) -> Floats:
    values = plain(seen.hidden).values()
    return np.concatenate([np.asarray(v, np.float64).ravel() for v in values])


def _compare_spread(pairs: Floats, place: str) -> None:
    for power, what in ((1, "mean"), (2, "spread")):
        powered = (pairs - pairs.mean(axis=(0, 1))) ** power
        difference = powered[:, 0] - powered[:, 1]
        error = difference.std(axis=0) / np.sqrt(len(pairs))
        off = np.abs(difference.mean(axis=0)) > 5 * error + 1e-9
        expect(not off.any(), f"{place}: guesses differ from the truth in {what}")


MANY = 150  # decisions of a game after which only its end is checked


def sampled_positions(case: CheckCase) -> Iterator[tuple[str, Position, int]]:
    """Positions of random games, including first and last ones, and an observing seat."""
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
    for place, position, seat in sampled_positions(case):
        before = record_bytes(position)
        whole = observed(position, seat)
        expect(record_bytes(position) == before, f"{place}: observing changed the position")
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
    """A game whose observation depends on any one hidden field must fail `secrecy`."""
    for leak in hidden_fields(case):
        try:
            secrecy(replace(case, game=telling_mutant(case.game, leak)))
        except CheckFailed:
            continue
        raise CheckFailed(f"a mutant that observes the hidden field {leak!r} is not caught")


def telling_mutant(game: Game, leak: str) -> Game:
    """The same game with an `observe` that mixes one field into its first value."""
    honest = game.rules.observe

    def observe(facts: Facts, state: State, seat: int, out: Observed) -> None:
        honest(facts, state, seat, out)
        out[0] = zlib.crc32(np.array(state[leak]).tobytes()) & 0x7FFF

    return with_rules(game, observe=observe)


def completeness(case: CheckCase) -> None:
    """What a seat knows can be restored from its observation, and no part of it is redundant.

    `decode` fills an all-zero position from an observation; `alike` brings a hidden one into the
    same form, where observations leave out what makes no difference (both are plain Python).
    """
    parts = case.game.observation
    spared = set(parts.parts)
    for place, position, seat in sampled_positions(case):
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


def _lost(
    case: CheckCase, position: Position, seat: int, whole: Observed, known: State
) -> str | list[str]:
    """The fields that cannot be restored from an observation."""
    if case.decode is None:
        raise CheckFailed("nobody reads an observation back: it needs a `decode`")
    try:
        back = case.decode(position.facts, whole.copy(), seat, case.game.blank()[0])
    except (ValueError, LookupError, ArithmeticError) as error:
        return repr(error)
    there, here = plain(back), plain(known)
    return [name for name in here if there[name] != here[name]]
