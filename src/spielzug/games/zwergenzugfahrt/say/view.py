"""Views of Die Zwergenzugfahrt as data for a board, and the drawing for a terminal.

The terminal shows the station from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from spielzug.core.declaration import Plain
from spielzug.core.events import SPECTATOR
from spielzug.core.texts import rich_text, say
from spielzug.games.zwergenzugfahrt.facts import CLANS, DWARVES, MODES, NOWHERE, Facts
from spielzug.games.zwergenzugfahrt.facts.sets import BOARD_NAMES, FIELD_KINDS, field_name
from spielzug.games.zwergenzugfahrt.say.texts import BOARD, SEAT_NAMES
from spielzug.games.zwergenzugfahrt.say.view_types import (
    FieldView,
    StationView,
    ZwergenFactsView,
    ZwergenStateView,
    ZwergenView,
)
from spielzug.games.zwergenzugfahrt.state import OVER, PHASES, REASONS, TURN, State

if TYPE_CHECKING:
    from rich.text import Text


@lru_cache(maxsize=16)
def board_view(facts: Facts[Plain]) -> StationView:
    """The board itself, which never changes; cached, so callers must not change it."""
    columns, rows = facts.columns, facts.rows
    names = [field_name(column, row) for row in range(rows, 0, -1) for column in range(columns)]
    fields: list[FieldView] = [
        {
            "name": name,
            "column": field % columns,
            "row": rows - field // columns,
            "kind": FIELD_KINDS[facts.kind[field]],
            "home": facts.owner[field] if facts.owner[field] != NOWHERE else None,
        }
        for field, name in enumerate(names)
    ]
    walls = []
    for field, name in enumerate(names):
        right, below = field + 1, field + columns
        if right % columns and right not in facts.to[field]:
            walls.append([name, names[right]])
        if below < len(names) and below not in facts.to[field]:
            walls.append([name, names[below]])
    return {
        "name": BOARD_NAMES[facts.board],
        "columns": columns,
        "rows": rows,
        "fields": fields,
        "walls": walls,
    }


def facts_view(facts: Facts[Plain], state: State[Plain]) -> ZwergenFactsView:
    """What never changes after the deal: the station, who began, and when the game ends."""
    mode = MODES[facts.mode]
    return {
        "seats": state.seats,
        "first": state.first,
        "board": board_view(facts),
        "mode": mode,
        "limit": facts.limit or None,
        "each": bool(facts.each),
        "minutes": facts.minutes if mode == "time" else None,
        "every": facts.every,
        "coin_shares": facts.coin,
        "takes": facts.takes,
    }


def until_conductor(facts: Facts[Plain], state: State[Plain]) -> int | None:
    """In how many turns the conductor comes; None if the game is over by then.

    If turns count separately for each clan, the end depends on missed turns; this assumes that
    nobody kicks or has to pass from now on.
    """
    left = facts.every - state.turns % facts.every
    if state.phase == OVER:
        return None
    if facts.limit == 0:
        return left
    if not facts.each:
        return left if state.turns + left < facts.limit else None
    clan = state.turn if state.phase == TURN else state.next
    owes, taken = list(state.owes), list(state.turns_each)
    for _ in range(left):
        while owes[clan] > 0:  # Z9
            owes[clan] -= 1
            clan = 1 - clan
        taken[clan] += 1
        if min(taken) >= facts.limit:  # Z15: the end comes before the conductor
            return None
        clan = 1 - clan
    return left


def view(facts: Facts[Plain], state: State[Plain], seat: int) -> ZwergenStateView:
    """What a board shows now; everything except future luck is public.

    What belongs to a clan is listed by clan. The order of its dwarves never changes, so that a
    board can follow each of them.
    """
    return {**_public_view(facts, state), "you": seat}


@lru_cache(maxsize=64)
def _public_view(facts: Facts[Plain], state: State[Plain]) -> ZwergenStateView:
    """The same for nobody; those who look at the same time share it, so it must not be changed."""
    fields = board_view(facts)["fields"]
    places = [fields[field] for field in state.field]
    dwarves = [places[clan * DWARVES : (clan + 1) * DWARVES] for clan in range(CLANS)]
    signs = [
        [field["name"] for number, field in enumerate(fields) if bits >> number & 1]
        for bits in state.signs
    ]
    seated = [sum(place["kind"] == "seat" for place in own) for own in dwarves]
    return {
        "you": SPECTATOR,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "dwarves": [[place["name"] for place in own] for own in dwarves],
        "signs": signs,
        "stock": state.stock,
        "taken": state.taken,
        "kicks": state.kicks,
        "owes": state.owes,
        "held": [seated[clan] + len(signs[clan]) for clan in range(CLANS)],
        "turns": state.turns,
        "turns_each": state.turns_each,
        "until_conductor": until_conductor(facts, state),
        "coin": state.coin if state.coin >= 0 else None,
        "winner": state.winner,
        "reason": REASONS[state.reason],
    }


GROUND = {"platform": " · ", "aisle": "   ", "door": "▒▒▒", "seat": " □ ", "home": " ╌ "}
# Clans have letters, because colours alone are not accessible.
DWARF, SIGN = ("r", "g"), ("R", "G")
STYLE = ("bold red", "bold green")
MARGIN = "    "


def draw(view: ZwergenView, names: Sequence[str], lang: str) -> Text:
    """The whole position as rich text, from `facts_view` and `view` in one mapping."""
    text = rich_text()
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


def _turns(view: ZwergenView, lang: str) -> str:
    """The number of turns, and the limit if there is one."""
    limit = view["limit"]
    if limit and view["each"]:
        red, green = view["turns_each"]
        return say(BOARD, "turns_each", lang, red=red, green=green, limit=limit)
    turn = f"{say(BOARD, 'turn', lang)} {view['turns']}"
    return f"{turn}/{limit}" if limit else turn


def _clan(view: ZwergenView, clan: int, name: str, lang: str) -> Text:
    text = rich_text()
    turn = view["turn"] == clan
    text.append(" ▶ " if turn else "   ", style="bold red")
    clan_name = SEAT_NAMES[clan][lang]
    text.append(name if name == clan_name else f"{name} ({clan_name})", style=STYLE[clan])
    if view["winner"] == clan:
        text.append("  ★", style="bold yellow")
    parts = [f"{say(BOARD, 'seats', lang)} {view['held'][clan]}"]
    for key, counts in (("stock", view["stock"]), ("taken", view["taken"])):
        parts.append(f"{say(BOARD, key, lang)} {counts[clan]}")
    for key, counts in (("kicks", view["kicks"]), ("owes", view["owes"])):
        if counts[clan]:
            parts.append(f"{say(BOARD, key, lang)} {counts[clan]}")
    text.append("  " + " · ".join(parts) + "\n")
    return text


def _board(view: ZwergenView) -> Text:
    board = view["board"]
    columns, rows = board["columns"], board["rows"]
    walls = {frozenset(pair) for pair in board["walls"]}
    dwarves = {name: clan for clan in range(2) for name in view["dwarves"][clan]}
    signs = {name: clan for clan in range(2) for name in view["signs"][clan]}
    letters = "".join(f" {chr(ord('a') + column)}  " for column in range(columns))
    text = rich_text()
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


def _field(field: FieldView, dwarves: dict[str, int], signs: dict[str, int]) -> Text:
    name = field["name"]
    if name in dwarves:
        clan = dwarves[name]
        shown = f"[{DWARF[clan]}]" if field["kind"] == "seat" else f" {DWARF[clan]} "
        return rich_text(shown, style=STYLE[clan])
    if name in signs:
        return rich_text(f"[{SIGN[signs[name]]}]", style=STYLE[signs[name]])
    return rich_text(GROUND[field["kind"]], style="dim")
