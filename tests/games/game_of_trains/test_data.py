"""The cars that ship; set files are tested in `test_sets`."""

from __future__ import annotations

from games.game_of_trains.typed_position import GAME
from spielzug.games.game_of_trains.facts import ABILITIES, SETS

COUNTS = {
    "swap_adjacent": 10, "swap_over_one": 11, "move_right_2": 11, "move_left_2": 11,
    "remove_left": 10, "remove_middle": 11, "remove_right": 10, "protect": 10,
}  # fmt: skip
CYCLE = (
    "move_right_2", "protect", "move_left_2", "swap_adjacent", "remove_middle", "remove_right",
    "remove_left", "swap_over_one",
)  # fmt: skip
INSERTED = {
    49: "swap_over_one",
    59: "move_right_2",
    67: "remove_middle",
    76: "move_left_2",
}


def test_there_are_84_cars_with_one_ability_each() -> None:
    ability = list(SETS.get(0).ability)
    assert len(ability) == 85
    assert SETS.get(0).cars == list(range(1, 85))
    counts = {name: ability[1:].count(index) for index, name in enumerate(ABILITIES)}
    assert counts == COUNTS


def test_the_abilities_follow_a_cycle_of_eight_with_four_cars_inserted() -> None:
    names = [ABILITIES[index] for index in SETS.get(0).ability]
    assert {car: names[car] for car in INSERTED} == INSERTED
    others = [names[car] for car in range(1, 85) if car not in INSERTED]
    assert others == list(CYCLE) * 10


def test_the_facts_of_a_game_hold_the_abilities_of_the_file() -> None:
    facts = GAME.facts()
    assert facts.ability.tolist() == [0, *SETS.get(0).ability[1:]]
    assert (facts.car.tolist(), facts.rank.tolist()) == (list(range(1, 85)), list(range(85)))
    assert (int(facts.cars), facts.draws.tolist(), facts.missing.tolist()) == (
        84,
        [1, 2, 3, 4],
        [0, 0],
    )
