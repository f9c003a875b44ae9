"""A custom set of Trains, for the checks and for child processes that look for a game here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from games.trains.typed_position import GAME
from spielzug.games.trains.facts.sets import SETS

FILE = Path(__file__).with_name("island.yaml")
ISLAND = SETS.load(FILE)
OWN = replace(GAME, simulation={**GAME.simulation, "set": ISLAND.number})
