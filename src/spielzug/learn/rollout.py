"""Playing for a while, and what came of every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from spielzug.envs import unpack
from spielzug.learn.model import Model
from spielzug.learn.tables import TrainingTables, turned

NEVER = -1e9


class Rollout(NamedTuple):
    """What happened, a row a round and a column a game; `steps` of it are of interest."""

    seen: Tensor
    mask: Tensor
    actor: Tensor
    action: Tensor
    logp: Tensor
    value: Tensor
    """The share that the seat to act expected."""
    won: Tensor
    done: Tensor
    mine: Tensor
    """Whether the net that learns has decided."""


class Lot(NamedTuple):
    """Decisions to learn from, in no order."""

    seen: Tensor
    mask: Tensor
    setting: Tensor
    seats: Tensor
    action: Tensor
    logp: Tensor
    gain: Tensor
    """How much better it went than was expected."""
    wanted: Tensor
    """What each seat will win, as it is known by now, and nobody."""


Decide = Callable[[Tensor, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]
"""From observations, logits (of what is legal), seats to act and what the net would take: what is
done, and where it is the net's own decision."""


def as_the_net(seen: Tensor, logits: Tensor, actor: Tensor, taken: Tensor) -> tuple[Tensor, Tensor]:
    return taken, torch.ones_like(taken, dtype=torch.bool)


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    return logits.masked_fill(~unpack(mask, logits.shape[1]).bool(), NEVER)


def by_lot(logits: Tensor) -> Tensor:
    """A choice by its odds."""
    noise = torch.rand_like(logits).clamp_(min=1e-20).log_().neg_().log_()
    return (logits - noise).argmax(1)


@torch.no_grad()
def play(model: Model, tables: TrainingTables, rounds: int, decide: Decide = as_the_net) -> Rollout:
    rows: list[tuple[Tensor, ...]] = []
    for _ in range(rounds):
        seen, mask, actor = tables.look()
        raw, judged = model(seen, tables.setting)
        logits = masked(raw, mask)
        action, mine = decide(seen, logits, actor, by_lot(logits))
        logp = torch.log_softmax(logits, 1).gather(1, action[:, None])[:, 0]
        value = model.judge(judged, tables.seats).exp()[:, 0]
        won, done = tables.step(action)
        rows.append((seen, mask, actor, action, logp, value, won, done, mine))
    return Rollout(*map(torch.stack, zip(*rows, strict=True)))


@torch.no_grad()
def reckon(model: Model, tables: TrainingTables, r: Rollout, trace: float) -> Lot:
    """Backwards through time, for every seat what comes next *for that seat*.

    What a seat will win is told by the end of the game, or else by what it expected at its next
    decisions, the nearer ones more (`trace`). Where the rollout ends the seat to act tells what it
    expects for all.
    """
    index = torch.arange(tables.size, device=tables.device)
    seen, _, actor = tables.look()
    shares = model.judge(model(seen, tables.setting)[1], tables.seats).exp()
    seats = tables.most_seats
    later = turned(shares[:, :seats], actor, tables.seats, back=True)
    soon = later.clone()
    gains, wanted = torch.zeros_like(r.value), torch.zeros((*r.value.shape, model.seats + 1))
    wanted = wanted.to(tables.device)
    for t in reversed(range(len(r.value))):
        ended = r.done[t][:, None]
        soon, later = torch.where(ended, r.won[t], soon), torch.where(ended, r.won[t], later)
        at = index, r.actor[t]
        found = soon[at] + trace * (later[at] - soon[at])
        gains[t] = found - r.value[t]
        later[at], soon[at] = found, r.value[t]
        wanted[t, :, :seats] = turned(later, r.actor[t], tables.seats)
    there = torch.arange(seats, device=tables.device) < tables.seats[:, None]
    wanted[..., :seats] *= there
    wanted[..., -1] = (1 - wanted[..., :seats].sum(-1)).clamp(min=0)
    wanted /= wanted.sum(-1, keepdim=True)
    keep = r.mine.flatten()
    rounds = len(r.value)
    flat = [
        part.flatten(0, 1)[keep]
        for part in (
            r.seen, r.mask, tables.setting.expand(rounds, -1), tables.seats.expand(rounds, -1),
            r.action, r.logp, gains, wanted,
        )
    ]  # fmt: skip
    return Lot(*flat)
