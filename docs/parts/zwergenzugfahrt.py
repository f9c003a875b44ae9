"""The page of Die Zwergenzugfahrt."""

from __future__ import annotations

from parts.shared import SIMULATED, code, command, percent, run, table
from spielzug.core.game import Game
from spielzug.games import get_game
from spielzug.games.zwergenzugfahrt.facts import SETS


def ready_game() -> Game:
    return get_game("zwergenzugfahrt").ready()


def maps() -> str:
    """Every board as its file draws it."""
    data = SETS.loaded(0).data["boards"]
    parts = [f"`{name}`\n\n{code(chr(10).join(data[name]['map']), 'text')}" for name in data]
    return "\n".join(parts)


def fairness() -> str:
    """How strong greedy is, and what it means to begin, on every board and in both modes."""
    game = ready_game()
    seats = game.options.parse({"mode": "seats"}).mode
    rows, lines = [], []
    for number, board in enumerate(SETS.get(0).names):
        figures = run(game, 2, "greedy,random", mode=seats, board=number)
        row = figures["by_bot"][0]
        rows.append([board, f"{row['wins']:,}", f"{row['draws']:,}", percent(row)])
        more = f"-o mode=seats -o board={board}"
        lines.append(command(game.name, 2, "greedy,random", more))
    text = f"**Greedy against random**, mode `seats`, {SIMULATED:,} games on each board:\n\n"
    text += code("\n".join(lines), "sh") + "\n"
    text += table(["board", "wins by greedy", "draws", "rate (95% interval)"], rows)
    rows, lines = [], []
    for number, board in enumerate(SETS.get(0).names):
        for mode, name in ((seats, "seats"), (0, "turns")):
            figures = run(game, 2, "greedy", first=1, mode=mode, board=number)
            ten = figures["reasons"].get("ten_seats", 0) / SIMULATED
            length = f"{figures['lengths']['median']:.0f}"
            red = figures["by_seat"][0]
            green = run(game, 2, "greedy", first=2, mode=mode, board=number)["by_seat"][1]
            draws = f"{red['draws'] / SIMULATED:.2%}"
            begin = [percent(red), percent(green)]
            rows.append([board, f"`{name}`", *begin, draws, f"{ten:.2%}", length])
            more = f"-o first=red -o mode={name} -o board={board}"
            lines.append(command(game.name, 2, "greedy", more))
    text += f"\n**Greedy against greedy**, {SIMULATED:,} games for each rate; a draw counts as "
    text += "half a win. The rates are those of the clan that begins, with 95% intervals; the last "
    text += "three columns are for the games that Red begins. The commands are for these games, "
    text += "too; for the others, use `-o first=green`:\n\n"
    text += code("\n".join(lines), "sh") + "\n"
    head = ["board", "mode", "Red's rate when beginning", "Green's rate when beginning"]
    return text + table([*head, "draws", "won with ten seats", "median decisions"], rows)
