"""Positions as text: JSON with the record's own field names, for files and tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from spielzug.core import jit
from spielzug.core.errors import CannotRead
from spielzug.core.game import Game, State


def plain(state: State) -> dict[str, Any]:
    """A position as plain numbers and lists: equal positions give equal values, JIT or not."""
    return {name: np.asarray(state[name]).tolist() for name in jit.fields(state.dtype)}


def from_plain(game: Game, fields: dict[str, Any]) -> State:
    state = game.blank()[0]
    names = set(jit.fields(state.dtype))
    if set(fields) != names:
        odd = sorted(set(fields) ^ names)
        raise CannotRead(
            f"the field {odd[0]!r} is missing or unknown; a position has {sorted(names)}"
        )
    for name, value in fields.items():
        try:
            room = state.dtype[name]
            array = np.asarray(value, np.uint64 if room.base == np.uint64 else np.int64)
            if array.shape != room.shape:
                raise ValueError(f"shape {array.shape} instead of {room.shape}")
            bounds = np.iinfo(room.base)
            if array.size and (array.min() < bounds.min or array.max() > bounds.max):
                raise ValueError(f"values must be {bounds.min} to {bounds.max}")
            state[name] = array
        except (ValueError, TypeError, OverflowError) as error:
            raise CannotRead(f"the field {name!r} cannot be read: {error}") from None
    return state


def save_position(game: Game, state: State) -> str:
    fields = plain(state)
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()]
    head = f'"game": {json.dumps(game.name)},\n"rules": {game.rules_version},\n'
    return "{\n" + head + '"position": {\n' + ",\n".join(lines) + "\n}\n}\n"


def load_position(game: Game, text: str, source: str = "position") -> State:
    try:
        data = json.loads(text)
        name, version, fields = data["game"], data["rules"], data["position"]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise CannotRead(f"{source}: this is no position file: {error!r}") from None
    if name != game.name:
        raise CannotRead(f"{source}: a position of {name!r}, not of {game.name!r}")
    if version != game.rules_version:
        raise CannotRead(
            f"{source}: made for rules version {version}; this is version {game.rules_version}"
        )
    try:
        return from_plain(game, fields)
    except CannotRead as error:
        raise CannotRead(f"{source}: {error}") from None


def read_position(game: Game, path: Path) -> State:
    try:
        return load_position(game, path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRead(f"{path}: cannot be read: {error}") from None
