"""What a board is sent has the types that say so, and the page's types are generated from them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from spielzug.core.check.case import CheckCase, play_out
from spielzug.core.default_view_types import GenericFactsView, GenericStateView, GenericTarget
from spielzug.core.events import SPECTATOR
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game

ROOT = Path(__file__).resolve().parents[2]
GAMES, DECISIONS = 5, 120


def generator() -> ModuleType:
    spec = spec_from_file_location("views", ROOT / "web" / "views.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", [*NAMES, "generic"])
def test_the_types_of_the_page_are_generated(name: str) -> None:
    """Otherwise: `make wire`."""
    file = ROOT / "web" / "src" / "games" / name / "view_types.ts"
    assert file.read_text("utf-8") == generator().view_types(name)


def misfits(hint: Any, value: object, place: str) -> Iterator[str]:
    """Where a value is not what its type says."""
    kind, arguments = get_origin(hint), get_args(hint)
    fits = True
    if kind is Annotated:
        base, metadata = arguments
        yield from misfits(base, value, place)
        fits = len(value) == metadata if isinstance(value, list) else value in metadata
    elif kind is Literal:
        fits = value in arguments
    elif kind in (Union, UnionType):
        fits = any(not list(misfits(one, value, place)) for one in arguments)
    elif kind is list and isinstance(value, list):
        for index, item in enumerate(value):
            yield from misfits(arguments[0], item, f"{place}[{index}]")
    elif kind is dict and isinstance(value, dict):
        for key, item in value.items():
            yield from misfits(arguments[0], key, f"{place}, key {key}")
            yield from misfits(arguments[1], item, f"{place}.{key}")
        if get_origin(arguments[0]) is Annotated:  # has every word of a closed list
            fits = set(value) == set(get_args(arguments[0])[1])
    elif hasattr(hint, "__required_keys__") and isinstance(value, dict):
        fields = get_type_hints(hint, include_extras=True)
        fits = fields.keys() == value.keys()
        for field in fields.keys() & value.keys():
            yield from misfits(fields[field], value[field], f"{place}.{field}")
    else:
        fits = type(value) is hint
    if not fits:
        yield f"{place}: {value!r} is not {hint}"


@pytest.mark.parametrize("name", NAMES)
def test_a_board_of_its_own_is_sent_what_the_types_say(name: str) -> None:
    types = vars(import_module(f"spielzug.games.{name}.say.view_types"))
    (facts,) = (types[one] for one in types if one.endswith("FactsView"))
    (state,) = (types[one] for one in types if one.endswith("StateView"))
    (target,) = (types[one] for one in types if get_origin(types[one]) is UnionType)
    require_types(get_game(name), facts, state, target)


def test_the_generic_board_is_sent_what_the_types_say() -> None:
    types = (GenericFactsView, GenericStateView, GenericTarget)
    require_types(import_module("toys.harbour").GAME, *types)


def require_types(game: Game, facts: type, state: type, target: object) -> None:
    """Play random games and compare everything that a board is sent with its types."""
    for number in range(GAMES):
        for ply in play_out(CheckCase(game, ""), number, DECISIONS):
            acting = ply.before.seen(ply.before.actor)
            for about in (acting.target(action) for action in ply.legal):
                assert list(misfits(target, about, "target")) == []
            if ply.number % 20 == 0 or ply.after.over:
                for seat in range(SPECTATOR, ply.after.seats):
                    seen = ply.after.seen(seat)
                    assert list(misfits(facts, seen.facts_view, "facts")) == []
                    assert list(misfits(state, seen.view, "view")) == []


def test_what_differs_from_its_type_is_found() -> None:
    types = vars(import_module("spielzug.games.game_of_trains.say.view_types"))
    use = {"kind": "use", "ability": "protect", "card": 7}
    for wrong in (
        {**use, "kind": "draw"}, {**use, "ability": "fly"}, {**use, "card": "7"},
        {**use, "more": 1}, {"kind": "use", "card": 7},
    ):  # fmt: skip
        assert len(list(misfits(types["GameOfTrainsTarget"], wrong, "target"))) == 1, wrong
    assert list(misfits(types["GameOfTrainsTarget"], use, "target")) == []
    assert list(misfits(Annotated[list[int], 2], [1], "pair"))
