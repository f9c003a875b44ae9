"""The page of Der große Zugraub."""

from __future__ import annotations

from parts.bots import read_strength
from parts.shared import SIMULATED, code, command, percent, run, table
from spielzug.games import get_game
from spielzug.games.zugraub.facts import sets


def brains() -> str:
    """Every card of the shipped set, characters by what they cost."""
    cards_ = [*sets.shipped().cards, *sets.shipped().bonus]
    rows = [
        [
            str(card.number) + (" (bonus)" if card.number > len(sets.shipped().cards) else ""),
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
    for number, face in enumerate(sets.shipped().faces):
        piece, side = divmod(number, 2)
        what = f"piece {piece + 1}, side {side + 1}, {face.plan.crossing} steps to cross"
        if number >= sets.CABOOSE_FACE:
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
    text += "\n**Greedy against greedy**, seat 1 begins, "
    text += f"{SIMULATED:,} games for each number of seats:\n\n"
    lines = [command(game.name, seats, "greedy", "-o first=1 --json") for seats in game.seats]
    text += code("\n".join(lines), "sh")
    lengths, shares = [], []
    for seats in game.seats:
        figures = run(game, seats, "greedy", first=1)
        measures, reasons = figures["measures"], figures["reasons"]
        turns, brain = measures["turns_each"], measures["winning_brain"]
        lengths.append(
            [
                str(seats),
                f"{turns['median']:.0f}",
                f"{turns['p95']:.0f}",
                f"{measures['winning_iq']['median']:.0f}",
                f"{brain['most_often']} {brain['share']:.2%}",
                *(f"{reasons.get(name, 0) / SIMULATED:.2%}" for name in ("shared", "all_lose")),
                f"{reasons.get('turn_limit', 0) / SIMULATED:.2%}",
            ]
        )
        won = [f"{row['rate']:.2%}" for row in figures["by_seat"]]
        shares.append([str(seats), *won, *["–"] * (7 - seats)])
    head = ["seats", "median turns per player", "95% of games need at most", "median winning IQ"]
    head += ["brain that wins most often", *ENDINGS.values()]
    text += "\n" + table(head, lengths)
    text += "\nHow often each seat wins:\n"
    text += "\n" + table(["seats", *(f"seat {n}" for n in range(1, 8))], shares)
    return text


ENDINGS = {
    "shared": "win shared",
    "all_lose": "everybody loses",
    "turn_limit": "turn limit reached",
}


def better_bots() -> str:
    """The same measures in games of a thinking bot, as `bench/balance.py` wrote them down."""
    kept = read_strength()["zugraub"]["balance master"]
    games, seats, measures = kept["games"], kept["seats"], kept["measures"]
    turns, brain = measures["turns_each"], measures["winning_brain"]
    rows = [
        [
            "median turns per player",
            f"{turns['median']:.0f} (95% of games need at most {turns['p95']:.0f})",
        ],
        ["median winning IQ", f"{measures['winning_iq']['median']:.0f}"],
        *(
            [["brain that wins most often", f"{brain['most_often']}, {brain['share']:.1%}"]]
            if brain["most_often"] != "none"
            else []
        ),
        *(
            [title, f"{kept['reasons'].get(name, 0) / games:.1%}"]
            for name, title in ENDINGS.items()
        ),
        *([f"seat {row['seat']} wins (95% interval)", percent(row)] for row in kept["by_seat"]),
    ]
    line = f"spielzug simulate zugraub --seats {seats} --bots master --games {games}"
    text = f"**The level `master` against itself**, seat 1 begins, {games:,} games:\n\n"
    text += code(f"{line} --seed strength -o first=1 --json", "sh")
    return text + "\n" + table(["", ""], rows)
