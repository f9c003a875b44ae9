"""The actions of a game: numbers, parts and notations follow from their declaration."""

from __future__ import annotations

import pytest

from spielzug.core.actions import Action, ActionPart, ActionSpace, Band, Offset
from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.games import all_games

ACTIONS = ActionSpace(
    Band("draw", "+"),
    Band("place", "@{row}{place}", ActionPart("row", texts="ab"), ActionPart("place", 3, first=1)),
    Band("lock", "#{place}", ActionPart("place", 3, first=1, step=3)),
    Band("swap", "{from}<{to}", ActionPart("from", 2, first=5), Offset("to", "from", -4)),
    Band("kick", lambda field, by: f"{field * 10 + by}!", ActionPart("field", 2),
         ActionPart("by", 2, first=1)),
    Band("resign", "!resign{seat}", ActionPart("seat", 2, first=1), by_table=True),
    Band("abandon", "!abandon", by_table=True),
    examples="+ (draw), @a1 (place)",
)  # fmt: skip


def test_actions_are_numbered_in_the_order_of_their_bands() -> None:
    assert ACTIONS.starts == (0, 1, 7, 10, 12, 16, 18)
    assert ACTIONS.count == 19
    assert ACTIONS.start("lock") == 7


def test_the_last_part_varies_fastest() -> None:
    assert ACTIONS.notations[:7] == ["+", "@a1", "@a2", "@a3", "@b1", "@b2", "@b3"]


def test_the_table_s_actions_are_no_choices() -> None:
    assert ACTIONS.choices == ACTIONS.start("resign")
    assert ActionSpace(Band("draw", "+"), examples="+").choices == 1


@pytest.mark.parametrize(
    ("text", "band", "parts"),
    [
        ("+", "draw", {}),
        ("@b2", "place", {"row": 1, "place": 2}),
        ("#7", "lock", {"place": 7}),
        ("6<2", "swap", {"from": 6, "to": 2}),
        ("12!", "kick", {"field": 1, "by": 2}),
        ("!resign2", "resign", {"seat": 2}),
    ],
)
def test_an_action_is_read_in_its_parts(text: str, band: str, parts: dict[str, int]) -> None:
    found = ACTIONS.read(ACTIONS.parse(text))
    assert found == Action(band, parts)
    assert list(found.parts) == list(parts)


def test_an_action_is_read_once_for_all_and_nobody_can_change_it() -> None:
    action = ACTIONS.parse("@b2")
    found = ACTIONS.read(action)
    assert ACTIONS.read(action) is found
    with pytest.raises(TypeError):
        found.parts["row"] = 2  # type: ignore[index]


def test_every_notation_is_read_back() -> None:
    for action, text in enumerate(ACTIONS.notations):
        assert ACTIONS.notation(action) == text
        assert ACTIONS.parse(f" {text}\n") == ACTIONS.find(text) == action


def test_another_text_is_refused_with_examples() -> None:
    assert ACTIONS.find("@a4") is None
    with pytest.raises(CannotRead) as refused:
        ACTIONS.parse(" @a4 ")
    assert str(refused.value) == (
        "cannot read '@a4' as an action; write for example + (draw), @a1 (place)"
    )


def test_two_actions_cannot_have_one_notation() -> None:
    with pytest.raises(ValueError, match=r"two actions have the notation '\+'"):
        ActionSpace(Band("draw", "+"), Band("take", "+"), examples="+")


def test_two_bands_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="there are two bands with the name 'draw'"):
        ActionSpace(Band("draw", "+"), Band("draw", "-"), examples="+")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_actions_of_every_game_have_parts_that_no_other_one_has(game: Game) -> None:
    actions = game.declaration.actions
    found = [actions.read(action) for action in range(actions.count)]
    assert len({(action.band, *action.parts.items()) for action in found}) == actions.count
    assert {action.band for action in found} == {band.name for band in actions.bands}
