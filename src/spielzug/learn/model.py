"""The net while it learns: floating point, in torch. `quantise` makes of it what ships."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from spielzug.bots.net.encoding import WIDEST, Encoding
from spielzug.core.game import Game

MOST_BYTES = 2_000_000 - 60_000
"""Of a file; something is left for the card."""
BROADEST = 384  # of the first layer: a search asks thousands of times a second
SMALL = 0.02  # the size of a new row of the table
FLAT = 0.05  # of a new head: at first all choices are about equal


@dataclass(frozen=True)
class Sizes:
    """How many numbers there are after each layer."""

    first: int = 256
    second: int = 128
    third: int = 128

    def bytes(self, rows: int, choices: int, seats: int) -> int:
        """Of a file with such a net."""
        heads = (choices + seats + 1) * (self.third + 4)
        inside = self.second * (self.first + 8) + self.third * (self.second + 8)
        return rows * self.first + 8 * self.first + inside + heads

    @classmethod
    def fitting(cls, rows: int, choices: int, seats: int) -> Sizes:
        """The widest that fits into a file."""
        width = BROADEST
        while cls(width).bytes(rows, choices, seats) > MOST_BYTES:
            width -= 16
        return cls(width)


class ObservationReader(nn.Module):
    """Observations as rows of ones and zeros, as `encoding.active` has it."""

    def __init__(self, encoding: Encoding, settings: int) -> None:
        super().__init__()
        plan = encoding.plan
        self.none = encoding.rows + settings  # a column that nobody looks at
        self.encoding_rows = encoding.rows
        is_set = torch.from_numpy(plan.is_set.astype(bool))
        low, last, at = (torch.from_numpy(array) for array in (plan.low, plan.last, plan.at))
        rows = torch.from_numpy(plan.rows).long()
        numbers = {"rows": rows.masked_fill(rows < 0, self.none)}
        times = torch.bincount(at[~is_set])[at]  # how many values have the same rows
        for kind, which in (("own", ~is_set & (times == 1)), ("shared", ~is_set & (times > 1))):
            values = which.nonzero().squeeze(1)
            numbers[kind] = values
            numbers |= {
                f"{kind}_{name}": column[values]
                for name, column in (("low", low), ("last", last), ("at", at))
            }
        bits: list[tuple[int, int, int]] = []
        ends = sorted({*plan.first.tolist(), *plan.gap_first[:1].tolist(), encoding.rows})
        for value in is_set.nonzero().squeeze(1).tolist():
            first = int(plan.first[value])
            width = ends[ends.index(first) + 1] - first
            bits += [(value, bit, first + bit) for bit in range(width)]
        where = torch.tensor(bits, dtype=torch.int64).reshape(-1, 3).T
        numbers |= {"bit_of": where[0], "bit": where[1].to(torch.int16), "bit_row": where[2]}
        numbers |= {
            "left": torch.from_numpy(plan.left).long(),
            "right": torch.from_numpy(plan.right).long(),
            "gaps": torch.from_numpy(plan.gaps).long(),
            "gap_first": torch.from_numpy(plan.gap_first).long(),
            "left_rest": torch.from_numpy(plan.rest[plan.left]),
            "right_rest": torch.from_numpy(plan.rest[plan.right]),
        }
        for name, tensor in numbers.items():
            self.register_buffer(name, tensor.contiguous(), persistent=False)

    def forward(self, seen: Tensor, setting: Tensor) -> Tensor:
        """Of observations (games, values) in these settings: (games, rows), in the last column
        nothing of interest."""
        b: Any = self
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        out = torch.zeros((len(seen), self.none + 1), dtype=kind, device=seen.device)
        out.scatter_(1, self._rows(seen, "own"), 1.0)
        if len(b.shared):  # a row may come up more than once; most never do
            columns = self._rows(seen, "shared")
            found = (columns != self.none).nonzero()
            where = found[:, 0], columns[found[:, 0], found[:, 1]]
            out.index_put_(where, torch.ones((), dtype=kind, device=seen.device), accumulate=True)
        if len(b.bit_of):
            out[:, b.bit_row] = ((seen[:, b.bit_of] >> b.bit) & 1).to(kind)
        if len(b.left):
            less, more = seen[:, b.left], seen[:, b.right]
            gap = (more.long() - less).clamp(-WIDEST, WIDEST) + WIDEST
            rows = b.gap_first + b.gaps[gap]
            at_rest = (less == b.left_rest) | (more == b.right_rest)
            out.scatter_(1, rows.masked_fill(at_rest, self.none), 1.0)
        return out.scatter_(1, (setting + self.encoding_rows)[:, None], 1.0)

    def _rows(self, seen: Tensor, kind: str) -> Tensor:
        values, low, last, at = (
            getattr(self, name) for name in (kind, f"{kind}_low", f"{kind}_last", f"{kind}_at")
        )
        told = torch.minimum((seen[:, values].int() - low).clamp(min=0), last)
        rows: Tensor = self.rows[told + at]
        return rows


STEPS = 8  # into which the values of a part are divided
FEW, MANY = 4, 12  # values that have nothing in common; values that are worth steps


def likeness(encoding: Encoding, settings: int) -> Tensor:
    """What neighbouring rows have in common: for each value of an observation how far its rows are
    on the way from the least to the most, and which of a few steps they have passed.

    A row of its own for every number has to be learned for every number. What is learned about a
    slope or a step is learned for all of them, and taken into the rows when a net is made.
    """
    plan = encoding.plan
    columns: list[Tensor] = []
    for i in range(len(plan.at)):
        if plan.is_set[i] or (i and plan.at[i] == plan.at[i - 1]):
            continue
        rows = plan.rows[plan.at[i] : plan.at[i] + plan.last[i] + 1]
        if len(rows) < FEW:
            continue
        way = torch.linspace(0, 1, len(rows))
        found = [way, *((way > k / STEPS).float() for k in range(1, STEPS) if len(rows) >= MANY)]
        for shape in found:
            column = torch.zeros(encoding.rows + settings)
            column[torch.from_numpy(rows[rows >= 0]).long()] = shape[torch.from_numpy(rows >= 0)]
            columns.append(column)
    for first in plan.gap_first:
        way = torch.linspace(-1, 1, int(plan.gaps.max()) + 1)
        for shape in (way, *((way > k / STEPS).float() for k in range(-STEPS + 1, STEPS, 2))):
            column = torch.zeros(encoding.rows + settings)
            column[int(first) : int(first) + len(way)] = shape
            columns.append(column)
    return torch.stack(columns, 1) if columns else torch.zeros(encoding.rows + settings, 0)


class Model(nn.Module):
    """Logits of all choices, and of who wins: each seat from the one that looks on, and nobody."""

    def __init__(self, game: Game, settings: int, sizes: Sizes | None = None) -> None:
        super().__init__()
        encoding = Encoding.of(game)
        rows, self.choices, self.seats = (
            encoding.rows + settings,
            int(game.rules.N_CHOICES),
            game.seats[-1],
        )
        self.sizes = sizes or Sizes.fitting(rows, self.choices, self.seats)
        self.reader = ObservationReader(encoding, settings)
        self.table = nn.Parameter(torch.randn(rows, self.sizes.first) * SMALL)
        self.register_buffer("likeness", likeness(encoding, settings), persistent=False)
        self.slopes = nn.Parameter(torch.randn(self.likeness.shape[1], self.sizes.first) * SMALL)
        self.bias = nn.Parameter(torch.rand(self.sizes.first) * 0.5)
        self.second = nn.Linear(self.sizes.first, self.sizes.second)
        self.third = nn.Linear(self.sizes.second, self.sizes.third)
        self.policy = nn.Linear(self.sizes.third, self.choices)
        self.value = nn.Linear(self.sizes.third, self.seats + 1)
        for layer in (self.second, self.third):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        for head in (self.policy, self.value):
            nn.init.normal_(head.weight, std=FLAT)
            nn.init.zeros_(head.bias)

    def rows(self) -> Tensor:
        """The table as it is used."""
        return self.table + self.likeness @ self.slopes

    def body(self, seen: Tensor, setting: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What the three layers make of observations."""
        ones = self.reader(seen, setting)[:, :-1]
        first = torch.relu((ones @ self.rows().to(ones.dtype)).float() + self.bias)
        second = torch.relu(self.second(first))
        return first, second, torch.relu(self.third(second))

    def forward(self, seen: Tensor, setting: Tensor) -> tuple[Tensor, Tensor]:
        inside = self.body(seen, setting)[-1]
        return self.policy(inside), self.value(inside)

    def judge(self, logits: Tensor, seats: Tensor) -> Tensor:
        """The logarithms of the shares: seats that a game does not have get none."""
        there = torch.arange(self.seats, device=logits.device) < seats[:, None]
        there = torch.cat([there, torch.ones_like(there[:, :1])], 1)
        return torch.log_softmax(logits.masked_fill(~there, -1e9), 1)
