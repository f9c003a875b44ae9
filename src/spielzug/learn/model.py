"""The net while it learns, in floating point with torch, and its quantisation (`quantised`).

In the file that ships, see docs/nets.md, every weight is a number of 8 bits with a scale, one for
each output of a layer; the outputs of a layer are 0 to 255. The scales of the outputs are chosen
from observations as they come up in play, and merged into the weights of the next layer, so that
only one factor for each output is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from spielzug.bots.net.encoding import WIDEST, Encoding
from spielzug.core.game import Game

MOST_BYTES = 2_000_000 - 60_000
"""The size of a file; the rest is for the card."""
BROADEST = 384  # of the first layer: a search evaluates thousands of times a second
SMALL = 0.02  # the spread of a new row of the table
FLAT = 0.05  # of a new head: at first all choices are about equally likely


@dataclass(frozen=True)
class Sizes:
    """The width of each layer."""

    first: int = 256
    second: int = 128
    third: int = 128

    def bytes(self, rows: int, choices: int, seats: int) -> int:
        """The size of a file with such a net."""
        heads = (choices + seats + 1) * (self.third + 4)
        inside = self.second * (self.first + 8) + self.third * (self.second + 8)
        return rows * self.first + 8 * self.first + inside + heads

    @classmethod
    def fitting(cls, rows: int, choices: int, seats: int) -> Sizes:
        """The widest net that fits into a file."""
        width = BROADEST
        while cls(width).bytes(rows, choices, seats) > MOST_BYTES:
            width -= 16
        return cls(width)


class ObservationReader(nn.Module):
    """Turns observations into rows of ones and zeros, like `encoding.write_active_rows`."""

    def __init__(self, encoding: Encoding, settings: int) -> None:
        super().__init__()
        plan = encoding.plan
        self.none = encoding.rows + settings  # an unused column
        self.encoding_rows = encoding.rows
        is_set = torch.from_numpy(plan.is_set.astype(bool))
        low, last, at = (torch.from_numpy(array) for array in (plan.low, plan.last, plan.at))
        rows = torch.from_numpy(plan.rows).long()
        numbers = {"rows": rows.masked_fill(rows < 0, self.none)}
        times = torch.bincount(at[~is_set])[at]  # how many values share the same rows
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
        """From (games, values) and their settings to (games, rows); the last column is unused."""
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        out = torch.zeros((len(seen), self.none + 1), dtype=kind, device=seen.device)
        out.scatter_(1, self._rows(seen, "own"), 1.0)
        if len(self.shared):  # a row may come up more than once; most never do
            columns = self._rows(seen, "shared")
            found = (columns != self.none).nonzero()
            where = found[:, 0], columns[found[:, 0], found[:, 1]]
            out.index_put_(where, torch.ones((), dtype=kind, device=seen.device), accumulate=True)
        if len(self.bit_of):
            out[:, self.bit_row] = ((seen[:, self.bit_of] >> self.bit) & 1).to(kind)
        if len(self.left):
            less, more = seen[:, self.left], seen[:, self.right]
            gap = (more.long() - less).clamp(-WIDEST, WIDEST) + WIDEST
            rows = self.gap_first + self.gaps[gap]
            at_rest = (less == self.left_rest) | (more == self.right_rest)
            out.scatter_(1, rows.masked_fill(at_rest, self.none), 1.0)
        return out.scatter_(1, (setting + self.encoding_rows)[:, None], 1.0)

    def _rows(self, seen: Tensor, kind: str) -> Tensor:
        values, low, last, at = (
            getattr(self, name) for name in (kind, f"{kind}_low", f"{kind}_last", f"{kind}_at")
        )
        told = torch.minimum((seen[:, values].int() - low).clamp(min=0), last)
        rows: Tensor = self.rows[told + at]
        return rows


STEPS = 8  # into which the range of a part is divided
FEW, MANY = 4, 12  # fewer rows get no slope; so many also get steps


def likeness(encoding: Encoding, settings: int) -> Tensor:
    """Features that neighbouring rows share: a slope over a value's range, and a few steps in it.

    A row of its own for every number has to be learned for every number. What is learned about a
    slope or a step is learned for all of them, and merged into the rows when a net is made.
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
    """Logits of all choices, and of who wins: each seat from the observing one on, and nobody."""

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
        """The table with the shared features merged in."""
        return self.table + self.likeness @ self.slopes

    def body(self, seen: Tensor, setting: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The outputs of the three layers."""
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


ONE = 1 << 16  # a factor of 1 in fixed point
PER_E = 256  # a logit that is higher by this is e times as likely
LARGEST, FULL = 127, 255
LEAST = 1e-6

Tensors = dict[str, NDArray[np.int8 | np.int32]]


class _Layer(NamedTuple):
    weight: Tensor
    bias: Tensor
    factor: Tensor
    unit: Tensor
    """What 1 of each output is worth."""


def quantised(model: Model, seen: Tensor, setting: Tensor) -> Tensors:
    """The tensors of a file; the observations determine the scales."""
    with torch.no_grad():
        given = [part.double() for part in model.body(seen, setting)]
        first = _layer(model.rows().T.double(), model.bias.double(), given[0])
        second = _layer(model.second.weight * first.unit, model.second.bias.double(), given[1])
        third = _layer(model.third.weight * second.unit, model.third.bias.double(), given[2])
        found = {"table": first.weight.T, "bias1": first.bias, "mult1": first.factor}
        for number, layer in ((2, second), (3, third)):
            found |= {
                f"weight{number}": layer.weight,
                f"bias{number}": layer.bias,
                f"mult{number}": layer.factor,
            }
        for name, head in (("policy", model.policy), ("value", model.value)):
            weight = head.weight.double() * third.unit
            factor = (weight.abs().max() / LARGEST * PER_E * ONE).ceil().clamp(min=1)
            scale = factor / (PER_E * ONE)
            found |= {
                name: (weight / scale).round(),
                f"{name}_bias": (head.bias.double() / scale).round(),
                f"{name}_mult": factor[None],
            }
    return {
        name: np.ascontiguousarray(
            tensor.cpu().numpy().astype(
                np.int8 if name in ("table", "weight2", "weight3", "policy", "value") else np.int32
            )
        )
        for name, tensor in found.items()
    }  # fmt: skip


def _layer(weight: Tensor, bias: Tensor, given: Tensor) -> _Layer:
    """A quantised layer whose outputs in play were `given`."""
    weight = weight.double()
    scale = (weight.abs().amax(1) / LARGEST).clamp(min=LEAST)
    most = given.amax(0).clamp(min=LEAST)
    factor = (scale / (most / FULL) * ONE).round().clamp(min=1, max=2**31 - 1)
    half = 0.5 * ONE / factor  # so that the shift rounds instead of truncating
    return _Layer(
        weight=(weight / scale[:, None]).round(),
        bias=(bias / scale + half).round(),
        factor=factor,
        unit=scale * ONE / factor,
    )
