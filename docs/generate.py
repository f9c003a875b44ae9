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
from spielzug.games.trains import actions as rails
from spielzug.games.trains import cards as deck
from spielzug.games.trains.boards import BOARDS as SIDES
from spielzug.games.zugraub import sets as robbery
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


def run(game: Game, seats: int, bots: str, games: int = SIMULATED, **chosen: int) -> dict[str, Any]:
    wanted = game.options(**{**game.simulation, **chosen})
    plan = Plan.make(game, seats, bots.split(","), games, SEED, wanted)
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


def command(game: str, seats: int, bots: str, more: str = "", games: int = SIMULATED) -> str:
    base = f"spielzug simulate {game} --seats {seats} --bots {bots} --games {games}"
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


# -- Trains --------------------------------------------------------------------------------------

TRAINS_GAMES = 1_000  # a game takes some hundred decisions


def trains_cards() -> str:
    rows = [
        [
            f"`{card.code}`", card.names["en"], card.names["de"], ", ".join(card.kinds),
            str(card.cost), str(card.money), str(card.points or ""), str(card.count),
            card.help["en"],
        ]
        for card in deck.read_cards().cards
    ]  # fmt: skip
    head = ["code", "card", "German", "kind", "cost", "money", "points", "cards", "what it does"]
    return table(head, rows)


def trains_sets() -> str:
    names = {card.code: card.names["en"] for card in deck.read_cards().cards}
    rows = [
        [f"`{name}`", ", ".join(names[code] for code in codes)]
        for name, codes in deck.read_cards().presets.items()
    ]
    return table(["set", "kinds"], rows)


def trains_notation() -> str:
    meanings = (
        ("@c5", "the first cube goes there (T3)"),
        ("NT", "play a card for its money only (T5)"),
        ("LR+", "play a card and use its ability (T5)"),
        ("$EX", "buy a card (T6)"),
        ("$EX^", "buy a card onto the own draw pile (Early Train)"),
        (".", "end the turn (T8)"),
        ("~", "pass and return all Waste (T7)"),
        ("=c5", "lay the rail (T10)"),
        ("^c5", "build the station (T13)"),
        ("#2", "Freight Train: return so many Waste"),
        ("-NT", "Mail Train, Conductor's Station, Garage: discard a card"),
        ("-", "Signals: discard the card looked at"),
        ("^", "Signals: put it back"),
        ("?NT", "Command Central: name a kind"),
        (">EX", "Information Central, Wagon Factory: take a card"),
        ("/", "no more, or none"),
        ("^1", "Information Central: put the card at this place of the row back next"),
        (":draw", "Station Crew: draw (also `:money`, `:waste`)"),
        ("&EX", "choose a card for the ability of another"),
        ("!resign1", "this seat resigns (the table only, 2 seats)"),
        ("!abandon", "the game is called off (the table only)"),
    )
    assert all(rails.notation(rails.parse(text)) == text for text, _ in meanings)
    return table(["written, for example", "decision"], [[f"`{t}`", m] for t, m in meanings])


def trains_simulation() -> str:
    game = get_game("trains").ready()
    rows, lines = [], []
    for number, side in enumerate(SIDES):
        figures = run(game, 2, "greedy,random", TRAINS_GAMES, board=number)
        row = figures["by_bot"][0]
        rows.append([side, f"{row['wins']:,}", percent(row)])
        lines.append(command(game.name, 2, "greedy,random", f"-o board={side}", games=TRAINS_GAMES))
    text = (
        f"**Greedy against random**, 2 seats, kinds by lot, {TRAINS_GAMES:,} games on each board:"
    )
    text += "\n\n" + code("\n".join(lines), "sh") + "\n"
    text += table(["board", "wins of greedy", "rate (95 % interval)"], rows)
    rows, lines = [], []
    for number, side in enumerate(SIDES):
        for seats in game.seats:
            figures = run(game, seats, "greedy", TRAINS_GAMES, board=number, first=1)
            length = f"{figures['lengths']['median']:.0f}"
            reasons = figures["reasons"]
            ends = [
                f"{reasons.get(name, 0) / TRAINS_GAMES:.1%}"
                for name in ("four_piles", "cubes", "stations", "turn_limit")
            ]
            first = percent(figures["by_seat"][0])
            rows.append([side, str(seats), length, first, *ends])
            more = f"-o board={side} -o first=1"
            lines.append(command(game.name, seats, "greedy", more, games=TRAINS_GAMES))
    text += "\n**Greedy against greedy**, seat 1 begins, kinds by lot, "
    text += f"{TRAINS_GAMES:,} games each:\n\n" + code("\n".join(lines), "sh") + "\n"
    head = ["board", "seats", "median decisions", "rate of seat 1 (95 %)"]
    ends = ["four piles", "cubes", "stations", "turn limit"]
    return text + table([*head, *ends], rows)


# -- Der große Zugraub -----------------------------------------------------------------------------


def brains() -> str:
    """Every card of the shipped set, characters by what they cost."""
    cards_ = [*robbery.shipped().cards, *robbery.shipped().bonus]
    rows = [
        [
            str(card.number) + (" (bonus)" if card.number > robbery.CARDS else ""),
            card.name,
            card.kind["en"],
            *(str(value) for value in (card.cost, card.hit, card.run, card.iq)),
            f"`{card.ability}`" if card.ability else "",
        ]
        for card in sorted(cards_, key=lambda c: (c.cheese, c.cost, c.number))
    ]
    return table(["card", "name", "kind", "cost", "hit", "run", "IQ", "ability"], rows)


def cars() -> str:
    """Every face of the shipped set with its plan."""
    parts = []
    for number, face in enumerate(robbery.shipped().faces):
        piece, side = divmod(number, 2)
        what = f"piece {piece + 1}, side {side + 1}, {face.plan.crossing} steps to cross"
        if number >= robbery.CABOOSE_FACE:
            what = f"piece {piece + 1}, side {side + 1}"
        name = face.title["en"].capitalize()
        plan_ = "\n".join(line.rstrip() for line in face.plan.lines)
        parts.append(f"{name} (`{face.name}`): {what}\n\n{code(plan_, 'text')}")
    return "\n".join(parts)


def tuning() -> str:
    """How strong greedy is, how long games take, and that no seat and no brain is too good."""
    game = get_game("zugraub").ready()
    strength = run(game, 4, "greedy,random,random,random")
    rows = [
        [row["bot"], f"{row['wins']:,} of {row['games']:,}", f"{row['wins'] / row['games']:.2%}"]
        for row in strength["by_bot"]
    ]
    text = f"**Greedy against three random players**, 4 seats, {SIMULATED:,} games:\n\n"
    text += code(command(game.name, 4, "greedy,random,random,random"), "sh") + "\n"
    text += table(["bot", "wins", "rate"], rows)
    text += f"\n**Greedy against greedy**, seat 1 begins, {SIMULATED:,} games each:\n\n"
    lines = [command(game.name, seats, "greedy", "-o first=1 --json") for seats in game.seats]
    text += code("\n".join(lines), "sh")
    lengths, shares = [], []
    for seats in game.seats:
        figures = run(game, seats, "greedy", first=1)
        measures, reasons = figures["measures"], figures["reasons"]
        turns, brain = measures["turns_each"], measures["winning_brain"]
        best = robbery.shipped().card(brain["most_often"]).name if brain["most_often"] else "none"
        lengths.append(
            [
                str(seats),
                f"{turns['median']:.0f}",
                f"{turns['p95']:.0f}",
                f"{measures['winning_iq']['median']:.0f}",
                f"{best} {brain['share']:.2%}",
                *(f"{reasons.get(name, 0) / SIMULATED:.2%}" for name in ("shared", "all_lose")),
                f"{reasons.get('turn_limit', 0) / SIMULATED:.2%}",
            ]
        )
        won = [f"{row['rate']:.2%}" for row in figures["by_seat"]]
        shares.append([str(seats), *won, *["–"] * (7 - seats)])
    head = ["seats", "median turns a player", "95 % need at most", "median winning IQ"]
    head += ["brain that wins most often", "shared", "all lose", "turn limit"]
    text += "\n" + table(head, lengths)
    text += "\n" + table(["seats", *(f"seat {n}" for n in range(1, 8))], shares)
    return text


# -- sentences -----------------------------------------------------------------------------------

EXAMPLES = {
    # In turn a game that somebody wins, and one long enough for the piles to run out.
    "game_of_trains": ("turn_limit=120",),
    # Short games for small counts, long ones for many kicks, and the clock.
    "zwergenzugfahrt": ("turns=9", "mode=seats", "mode=time"),
    # In turn two that leave all to chance, and two with a plan; a very short one can be a tie.
    "trains": (
        "turn_limit=2",
        "supply=chosen kinds=ET-TT-CC-DS-IC-MF-SC-SO",
        "supply=chosen kinds=TT-DS-HT-IC-MF-SI-SO-WF turn_limit=80",
        "supply=osaka",
    ),
    "zugraub": (
        "turn_limit=20",
        "cheese=yes spoils_to_head=yes turn_limit=300",
        "recycle=yes cars=4 turn_limit=900",
    ),
}
"""Options of the games that tell the sentences, in turn."""
UNTOLD = {
    "zwergenzugfahrt": {"passed", "ended_blocked"},
    "zugraub": {"shuffled"},
    "trains": {"four_piles", "stations", "gained", "no_waste"},
}
"""Sentences of things that no game here leads to, or hardly ever: shown with their gaps."""


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
    people = ("Ada", "Ben", "Cleo")[: game.seats[0]]
    for ending in ("!abandon", "!resign1")[: 2 if len(people) == 2 else 1]:
        match = Match(game, [Seat(name) for name in people], SeedChance("docs"))
        yield match, match.from_outside(game.words.parse(ending))
    kinds = EXAMPLES[game.name]
    for number in range(200):
        # In a game of more than two the others are greedy too: more happens to them.
        bots = (("random", "greedy")[number % 2], "random" if len(people) == 2 else "greedy")
        seats = [Seat(name, bots[min(i, 1)]) for i, name in enumerate(people)]
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
        trains_sets,
        trains_notation,
        trains_simulation,
        brains,
        cars,
        tuning,
    )
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
