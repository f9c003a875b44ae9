"""A hand-made net for the toy game: it sees its card and knows the right choice."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from bots.random_net import random_card
from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.file import KINDS, build_nets, shapes
from spielzug.bots.net.inference import UNIT, Net
from toys.toy import KEEP, SOUND_TOY, SWAP

SIZES = (16, 16, 16)
CARDS = range(1, 7)
FULL = 255  # a value between two layers for the card that is held; all others are 0


def planted(keeping: Callable[[int], float], winning: Callable[[int], float]) -> Net:
    """How many times as likely it keeps a card as it swaps it; how likely it wins with it.

    Both with the own card alone, whatever else has happened.
    """
    game = SOUND_TOY
    tensors = {
        name: np.zeros(shape, KINDS[kind]) for name, (kind, shape) in shapes(game, SIZES).items()
    }
    plan, mine = Encoding.of(game).plan, game.observation.starts["card"]
    for card in CARDS:
        row = plan.rows[plan.at[mine] + card - plan.low[mine]]
        tensors["table"][row, card] = 127
        for layer in ("weight2", "weight3"):
            tensors[layer][card, card] = 127
        tensors["policy"][KEEP, card] = round(20 * math.log(keeping(card)))
        tensors["value"][0, card] = round(20 * math.log(winning(card) / (1 - winning(card))))
    tensors["mult1"][:] = 1 << 18
    tensors["mult2"][:] = tensors["mult3"][:] = 1 << 10
    # 20 * FULL stands for a factor e.
    tensors["policy_mult"][:] = tensors["value_mult"][:] = (UNIT << 16) // (20 * FULL)
    tensors["value_bias"][-1] = -30 * 20 * FULL  # somebody always wins
    assert not tensors["policy"][SWAP].any()
    assert random_card(game, SIZES).sizes == SIZES
    return build_nets(tensors, game)[0]
