"""Checks of positions, actions and luck: conservation, copies, refusals, notation, chance."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np

from spielzug.core.chance import outcomes, step_with_digits
from spielzug.core.check.case import (
    CheckCase,
    CheckFailed,
    Ply,
    clock_expires_after,
    expect,
    play_out,
    record_bytes,
    some_actions,
)
from spielzug.core.check.modes import digest
from spielzug.core.errors import NotAllowed, SpielzugError, UsageError
from spielzug.core.events import SPECTATOR
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position, Seen
from spielzug.core.position_data import range_error
from spielzug.core.records import read_record, write_record
from spielzug.core.rng import below, new_rng, seed_key
from spielzug.core.texts import LANGUAGES


def conservation(case: CheckCase) -> None:
    """No piece is lost or doubled, and the game's audit passes at every decision."""
    rules = case.game.rules
    counts = np.zeros(len(rules.CHECKS), np.int64)
    for number in range(case.games):
        for ply in play_out(case, number):
            before, after = ply.before.state, ply.after.state
            odd = range_error(ply.after)
            expect(odd is None, f"game {number}, decision {ply.number}: {odd!r} is out of range")
            failed = rules.audit(ply.before.facts, before, ply.action, after, counts)
            if failed:
                raise CheckFailed(
                    f"game {number}, decision {ply.number}: {rules.CHECKS[failed - 1]}"
                )
    expect(bool(counts.all()), f"a check never ran: {dict(zip(rules.CHECKS, counts, strict=True))}")


def termination(case: CheckCase) -> None:
    """With the options for simulations every game ends, with a reason and valid shares."""
    for number in range(case.games):
        last = None
        for ply in play_out(case, number):
            last = ply
        expect(last is not None, f"game {number} is over before it began")
        assert last is not None
        outcome = last.after.outcome
        expect(outcome is not None, f"game {number} is over without a result")
        assert outcome is not None
        expect(outcome.reason in case.game.reasons, f"game {number}: no words for the reason")
        total = sum(outcome.shares)
        expect(abs(total - 1) < 1e-9 or total == 0, f"game {number}: shares {outcome.shares}")
        expect(last.after.actor == -1, f"game {number}: an actor after the end")
        _check_length(case, number, last)
    for reason in case.game.truncations:
        expect(reason in case.game.reasons, f"{reason!r} cuts a game off, but no game ends so")


def _check_length(case: CheckCase, number: int, last: Ply) -> None:
    options = case.options(number)
    try:
        longest = case.game.longest(options, last.after.seats)
    except UsageError:
        timed = case.game.clock(options) is not None
        expect(timed, f"game {number}: nobody knows how long it can be, and no clock ends it")
        return
    expect(last.number < longest, f"game {number}: longer than the {longest} decisions at most")


def past_positions(case: CheckCase) -> None:
    """Positions that were handed out never change later, and reading changes nothing."""
    for number in range(case.games):
        kept: list[tuple[Position, bytes]] = []
        for ply in play_out(case, number, 150):
            now = record_bytes(ply.after)
            kept.append((ply.after, now))
            _ = ply.after.legal, ply.after.outcome
            for seat in range(-1, ply.after.seats):
                seen = ply.after.seen(seat)
                _ = seen.view, seen.facts_view, seen.legal
            changed = record_bytes(ply.after) != now
            expect(not changed, f"game {number}, decision {ply.number}: looking changed it")
        for index, (position, before) in enumerate(kept):
            expect(
                record_bytes(position) == before, f"game {number}: position {index} changed later"
            )


def copies(case: CheckCase) -> None:
    """A copy is equal, and behaves exactly like the original."""
    for number in range(case.games):
        for ply in play_out(case, number, 150):
            twin = ply.before.copy()
            place = f"game {number}, decision {ply.number}"
            equal = record_bytes(twin) == record_bytes(ply.before) and twin == ply.before
            expect(equal, f"{place}: not a copy")
            twin.advance(ply.action)
            equal = record_bytes(twin) == record_bytes(ply.after) and twin == ply.after
            expect(equal, f"{place}: the copy went another way")


def save_and_load(case: CheckCase) -> None:
    """Positions, what seats know of them, and records survive a round trip byte for byte."""
    game = case.game
    for number in range(case.games):
        options = case.options(number)
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            again = Position.load(game, ply.after.save(), options)
            equal = record_bytes(again) == record_bytes(ply.after) and again == ply.after
            expect(equal, f"{place}: not the same after loading")
            seen = ply.after.seen(ply.after.actor)
            there = Seen.from_json(json.loads(json.dumps(seen.to_json())), lambda _: game)
            equal = record_bytes(there) == record_bytes(seen) and there == seen
            expect(equal, f"{place}: what a seat knows is not the same elsewhere")
        _record_and_back(case, number)


def _record_and_back(case: CheckCase, number: int) -> None:
    game = case.game
    seats = [Seat(f"Seat {i}", "random") for i in range(case.seats(number))]
    match = Match(game, seats, SeedLuck("check", number), case.options(number), case.version)
    rng, rings = new_rng(number), clock_expires_after(case, number)
    while not match.over:
        legal = match.legal
        if len(match.decisions) == rings:
            match.from_outside(game.words.parse(game.time_over))
        else:
            match.play(legal[int(below(rng, len(legal)))])
    text = write_record(match)
    try:
        back = read_record(text, lambda _: game)
    except SpielzugError as error:
        raise CheckFailed(f"game {number}: its own record is refused: {error}") from None
    expect(back.position == match.position, f"game {number}: record ends elsewhere")


def determinism(case: CheckCase) -> None:
    """The same key gives the same game, another key another one."""
    games = [digest(case, number) for number in range(case.games)]
    again = [digest(case, number) for number in range(case.games)]
    expect(games == again, "the same seed gave two different games")
    expect(len(set(games)) == len(games), "different seeds gave the same game")


def facts_once(case: CheckCase) -> None:
    """`facts_view` is the same for everybody, and stays so to the end."""
    for number in range(case.games):
        told: dict[str, object] | None = None
        for ply in play_out(case, number, 150):
            for seat in range(-1, ply.after.seats):
                place = f"game {number}, decision {ply.number}, seat {seat}"
                seen = ply.after.seen(seat)
                told = ply.before.seen(SPECTATOR).facts_view if told is None else told
                expect(seen.facts_view == told, f"{place}: the facts are others than at first")
                both = sorted(told.keys() & seen.view.keys())
                expect(not both, f"{place}: {both} stand in the facts and in the view")
        _jsonable(told, f"game {number}: the facts")


def _jsonable(told: dict[str, object] | None, what: str) -> None:
    try:
        same = json.loads(json.dumps(told)) == told
    except TypeError as error:
        raise CheckFailed(f"{what} cannot be sent: {error}") from None
    expect(same, f"{what} are others after sending")


FEW = 100  # a step with more outcomes is not searched for the one that came


def chance(case: CheckCase) -> None:
    """All luck is drawn with `below`, as `core.chance` needs; the real outcome is possible."""
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            told = step_with_digits(ply.before, ply.action)
            same = told.position.state.rng == ply.before.state.rng
            expect(same, f"{place}: the generator was used without `below`")
            found = list(islice(outcomes(ply.before, ply.action), FEW + 1))
            if len(found) <= FEW:
                came = _without_rng(ply.after)
                possible = any(_without_rng(one.position) == came for one in found)
                expect(possible, f"{place}: what came is not among all that can come")


def _without_rng(position: Position) -> bytes:
    still = position.copy()
    still.state.rng = 0
    return still.bytes


def refusals(case: CheckCase) -> None:
    """Every action outside `legal` is refused with a reason in every language."""
    rng = new_rng(seed_key("check", "refusals"))
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            seen = ply.before.seen(ply.before.actor)
            for action in sorted({*some_actions(case.game, rng), *ply.legal}):
                reasons = [seen.why_not(action, lang) for lang in LANGUAGES]
                if action in ply.legal:
                    expect(not any(reasons), f"{place}: a reason against a legal action")
                    continue
                expect(all(reasons), f"{place}: no reason against action {action}")
                if not ply.before.can_table_act(action):
                    expect(_is_refused(ply.before, action), f"{place}: took action {action}")


def choices(case: CheckCase) -> None:
    """Players choose among the actions below `N_CHOICES`, the table among those from it on."""
    rules, rng = case.game.rules, new_rng(seed_key("check", "choices"))
    first = rules.N_CHOICES
    expect(0 < first <= rules.N_ACTIONS, f"{first} choices among {rules.N_ACTIONS} actions")
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            expect(max(ply.legal) < first, f"{place}: action {max(ply.legal)} is no choice")
            for action in (a for a in some_actions(case.game, rng) if 0 <= a < first):
                mixed = ply.before.can_table_act(action)
                expect(not mixed, f"{place}: the table, too, may do action {action}")


def _is_refused(position: Position, action: int) -> bool:
    try:
        position.copy().step(action)
    except NotAllowed:
        return True
    return False


def notation(case: CheckCase) -> None:
    """Notation can be read back, and no two legal actions look alike."""
    words = case.game.words
    for number in range(case.games):
        for ply in play_out(case, number, 200):
            texts = [words.notation(action) for action in ply.legal]
            place = f"game {number}, decision {ply.number}"
            expect(len(set(texts)) == len(texts), f"{place}: two actions are written alike")
            for action, text in zip(ply.legal, texts, strict=True):
                expect(words.parse(text) == action, f"{place}: {text!r} is read as another action")
                fit = not set(text) & set(" \t\n;") and bool(text)
                expect(fit, f"{place}: {text!r} cannot stand in a record")
