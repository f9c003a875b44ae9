"""The conformance test that every game passes; a file per game, so that they run in parallel."""

from __future__ import annotations

import pytest

from games.trains.decode import decode
from games.trains.typed_position import GAME
from spielzug.core.check import check_game
from toys.effort import QUICK


def test_it_passes_every_check() -> None:
    check_game(GAME, decode=decode, **QUICK)


@pytest.mark.slow
def test_it_passes_every_check_in_full() -> None:
    check_game(GAME, decode=decode)
