"""The page of Game of Trains."""

from __future__ import annotations

from parts.shared import SIMULATED, code, command, percent, ready_game_of_trains, run, table
from spielzug.games.game_of_trains import facts, state
from spielzug.games.game_of_trains.say.texts import ABILITY_NAMES

RULE_OF_ABILITY = ("G10", "G11", "G12", "G13", "G14", "G15", "G16", "G18")


def cards() -> str:
    ability = facts.SETS.get(0).ability
    rows = []
    for number, name in enumerate(facts.ABILITIES):
        cars = [str(car) for car in range(1, facts.CARS + 1) if ability[car] == number]
        sign = f"`{state.USE_SIGNS[number]}`"
        words = ABILITY_NAMES[name]["en"]
        rows.append([sign, words, RULE_OF_ABILITY[number], str(len(cars)), ", ".join(cars)])
    return table(["sign", "ability", "rule", "cars", "numbers"], rows)


MEANINGS = {
    "draw": "draw a car (G6)",
    "use": "use the face-up card with this ability (G7)",
    "place": "put the car in your hand at this place (G4, G6)",
    "keep": "set-up: keep the first, second, third or fourth card you drew (G4)",
    "swap_adjacent": "swap two neighbours (G10)",
    "swap_over_one": "swap two cars with one car between them (G11)",
    "move_right_2": "move a car two places to the right (G12)",
    "move_left_2": "move a car two places to the left (G13)",
    "protect": "protect the car at this place (G18)",
    "resign": "this seat resigns (only at a table with 2 seats)",
    "abandon": "the game is called off (only at a table)",
}


def notation() -> str:
    rows = [
        [" ".join(f"`{text}`" for text in band.notations()), MEANINGS[band.name]]
        for band in state.ACTIONS.bands
    ]
    return table(["written", "decision"], rows)


def simulation() -> str:
    strength = run(ready_game_of_trains(), 2, "greedy,random")
    rows = [[row["bot"], f"{row['wins']:,}", percent(row)] for row in strength["by_bot"]]
    text = f"**Greedy against random**, 2 seats, {SIMULATED:,} games:\n\n"
    text += code(command("game_of_trains", 2, "greedy,random"), "sh") + "\n"
    text += table(["bot", "wins", "rate (95% interval)"], rows)
    text += "\n**Greedy against greedy**, seat 1 begins, "
    text += f"{SIMULATED:,} games for each number of seats:\n\n"
    lines = [command("game_of_trains", s, "greedy", "--option first=1") for s in (2, 3, 4)]
    text += code("\n".join(lines), "sh")
    lengths: list[list[str]] = []
    shares: list[list[str]] = []
    for seats in (2, 3, 4):
        figures = run(ready_game_of_trains(), seats, "greedy", first=1)
        length = figures["lengths"]
        other = figures["reasons"].get("other_turn", 0)
        typical = [f"{length['median']:.0f}", f"{length['mean']:.1f}", f"{length['p95']:.0f}"]
        lengths.append([str(seats), *typical, str(length["max"]), f"{other / SIMULATED:.2%}"])
        won = [percent(row) for row in figures["by_seat"]]
        shares.append([str(seats), *won, *["–"] * (4 - seats)])
    head = ["seats", "median decisions", "mean decisions", "95% of games need at most"]
    text += "\n" + table([*head, "longest game", "won on another player's turn"], lengths)
    text += "\nHow often each seat wins, with 95% intervals:\n"
    text += "\n" + table(["seats", "seat 1", "seat 2", "seat 3", "seat 4"], shares)
    return text
