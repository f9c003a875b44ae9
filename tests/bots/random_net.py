"""Untrained nets with random weights, the same on every machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import spielzug
from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.file import (
    FORMAT,
    KINDS,
    Loaded,
    NetCard,
    SetName,
    TrainingInfo,
    save,
    shapes,
)
from spielzug.core.game import Game
from spielzug.core.jit import as_plain
from spielzug.core.rng import mix, seed_key

SIZES = (256, 128, 128)


def draw(count: int, name: str, low: int, high: int) -> NDArray[np.int64]:
    """That many integers, both limits included, from the project's own generator."""
    key = int(seed_key("random net", name))
    keys = np.array([(key + n * 0x9E3779B97F4A7C15) % 2**64 for n in range(count)], np.uint64)
    mix_arrays: Any = as_plain(mix)
    with np.errstate(over="ignore"):
        mixed = mix_arrays(keys)
    drawn: NDArray[np.uint64] = (mixed >> np.uint64(33)) % np.uint64(high - low + 1)
    return drawn.astype(np.int64) + low


def random_tensors(
    game: Game, seed: int | str = 1, sizes: tuple[int, int, int] = SIZES
) -> dict[str, NDArray[Any]]:
    """Values of the same magnitude as in trained nets: about half of all outputs are above 0."""
    bounds = {"I8": (-60, 60), "I32": (-500, 500)}
    made = {}
    for name, (kind, shape) in shapes(game, sizes).items():
        low, high = bounds[kind]
        if "mult" in name:
            low, high = (9000, 24000) if name == "mult1" else (100, 300)
        flat = draw(int(np.prod(shape)), f"{game.name} {seed} {name}", low, high)
        made[name] = flat.reshape(shape).astype(KINDS[kind])
    return made


def random_card(game: Game, sizes: tuple[int, int, int] = SIZES, **changes: Any) -> NetCard:
    number = game.sets.loaded(0) if game.sets is not None else None
    given: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "set": SetName(name=number.name, digest=number.digest)
        if number
        else SetName(name="", digest=""),
        "observation": Encoding.of(game).digest,
        "sizes": sizes,
        "seats": tuple(game.seats),
        "made": TrainingInfo(
            command="by lot", device="none", minutes=0, seed="1", decisions=0, games=0,
            versions={"spielzug": spielzug.__version__}, date="2026-11-16",
        ),
        "notes": "Nobody taught it anything.",
    }  # fmt: skip
    return NetCard.model_validate({**given, **changes})


def random_net(
    game: Game, folder: Path, seed: int | str = 1, sizes: tuple[int, int, int] = SIZES,
    **changes: Any,
) -> Loaded:  # fmt: skip
    """A random net, loaded from its file: `folder/random-SEED.safetensors`."""
    path = folder / f"random-{seed}.safetensors"
    return save(path, random_tensors(game, seed, sizes), random_card(game, sizes, **changes), game)
