"""Trains drawn in a terminal: the map as rows of hexagons, then the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spielzug.core.texts import say
from spielzug.games.trains.say.texts import BOARD

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 8  # columns of a space, the gap beside it included; ten of them fit a line of 80
PILES = 6  # of the supply in a line
GROUND = {"plain": ".", "river": "~", "mountain": "^", "sea": "#"}
HOLE = "none"
GROUND_STYLE = {"plain": "green", "river": "blue", "mountain": "yellow", "sea": "dim blue"}
# Letters, not colours alone, tell the players apart.
CUBES = ("B", "Y", "R", "G")
STYLES = ("bold blue", "bold yellow", "bold red", "bold green")


def draw(view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
    """The whole position as rich text."""
    from rich.text import Text

    text = Text()
    text.append_text(_map(view))
    text.append(f"{say(BOARD, 'legend', lang)}\n", style="dim")
    for seat, name in enumerate(names):
        text.append_text(_player(view, seat, name, lang))
    text.append_text(_cards(view, lang))
    return text


def _map(view: Mapping[str, Any]) -> Text:
    from rich.text import Text

    text = Text()
    board = view["board"]
    barriers = {frozenset(pair) for pair in board["barriers"]}
    drawn = [space["row"] for space in board["spaces"] if space["terrain"] != HOLE]
    for row in range(min(drawn), max(drawn) + 1):
        spaces = [space for space in board["spaces"] if space["row"] == row]
        if row > min(drawn):
            text.append_text(_edges(view, row, barriers))
        for part in (_first_line, _second_line):
            line = Text(" " * ((WIDTH // 2) * (row % 2)))
            for column, space in enumerate(spaces):
                line.append_text(part(view, space))
                nearby = spaces[column + 1]["name"] if column + 1 < len(spaces) else ""
                wall = frozenset((space["name"], nearby)) in barriers
                line.append("|" if wall else " ", style="bold")
            line.rstrip()
            text.append_text(line).append("\n")
    return text


def _edges(view: Mapping[str, Any], row: int, barriers: set[frozenset[str]]) -> Text:
    """The line between two rows: only barriers stand in it."""
    from rich.text import Text

    line = [" "] * 80
    spaces = {s["name"]: s for s in view["board"]["spaces"]}
    for pair in barriers:
        a, b = sorted(pair)
        if spaces[b]["row"] == row and spaces[a]["row"] == row - 1:
            middle = sum(WIDTH * s["column"] + (WIDTH // 2) * (1 + s["row"] % 2)
                         for s in (spaces[a], spaces[b])) // 2  # fmt: skip
            line[middle - 1 : middle + 2] = "───"
    drawn = "".join(line).rstrip()
    return Text(f"{drawn}\n", style="bold") if drawn else Text()


def _first_line(view: Mapping[str, Any], space: Mapping[str, Any]) -> Text:
    """The name of a space and what it is."""
    from rich.text import Text

    name, terrain = space["name"], space["terrain"]
    if terrain == HOLE:
        return Text(" " * (WIDTH - 1))
    text = Text(f"{name} ", style="dim")
    if terrain == "city":
        built = view["stations"].get(name, 0)
        text.append(f"{built}/{space['capacity']}", style="bold" if built else "")
    elif terrain == "remote":
        text.append(f"*{space['value']}", style="bold magenta")
    else:
        text.append(GROUND[terrain] * 2, style=GROUND_STYLE[terrain])
    text.append(" " * (WIDTH - 1 - len(text)))
    return text


def _second_line(view: Mapping[str, Any], space: Mapping[str, Any]) -> Text:
    """The cubes on it, and the beginning of its title."""
    from rich.text import Text

    text = Text()
    for seat, cubes in enumerate(view["cubes"]):
        if space["name"] in cubes:
            text.append(CUBES[seat], style=STYLES[seat])
    if space["title"]:
        text.append(" " if len(text) else "")
        text.append(space["title"][: WIDTH - 1 - len(text)], style="italic")
    text.append(" " * (WIDTH - 1 - len(text)))
    return text


def _player(view: Mapping[str, Any], seat: int, name: str, lang: str) -> Text:
    from rich.text import Text

    player = view["players"][seat]
    text = Text(" ▶ " if view["turn"] == seat else "   ", style="bold red")
    text.append(f"{CUBES[seat]} {name}", style=STYLES[seat])
    if seat in view["winners"]:
        text.append("  ★", style="bold yellow")
    discards = sum(player["discard"].values())
    counted = (
        ("points", view["points"][seat]), ("cubes", view["stock"][seat]),
        ("cards", player["hand"]), ("pile", player["draw"]), ("discard", discards),
    )  # fmt: skip
    text.append("  " + " · ".join(f"{say(BOARD, key, lang)} {n}" for key, n in counted) + "\n")
    return text


def _cards(view: Mapping[str, Any], lang: str) -> Text:
    from rich.text import Text

    def listed(cards: Mapping[str, int], named: bool = False) -> str:
        def one(kind: str, count: int) -> str:
            shown = f"{kind} {view['cards'][kind]['title'][lang]}" if named else kind
            return f"{count}× {shown}" if count > 1 else shown

        return ", ".join(one(kind, count) for kind, count in cards.items())

    text = Text()
    text.append(f" {say(BOARD, 'supply', lang)}: ", style="bold")
    piles = [
        f"{kind} {count} ({view['cards'][kind]['cost']})"
        for kind, count in zip(view["piles"], view["supply"], strict=True)
    ]
    lines = ["  ".join(piles[i : i + PILES]) for i in range(0, len(piles), PILES)]
    text.append("\n   ".join(lines) + "\n")
    text.append(
        f" {say(BOARD, 'tokens', lang)} {view['tokens']} · "
        f"{say(BOARD, 'turns', lang)} {view['turns']}\n",
        style="dim",
    )
    if view["play"]:
        text.append(f" {say(BOARD, 'play', lang)}: {listed(view['play'])}\n")
    if view["aside"]:
        text.append(f" {say(BOARD, 'aside', lang)}: {listed(view['aside'])}\n")
    if view["effects"]:
        ids = {card["id"]: card["title"][lang] for card in view["cards"].values()}
        named = ", ".join(ids[name] for name in view["effects"])
        text.append(f" {say(BOARD, 'effects', lang)}: {named}\n", style="bold")
    if view["row"]:
        text.append(f" {say(BOARD, 'row', lang)}: {' '.join(view['row'])}\n", style="bold yellow")
    if view["look"]:
        text.append(f" {say(BOARD, 'look', lang)}: {view['look']}\n", style="bold yellow")
    if view["turn"] >= 0:
        text.append(f" {say(BOARD, 'money', lang)}: {view['money']}\n", style="bold")
    if view["hand"]:
        text.append(f" {say(BOARD, 'hand', lang)}: {listed(view['hand'], True)}\n")
    return text
