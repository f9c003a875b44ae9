"""Tables, code, and games that are simulated for a page."""

from __future__ import annotations

from typing import Any

from spielzug.core.game import Game
from spielzug.games import get_game
from spielzug.lab.play.simulate import SimulationPlan, simulate


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; a bar inside a cell would end the cell."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        f"| {' | '.join(c.replace('|', '&#124;') for c in cells)} |\n" for cells in lines
    )


def code(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def ready_game_of_trains() -> Game:
    return get_game("game_of_trains").ready()


SIMULATED = 10_000
SEED = "1"


def run(game: Game, seats: int, bots: str, games: int = SIMULATED, **chosen: int) -> dict[str, Any]:
    wanted = game.options(**{**game.simulation, **chosen})
    plan = SimulationPlan.make(game, seats, bots.split(","), games, SEED, wanted)
    return simulate(plan).to_json()


def percent(row: dict[str, Any]) -> str:
    return f"{row['rate']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


def command(game: str, seats: int, bots: str, more: str = "", games: int = SIMULATED) -> str:
    base = f"spielzug simulate {game} --seats {seats} --bots {bots} --games {games}"
    return f"{base} --seed {SEED} {more}".rstrip()
