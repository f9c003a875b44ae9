"""Evaluates a net in compiled integer arithmetic, with the same answer on every machine.

A net adds up the rows of its table that an observation names and applies two small layers; the
outputs are a logit for each choice and one for each seat's win. Integer sums do not depend on the
order of additions. `docs/nets.md` describes the arithmetic.

Measured to be fastest: 8-bit weights times 8-bit values, for which processors have an instruction,
and rows added four at a time, in 16 bits as long as they fit.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielzug.bots.net.encoding import Encoding, EncodingLayout, Rows, write_active_rows
from spielzug.core.game import Game
from spielzug.core.jit import rule
from spielzug.core.observation import Observed
from spielzug.core.record_types import Actions, Counts, Number, Shares

Weights = NDArray[np.int8]
Sums = NDArray[np.int32]

UNIT = 256
"""Scale of the outputs: a difference of this much is a factor of e."""
SHIFT = 16
"""Multipliers are fixed-point numbers with this many fractional bits."""
MAX_ACTIVATION = 255
"""Values between two layers range from 0 to this."""
MIDDLE = 128
"""Subtracted from such a value, so that it fits a signed byte."""
ROWS_AT_ONCE = 4
"""Rows added per pass."""
IN_16_BITS = 252
"""Rows whose sum fits 16 bits in any case; a multiple of `ROWS_AT_ONCE`."""

REACH = 16 * UNIT
EXPONENTIAL = np.array([round(2**20 * math.exp(-k / UNIT)) for k in range(REACH)], np.int64)
"""`2**20 * exp(-k / UNIT)`; 0 from `REACH` on."""


class Layer(NamedTuple):
    """Weights (one row per output), bias and multiplier.

    The bias also compensates for `MIDDLE`.
    """

    weights: Weights
    bias: Sums
    multiplier: Sums
    """One for each output, or one for all."""


class Net(NamedTuple):
    """A net in the form that compiled code takes, see `file.build_nets`."""

    plan: EncodingLayout
    seats_at: Counts
    """The index in the observation of the number of seats."""
    table: Weights
    """One row more than the encoding has; the last one is all zeros, for padding."""
    bias: Sums
    multiplier: Sums
    second: Layer
    third: Layer
    policy: Layer
    value: Layer


class NetBuffers(NamedTuple):
    """Scratch memory for one evaluation, for one thread."""

    rows: Rows
    sums: Sums
    part: NDArray[np.int16]
    first: Weights
    second: Weights
    third: Weights
    judged: Sums
    probabilities: Shares

    @classmethod
    def for_net(cls, net: Net, game: Game) -> NetBuffers:
        wide = net.table.shape[1]
        seats = net.value.weights.shape[0]
        return cls(
            rows=np.zeros(Encoding.of(game).most + ROWS_AT_ONCE, np.int32),
            sums=np.zeros(wide, np.int32),
            part=np.zeros(wide, np.int16),
            first=np.zeros(wide, np.int8),
            second=np.zeros(len(net.second.weights), np.int8),
            third=np.zeros(len(net.third.weights), np.int8),
            judged=np.zeros(seats, np.int32),
            probabilities=np.zeros(seats),
        )


@rule
def ask(
    net: Net, observed: Observed, actions: Actions, count: int, buffers: NetBuffers,
    logits: Sums, shares: Shares,
) -> None:  # fmt: skip
    """Evaluate the first `count` actions, and each seat's chances.

    `logits` gets a number for each of these actions, in their order. `shares` gets the share of the
    win of the observing seat, then of the seats after it, and 0 for unused places. The difference
    from 1 is the chance that nobody wins.
    """
    run_layers(net, observed, buffers)
    for i in range(count):
        logits[i] = answer(net.policy, np.int64(actions[i]), buffers.third)
    judge(net, np.int64(observed[net.seats_at[0]]), buffers, shares)


@rule
def run_layers(net: Net, observed: Observed, buffers: NetBuffers) -> None:
    """Everything up to the last layer, whose values `answer` and `judge` read."""
    count = write_active_rows(net.plan, observed, buffers.rows)
    nothing = net.table.shape[0] - 1
    while count % ROWS_AT_ONCE != 0:
        buffers.rows[count] = nothing
        count += 1
    add_rows(net, count, buffers)
    for i in range(buffers.first.shape[0]):
        buffers.first[i] = activate(buffers.sums[i], net.multiplier[i]) - MIDDLE
    apply_layer(net.second, buffers.first, buffers.second)
    apply_layer(net.third, buffers.second, buffers.third)


@rule
def judge(net: Net, seats: Number, buffers: NetBuffers, shares: Shares) -> None:
    last = net.value.weights.shape[0] - 1
    for seat in range(seats):
        buffers.judged[seat] = answer(net.value, np.int64(seat), buffers.third)
    buffers.judged[seats] = answer(net.value, np.int64(last), buffers.third)  # nobody wins
    softmax(buffers.judged, seats + 1, buffers.probabilities)
    for seat in range(shares.shape[0]):
        shares[seat] = buffers.probabilities[seat] if seat < seats else 0.0


@rule
def softmax(numbers: Sums, count: Number, out: Shares) -> None:
    """Turn logits into probabilities: a number larger by `UNIT` is e times as likely."""
    most = np.int64(numbers[0])
    for i in range(1, count):
        most = max(most, np.int64(numbers[i]))
    whole = np.int64(0)
    for i in range(count):
        below = most - numbers[i]
        if below < REACH:
            whole += EXPONENTIAL[below]
    for i in range(count):
        below = most - numbers[i]
        out[i] = EXPONENTIAL[below] / whole if below < REACH else 0.0


@rule
def add_rows(net: Net, count: Number, buffers: NetBuffers) -> None:
    table, rows, sums, part = net.table, buffers.rows, buffers.sums, buffers.part
    for i in range(sums.shape[0]):
        sums[i] = net.bias[i]
    begin: Number = 0
    while begin < count:
        end = min(count, begin + IN_16_BITS)
        for i in range(part.shape[0]):
            part[i] = 0
        for k in range(begin, end, ROWS_AT_ONCE):
            a, b = table[np.uint64(rows[k])], table[np.uint64(rows[k + 1])]
            c, d = table[np.uint64(rows[k + 2])], table[np.uint64(rows[k + 3])]
            for i in range(part.shape[0]):
                two = np.int16(np.int16(a[i]) + np.int16(b[i]))
                part[i] = np.int16(part[i] + two + np.int16(c[i]) + np.int16(d[i]))
        for i in range(sums.shape[0]):
            sums[i] = np.int32(sums[i] + part[i])
        begin = end


@rule
def apply_layer(layer: Layer, values: Weights, out: Weights) -> None:
    for i in range(out.shape[0]):
        total = weighted_sum(layer, np.int64(i), values)
        out[i] = activate(total, layer.multiplier[i]) - MIDDLE


@rule
def answer(layer: Layer, number: Number, values: Weights) -> np.int64:
    """One output of a layer, not clamped."""
    return (np.int64(weighted_sum(layer, number, values)) * np.int64(layer.multiplier[0])) >> SHIFT


@rule
def weighted_sum(layer: Layer, number: Number, values: Weights) -> np.int32:
    weights = layer.weights[np.uint64(number)]
    total: np.int32 = layer.bias[number]
    for i in range(values.shape[0]):
        total = np.int32(total + np.int32(weights[i]) * np.int32(values[i]))
    return total


@rule
def activate(total: Number, multiplier: Number) -> Any:
    """A sum as the next layer's input, from 0 to `MAX_ACTIVATION`."""
    return max(0, min(MAX_ACTIVATION, (np.int64(total) * np.int64(multiplier)) >> SHIFT))
