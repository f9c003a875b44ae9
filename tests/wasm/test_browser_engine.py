"""The engine that Python in a page uses, on a stand-in for the JavaScript object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from spielzug.bots import get_bot
from spielzug.bots.hints import advise
from spielzug.bots.search.engine import NetStyle, SearchEngine, TreeSettings
from spielzug.bots.search.native_search import NativeSearch
from spielzug.bots.search.thinker import Budget
from spielzug.browser.engine import BrowserEngine
from spielzug.core.engine import Engine
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Position
from spielzug.games import get_game
from spielzug.review.choice_value import tree_for
from spielzug.review.open_cards import perfect_information_game
from wasm.fake_engine import FakeEngine
from wasm.tasks import positions

NAME = "zwergenzugfahrt"


@pytest.fixture
def game() -> Game:
    return get_game(NAME).ready()


@pytest.fixture
def fake(game: Game) -> FakeEngine:
    return FakeEngine(game)


@pytest.fixture
def engine(game: Game, fake: FakeEngine) -> BrowserEngine:
    return BrowserEngine(game, fake)


def some_position(game: Game) -> Position:
    return next(positions(game, 1))


def test_it_is_an_engine_with_a_search(game: Game, engine: BrowserEngine) -> None:
    rules: Engine = engine
    assert isinstance(engine, SearchEngine)
    assert rules.has("value") == game.native.has("value")
    assert not rules.has("no_such_function")


class Native:
    """The rules and the search of this process as one object."""

    def __init__(self, game: Game) -> None:
        self._parts: list[Any] = [game.native, NativeSearch(game)]

    def __getattr__(self, name: str) -> Any:
        return getattr(next(part for part in self._parts if hasattr(part, name)), name)


def answers(engine: Any, position: Position) -> Iterator[object]:
    """What an engine says about a position, and how it changes it."""
    facts, action = position.facts_memory, position.legal[-1]
    yield engine.actor(position.memory), engine.over(position.memory)
    yield engine.legal(facts, position.memory), engine.result(facts, position.memory)
    yield engine.outside(facts, position.memory, action)
    yield engine.nobody_can_win(facts, position.memory)
    yield engine.failed_check(facts, position.memory)
    yield engine.observe(facts, position.memory, 0)
    changes: list[tuple[str, Any]] = [
        ("step", (action,)), ("advance", (action,)), ("hide", (1,)), ("guess", (0, 2**63 + 1)),
        ("step_with_digits", (action, [1, 0])),
    ]  # fmt: skip
    for name, given in changes:
        state = position.memory.copy()
        yield getattr(engine, name)(facts, state, *given), bytes(state.data)
    rng = SplitMix64(5)
    yield engine.choose("policy", facts, position.memory, rng), rng.rng
    hidden = position.seen(position.actor).hidden_memory
    yield engine.prove_win(facts, hidden, position.actor, 3, 4, 500, True)


def test_every_answer_is_that_of_the_rules_here(game: Game, engine: BrowserEngine) -> None:
    for position in positions(game, 10):
        assert list(answers(engine, position)) == list(answers(Native(game), position))


def test_a_position_is_copied_only_when_it_has_changed(
    game: Game, engine: BrowserEngine, fake: FakeEngine
) -> None:
    position = some_position(game)
    facts, state = position.facts_memory, position.memory.copy()
    for _ in range(3):
        engine.legal(facts, state)
        engine.over(state)
    engine.step(facts, state, position.legal[0])
    engine.actor(state)
    assert fake.arrays[0].copies == 1
    engine.actor(position.memory)
    assert fake.arrays[0].copies == 2


def test_equal_facts_share_an_array(game: Game, engine: BrowserEngine, fake: FakeEngine) -> None:
    position = some_position(game)
    for facts in (position.facts_memory, position.facts_memory.copy()):
        engine.legal(facts, position.memory)
    assert len(fake.arrays) == 2
    many = [position.facts_memory.copy() for _ in range(40)]
    for number, facts in enumerate(many):
        facts.data[0] = number
        engine.outside(facts, position.memory, 0)
    engine.legal(position.facts_memory, position.memory)
    assert engine.legal(position.facts_memory, position.memory) == position.legal


def test_levels_and_hints_are_the_same(
    game: Game, engine: BrowserEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    seens = [position.seen(position.actor) for position in positions(game, 3)]
    for each in (game.native, engine):
        monkeypatch.setitem(game.__dict__, "engine", each)
        found.append([
            (get_bot("search:300", SplitMix64(1)).choose(seen),
             get_bot("casual", SplitMix64(2)).choose(seen),
             advise(seen, SplitMix64(3), None, None, Budget(iterations=200), with_net=False))
            for seen in seens
        ])  # fmt: skip
    assert found[0] == found[1]


def test_trees_trace_restrict_and_show_all_cards(
    game: Game, engine: BrowserEngine, fake: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = some_position(game)
    seen, only = position.seen(position.actor), position.legal[-1]
    found = []
    for each in (game.native, engine):
        monkeypatch.setitem(game.__dict__, "engine", each)
        for wanted in (game, perfect_information_game(game)):
            tree = tree_for(wanted, 100, None)
            tree.set_root(seen.facts_memory, seen.hidden_memory, seen.seat, 9, only)
            rows = tree.grow(30) + tree.grow(30)
            nodes = [tree.children(), tree.children(tree.children()[0].number)]
            found.append((rows, nodes, tree.used, tree.depth, tree.bytes))
    assert found[:2] == found[2:]
    assert [tree.settings["fields"]["open_cards"] for tree in fake.trees] == [0, 1]
    del tree
    assert all(tree.freed for tree in fake.trees)


def test_a_net_is_named_by_the_options_that_it_is_for(game: Game, engine: BrowserEngine) -> None:
    seen = some_position(game).seen(0)
    settings = engine.shipped_net(seen)
    assert isinstance(settings, str)
    wanted = TreeSettings(style=NetStyle.of(game), net=settings, iterations=20)
    tree = engine.new_tree(wanted)
    tree.set_root(seen.facts_memory, seen.hidden_memory, seen.seat, 1)
    tree.grow(20)
    assert sum(node.visits for node in tree.children()) > 0
