"""The page of Trains."""

from __future__ import annotations

from parts.shared import code, command, percent, run, table
from spielzug.games import get_game
from spielzug.games.trains import state as rails
from spielzug.games.trains.facts.boards import BOARDS as SIDES
from spielzug.games.trains.facts.sets import SETS

TRAINS_GAMES = 1_000  # a game takes some hundred decisions


def trains_cards() -> str:
    rows = [
        [
            f"`{card.code}`", card.names["en"], card.names["de"], ", ".join(card.kinds),
            str(card.cost), str(card.money), str(card.points or ""), str(card.count),
            card.help["en"],
        ]
        for card in SETS.get(0).cards
    ]  # fmt: skip
    head = ["code", "card", "German", "kind", "cost", "money", "points", "cards", "what it does"]
    return table(head, rows)


def trains_supplies() -> str:
    names = {card.code: card.names["en"] for card in SETS.get(0).cards}
    rows = [
        [f"`{name}`", ", ".join(names[code] for code in codes)]
        for name, codes in SETS.get(0).presets.items()
    ]
    return table(["supply", "kinds"], rows)


def trains_notation() -> str:
    meanings = (
        ("@c5", "put your first cube on this space (T3)"),
        ("NT", "play a card for its money only (T5)"),
        ("LR+", "play a card and use its ability (T5)"),
        ("$EX", "buy a card (T6)"),
        ("$EX^", "buy a card and put it on your draw pile (Early Train)"),
        (".", "end the turn (T8)"),
        ("~", "pass and return all Waste (T7)"),
        ("=c5", "lay the rail (T10)"),
        ("^c5", "build the station (T13)"),
        ("#2", "Freight Train: return this many Waste"),
        ("-NT", "Mail Train, Conductor's Station, Garage: discard a card"),
        ("-", "Signals: discard the card you looked at"),
        ("^", "Signals: put that card back"),
        ("?NT", "Command Central: name a kind"),
        (">EX", "Information Central, Wagon Factory: take a card"),
        ("/", "choose no more, or nothing at all"),
        ("^1", "Information Central: put back the card at this place in the row as the next one"),
        (":draw", "Station Crew: draw (also `:money`, `:waste`)"),
        ("&EX", "choose a card for another card's ability"),
        ("!resign1", "this seat resigns (only at a table with 2 seats)"),
        ("!abandon", "the game is called off (only at a table)"),
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
    text = "**Greedy against random**, 2 seats, kinds chosen at random, "
    text += f"{TRAINS_GAMES:,} games on each board:"
    text += "\n\n" + code("\n".join(lines), "sh") + "\n"
    text += table(["board", "wins by greedy", "rate (95% interval)"], rows)
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
    text += "\n**Greedy against greedy**, seat 1 begins, kinds chosen at random, "
    text += f"{TRAINS_GAMES:,} games for each row of the table:\n\n"
    text += code("\n".join(lines), "sh") + "\n"
    head = ["board", "seats", "median decisions", "seat 1 wins (95% interval)"]
    ends = [f"ended by {what}" for what in ("empty piles", "cubes", "stations", "turn limit")]
    return text + table([*head, *ends], rows)
