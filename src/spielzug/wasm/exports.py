"""What a browser engine can do: the functions of its module, and the buffers that they take.

All rules are linked into one module. Positions, facts and the buffers that a function fills are
given by address. They lie in the module's memory behind its data, where `engine.ts` makes room for
them; `Buffers` has their sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from spielzug.bots.net.inference import Net
from spielzug.bots.search.endings import ProofRules, ProofTree, certain_win
from spielzug.bots.search.level_thought import (
    LEVEL,
    ThoughtMemory,
    ThoughtRules,
    begin_thought,
    choice_of,
    net_choice,
)
from spielzug.bots.search.proofs import WIN_DEPTH, WIN_WORLDS
from spielzug.bots.search.puct import NET_SETTINGS, NetRules, NetScratch, think_with_net
from spielzug.bots.search.tree import MAX_PATH, NODE, SETTINGS, SearchRules, TreeMemory, think
from spielzug.core.compiler import LinkedRules, NumbaType, as_rule
from spielzug.core.events import MAX_SEATS
from spielzug.core.game import Game
from spielzug.core.jit import rule
from spielzug.core.lowering import (
    KEY,
    NOTHING,
    NUMBER,
    YES_OR_NO,
    Export,
    Parameter,
    Pointer,
)
from spielzug.core.record_types import RecordType
from spielzug.core.rng import RNG

DEPTH = WIN_DEPTH + 1


def pointer(kind: Any, *shape: int | None) -> Pointer:
    """The address of an array, or of a record if there is no shape."""
    return Pointer(np.dtype(kind), shape or None)


@dataclass(frozen=True)
class Buffers:
    """The sizes of all records and buffers of one game."""

    game: Game

    @property
    def facts(self) -> Pointer:
        return pointer(self.game.rules.FACTS)

    @property
    def state(self) -> Pointer:
        return pointer(self.game.rules.STATE)

    @property
    def rng(self) -> Pointer:
        return pointer(RNG)

    @property
    def actions(self) -> Pointer:
        return pointer("i4", self.game.rules.MAX_LEGAL)

    @property
    def events(self) -> Pointer:
        return pointer("i4", self.game.rules.MAX_EVENTS + 1, 5)

    @property
    def shares(self) -> Pointer:
        return pointer("f8", MAX_SEATS)

    @property
    def observed(self) -> Pointer:
        return pointer("i2", self.game.observation.size)

    @property
    def counts(self) -> Pointer:
        """One count for each check of the audit."""
        return pointer("i8", len(self.game.rules.CHECKS))

    @property
    def with_tape(self) -> Pointer:
        """A position with a tape before it, see `core.native_chance`."""
        return pointer(self.game.chance_stepper.dtype)

    @property
    def proof(self) -> ProofTree:
        rules = self.game.rules
        parts: Any = ProofTree
        made: ProofTree = parts(
            roots=pointer(rules.STATE, 1), worlds=pointer(rules.STATE, DEPTH),
            actions=pointer("i4", DEPTH, rules.MAX_LEGAL), shares=self.shares,
            line=pointer("i8", DEPTH), counts=pointer("i8", DEPTH, 2),
        )  # fmt: skip
        return made

    @property
    def thought(self) -> ThoughtMemory:
        state = self.game.rules.STATE
        parts: Any = ThoughtMemory
        made: ThoughtMemory = parts(
            hidden=pointer(state, 1), worlds=pointer(state, WIN_WORLDS),
            bytes=pointer("u1", WIN_WORLDS, state.itemsize), actions=self.actions,
            shares=self.shares, proof=self.proof,
        )  # fmt: skip
        return made

    def tree(self, settings: RecordType) -> TreeMemory:
        rules = self.game.rules
        parts: Any = TreeMemory
        made: TreeMemory = parts(
            roots=pointer(rules.STATE, 1), worlds=pointer(rules.STATE, 1), rng=self.rng,
            actions=self.actions, nodes=pointer(NODE, None),
            marks=pointer("i8", rules.N_ACTIONS + 1), path=pointer("i8", MAX_PATH),
            shares=self.shares, settings=pointer(settings), trace=pointer("f8", None, MAX_SEATS),
        )  # fmt: skip
        return made


def rule_exports(game: Game) -> Iterator[Export]:
    """The rules of a game, by their own names."""
    b = Buffers(game)
    position = b.facts, b.state
    signatures: dict[str, tuple[NumbaType, tuple[Parameter, ...]]] = {
        "start": (NOTHING, (*position, NUMBER, KEY, b.events)),
        "actor": (NUMBER, (b.state,)),
        "over": (YES_OR_NO, (b.state,)),
        "legal": (NUMBER, (*position, b.actions)),
        "step": (NOTHING, (*position, NUMBER, b.events)),
        "step_quiet": (NOTHING, (*position, NUMBER)),
        "outside": (YES_OR_NO, (*position, NUMBER)),
        "result": (NUMBER, (*position, b.shares)),
        "hide": (NOTHING, (*position, NUMBER)),
        "guess": (NOTHING, (*position, NUMBER, KEY)),
        "nobody_can_win": (YES_OR_NO, position),
        "observe": (NOTHING, (*position, NUMBER, b.observed)),
        "audit": (NUMBER, (*position, NUMBER, b.state, b.counts)),
        "greedy": (NUMBER, (*position, b.rng)),
        "policy": (NUMBER, (*position, b.rng)),
        "value": (NUMBER, (*position, b.shares)),
    }
    for name, (returns, parameters) in signatures.items():
        if hasattr(game.rules, name):
            yield Export(name, as_rule(getattr(game.rules, name)), returns, parameters)
    step = as_rule(game.rules.step_quiet)
    yield Export("step_with_digits", step, NOTHING, (b.facts, b.with_tape, NUMBER))


def search_exports(game: Game) -> Iterator[Export]:
    """The search without a net, proofs, and a level's thought."""
    b = Buffers(game)
    proof_rules = LinkedRules(ProofRules.of(game))
    yield Export(
        "search", _loop(think), NUMBER,
        (LinkedRules(SearchRules.of(game)), b.facts, b.tree(SETTINGS), NUMBER),
    )  # fmt: skip
    yield Export(
        "prove_win", _loop(certain_win), NUMBER,
        (proof_rules, b.facts, b.proof, NUMBER, NUMBER, KEY, NUMBER, NUMBER, NUMBER),
    )  # fmt: skip
    yield Export(
        "begin_thought", begin_thought, NUMBER,
        (LinkedRules(ThoughtRules.of(game)), proof_rules, b.facts, b.thought,
         pointer(LEVEL), b.rng),
    )  # fmt: skip
    yield Export("choice_of", choice_of, NUMBER, (pointer(NODE, None), NUMBER, YES_OR_NO, NUMBER))


def net_exports(game: Game, net: Net) -> Iterator[Export]:
    """The search with a net of this shape, and its choice without search."""
    b, scratch = Buffers(game), pointers(NetScratch.allocate(game, net))
    yield Export(
        "search_with_net", _loop(think_with_net), NUMBER,
        (LinkedRules(NetRules.of(game)), b.facts, pointers(net), b.tree(NET_SETTINGS),
         scratch, NUMBER),
    )  # fmt: skip
    yield Export(
        "net_choice", net_choice, NUMBER, (pointers(net), b.observed, b.actions, NUMBER, scratch)
    )


def _loop(kernel: Any) -> Callable[..., object]:
    return rule(kernel.function)


def pointers(arrays: Any) -> Parameter:
    """Pointers to arrays of the same shapes, in the same named tuples."""
    if isinstance(arrays, np.ndarray):
        return pointer(arrays.dtype, *arrays.shape)
    return type(arrays)(*map(pointers, arrays))
