"""Der große Zugraub drawn in a terminal: the train from above, as a strip of cars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spielzug.core.texts import say
from spielzug.games.zugraub.facts.plans import (
    COLUMNS,
    LINES,
    ROWS,
    START_SIGNS,
    WIDTH,
    space_name,
    space_number,
)
from spielzug.games.zugraub.say.texts import BOARD

if TYPE_CHECKING:
    from rich.text import Text

SHOWN = 5  # cars side by side; a longer train is cut to those around the pawns
PAWN_STYLES = ("red", "blue", "green", "magenta", "dark_orange", "cyan", "yellow")


def draw(view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
    """The whole table as rich text."""
    from rich.text import Text

    text = Text()
    text.append_text(_train(view, lang))
    for seat, name in enumerate(names):
        text.append_text(_player(view, seat, name, lang))
    parts = [f"{say(BOARD, 'turn', lang)} {view['turns'] + 1}"]
    if view["turn_limit"]:
        parts[0] += f"/{view['turn_limit']}"
    parts.append(f"{say(BOARD, 'unused', lang)} {view['unused']}")
    parts.append(f"{say(BOARD, 'draw', lang)} {view['draw']}")
    parts.append(f"{say(BOARD, 'discard', lang)} {len(view['discard'])}")
    if view["phase"] == "move":
        parts.append(f"{say(BOARD, 'reach', lang)} {view['reach']}")
    text.append(" · ".join(parts) + "\n", style="dim")
    if view["fight"]:
        fight = view["fight"]
        pairs = zip(fight["fighters"], fight["totals"], strict=True)
        totals = ", ".join(f"{names[seat]} {total}" for seat, total in pairs)
        text.append(f"{say(BOARD, 'fight', lang)}: {totals}\n", style="bold red")
    text.append(f"{say(BOARD, 'legend', lang)} · {say(BOARD, 'values', lang)}\n", style="dim")
    return text


def _window(view: Mapping[str, Any]) -> tuple[int, int]:
    """The first car to show, and the one after the last: around the pawns, the active one's."""
    length = len(view["train"])
    if length <= SHOWN:
        return 0, length
    cars = [int(p["place"][0]) - 1 for p in view["pawns"] if p["place"] != "behind"]
    own = view["pawns"][view["active"]]["place"]
    middle = int(own[0]) - 1 if own != "behind" else 0
    best = max(
        range(length - SHOWN + 1),
        key=lambda first: (
            first <= middle < first + SHOWN,
            sum(first <= car < first + SHOWN for car in cars),
            first,
        ),
    )
    return best, best + SHOWN


def _train(view: Mapping[str, Any], lang: str) -> Text:
    from rich.text import Text

    first, end = _window(view)
    cars = view["train"][first:end]
    text = Text()
    faces = [view["faces"][car["face"]] for car in cars]
    titles = [f"{first + i + 1} {face['title'][lang]}" for i, face in enumerate(faces)]
    gap = " "
    text.append(gap.join(f"{t[:WIDTH]:<{WIDTH}}" for t in titles).rstrip() + "\n", style="bold")
    where: dict[tuple[int, int], list[int]] = {}
    for pawn in view["pawns"]:
        if pawn["place"] != "behind":
            key = (int(pawn["place"][0]) - 1, space_number(pawn["place"][1:]))
            where.setdefault(key, []).append(pawn["seat"])
    for line in range(LINES):
        for i, car in enumerate(cars):
            if i:
                text.append("=" if line == LINES // 2 else " ", style="dim")
            _line(text, view, car, first + i, line, where)
        text.append("\n")
    text.append(_crowds(where), style="dim")
    hidden = len(view["train"]) - len(cars)
    if hidden:
        text.append(say(BOARD, "more", lang, n=hidden) + "\n", style="dim")
    letters = " ".join(chr(ord("a") + column) for column in range(COLUMNS))
    text.append(f" {letters}\n", style="dim")
    return text


def _line(
    text: Text,
    view: Mapping[str, Any],
    car: Mapping[str, Any],
    number: int,
    line: int,
    where: Mapping[tuple[int, int], list[int]],
) -> None:
    markers = {space_number(name) for name in car["markers"]}
    for column, char in enumerate(view["faces"][car["face"]]["plan"][line]):
        if not (line % 2 and column % 2):
            text.append(char, style="dim")
            continue
        space = column // 2 * ROWS + line // 2
        seats = where.get((number, space), [])
        if seats:
            shown = view["active"] if view["active"] in seats else seats[0]
            text.append(str(shown + 1), style=f"bold reverse {PAWN_STYLES[shown]}")
        elif space in markers:
            text.append("*", style="bold yellow")
        elif char == "B":
            text.append("B", style="bold red")
        else:
            text.append("." if char in START_SIGNS or char == "*" else char, style="dim")


def _crowds(where: Mapping[tuple[int, int], list[int]]) -> str:
    """Spaces that several share, of which the plan can show only one."""
    crowds = [
        f"{car + 1}{space_name(space)}: {' '.join(str(seat + 1) for seat in seats)}"
        for (car, space), seats in sorted(where.items())
        if len(seats) > 1
    ]
    return f"({', '.join(crowds)})\n" if crowds else ""


def _card(view: Mapping[str, Any], card: int) -> str:
    if card == 0:
        return "?"
    about = view["cards"][str(card)]
    values = "/".join(str(about[name]) for name in ("cost", "hit", "run", "iq"))
    return f"{card} {about['name']} {values}{'!' if about['ability'] else ''}"


def _player(view: Mapping[str, Any], seat: int, name: str, lang: str) -> Text:
    from rich.text import Text

    text = Text()
    text.append(" ▶ " if view["turn"] == seat else "   ", style="bold red")
    text.append(f"{seat + 1} {name}", style=f"bold {PAWN_STYLES[seat]}")
    if seat in view["winners"]:
        text.append("  ★", style="bold yellow")
    place = view["pawns"][seat]["place"]
    head, hand = view["heads"][seat], view["hands"][seat]
    parts = [
        say(BOARD, "behind", lang) if place == "behind" else place,
        f"{say(BOARD, 'points', lang)} {view['points'][seat]}",
        f"{say(BOARD, 'head', lang)} {_card(view, head) if head else say(BOARD, 'empty', lang)}",
    ]
    held = ", ".join(_card(view, card) for card in hand) or say(BOARD, "empty", lang)
    parts.append(f"{say(BOARD, 'hand', lang)} {held}")
    text.append("  " + " · ".join(parts) + "\n")
    return text
