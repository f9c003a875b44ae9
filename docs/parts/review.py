"""The review of a game: the words for a decision, what was measured, and a game as an example."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from parts.shared import table
from spielzug.core.records import load_record
from spielzug.games import NAMES, get_game
from spielzug.review import Scale, write_words
from spielzug.review.records import GameReview, SeatReview, review_from_text
from spielzug.review.words import points

DOCS = Path(__file__).parent.parent
FIGURES = DOCS / "review-figures.yaml"
EXAMPLE = DOCS / "review-example.json"
RECORD = DOCS.parent / "tests" / "golden" / "tables" / "game_of_trains" / "2-own_turn.zug"

PARTS = {
    "found": "found, of the choices that were costly by longer search",
    "found_played": "found, of the choices that were costly in games played out",
    "called": "called a mistake or a blunder, of the bot's own decisions",
    "wrongly": "false alarms by longer search, of the bot's own decisions",
    "wrongly_played": "false alarms in games played out, of the bot's own decisions",
}
COSTS = {
    "review": "according to the review",
    "thought": "by longer search",
    "played": "in games played out",
}


def review_words() -> str:
    """From which cost on a decision is called so, and how much is thought."""
    rows = []
    for name in NAMES:
        scale = Scale.of(get_game(name))
        costs = [f"{100 * getattr(scale, word):g}" for word in ("inaccuracy", "mistake", "blunder")]
        rows.append([get_game(name).title["en"], *costs, f"{scale.iterations:,}"])
    return table(["game", "inaccuracy", "mistake", "blunder", "iterations per search"], rows)


def _part(one: dict[str, Any]) -> str:
    if not one["of"]:
        return "–"
    share = 100 * one["count"] / one["of"]
    low, high = 100 * one["low"], 100 * one["high"]
    return f"{share:.1f}% ({low:.1f}% – {high:.1f}%) of {one['of']:,}"


def review_found() -> str:
    """What `bench/blunders.py` wrote down."""
    known: dict[str, Any] = yaml.safe_load(FIGURES.read_text("utf-8"))
    names = [name for name in NAMES if name in known]
    rows = [["games", *(f"{known[name]['games']}" for name in names)]]
    rows += [[text, *(_part(known[name][key]) for name in names)] for key, text in PARTS.items()]
    for key, text in COSTS.items():
        means = [100 * known[name]["planted_cost"][key] for name in names]
        label = f"mean cost of a planted choice in points, {text}"
        rows.append([label, *(f"{mean:.0f}" for mean in means)])
    return table(["", *(get_game(name).title["en"] for name in names)], rows)


def review_example() -> str:
    """A golden game: each seat's sum, in numbers and in words, and what it turned on.

    The numbers were thought about once and are kept; the words are made now.
    """
    match = load_record(RECORD, get_game)
    review = review_from_text(EXAMPLE.read_text("utf-8"))
    words = write_words(review, match)
    rows = [[match.names[seat.seat], *_sums(seat)] for seat in review.by_seat]
    head = ["", "start", "− play", "+ given", "+ luck", "+ rest", "= result"]
    lines = [table(head, rows)]
    for seat in words["seats"]:
        lines.append(f"\n**{seat['headline']}.** {' '.join(seat['sentences'])}\n")
    decision = next(d for d in words["decisions"] if d["entry"] == _dearest(review).entry)
    name, taken = match.names[decision["seat"]], decision["taken"]
    text = f"{name}: “{taken}” ({decision['word']}, {decision['cost']})."
    lines.append(f"\n*The decision that cost most.* {text} {decision['reason']}\n")
    most = max(review.luck, key=lambda one: max(one.by_seat))
    came = next(luck for luck in words["luck"] if luck["entry"] == most.entry)
    lines.append(f"\n*The luck that counted most.* {came['text']} {came['sentence']}\n")
    return "".join(lines)


def _sums(seat: SeatReview) -> list[str]:
    parts = (seat.start, seat.play, seat.given, seat.luck, seat.rest, seat.result)
    told = [f"{points(part)}" for part in parts]
    told[4] += f" ± {points(seat.rest_error)}"
    return [text.replace("-", "−") for text in told]


def _dearest(review: GameReview) -> Any:
    return max(review.decisions, key=lambda decision: decision.cost)
