"""Views of Game of Trains as data for a board, and the drawing for a terminal.

In the terminal every row is a train behind its locomotive; a car shows its number and, in its
roof, the symbol of its ability.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from spielzug.core.declaration import Plain
from spielzug.core.events import SPECTATOR
from spielzug.core.texts import rich_text, say
from spielzug.games.game_of_trains.facts import ABILITIES, Facts
from spielzug.games.game_of_trains.say.texts import ABILITY_NAMES, BOARD
from spielzug.games.game_of_trains.say.view_types import (
    GameOfTrainsFactsView,
    GameOfTrainsStateView,
    GameOfTrainsView,
)
from spielzug.games.game_of_trains.state import PHASES, REASONS, TARGET, UNKNOWN, State

if TYPE_CHECKING:
    from rich.text import Text

FACE_DOWN = 0  # a card hidden from the viewer; None is no card


def facts_view(facts: Facts[Plain], state: State[Plain]) -> GameOfTrainsFactsView:
    """What never changes: who begins, and the ability of each car by number (none if not in the
    set)."""
    return {
        "seats": state.seats,
        "first": state.first,
        "abilities": [
            ABILITIES[ability] if facts.rank[car] else None
            for car, ability in enumerate(facts.ability)
        ],
        "ability_names": ABILITY_NAMES,
    }


def view(facts: Facts[Plain], state: State[Plain], seat: int) -> GameOfTrainsStateView:
    """What a board shows now; `state` is already hidden, so no secret can leak here."""
    return {**_view_of(state), "you": seat}


@lru_cache(maxsize=64)
def _view_of(state: State[Plain]) -> GameOfTrainsStateView:
    """The same for nobody; those who know the same share it, so it must not be changed."""
    count = state.seats
    rejects = sum(card != 0 for row in state.rejects for card in row)
    return {
        "you": SPECTATOR,
        "turn": state.turn,
        "turns": state.turns,
        "phase": PHASES[state.phase],
        "trains": [[_card(card) for card in row] for row in state.row[:count]],
        "locks": state.lock[:count],
        "open": [card for card in state.open if card],
        "card": _card(state.card),
        "ability": ABILITIES[state.ability] if state.phase == TARGET else None,
        "hands": [
            [FACE_DOWN if card == UNKNOWN else card for card in hand if card]
            for hand in state.hand[:count]
        ],
        "draw_pile": state.draw_pile,
        "discard_pile": state.discard_pile + rejects,
        "winner": state.winner,
        "reason": REASONS[state.reason],
    }


def _card(card: int) -> int | None:
    if card == 0:
        return None
    return FACE_DOWN if card == UNKNOWN else card


SIGNS = {
    "swap_adjacent": "<>",
    "swap_over_one": "<.>",
    "move_right_2": ">>",
    "move_left_2": "<<",
    "remove_left": "-1",
    "remove_middle": "-4",
    "remove_right": "-7",
    "protect": "#",
}
LOCOMOTIVE = ("   ___▟▙ ", "  [o_O█▌ ", "  oO-OOo─")
WIDTH = 6


def draw(view: GameOfTrainsView, names: Sequence[str], lang: str) -> Text:
    """The whole position as rich text, from `facts_view` and `view` in one mapping."""
    text = rich_text()
    for seat, name in enumerate(names[: view["seats"]]):
        text.append_text(_train(view, seat, name))
    text.append_text(_middle(view, lang))
    return text


def _ability(view: GameOfTrainsView, car: int) -> str:
    ability = view["abilities"][car]
    assert ability is not None  # every car on the board is in the set
    return ability


def _train(view: GameOfTrainsView, seat: int, name: str) -> Text:
    train, locks = view["trains"][seat], view["locks"][seat]
    turn = view["turn"] == seat
    text = rich_text()
    text.append(" ▶ " if turn else "   ", style="bold red")
    text.append(name, style="bold" if turn else "")
    if view["winner"] == seat:
        text.append("  ★", style="bold yellow")
    text.append("\n")
    good = _longest_chain(train)
    text.append(LOCOMOTIVE[0], style="green")
    for car in train:
        text.append("┌", style="dim")
        sign = SIGNS[_ability(view, car)] if car else ""
        text.append(f"{sign:^4}" if sign else "────", style="red" if sign else "dim")
        text.append("┐", style="dim")
    text.append("\n")
    text.append(LOCOMOTIVE[1], style="green")
    for place, car in enumerate(train):
        text.append("│", style="dim")
        number = f"{car:>3} " if car else "  ? "
        text.append(number, style="bold green" if place in good else "bold")
        text.append("│", style="dim")
    text.append("\n")
    text.append(LOCOMOTIVE[2], style="green")
    for locked in locks:
        text.append("└o" + ("##" if locked else "──") + "o┘", style="yellow" if locked else "dim")
    text.append("\n" + " " * len(LOCOMOTIVE[0]))
    text.append("".join(f"{place + 1:^{WIDTH}}" for place in range(len(train))), style="dim")
    text.append("\n")
    return text


def _middle(view: GameOfTrainsView, lang: str) -> Text:
    text = rich_text()
    text.append(f" {say(BOARD, 'open_row', lang)}: ", style="bold")
    if not view["open"]:
        text.append(say(BOARD, "nothing", lang), style="dim")
    for car in view["open"]:
        ability = _ability(view, car)
        text.append(f"\n   {car:>2}  ")
        text.append(f"{SIGNS[ability]:<3}", style="bold red")
        text.append(f"  {ABILITY_NAMES[ability][lang]}")
    text.append(
        f"\n {say(BOARD, 'draw_pile', lang)}: {view['draw_pile']}   "
        f"{say(BOARD, 'discard_pile', lang)}: {view['discard_pile']}\n",
        style="dim",
    )
    drawn = [str(car) for hand in view["hands"] for car in hand if car]
    if view["card"]:
        key = "in_use" if view["phase"] == "target" else "drawn"
        sign = SIGNS[_ability(view, view["card"])]
        text.append(f" {say(BOARD, key, lang)}: {view['card']}  {sign}\n", style="bold yellow")
    elif drawn:
        text.append(f" {say(BOARD, 'drawn', lang)}: {' '.join(drawn)}\n", style="bold yellow")
    return text


def _longest_chain(numbers: Sequence[int | None]) -> set[int]:
    """The places of a longest ascending chain, which are shown in green."""
    best: list[list[int]] = []
    for place, number in enumerate(numbers):
        longest: list[int] = []
        for chain in best:
            before = numbers[chain[-1]]
            fits = number is not None and before is not None and before < number
            if fits and len(chain) > len(longest):
                longest = chain
        best.append([*longest, place])
    best.sort(key=len)
    return set(best[-1]) if best else set()
