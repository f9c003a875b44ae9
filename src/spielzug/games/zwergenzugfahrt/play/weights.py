"""Weights of the bots of Die Zwergenzugfahrt: greedy, value, search and learning."""

from __future__ import annotations

from typing import NamedTuple

FAR = 12  # steps that stand for "no free seat is left"

# -- greedy, in steps ----------------------------------------------------------------------------

HELD = 10.0  # a seat held
WALK = 1.0  # a step of a dwarf to a free seat
LAY = 1.5  # a step towards the next place for a sign, and each sign in stock
RIVAL = 0.9  # weight of the rival's outlook against one's own
TEMPO = 4.0  # a turn to miss
TAKING = 1.0  # taking a sign away, which is limited (Z7)

# -- the value of a position ---------------------------------------------------------------------


class Weight(NamedTuple):
    """Weight of a feature: far_off + at_hand / (share of turns left + SOON)."""

    far_off: float
    at_hand: float


# Fitted to the results of games of greedy.
SEATED = Weight(-0.0559, 0.3214)  # dwarves on seats
LAID = Weight(-0.3756, 0.3682)  # signs on seats
WAYS = Weight(-0.1363, 0.0168)  # steps of unseated dwarves to a free seat
TO_LAY = Weight(0.0249, -0.0551)  # steps to the next place for a sign
OWED = Weight(0.181, -0.0563)  # turns to miss
TAKES_LEFT = Weight(0.0741, -0.0159)  # signs that the clan may still take away
TO_MOVE = Weight(-0.0471, 0.075)  # having the move
IN_REACH = Weight(0.0408, -0.1904)  # own signs that a rival stands beside
BESIDE = Weight(0.432, -0.0425)  # own dwarves that a rival could kick

LONG = 60  # turns: more turns left than this count as this many
HALF = 0.5  # assumed share of turns left if only a clock ends the game
SOON = 0.15  # keeps the weights finite at the end
