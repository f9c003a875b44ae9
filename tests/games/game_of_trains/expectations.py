"""What the tests of all games expect of Game of Trains."""

from __future__ import annotations

from expectations import Expectations, Planted

EXPECTATIONS = Expectations(
    rules=("G", 22),
    short_game="turn_limit:12",
    ships=frozenset({"figures", "net", "puzzles"}),
    planted=Planted("2-own_turn.zug", 42, "@1", "@5"),
    search_moves=(
        (10, 270), (38, 419), (14, 329), (15, 268), (13, 167), (0, 327), (0, 332), (3, 203),
    ),
    net_moves=((38, 41), (0, 67), (6, 104), (9, 29), (10, 29), (40, 58)),
)  # fmt: skip
