"""The board as pixels."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PIL import ImageFont

from spielzug.core.game import Game
from spielzug.core.texts import as_text
from spielzug.envs.render import BLOCKS, LINES, PAPER, SHADE, SHAPES, pixels
from spielzug.games import all_games

DRAWN = {*LINES, *BLOCKS, *SHAPES, SHADE}


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_sign_of_a_board_can_be_drawn(game: Game) -> None:
    """The font has a picture of its own for each letter, not the one of those it does not have."""
    font = ImageFont.load_default(17)
    missing = bytes(font.getmask("\uffff"))
    chance = random.Random(1)
    position = game.start(game.seats[-1], seed=2)
    signs: set[str] = set()
    for _ in range(300):
        if position.over:
            break
        signs |= set(as_text(position.seen(-1).picture()))
        position.advance(chance.choice(position.legal))
    strange = {s for s in signs - DRAWN - {" ", "\n"} if bytes(font.getmask(s)) == missing}
    assert strange == set()


def test_a_board_is_drawn_on_paper(game_of_trains: Game) -> None:
    position = game_of_trains.start(2, seed=2)
    made = pixels(position.seen(-1).picture())
    assert made.dtype == np.uint8
    assert made.shape[2] == 3
    assert tuple(made[0, 0]) == PAPER
    assert (made != made[0, 0]).any(axis=2).mean() > 0.02
    for _ in range(20):
        position.advance(position.legal[0])
    assert not np.array_equal(made, pixels(position.seen(-1).picture()))
