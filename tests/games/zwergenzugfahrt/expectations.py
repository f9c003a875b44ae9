"""What the tests of all games expect of Die Zwergenzugfahrt."""

from __future__ import annotations

from expectations import Expectations, Planted

EXPECTATIONS = Expectations(
    rules=("Z", 15),
    short_game="turns:22",
    ships=frozenset({"figures", "net", "puzzles"}),
    single_draws=True,
    planted=Planted("2-turns.zug", 48, "+h4", "j4-j3"),
    luck_by_search=True,
    search_moves=(
        (277, 127), (278, 155), (456, 125), (456, 160), (473, 76), (227, 314), (450, 84),
        (227, 256),
    ),
    net_moves=((205, 25), (205, 23), (388, 21), (1376, 102), (209, 19), (388, 17)),
)  # fmt: skip
