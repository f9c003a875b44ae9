"""Die Zwergenzugfahrt drawn in a terminal: the station from above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spielzug.core.texts import say
from spielzug.games.zwergenzugfahrt.say.texts import BOARD, SEAT_NAMES

if TYPE_CHECKING:
    from rich.text import Text

GROUND = {"platform": " · ", "aisle": "   ", "door": "▒▒▒", "seat": " □ ", "home": " ╌ "}
# Letters, not colours alone, tell the clans apart.
DWARF, SIGN = ("r", "g"), ("R", "G")
STYLE = ("bold red", "bold green")
MARGIN = "    "


def draw(view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
    """The whole table as rich text."""
    from rich.text import Text

    text = Text()
    text.append_text(_clan(view, 0, names[0], lang))
    text.append_text(_board(view))
    text.append_text(_clan(view, 1, names[1], lang))
    parts = [_turns(view, lang)]
    if view["until_conductor"] is not None:
        toss = view["turns"] + view["until_conductor"]
        parts.append(f"{say(BOARD, 'conductor_in', lang)} {toss}")
    text.append(f"{MARGIN}{' · '.join(parts)}\n", style="dim")
    text.append(f"{MARGIN}{say(BOARD, 'legend', lang)}\n", style="dim")
    return text


def _turns(view: Mapping[str, Any], lang: str) -> str:
    """How far the game is."""
    limit = view["limit"]
    if limit and view["each"]:
        red, green = view["turns_each"]
        return say(BOARD, "turns_each", lang, red=red, green=green, limit=limit)
    turn = f"{say(BOARD, 'turn', lang)} {view['turns']}"
    return f"{turn}/{limit}" if limit else turn


def _clan(view: Mapping[str, Any], clan: int, name: str, lang: str) -> Text:
    from rich.text import Text

    text = Text()
    turn = view["turn"] == clan
    text.append(" ▶ " if turn else "   ", style="bold red")
    clan_name = SEAT_NAMES[clan][lang]
    text.append(name if name == clan_name else f"{name} ({clan_name})", style=STYLE[clan])
    if view["winner"] == clan:
        text.append("  ★", style="bold yellow")
    parts = [f"{say(BOARD, 'seats', lang)} {view['held'][clan]}"]
    parts += [f"{say(BOARD, key, lang)} {view[key][clan]}" for key in ("stock", "taken")]
    parts += [
        f"{say(BOARD, key, lang)} {view[key][clan]}" for key in ("kicks", "owes") if view[key][clan]
    ]
    text.append("  " + " · ".join(parts) + "\n")
    return text


def _board(view: Mapping[str, Any]) -> Text:
    from rich.text import Text

    board = view["board"]
    columns, rows = board["columns"], board["rows"]
    walls = {frozenset(pair) for pair in board["walls"]}
    dwarves = {name: clan for clan in range(2) for name in view["dwarves"][clan]}
    signs = {name: clan for clan in range(2) for name in view["signs"][clan]}
    letters = "".join(f" {chr(ord('a') + column)}  " for column in range(columns))
    text = Text()
    text.append(f"{MARGIN}{letters.rstrip()}\n", style="dim")
    for row in range(rows):
        line = board["fields"][row * columns : (row + 1) * columns]
        text.append(f"{line[0]['row']:>2}  ", style="dim")
        for column, field in enumerate(line):
            text.append_text(_field(field, dwarves, signs))
            nearby = line[column + 1 : column + 2]
            wall = bool(nearby) and frozenset((field["name"], nearby[0]["name"])) in walls
            text.append("│" if wall else " ", style="dim")
        text.append("\n")
        if row + 1 < rows:
            below = board["fields"][(row + 1) * columns : (row + 2) * columns]
            pairs = [frozenset((a["name"], b["name"])) for a, b in zip(line, below, strict=True)]
            if any(pair in walls for pair in pairs):
                drawn = "".join("━━━ " if pair in walls else "    " for pair in pairs)
                text.append(f"{MARGIN}{drawn.rstrip()}\n", style="dim")
    return text


def _field(field: Mapping[str, Any], dwarves: dict[str, int], signs: dict[str, int]) -> Text:
    from rich.text import Text

    name = field["name"]
    if name in dwarves:
        clan = dwarves[name]
        shown = f"[{DWARF[clan]}]" if field["kind"] == "seat" else f" {DWARF[clan]} "
        return Text(shown, style=STYLE[clan])
    if name in signs:
        return Text(f"[{SIGN[signs[name]]}]", style=STYLE[signs[name]])
    return Text(GROUND[field["kind"]], style="dim")
