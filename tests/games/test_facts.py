"""The facts of every shipped set and every value of every option are the bytes that they were."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from pathlib import Path

import pytest

from spielzug.core import jit
from spielzug.core.options import bounds
from spielzug.games import NAMES, get_game

LAYOUT = "plain" if jit.PLAIN else "compiled"
DIGESTS: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "facts_digests.json").read_text(encoding="utf-8")
)[LAYOUT]
"""By game and options: the beginning of a SHA-256 of the bytes."""


def digest(name: str, line: str) -> str:
    game = get_game(name)
    options, _, version = line.rpartition("rules=")
    facts = game.facts(game.options.from_text(options), int(version))
    return hashlib.sha256(facts.tobytes()).hexdigest()[:16]


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_the_same_bytes_as_ever(name: str) -> None:
    assert {line: digest(name, line) for line in DIGESTS[name]} == DIGESTS[name]


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_set_and_every_value_of_an_option_is_among_them(name: str) -> None:
    game = get_game(name)
    assert game.sets is not None
    used = {word for line in DIGESTS[name] for word in line.split()}
    assert {f"set={game.sets.names[number]}" for number in game.sets.shipped} <= used
    for option in fields(game.options):
        about = option.metadata
        if "choose" in about:  # one with too many values to try each
            assert sum(word.startswith(f"{option.name}=") for word in used) >= 3
        elif "live" not in about:
            values = {*about["names"], *bounds(about)}
            texts = {f"{option.name}={about['names'].get(value, value)}" for value in values}
            assert texts <= used
