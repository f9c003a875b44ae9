"""Tasks for a browser engine, with the answers of the engine of this process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from make_golden import FOLDER
from spielzug.bots import get_bot
from spielzug.bots.names import LEVELS
from spielzug.bots.net import NET
from spielzug.bots.net.fit import setting_of
from spielzug.bots.net.player import misfit_error, net_of
from spielzug.bots.search.engine import search_engine
from spielzug.bots.search.proofs import WIN_DEPTH, WIN_STEPS
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64, derive_key
from spielzug.core.position import Position
from spielzug.core.records import load_record
from spielzug.games import get_game
from wasm.node import text

Tasks = tuple[list[dict[str, Any]], list[Any]]
"""Tasks, see `tasks.mjs`, and the answer to each."""


class Spy:
    """An engine that records each step, and what it says about the position after it."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self.steps: dict[str, list[tuple[str, int]]] = {}
        self.after: dict[str, list[list[Any]]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def step(self, facts: Any, state: Any, action: int) -> Any:
        known, before = text(facts.data), text(state.data)
        events = self._engine.step(facts, state, action)
        legal = [] if self.over(state) else self.legal(facts, state)
        digest = sha256(state.data).hexdigest()[:16]
        self.steps.setdefault(known, []).append((before, action))
        self.after.setdefault(known, []).append(
            [digest, [list(event) for event in events], legal, self.actor(state)]
        )
        return events


def positions(game: Game, count: int, seed: int = 1) -> Iterator[Position]:
    """Positions with a choice, from games of all numbers of seats by the quick player."""
    number = 0
    while count:
        seats = game.seats[number % len(game.seats)]
        position = game.start(seats, seed=f"{seed}-{number}")
        luck = SplitMix64(derive_key(seed, number))
        number += 1
        since = 0
        while not position.over and count:
            seen = position.seen(position.actor)
            if len(seen.legal) > 1 and (since := since + 1) % 7 == 3:
                yield position.copy()
                count -= 1
            quick = luck.below(4) > 0
            legal = seen.legal
            action = seen.quick_choice("greedy", luck) if quick else legal[luck.below(len(legal))]
            position.advance(action)


def golden_tasks(game: Game, monkeypatch: pytest.MonkeyPatch) -> Tasks:
    """Every step of all golden games."""
    spy = Spy(game.ready().engine)
    monkeypatch.setitem(game.__dict__, "engine", spy)
    for path in sorted(FOLDER.rglob("*.zug")):
        if path.parent.name == game.name:
            load_record(path, get_game)
    assert sum(map(len, spy.steps.values())) > 500
    tasks = [
        {"task": "replay", "facts": facts, "steps": steps} for facts, steps in spy.steps.items()
    ]
    return tasks, list(spy.after.values())


def random_tasks(game: Game, count: int) -> Tasks:
    """So many random games, with all numbers of seats."""
    options = game.ready().options(**game.simulation)
    facts = game.facts_memory(options)
    tasks, wanted = [], []
    for seats in game.seats:
        keys = [derive_key(seats, number) for number in range(-(-count // len(game.seats)))]
        tasks.append({
            "task": "random", "facts": text(facts.data), "seats": seats,
            "keys": list(map(str, keys)),
        })  # fmt: skip
        wanted.append([random_game(game, seats, key) for key in keys])
    return tasks, wanted


def random_game(game: Game, seats: int, key: int) -> list[Any]:
    """The same as `random` of the driver."""
    engine, luck, digest = game.native, SplitMix64(key), sha256()
    options = game.options(**game.simulation)
    facts, state = game.facts_memory(options), game.deal(seats, key, options)[0].memory
    while not engine.over(state):
        legal = engine.legal(facts, state)
        engine.advance(facts, state, legal[luck.next() % len(legal)])
        digest.update(state.data)
    reason, shares = engine.result(facts, state)
    return [digest.hexdigest()[:16], reason, shares]


def question_tasks(game: Game, count: int) -> Tasks:
    """Everything else that an engine says about a position."""
    engine = game.ready().native
    tasks, wanted = [], []
    for number, position in enumerate(positions(game, count)):
        seat, action = number % position.seats, position.legal[-1]
        facts, state = position.facts_memory, position.memory
        digits = [number % 3, 1, 0, 2]
        tasks.append({
            "task": "questions", "facts": text(facts.data), "state": text(state.data), "seat": seat,
            "key": str(number), "digits": digits, "action": action,
        })  # fmt: skip
        hidden = state.copy()
        engine.hide(facts, hidden, seat)
        guess = hidden.copy()
        engine.guess(facts, guess, seat, number)
        told = state.copy()
        drawn = engine.step_with_digits(facts, told, action, digits)
        wanted.append({
            "hidden": text(hidden.data), "guess": text(guess.data),
            "told": [text(told.data), *drawn],
            "observation": engine.observe(facts, state, seat),
            "value": engine.value(facts, state) if engine.has("value") else None,
            "failed": engine.failed_check(facts, state),
            "nobody": engine.nobody_can_win(facts, state),
            "outside": engine.outside(facts, state, action),
            "plain": json.loads(json.dumps(state.plain)),
        })  # fmt: skip
    return tasks, wanted


def as_numbers(value: Any) -> Any:
    """Numbers of 64 bits arrive as text, because JavaScript would round them in JSON."""
    if isinstance(value, dict):
        return {name: as_numbers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [as_numbers(item) for item in value]
    return int(value)


def choice_tasks(game: Game, count: int) -> Tasks:
    """What the quick players and all levels choose."""
    tasks, wanted = [], []
    for number, position in enumerate(positions(game, count, seed=2)):
        seen = position.seen(position.actor)
        net = net_of(game)
        fits = net is not None and not misfit_error(net, seen)
        tasks.append({
            "task": "choices", "facts": text(seen.facts_memory.data),
            "hidden": text(seen.hidden_memory.data), "seed": str(number), "levels": LEVELS,
            "net": setting_of(game, seen.options) if fits else None, "slice": 1 + number % 50,
        })  # fmt: skip
        found: dict[str, Any] = {}
        for player in ("greedy", "policy"):
            luck = SplitMix64(number)
            found[player] = [seen.quick_choice(player, luck), str(luck.rng)]
        for level in LEVELS:
            found[level] = get_bot(level, SplitMix64(number)).choose(seen)
        if fits:
            found[NET] = get_bot(NET, SplitMix64(number)).choose(seen)
        wanted.append(found)
    return tasks, wanted


def proof_tasks(game: Game, count: int) -> Tasks:
    """Whether the seat to act wins for certain, at the end of so many games."""
    prove = search_engine(game.ready()).prove_win
    tasks, wanted = [], []
    for number in range(count):
        position = game.start(game.seats[number % len(game.seats)], seed=f"proof-{number}")
        luck, last = SplitMix64(number), position.copy()
        while not position.over:
            seen = position.seen(position.actor)
            if len(seen.legal) > 1:
                last = position.copy()
            position.advance(seen.quick_choice("greedy", luck))
        seen = last.seen(last.actor)
        facts, hidden = seen.facts_memory, seen.hidden_memory
        tasks.append({
            "task": "proof", "facts": text(facts.data), "hidden": text(hidden.data),
            "seat": seen.seat, "key": str(number),
        })  # fmt: skip
        wanted.append([
            prove(facts, hidden, seen.seat, number, WIN_DEPTH, WIN_STEPS, answers)
            for answers in (False, True)
        ])  # fmt: skip
    return tasks, wanted
