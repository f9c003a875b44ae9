"""Compiled functions as modules for other machines; see also `test_numba_parts`."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import numpy as np
import pytest

from spielzug.core.jit import PLAIN, entry, rule

if PLAIN:
    pytest.skip("there is nothing to lower", allow_module_level=True)

import llvmlite.binding as llvm
from numba import types

from spielzug.core import compiler as c
from spielzug.core.lowering import CompileTarget, Export, LoweringError, Pointer, lower
from spielzug.games import get_game
from spielzug.lab.play.loops import GREEDY, RANDOM, Keys, LoopRules, Loops, PlayedGames

pytestmark = pytest.mark.compiled

WASM = CompileTarget("wasm32-unknown-unknown")
PTX = CompileTarget("nvptx64-nvidia-cuda", "sm_75")
NUMBERS = Pointer(np.dtype("i8"), (None,))


class Pair(NamedTuple):
    first: object
    second: object


@rule
def double(x: int) -> int:
    return 2 * x


@rule
def add_up(numbers: np.ndarray) -> int:
    total = 0
    for i in range(numbers.shape[0]):
        total += double(numbers[i])
    return total


@rule
def apply(rules: Pair, x: int) -> int:
    return rules.first(x) + rules.second(x)  # type: ignore[operator, no-any-return]


@entry
def triple(x: int) -> int:
    return 3 * x


@rule
def root(x: float) -> float:
    return float(np.sqrt(x))


@rule
def power(x: float, y: float) -> float:
    return float(x**y)


def test_numba_still_hands_over_the_linked_module() -> None:
    text = lower([Export("total", add_up, types.int64, (NUMBERS,))])
    module = llvm.parse_assembly(text)
    assert module.get_function("total")
    assert "double" in text, "what a function calls is linked"


def test_an_export_takes_an_address_and_the_lengths_that_vary() -> None:
    text = lower([Export("total", add_up, types.int64, (NUMBERS,))])
    (head,) = [
        line for line in text.splitlines() if line.startswith("define") and "@total(" in line
    ]
    assert head.count("ptr") == 1
    assert head.count("i32") == 1


@pytest.mark.parametrize("target", [WASM, PTX], ids=lambda target: target.triple)
def test_other_machines_get_the_same_function_without_anything_from_outside(
    target: CompileTarget,
) -> None:
    exports = [
        Export("total", add_up, types.int64, (NUMBERS,)),
        Export("root", root, types.float64, (types.float64,)),
    ]
    compiled = target.compile(lower(exports), ["total", "root"])
    assert "total" in compiled.assembly
    assert {f.name for f in compiled.module.functions if not f.is_declaration} >= {"total", "root"}


def test_a_function_of_a_c_library_is_refused_by_its_name() -> None:
    text = lower([Export("power", power, types.float64, (types.float64, types.float64))])
    with pytest.raises(LoweringError, match=r"wasm32-unknown-unknown has no llvm\.pow"):
        WASM.compile(text, ["power"])


def test_linked_rules_are_part_of_the_function_that_calls_them() -> None:
    rules = c.LinkedRules(Pair(triple, triple))
    text = lower([Export("both", apply, types.int64, (rules, types.int64))])
    assembly = WASM.compile(text, ["both"]).assembly
    assert "call_indirect" not in assembly
    assert "i64.const\t6" in assembly or "i64.mul" in assembly


def test_a_loop_with_linked_rules_plays_the_same_games() -> None:
    game = get_game("zwergenzugfahrt")
    facts, keys = game.facts(game.options(**game.simulation)), Keys.of("linked")
    results = []
    for long_run in (False, True):
        loops, played = Loops(game, long_run), PlayedGames.allocate(20)
        loops.play(facts, [GREEDY, RANDOM], 0, keys, played)
        results.append(played)
    for one, other in zip(*results, strict=True):
        assert np.array_equal(one, other)
    rules = c.LinkedRules(LoopRules.of(game))
    assert pickle.loads(pickle.dumps(rules)) == rules
