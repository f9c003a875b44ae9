"""Earlier selves to play against: who plays only against itself may go round in circles."""

from __future__ import annotations

import copy
import random
from typing import Any

import torch
from torch import Tensor

from spielzug.learn.model import Model
from spielzug.learn.rollout import NEVER, by_lot
from spielzug.learn.tables import TrainingTables

MOST_KEPT = 24
RECENT = 4


class League:
    """In every so many games the present self has one seat, an earlier one all the others."""

    def __init__(self, model: Model, tables: TrainingTables, every: int = 5, seed: int = 0) -> None:
        self.kept: list[dict[str, Tensor]] = []
        self.rival = copy.deepcopy(model).requires_grad_(False)
        self._random = random.Random(seed)
        numbers = torch.arange(tables.size, device=tables.device)
        self.rows = (numbers % every == every - 1).nonzero().squeeze(1)
        self._own = (self.rows // every) % tables.seats[self.rows]
        self._setting = tables.setting[self.rows]

    def keep(self, model: Model) -> None:
        """Remember a self; of many the older ones are forgotten, but not all of them."""
        own = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        self.kept.append(own)
        if len(self.kept) > MOST_KEPT:
            del self.kept[self._random.randrange(1, MOST_KEPT - RECENT)]

    def draw(self) -> None:
        """Another rival: as often one of the last few as any."""
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
        other = by_lot(raw.masked_fill(logits[rows] <= NEVER, NEVER))
        own = actor[rows] == self._own
        taken = taken.clone()
        taken[rows] = torch.where(own, taken[rows], other)
        mine[rows] = own
        return taken, mine

    def state(self) -> dict[str, Any]:
        return {"kept": self.kept, "random": self._random.getstate()}

    def load(self, state: dict[str, Any]) -> None:
        self.kept = state["kept"]
        self._random.setstate(state["random"])
