"""A set unlike the shipped one: fewer cars, two unused abilities, and other starting hands."""

from __future__ import annotations

from dataclasses import replace

from spielzug.games import get_game
from spielzug.games.game_of_trains.facts import SETS

TEXT = """\
game: game_of_trains
name: other
draws: [4, 1, 3, 2]
abilities:
  swap_adjacent: [1, 2, 3, 4, 6, 8, 10, 84]
  swap_over_one: []
  move_right_2: [12, 14, 16, 18, 62, 63]
  move_left_2: [20, 21, 22, 64, 65, 66]
  remove_left: [30, 31, 32, 33]
  remove_middle: []
  remove_right: [40, 41, 42, 43, 44, 45]
  protect: [50, 51, 52, 53, 54, 55, 56, 57, 58, 70, 71, 72, 73, 74, 75, 76, 77, 78]
"""
NUMBER = SETS.add(TEXT, "other.yaml").number
GAME = get_game("game_of_trains")
OTHER = replace(GAME, simulation={**GAME.simulation, "set": NUMBER})
