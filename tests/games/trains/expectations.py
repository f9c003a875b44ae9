"""What the tests of all games expect of Trains."""

from __future__ import annotations

from expectations import Expectations, Planted

EXPECTATIONS = Expectations(
    rules=("T", 17),
    short_game="turn_limit:4",
    ships=frozenset({"figures", "net", "puzzles"}),
    thinks_deeply=False,
    planted=Planted("2-cubes.zug", 27, "$BT", "$LR"),
    search_moves=(
        (19, 274), (76, 409), (76, 426), (76, 226), (380, 351), (76, 400), (76, 411), (76, 424),
    ),
    net_moves=((76, 40), (76, 50), (76, 51), (232, 51), (181, 23), (76, 34)),
)  # fmt: skip
