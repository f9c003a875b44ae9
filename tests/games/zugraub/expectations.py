"""What the tests of all games expect of Der große Zugraub."""

from __future__ import annotations

from expectations import Expectations, Planted

EXPECTATIONS = Expectations(
    rules=("B", 21),
    short_game="turn_limit:2",
    ships=frozenset({"figures", "net", "puzzles"}),
    planted=Planted("3-won.zug", 81, ".", "^51"),
    luck_by_search=True,
    search_moves=(  # with its second set
        (147, 367), (144, 92), (157, 261), (145, 335), (164, 320), (167, 327), (157, 304),
        (182, 201),
    ),
    net_moves=((275, 100), (129, 6), (151, 9), (275, 100), (276, 102), (168, 6)),
)  # fmt: skip
