"""A set unlike the shipped one: boards of other shapes, another coin, other penalties."""

from __future__ import annotations

from dataclasses import replace

from spielzug.games import get_game
from spielzug.games.zwergenzugfahrt.facts.sets import SETS

TEXT = """\
game: zwergenzugfahrt
name: other
coin: {every: 3, red: 6, green: 2}
takes: 2
kicks: [0, 4, 1]
last_turn: 90
boards:
  yard:
    map:
      - "     a b c d e f g h"
      - " 8   R R R . . G G G"
      - "     =   = = = =   ="
      - " 7   S D S S S S D S"
      - " 6   : : : : : : : :"
      - " 5   S S|S S S S|S S"
      - " 4   : : : : : : : :"
      - " 3   S S|: : : :|S S"
      - " 2   S D S S S S D S"
      - "     =   = = = =   ="
      - " 1   R R . . . . G G"
  lane:
    map:
      - "     a b c d e f g h i j k l m"
      - " 2   R R R R R S S S S S S S S"
      - " 1   G G G G G S S S S S S S S"
  bare:
    map:
      - "     a b c d e f"
      - " 4   R R R R R ."
      - " 3   D : : : : D"
      - " 2   S S S S S S"
      - " 1   G G G G G D"
"""
NUMBER = SETS.add(TEXT, "other.yaml").number
GAME = get_game("zwergenzugfahrt")
OTHER = replace(GAME, simulation={"set": NUMBER, "each": 0})  # in the lane it may not be 1
