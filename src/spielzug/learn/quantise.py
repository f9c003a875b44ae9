"""From a model that has learned to the whole numbers that ship, see docs/nets.md.

Every weight becomes a number of 8 bits with a scale, one for each output of a layer; what a layer
gives becomes 0 to 255. The scales of what a layer gives are chosen from observations as they come
up in play, and taken into the weights of the next layer, so that nothing but one factor for each
output is left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from spielzug.learn.model import Model

ONE = 1 << 16  # what a factor of 1 is
PER_E = 256  # a logit that is more by so much is e times as likely
LARGEST, FULL = 127, 255
LEAST = 1e-6

Tensors = dict[str, NDArray[np.generic]]


class _Layer(NamedTuple):
    weight: Tensor
    bias: Tensor
    factor: Tensor
    unit: Tensor
    """What 1 of each output is worth."""


def quantised(model: Model, seen: Tensor, setting: Tensor) -> Tensors:
    """The tensors of a file, for a model and observations to choose the scales by."""
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
    """A layer whose outputs were seen to be `given`."""
    weight = weight.double()
    scale = (weight.abs().amax(1) / LARGEST).clamp(min=LEAST)
    most = given.amax(0).clamp(min=LEAST)
    factor = (scale / (most / FULL) * ONE).round().clamp(min=1, max=2**31 - 1)
    half = 0.5 * ONE / factor  # what is shifted out is rounded, not cut off
    return _Layer(
        weight=(weight / scale[:, None]).round(),
        bias=(bias / scale + half).round(),
        factor=factor,
        unit=scale * ONE / factor,
    )


def answers(
    tensors: Tensors, ones: NDArray[np.generic]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All logits and judgements for rows of ones and zeros, slowly: to compare with the model."""
    wide = {name: array.astype(np.int64) for name, array in tensors.items()}
    inside = _clipped(ones.astype(np.int64) @ wide["table"] + wide["bias1"], wide["mult1"])
    for number in (2, 3):
        total = inside @ wide[f"weight{number}"].T + wide[f"bias{number}"]
        inside = _clipped(total, wide[f"mult{number}"])
    logits, judged = (
        ((inside @ wide[name].T + wide[f"{name}_bias"]) * wide[f"{name}_mult"]) >> 16
        for name in ("policy", "value")
    )
    return logits, judged


def _clipped(total: NDArray[np.int64], factor: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.clip((total * factor) >> 16, 0, FULL)
