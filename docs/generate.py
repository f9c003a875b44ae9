"""Fill the generated parts of the documentation from the code and its data.

    python docs/generate.py          write them
    python docs/generate.py --check  only say which are out of date (exit code 1)

A generated part stands between ``<!-- generated: name -->`` and ``<!-- end -->``; a part that every
game can have is asked for as ``<!-- generated: name game -->``. The parts are made in `parts/`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from parts.bots import luck, search_speed, strength
from parts.every_game import actions, endings, events, observation, options, position, sentences
from parts.figures import figures
from parts.game_of_trains import cards, notation, simulation
from parts.hosting import example_settings, host_choices
from parts.lab import close_enough, comparison
from parts.puzzles import shipped_puzzles
from parts.records import keys, record
from parts.review import review_example, review_found, review_words
from parts.server import server_memory, server_parts, server_rates
from parts.sets import set_entries
from parts.shared import code
from parts.trains_game import trains_cards, trains_notation, trains_simulation, trains_supplies
from parts.wire import entry_bytes
from parts.zugraub import better_bots, brains, cars, tuning
from parts.zwergenzugfahrt import fairness, maps
from typer.testing import CliRunner

from spielzug.cli.app import app
from spielzug.core.game import Game
from spielzug.games import get_game

DOCS = Path(__file__).resolve().parent
SETTINGS = DOCS.parent / "deploy" / "spielzug.toml"
"""Made as a whole."""
BLOCK = re.compile(r"(<!-- generated: (\w+)(?: (\w+))? -->\n).*?(<!-- end -->)", re.DOTALL)


def games() -> str:
    printed = CliRunner().invoke(app, ["games", "--json"]).stdout
    assert json.loads(printed)
    return code(printed, "json")


BLOCKS: dict[str, Callable[[], str]] = {
    f.__name__: f
    for f in (
        cards,
        notation,
        simulation,
        record,
        keys,
        games,
        maps,
        fairness,
        trains_cards,
        trains_supplies,
        trains_notation,
        trains_simulation,
        brains,
        cars,
        tuning,
        better_bots,
        strength,
        luck,
        search_speed,
        entry_bytes,
        comparison,
        close_enough,
        review_words,
        shipped_puzzles,
        review_found,
        review_example,
        host_choices,
        server_rates,
        server_parts,
        server_memory,
    )
}
GAME_BLOCKS: dict[str, Callable[[Game], str]] = {
    f.__name__: f
    for f in (
        actions,
        position,
        options,
        endings,
        events,
        figures,
        observation,
        sentences,
        set_entries,
    )
}


def fill(text: str) -> str:
    def block(found: re.Match[str]) -> str:
        name, game = found[2], found[3]
        made = GAME_BLOCKS[name](get_game(game).ready()) if game else BLOCKS[name]()
        return f"{found[1]}\n{made}\n{found[4]}"

    return BLOCK.sub(block, text)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = []
    for path in [*sorted(DOCS.rglob("*.md")), SETTINGS]:
        old = path.read_text(encoding="utf-8")
        new = example_settings() if path == SETTINGS else fill(old)
        if new != old:
            stale.append(path.relative_to(DOCS.parent))
            if not arguments:
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{'out of date' if arguments else 'written'}: {name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
