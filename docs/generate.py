"""Fill the generated parts of the documentation from the code and its data.

    python docs/generate.py          write them
    python docs/generate.py --check  only say which are out of date (exit code 1)

A generated part stands between ``<!-- generated: name -->`` and ``<!-- end -->``; a part that every
game can have is asked for as ``<!-- generated: name game -->``.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml
from typer.testing import CliRunner

from spielzug.bots import get_bot
from spielzug.cli.app import app
from spielzug.core.chance import Secret, generator
from spielzug.core.game import LANGUAGES, Game
from spielzug.core.match import Entry, Match, Seat, SeedChance, TableChance
from spielzug.core.records import write_record
from spielzug.core.texts import Texts
from spielzug.games import get_game
from spielzug.games.game_of_trains import actions, tables
from spielzug.games.game_of_trains.texts import ABILITY_NAMES
from spielzug.games.zwergenzugfahrt import boards as station
from spielzug.lab.simulate import Plan, simulate

DOCS = Path(__file__).resolve().parent
BLOCK = re.compile(r"(<!-- generated: (\w+)(?: (\w+))? -->\n).*?(<!-- end -->)", re.DOTALL)
LANGUAGE_NAMES = {"de": "Deutsch", "en": "English", "fr": "Français", "nl": "Nederlands"}


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; a bar inside a cell would end the cell."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        f"| {' | '.join(c.replace('|', '&#124;') for c in cells)} |\n" for cells in lines
    )


def code(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def trains() -> Game:
    return get_game("game_of_trains").ready()


# -- the game's page -----------------------------------------------------------------------------

RULE_OF_ABILITY = ("G10", "G11", "G12", "G13", "G14", "G15", "G16", "G18")


def cards() -> str:
    ability = tables.read_cards()
    rows = []
    for number, name in enumerate(tables.ABILITIES):
        cars = [str(car) for car in range(1, tables.CARS + 1) if ability[car] == number]
        sign = f"`{actions.USE_SIGNS[number]}`"
        words = ABILITY_NAMES[name]["en"]
        rows.append([sign, words, RULE_OF_ABILITY[number], str(len(cars)), ", ".join(cars)])
    return table(["sign", "ability", "rule", "cars", "numbers"], rows)


def options(game: Game) -> str:
    rows = [
        [f"`{o['name']}`", f"`{o['default']}`", o["values"], o["help"]["en"]]
        for o in game.options.describe()
    ]
    return table(["option", "default", "values", "what it does"], rows)


def notation() -> str:
    spans = (
        (actions.DRAW, actions.USE, "draw a car (G6)"),
        (actions.USE, actions.PLACE, "use the open card with this ability (G7)"),
        (actions.PLACE, actions.KEEP, "put the car in hand at this place (G4, G6)"),
        (actions.KEEP, actions.SWAP_ADJACENT_AT, "set-up: keep this one of the cars drawn (G4)"),
        (actions.SWAP_ADJACENT_AT, actions.SWAP_OVER_ONE_AT, "swap two neighbours (G10)"),
        (actions.SWAP_OVER_ONE_AT, actions.MOVE_RIGHT_AT, "swap over one car (G11)"),
        (actions.MOVE_RIGHT_AT, actions.MOVE_LEFT_AT, "move two places right (G12)"),
        (actions.MOVE_LEFT_AT, actions.PROTECT_AT, "move two places left (G13)"),
        (actions.PROTECT_AT, actions.RESIGN, "protect the car at this place (G18)"),
        (actions.RESIGN, actions.ABANDON, "this seat resigns (the table only, 2 seats)"),
        (actions.ABANDON, actions.N_ACTIONS, "the game is called off (the table only)"),
    )
    rows = []
    for first, end, meaning in spans:
        rows.append([" ".join(f"`{actions.notation(a)}`" for a in range(first, end)), meaning])
    return table(["written", "decision"], rows)


def endings(game: Game) -> str:
    rows = [[f"`{name}`", words["en"]] for name, words in game.reasons.items()]
    return table(["reason in records", "in words"], rows)


# -- what simulation shows -----------------------------------------------------------------------

SIMULATED = 10_000
SEED = "1"


def run(game: Game, seats: int, bots: str, **chosen: int) -> dict[str, Any]:
    wanted = game.options(**{**game.simulation, **chosen})
    plan = Plan.make(game, seats, bots.split(","), SIMULATED, SEED, wanted)
    return simulate(plan).to_json()


def percent(row: dict[str, Any]) -> str:
    return f"{row['rate']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


def simulation() -> str:
    strength = run(trains(), 2, "greedy,random")
    rows = [[row["bot"], f"{row['wins']:,}", percent(row)] for row in strength["by_bot"]]
    text = f"**Greedy against random**, 2 seats, {SIMULATED:,} games:\n\n"
    text += code(command("game_of_trains", 2, "greedy,random"), "sh") + "\n"
    text += table(["bot", "wins", "rate (95 % interval)"], rows)
    text += "\n**Greedy against greedy**, seat 1 begins, "
    text += f"{SIMULATED:,} games for each number of seats:\n\n"
    lines = [command("game_of_trains", s, "greedy", "--option first=1") for s in (2, 3, 4)]
    text += code("\n".join(lines), "sh")
    lengths: list[list[str]] = []
    shares: list[list[str]] = []
    for seats in (2, 3, 4):
        figures = run(trains(), seats, "greedy", first=1)
        length = figures["lengths"]
        other = figures["reasons"].get("other_turn", 0)
        typical = [f"{length['median']:.0f}", f"{length['mean']:.1f}", f"{length['p95']:.0f}"]
        lengths.append([str(seats), *typical, str(length["max"]), f"{other / SIMULATED:.2%}"])
        won = [percent(row) for row in figures["by_seat"]]
        shares.append([str(seats), *won, *["–"] * (4 - seats)])
    head = ["seats", "median decisions", "mean", "95 % need at most", "longest"]
    text += "\n" + table([*head, "won in another's turn"], lengths)
    text += "\n" + table(["seats", "seat 1", "seat 2", "seat 3", "seat 4"], shares)
    return text


def command(game: str, seats: int, bots: str, more: str = "") -> str:
    base = f"spielzug simulate {game} --seats {seats} --bots {bots} --games {SIMULATED}"
    return f"{base} --seed {SEED} {more}".rstrip()


# -- Die Zwergenzugfahrt -------------------------------------------------------------------------


def dwarves() -> Game:
    return get_game("zwergenzugfahrt").ready()


def maps() -> str:
    """Every board as its file draws it."""
    data = yaml.safe_load(station.BOARDS_FILE.read_text(encoding="utf-8"))
    parts = [f"`{name}`\n\n{code(chr(10).join(data[name]['map']), 'text')}" for name in data]
    return "\n".join(parts)


def fairness() -> str:
    """How strong greedy is, and what it means to begin, on every board and in both modes."""
    game = dwarves()
    seats = game.options.parse({"mode": "seats"}).mode
    rows, lines = [], []
    for number, board in enumerate(station.BOARDS):
        figures = run(game, 2, "greedy,random", mode=seats, board=number)
        row = figures["by_bot"][0]
        rows.append([board, f"{row['wins']:,}", f"{row['draws']:,}", percent(row)])
        more = f"-o mode=seats -o board={board}"
        lines.append(command(game.name, 2, "greedy,random", more))
    text = f"**Greedy against random**, mode `seats`, {SIMULATED:,} games on each board:\n\n"
    text += code("\n".join(lines), "sh") + "\n"
    text += table(["board", "wins of greedy", "draws", "rate (95 % interval)"], rows)
    rows, lines = [], []
    for number, board in enumerate(station.BOARDS):
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
    text += f"\n**Greedy against greedy**, {SIMULATED:,} games each; a draw is half a win. Rates "
    text += "are those of the clan that begins, with their 95 % intervals; the other columns are "
    text += "of the games that Red begins (for Green: `-o first=green`):\n\n"
    text += code("\n".join(lines), "sh") + "\n"
    head = ["board", "mode", "Red begins", "Green begins", "draws", "won by ten seats"]
    return text + table([*head, "median decisions"], rows)


# -- sentences -----------------------------------------------------------------------------------

EXAMPLES = {
    # In turn a game that somebody wins, and one long enough for the piles to run out.
    "game_of_trains": ("turn_limit=120",),
    # Short games for small counts, long ones for many kicks, and the clock.
    "zwergenzugfahrt": ("turns=9", "mode=seats", "mode=time"),
}
"""Options of the games that tell the sentences, in turn."""
UNTOLD = {"zwergenzugfahrt": {"passed", "ended_blocked"}}
"""Sentences of things that no game on our boards can lead to: shown with their gaps."""


def key_of(texts: Texts, sentence: str) -> str:
    """Which sentence of the game this is: the one with most words of its own that fits."""

    def own_words(key: str) -> int:
        return -len(re.sub(r"\{\w+\}", "", texts[key]["en"]))

    for key in sorted(texts, key=own_words):
        pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(texts[key]["en"]))
        if re.fullmatch(pattern, sentence):
            return key
    raise SystemExit(f"no sentence of the game reads {sentence!r}")


def example_entries(game: Game) -> Iterator[tuple[Match, Entry]]:
    """Entries of real games, until the caller has seen enough."""
    for ending in ("!abandon", "!resign1"):
        match = Match(game, [Seat("Ada"), Seat("Ben")], SeedChance("docs"))
        yield match, match.from_outside(game.words.parse(ending))
    kinds = EXAMPLES[game.name]
    for number in range(200):
        seats = [Seat("Ada", ("random", "greedy")[number % 2]), Seat("Ben", "random")]
        chosen = game.options.from_text(kinds[number % len(kinds)])
        match = Match(game, seats, SeedChance("docs", number), chosen)
        lot = generator(number)
        yield match, match.log[0]
        while not match.over:
            if game.clock(chosen) is not None and len(match.log) > 40:
                yield match, match.from_outside(game.words.parse(game.time_over))
                break
            bot = get_bot(match.seats[match.actor].player)
            yield match, match.play(bot.choose(game, match.tables, match.hidden(match.actor), lot))


def sentences(game: Game) -> str:
    texts: Texts = import_module(f"spielzug.games.{game.name}.texts").SENTENCES
    untold = UNTOLD.get(game.name, set())
    found = {key: [texts[key][lang] for lang in LANGUAGES] for key in untold}
    for match, entry in example_entries(game):
        for seat in (-1, 0):
            spoken = [match.sentences(entry, lang, seat) for lang in LANGUAGES]
            for versions in zip(*spoken, strict=True):
                key = key_of(texts, versions[LANGUAGES.index("en")])
                found.setdefault(key, list(versions))
        if len(found) == len(texts):
            break
    missing = set(texts) - set(found)
    if missing:
        raise SystemExit(f"no game told these sentences: {sorted(missing)}")
    rows = [[f"`{key}`", *found[key]] for key in texts]
    return table(["sentence", *LANGUAGE_NAMES.values()], rows)


# -- records -------------------------------------------------------------------------------------


@cache
def example_match() -> Match:
    """A short game with a table's luck, one choice taken back on the way."""
    game = trains()
    seats = [Seat("Ada"), Seat("Greedy 2", "greedy")]
    shortest: Match | None = None
    for number in range(60):
        secret = Secret(hashlib.sha256(f"an example for the docs {number}".encode()).digest())
        match = Match(game, seats, TableChance(secret, ("a1b2c3d4e5f60718",)))
        if play_example(match) and (shortest is None or len(match.log) < len(shortest.log)):
            shortest = match
    assert shortest is not None
    return shortest


def play_example(match: Match) -> bool:
    """Both seats look one choice ahead; whether Ada could take a choice back."""
    bot, lot, undone = get_bot("greedy"), generator(0), False
    while not match.over:
        seat = match.actor
        wanted = bot.choose(match.game, match.tables, match.hidden(seat), lot)
        others = [a for a in match.legal() if actions.USE <= a < actions.PLACE and a != wanted]
        for action in others[: 1 - undone]:
            if seat == 0 and action - actions.USE < tables.REMOVE_LEFT:
                match.play(action)
                match.undo(seat)
                undone = True
        match.play(wanted)
    return undone


def record() -> str:
    return code(write_record(example_match()), "text")


def keys() -> str:
    chance = example_match().chance
    assert isinstance(chance, TableChance)
    lines = [f"{entry} {int(chance.secret.key(chance.nonces, entry))}" for entry in range(3)]
    return code("\n".join(lines), "text")


# -- commands ------------------------------------------------------------------------------------


def games() -> str:
    printed = CliRunner().invoke(app, ["games", "--json"]).stdout
    assert json.loads(printed)
    return code(printed, "json")


BLOCKS: dict[str, Callable[[], str]] = {
    f.__name__: f for f in (cards, notation, simulation, record, keys, games, maps, fairness)
}
GAME_BLOCKS: dict[str, Callable[[Game], str]] = {
    f.__name__: f for f in (options, endings, sentences)
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
    for path in sorted(DOCS.rglob("*.md")):
        old = path.read_text(encoding="utf-8")
        new = fill(old)
        if new != old:
            stale.append(path.relative_to(DOCS))
            if not arguments:
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{'out of date' if arguments else 'written'}: docs/{name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
