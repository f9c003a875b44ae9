"""Learning from decisions: proximal policy optimisation, and imitation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from spielzug.learn.model import Model
from spielzug.learn.rollout import Lot, masked


@dataclass(frozen=True)
class Habits:
    """How it is learned."""

    rounds: int = 32
    """Decisions of every game between two updates."""
    part: int = 32_768
    """Decisions that are learned from at once."""
    epochs: int = 1
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    """At the beginning; a tenth of it at the end."""
    value: float = 1.0
    norm: float = 1.0
    rate: float = 1e-3
    """At the beginning; a twentieth of it at the end."""


def learn(
    model: Model, optimiser: Any, lot: Lot, habits: Habits, entropy: float
) -> dict[str, float]:
    """One update; gives what was seen on the way."""
    gains = (lot.gain - lot.gain.mean()) / (lot.gain.std() + 1e-8)
    told: list[Tensor] = []
    for _ in range(habits.epochs):
        for part in torch.randperm(len(gains), device=gains.device).split(habits.part):
            raw, judged = model(lot.seen[part], lot.setting[part])
            logs = torch.log_softmax(masked(raw, lot.mask[part]), 1)
            taken = logs.gather(1, lot.action[part][:, None])[:, 0]
            ratio = (taken - lot.logp[part]).exp()
            gain = gains[part]
            bound = ratio.clamp(1 - habits.clip, 1 + habits.clip)
            better = torch.min(ratio * gain, bound * gain).mean()
            spread = -(logs.exp() * logs).sum(1).mean()
            off = -(lot.wanted[part] * model.judge(judged, lot.seats[part])).sum(1).mean()
            loss = -better - entropy * spread + habits.value * off
            follow(model, optimiser, loss, habits)
            told.append(torch.stack([spread, off, (lot.logp[part] - taken).mean()]).detach())
    spread, off, moved = torch.stack(told).mean(0).tolist()
    return {"entropy": spread, "off": off, "moved": moved}


def imitate(model: Model, optimiser: Any, lot: Lot, habits: Habits) -> dict[str, float]:
    """One update towards decisions of somebody else, which stand in `action`."""
    told: list[Tensor] = []
    for part in torch.randperm(len(lot.action), device=lot.action.device).split(habits.part):
        raw, judged = model(lot.seen[part], lot.setting[part])
        logs = torch.log_softmax(masked(raw, lot.mask[part]), 1)
        taken = logs.gather(1, lot.action[part][:, None])[:, 0]
        off = -(lot.wanted[part] * model.judge(judged, lot.seats[part])).sum(1).mean()
        follow(model, optimiser, -taken.mean() + habits.value * off, habits)
        same = (logs.argmax(1) == lot.action[part]).float().mean()
        told.append(torch.stack([same, -taken.mean(), off]).detach())
    same, unlike, off = torch.stack(told).mean(0).tolist()
    return {"same": same, "unlike": unlike, "off": off}


def follow(model: Model, optimiser: Any, loss: Tensor, habits: Habits) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), habits.norm)
    optimiser.step()
