"""The puzzles that ship: how many of each difficulty, and the commands that made them."""

from __future__ import annotations

from parts.shared import code, table
from spielzug.bots.names import LEVELS
from spielzug.games import all_games
from spielzug.school.puzzles import head_of, puzzles_of

GRADES = range(len(LEVELS) + 1)


def shipped_puzzles() -> str:
    """By how many levels miss them."""
    rows, commands = [], []
    for game in all_games():
        head, puzzles = head_of(game), puzzles_of(game)
        if head is None:
            continue
        grades = [str(sum(one.grade == grade for one in puzzles)) for grade in GRADES]
        wins = str(sum(one.kind == "win" for one in puzzles))
        counts = [f"{head.games:,}", f"{head.found:,}", str(len(puzzles)), wins]
        rows.append([game.title["en"], *counts, *grades])
        commands.append(head.command)
    heads = ["game", "games searched", "found", "shipped", "certain wins"]
    heads += [f"missed by {grade}" for grade in GRADES]
    return table(heads, rows) + "\n" + code("\n".join(commands), "sh")
