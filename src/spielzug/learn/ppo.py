"""Proximal policy optimisation and imitation: rollouts, advantages, updates, and the league.

The league adds games against earlier versions of the net, as pure self-play may go in circles.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from spielzug.envs import unpack
from spielzug.learn.model import Model
from spielzug.learn.training_tables import TrainingTables, rotate_shares

NEVER = -1e9


class Rollout(NamedTuple):
    """What happened, a row per round and a column per game."""

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
    """Whether the net that learns made the decision."""


class Experience(NamedTuple):
    """Decisions to learn from, in no order."""

    seen: Tensor
    mask: Tensor
    setting: Tensor
    seats: Tensor
    action: Tensor
    logp: Tensor
    gain: Tensor
    """The advantage: how much better it went than expected."""
    wanted: Tensor
    """The target: the share of each seat, and of nobody, as best known by now."""


Decide = Callable[[Tensor, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]
"""Chooses actions, and says which are the net's own decisions.

Takes observations, logits (of legal actions), seats to act and the net's choices.
"""


def sample_from_net(
    seen: Tensor, logits: Tensor, actor: Tensor, taken: Tensor
) -> tuple[Tensor, Tensor]:
    return taken, torch.ones_like(taken, dtype=torch.bool)


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    return logits.masked_fill(~unpack(mask, logits.shape[1]).bool(), NEVER)


def sample_actions(logits: Tensor) -> Tensor:
    """Draw actions with the probabilities of the logits."""
    noise = torch.rand_like(logits).clamp_(min=1e-20).log_().neg_().log_()
    return (logits - noise).argmax(1)


@torch.no_grad()
def play(
    model: Model, tables: TrainingTables, rounds: int, decide: Decide = sample_from_net
) -> Rollout:
    rows: list[tuple[Tensor, ...]] = []
    for _ in range(rounds):
        seen, mask, actor = tables.observe()
        raw, judged = model(seen, tables.setting)
        logits = masked(raw, mask)
        action, mine = decide(seen, logits, actor, sample_actions(logits))
        logp = torch.log_softmax(logits, 1).gather(1, action[:, None])[:, 0]
        value = model.judge(judged, tables.seats).exp()[:, 0]
        won, done = tables.step(action)
        rows.append((seen, mask, actor, action, logp, value, won, done, mine))
    return Rollout(*map(torch.stack, zip(*rows, strict=True)))


@torch.no_grad()
def compute_advantages(
    model: Model, tables: TrainingTables, r: Rollout, trace: float
) -> Experience:
    """Advantages and targets, computed backwards in time for each seat separately.

    A seat's share is known from the end of the game, or else estimated from what it expected at its
    next decisions, the nearer ones more (`trace`). Where the rollout ends, the expectation of the
    seat to act counts for all.
    """
    index = torch.arange(tables.size, device=tables.device)
    seen, _, actor = tables.observe()
    shares = model.judge(model(seen, tables.setting)[1], tables.seats).exp()
    seats = tables.most_seats
    later = rotate_shares(shares[:, :seats], actor, tables.seats, back=True)
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
        wanted[t, :, :seats] = rotate_shares(later, r.actor[t], tables.seats)
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
    return Experience(*flat)


@dataclass(frozen=True)
class Hyperparameters:
    """The hyperparameters of learning."""

    rounds: int = 32
    """Decisions of every game between two updates."""
    part: int = 32_768
    """Decisions per batch."""
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
    model: Model,
    optimiser: Optimizer,
    experience: Experience,
    hyperparameters: Hyperparameters,
    entropy: float,
) -> dict[str, float]:
    """One update; returns its statistics."""
    gains = (experience.gain - experience.gain.mean()) / (experience.gain.std() + 1e-8)
    told: list[Tensor] = []
    for _ in range(hyperparameters.epochs):
        for part in torch.randperm(len(gains), device=gains.device).split(hyperparameters.part):
            raw, judged = model(experience.seen[part], experience.setting[part])
            logs = torch.log_softmax(masked(raw, experience.mask[part]), 1)
            taken = logs.gather(1, experience.action[part][:, None])[:, 0]
            ratio = (taken - experience.logp[part]).exp()
            gain = gains[part]
            bound = ratio.clamp(1 - hyperparameters.clip, 1 + hyperparameters.clip)
            better = torch.min(ratio * gain, bound * gain).mean()
            spread = -(logs.exp() * logs).sum(1).mean()
            off = (
                -(experience.wanted[part] * model.judge(judged, experience.seats[part]))
                .sum(1)
                .mean()
            )
            loss = -better - entropy * spread + hyperparameters.value * off
            gradient_step(model, optimiser, loss, hyperparameters)
            told.append(torch.stack([spread, off, (experience.logp[part] - taken).mean()]).detach())
    spread, off, moved = torch.stack(told).mean(0).tolist()
    return {"entropy": spread, "off": off, "moved": moved}


def imitate(
    model: Model, optimiser: Optimizer, experience: Experience, hyperparameters: Hyperparameters
) -> dict[str, float]:
    """One update towards the decisions of another player, given in `action`."""
    told: list[Tensor] = []
    for part in torch.randperm(len(experience.action), device=experience.action.device).split(
        hyperparameters.part
    ):
        raw, judged = model(experience.seen[part], experience.setting[part])
        logs = torch.log_softmax(masked(raw, experience.mask[part]), 1)
        taken = logs.gather(1, experience.action[part][:, None])[:, 0]
        off = -(experience.wanted[part] * model.judge(judged, experience.seats[part])).sum(1).mean()
        gradient_step(
            model, optimiser, -taken.mean() + hyperparameters.value * off, hyperparameters
        )
        same = (logs.argmax(1) == experience.action[part]).float().mean()
        told.append(torch.stack([same, -taken.mean(), off]).detach())
    same, unlike, off = torch.stack(told).mean(0).tolist()
    return {"same": same, "unlike": unlike, "off": off}


def gradient_step(
    model: Model, optimiser: Optimizer, loss: Tensor, hyperparameters: Hyperparameters
) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), hyperparameters.norm)
    optimiser.step()


MOST_KEPT = 24
RECENT = 4


class LeagueState(TypedDict):
    """The earlier versions, and the state of the generator that chooses among them."""

    kept: list[dict[str, Tensor]]
    random: tuple[object, ...]


class League:
    """In one of `every` games the current net has one seat, an earlier version all others."""

    def __init__(self, model: Model, tables: TrainingTables, every: int = 5, seed: int = 0) -> None:
        self.kept: list[dict[str, Tensor]] = []
        self.rival = copy.deepcopy(model).requires_grad_(False)
        self._random = random.Random(seed)
        numbers = torch.arange(tables.size, device=tables.device)
        self.rows = (numbers % every == every - 1).nonzero().squeeze(1)
        self._own = (self.rows // every) % tables.seats[self.rows]
        self._setting = tables.setting[self.rows]

    def keep(self, model: Model) -> None:
        """Keep a version; of more than `MOST_KEPT` a random older one is dropped."""
        own = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        self.kept.append(own)
        if len(self.kept) > MOST_KEPT:
            del self.kept[self._random.randrange(1, MOST_KEPT - RECENT)]

    def draw(self) -> None:
        """Choose another rival: half of the time one of the last few, otherwise any."""
        if self.kept:
            among = self.kept[-RECENT:] if self._random.random() < 0.5 else self.kept
            self.rival.load_state_dict(self._random.choice(among))

    def decide(
        self, seen: Tensor, logits: Tensor, actor: Tensor, taken: Tensor
    ) -> tuple[Tensor, Tensor]:
        mine = torch.ones_like(taken, dtype=torch.bool)
        if not self.kept:
            return taken, mine
        rows = self.rows
        raw, _ = self.rival(seen[rows], self._setting)
        other = sample_actions(raw.masked_fill(logits[rows] <= NEVER, NEVER))
        own = actor[rows] == self._own
        taken = taken.clone()
        taken[rows] = torch.where(own, taken[rows], other)
        mine[rows] = own
        return taken, mine

    def state(self) -> LeagueState:
        return {"kept": self.kept, "random": self._random.getstate()}

    def load(self, state: LeagueState) -> None:
        self.kept = state["kept"]
        self._random.setstate(state["random"])
