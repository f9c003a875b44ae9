"""`check_game`: what every game must pass, with no exemption by name.

Each check is a function over a `Case` and raises `CheckFailed` with the place it failed at. The
games are random ones; the two runs in another mode (JIT off, bounds checked) happen in processes
of their own, because numba reads those settings when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from importlib import import_module
from math import gcd, prod
from types import SimpleNamespace
from typing import Any

import numpy as np

from spielzug.core import jit
from spielzug.core.errors import NotAllowed, SpielzugError
from spielzug.core.events import SPECTATOR, Event, seen_by
from spielzug.core.game import LANGUAGES, MAX_SEATS, Facts, Game, State
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.options import Options
from spielzug.core.options import bounds as range_of
from spielzug.core.position import load_position, plain, save_position
from spielzug.core.records import read_record, write_record
from spielzug.core.rng import below, new_rng, seed_key, stream

MAX_DECISIONS = 100_000
MANY_ACTIONS = 60  # of a game with more, this many are tried in each position, drawn by lot
NOW_AND_THEN = 8  # decisions between two at which every function of the game is asked
RINGS_WITHIN = 100  # decisions after which a clock, if there is one, has run out at the latest


class CheckFailed(AssertionError):
    """A game that breaks the contract; the message names the check and the place."""


@dataclass(frozen=True)
class Case:
    """A game under check, and how hard to look."""

    game: Game
    origin: str
    """Where another process finds it, ``module:attribute``."""
    games: int = 6
    worlds: int = 60
    samples: int = 400
    depth: int = 60
    """How many decisions deep two worlds are compared at most."""

    def options(self, number: int) -> Options:
        """What game `number` is played with: the games are spread over all kinds there are."""
        choices = named_options(self.game)
        chosen: dict[str, int] = {}
        index = number * _stride(prod(map(len, choices.values())))
        # What has most values changes fastest, so that few games meet all of them.
        for name, values in sorted(choices.items(), key=lambda choice: -len(choice[1])):
            index, which = divmod(index, len(values))
            chosen[name] = values[which]
        made: Options = self.game.options(**{**chosen, **self.game.simulation})
        return made

    def facts(self, number: int) -> Facts:
        return self.game.facts(self.options(number))

    def seats(self, number: int) -> int:
        return self.game.seats[number % len(self.game.seats)]


def named_options(game: Game) -> dict[str, list[int]]:
    """The options of which every value has a name (a mode, a board): each makes another game."""
    found = {}
    for f in fields(game.options):
        if f.name in game.simulation or "live" in f.metadata:
            continue  # fixed for simulations, or a file that another process has not loaded
        names, (low, high) = list(f.metadata["names"]), range_of(f.metadata)
        if len(names) > high - low:
            found[f.name] = names
    return found


def _stride(kinds: int) -> int:
    """Steps of this size meet all kinds, and few steps lie far apart (the golden section)."""
    stride = round(kinds * 0.618)
    while gcd(stride, kinds) > 1:
        stride += 1
    return stride


@dataclass
class Ply:
    """One decision of a random game."""

    facts: Facts
    number: int
    before: State
    action: int
    legal: list[int]
    after: State
    events: list[Event]
    story: list[Event]
    """The events of the whole game; it goes on growing."""
    told: int
    """How many of them came before this decision, those of the deal included."""

    @property
    def past(self) -> list[Event]:
        return self.story[: self.told]


def play_out(case: Case, number: int, limit: int = MAX_DECISIONS) -> Iterator[Ply]:
    """A random game, decision by decision; positions are copies."""
    game, facts = case.game, case.facts(number)
    rng = new_rng(stream(seed_key("check", "bots"), np.uint64(number)))
    key = stream(seed_key("check", "games"), np.uint64(number))
    state, story = game.start(facts, case.seats(number), key)
    rings = _rings_after(case, number)
    for ply in range(limit):
        if game.over(state):
            return
        legal = game.legal(facts, state)
        if not legal:
            raise CheckFailed(f"game {number}, decision {ply}: not over, but nothing is legal")
        action = legal[int(below(rng, len(legal)))]
        if ply == rings:
            action = game.words.parse(game.time_over)
        before = game.copy(state)
        events = game.step(facts, state, action)
        yield Ply(facts, ply, before, action, legal, game.copy(state), events, story, len(story))
        story += events
    if limit == MAX_DECISIONS:
        raise CheckFailed(f"game {number} does not end within {limit} decisions")


def _rings_after(case: Case, number: int) -> int:
    """After how many decisions the clock of this game runs out, -1 if it has none."""
    if case.game.clock(case.options(number)) is None:
        return -1
    rng = new_rng(stream(seed_key("check", "clock"), np.uint64(number)))
    return int(below(rng, RINGS_WITHIN))


def _expect(holds: bool, text: str) -> None:
    if not holds:
        raise CheckFailed(text)


def _bytes(state: State) -> bytes:
    return bytes(state.tobytes())


# -- positions -------------------------------------------------------------------------------------


def conservation(case: Case) -> None:
    """No piece is lost or doubled, and every other check of the game holds at every decision."""
    rules = case.game.rules
    counts = np.zeros(len(rules.CHECKS), np.int64)
    for number in range(case.games):
        for ply in play_out(case, number):
            failed = rules.audit(ply.facts, ply.before, ply.action, ply.after, counts)
            if failed:
                raise CheckFailed(
                    f"game {number}, decision {ply.number}: {rules.CHECKS[failed - 1]}"
                )
    _expect(
        bool(counts.all()), f"a check never ran: {dict(zip(rules.CHECKS, counts, strict=True))}"
    )


def termination(case: Case) -> None:
    """With the options for simulations every game ends, with a reason and fair shares."""
    for number in range(case.games):
        last = None
        for ply in play_out(case, number):
            last = ply
        _expect(last is not None, f"game {number} is over before it began")
        assert last is not None
        outcome = case.game.outcome(last.facts, last.after)
        _expect(outcome is not None, f"game {number} is over without a result")
        assert outcome is not None
        _expect(outcome.reason in case.game.reasons, f"game {number}: no words for the reason")
        total = sum(outcome.shares)
        _expect(abs(total - 1) < 1e-9 or total == 0, f"game {number}: shares {outcome.shares}")
        _expect(case.game.actor(last.after) == -1, f"game {number}: an actor after the end")


def past_positions(case: Case) -> None:
    """Nothing that was ever handed out changes later, and looking changes nothing."""
    game = case.game
    for number in range(case.games):
        facts = case.facts(number)
        kept: list[tuple[State, bytes]] = []
        for ply in play_out(case, number, 150):
            kept.append((ply.after, _bytes(ply.after)))
            memory = _bytes(ply.after)
            game.legal(facts, ply.after)
            game.outcome(facts, ply.after)
            for seat in range(-1, game.seat_count(ply.after)):
                game.view(facts, ply.after, seat)
            changed = _bytes(ply.after) != memory
            _expect(not changed, f"game {number}, decision {ply.number}: looking changed it")
        for index, (state, memory) in enumerate(kept):
            _expect(_bytes(state) == memory, f"game {number}: position {index} changed later")


def copies(case: Case) -> None:
    """A copy behaves exactly like the original."""
    game = case.game
    for number in range(case.games):
        for ply in play_out(case, number, 150):
            twin = game.copy(ply.before)
            _expect(_bytes(twin) == _bytes(ply.before), f"decision {ply.number}: not a copy")
            game.rules.step_quiet(ply.facts, twin, ply.action)
            same = _bytes(twin) == _bytes(ply.after)
            _expect(same, f"game {number}, decision {ply.number}: the copy went another way")


def save_and_load(case: Case) -> None:
    """Positions and records come back from text byte for byte."""
    game = case.game
    for number in range(case.games):
        for ply in play_out(case, number, 60):
            again = load_position(game, save_position(game, ply.after))
            same = _bytes(again) == _bytes(ply.after)
            _expect(same, f"game {number}, decision {ply.number}: not the same after loading")
        seats = [Seat(f"Seat {i}", "random") for i in range(case.seats(number))]
        match = Match(game, seats, SeedLuck("check", number), case.options(number))
        rng, rings = new_rng(number), _rings_after(case, number)
        while not match.over:
            legal = match.legal()
            if len(match.decisions) == rings:
                match.from_outside(game.words.parse(game.time_over))
            else:
                match.play(legal[int(below(rng, len(legal)))])
        text = write_record(match)
        try:
            back = read_record(text, lambda _: game)
        except SpielzugError as error:
            raise CheckFailed(f"game {number}: its own record is refused: {error}") from None
        _expect(_bytes(back.state) == _bytes(match.state), f"game {number}: record ends elsewhere")


def determinism(case: Case) -> None:
    """The same key gives the same game, another key another one."""
    games = [_digest(case, number) for number in range(case.games)]
    again = [_digest(case, number) for number in range(case.games)]
    _expect(games == again, "the same seed gave two different games")
    _expect(len(set(games)) == len(games), "different seeds gave the same game")


def _digest(case: Case, number: int, limit: int = 200) -> str:
    import hashlib

    digest = hashlib.sha256()
    for ply in play_out(case, number, limit):
        line = [ply.action, ply.legal, plain(ply.after), [list(e) for e in ply.events]]
        if ply.number % NOW_AND_THEN == 0:
            line += _everything_else(case.game, ply)
        digest.update(json.dumps(line).encode())
    return digest.hexdigest()


def _everything_else(game: Game, ply: Ply) -> list[Any]:
    """What the functions say that a game of random choices does not need."""
    rules: Any = game.rules
    facts, seat = ply.facts, game.actor(ply.before)
    rng, shares = new_rng(ply.number), np.zeros(MAX_SEATS)
    hidden = [game.hidden(facts, ply.before, s) for s in range(-1, game.seat_count(ply.before))]
    world = game.guessed(facts, hidden[seat + 1], seat, ply.number)
    counts, out = np.zeros(len(rules.CHECKS), np.int64), np.zeros(rules.MAX_LEGAL, np.int32)
    said = [
        [plain(state) for state in hidden],
        plain(world),
        int(rules.audit(facts, ply.before, ply.action, ply.after, counts)),
        int(rules.greedy(facts, hidden[seat + 1], rng)),
    ]
    if hasattr(rules, "policy"):
        said.append(int(rules.policy(facts, world, rng)))
    if hasattr(rules, "value"):
        rules.value(facts, world, shares)
        said.append([round(float(share), 9) for share in shares])
    if hasattr(rules, "ordered"):
        said.append([int(a) for a in out[: rules.ordered(facts, world, out)]])
    return said


# -- actions ---------------------------------------------------------------------------------------


def some_actions(game: Game, rng: Any) -> list[int]:
    """All action ids and one too low and too high; of a game with very many another part each time.

    Hundreds of positions are asked, so that every action of a large game is tried in many of them.
    """
    count = game.rules.N_ACTIONS
    if count <= MANY_ACTIONS:
        return list(range(-1, count + 1))
    return [-1, count, *(int(below(rng, count)) for _ in range(MANY_ACTIONS))]


def refusals(case: Case) -> None:
    """Every action outside `legal` is refused with a reason in every language."""
    game = case.game
    rng = new_rng(seed_key("check", "refusals"))
    for number in range(case.games):
        facts = case.facts(number)
        for ply in play_out(case, number, 60):
            place = f"game {number}, decision {ply.number}"
            hidden = game.hidden(facts, ply.before, game.actor(ply.before))
            for action in sorted({*some_actions(game, rng), *ply.legal}):
                reasons = [game.words.why_not(facts, hidden, action, x) for x in LANGUAGES]
                if action in ply.legal:
                    _expect(not any(reasons), f"{place}: a reason against a legal action")
                    continue
                _expect(all(reasons), f"{place}: no reason against action {action}")
                if not game.may_outside(facts, ply.before, action):
                    _expect(_refuses(game, ply, action), f"{place}: took action {action}")


def _refuses(game: Game, ply: Ply, action: int) -> bool:
    try:
        game.step(ply.facts, game.copy(ply.before), action)
    except NotAllowed:
        return True
    return False


def notation(case: Case) -> None:
    """What is written can be read back, and no two legal actions look alike."""
    words = case.game.words
    for number in range(case.games):
        for ply in play_out(case, number, 200):
            texts = [words.notation(action) for action in ply.legal]
            place = f"game {number}, decision {ply.number}"
            _expect(len(set(texts)) == len(texts), f"{place}: two actions are written alike")
            for action, text in zip(ply.legal, texts, strict=True):
                _expect(words.parse(text) == action, f"{place}: {text!r} is read as another action")
                fit = not set(text) & set(" \t\n;") and bool(text)
                _expect(fit, f"{place}: {text!r} cannot stand in a record")


# -- other ways to run -----------------------------------------------------------------------------


def jit_off(case: Case) -> None:
    """The rules as plain Python play the same games."""
    _compare_other_mode(case, {"NUMBA_DISABLE_JIT": "1"}, "without the compiler")


def bounds(case: Case) -> None:
    """No rule reads or writes past the end of an array."""
    _compare_other_mode(case, {"NUMBA_BOUNDSCHECK": "1"}, "with bounds checked")


def _compare_other_mode(case: Case, mode: dict[str, str], how: str) -> None:
    environment = os.environ | mode | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "spielzug.core.check", case.origin, str(case.games)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CheckFailed(f"{how}: {done.stderr.strip().splitlines()[-1]}")
    theirs = json.loads(done.stdout)
    ours = [_digest(case, number) for number in range(case.games)]
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        _expect(a == b, f"{how} game {number} goes another way")


def find_origin(origin: str) -> Game:
    module, _, attribute = origin.partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game


# -- secrets ---------------------------------------------------------------------------------------


def secrecy(case: Case) -> None:
    """Two worlds that look the same to a seat go on looking the same, until it sees a difference.

    The second world is a guess from the seat's view or, independent of `hide`, the true one with
    two pieces exchanged that no event ever showed to the seat. A game whose pieces have no numbers
    exchanges them itself, if it has `exchange`.
    """
    for number in range(case.worlds):
        _walk_two_worlds(case, number)


def _walk_two_worlds(case: Case, number: int) -> None:
    game, facts = case.game, case.facts(number)
    rng = new_rng(stream(seed_key("check", "worlds"), np.uint64(number)))
    # Early positions more often: that is where most games hide most.
    depth = 1 + int(below(rng, 1 + int(below(rng, case.depth))))
    plies = list(play_out(case, number, depth))
    true = plies[-1].before
    seat = int(below(rng, game.seat_count(true) + 1)) - 1
    exchange = getattr(game.rules, "exchange", None)
    if number % 2 and exchange is not None:
        other = game.copy(true)
        exchange(other, seat, stream(rng.rng, np.uint64(2)))
    elif number % 2 and game.pieces:
        other = _exchange_unseen(game, true, seen_by(plies[-1].past, seat), rng)
    else:
        other = game.guessed(
            facts, game.hidden(facts, true, seat), seat, stream(rng.rng, np.uint64(1))
        )
    for _ in range(40):  # pragma: no branch - the seat sees a difference long before
        _compare_worlds(game, facts, seat, (true, other), rng, f"pair {number}, seat {seat}")
        if game.over(true) or game.over(other):
            return
        both = sorted(set(game.legal(facts, true)) & set(game.legal(facts, other)))
        if not both:  # pragma: no cover - only a rival whose choices depend on what is hidden
            return
        action = both[int(below(rng, len(both)))]
        events = [game.step(facts, world, action) for world in (true, other)]
        if seen_by(events[0], seat) != seen_by(events[1], seat):
            return  # the seat has seen a difference: from here on the worlds may differ
        names = [f"Seat {i}" for i in range(game.seat_count(true))]
        for lang in LANGUAGES:
            said = [game.sentences_for(facts, e, names, lang, seat) for e in events]
            _expect(said[0] == said[1], f"pair {number}, seat {seat}: the sentences differ")


def _exchange_unseen(game: Game, true: State, seen: list[Event], rng: Any) -> State:
    """The true position with two pieces exchanged, neither of which the seat ever saw."""
    other = game.copy(true)
    other.rng = stream(rng.rng, np.uint64(2))
    shown = {value for event in seen for value in (event.a, event.b)}
    here = {int(v) for name in game.pieces for v in np.asarray(true[name]).ravel()}
    unseen = sorted(here - shown - {0})
    if len(unseen) < 2:
        return other
    x = unseen.pop(int(below(rng, len(unseen))))
    y = unseen[int(below(rng, len(unseen)))]
    for name in game.pieces:
        values = np.array(true[name])
        other[name] = np.where(values == x, y, np.where(values == y, x, values))
    return other


def _compare_worlds(
    game: Game, facts: Facts, seat: int, worlds: tuple[State, State], rng: Any, place: str
) -> None:
    a, b = (game.hidden(facts, world, seat) for world in worlds)
    if _bytes(a) != _bytes(b):
        differing = [n for n in jit.fields(a.dtype) if plain(a)[n] != plain(b)[n]]
        raise CheckFailed(f"{place}: the hidden positions differ in {differing}")
    views = [json.dumps(game.view(facts, world, seat)) for world in worlds]
    _expect(views[0] == views[1], f"{place}: the views differ")
    actors = [game.actor(world) for world in worlds]
    _expect(actors[0] == actors[1], f"{place}: another seat is to act")
    if seat != SPECTATOR and actors[0] == seat:
        legal = [game.legal(facts, world) for world in worlds]
        _expect(legal[0] == legal[1], f"{place}: the legal actions differ")
        for action in some_actions(game, new_rng(rng.rng)):
            reasons = [game.why_not(facts, world, action) for world in worlds]
            _expect(reasons[0] == reasons[1], f"{place}: the errors differ")


def hidden_fields(case: Case) -> list[str]:
    """The fields in which `hide` blanks something, as met in random games."""
    found: set[str] = set()
    for number in range(len(case.game.seats) * 2):
        for ply in play_out(case, number, 30):
            for seat in range(-1, case.game.seat_count(ply.after)):
                hidden = plain(case.game.hidden(ply.facts, ply.after, seat))
                true = plain(ply.after)
                found |= {name for name in true if true[name] != hidden[name]}
    return sorted(found)


def leaking_mutant(game: Game, leak: str) -> Game:
    """The same game with a `hide` that forgets one field."""
    honest = game.rules.hide

    def hide(facts: Facts, state: State, seat: int) -> None:
        kept = np.array(state[leak])
        honest(facts, state, seat)
        state[leak] = kept

    rules: Any = SimpleNamespace(**{n: getattr(game.rules, n) for n in _rule_names(game)})
    rules.hide = hide
    return replace(game, rules=rules)


def _rule_names(game: Game) -> list[str]:
    from spielzug.core.game import Rules

    return [name for name in (*Rules.__annotations__, "exchange") if hasattr(game.rules, name)]


def leaks_are_caught(case: Case) -> None:
    """A game that leaks any one field it should hide must fail the check of secrecy."""
    for leak in hidden_fields(case):
        mutant = replace(case, game=leaking_mutant(case.game, leak))
        try:
            secrecy(mutant)
        except CheckFailed:
            continue
        raise CheckFailed(f"a mutant that shows the field {leak!r} to everyone is not caught")


def guesses(case: Case) -> None:
    """A guess fits all that the seat knows, is a possible position, and is as likely as the truth.

    If the truth is replaced by a guess from one seat's view, what the *other* seats then see must
    have the same distribution as before: mean and spread of every number are compared.
    """
    game = case.game
    counts = np.zeros(len(game.rules.CHECKS), np.int64)
    sums: dict[int, list[list[Any]]] = {}
    for number in range(case.samples):
        rng = new_rng(stream(seed_key("check", "guesses"), np.uint64(number)))
        seats, facts = case.seats(number), case.facts(number)
        # A key of its own: the lot must not deal in step with the generator that decides.
        true, _ = game.start(facts, seats, stream(rng.rng, np.uint64(0)))
        for _ in range(int(below(rng, 6))):
            legal = game.legal(facts, true)
            if legal:
                game.step(facts, true, legal[int(below(rng, len(legal)))])
        seat = int(below(rng, seats + 1)) - 1
        hidden = game.hidden(facts, true, seat)
        guess = game.guessed(facts, hidden, seat, stream(rng.rng, np.uint64(1)))
        failed = game.rules.audit(facts, guess, -1, guess, counts)
        if failed:
            raise CheckFailed(f"guess {number}: {game.rules.CHECKS[failed - 1]}")
        again = game.hidden(facts, guess, seat)
        _expect(_bytes(again) == _bytes(hidden), f"guess {number} contradicts what is known")
        looker = (seat + 1) % seats if seat != SPECTATOR else 0
        pair = [_numbers(game.hidden(facts, world, looker)) for world in (true, guess)]
        sums.setdefault(seats, []).append(pair)
    for seats, pairs in sums.items():
        _compare_spread(np.array(pairs, np.float64), f"{seats} seats")


def _numbers(state: State) -> Any:
    return np.concatenate([np.asarray(v, np.float64).ravel() for v in plain(state).values()])


def _compare_spread(pairs: Any, place: str) -> None:
    for power, what in ((1, "mean"), (2, "spread")):
        powered = (pairs - pairs.mean(axis=(0, 1))) ** power
        difference = powered[:, 0] - powered[:, 1]
        error = difference.std(axis=0) / np.sqrt(len(pairs))
        off = np.abs(difference.mean(axis=0)) > 5 * error + 1e-9
        _expect(not off.any(), f"{place}: guesses differ from the truth in {what}")


CHECKS: dict[str, Callable[[Case], None]] = {
    f.__name__: f
    for f in (
        conservation, termination, past_positions, copies, save_and_load, determinism, refusals,
        notation, jit_off, bounds, secrecy, leaks_are_caught, guesses,
    )
}  # fmt: skip


def check_game(game: Game, origin: str | None = None, **effort: int) -> None:
    """Run every check; the first failure is raised with the check's name."""
    case = Case(game.ready(), origin or f"spielzug.games.{game.name}:GAME", **effort)
    for name, check in CHECKS.items():
        try:
            check(case)
        except CheckFailed as failure:
            raise CheckFailed(f"{game.name}: {name}: {failure}") from None


def _worker(origin: str, games: str) -> None:
    case = Case(find_origin(origin).ready(), origin)
    json.dump([_digest(case, number) for number in range(int(games))], sys.stdout)


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    _worker(*sys.argv[1:])
